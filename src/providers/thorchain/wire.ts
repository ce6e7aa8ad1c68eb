import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'

// Only the fields that are read. Reference: https://thornode.ninerealms.com/thorchain/doc and
// https://dev.thorchain.org (read 2026-11). Amounts are texts in hundred-millionths of a coin.

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())

export const poolsWire = z.array(
  z.object({
    asset: z.string(),
    /** `Available`, `Staged`, `Suspended`. */
    status: z.string(),
  }),
)

export const inboundsWire = z.array(
  z.object({
    chain: z.string(),
    address: z.string(),
    halted: flag,
    global_trading_paused: flag,
    chain_trading_paused: flag,
  }),
)

const seconds = z.nullish(z.number().check(z.nonnegative(), z.maximum(604_800)))

export const quoteWire = z.object({
  inbound_address: text,
  inbound_confirmation_seconds: seconds,
  outbound_delay_seconds: seconds,
  total_swap_seconds: seconds,
  fees: z.object({
    asset: z.string(),
    outbound: wireUint,
    slippage_bps: z.nullish(z.int()),
  }),
  /** Unix seconds. */
  expiry: z.int().check(z.nonnegative()),
  dust_threshold: z.nullish(wireUint),
  recommended_min_amount_in: z.nullish(wireUint),
  memo: text,
  expected_amount_out: wireUint,
})

const coinWire = z.object({ asset: z.string(), amount: wireUint })
const stage = z.nullish(z.object({ completed: flag }))

export const txStatusWire = z.object({
  tx: z.nullish(
    z.object({
      from_address: text,
      coins: z.nullish(z.array(coinWire)),
      memo: text,
    }),
  ),
  planned_out_txs: z.nullish(
    z.array(
      z.object({
        chain: z.string(),
        to_address: text,
        coin: z.nullish(coinWire),
        refund: flag,
      }),
    ),
  ),
  out_txs: z.nullish(
    z.array(
      z.object({
        id: z.string(),
        chain: z.string(),
        to_address: text,
        coins: z.nullish(z.array(coinWire)),
        memo: text,
      }),
    ),
  ),
  stages: z.object({
    inbound_observed: z.nullish(z.object({ started: flag, completed: flag })),
    inbound_confirmation_counted: stage,
    inbound_finalised: stage,
    swap_status: z.nullish(z.object({ pending: flag })),
    swap_finalised: stage,
    outbound_delay: stage,
    outbound_signed: z.nullish(
      z.object({ completed: flag, blocks_since_scheduled: z.nullish(z.number()) }),
    ),
  }),
})

export type ThorPools = z.output<typeof poolsWire>
export type ThorInbounds = z.output<typeof inboundsWire>
export type ThorQuote = z.output<typeof quoteWire>
export type ThorStatus = z.output<typeof txStatusWire>
