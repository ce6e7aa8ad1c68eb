import * as z from 'zod/mini'

import { formatAmount } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import type { OrderToken } from './state.ts'

/**
 * An amount in token units, as exchanges send it: decimal text, or a JSON number with a fraction,
 * which this schema alone declares to be money (H6). A number is read by its shortest digits, so
 * up to 15 of them are what the exchange wrote. What is to be paid is compared with what was
 * accepted and never taken from a number.
 */
export const wireMoney = z.pipe(
  z.union([
    z.string().check(z.regex(/^[0-9]{1,60}(?:\.[0-9]{1,60})?$/)),
    z.number().check(z.nonnegative(), z.maximum(1e30)),
  ]),
  z.transform((value: string | number) => plainDecimal(value)),
)

/** Token units to base units; digits beyond the token's are cut, upwards where asked for. */
export function toUnits(text: string, decimals: number, rounding: 'down' | 'up'): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const isCut = /[1-9]/.test(fraction.slice(decimals))
  return rounding === 'up' && isCut ? kept + 1n : kept
}

/** An amount with its unit; a token on no list has none that could be trusted. */
export function amountText(amount: bigint, { blockchain, address, decimals }: OrderToken): string {
  const wanted = address.toLowerCase()
  const listed = builtInTokens(blockchain).find((token) => token.address.toLowerCase() === wanted)
  return `${formatAmount(amount, decimals)} ${listed?.symbol ?? 'tokens'}`
}

/** The same number always gives the same text: no zeros at either end. */
export function canonicalDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? digits : `${digits}.${rest}`
}

/**
 * An amount as the JSON number an exchange wants.
 * @throws SwaprouteError TOO_MANY_DECIMALS where a number cannot hold it exactly: another amount
 *   than the accepted one is never ordered (D8)
 */
export function exactNumber(amount: bigint, { decimals, symbol }: Token, name: string): number {
  const text = formatAmount(amount, decimals)
  const number = Number(text)
  if (canonicalDecimal(plainDecimal(number)) === text) return number
  throw new SwaprouteError(
    'TOO_MANY_DECIMALS',
    `${name} cannot take exactly ${text} ${symbol}: it has too many digits.`,
    { hint: 'Shorten the amount to at most 15 digits.' },
  )
}

/** Digits without an exponent: `1e-7` gives `0.0000001`. */
function plainDecimal(value: string | number): string {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  const [, whole = '0', fraction = '', exponent = '0'] = match ?? []
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return digits.padEnd(point, '0')
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}
