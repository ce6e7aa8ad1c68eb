// THORChain: a network of validators that swaps against its own pools. There are no orders: the
// memo of a payment to the chain's vault says what to swap.
//
// API: a THORNode (https://dev.thorchain.org, read 2026-11). Amounts are texts in
// hundred-millionths of a coin on every chain. Quirks: vaults change, so their addresses are read
// each time; a quote holds for some minutes and must not be paid later; the limit in a memo applies
// before the payout fee; refunds go to the payer unless the memo names an address; a swap is found
// only by its payment's hash, which Midgard finds by receiver and memo.

import { minimumAfterSlippage } from '../../core/amounts.ts'
import type { OrderClaim } from '../../core/order.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from '../kits/deposit/cache.ts'
import { answerError, limitError, noRoute } from '../kits/deposit/errors.ts'
import { notFound } from '../kits/deposit/foreign.ts'
import { toDepositQuote, usualSlippageBps } from '../kits/deposit/offer.ts'
import { partiesOf } from '../kits/deposit/parties.ts'
import { readOrderState } from '../kits/deposit/state.ts'
import { toDepositStatus } from '../kits/deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import {
  assetOf,
  fromThorUnits,
  memoRoom,
  thorBlockchains,
  thorchain,
  toThorUnits,
} from './assets.ts'
import {
  checkQuote,
  factsOf,
  limitsOf,
  memoOf,
  orderQuery,
  pairOf,
  requestError,
  type ThorPair,
  toBuilt,
  vaultOf,
} from './order.ts'
import { findPayment } from './midgard.ts'
import { isObserved, toForeign, toReading, withPayer } from './status.ts'
import {
  inboundsWire,
  poolsWire,
  quoteWire,
  type ThorInbounds,
  type ThorPools,
  type ThorQuote,
  type ThorStatus,
  txStatusWire,
} from './wire.ts'

const id = 'thorchain'
const listLifeMs = 5 * 60_000
const usualSeconds = 20 * 60
// There is no order to ask for.
const waitingNote = 'Only its payment shows more: look that transaction up once there is one.'
const overNote = `The payment deadline has passed; do not pay. ${waitingNote}`

export type ThorchainOptions = {
  /** Base address before `/thorchain/…`, without a trailing slash. */
  baseUrl: string
  /** Index to find payments by memo; null: none. */
  midgardUrl?: string | null
  /** Optional; sent as `x-client-id`. */
  apiKey?: string | null
}

