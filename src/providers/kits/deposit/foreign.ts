import type { OrderFacts } from '../../../core/order.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { DepositOrder } from './state.ts'
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
