import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'
import { wireOrderId } from '../families/deposit/openOrder.ts'

// Only the fields that are read. Reference: https://docs.relay.link (read 2026-11) and the types
// of @relayprotocol/relay-sdk 7.0.3.

export const chainsWire = z.object({
  chains: z.array(
    z.object({
      id: z.int(),
      disabled: z.optional(z.boolean()),
      depositEnabled: z.optional(z.boolean()),
      currency: z.optional(z.object({ address: z.optional(z.string()) })),
    }),
  ),
})

const amountWire = z.object({
  currency: z.optional(
    z.object({
      chainId: z.optional(z.int()),
      address: z.optional(z.string()),
      symbol: z.optional(z.string()),
      decimals: z.optional(z.int()),
    }),
  ),
  amount: wireUint,
  minimumAmount: z.optional(wireUint),
})

/** Answer of `/price`, and part of that of `/quote/v2`. */
export const priceWire = z.object({
  details: z.object({
    recipient: z.optional(z.string()),
    currencyIn: amountWire,
    currencyOut: amountWire,
    totalImpact: z.optional(z.object({ percent: z.optional(z.string()) })),
    timeEstimate: z.optional(z.number().check(z.nonnegative())),
  }),
})

export const orderWire = z.object({
  steps: z.array(
    z.object({
      requestId: z.optional(wireOrderId),
      depositAddress: z.optional(z.string()),
    }),
  ),
  details: priceWire.shape.details,
})

export const statusWire = z.object({
  status: z.string(),
  inTxHashes: z.nullish(z.array(z.string())),
  txHashes: z.nullish(z.array(z.string())),
})

/** `hash` in version 2, `txHash` in version 3. */
const transactionsWire = z.nullish(
  z.array(z.object({ hash: z.nullish(z.string()), txHash: z.nullish(z.string()) })),
)

const metadataWire = z.nullish(
  z.object({ currencyIn: z.nullish(amountWire), currencyOut: z.nullish(amountWire) }),
)

export const requestWire = z.object({
  id: z.string(),
  status: z.string(),
  recipient: z.nullish(z.string()),
  refundTo: z.nullish(z.string()),
  depositAddress: z.nullish(
    z.object({
      address: z.nullish(z.string()),
      depositAddressType: z.nullish(z.string()),
      type: z.nullish(z.string()),
      depositTxHash: z.nullish(z.string()),
    }),
  ),
  supersededByRequestId: z.nullish(z.string()),
  data: z.nullish(
    z.object({
      failReason: z.nullish(z.string()),
      refundFailReason: z.nullish(z.string()),
      supersededByRequestId: z.nullish(z.string()),
      inTxs: transactionsWire,
      outTxs: transactionsWire,
      metadata: metadataWire,
    }),
  ),
})

export const requestsWire = z.object({ requests: z.array(requestWire) })

export const addressWire = z.object({
  depositAddress: z.string(),
  type: z.string(),
  requestId: z.string(),
  chainId: z.int(),
  currency: z.nullish(z.string()),
  refundTo: z.nullish(z.string()),
})

export const errorWire = z.object({
  message: z.nullish(z.string()),
  errorCode: z.nullish(z.string()),
})

export type RelayDetails = z.output<typeof priceWire>['details']
export type RelayOrder = z.output<typeof orderWire>
export type RelayStatus = z.output<typeof statusWire>
export type RelayRequest = z.output<typeof requestWire>
export type RelayAddress = z.output<typeof addressWire>
