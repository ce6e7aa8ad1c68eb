// swap.coffee: finds paths over the exchanges of TON and builds their messages.
//
// API: https://docs.swap.coffee/technical-guides/aggregator-api-openapi/routing (read 2026-11).
// Amounts of a route are JSON numbers in token units, those of messages nanoton as text; slippage
// is a share of 1. Quirks: an amount that a JSON number cannot hold exactly cannot be quoted; a
// missing path is a 4xx or an empty list; the price impact has no documented unit and is not read;
// the receiver is always the payer. Only direct swaps at exchanges whose instructions this program
// reads are requested (`max_length` 2 counts tokens): a longer path uses contracts of the service
// itself, and its message does not say who gets the output.

import type { ServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import type { Json, QuoteRequest } from '../core/quote.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { exactNumber, tokenUnits, wireMoney } from './kits/deposit/money.ts'
import { dedustNativeVault } from './kits/ton/dedustContracts.ts'
import { mostMessages, type TonOffer } from './kits/ton/offer.ts'
import { stonfiRouters } from './kits/ton/stonfiContracts.ts'
import { toncoContracts } from './kits/ton/tonco.ts'
import { tonExchange } from './kits/ton/exchange.ts'
import type { Provider } from './types.ts'

const tokenWire = z.object({ address: z.object({ address: z.string().check(z.maxLength(80)) }) })
/** One pool each; the rest of the path is in `next`. */
const pathsWire = z.array(
  z.object({
    dex: z.string(),
    input_token: tokenWire,
    output_token: tokenWire,
    /** TON that the step usually uses up. */
    average_gas: z.nullish(wireMoney),
    next: z.nullish(z.array(z.unknown())),
  }),
)
const routeWire = z.object({
  input_amount: wireMoney,
  output_amount: wireMoney,
  /** Input that no pool takes. */
  left_amount: z.nullish(wireMoney),
  paths: z.nullish(z.json()),
})
const transactionsWire = z.object({
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

const name = 'swap.coffee'
const coin = 'native'
/** The service's names of exchanges whose instructions this program reads. */
const dexes = ['stonfi', 'stonfi_v2', 'dedust', 'tonco']

export function createCoffeeProvider({ baseUrl, apiKey = null }: ServiceOptions): Provider {
  return tonExchange<Json>({
    id: 'COFFEE_SWAP',
    name,
    keyVariable: 'SWAPROUTE_COFFEE_SWAP_API_KEY',
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { 'x-api-key': apiKey },
    coin,
    contracts: () => [
      ...stonfiRouters().flatMap(({ router, ptonWallet }) => [router, ptonWallet]),
      dedustNativeVault(),
      ...Object.values(toncoContracts()),
    ],
    reads: ['stonfi', 'dedust', 'tonco'],
    mostParts: mostMessages,
    quote: ({ srcToken, dstToken }, request) => ({
      url: `${baseUrl}/v1/route`,
      body: {
        input_token: { blockchain: 'ton', address: srcToken },
        output_token: { blockchain: 'ton', address: dstToken },
        input_amount: exactNumber(request.srcAmount, request.srcToken, name),
        max_splits: mostMessages,
        max_length: 2,
        pool_selector: { blockchains: ['ton'], dexes },
        mev_protection: false,
      },
      refusedIs: 'NO_ROUTE',
      read: (body) => toOffer(parseWire(routeWire, body, 'The route of swap.coffee'), request),
    }),
    make: {
      by: 'service',
      carry: (paths) => paths,
      messages: ({ from, slippageBps }, paths) => ({
        url: `${baseUrl}/v2/route/transactions`,
        body: { sender_address: from, slippage: slippageBps / 10_000, paths },
        read: (body) => {
          const wire = parseWire(transactionsWire, body, 'The messages of swap.coffee')
          return {
            messages: wire.transactions.map(({ address, value, cell, stateInit }) => ({
              address,
              amount: value,
              payload: cell,
              stateInit: stateInit ?? null,
            })),
            uniqueInfo: { coffeeRouteId: String(wire.route_id) },
          }
        },
      }),
    },
  })
}

function toOffer(
  wire: z.output<typeof routeWire>,
  { srcToken, dstToken }: QuoteRequest,
): TonOffer<Json> {
  const paths = parseWire(pathsWire, wire.paths ?? [], 'The route of swap.coffee')
  const dstAmount = tokenUnits(wire.output_amount, dstToken.decimals, 'down')
  const isPartial = tokenUnits(wire.left_amount ?? '0', srcToken.decimals, 'up') > 0n
  if (paths.length === 0 || dstAmount === 0n || isPartial)
    throw noRoute({ name, keyVariable: null })
  const isDirect = paths.every(({ dex, next }) => dexes.includes(dex) && (next ?? []).length === 0)
  if (!isDirect) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      'swap.coffee answered with a path beyond its limits.',
    )
  }
  return {
    srcAmount: tokenUnits(wire.input_amount, srcToken.decimals, 'up'),
    dstAmount,
    parts: paths.map((path) => ({
      srcToken: path.input_token.address.address,
      dstToken: path.output_token.address.address,
      srcAmount: null,
      gas: path.average_gas == null ? null : tokenUnits(path.average_gas, 9, 'up'),
    })),
    impactPercent: null,
    own: wire.paths ?? [],
  }
}
