import * as z from 'zod/mini'

import { wireAddress, wireDecimal, wireHex, wireUint } from '../../http/wire.ts'

// Only the fields that are read. Reference: https://docs.across.to/reference/api-reference and
// https://github.com/across-protocol/frontend api/swap (read 2026-11).

const tokenWire = z.object({
  address: wireAddress,
  symbol: z.string(),
  decimals: z.int().check(z.minimum(0), z.maximum(77)),
})

/** Shares of 1 with 18 decimals; a gain is negative. */
const shareWire = z.string().check(z.regex(/^-?[0-9]{1,30}$/))

const feeWire = z.object({ pct: z.nullish(shareWire) })

export const quoteWire = z.object({
  id: z.nullish(z.string()),
  checks: z.object({ allowance: z.object({ spender: wireAddress }) }),
  steps: z.object({
    originSwap: z.nullish(
      z.object({
        outputAmount: wireUint,
        tokenOut: tokenWire,
        swapProvider: z.object({ name: z.string() }),
      }),
    ),
    bridge: z.object({ provider: z.nullish(z.string()) }),
    destinationSwap: z.nullish(z.object({})),
  }),
  fees: z.nullish(
    z.object({
      total: z.nullish(
        z.object({
          pct: z.nullish(shareWire),
          details: z.nullish(z.object({ bridge: z.nullish(feeWire), app: z.nullish(feeWire) })),
        }),
      ),
    }),
  ),
  inputAmount: wireUint,
  expectedOutputAmount: wireUint,
  minOutputAmount: wireUint,
  expectedFillTime: z.number().check(z.nonnegative(), z.maximum(7 * 86_400)),
  swapTx: z.object({
    chainId: z.int(),
    to: wireAddress,
    data: wireHex,
    value: z.nullish(wireUint),
    gas: z.nullish(wireUint),
    maxFeePerGas: z.nullish(wireUint),
  }),
  /** Unix seconds; 0 means none. */
  quoteExpiryTimestamp: z.nullish(z.int().check(z.nonnegative())),
})

export const limitsWire = z.object({ minDeposit: wireUint, maxDeposit: wireUint })

export const errorWire = z.object({
  code: z.nullish(z.string()),
  message: z.nullish(z.string()),
  param: z.nullish(z.string()),
})

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

export type AcrossQuote = z.output<typeof quoteWire>