export function createThorchainProvider(options: ThorchainOptions): Provider {
  const { baseUrl, midgardUrl = null, apiKey = null } = options
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-client-id': apiKey }

  const get = (path: string, context: ProviderContext, maxBytes?: number): Promise<HttpResponse> =>
    context.http.send({
      url: `${baseUrl}/thorchain${path}`,
      headers,
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })

  const loadPools = keptFor(listLifeMs, async (_key, context): Promise<ThorPools> => {
    const { status, body } = await get('/pools', context, listBytes)
    if (status >= 400) throw answerError(thorchain, status, body)
    return parseWire(poolsWire, body, 'The pools of THORChain')
  })

  const readInbounds = async (context: ProviderContext): Promise<ThorInbounds> => {
    const { status, body } = await get('/inbound_addresses', context)
    if (status >= 400) throw answerError(thorchain, status, body)
    return parseWire(inboundsWire, body, 'The vaults of THORChain')
  }

  const readQuote = async (
    request: QuoteRequest,
    pair: ThorPair,
    more: Record<string, string>,
    context: ProviderContext,
  ): Promise<ThorQuote> => {
    const amount = toThorUnits(request.srcAmount, request.srcToken, 'down')
    const query = new URLSearchParams({
      from_asset: pair.src,
      to_asset: pair.dst,
      amount: String(amount),
      ...more,
    })
    const answer = await get(`/quote/swap?${query.toString()}`, context)
    if (answer.status >= 400) throw requestError(answer, request)
    const quote = parseWire(quoteWire, answer.body, 'The quote of THORChain')
    checkQuote(quote, pair, context.now())
    return quote
  }

  const readStatus = async (hash: string, context: ProviderContext): Promise<ThorStatus | null> => {
    const { status, body } = await get(`/tx/status/${hash}`, context)
    if (status === 404) return null
    if (status >= 400) throw answerError(thorchain, status, body)
    const told = parseWire(txStatusWire, body, 'The status of THORChain')
    return isObserved(told) ? told : null
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: false, deposit: true, crossChain: true },
    blockchains: () => thorBlockchains,
    supports: ({ srcToken, dstToken }) =>
      srcToken.native &&
      memoRoom(srcToken.blockchain) !== null &&
      srcToken.blockchain !== dstToken.blockchain &&
      thorBlockchains.includes(dstToken.blockchain)
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const pair = pairOf(request, await loadPools('', context))
      const [inbounds, answer] = await Promise.all([
        readInbounds(context),
        readQuote(request, pair, {}, context),
      ])
      vaultOf(request, inbounds)
      const quote = toQuote(answer, request)
      checkRoom(quote, pair)
      return { quotes: [quote], failed: [] }
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, thorchain, { takesMemo: false, needsRefund: false })
      const pair = pairOf(request, await loadPools('', context))
      const query = orderQuery(request, parties)
      const vault = vaultOf(request, await readInbounds(context))
      const first = await readQuote(request, pair, query, context)
      const again = await readQuote(request, pair, query, context)
      return toBuilt(quote, parties, pair, { vault, first, again }, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async (claim, context) => {
          const pools = await loadPools('', context)
          const [inbounds, expiresAtMs] = await Promise.all([
            readInbounds(context),
            latestExpiry(claim, pools, context),
          ])
          return factsOf(claim, vaultOf(claim, inbounds), pools, expiresAtMs)
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const named = thorHash(ref)
      if (own === null) return named === null ? notFound() : foreignStatus(named, ref, context)
      const isLookedFor = named === null && midgardUrl !== null
      const hash = isLookedFor ? await findPayment(midgardUrl, own, context) : named
      const told = hash === null ? null : await readStatus(hash, context)
      if (hash === null) {
        // No payment was searched, so an expired deadline says nothing about one.
        const isOver = own.expiresAtMs !== null && context.now() > own.expiresAtMs
        const reading = { ...unseen, note: isOver ? overNote : waitingNote }
        const order = { ...own, expiresAtMs: null }
        return toDepositStatus(thorchain, reading, order, ref, context)
      }
      if (told === null) return toDepositStatus(thorchain, unseen, own, ref, context)
      const order = withPayer(own, told)
      return toDepositStatus(thorchain, toReading(told, order, hash), order, ref, context)
    },
  }

  /** Expiry of a current quote; a claim must not name a later one. */
  async function latestExpiry(
    { srcToken, dstToken, srcAmount }: OrderClaim,
    pools: ThorPools,
    context: ProviderContext,
  ): Promise<number> {
    const query = new URLSearchParams({
      from_asset: assetOf(srcToken, pools),
      to_asset: assetOf(dstToken, pools),
      amount: String(toThorUnits(srcAmount, srcToken, 'down')),
    })
    const { status, body } = await get(`/quote/swap?${query.toString()}`, context)
    if (status >= 400) throw answerError(thorchain, status, body)
    return parseWire(quoteWire, body, 'The quote of THORChain').expiry * 1000
  }

  async function foreignStatus(
    hash: string,
    ref: SwapRef,
    context: ProviderContext,
  ): ReturnType<Provider['status']> {
    const told = await readStatus(hash, context)
    const known = told === null ? null : toForeign(told, ref)
    if (told === null || known === null) return notFound()
    const reading = toReading(told, known, hash)
    const status = await toDepositStatus(thorchain, reading, known, ref, context)
    return { ...status, sourceBlockchain: known.srcToken.blockchain }
  }
}

const unseen = {
  word: 'unobserved',
  meaning: 'awaiting',
  srcTxHash: null,
  payoutHashes: [],
  payoutAmount: null,
  refundHashes: [],
} as const

/** Upper-case hex, as nodes need it; null for anything but a hash. */
function thorHash({ srcTxHash }: SwapRef): string | null {
  const hex = /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(srcTxHash ?? '')?.[1]
  return hex === undefined ? null : hex.toUpperCase()
}

function toQuote(answer: ThorQuote, request: QuoteRequest): Quote {
  const { srcToken, srcAmount, dstToken } = request
  const limits = limitsOf(answer, request)
  const limit = limitError(thorchain, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  const dstAmount = fromThorUnits(answer.expected_amount_out, dstToken)
  if (dstAmount === 0n) throw noRoute(thorchain)
  const slippageBps = request.slippageBps ?? usualSlippageBps
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: minimumAfterSlippage(dstAmount, slippageBps),
    limits,
    durationSeconds: answer.total_swap_seconds ?? secondsOf(answer),
    priceImpactPercent: impactOf(answer),
    expiresAtMs: answer.expiry * 1000,
    providerState: null,
  })
}

function secondsOf(answer: ThorQuote): number {
  const { inbound_confirmation_seconds: inbound, outbound_delay_seconds: outbound } = answer
  return inbound == null && outbound == null ? usualSeconds : (inbound ?? 0) + (outbound ?? 0)
}

function impactOf({ fees }: ThorQuote): number | null {
  return fees.slippage_bps == null ? null : fees.slippage_bps / 100
}

/** Refuses a route whose memo would not fit. @throws SwaprouteError UNSUPPORTED_RECEIVER */
function checkRoom(quote: Quote, pair: ThorPair): void {
  const { request } = quote
  if (request.receiver === null) return
  const parties = partiesOf(request, thorchain, { takesMemo: false, needsRefund: false })
  memoOf(quote, parties, pair, 0n)
}
