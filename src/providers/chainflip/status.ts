import { formatAmount } from '../../core/amounts.ts'
import type { SwapRef } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import { toOrderToken } from '../kits/deposit/state.ts'
import {
  type KnownOrder,
  type Meaning,
  meaningOf,
  type Reading,
  type StatusMap,
} from '../kits/deposit/status.ts'
import { coins } from './coins.ts'
import type { ChainflipStatus } from './wire.ts'

const blockMs = 6_000

const meanings: StatusMap = {
  WAITING: 'awaiting',
  RECEIVING: 'confirming',
  SWAPPING: 'exchanging',
  SENDING: 'sending',
  SENT: 'sending',
  COMPLETED: 'done',
  FAILED: 'failed',
}

export function toReading(told: ChainflipStatus, order: KnownOrder, nowMs: number): Reading {
  const { state, deposit, swapEgress, refundEgress } = told
  const meaning = meaningOfSwap(told, nowMs)
  const note = noteOf(told, order, meaning)
  return {
    word: state,
    meaning,
    srcTxHash: deposit?.txRef ?? null,
    payoutHashes: swapEgress?.txRef == null ? [] : [swapEgress.txRef],
    payoutAmount: swapEgress?.amount ?? null,
    refundHashes: refundEgress?.txRef == null ? [] : [refundEgress.txRef],
    ...(note === null ? {} : { note }),
  }
}

function meaningOfSwap(told: ChainflipStatus, nowMs: number): Meaning {
  const { state, depositChannel, deposit, swapEgress, refundEgress, fallbackEgress } = told
  const meaning = meaningOf(meanings, state)
  const isUnpaid = meaning === 'awaiting' && deposit == null
  if (isUnpaid && depositChannel?.isExpired === true) return 'expired'
  if (meaning === 'exchanging' && isOverdue(told, nowMs)) return 'held'
  if (meaning === 'done' && swapEgress == null && refundEgress != null) return 'refunded'
  if (meaning !== 'failed') return meaning
  if (refundEgress != null) return 'refunded'
  return fallbackEgress == null ? 'failed' : 'needs_user'
}

/** The swap waits for its price longer than it was told to. */
function isOverdue({ swap, fillOrKillParams }: ChainflipStatus, nowMs: number): boolean {
  const { scheduledAt, latestSwapRescheduledAt } = swap?.regular ?? {}
  if (scheduledAt == null || latestSwapRescheduledAt == null) return false
  return nowMs - scheduledAt > (fillOrKillParams?.retryDurationBlocks ?? 0) * blockMs
}

function noteOf(told: ChainflipStatus, order: KnownOrder, meaning: Meaning): string | null {
  const { deposit, swapEgress, refundEgress, fallbackEgress } = told
  const { srcToken, srcAmount } = order
  if (meaning === 'needs_user') {
    return 'Chainflip could not send it to the receiver and holds it at a fallback address.'
  }
  if (meaning === 'held') return 'Chainflip waits for a better price; else the payment goes back.'
  if (meaning === 'failed') {
    const failure = deposit?.failure ?? swapEgress?.failure ?? fallbackEgress?.failure
    const reason = failure?.reason?.message ?? failure?.reason?.name ?? ''
    return reason === '' ? null : `Chainflip says: "${foreignReason(reason, 120)}".`
  }
  if (meaning === 'done' && refundEgress != null) {
    return `${formatAmount(refundEgress.amount, srcToken.decimals)} of it came back unswapped.`
  }
  if (deposit == null || srcAmount === null || deposit.amount === srcAmount) return null
  const share = `${formatAmount(deposit.amount, srcToken.decimals)} of ${formatAmount(srcAmount, srcToken.decimals)}`
  return `${share} arrived; what arrived is swapped.`
}

/** What is paid out is measured against what was really paid in: any amount is swapped. */
export function asPaid(order: KnownOrder, { deposit }: ChainflipStatus): KnownOrder {
  const { srcAmount, dstAmount } = order
  if (deposit == null || srcAmount === null || dstAmount === null || srcAmount === 0n) return order
  return { ...order, dstAmount: (dstAmount * deposit.amount) / srcAmount }
}

/** A swap of somebody else, by Chainflip's own word. */
export function toForeign(
  told: ChainflipStatus,
  { startedAtMs }: Pick<SwapRef, 'startedAtMs'>,
): KnownOrder | null {
  const { depositChannel, deposit, fillOrKillParams } = told
  const srcToken = coins.tokenOf({ code: told.srcAsset, network: told.srcChain })
  const dstToken = coins.tokenOf({ code: told.destAsset, network: told.destChain })
  if (srcToken === null || dstToken === null) return null
  return {
    orderId: depositChannel?.id ?? '',
    depositAddress: depositChannel?.depositAddress ?? '',
    depositMemo: null,
    receiver: told.destAddress,
    refundAddress: fillOrKillParams?.refundAddress ?? null,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: depositChannel?.expectedDepositAmount ?? deposit?.amount ?? null,
    dstAmount: null,
    createdAtMs: depositChannel?.createdAt ?? startedAtMs,
    expiresAtMs: depositChannel?.estimatedExpiryTime ?? null,
    own: {},
  }
}
