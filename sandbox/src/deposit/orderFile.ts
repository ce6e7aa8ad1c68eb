import * as z from 'zod/mini'
import { type BlockchainId, isBlockchainId } from '../../../src/core/blockchainIds.ts'
import { depositProviders, type Order, stages } from './types.ts'

// An order as text: amounts are decimal strings, everything else as it is.

const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,96}$/)),
  z.transform((text) => BigInt(text)),
)
const text = z.nullable(z.string())
const coin = z.object({
  blockchain: z.custom<BlockchainId>((value) => typeof value === 'string' && isBlockchainId(value)),
  address: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  native: z.boolean(),
})
const transfer = z.object({
  coin,
  to: z.string(),
  memo: text,
  amount,
  hash: text,
  raw: text,
  done: z.boolean(),
})

const orderFile = z.object({
  format: z.literal(1),
  provider: z.enum(depositProviders),
  id: z.string(),
  rateType: z.enum(['fixed', 'float']),
  from: coin,
  to: coin,
  amountIn: amount,
  amountOut: amount,
  minOut: z.nullable(amount),
  receiver: z.string(),
  receiverMemo: text,
  refundAddress: text,
  refundMemo: text,
  depositAddress: z.string(),
  depositMemo: text,
  createdAtMs: z.number(),
  expiresAtMs: z.nullable(z.number()),
  openedAtBlock: z.int(),
  stage: z.enum(stages),
  history: z.array(z.object({ stage: z.enum(stages), atMs: z.number() })),
  payments: z.array(
    z.object({ hash: z.string(), from: text, amount, memo: text, atMs: z.number() }),
  ),
  overdue: z.boolean(),
  reason: z.nullable(z.enum(['amount', 'late', 'memo', 'fault', 'price'])),
  payout: z.nullable(transfer),
  refund: z.nullable(transfer),
  facts: z.record(z.string(), z.json()),
})

/** Null for text that is not an order of this format. */
export function parseOrder(text: string): Order | null {
  const read = orderFile.safeParse(parseJson(text))
  if (!read.success) return null
  const { format: _, ...order } = read.data
  return order
}

export function printOrder(order: Order): string {
  const write = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? value.toString() : value
  return `${JSON.stringify({ format: 1, ...order }, write, 1)}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // torn or foreign
  }
}
