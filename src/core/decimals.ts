import { BigNumber } from 'bignumber.js'

/**
 * Decimals that are not base units: USD values, rates, shares, amounts in foreign JSON. A separate
 * constructor, so that its settings affect no other user of bignumber.js: text never has an
 * exponent, and operations without an explicit rounding mode round down.
 */
export const Decimal = BigNumber.clone({
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumber.ROUND_DOWN,
})
export type Decimal = BigNumber

const written = /^\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const modes = { down: BigNumber.ROUND_DOWN, up: BigNumber.ROUND_UP } as const

/**
 * A non-negative decimal as text or JSON number, with an exponent or without (`0.9998`, `1.2e-7`);
 * null for anything else. A number is read by its shortest digits.
 */
export function parseDecimal(value: string | number): Decimal | null {
  const text = String(value)
  return written.test(text) ? new Decimal(text) : null
}

/** `value * 10^places` as a whole number: with a token's decimals, its base units. */
export function toUnits(value: Decimal, places: number, rounding: 'down' | 'up'): bigint {
  return BigInt(value.shiftedBy(places).integerValue(modes[rounding]).toFixed())
}

/** The nearest number of so many decimal places; halves go away from zero. For display only. */
export function toRoundNumber(value: Decimal, places: number): number {
  return value.decimalPlaces(places, BigNumber.ROUND_HALF_UP).toNumber()
}

/**
 * A price as USD times 10^18; null when it is not a finite non-negative number. Digits beyond
 * 10^-18 are cut.
 */
export function parseUsdE18(value: string | number): bigint | null {
  const usd = parseDecimal(value)
  return usd === null ? null : toUnits(usd, 18, 'down')
}
