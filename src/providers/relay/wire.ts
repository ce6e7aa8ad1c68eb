import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'
import { wireOrderId } from '../kits/deposit/openOrder.ts'

// Only the fields that are read. Reference: https://docs.relay.link (read 2026-11) and the types
// of @relayprotocol/relay-sdk 7.0.3.

const text = z.nullish(z.string())

export const chainsWire = z.object({
  chains: z.array(
    z.object({
      id: z.int(),
      disabled: z.nullish(z.boolean()),
      depositEnabled: z.nullish(z.boolean()),
      currency: z.nullish(z.object({ address: text })),
    }),
  ),
})

const amountWire = z.object({
  currency: z.nullish(
    z.object({
      chainId: z.nullish(z.int()),
      address: text,
      decimals: z.nullish(z.int()),
    }),
  ),
  amount: wireUint,
  minimumAmount: z.nullish(wireUint),
})

/** Answer of `/price`, and part of that of `/quote/v2`. */
export const priceWire = z.object({
  details: z.object({
    recipient: text,
    currencyIn: amountWire,
    currencyOut: amountWire,
    totalImpact: z.nullish(z.object({ percent: text })),
    timeEstimate: z.nullish(z.number().check(z.nonnegative())),
  }),
})

export const orderWire = z.object({
  steps: z.array(
    z.object({
      requestId: z.nullish(wireOrderId),
      /** Empty in steps that are paid otherwise. */
      depositAddress: text,
    }),
  ),
  details: priceWire.shape.details,
})

export const statusWire = z.object({
  status: z.string(),
  inTxHashes: z.nullish(z.array(z.string())),
  txHashes: z.nullish(z.array(z.string())),
  /** `N/A` where there is none. */
  failReason: text,
  refundFailReason: text,
})

const transactionsWire = z.nullish(z.array(z.object({ txHash: text })))

/** What goes in on the source chain, and what comes out on the other. */
const routeWire = z.nullish(
  z.object({
    origin: z.nullish(z.object({ inputCurrency: z.nullish(amountWire) })),
    destination: z.nullish(z.object({ outputCurrency: z.nullish(amountWire) })),
  }),
)

/** An entry of `/requests/v3`; the version before it is gone since 2026-11-24. */
export const requestWire = z.object({
  id: z.string(),
  status: z.string(),
  recipient: text,
  refundTo: text,
  depositAddress: z.nullish(z.object({ address: text, type: text, depositTxHash: text })),
  supersededByRequestId: text,
  data: z.nullish(
    z.object({
      failReason: text,
      refundFailReason: text,
      inTxs: transactionsWire,
      outTxs: transactionsWire,
      route: z.nullish(z.object({ quoted: routeWire, actual: routeWire })),
    }),
  ),
})

export const requestsWire = z.object({ requests: z.array(requestWire) })

export const addressWire = z.object({
  depositAddress: z.string(),
  type: z.string(),
  requestId: z.string(),
  chainId: z.int(),
  currency: text,
  refundTo: text,
})

export const errorWire = z.object({ message: text, errorCode: text })

export type RelayAmount = z.output<typeof amountWire>
export type RelayDetails = z.output<typeof priceWire>['details']
export type RelayOrder = z.output<typeof orderWire>
export type RelayStatus = z.output<typeof statusWire>
export type RelayRequest = z.output<typeof requestWire>
export type RelayAddress = z.output<typeof addressWire>
