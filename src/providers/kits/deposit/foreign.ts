import type { OrderFacts } from '../../../core/order.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { StoredOrder } from './state.ts'
import type { KnownOrder } from './reading.ts'

// Orders opened elsewhere: found by id, known only from the provider.

/**
 * The order id given in place of a hash, if it has the provider's shape; null for hashes, so that a
 * provider is asked only about ids it may know.
 */
export function foreignOrderId(
  { orderId, srcTxHash, srcBlockchain }: SwapRef,
  shape: RegExp,
): string | null {
  if (orderId !== null) return orderId
  if (srcTxHash === null || isTransactionHash(srcBlockchain, srcTxHash)) return null
  return shape.test(srcTxHash) && !/^(?:0x)?[0-9a-fA-F]{64}$/.test(srcTxHash) ? srcTxHash : null
}

/** The provider does not know the order; for an own order that is not a failure (S1). */
export function notFound(own: StoredOrder | null = null): SwapStatus {
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    ...(own === null
      ? {}
      : { note: `The provider does not know order ${own.orderId} (any more).` }),
  }
}

/**
 * A foreign order as facts to check a claim against; null stays null. `more` overrides facts;
 * `undefined` in it drops one.
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
