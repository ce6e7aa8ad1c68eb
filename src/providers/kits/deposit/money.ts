import * as z from 'zod/mini'

import { formatAmount } from '../../../core/amounts.ts'
import { Decimal, toUnits as unitsOf } from '../../../core/decimals.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import type { OrderToken } from './state.ts'

/**
 * An amount in token units, as exchanges send it: decimal text, or a JSON number with a fraction,
 * which only this schema accepts as money (H6). A number is read by its shortest digits, exact up
 * to 15 digits. The amount to pay is compared with the accepted one, never taken from a number.
 */
export const wireMoney = z.pipe(
  z.union([
    z.string().check(z.regex(/^[0-9]{1,60}(?:\.[0-9]{1,60})?$/)),
    z.number().check(z.nonnegative(), z.maximum(1e30)),
  ]),
  z.transform((value: string | number) => canonicalDecimal(value)),
)

/** `wireMoney`, or null where an empty text means an amount that is not known yet. */
export const unknownMoney = z.union([
  wireMoney,
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
])

/** Token units to base units; digits beyond the token's are rounded as given. */
export function tokenUnits(text: string, decimals: number, rounding: 'down' | 'up'): bigint {
  return unitsOf(new Decimal(text), decimals, rounding)
}

/**
 * The form of amounts on the wire: token units as a JSON number or as text, base units as text, or
 * text in units of a fixed number of decimals.
 */
export type AmountForm = 'number' | 'text' | 'units' | { digits: number }

/** An amount in such a form. */
export type WireAmount = string | bigint

/** Parses a wire amount to base units. */
export function readAmount(
  form: AmountForm,
  amount: WireAmount,
  token: Pick<Token, 'decimals'>,
  rounding: 'down' | 'up',
): bigint {
  return unitsOf(new Decimal(String(amount)), token.decimals - digitsOf(form, token), rounding)
}

/** Formats base units as wire text; digits the form cannot hold are cut. */
export function writeAmount(form: AmountForm, amount: bigint, token: Token): string {
  const { decimals } = token
  if (form === 'number' || form === 'text') return formatAmount(amount, decimals)
  return String(unitsOf(new Decimal(String(amount)), digitsOf(form, token) - decimals, 'down'))
}

function digitsOf(form: AmountForm, { decimals }: Pick<Token, 'decimals'>): number {
  return form === 'units' ? decimals : typeof form === 'object' ? form.digits : 0
}

/** An amount with its symbol; "tokens" for a token on no list, whose symbol is not trusted. */
export function orderAmountText(
  amount: bigint,
  { blockchain, address, decimals }: OrderToken,
): string {
  const wanted = address.toLowerCase()
  const listed = builtInTokens(blockchain).find((token) => token.address.toLowerCase() === wanted)
  return `${formatAmount(amount, decimals)} ${listed?.symbol ?? 'tokens'}`
}

/** Canonical decimal text of a number: no exponent, no leading or trailing zeros. */
export function canonicalDecimal(value: WireAmount | number): string {
  return new Decimal(String(value)).toFixed()
}

/**
 * An amount as a JSON number.
 * @throws SwaprouteError TOO_MANY_DECIMALS where a number cannot hold it exactly: only the accepted
 * amount is ordered (D8)
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
