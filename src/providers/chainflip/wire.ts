import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'
import { wireMoney } from '../kits/deposit/money.ts'

// Only the fields that are read. Reference: @chainflip/sdk 1.11.2 and the backend of
// https://github.com/chainflip-io/chainflip-sdk-monorepo (both read 2026-11).

export const networkWire = z.object({
  assets: z.array(
    z.object({
      asset: z.string(),
      depositChannelDepositsEnabled: z.optional(z.boolean()),
      depositChannelCreationEnabled: z.optional(z.boolean()),
      egressEnabled: z.optional(z.boolean()),
    }),
  ),
})

const assetWire = z.object({ asset: z.string(), chain: z.string() })
const percent = z.optional(z.number().check(z.nonnegative(), z.maximum(100)))

export const quotesWire = z.array(
  z.object({
    /** `DCA` entries are not read further. */
    type: z.string(),
    srcAsset: assetWire,
    destAsset: assetWire,
    depositAmount: wireUint,
    intermediateAmount: z.optional(wireUint),
    egressAmount: wireUint,
    includedFees: z.array(
      z.object({ type: z.string(), asset: z.string(), chain: z.string(), amount: wireUint }),
    ),
    estimatedDurationSeconds: z.number().check(z.nonnegative(), z.maximum(604_800)),
    /** Sent back as it came. */
    estimatedPrice: z.string().check(z.maxLength(120)),
    recommendedSlippageTolerancePercent: percent,
    recommendedLivePriceSlippageTolerancePercent: percent,
    recommendedRetryDurationMinutes: z.int().check(z.positive(), z.maximum(1440)),
  }),
)

/** `<issued block>-<Chain>-<channel>`. */
export const channelId = /^\d{1,12}-[A-Z][A-Za-z]{2,20}-\d{1,12}$/

export const channelWire = z.object({
  id: z.string().check(z.regex(channelId)),
  depositAddress: z.string().check(z.minLength(1)),
  srcChainExpiryBlock: z.string(),
  estimatedExpiryTime: z.optional(z.number().check(z.nonnegative())),
})

const text = z.nullish(z.string())
const failureWire = z.nullish(
  z.object({ reason: z.nullish(z.object({ name: text, message: text })) }),
)
const egressWire = z.nullish(z.object({ amount: wireUint, txRef: text, failure: failureWire }))

export const statusWire = z.object({
  state: z.string(),
  srcAsset: z.string(),
  srcChain: z.string(),
  destAsset: z.string(),
  destChain: z.string(),
  destAddress: z.string(),
  depositChannel: z.nullish(
    z.object({
      id: z.string(),
      depositAddress: z.string(),
      createdAt: z.nullish(z.number()),
      srcChainExpiryBlock: text,
      estimatedExpiryTime: z.nullish(z.number()),
      expectedDepositAmount: z.nullish(wireUint),
      isExpired: z.nullish(z.boolean()),
    }),
  ),
  deposit: z.nullish(z.object({ amount: wireUint, txRef: text, failure: failureWire })),
  swap: z.nullish(
    z.object({
      regular: z.nullish(
        z.object({
          scheduledAt: z.nullish(z.number()),
          latestSwapRescheduledAt: z.nullish(z.number()),
        }),
      ),
    }),
  ),
  swapEgress: egressWire,
  refundEgress: egressWire,
  fallbackEgress: egressWire,
  fillOrKillParams: z.nullish(
    z.object({
      refundAddress: text,
      minPrice: z.nullish(wireMoney),
      retryDurationBlocks: z.nullish(z.number()),
    }),
  ),
})

export const errorWire = z.object({ message: z.string() })

export type ChainflipNetwork = z.output<typeof networkWire>
export type ChainflipQuote = z.output<typeof quotesWire>[number]
export type ChainflipChannel = z.output<typeof channelWire>
export type ChainflipStatus = z.output<typeof statusWire>
