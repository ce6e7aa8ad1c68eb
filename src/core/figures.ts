/** Figures in the one form that screens, reasons and error messages share. */
import { usdToNumber } from './usd.ts'

/**
 * US dollars: `$2,998.43`, `$0.0012`, `< $0.0001`, `> -$0.0001`; an unknown value is `unknown`,
 * never 0.
 */
export function usdText(usd: number | null | undefined): string {
  if (usd === null || usd === undefined || !Number.isFinite(usd)) return 'unknown'
  const sign = usd < 0 ? '-' : ''
  const value = Math.abs(usd)
  if (value === 0) return '$0.00'
  if (value < 0.0001) return usd < 0 ? '> -$0.0001' : '< $0.0001'
  if (value < 0.00995) return `${sign}$${value.toFixed(4)}`
  const [whole = '', cents = ''] = value.toFixed(2).split('.')
  return `${sign}$${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}

/** {@link usdText} of a value in USD times 10^18. */
export function usdE18Text(valueE18: bigint | null): string {
  return usdText(valueE18 === null ? null : usdToNumber(valueE18))
}

/** Percent as on the wire (0.11 is 0.11%): two decimals, `< 0.01%`; `unknown` for null. */
export function percentText(percent: number | null | undefined): string {
  if (percent === null || percent === undefined || !Number.isFinite(percent)) return 'unknown'
  if (percent !== 0 && Math.abs(percent) < 0.01) return percent < 0 ? '> -0.01%' : '< 0.01%'
  return `${trimZeros(percent.toFixed(2))}%`
}

/** A fraction of 1 (0.005) as percent with up to four decimals: `0.5%`. */
export function fractionText(fraction: number): string {
  return `${trimZeros((fraction * 100).toFixed(4))}%`
}

/** Seconds with one decimal, for a running clock: `3.2s`. */
export function secondsText(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)}s`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
