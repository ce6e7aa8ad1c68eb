import type { OrderFacts } from '../../../core/order.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { Token } from '../../../core/token.ts'
import { isTransactionHash } from './hashes.ts'
import { toUnits } from './money.ts'
import { type DepositOrder, toOrderToken } from './state.ts'
import type { KnownOrder } from './status.ts'

// Orders this program never opened: found by their number, known by the provider's word alone.

/**
 * The order number somebody asks about in place of a hash, where it has the provider's shape; null
 * for hashes, so that no provider is asked about what cannot be its own.
 */
export function foreignOrderId(
  { orderId, srcTxHash, srcBlockchain }: SwapRef,
  shape: RegExp,
): string | null {
  if (orderId !== null) return orderId
  if (srcTxHash === null || isTransactionHash(srcBlockchain, srcTxHash)) return null
  return shape.test(srcTxHash) && !/^(?:0x)?[0-9a-fA-F]{64}$/.test(srcTxHash) ? srcTxHash : null
}

/** The provider does not know the order; S1: of an own one that is no failure. */
export function notFound(own: DepositOrder | null = null): SwapStatus {
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    ...(own === null
      ? {}
      : { note: `The provider does not know order ${own.orderId} (any more).` }),
  }
}

/** An order as its provider tells it, amounts in token units; null where a coin is not known. */
export function toKnownOrder(
  told: {
    orderId: string
    depositAddress: string
    depositMemo: string | null
    receiver: string
    refundAddress: string | null
    srcToken: Token | null
    dstToken: Token | null
    srcAmount: string | null
    dstAmount: string | null
    expiresAtMs?: number | null
  },
  { startedAtMs }: Pick<SwapRef, 'startedAtMs'>,
): KnownOrder | null {
  const { srcToken, dstToken, srcAmount, dstAmount } = told
  if (srcToken === null || dstToken === null) return null
  return {
    orderId: told.orderId,
    depositAddress: told.depositAddress,
    depositMemo: told.depositMemo,
    receiver: told.receiver,
    refundAddress: told.refundAddress,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: srcAmount === null ? null : toUnits(srcAmount, srcToken.decimals, 'down'),
    dstAmount: dstAmount === null ? null : toUnits(dstAmount, dstToken.decimals, 'down'),
    createdAtMs: startedAtMs,
    expiresAtMs: told.expiresAtMs ?? null,
    own: {},
  }
}

/**
 * A foreign order as facts to hold a claim against; null stays null. `more` is what only this
 * provider tells, and `undefined` in it what it does not tell after all.
 */
export function toFacts(
  known: KnownOrder | null,
  more: Partial<OrderFacts> = {},
): OrderFacts | null {
  if (known === null) return null
  const { orderId, depositAddress, depositMemo, receiver, refundAddress, expiresAtMs } = known
  const { srcToken, dstToken, srcAmount, dstAmount } = known
  return {
    orderId,
    depositAddress: depositAddress === '' ? undefined : depositAddress,
    depositMemo,
    receiver,
    receiverMemo: undefined,
    refundAddress,
    srcToken,
    dstToken,
    srcAmount,
    dstAmount,
    expiresAtMs,
    ...more,
  }
}

/** A foreign order is known since somebody asked for it. */
export const askedJustNow: Pick<SwapRef, 'startedAtMs'> = { startedAtMs: null }
