// swap.coffee: finds paths over the exchanges of TON and makes whole messages of them.
//
// API: https://docs.swap.coffee/technical-guides/aggregator-api-openapi/routing (read 2026-11).
// Amounts of a route are JSON numbers in token units, those of messages nanoton as text; slippage is
// a share of 1. Quirks: an amount that a number cannot hold exactly cannot be asked for; a missing
// path is a 4xx or an empty list; the unit of the price impact is not documented and not read; the
// receiver is always the payer. Only direct swaps at exchanges whose instructions can be read here
// are asked for (`max_length` 2 counts the tokens of a path): a longer path leads over contracts of
// the service itself, and then nobody can say from the message who gets the output.

import type { Json, Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { isSameTonAddress } from '../../chains/ton/address.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import {
  answerError,
  noRoute,
  priceMoved,
  type ProviderName,
  quoteError,
} from '../kits/deposit/errors.ts'
import { exactNumber, toUnits } from '../kits/deposit/money.ts'
import { dedustNativeVault } from '../kits/ton/dedustContracts.ts'
import type { TonExchange } from '../kits/ton/decode.ts'
import {
  isPayable,
  minimumInParts,
  mostMessages,
  oneStep,
  tonGas,
  toTonQuote,
} from '../kits/ton/offer.ts'
import { pinnedOnTon } from '../kits/ton/pinned.ts'
import { writeSwapState } from '../kits/ton/state.ts'
import { stonfiRouters } from '../kits/ton/stonfiContracts.ts'
import { isTonPair, tokenWord, tonParties } from '../kits/ton/tokens.ts'
import { toncoContracts } from '../kits/ton/toncoContracts.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../types.ts'
import {
  type CoffeePaths,
  type CoffeeTransactions,
  pathsWire,
  routeWire,
  transactionsWire,
} from './wire.ts'

const id = 'COFFEE_SWAP'
const coffee: ProviderName = {
  name: 'swap.coffee',
  keyVariable: 'SWAPROUTE_COFFEE_SWAP_API_KEY',
}
const nativeWord = 'native'
/** Exchanges in the service's words, all of which `exchanges` can read. */
const dexes = ['stonfi', 'stonfi_v2', 'dedust', 'tonco']
const exchanges: readonly TonExchange[] = ['stonfi', 'dedust', 'tonco']

export type CoffeeOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  /** Only raises the number of requests per second; everything works without. */
  apiKey?: string | null
}

/** An offer: what comes out, and the paths as the service wants them back. */
type Offer = { outAmount: bigint; gas: bigint | null; paths: Json; parts: number }

