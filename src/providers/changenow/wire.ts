import * as z from 'zod/mini'

import { wireMoney } from '../families/deposit/money.ts'
import { wireOrderId } from '../families/deposit/openOrder.ts'

// Only the fields that are read. Reference: public documentation of the ChangeNOW API v2
// (https://documenter.getpostman.com/view/8180765/SVfTPnM8, read 2026-11).

export const currenciesWire = z.array(
  z.object({
    ticker: z.string(),
    network: z.string(),
    tokenContract: z.nullish(z.string()),
    hasExternalId: z.optional(z.boolean()),
    isExtraIdSupported: z.optional(z.boolean()),
    supportsFixedRate: z.optional(z.boolean()),
    /** May be the destination, may be the source. */
    buy: z.optional(z.boolean()),
    sell: z.optional(z.boolean()),
  }),
)

const limits = { minAmount: z.nullish(wireMoney), maxAmount: z.nullish(wireMoney) }

export const rangeWire = z.object(limits)

export const estimateWire = z.object({
  rateId: z.nullish(z.string()),
  validUntil: z.nullish(z.string()),
  /** Minutes, `10-60`. */
  transactionSpeedForecast: z.nullish(z.string()),
  toAmount: wireMoney,
})

export const errorWire = z.object({
  error: z.nullish(z.string()),
  message: z.nullish(z.string()),
  payload: z.nullish(z.object({ range: z.nullish(rangeWire) })),
})

const text = z.nullish(z.string())

export const createdWire = z.object({
  id: wireOrderId,
  fromAmount: wireMoney,
  toAmount: wireMoney,
  flow: text,
  payinAddress: z.string().check(z.minLength(1)),
  payinExtraId: text,
  payinExtraIdName: text,
  payoutAddress: z.string(),
  payoutExtraId: text,
  fromCurrency: z.string(),
  fromNetwork: z.string(),
  toCurrency: z.string(),
  toNetwork: z.string(),
  refundAddress: text,
  refundExtraId: text,
  validUntil: text,
})

export const orderWire = z.object({
  id: wireOrderId,
  status: z.string(),
  actionsAvailable: z.nullish(z.boolean()),
  fromCurrency: z.string(),
  fromNetwork: z.string(),
  toCurrency: z.string(),
  toNetwork: z.string(),
  expectedAmountFrom: z.nullish(wireMoney),
  expectedAmountTo: z.nullish(wireMoney),
  /** What has arrived, once something has. */
  amountFrom: z.nullish(wireMoney),
  amountTo: z.nullish(wireMoney),
  payinAddress: z.string(),
  payinExtraId: text,
  payoutAddress: z.string(),
  payoutExtraId: text,
  refundAddress: text,
  refundExtraId: text,
  validUntil: text,
  payinHash: text,
  payoutHash: text,
  refundHash: text,
})

export type ChangenowCurrencies = z.output<typeof currenciesWire>
export type ChangenowCreated = z.output<typeof createdWire>
export type ChangenowOrder = z.output<typeof orderWire>
