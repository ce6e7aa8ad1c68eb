import * as z from 'zod/mini'

import { formatAmount } from '../../../core/amounts.ts'
import { Decimal, toUnits as unitsOf } from '../../../core/decimals.ts'
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
  z.transform((value: string | number) => canonicalDecimal(value)),
)

/** Token units to base units; digits beyond the token's are cut, upwards where asked for. */
export function toUnits(text: string, decimals: number, rounding: 'down' | 'up'): bigint {
  return unitsOf(new Decimal(text), decimals, rounding)
}

/**
 * The form of amounts on the wire: token units as a JSON number or as text, base units as text, or
 * text that counts this many digits after the point whatever the token has.
 */
export type AmountForm = 'number' | 'text' | 'units' | { digits: number }

/** An amount in such a form. */
export type WireAmount = string | bigint

/** An amount of the wire in base units. */
export function readAmount(
  form: AmountForm,
  amount: WireAmount,
  token: Pick<Token, 'decimals'>,
  rounding: 'down' | 'up',
): bigint {
  return unitsOf(new Decimal(String(amount)), token.decimals - digitsOf(form, token), rounding)
}

/** Base units as text of the wire; digits that the form has no place for are cut. */
export function writeAmount(form: AmountForm, amount: bigint, token: Token): string {
  const { decimals } = token
  if (form === 'number' || form === 'text') return formatAmount(amount, decimals)
  return String(unitsOf(new Decimal(String(amount)), digitsOf(form, token) - decimals, 'down'))
}

/** Digits of a coin that the form counts in whole numbers. */
function digitsOf(form: AmountForm, { decimals }: Pick<Token, 'decimals'>): number {
  return form === 'units' ? decimals : typeof form === 'object' ? form.digits : 0
}

/** An amount with its unit; a token on no list has none that could be trusted. */
export function amountText(amount: bigint, { blockchain, address, decimals }: OrderToken): string {
  const wanted = address.toLowerCase()
  const listed = builtInTokens(blockchain).find((token) => token.address.toLowerCase() === wanted)
  return `${formatAmount(amount, decimals)} ${listed?.symbol ?? 'tokens'}`
}

/** The same number always gives the same text: no exponent, no zeros at either end. */
export function canonicalDecimal(value: WireAmount | number): string {
  return new Decimal(String(value)).toFixed()
}

/**
 * An amount as the JSON number an exchange wants.
 * @throws SwaprouteError TOO_MANY_DECIMALS where a number cannot hold it exactly: another amount
 *   than the accepted one is never ordered (D8)
 */
export function exactNumber(amount: bigint, { decimals, symbol }: Token, name: string): number {
  const text = formatAmount(amount, decimals)
  const number = Number(text)
  if (canonicalDecimal(number) === text) return number
  throw new SwaprouteError(
    'TOO_MANY_DECIMALS',
    `${name} cannot take exactly ${text} ${symbol}: it has too many digits.`,
    { hint: 'Shorten the amount to at most 15 digits.' },
  )
}
