/** A route as services answer it: its tokens, estimate, fees and steps. Open, as schemas.ts says. */
import * as z from 'zod'
import { transaction } from './transactionSchema.ts'

export const tokenItem = z.looseObject({
  address: z.string(),
  blockchain: z.string(),
  blockchainId: z.number().nullish(),
  decimals: z.number().int().min(0).max(255),
  symbol: z.string(),
  name: z.string().nullish(),
  price: z.number().nullish().describe('USD per token; absent when unknown'),
})

const amountToken = tokenItem.extend({ amount: z.string().nullish() })

export const errorObject = z.looseObject({
  code: z.number().int(),
  reason: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** An amount in base units; tools after the contract count with it. */
const weiText = z.string().regex(/^\d{1,78}$/)
const amountText = z.string().regex(/^\d{1,78}(\.\d{1,255})?$/)

export const estimate = z.looseObject({
  destinationTokenAmount: amountText,
  destinationTokenMinAmount: amountText,
  destinationUsdAmount: z.number().nullish(),
  destinationUsdMinAmount: z.number().nullish(),
  destinationWeiAmount: weiText,
  destinationWeiMinAmount: weiText,
  intermidiateTokenWeiAmount: z
    .string()
    .nullish()
    .describe('Yield of the first hop; "0" if there is only one'),
  durationInMinutes: z.number(),
  priceImpact: z.number().nullish().describe('Percent: 0.11 is 0.11 %; null when unknown'),
  slippage: z.number().describe('Fraction of 1'),
})

const fixedFee = z.looseObject({
  fixedAmount: z.string(),
  fixedWeiAmount: z.string(),
  fixedUsdAmount: z.number().nullish(),
})

export const fees = z.looseObject({
  gasTokenFees: z.looseObject({
    nativeToken: tokenItem,
    gas: z
      .looseObject({
        gasPrice: z.string().nullish(),
        baseFee: z.string().nullish(),
        maxFeePerGas: z.string().nullish(),
        maxPriorityFeePerGas: z.string().nullish(),
        gasLimit: z.string().nullish(),
        totalWeiAmount: z.string().nullish(),
        totalUsdAmount: z.number().nullish(),
      })
      .nullish(),
    protocol: fixedFee,
    provider: fixedFee,
  }),
  percentFees: z.looseObject({ percent: z.number(), token: tokenItem.nullish() }),
})

export const routingStep = z.looseObject({
  type: z.string(),
  provider: z.string(),
  path: z.array(amountToken).describe('From and to; amount "0": not reported by the provider'),
  via: z
    .array(z.string())
    .nullish()
    .describe(
      'Exchanges and bridges inside, as foreignBlacklist has them; pools and parts of a swap on one chain (extension)',
    ),
})

export const routeItem = z.looseObject({
  id: z.string().nullable().describe('Pass it to swap; null: get a new quote'),
  swapType: z.string().describe('on-chain or cross-chain'),
  providerType: z.string(),
  tokens: z.looseObject({ from: amountToken, to: tokenItem }),
  estimate,
  fees,
  routing: z.array(routingStep),
  transaction,
  warnings: z.array(errorObject),
  useRubicContract: z.boolean().nullish(),
  executionKind: z
    .string()
    .nullish()
    .describe(
      'How it is paid: evm, ton, deposit, or the kind of a chain whose wallet signs (extension)',
    ),
  rateType: z
    .string()
    .nullish()
    .describe('fixed or float, of deposit routes and of calls without a minimum (extension)'),
  singlePath: z
    .looseObject({
      destinationTokenAmount: amountText,
      destinationWeiAmount: weiText,
      gasLimit: weiText,
    })
    .nullish()
    .describe('What one path brings, where parts or pools of two kinds bring more (extension)'),
  limits: z
    .looseObject({ min: z.string().nullish(), max: z.string().nullish() })
    .nullish()
    .describe('Amounts the provider takes, in token units (extension)'),
})

export type TokenItem = z.output<typeof tokenItem>
export type ErrorObject = z.output<typeof errorObject>
export type Estimate = z.output<typeof estimate>
export type Fees = z.output<typeof fees>
export type RouteItem = z.output<typeof routeItem>
