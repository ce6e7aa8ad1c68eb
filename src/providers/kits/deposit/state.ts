import * as z from 'zod/mini'

import { blockchainIds } from '../../../core/blockchainIds.ts'
import type { Json, Quote } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import { wireUint } from '../../../http/wire.ts'

// Stored state of an order, needed to check its status later.

const tokenState = z.object({
  blockchain: z.enum(blockchainIds),
  address: z.string(),
  decimals: z.number(),
  native: z.boolean(),
})

const orderState = z.object({
  orderId: z.string(),
  depositAddress: z.string(),
  depositMemo: z.nullable(z.string()),
  receiver: z.string(),
  refundAddress: z.nullable(z.string()),
  srcToken: tokenState,
  dstToken: tokenState,
  srcAmount: wireUint,
  dstAmount: wireUint,
  createdAtMs: z.number(),
  expiresAtMs: z.nullable(z.number()),
  own: z.record(z.string(), z.string()),
})

export type OrderToken = z.output<typeof tokenState>

/** An order as it was opened; amounts in base units, addresses without the memo inside them. */
export type StoredOrder = z.output<typeof orderState>

/** Null for a quote whose order was never opened, and for state of another version. */
export function readOrderState(state: Json): StoredOrder | null {
  const parsed = z.safeParse(orderState, state)
  return parsed.success ? parsed.data : null
}

export function writeOrderState(order: StoredOrder): Quote['providerState'] {
  return { ...order, srcAmount: String(order.srcAmount), dstAmount: String(order.dstAmount) }
}

export function toOrderToken({ blockchain, address, decimals, native }: Token): OrderToken {
  return { blockchain, address, decimals, native }
}
