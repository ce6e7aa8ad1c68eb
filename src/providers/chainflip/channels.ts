import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import { wireUint } from '../../http/wire.ts'
import { wireMoney } from '../kits/deposit/money.ts'
import {
  type KnownOrder,
  type OrderState,
  orderStateOf,
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

export const leastText = 'at least what was accepted'

export function retryText(blocks: number): string {
  return `${blocks} blocks`
}

/** `minPrice`: in whole coins. */
export type Channel = TrackedOrder & { minPrice: string | null }

/**
 * @param isPrice whether a price is that of the channel being opened; absent: no channel is opened
 */
export function toChannel(
  reported: ChainflipStatus,
  nowMs: number,
  isPrice?: (minPrice: string) => boolean,
): Channel {
  const { depositChannel, deposit, swapEgress, refundEgress, fillOrKillParams } = reported
  const expected = depositChannel?.expectedDepositAmount
  const amount = expected ?? deposit?.amount
  const { minPrice = null, retryDurationBlocks: blocks } = fillOrKillParams ?? {}
  const isAgreed = minPrice !== null && isPrice?.(minPrice) === true
  const state = stateIn(reported, nowMs)
  return {
    minPrice,
    orderId: depositChannel?.id ?? '',
    src: { code: reported.srcAsset, network: reported.srcChain },
    dst: { code: reported.destAsset, network: reported.destChain },
    amountToSend: amount,
    dstAmount: null,
    depositAddress: depositChannel?.depositAddress,
    receiver: reported.destAddress,
    refundAddress: fillOrKillParams?.refundAddress ?? undefined,
    rateType: blocks == null ? null : retryText(blocks),
    createdAtMs: depositChannel?.createdAt,
    expiresAtMs: depositChannel?.estimatedExpiryTime ?? null,
    // The index may list the channel shortly before its expected amount.
    opening: isPrice !== undefined && expected == null ? 'pending' : null,
    terms: {
      orderId: depositChannel?.id,
      dstAmount: isAgreed ? leastText : (minPrice ?? undefined),
      expiresAt: depositChannel?.srcChainExpiryBlock ?? undefined,
    },
    progress: {
      status: reported.state,
      statusOverride: state,
      paymentHash: deposit?.txRef,
      payoutHashes: [swapEgress?.txRef],
      refundHashes: [refundEgress?.txRef],
      arrivedAmounts: deposit == null ? [] : [deposit.amount],
      payoutAmount: swapEgress?.amount,
      note: (known) => noteOf(reported, known, state),
    },
  }
}

function stateIn(reported: ChainflipStatus, nowMs: number): OrderState {
  const { state, depositChannel, deposit, swapEgress, refundEgress, fallbackEgress } = reported
  const orderState = orderStateOf(chainflipStatusMap, state)
  const isUnpaid = orderState === 'awaiting' && deposit == null
  if (isUnpaid && depositChannel?.isExpired === true) return 'expired'
  if (orderState === 'exchanging' && isOverdue(reported, nowMs)) return 'on_hold'
  if (orderState === 'done' && swapEgress == null && refundEgress != null) return 'refunded'
  if (orderState !== 'failed') return orderState
  if (refundEgress != null) return 'refunded'
  if (fallbackEgress != null) return 'needs_user'
  // Without a stated reason it is unclear where the money is.
  return failureOf(reported) == null ? 'stopped' : 'failed'
}

function failureOf({
  deposit,
  swapEgress,
  fallbackEgress,
}: ChainflipStatus): z.output<typeof failureWire> {
  return deposit?.failure ?? swapEgress?.failure ?? fallbackEgress?.failure
}

/** Whether the swap has waited for its price longer than its retry time. */
function isOverdue({ swap, fillOrKillParams }: ChainflipStatus, nowMs: number): boolean {
  const { scheduledAt, latestSwapRescheduledAt } = swap?.regular ?? {}
  if (scheduledAt == null || latestSwapRescheduledAt == null) return false
  return nowMs - scheduledAt > (fillOrKillParams?.retryDurationBlocks ?? 0) * blockMs
}

function noteOf(reported: ChainflipStatus, order: KnownOrder, state: OrderState): string | null {
  const { deposit, refundEgress } = reported
  const { srcToken, srcAmount } = order
  const inCoins = (amount: bigint): string => formatAmount(amount, srcToken.decimals)
  if (state === 'needs_user') {
    return 'Chainflip could not send it to the receiver and holds it at a fallback address.'
  }
  if (state === 'on_hold')
    return 'Chainflip is waiting for a better price; otherwise the payment goes back.'
  if (state === 'failed') {
    const { reason: found } = failureOf(reported) ?? {}
    const reason = found?.message ?? found?.name ?? ''
    return reason === '' ? null : `Chainflip reports: "${foreignReason(reason, 120)}".`
  }
  if (state === 'done' && refundEgress != null) {
    return `${inCoins(refundEgress.amount)} of it came back unswapped.`
  }
  if (deposit == null || srcAmount === null || deposit.amount === srcAmount) return null
  return `${inCoins(deposit.amount)} of ${inCoins(srcAmount)} arrived; what arrived is swapped.`
}
