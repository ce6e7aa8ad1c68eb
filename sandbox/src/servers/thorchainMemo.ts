import { exchangeRate } from '../deposit/rates.ts'
import type { Coin, MemoTerms } from '../deposit/types.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import { coinByMemo, fromThor } from './thorchainAssets.ts'

/**
 * Reads `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:…`
 * (https://dev.thorchain.org/concepts/memos.html, read 2026-11); null for anything but a swap.
 */
export function readSwapMemo(memo: string, from: Coin, amountIn: bigint): MemoTerms | null {
  const [verb = '', asset = '', parties = '', limits = ''] = memo.split(':')
  if (!/^(?:=|s|swap)$/i.test(verb)) return null
  const to = coinByMemo(asset)
  const [receiver = '', refund] = parties.split('/')
  if (to === null || to === from || !isAddressOn(to.blockchain, receiver)) return null
  if (refund !== undefined && !isAddressOn(from.blockchain, refund)) return null
  const limit = readLimit(limits.split('/')[0] ?? '')
  if (limit === null) return null
  return {
    to,
    amountOut: exchangeRate('thorchain', 'float', from, to, amountIn).amountOut,
    minOut: limit === 0n ? null : fromThor(limit, to),
    receiver,
    refundAddress: refund ?? null,
  }
}

/** Digits, or digits and a power of ten: `14e7`. Empty: no limit. Null: not a number. */
function readLimit(text: string): bigint | null {
  if (text === '') return 0n
  const match = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text)
  return match === null ? null : BigInt(match[1] ?? 0) * 10n ** BigInt(match[2] ?? 0)
}
