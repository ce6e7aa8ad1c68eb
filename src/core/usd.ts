import type { Token } from './token.ts'

const e18 = 10n ** 18n

/**
 * A token's price according to independent sources. `e18` is USD per whole token times 10^18.
 * `confirmed` is true when at least two independent sources agree (docs/safety.md P1); an
 * unconfirmed price may be shown but never decides anything by itself.
 */
export type UsdPrice = {
  e18: bigint
  confirmed: boolean
  sources: string[]
  /** Decimals of the token according to a source (docs/safety.md N2), if any. */
  decimals?: number
}

/** Prices of one request; null for a token without a price. */
export type PriceBook = {
  (token: Token): UsdPrice | null
  /**
   * Names of the sources that did not answer for a token whose price is therefore not confirmed: an
   * outage, as opposed to a token the sources do not list. Empty or absent without an outage.
   */
  readonly outages?: (token: Token) => readonly string[]
}

/** How long prices are waited for. */
export type PriceTime = {
  /** For all sources together, at most 3s. Once one has answered, a silent one has 1s of it. */
  timeoutMs?: number
  /** Every source has that time: for what is signed, whose decimals are compared as well (N2). */
  everyone?: boolean
}

/** Value of an amount in USD times 10^18, rounded down. */
export function usdValueE18(amount: bigint, decimals: number, price: UsdPrice): bigint {
  return (amount * price.e18) / 10n ** BigInt(decimals)
}

/** USD times 10^18 as the number of the wire; for display only, never for computing. */
export function usdToNumber(valueE18: bigint): number {
  return Number((valueE18 * 1_000_000n) / e18) / 1_000_000
}
