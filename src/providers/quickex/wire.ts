import * as z from 'zod/mini'

import { wireMoney } from '../families/deposit/money.ts'
import { wireOrderId } from '../families/deposit/openOrder.ts'

// Only the fields that are read. Reference: Quickex documentation, pages "api-v1",
// "api-v1-orders", "api-v2" and "api-v2-orders" (read 2026-11).

const instrumentWire = z.object({
  currencyTitle: z.string(),
  networkTitle: z.string(),
  precisionDecimals: z.nullish(z.int().check(z.nonnegative())),
  requiresMemo: z.nullish(z.boolean()),
  /** Told by the list of version 1; natives have none. */
  contractAddress: z.nullish(z.string()),
})

export const instrumentsWire = z.array(instrumentWire)

const rulesWire = z.nullish(
  z.object({ minAmount: z.nullish(wireMoney), maxAmount: z.nullish(wireMoney) }),
)

export const limitsWire = z.object({
  generalMinAmount: z.nullish(wireMoney),
  generalMaxAmount: z.nullish(wireMoney),
  depositRules: rulesWire,
})

/** Sent back as it came, where a rate is fixed. */
const price = z.union([z.string().check(z.maxLength(80)), z.number()])

export const rateWire = z.object({
  price,
  updatedAt: price,
  amountToGet: wireMoney,
  finalNetworkFeeAmount: z.nullish(wireMoney),
  rateMode: z.nullish(z.string()),
})

export const errorWire = z.object({
  message: z.nullish(z.string()),
  data: z.nullish(
    z.object({
      details: z.nullish(
        z.object({ expected: z.nullish(wireMoney), expectedGeneral: z.nullish(wireMoney) }),
      ),
    }),
  ),
})

const orderNumber = z.pipe(
  z.union([z.string(), z.int().check(z.nonnegative())]),
  z.pipe(
    z.transform((value: string | number) => String(value)),
    wireOrderId,
  ),
)
const pairWire = z.object({ instrumentFrom: instrumentWire, instrumentTo: instrumentWire })
const text = z.nullish(z.string())

/** One page shows the address by itself, another inside an object. */
const placeWire = z.union([
  z.string(),
  z.object({ depositAddress: z.string(), depositAddressMemo: text }),
])

export const createdWire = z.object({
  orderId: orderNumber,
  pair: z.nullish(pairWire),
  depositAddress: placeWire,
  depositAddressMemo: text,
  /** One page of the documentation shows an answer without them: the order read back has them. */
  claimedDepositAmount: z.nullish(wireMoney),
  amountToGet: z.nullish(wireMoney),
  destinationAddress: text,
  rateMode: text,
})

/** Titles of both coins: as a pair of objects, or one by one in clients of version 2. */
const flatPairWire = z.pipe(
  z.object({
    instrumentFromCurrencyTitle: z.string(),
    instrumentFromNetworkTitle: z.string(),
    instrumentToCurrencyTitle: z.string(),
    instrumentToNetworkTitle: z.string(),
  }),
  z.transform((flat) => ({
    pair: {
      instrumentFrom: {
        currencyTitle: flat.instrumentFromCurrencyTitle,
        networkTitle: flat.instrumentFromNetworkTitle,
      },
      instrumentTo: {
        currencyTitle: flat.instrumentToCurrencyTitle,
        networkTitle: flat.instrumentToNetworkTitle,
      },
    },
  })),
)
const anyPairWire = z.union([z.object({ pair: pairWire }), flatPairWire])

const orderFieldsWire = z.object({
  orderId: orderNumber,
  legacyOrderId: text,
  /** Not documented for this call; compared where it is told. */
  depositAddress: z.nullish(placeWire),
  depositAddressMemo: text,
  deposits: z.nullish(
    z.array(z.object({ amount: z.nullish(wireMoney), txId: text, depositAddress: text })),
  ),
  withdrawals: z.nullish(z.array(z.object({ amount: z.nullish(wireMoney), txId: text }))),
  rateMode: text,
  claimedDepositAmount: wireMoney,
  amountToGet: wireMoney,
  completed: z.nullish(z.boolean()),
  orderEvents: z.nullish(z.array(z.object({ kind: z.string(), createdAt: text }))),
  failedToCreate: z.nullish(z.boolean()),
  isPendingToCreate: z.nullish(z.boolean()),
  destinationAddress: text,
  destinationAddressMemo: text,
  refundAddress: text,
  refundAddressMemo: text,
})

export const orderWire = z.intersection(orderFieldsWire, anyPairWire)

export type QuickexInstruments = z.output<typeof instrumentsWire>
export type QuickexCreated = z.output<typeof createdWire>
export type QuickexOrder = z.output<typeof orderWire>
