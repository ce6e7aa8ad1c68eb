import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { SwapRef } from '../../core/quote.ts'
import { accountKey } from '../../chains/accountKey.ts'
import { toOrderToken } from '../kits/deposit/state.ts'
import type { KnownOrder, Meaning, Reading } from '../kits/deposit/status.ts'
import { fromThorUnits, fullName, hashFor, isNoHash, tokenOfAsset } from './assets.ts'
import { parseMemo } from './memo.ts'
import type { ThorStatus } from './wire.ts'

/** Six-second blocks after which a queued payout is late. */
const lateBlocks = 300

export function isObserved({ stages, tx }: ThorStatus): boolean {
  const { started, completed } = stages.inbound_observed ?? {}
  return started === true || completed === true || (tx?.coins?.length ?? 0) > 0
}

export function toReading(told: ThorStatus, order: KnownOrder, srcTxHash: string): Reading {
  const { srcToken, dstToken } = order
  const meaning = meaningOf(told, order)
  const isOwn = dstToken.blockchain === 'THOR_CHAIN'
  const outs = (told.out_txs ?? []).filter(({ memo }) => isAnswerTo(memo, srcTxHash))
  const payouts = outs.filter(
    ({ chain, to_address: to }) =>
      (chain !== 'THOR' || isOwn) && isOneOf(to, [order.receiver], dstToken.blockchain),
  )
  // The payer is refunded unless the memo names another address.
  const owners = [order.refundAddress, told.tx?.from_address]
  const refunds = outs.filter(({ to_address: to }) => isOneOf(to, owners, srcToken.blockchain))
  const [coin] = payouts[0]?.coins ?? []
  const note = noteOf(told, order, meaning, refunds.length > 0)
  return {
    word: wordOf(told),
    meaning,
    srcTxHash: hashFor(srcToken.blockchain, srcTxHash),
    // On THORChain itself a payout is part of the payment's record and has no id.
    payoutHashes: payouts.map(({ id }) =>
      hashFor(dstToken.blockchain, isOwn && isNoHash(id) ? srcTxHash : id),
    ),
    ...(isOwn ? { paysByItself: true } : {}),
    payoutAmount: coin === undefined ? order.dstAmount : fromThorUnits(coin.amount, dstToken),
    refundHashes: refunds.map(({ id }) => hashFor(srcToken.blockchain, id)),
    ...(note === null ? {} : { note }),
  }
}

/** Whether a payout's memo names this payment: `OUT:` or `REFUND:` and its hash. */
function isAnswerTo(memo: string | null | undefined, srcTxHash: string): boolean {
  const named = /^(?:OUT|REFUND):(?:0x)?(.*)$/i.exec(memo ?? '')?.[1]
  return named === undefined || named.toUpperCase() === srcTxHash.replace(/^0x/i, '').toUpperCase()
}

/** Whether an account is one of these; true if it is not given. */
function isOneOf(
  told: string | null | undefined,
  owners: readonly (string | null | undefined)[],
  blockchain: BlockchainId,
): boolean {
  if (told == null) return true
  const key = accountKey(blockchain, told)
  return owners.some((owner) => owner != null && accountKey(blockchain, owner) === key)
}

function meaningOf(told: ThorStatus, order: KnownOrder): Meaning {
  const { stages, out_txs: outs } = told
  if (!isObserved(told)) return 'awaiting'
  const isCounted =
    stages.inbound_observed?.completed !== false &&
    stages.inbound_confirmation_counted?.completed !== false &&
    stages.inbound_finalised?.completed !== false
  if (!isCounted) return 'confirming'
  const hasOut = outs != null && outs.length > 0
  const isSigned = stages.outbound_signed?.completed
  const isSent = hasOut && (isSigned === true || stages.swap_finalised?.completed === true)
  if (isRefund(told, order)) return isSent && isSigned !== false ? 'refunded' : 'refunding'
  if (isSent && isSigned !== false) return 'done'
  if (stages.swap_status?.pending === true || stages.swap_finalised?.completed === false) {
    return 'exchanging'
  }
  return (stages.outbound_signed?.blocks_since_scheduled ?? 0) > lateBlocks ? 'held' : 'sending'
}

