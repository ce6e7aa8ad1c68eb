import * as z from 'zod/mini'

import { wireMoney } from '../families/deposit/money.ts'
import { wireOrderId } from '../families/deposit/openOrder.ts'

// Only the fields that are read. Reference: https://exolix.com/developers (read 2026-11).

const limitFields = { minAmount: z.nullish(wireMoney), maxAmount: z.nullish(wireMoney) }

export const limitsWire = z.object(limitFields)

/** Out of range: `toAmount` 0 and a message, with 422 or 200. */
export const rateWire = z.object({
  ...limitFields,
  toAmount: wireMoney,
  message: z.nullish(z.string()),
  rateId: z.nullish(z.string()),
})

/** Networks of one coin; natives have no contract. */
export const networksWire = z.array(
  z.object({ network: z.string(), contract: z.nullish(z.string()) }),
)

const coinWire = z.object({
  coinCode: z.string(),
  network: z.string(),
  memoName: z.nullish(z.string()),
  /** Natives of EVM chains have a placeholder of repeated `e`. */
  contract: z.nullish(z.string()),
})

const hashWire = z.nullish(z.object({ hash: z.nullish(z.string()) }))

/** Answer of `POST /transactions` and of `GET /transactions/{id}`. */
export const orderWire = z.object({
  id: wireOrderId,
  amount: wireMoney,
  amountTo: wireMoney,
  coinFrom: coinWire,
  coinTo: coinWire,
  depositAddress: z.string().check(z.minLength(1)),
  depositExtraId: z.nullish(z.string()),
  withdrawalAddress: z.string(),
  withdrawalExtraId: z.nullish(z.string()),
  refundAddress: z.nullish(z.string()),
  refundExtraId: z.nullish(z.string()),
  rateType: z.nullish(z.string()),
  status: z.string(),
  hashIn: hashWire,
  hashOut: hashWire,
})

export type ExolixOrder = z.output<typeof orderWire>