export function createCoffeeProvider(options: CoffeeOptions): Provider {
  const { baseUrl, apiKey = null } = options
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const hasKey = apiKey !== null

  const post = (path: string, body: Json, context: ProviderContext): Promise<HttpResponse> =>
    context.http.send({
      method: 'POST',
      url: `${baseUrl}${path}`,
      headers,
      body,
      effect: 'read',
      signal: context.signal,
    })

  const ask = async (request: QuoteRequest, context: ProviderContext): Promise<Offer> => {
    const { status, body } = await post('/v1/route', routeBody(request), context)
    if (status !== 200) throw quoteError(coffee, status, body, hasKey)
    return toOffer(body, request)
  }

  const askTransactions = async (
    { slippageBps, providerState }: Quote,
    from: string,
    context: ProviderContext,
  ): Promise<CoffeeTransactions> => {
    const order = { sender_address: from, slippage: slippageBps / 10_000, paths: providerState }
    const { status, body } = await post('/v2/route/transactions', order, context)
    if (status !== 200) throw answerError(coffee, status, body, hasKey)
    return parseWire(transactionsWire, body, 'The messages of swap.coffee')
  }

  return {
    ids: [id],
    capabilities: { recipient: false, chargesFee: false, deposit: false, crossChain: false },
    blockchains: () => ['TON'],
    supports: (request) => (isTonPair(request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const quote = toTonQuote({ provider: id, request })
      return { quotes: [withOffer(quote, await ask(request, context))], failed: [] }
    },
    pinned: (_id, blockchain) => pinnedOnTon(blockchain, pinnedTargets()),
    proofs: [
      {
        kind: 'ton',
        decode: async (message, swap, context) => {
          const { decodeTonSwap } = await import('../kits/ton/decode.ts')
          return decodeTonSwap(exchanges, message, swap, context)
        },
      },
    ],
    build: async (quote, context) => {
      const { request, dstMinAmount } = quote
      const { from } = tonParties(request)
      const fresh = await ask(request, context)
      if (fresh.outAmount < dstMinAmount) throw priceMoved(coffee, dstMinAmount, fresh.outAmount)
      const answer = await askTransactions(quote, from, context)
      return toBuiltSwap(quote, fresh, answer, context)
    },
    status: async (_id, ref, context) => {
      const { readTonSwapStatus } = await import('../kits/ton/status.ts')
      return readTonSwapStatus(ref, null, context)
    },
  }
}

function pinnedTargets(): string[] {
  const routers = stonfiRouters().flatMap(({ router, ptonWallet }) => [router, ptonWallet])
  return [...routers, dedustNativeVault(), ...Object.values(toncoContracts())]
}

function routeBody({ srcToken, dstToken, srcAmount }: QuoteRequest): Json {
  const word = (token: Token): Json => ({
    blockchain: 'ton',
    address: tokenWord(token, nativeWord),
  })
  return {
    input_token: word(srcToken),
    output_token: word(dstToken),
    input_amount: exactNumber(srcAmount, srcToken, coffee.name),
    max_splits: mostMessages,
    max_length: 2,
    pool_selector: { blockchains: ['ton'], dexes },
    mev_protection: false,
  }
}

function toOffer(body: unknown, request: QuoteRequest): Offer {
  const { srcToken, dstToken, srcAmount } = request
  const wire = parseWire(routeWire, body, 'The route of swap.coffee')
  const paths = parseWire(pathsWire, wire.paths ?? [], 'The route of swap.coffee')
  const outAmount = toUnits(wire.output_amount, dstToken.decimals, 'down')
  const isPartial = toUnits(wire.left_amount ?? '0', srcToken.decimals, 'up') > 0n
  if (paths.length === 0 || !isPayable(outAmount) || isPartial) throw noRoute(coffee)
  const isAsked =
    toUnits(wire.input_amount, srcToken.decimals, 'up') === srcAmount && isDirect(paths, request)
  if (!isAsked) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      'swap.coffee answered with a route for something else.',
    )
  }
  const gas = paths.map(({ average_gas: used }) => (used == null ? null : toUnits(used, 9, 'up')))
  const known = gas.filter((used) => used !== null)
  return {
    outAmount,
    gas: known.length < gas.length ? null : known.reduce((sum, used) => sum + used, 0n),
    paths: wire.paths ?? [],
    parts: paths.length,
  }
}

/** Whether every path leads from token to token at once, at an exchange that was asked for. */
function isDirect(paths: CoffeePaths, { srcToken, dstToken }: QuoteRequest): boolean {
  return (
    paths.length <= mostMessages &&
    paths.every(
      ({ dex, input_token: input, output_token: output, next }) =>
        dexes.includes(dex) &&
        isToken(input.address.address, srcToken) &&
        isToken(output.address.address, dstToken) &&
        (next ?? []).length === 0,
    )
  )
}

function isToken(address: string, token: Token): boolean {
  return token.native ? address === nativeWord : isSameTonAddress(address, token.address)
}

function withOffer(quote: Quote, { outAmount, gas, paths, parts }: Offer): Quote {
  return {
    ...quote,
    ...oneStep(quote, outAmount),
    dstMinAmount: minimumInParts(outAmount, quote.slippageBps, parts),
    fees: tonGas(gas),
    providerState: paths,
  }
}

async function toBuiltSwap(
  quote: Quote,
  fresh: Offer,
  { route_id: routeId, transactions }: CoffeeTransactions,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const given = transactions.map(({ address, value, cell, stateInit }) => ({
    address,
    amount: value,
    payload: cell,
    stateInit: stateInit ?? null,
  }))
  const { checkSwapMessages, toTonMessages } = await import('../kits/ton/messages.ts')
  const messages = toTonMessages(coffee, given)
  const { minOut } = await checkSwapMessages(coffee, exchanges, messages, quote, context)
  return {
    transaction: { kind: 'ton', messages },
    dstAmount: fresh.outAmount,
    dstMinAmount: minOut,
    fees: tonGas(fresh.gas),
    orderId: null,
    uniqueInfo: { coffeeRouteId: String(routeId) },
    providerState: writeSwapState(quote.request, minOut),
  }
}
