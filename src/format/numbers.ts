/** US dollars: `$2,998.43`, `$0.0012`, `< $0.0001`; an unknown value is `unknown`, never 0. */
export function usdText(usd: number | null | undefined): string {
  if (usd === null || usd === undefined || !Number.isFinite(usd)) return 'unknown'
  const sign = usd < 0 ? '-' : ''
  const value = Math.abs(usd)
  if (value === 0) return '$0.00'
  if (value < 0.0001) return `< ${sign}$0.0001`
  if (value < 0.01) return `${sign}$${value.toFixed(4)}`
  const [whole = '', cents = ''] = value.toFixed(2).split('.')
  return `${sign}$${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}

/** Fees before anything is built: `~$1.32`; a fee of zero is exact. */
export function estimatedUsdText(usd: number | null): string {
  const text = usdText(usd)
  return usd === null || usd === 0 ? text : `~${text}`
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

/** A span for people: `350ms`, `12s`, `3m`, `1h 20m`, `2d 3h`. */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, milliseconds)
  if (ms < 1000) return `${Math.round(ms)}ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return withRest(`${hours}h`, minutes % 60, 'm')
  return withRest(`${Math.floor(hours / 24)}d`, hours % 24, 'h')
}

/** A countdown: `5:48`; 0:00 once it is over. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Expected duration of a route, from the wire's minutes; `unknown` for null. */
export function minutesText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes)) return 'unknown'
  return minutes <= 0 ? 'at once' : durationText(minutes * 60_000)
}

/** Seconds with one decimal, for a running clock: `3.2s`. */
export function secondsText(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)}s`
}

/** A moment for people, always in UTC: `2026-11-21 14:03:22 UTC`. */
export function timeText(unixMs: number): string {
  return new Date(unixMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}

/** `1 route`, `2 routes`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Short form of an address or hash, for tables only: first and last six characters. */
export function shortAddress(address: string): string {
  return address.length <= 15 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest}${unit}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
