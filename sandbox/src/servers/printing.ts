import * as z from 'zod/mini'
import { formatAmount, parseAmount } from '../../../src/core/amounts.ts'
import type { Json } from '../../../src/core/quote.ts'
import type { Coin, Order } from '../deposit/types.ts'

// How exchanges print amounts and transactions.

/** An amount as an exchange prints it: a JSON number of at most eight decimals. */
export function toNumber(amount: bigint, { decimals }: Coin): number {
  return Number(toText(amount, { decimals }))
}

/** The same as text. */
export function toText(amount: bigint, { decimals }: Pick<Coin, 'decimals'>): string {
  const shown = Math.min(decimals, 8)
  return formatAmount(amount / 10n ** BigInt(decimals - shown), shown)
}

/** An amount an exchange can print: nothing beyond eight decimals. Rounded down. */
export function printable(amount: bigint, { decimals }: Coin): bigint {
  const cut = 10n ** BigInt(Math.max(0, decimals - 8))
  return (amount / cut) * cut
}

/** Base units of a decimal, cut to what the coin has; null for text that is not an amount. */
export function toUnits(given: string | number, { decimals }: Coin): bigint | null {
  const text = typeof given === 'number' ? decimalOf(given) : given
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return null
  const fraction = (match[2] ?? '').slice(0, decimals)
  return parseAmount(`${match[1]}${fraction === '' ? '' : `.${fraction}`}`, decimals)
}

/** A value as it is printed: without what JSON leaves out. */
export function toJson(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)))
}

/** The source transaction, once detected. */
export function payinHash({ payments }: Order): string | null {
  return payments.at(-1)?.hash ?? null
}

/** The transaction with which money went out, reported once it was sent. */
export function payoutHash({ payout, stage }: Order): string | null {
  return stage === 'finished' || stage === 'sending' ? (payout?.hash ?? null) : null
}

export function refundHash({ refund }: Order): string | null {
  return refund?.done === true ? refund.hash : null
}

/** Where an exchange has one field for both: the payout, else the refund. */
export function sentHash(order: Order): string | null {
  return payoutHash(order) ?? refundHash(order)
}

/** An ISO time; null if absent. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** Where an empty text means absent. */
export function textOf(value: string | null | undefined): string | null {
  return value == null || value === '' ? null : value
}

/** A number without an exponent. */
function decimalOf(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(18).replace(/\.?0+$/, '') : text
}
