import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'

// Only the fields that are read. Reference: https://docs.near-intents.org, "1Click API", and
// @defuse-protocol/one-click-sdk-typescript 0.1.25 (read 2026-11).

export const tokensWire = z.array(
  z.object({
    assetId: z.string(),
    decimals: z.int(),
    blockchain: z.string(),
    symbol: z.string(),
    /** Absent for native coins. */
    contractAddress: z.nullish(z.string()),
  }),
)

/** The request as it was understood. */
const requestWire = z.object({
  dry: z.boolean(),
  swapType: z.optional(z.string()),
  originAsset: z.optional(z.string()),
  destinationAsset: z.optional(z.string()),
  amount: z.optional(wireUint),
  refundTo: z.optional(z.string()),
  recipient: z.optional(z.string()),
})

/** Address, memo and deadline are absent in an estimate. */
export const quoteWire = z.object({
  timestamp: z.optional(z.string()),
  signature: z.optional(z.string()),
  quoteRequest: requestWire,
  quote: z.object({
    amountIn: wireUint,
    amountOut: wireUint,
    minAmountOut: wireUint,
    timeEstimate: z.optional(z.number().check(z.nonnegative())),
    depositAddress: z.optional(z.string()),
    depositMemo: z.nullish(z.string()),
    /** Nothing may be paid after it. */
    deadline: z.optional(z.string()),
  }),
})

const transactionsWire = z.optional(z.array(z.object({ hash: z.string() })))

export const statusWire = z.object({
  status: z.string(),
  quoteResponse: z.unknown(),
  swapDetails: z.object({
    amountOut: z.nullish(wireUint),
    depositedAmount: z.nullish(wireUint),
    refundReason: z.nullish(z.string()),
    originChainTxHashes: transactionsWire,
    destinationChainTxHashes: transactionsWire,
  }),
})

export const errorWire = z.object({ message: z.union([z.string(), z.array(z.string())]) })

export type OneClickTokens = z.output<typeof tokensWire>
export type OneClickQuote = z.output<typeof quoteWire>
export type OneClickStatus = z.output<typeof statusWire>
