import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'
import { wireMoney } from '../kits/deposit/money.ts'

// Only the fields that are read. Reference:
// https://docs.swap.coffee/technical-guides/aggregator-api-openapi/routing (read 2026-11).

const tokenWire = z.object({ address: z.object({ address: z.string().check(z.maxLength(80)) }) })

/** A path of one pool; what follows stands in `next`. */
const pathWire = z.object({
  dex: z.string(),
  input_token: tokenWire,
  output_token: tokenWire,
  /** TON that the step uses up, usually. */
  average_gas: z.nullish(wireMoney),
  next: z.nullish(z.array(z.unknown())),
})

export const pathsWire = z.array(pathWire)

/** Amounts in token units, as JSON numbers. */
export const routeWire = z.object({
  input_amount: wireMoney,
  output_amount: wireMoney,
  /** What of the input no pool takes. */
  left_amount: z.nullish(wireMoney),
  paths: z.nullish(z.json()),
})

/** Amounts in nanoton, as text. */
export const transactionsWire = z.object({
  route_id: z.int().check(z.nonnegative()),
  transactions: z.array(
    z.object({
      address: z.string().check(z.maxLength(80)),
      value: wireUint,
      cell: z.string(),
      stateInit: z.nullish(z.string()),
    }),
  ),
})

export type CoffeePaths = z.output<typeof pathsWire>
export type CoffeeTransactions = z.output<typeof transactionsWire>
