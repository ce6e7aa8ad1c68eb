import { formatAmount } from '../../core/amounts.ts'
import type { SwapRef } from '../../core/quote.ts'
import { toKnownOrder } from '../families/deposit/foreign.ts'
import { toUnits } from '../families/deposit/money.ts'
import type { KnownOrder, Meaning, Reading } from '../families/deposit/status.ts'
import { tokenOfInstrument } from './coins.ts'
import type { QuickexOrder } from './wire.ts'

/** Kinds of events, the newest of which says where an order is. */
const meanings: Readonly<Partial<Record<string, Meaning>>> = {
  CREATION_END: 'awaiting',
  INCOMING_FUNDS_DETECTED: 'confirming',
  DEPOSIT_REGISTERED: 'exchanging',
  FUNDS_WITHDRAWAL_START: 'sending',
  WITHDRAWAL_COMPLETED: 'done',
  AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER: 'held',
  REFUND_REQUESTED: 'refunding',
  REFUND_COMPLETED: 'refunded',
}

/** Address and memo of an order under way; most answers do not repeat them. */
export function toldDeposit(order: QuickexOrder): {
  address: string | undefined
  memo: string | null | undefined
} {
  const place = order.depositAddress
  if (place == null) {
    const address = order.deposits?.find(({ depositAddress }) => depositAddress != null)
    return { address: address?.depositAddress ?? undefined, memo: undefined }
  }
  if (typeof place === 'string') return { address: place, memo: order.depositAddressMemo }
  return { address: place.depositAddress, memo: place.depositAddressMemo }
}

export function toReading(order: QuickexOrder, known: KnownOrder): Reading {
  const event = newestEvent(order)
  const { withdrawals, deposits, completed, failedToCreate } = order
  const hasPaid = completed === true && event !== 'REFUND_COMPLETED'
  const word = hasPaid ? 'COMPLETED' : (event ?? 'CREATED')
  const isFailed = failedToCreate === true && event !== 'REFUND_COMPLETED' && !hasPaid
  const told = event === null ? 'awaiting' : (meanings[event] ?? 'unknown')
  const meaning = isFailed ? 'failed' : hasPaid ? 'done' : told
  const outs = (withdrawals ?? []).toReversed()
  // One without a hash keeps its place: the one before it paid for something else.
  const hashes = outs.map(({ txId }) => txId ?? '')
  const [last] = outs
  const note = shortNote(order, known, meaning)
  return {
    word: isFailed ? 'FAILED_TO_CREATE' : word,
    meaning,
    srcTxHash: deposits?.find(({ txId }) => txId != null)?.txId ?? null,
    payoutHashes: hashes,
    payoutAmount:
      last?.amount == null ? null : toUnits(last.amount, known.dstToken.decimals, 'down'),
    refundHashes: meaning === 'refunded' ? hashes : [],
    ...(note === null ? {} : { note }),
  }
}

/** Listed newest first; told apart by their times where they have some. */
function newestEvent({ orderEvents }: QuickexOrder): string | null {
  let newest: { kind: string; atMs: number } | null = null
  for (const { kind, createdAt } of orderEvents ?? []) {
    const atMs = createdAt == null ? Number.NaN : Date.parse(createdAt)
    if (newest === null || atMs > newest.atMs) newest = { kind, atMs }
  }
  return newest?.kind ?? null
}

/** What arrived where it is not what was agreed; what Quickex does with it is documented nowhere. */
function shortNote(
  { deposits }: QuickexOrder,
  { srcToken, srcAmount }: KnownOrder,
  meaning: Meaning,
): string | null {
  const isUnderWay = meaning === 'confirming' || meaning === 'exchanging' || meaning === 'held'
  if (!isUnderWay || srcAmount === null || deposits == null || deposits.length === 0) return null
  const { decimals } = srcToken
  let arrived = 0n
  for (const { amount } of deposits) {
    if (amount == null) return null
    arrived += toUnits(amount, decimals, 'down')
  }
  if (arrived === srcAmount) return null
  const share = `${formatAmount(arrived, decimals)} of ${formatAmount(srcAmount, decimals)}`
  return `${share} arrived; Quickex decides what becomes of it.`
}

/** An order of somebody else, by Quickex' own word. */
export function toForeign(
  order: QuickexOrder,
  ref: Pick<SwapRef, 'startedAtMs'>,
  receiver: string,
): KnownOrder | null {
  const { pair } = order
  return toKnownOrder(
    {
      orderId: order.orderId,
      depositAddress: toldDeposit(order).address ?? '',
      depositMemo: toldDeposit(order).memo ?? null,
      receiver: order.destinationAddress ?? receiver,
      refundAddress: order.refundAddress ?? null,
      srcToken: tokenOfInstrument(pair.instrumentFrom),
      dstToken: tokenOfInstrument(pair.instrumentTo),
      srcAmount: order.claimedDepositAmount,
      dstAmount: order.amountToGet,
    },
    ref,
  )
}
