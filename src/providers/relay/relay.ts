// Relay, by deposit: a solver network pays out at once and takes the payment from an address that
// it opens for one order. (Its way with signed transactions belongs to the bridges.)
//
// API: https://docs.relay.link, "Deposit Addresses" (read 2026-11). Amounts are base units as
// decimal text, EVM chains are named by their EIP-155 id. Quirks: `/quote/v2` opens an address each
// time, so estimates come from `/price`; a referrer is taken with a key only. Strict addresses are
// asked for: they take exactly the agreed payment and send every other one back. Where an open one
// comes instead, exactly the agreed payment still gets the agreed order, but any other is swapped at
// the price of its moment, so it is shown only after the whole order was read back. Orders are told
// again by `/requests/v3`, which needs a key, and in part by the register of addresses.

import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from '../kits/deposit/cache.ts'
import { answerError } from '../kits/deposit/errors.ts'
import { askedJustNow, notFound, toFacts } from '../kits/deposit/foreign.ts'
import { anyParties } from '../kits/deposit/neutral.ts'
import { remainingSlippageBps, toDepositQuote, usualSlippageBps } from '../kits/deposit/offer.ts'
import {
  parseOrder,
  type Pause,
  readBack,
  realPause,
  sendOrder,
} from '../kits/deposit/openOrder.ts'
import { checkSameDeposit } from '../kits/deposit/order.ts'
import { partiesOf } from '../kits/deposit/parties.ts'
import { type DepositOrder, readOrderState } from '../kits/deposit/state.ts'
import { toDepositStatus } from '../kits/deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { needsList, type RelayChain, relayBlockchains } from './chains.ts'
import {
  amountsOf,
  checkEstimate,
  depositStep,
  isKnownType,
  needsKey,
  pairTerms,
  quotedOf,
  relay,
  type RelayEcho,
  type RelayTerms,
  requestBody,
  requestError,
  toBuilt,
} from './order.ts'
import { needsRequest, ownerOf, toForeign, toReading } from './status.ts'
import {
  addressWire,
  chainsWire,
  orderWire,
  priceWire,
  type RelayAddress,
  type RelayDetails,
  type RelayRequest,
  type RelayStatus,
  requestsWire,
  statusWire,
} from './wire.ts'

const id = 'relay'
const listLifeMs = 60 * 60_000

export type RelayOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey?: string | null
  pause?: Pause
}

