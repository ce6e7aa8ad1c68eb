import * as z from 'zod/mini'

import { wireAddress, wireDecimal, wireHash, wireHex, wireHexUint } from '../../http/wire.ts'

// What a status is told from; only the fields that are read. Reference:
// https://docs.across.to/reference/api-reference (read 2026-11).

/** Older answers say `fillTx` and `depositRefundTxHash` for the two references. */
export const depositWire = z.object({
  status: z.string(),
  originChainId: z.nullish(z.union([z.int(), wireDecimal])),
  fillTxnRef: z.nullish(z.string()),
  fillTx: z.nullish(z.string()),
  depositRefundTxnRef: z.nullish(z.string()),
  depositRefundTxHash: z.nullish(z.string()),
  actionsSucceeded: z.nullish(z.boolean()),
})

/** `eth_getTransactionReceipt`, as far as it is evidence. */
export const receiptWire = z.object({
  status: wireHexUint,
  to: z.nullable(wireAddress),
  blockNumber: wireHexUint,
  logs: z.array(z.object({ address: wireAddress, topics: z.array(wireHash), data: wireHex })),
})

export type Receipt = z.output<typeof receiptWire>
export type Log = Receipt['logs'][number]
