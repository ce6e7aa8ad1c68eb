import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'

// Only the fields that are read. Reference: https://api.ston.fi/swagger-ui and
// https://github.com/ston-fi/api (read 2026-11).

/** A share of 1; an impact can be a gain, and small ones come with an exponent. */
const shareWire = z
  .string()
  .check(z.regex(/^-?[0-9]{1,30}(?:\.[0-9]{1,60})?(?:[eE][+-]?[0-9]{1,3})?$/))
const addressWire = z.string().check(z.maxLength(80))

/** What a swap would give. Amounts are base units, gas is nanoton. */
export const simulationWire = z.object({
  offer_address: addressWire,
  offer_units: wireUint,
  ask_address: addressWire,
  ask_units: wireUint,
  /** The router's own wallets of the two tokens; of TON its wallet of proxy TON. */
  offer_jetton_wallet: addressWire,
  ask_jetton_wallet: addressWire,
  price_impact: z.nullish(shareWire),
  fee_address: z.nullish(addressWire),
  fee_percent: z.nullish(shareWire),
  router_address: addressWire,
  gas_params: z.nullish(
    z.object({
      gas_budget: z.nullish(wireUint),
      forward_gas: z.nullish(wireUint),
      estimated_gas_consumption: z.nullish(wireUint),
    }),
  ),
})

export const jettonWalletWire = z.object({ address: addressWire })

export type Simulation = z.output<typeof simulationWire>