/** A partial refund, where the rest was swapped, is still a swap. */
function isRefund(
  { planned_out_txs: planned, out_txs: outs }: ThorStatus,
  { receiver, dstToken }: KnownOrder,
): boolean {
  const isPaid = (to: string | null | undefined): boolean =>
    to != null && isOneOf(to, [receiver], dstToken.blockchain)
  const isPayout =
    (planned ?? []).some(({ refund, to_address: to }) => refund !== true && isPaid(to)) ||
    (outs ?? []).some(({ memo, to_address: to }) => /^OUT/i.test(memo ?? '') && isPaid(to))
  const isBack =
    (planned ?? []).some(({ refund }) => refund === true) ||
    (outs ?? []).some(({ memo }) => /^REFUND/i.test(memo ?? ''))
  return isBack && !isPayout
}

/** The last completed stage, by the node's name. */
function wordOf({ stages }: ThorStatus): string {
  const names = [
    'outbound_signed',
    'outbound_delay',
    'swap_finalised',
    'inbound_finalised',
    'inbound_confirmation_counted',
    'inbound_observed',
  ] as const
  return names.find((name) => stages[name]?.completed === true) ?? 'unobserved'
}

function noteOf(
  told: ThorStatus,
  order: KnownOrder,
  meaning: Meaning,
  hasRefund: boolean,
): string | null {
  const isPart = (told.out_txs ?? []).some(({ memo }) => /^REFUND/i.test(memo ?? ''))
  if (meaning === 'done' && hasRefund && isPart) {
    return 'Only a part was swapped at the agreed price; THORChain has sent the rest of the payment back.'
  }
  if (meaning === 'held') return 'The payout has been queued longer than usual.'
  if (meaning !== 'refunding') return null
  const isOurMemo = order.depositMemo === null || told.tx?.memo === order.depositMemo
  return isOurMemo
    ? 'The swap was not possible at the agreed price; THORChain is sending the payment back.'
    : 'The payment did not carry the agreed memo; THORChain is sending it back.'
}

/** Adds the payer as refund address if the memo names none. */
export function withPayer(order: KnownOrder, { tx }: ThorStatus): KnownOrder {
  return order.refundAddress === null
    ? { ...order, refundAddress: tx?.from_address ?? null }
    : order
}

/** A foreign swap, from the node's answer; null for other transactions. */
export function toForeign(told: ThorStatus, { startedAtMs }: SwapRef): KnownOrder | null {
  const memo = parseMemo(told.tx?.memo ?? '')
  const [paid] = told.tx?.coins ?? []
  const payouts = (told.planned_out_txs ?? []).filter(({ refund }) => refund !== true)
  // The first output may be an affiliate's share.
  const isOwn = (to: string | null | undefined): boolean =>
    to?.toLowerCase() === memo?.receiver.toLowerCase()
  const planned = payouts.find(({ to_address: to }) => isOwn(to)) ?? payouts[0]
  const srcToken = tokenOfAsset(paid?.asset)
  const dstToken = tokenOfAsset(planned?.coin?.asset ?? fullName(memo?.asset ?? ''))
  const receiver = planned?.to_address ?? memo?.receiver ?? null
  if (srcToken === null || dstToken === null || receiver === null) return null
  return {
    orderId: '',
    depositAddress: '',
    depositMemo: told.tx?.memo ?? null,
    receiver,
    refundAddress: memo?.refund ?? told.tx?.from_address ?? null,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: paid === undefined ? null : fromThorUnits(paid.amount, srcToken),
    dstAmount: planned?.coin == null ? null : fromThorUnits(planned.coin.amount, dstToken),
    createdAtMs: startedAtMs,
    expiresAtMs: null,
    own: {},
  }
}
