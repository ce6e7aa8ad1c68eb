import { SwaprouteError } from './errors.ts'

const plainDecimal = /^(?:0|[1-9][0-9]*|0[0-9]+)(?:\.([0-9]+))?$/
const maxDigits = 96

/**
 * Reads a plain decimal (`0.5`, `1000.25`) as base units.
 *
 * Refuses signs, exponents, separators, empty parts and more fraction digits than `decimals`
 * (trailing zeros included: the typed text itself must fit).
 * @throws SwaprouteError INVALID_ARGUMENT-class codes `INVALID_AMOUNT` or `TOO_MANY_DECIMALS`
 */
export function parseAmount(text: string, decimals: number): bigint {
  const fraction = requireDecimal(text)
  if (fraction.length > decimals) {
    throw new SwaprouteError(
      'TOO_MANY_DECIMALS',
      `"${text}" has ${fraction.length} decimals; the token has ${decimals}.`,
      { hint: `Shorten the amount to at most ${decimals} decimals.`, context: { decimals } },
    )
  }
  const whole = text.slice(0, text.length - (fraction === '' ? 0 : fraction.length + 1))
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Refuses text that is not an amount, before the token's decimals are known.
 * @returns the digits after the point
 * @throws SwaprouteError INVALID_AMOUNT
 */
export function requireDecimal(text: string): string {
  const match = plainDecimal.exec(text)
  if (match !== null && text.length <= maxDigits) return match[1] ?? ''
  throw new SwaprouteError('INVALID_AMOUNT', `"${text.slice(0, 40)}" is not an amount.`, {
    hint: /^\d{1,30},\d{1,30}$/.test(text)
      ? `Did you mean ${text.replace(',', '.')}? Decimals begin with a point; digits are not grouped.`
      : 'Write a plain decimal such as 0.5 or 1000.25, without sign, exponent or separators.',
  })
}

/**
 * Base units of an amount in a service's answer: digits beyond `decimals` are cut. Null for text
 * that is not a plain decimal.
 */
export function cutAmount(text: string, decimals: number): bigint | null {
  const match = plainDecimal.exec(text)
  if (match === null || text.length > maxDigits) return null
  const excess = Math.max(0, (match[1] ?? '').length - decimals)
  const kept = text.slice(0, text.length - excess)
  return parseAmount(kept.endsWith('.') ? kept.slice(0, -1) : kept, decimals)
}

/** Base units as an exact decimal without trailing zeros: `(1500000n, 6)` gives `1.5`. */
export function formatAmount(amount: bigint, decimals: number): string {
  const negative = amount < 0n
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** `1.5 USDC`: an amount of base units, with a trusted or cleaned symbol. */
export function amountWithSymbol(
  amount: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
): string {
  return `${formatAmount(amount, decimals)} ${symbol}`
}

/** `amount * numerator / denominator`, rounded down. */
export function mulDivDown(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amount * numerator) / denominator
}

/** `amount * numerator / denominator`, rounded up (for non-negative values). */
export function mulDivUp(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = amount * numerator
  return product === 0n ? 0n : (product - 1n) / denominator + 1n
}

/**
 * The minimum output under a slippage in basis points; rounded down, but never to zero: a swap
 * whose minimum is zero can lose the whole amount.
 */
export function minimumAfterSlippage(amount: bigint, slippageBps: number): bigint {
  const least = mulDivDown(amount, BigInt(10_000 - slippageBps), 10_000n)
  return least === 0n && amount > 0n ? 1n : least
}

/**
 * Slippage from the wire (a fraction, 0.01 = 1%) to whole basis points, rounded down so that the
 * user never accepts more than requested.
 */
export function slippageToBps(fraction: number): number {
  return Math.floor(Number((fraction * 10_000).toFixed(6)))
}

/** Basis points to the fraction used on the wire. */
export function bpsToSlippage(bps: number): number {
  return bps / 10_000
}
