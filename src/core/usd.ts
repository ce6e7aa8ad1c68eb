import type { Token } from './token.ts'

const e18 = 10n ** 18n

/**
 * What independent sources say of a token's price. `e18` is USD per whole token times 10^18.
 * `confirmed` is true when at least two independent sources agree (SAFETY.md P1); a price that
 * is not confirmed may be shown but never decides anything by itself.
 */
export type UsdPrice = { e18: bigint; confirmed: boolean; sources: string[] }

/** Prices of one request; null for a token without a price. */
export type PriceBook = {
  (token: Token): UsdPrice | null
  /**
   * Names of the sources that did not answer for a token whose price is therefore not confirmed:
   * an outage, not a token that sources do not know. Empty or absent where there is none.
   */
  readonly outages?: (token: Token) => readonly string[]
}

/** Value of an amount in USD times 10^18, rounded down. */
export function usdValueE18(amount: bigint, decimals: number, price: UsdPrice): bigint {
  return (amount * price.e18) / 10n ** BigInt(decimals)
}

/** USD times 10^18 as the number of the wire; for display only, never computed with. */
export function usdToNumber(valueE18: bigint): number {
  return Number((valueE18 * 1_000_000n) / e18) / 1_000_000
}

/**
 * A decimal text or JSON number (`0.9998`, `1.2e-7`) as USD times 10^18; null when it is not a
 * finite non-negative number. Digits beyond 10^-18 are cut.
 */
export function parseUsdE18(value: string | number): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(value))
  if (match === null) return null
  const [, whole = '', fraction = '', exponentText = '0'] = match
  const shift = 18 + Number(exponentText) - fraction.length
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}
