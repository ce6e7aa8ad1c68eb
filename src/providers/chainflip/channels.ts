import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import { wireUint } from '../../http/wire.ts'
import { wireMoney } from '../kits/deposit/money.ts'
import {
  type KnownOrder,
  type Meaning,
  meaningOf,
  type StatusMap,
} from '../kits/deposit/reading.ts'
import type { TrackedOrder } from '../kits/deposit/snapshot.ts'

// Reads a Chainflip channel and its swap.

/** Block time of the network. */
export const blockMs = 6_000

const text = z.nullish(z.string())
const time = z.nullish(z.number())

const failureWire = z.nullish(
  z.object({ reason: z.nullish(z.object({ name: text, message: text })) }),
)
const transferWire = z.nullish(z.object({ amount: wireUint, txRef: text, failure: failureWire }))

export const chainflipStatusWire = z.object({
  state: z.string(),
  srcAsset: z.string(),
  srcChain: z.string(),
  destAsset: z.string(),
  destChain: z.string(),
  destAddress: z.string(),
  depositChannel: z.nullish(
    z.object({
      id: z.string(),
      depositAddress: z.string(),
      createdAt: time,
      srcChainExpiryBlock: text,
      estimatedExpiryTime: time,
      expectedDepositAmount: z.nullish(wireUint),
      isExpired: z.nullish(z.boolean()),
    }),
  ),
  deposit: transferWire,
  swap: z.nullish(
    z.object({
      regular: z.nullish(z.object({ scheduledAt: time, latestSwapRescheduledAt: time })),
    }),
  ),
  swapEgress: transferWire,
  refundEgress: transferWire,
  fallbackEgress: transferWire,
  fillOrKillParams: z.nullish(
    z.object({ refundAddress: text, minPrice: z.nullish(wireMoney), retryDurationBlocks: time }),
  ),
})
type ChainflipStatus = z.output<typeof chainflipStatusWire>

export const chainflipStatusMap: StatusMap = {
  WAITING: 'awaiting',
  RECEIVING: 'confirming',
  SWAPPING: 'exchanging',
  SENDING: 'sending',
  SENT: 'sending',
  COMPLETED: 'done',
  FAILED: 'failed',
}

export const leastWord = 'at least what was accepted'

export function retryText(blocks: number): string {
  return `${blocks} blocks`
}

/** `minPrice`: in whole coins. */
export type Channel = TrackedOrder & { minPrice: string | null }

/**
 * @param isPrice whether a price is that of the channel being opened; absent: no channel is opened
 */
export function toChannel(
  told: ChainflipStatus,
  nowMs: number,
  isPrice?: (minPrice: string) => boolean,
): Channel {
  const { depositChannel, deposit, swapEgress, refundEgress, fillOrKillParams } = told
  const expected = depositChannel?.expectedDepositAmount
  const amount = expected ?? deposit?.amount
  const { minPrice = null, retryDurationBlocks: blocks } = fillOrKillParams ?? {}
  const isAgreed = minPrice !== null && isPrice?.(minPrice) === true
  const meaning = meaningIn(told, nowMs)
  return {
    minPrice,
    orderId: depositChannel?.id ?? '',
    src: { code: told.srcAsset, network: told.srcChain },
    dst: { code: told.destAsset, network: told.destChain },
    amountToSend: amount,
    dstAmount: null,
    depositAddress: depositChannel?.depositAddress,
    receiver: told.destAddress,
    refundAddress: fillOrKillParams?.refundAddress ?? undefined,
    rateType: blocks == null ? null : retryText(blocks),
    createdAtMs: depositChannel?.createdAt,
    expiresAtMs: depositChannel?.estimatedExpiryTime ?? null,
    // The index may list the channel a moment before its expected amount.
    opening: isPrice !== undefined && expected == null ? 'pending' : null,
    terms: {
      orderId: depositChannel?.id,
      dstAmount: isAgreed ? leastWord : (minPrice ?? undefined),
      expiresAt: depositChannel?.srcChainExpiryBlock ?? undefined,
    },
    progress: {
      status: told.state,
      statusOverride: meaning,
      paymentHash: deposit?.txRef,
      payoutHashes: [swapEgress?.txRef],
      refundHashes: [refundEgress?.txRef],
      arrivedAmounts: deposit == null ? [] : [deposit.amount],
      payoutAmount: swapEgress?.amount,
      note: (known) => noteOf(told, known, meaning),
    },
  }
}

function meaningIn(told: ChainflipStatus, nowMs: number): Meaning {
  const { state, depositChannel, deposit, swapEgress, refundEgress, fallbackEgress } = told
  const meaning = meaningOf(chainflipStatusMap, state)
  const isUnpaid = meaning === 'awaiting' && deposit == null
  if (isUnpaid && depositChannel?.isExpired === true) return 'expired'
  if (meaning === 'exchanging' && isOverdue(told, nowMs)) return 'held'
  if (meaning === 'done' && swapEgress == null && refundEgress != null) return 'refunded'
  if (meaning !== 'failed') return meaning
  if (refundEgress != null) return 'refunded'
  return fallbackEgress == null ? 'failed' : 'needs_user'
}

/** Whether the swap has waited for its price longer than its retry time. */
function isOverdue({ swap, fillOrKillParams }: ChainflipStatus, nowMs: number): boolean {
  const { scheduledAt, latestSwapRescheduledAt } = swap?.regular ?? {}
  if (scheduledAt == null || latestSwapRescheduledAt == null) return false
  return nowMs - scheduledAt > (fillOrKillParams?.retryDurationBlocks ?? 0) * blockMs
}

function noteOf(told: ChainflipStatus, order: KnownOrder, meaning: Meaning): string | null {
  const { deposit, swapEgress, refundEgress, fallbackEgress } = told
  const { srcToken, srcAmount } = order
  const inCoins = (amount: bigint): string => formatAmount(amount, srcToken.decimals)
  if (meaning === 'needs_user') {
    return 'Chainflip could not send it to the receiver and holds it at a fallback address.'
  }
  if (meaning === 'held')
    return 'Chainflip is waiting for a better price; otherwise the payment goes back.'
  if (meaning === 'failed') {
    const failure = deposit?.failure ?? swapEgress?.failure ?? fallbackEgress?.failure
    const reason = failure?.reason?.message ?? failure?.reason?.name ?? ''
    return reason === '' ? null : `Chainflip says: "${foreignReason(reason, 120)}".`
  }
  if (meaning === 'done' && refundEgress != null) {
    return `${inCoins(refundEgress.amount)} of it came back unswapped.`
  }
  if (deposit == null || srcAmount === null || deposit.amount === srcAmount) return null
  return `${inCoins(deposit.amount)} of ${inCoins(srcAmount)} arrived; what arrived is swapped.`
}
