import * as z from 'zod'
import { blockchainIds } from '../core/blockchainIds.ts'
import { providerIds } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import { foreignKinds } from '../core/foreignTransaction.ts'

/** A `Quote` read from disk, with bigints restored and validated. */
const token = z.object({
  blockchain: z.enum(blockchainIds),
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  listed: z.boolean(),
  native: z.boolean(),
})

const request = z.object({
  srcToken: token,
  dstToken: token,
  srcAmount: z.bigint(),
  receiver: z.string().nullable(),
  receiverMemo: z.string().exactOptional(),
  fromAddress: z.string().nullable(),
  refundAddress: z.string().nullable(),
  slippageBps: z.number().nullable(),
  referrer: z.string(),
  integratorAddress: z.string().nullable(),
  integratorFeeBps: z.number(),
  foreignExclusions: z.object({
    lifi: z.array(z.string()),
    rango: z.array(z.string()),
    zerox: z.array(z.string()),
    dflow: z.array(z.string()),
  }),
  enableChecks: z.boolean(),
})

const fees = z.object({
  gas: z.object({ limit: z.bigint(), price: z.bigint() }).nullable(),
  protocolFixed: z.bigint(),
  providerFixed: z.bigint(),
  percent: z.object({ percent: z.number(), token }).nullable(),
})

const step = z.object({
  type: z.enum(['on-chain', 'cross-chain']),
  provider: z.string(),
  via: z.array(z.string()).exactOptional(),
  from: z.object({ token, amount: z.bigint().nullable() }),
  to: z.object({ token, amount: z.bigint().nullable() }),
})

const warning = z.object({
  code: z.number(),
  reason: z.string(),
  data: z.record(z.string(), z.json()).exactOptional(),
})

const quoteSchema = z.object({
  provider: z.enum(providerIds),
  swapType: z.enum(['on-chain', 'cross-chain']),
  executionKind: z.enum(['evm', 'ton', 'deposit', ...foreignKinds]),
  request,
  dstAmount: z.bigint(),
  dstMinAmount: z.bigint(),
  slippageBps: z.number(),
  durationSeconds: z.number(),
  priceImpactPercent: z.number().nullable(),
  fees,
  spender: z.string().nullable(),
  steps: z.array(step),
  singlePath: z.object({ dstAmount: z.bigint(), gasLimit: z.bigint() }).exactOptional(),
  limits: z.object({ min: z.bigint().nullable(), max: z.bigint().nullable() }).exactOptional(),
  rateType: z.enum(['fixed', 'float']).exactOptional(),
  expiresAtMs: z.number().nullable(),
  warnings: z.array(warning),
  providerState: z.json(),
  offer: z.string().exactOptional(),
})

/** @throws ZodError when the value is not a quote of this version */
export function readQuote(value: unknown): Quote {
  return quoteSchema.parse(value)
}
