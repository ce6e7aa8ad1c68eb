// Relay, by a signed deposit: one call pays the depository, a solver pays out at once. The deposit
// names the hash of an order; the order goes along in the call, so that its terms can be read.
//
// API: https://docs.relay.link, "Get Quote", "Builder Codes", and the public OpenAPI changelog up to
// 2026-08 (read 2026-11-23). Amounts are base units as text; all fees are deducted from the output.
// An order may end with a refund, of any amount its own terms allow: Relay creates them with 0.
// Quirks: `/price` is the quote without steps; the steps hold an approval (with the spender in its
// calldata), then the deposit; a source token that has to be swapped first would go through a
// router whose calls cannot be read, so such swaps are switched off. An order is valid for a few
// minutes; a later payment is sent back.

import type { ServiceOptions } from '../kits/service.ts'
import * as z from 'zod/mini'

import { unsafeCall } from '../../chains/evm/calls.ts'
import type { Struct } from '../../chains/evm/structs.ts'
import {
  parseWire,
  wireAddress,
  wireHash,
  wireHex,
  wireHexUint,
  wireUint,
} from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import type { Provider } from '../types.ts'
import lists from './relay.json' with { type: 'json' }
import { depositCalls, orderTypes, signedChains } from './order.ts'
import {
  amountWire,
  requestsWire,
  relayStatusMap,
  relayStatusWire,
  toReportedOrder,
} from './requests.ts'

const text = z.nullish(z.string())
const errorWire = z.object({ message: text, errorCode: z.string() })
const coinWire = z.object({ chainId: z.int(), address: wireAddress })
const offerWire = z.object({
  details: z.object({
    currencyIn: z.extend(amountWire, { currency: coinWire }),
    currencyOut: z.extend(amountWire, { currency: coinWire, minimumAmount: wireUint }),
    totalImpact: z.nullish(z.object({ percent: text })),
    timeEstimate: z.nullish(z.number().check(z.nonnegative(), z.maximum(86_400))),
  }),
})
const uint32 = z.int().check(z.nonnegative(), z.maximum(0xffffffff))
const weighty = z.object({ chainId: z.string(), currency: wireHex })
const orderWire = z.object({
  version: z.string(),
  solverChainId: z.string(),
  solver: wireAddress,
  salt: z.union([wireUint, wireHexUint]),
  inputs: z.array(
    z.object({
      payment: z.extend(weighty, { amount: wireUint, weight: wireUint }),
      refunds: z.array(
        z.extend(weighty, {
          recipient: wireHex,
          minimumAmount: wireUint,
          deadline: uint32,
          extraData: wireHex,
        }),
      ),
    }),
  ),
  output: z.object({
    chainId: z.string(),
    payments: z.array(
      z.object({
        recipient: wireHex,
        currency: wireHex,
        minimumAmount: wireUint,
        expectedAmount: wireUint,
      }),
    ),
    deadline: uint32,
    calls: z.array(wireHex),
    extraData: wireHex,
  }),
  fees: z.array(
    z.object({
      recipientChainId: z.string(),
      recipient: wireHex,
      currencyChainId: z.string(),
      currency: wireHex,
      amount: wireUint,
    }),
  ),
})
const stepWire = z.object({
  id: z.string(),
  kind: z.string(),
  requestId: z.nullish(wireHash),
  items: z.array(
    z.object({
      data: z.object({
        to: wireAddress,
        data: wireHex,
        value: wireUint,
        chainId: z.nullish(z.int()),
      }),
    }),
  ),
})
const builtWire = z.extend(offerWire, {
  steps: z.array(z.unknown()),
  protocol: z.object({
    v2: z.object({ orderData: orderWire, orderSignature: z.nullish(wireHex) }),
  }),
})
const statusWire = z.extend(relayStatusWire, { originChainId: z.nullish(z.int()) })

const depository = ['0x4cd00e387622c35bddb9b4c962c136462338bc31']
/** Where it was deployed without the Cancun instructions. */
const older = ['0x59916da825d2d2ec1bf878d71c88826f6633ecca']
const withOlder = ['CRONOS', 'LINEA', 'MANTLE', 'METIS', 'TAIKO']

/** A failed order whose money is still at Relay: it can be withdrawn at its site. */
const withoutRefund = 'refund failed'

/** The payer of an estimate; never used in an order (relay-kit, `getDeadAddress`). */
const noUser = '0x000000000000000000000000000000000000dEaD'
/** Time for an approval and the deposit; the default is shorter than a block of some chains. */
const orderSeconds = 900

