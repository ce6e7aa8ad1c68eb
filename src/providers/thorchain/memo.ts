import { SwaprouteError } from '../../core/errors.ts'
import { thorchain } from './assets.ts'

// The memo of a payment to THORChain (https://dev.thorchain.org/concepts/memos.html, read 2026-11):
// `=:ASSET:RECEIVER[/REFUND]:LIMIT[/INTERVAL/QUANTITY][:AFFILIATE:BPS]`.

export type SwapMemo = {
  asset: string
  receiver: string
  refund: string | null
  /** Units of 1e-8, before the payout fee; null if absent. */
  limit: bigint | null
  /** Affiliate field, unchanged; empty if absent. */
  affiliate: string
}

/** Null for a memo that is not a readable swap. */
export function parseMemo(text: string): SwapMemo | null {
  const [action = '', asset = '', target = '', limits = '', ...affiliate] = text.split(':')
  if (!/^(?:=|s|swap)$/i.test(action) || asset === '' || target === '') return null
  const [receiver = '', refund = null, ...more] = target.split('/')
  const [limitText = ''] = limits.split('/')
  const limit = readLimit(limitText)
  if (receiver === '' || more.length > 0 || limit === undefined) return null
  return {
    asset,
    receiver,
    refund: refund === '' ? null : refund,
    limit,
    affiliate: affiliate.join(':').replace(/^[:0]*$/, ''),
  }
}

/** Undefined for an invalid amount. */
function readLimit(text: string): bigint | null | undefined {
  const [, digits = '', zeros = '0'] = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text) ?? []
  if (text === '' || /^0+$/.test(digits)) return null
  return digits === '' ? undefined : BigInt(digits) * 10n ** BigInt(zeros)
}

export type MemoTerms = {
  receiver: string
  /** Null: refunds go to the payer. */
  refund: string | null
  limit: bigint
}

/**
 * Builds our memo, with the first alias of the asset that fits.
 * @throws SwaprouteError UNSUPPORTED_RECEIVER if the addresses alone are too long
 */
export function writeMemo(terms: MemoTerms, aliases: readonly string[], room: number): string {
  const { receiver, refund, limit } = terms
  const target = refund === null ? receiver : `${receiver}/${refund}`
  for (const limitText of [String(limit), shortLimit(limit, 6), shortLimit(limit, 4)]) {
    for (const alias of aliases) {
      const memo = `=:${alias}:${target}:${limitText}`
      if (Buffer.byteLength(memo) <= room) return memo
    }
  }
  const what = refund === null ? 'the receiver' : 'receiver and refund address'
  throw new SwaprouteError(
    'UNSUPPORTED_RECEIVER',
    `${thorchain.name} has no room for ${what} in the memo of this payment.`,
    refund === null
      ? { hint: 'Choose another provider with --provider.' }
      : { hint: 'Leave out --refund-to: refunds go to the address that has paid.' },
  )
}

/**
 * A limit in few digits, rounded up so that it never allows less than accepted: 1420512345 gives
 * `142052e4`.
 */
function shortLimit(limit: bigint, digits: number): string {
  const text = String(limit)
  const zeros = text.length - digits
  if (zeros < 2) return text
  const step = 10n ** BigInt(zeros)
  return `${(limit + step - 1n) / step}e${zeros}`
}
