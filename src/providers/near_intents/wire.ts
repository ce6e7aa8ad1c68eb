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

const text = z.nullish(z.string())

/** The request as it was understood. */
const requestWire = z.object({
  swapType: text,
  originAsset: text,
  destinationAsset: text,
  depositType: text,
  refundTo: text,
  refundType: text,
  recipient: text,
  recipientType: text,
  /** Who else is paid out of the output. */
  appFees: z.nullish(z.array(z.unknown())),
  /** From here on a payment is sent back. */
  deadline: text,
})

/** Address, memo and deadline are absent in an estimate. */
export const quoteWire = z.object({
  timestamp: text,
  signature: text,
  quoteRequest: requestWire,
  quote: z.object({
    amountIn: wireUint,
    amountOut: wireUint,
    minAmountOut: wireUint,
    timeEstimate: z.nullish(z.number().check(z.nonnegative())),
    depositAddress: text,
    depositMemo: text,
    /** From here on the address is not watched any more, and what is paid to it may be lost. */
    deadline: text,
    timeWhenInactive: text,
  }),
})

const transactionsWire = z.nullish(z.array(z.object({ hash: z.string() })))

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