export function createRelayProvider(options: RelayOptions): Provider {
  const { baseUrl, apiKey = null, pause = realPause } = options
  const hasKey = apiKey !== null
  const headers: Record<string, string> = hasKey ? { 'x-api-key': apiKey } : {}

  const get = (path: string, context: ProviderContext, maxBytes?: number): Promise<HttpResponse> =>
    context.http.send({
      url: `${baseUrl}${path}`,
      headers,
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })

  const loadChains = keptFor(listLifeMs, async (_key, context): Promise<RelayChain[]> => {
    const { status, body } = await get('/chains', context, listBytes)
    if (status >= 400) throw answerError(relay, status, body, hasKey)
    const { chains } = parseWire(chainsWire, body, 'The chains of Relay')
    return chains.map((chain) => ({
      id: chain.id,
      native: chain.currency?.address ?? null,
      isOpen: chain.disabled !== true && chain.depositEnabled !== false,
    }))
  })

  const termsOf = async (
    request: QuoteRequest,
    named: Pick<RelayTerms, 'recipient' | 'refundTo' | 'slippageBps'>,
    context: ProviderContext,
  ): Promise<RelayTerms> => {
    const isListed = needsList(request.srcToken) || needsList(request.dstToken)
    const list = isListed ? await loadChains('', context) : []
    return { ...pairTerms(request, list, context), ...named }
  }

  const estimate = async (
    request: QuoteRequest,
    terms: RelayTerms,
    context: ProviderContext,
  ): Promise<RelayDetails> => {
    const ask = (path: string): Promise<HttpResponse> =>
      context.http.send({
        method: 'POST',
        url: `${baseUrl}${path}`,
        headers,
        body: requestBody(request, terms, 'price', hasKey),
        effect: 'read',
        signal: context.signal,
      })
    const price = await ask('/price')
    // Relay calls it an older way; without it the address the newer one opens is thrown away.
    const answer = price.status === 404 ? await ask('/quote/v2') : price
    if (answer.status >= 400) throw requestError(answer, request, hasKey)
    const { details } = parseWire(priceWire, answer.body, 'The price of Relay')
    checkEstimate(details, request, terms)
    return details
  }

  /** Requests of a deposit address or hash, newest first; null without the key it takes. */
  const readRequests = async (
    by: Record<string, string>,
    context: ProviderContext,
  ): Promise<RelayRequest[] | null> => {
    if (!hasKey) return null
    const newest = { sortBy: 'updatedAt', sortDirection: 'desc', limit: '20' }
    const query = new URLSearchParams({ ...by, ...newest }).toString()
    const { status, body } = await get(`/requests/v3?${query}`, context)
    if (status === 404) return []
    if (status >= 400) throw answerError(relay, status, body, hasKey)
    return parseWire(requestsWire, body, 'The requests of Relay').requests
  }

  const readAddress = async (
    requestId: string,
    context: ProviderContext,
  ): Promise<RelayAddress | null> => {
    const query = new URLSearchParams({ requestId }).toString()
    const { status, body } = await get(`/deposit-addresses/v1?${query}`, context)
    if (status === 404) return null
    if (status >= 400) throw answerError(relay, status, body, hasKey)
    return parseWire(addressWire, body, 'The deposit address of Relay')
  }

  const readEcho = async (
    { requestId, depositAddress }: ReturnType<typeof depositStep>,
    context: ProviderContext,
  ): Promise<RelayEcho | null> => {
    const requests = await readRequests({ depositAddress }, context)
    const request = requests?.find((candidate) => candidate.id === requestId) ?? null
    if (request?.refundTo != null) return { request, address: null }
    const address = await readAddress(requestId, context)
    return address === null ? null : { request, address }
  }

  const readStatus = async (
    requestId: string,
    context: ProviderContext,
  ): Promise<RelayStatus | null> => {
    const query = new URLSearchParams({ requestId }).toString()
    const { status, body } = await get(`/intents/status/v3?${query}`, context)
    if (status === 404) return null
    if (status >= 400) throw answerError(relay, status, body, hasKey)
    const wire = parseWire(statusWire, body, 'The status of Relay')
    return wire.status === 'unknown' ? null : wire
  }

  /** The request that owns the order now. Without the list only what the status says is left. */
  const readOwner = async (
    { orderId, depositAddress }: DepositOrder,
    context: ProviderContext,
  ): Promise<RelayRequest | null> => {
    try {
      const by = { depositAddress, includeChildRequests: 'true' }
      return ownerOf(orderId, (await readRequests(by, context)) ?? [])
    } catch (thrown) {
      if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
      throw thrown
    }
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => relayBlockchains,
    supports: ({ srcToken, dstToken }) =>
      srcToken.blockchain !== dstToken.blockchain &&
      [srcToken, dstToken].every(({ blockchain }) => relayBlockchains.includes(blockchain))
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const { receiver, refund } = anyParties(request, relay)
      const slippageBps = request.slippageBps ?? usualSlippageBps
      const named = {
        recipient: receiver.address,
        refundTo: refund?.address ?? '',
        slippageBps,
      }
      const terms = await termsOf(request, named, context)
      return {
        quotes: [toQuote(await estimate(request, terms, context), request)],
        failed: [],
      }
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, relay, { takesMemo: false, needsRefund: true })
      const { receiver, refund } = parties
      const named = { recipient: receiver.address, refundTo: refund?.address ?? '' }
      const first = await termsOf(request, { ...named, slippageBps: quote.slippageBps }, context)
      const { currencyOut } = await estimate(request, first, context)
      const left = remainingSlippageBps(relay, quote.dstMinAmount, currencyOut.amount)
      const terms = { ...first, slippageBps: Math.min(left, quote.slippageBps) }
      const body = requestBody(request, terms, 'order', hasKey)
      const answer = await sendOrder(relay, { url: `${baseUrl}/quote/v2`, headers, body }, context)
      if (answer.status >= 400) throw requestError(answer, request, hasKey)
      const created = parseOrder(relay, orderWire, answer.body)
      const step = depositStep(created)
      const look = (): Promise<RelayEcho | null> => readEcho(step, context)
      const echo = await readBack(relay, step.requestId, look, context, pause)
      return toBuilt(quote, parties, terms, created, echo, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, depositAddress }, context) => {
          // The register alone does not tell who is paid.
          if (!hasKey) throw needsKey('tells who is paid by an order')
          const echo = await readEcho({ requestId: orderId, depositAddress }, context)
          if (echo === null || echo.request === null) return null
          const { request, address } = echo
          const known = toForeign(request, askedJustNow, context)
          const type = request.depositAddress?.type ?? address?.type
          return toFacts(known, {
            refundAddress: request.refundTo ?? address?.refundTo ?? undefined,
            ...(isKnownType(type) ? {} : { srcAmount: undefined }),
            // An open address holds to no more than the least amount of its quote.
            ...(type === 'open' ? { dstAmount: quotedOf(request).out?.minimumAmount } : {}),
          })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      if (own === null) return foreignStatus(ref, context)
      const told = await readStatus(own.orderId, context)
      if (told === null) return notFound(own)
      const request = needsRequest(told) ? await readOwner(own, context) : null
      const address = request?.depositAddress?.address
      checkSameDeposit(relay, own, { address, memo: undefined })
      return toDepositStatus(relay, toReading(told, request, own), own, ref, context)
    },
  }

  /** A request of somebody else, by its number or by a hash of its own transactions. */
  async function foreignStatus(
    ref: SwapRef,
    context: ProviderContext,
  ): ReturnType<Provider['status']> {
    const text = ref.orderId ?? ref.srcTxHash ?? ''
    if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return notFound()
    if (!hasKey) throw needsKey('finds orders that were opened elsewhere')
    // One search over numbers of requests and hashes of all their transactions.
    const found = (await readRequests({ term: text }, context))?.[0] ?? null
    const known = found === null ? null : toForeign(found, ref, context)
    if (found === null || known === null) return notFound()
    const told = { status: found.status, inTxHashes: [], txHashes: [] }
    return toDepositStatus(relay, toReading(told, found, known), known, ref, context)
  }
}

function toQuote(details: RelayDetails, request: QuoteRequest): Quote {
  const { dstAmount, dstMinAmount } = amountsOf(details)
  const { totalImpact, timeEstimate } = details
  const percent = Number(totalImpact?.percent ?? Number.NaN)
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: dstMinAmount,
    durationSeconds: timeEstimate ?? 0,
    // Told as a gain of the user; a loss is positive here.
    priceImpactPercent: Number.isFinite(percent) ? 0 - percent : null,
    providerState: null,
  })
}