export function createSignedRelay({ baseUrl, apiKey = null }: ServiceOptions): Provider {
  const hasKey = apiKey !== null
  const body = (asked: BridgeAsked, recipient: string, refundTo: string) => ({
    user: asked.sender ?? noUser,
    recipient,
    originChainId: Number(asked.srcChain),
    destinationChainId: Number(asked.dstChain),
    originCurrency: asked.srcToken,
    destinationCurrency: asked.dstToken,
    amount: asked.srcAmount,
    tradeType: 'EXACT_INPUT',
    slippageTolerance: String(asked.slippageBps),
    refundTo,
    disableOriginSwaps: true,
  })
  return evmBridge({
    id: 'relay',
    name: 'Relay',
    keyVariable: 'SWAPROUTE_RELAY_API_KEY',
    hasKey,
    headers: apiKey === null ? {} : { 'x-api-key': apiKey },
    blockchains: signedChains,
    contracts: Object.fromEntries(
      signedChains.map((id) => [id, withOlder.includes(id) ? older : depository]),
    ),
    pricesFirst: true,
    returnsNothing: true,
    quote: (asked) => ({
      url: `${baseUrl}/price`,
      body: body(asked, asked.sender ?? noUser, asked.sender ?? noUser),
      read: (answer) => toOffer(parseWire(offerWire, answer, 'The price of Relay')),
    }),
    build: (asked) => ({
      url: `${baseUrl}/quote/v2`,
      body: {
        ...body(asked, asked.recipient, asked.refundAddress),
        protocolVersion: 'v2',
        explicitDeposit: true,
        includeProtocolData: true,
        ttl: orderSeconds,
      },
      read: (answer) => {
        const wire = parseWire(builtWire, answer, 'The quote of Relay')
        const { to, data, value, chainId, orderId } = depositOf(wire.steps)
        const { orderData, orderSignature } = wire.protocol.v2
        const order: Struct = { types: orderTypes, name: 'Order', value: orderData }
        const signed =
          orderSignature == null ? {} : { orderSignature: orderSignature.toLowerCase() }
        const chain = chainId == null ? {} : { chainId }
        return {
          to,
          data,
          value,
          spender: to,
          ...chain,
          orderId,
          order,
          ...signed,
          offer: toOffer(wire),
        }
      },
    }),
    refusal: (answer) => {
      const parsed = z.safeParse(errorWire, answer)
      if (!parsed.success) return null
      return { code: parsed.data.errorCode, reason: parsed.data.message ?? null }
    },
    refusals: {
      AMOUNT_TOO_LOW: 'AMOUNT_TOO_LOW',
      INSUFFICIENT_LIQUIDITY: 'AMOUNT_TOO_HIGH',
      ...Object.fromEntries(lists.noRoute.map((code) => [code, 'NO_ROUTE'] as const)),
    },
    calls: depositCalls,
    findOrder: findOrder(baseUrl, hasKey),
    ...(hasKey
      ? {}
      : { unfoundNote: 'Relay finds an order by its payment only with SWAPROUTE_RELAY_API_KEY.' }),
    statusMap: { ...relayStatusMap, [withoutRefund]: 'needs_user' },
  })
}

/** The only step other than an approval. */
function depositOf(steps: readonly unknown[]) {
  const parsed = steps.map((step) => parseWire(stepWire, step, 'The quote of Relay'))
  const [step, ...more] = parsed.filter(({ id }) => id !== 'approve')
  const [item, ...others] = step?.items ?? []
  if (step === undefined || item === undefined || more.length + others.length > 0) {
    throw unsafeCall('Relay', 'asks for several transactions')
  }
  if (step.kind !== 'transaction') throw unsafeCall('Relay', 'asks for the signature of a message')
  if (step.requestId == null) throw unsafeCall('Relay', 'has no order number')
  return { ...item.data, orderId: step.requestId }
}

function toOffer({ details }: z.output<typeof offerWire>): BridgeOffer {
  const { currencyIn: src, currencyOut: dst, totalImpact, timeEstimate } = details
  const percent = Number(totalImpact?.percent ?? Number.NaN)
  return {
    srcToken: src.currency.address,
    dstToken: dst.currency.address,
    srcChain: String(src.currency.chainId),
    dstChain: String(dst.currency.chainId),
    srcAmount: src.amount,
    dstAmount: dst.amount,
    dstMinAmount: dst.minimumAmount,
    gas: null,
    durationSeconds: timeEstimate ?? 0,
    // Relay counts a gain as positive; here a loss is.
    ...(Number.isFinite(percent) ? { priceImpactPercent: 0 - percent } : {}),
  }
}

/** By the number of the order; a payment alone is found only with a key. */
function findOrder(baseUrl: string, hasKey: boolean): BridgeOrders['findOrder'] {
  return async ({ orderId, hash }, ask) => {
    const listed =
      orderId !== null || hash === null || !hasKey
        ? null
        : await ask({
            url: `${baseUrl}/requests/v3?${new URLSearchParams({ term: hash, limit: '1' }).toString()}`,
            read: (answer) => parseWire(requestsWire, answer, 'The requests of Relay').requests,
          })
    const request = listed?.[0] ?? null
    const number = orderId ?? request?.id ?? null
    if (number === null) return null
    // Its own site and its SDK put no order behind the call.
    const ordered = request === null ? null : toReportedOrder(request)
    return await ask({
      url: `${baseUrl}/intents/status/v3?${new URLSearchParams({ requestId: number }).toString()}`,
      read: (answer) => {
        const reported = parseWire(statusWire, answer, 'The status of Relay')
        if (reported.status === 'unknown') return null
        const { status, inTxHashes, txHashes, failReason, refundFailReason } = reported
        const hashes = txHashes ?? []
        const isStuck = isReason(refundFailReason) && !(status === 'refund' && hashes.length > 0)
        return {
          orderId: number,
          status: isStuck ? withoutRefund : status,
          ...(reported.originChainId == null ? {} : { srcChain: String(reported.originChainId) }),
          srcTxHash: inTxHashes?.[0] ?? null,
          // The last transaction pays the receiver; earlier ones are swaps on the way.
          payoutHashes: hashes.toReversed(),
          payoutAmount: null,
          refundHashes: hashes,
          ...(ordered === null ? {} : { reported: ordered }),
          ...(isReason(failReason)
            ? { note: `Relay could not fill the order (${failReason}).` }
            : {}),
        }
      },
    })
  }
}

/** `N/A` if absent. */
function isReason(reason: string | null | undefined): reason is string {
  return reason != null && reason !== '' && reason !== 'N/A'
}
