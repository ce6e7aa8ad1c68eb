// Chainflip: a network of validators. It opens an address for one swap, swaps what arrives there
// at no less than the agreed price, or sends it back.
//
// API: the official backend, by @chainflip/sdk 1.11.2 and its source (read 2026-11). Amounts are
// base units as text. Quirks: limits are told in the words of a refusal only; the addresses of an
// order are opened without a commission; assets are named by objects in the newest version and by
// two texts before; more than ten unknown swaps a minute lock the caller out for ten minutes; a
// swap is known by the channel at once and by its transaction once that has been seen.

import { minimumAfterSlippage } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor } from '../kits/deposit/cache.ts'
import { pairOf, servesPair } from '../kits/deposit/coins.ts'
import { answerError, noRoute } from '../kits/deposit/errors.ts'
import { askedJustNow, notFound, toFacts } from '../kits/deposit/foreign.ts'
import { isTransactionHash } from '../../evidence/hashes.ts'
import { toDepositQuote, usualSlippageBps } from '../kits/deposit/offer.ts'
import {
  parseOrder,
  type Pause,
  readBack,
  realPause,
  sendOrder,
} from '../kits/deposit/openOrder.ts'
import { checkSameDeposit } from '../kits/deposit/order.ts'
import { partiesOf } from '../kits/deposit/parties.ts'
import { readOrderState } from '../kits/deposit/state.ts'
import { toDepositStatus } from '../kits/deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { chainflip, checkOpen, coins } from './coins.ts'
import { channelBody, channelTerms, leastOf, requestError, toBuilt } from './order.ts'
import { asPaid, toForeign, toReading } from './status.ts'
import {
  channelId,
  type ChainflipNetwork,
  type ChainflipQuote,
  type ChainflipStatus,
  channelWire,
  networkWire,
  quotesWire,
  statusWire,
} from './wire.ts'

const id = 'chainflip'
const listLifeMs = 10 * 60_000
/** The backend locks out after ten in a minute. */
const mostMissesPerMinute = 8

export type ChainflipOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  pause?: Pause
}

export function createChainflipProvider(options: ChainflipOptions): Provider {
  const { baseUrl, pause = realPause } = options

  const get = (path: string, context: ProviderContext): Promise<HttpResponse> =>
    context.http.send({ url: `${baseUrl}${path}`, effect: 'read', signal: context.signal })

  const loadNetwork = keptFor(listLifeMs, async (_key, context): Promise<ChainflipNetwork> => {
    const { status, body } = await get('/api/networkInfo', context)
    if (status >= 400) throw answerError(chainflip, status, body)
    return parseWire(networkWire, body, 'The network info of Chainflip')
  })

  const estimate = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<ChainflipQuote> => {
    checkOpen(request.srcToken, request.dstToken, await loadNetwork('', context))
    const answer = await get(`/v2/quote?${quoteQuery(request)}`, context)
    if (answer.status >= 400) throw requestError(answer, request, 'quote')
    const offers = parseWire(quotesWire, answer.body, 'The quotes of Chainflip')
    const regular = offers.find(({ type }) => type === 'REGULAR')
    if (regular === undefined) throw noRoute(chainflip)
    checkEstimate(regular, request)
    return regular
  }

  const readStatus = async (
    text: string,
    context: ProviderContext,
  ): Promise<ChainflipStatus | null> => {
    const { status, body } = await get(`/v2/swaps/${encodeURIComponent(text)}`, context)
    if (status === 404) return null
    if (status >= 400) throw answerError(chainflip, status, body)
    return parseWire(statusWire, body, 'The status of Chainflip')
  }

  const misses: number[] = []
  /** A swap nobody here opened; asked for rarely enough not to be locked out. */
  const readForeign = async (
    text: string,
    context: ProviderContext,
  ): Promise<ChainflipStatus | null> => {
    const nowMs = context.now()
    while ((misses[0] ?? nowMs) < nowMs - 60_000) misses.shift()
    if (misses.length >= mostMissesPerMinute) return null
    const told = await readStatus(text, context)
    if (told === null) misses.push(nowMs)
    return told
  }

  /** Opens the channel; where the newest form of the request is not known, in the older one. */
  const openChannel = async (
    bodyOf: (form: 'objects' | 'flat') => Record<string, unknown>,
    context: ProviderContext,
  ): Promise<HttpResponse> => {
    const url = `${baseUrl}/api/openSwapDepositChannel`
    const answer = await sendOrder(chainflip, { url, body: bodyOf('objects') }, context)
    // A 400 has opened nothing.
    if (answer.status !== 400) return answer
    return sendOrder(chainflip, { url, body: bodyOf('flat') }, context)
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: false, deposit: true, crossChain: true },
    blockchains: () => coins.blockchains,
    supports: (request) => (servesPair(coins, request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const offer = await estimate(request, context)
      return { quotes: [toQuote(offer, request)], failed: [] }
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, chainflip, { takesMemo: false, needsRefund: true })
      const offer = await estimate(request, context)
      const terms = channelTerms(quote, parties.refund?.address ?? '', offer)
      const answer = await openChannel(
        (form) => channelBody(quote, parties, terms, offer, form),
        context,
      )
      if (answer.status >= 400) throw requestError(answer, request, 'order')
      const created = parseOrder(chainflip, channelWire, answer.body)
      // The index may list the channel a moment before what it is to be paid.
      const look = async (): Promise<ChainflipStatus | null> => {
        const told = await readStatus(created.id, context)
        return told?.depositChannel?.expectedDepositAmount == null ? null : told
      }
      const again = await readBack(chainflip, created.id, look, context, pause)
      return toBuilt(quote, parties, terms, offer, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, srcToken, dstToken, srcAmount }, context) => {
          const told = await readStatus(orderId, context)
          if (told === null) return null
          return toFacts(toForeign(told, askedJustNow), {
            dstAmount: leastOf(told, srcAmount, srcToken, dstToken),
            refundAddress: told.fillOrKillParams?.refundAddress ?? undefined,
          })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      if (own === null) return foreignStatus(ref, context)
      const told = await readStatus(own.orderId, context)
      if (told === null) return notFound(own)
      const address = told.depositChannel?.depositAddress
      checkSameDeposit(chainflip, own, { address, memo: undefined })
      const reading = toReading(told, own, context.now())
      return toDepositStatus(chainflip, reading, asPaid(own, told), ref, context)
    },
  }

  /** By the channel, or by the transaction that paid it. */
  async function foreignStatus(
    ref: SwapRef,
    context: ProviderContext,
  ): ReturnType<Provider['status']> {
    const text = ref.orderId ?? ref.srcTxHash ?? ''
    const isHash = coins.blockchains.some((chain) => isTransactionHash(chain, text))
    if (!channelId.test(text) && !isHash) return notFound()
    const told = await readForeign(text, context)
    const known = told === null ? null : toForeign(told, ref)
    if (told === null || known === null) return notFound()
    const reading = toReading(told, known, context.now())
    const status = await toDepositStatus(chainflip, reading, known, ref, context)
    return { ...status, sourceBlockchain: known.srcToken.blockchain }
  }
}

function quoteQuery(request: QuoteRequest): string {
  const [src, dst] = pairOf(coins, request)
  return new URLSearchParams({
    srcChain: src.network,
    srcAsset: src.code,
    destChain: dst.network,
    destAsset: dst.code,
    amount: String(request.srcAmount),
  }).toString()
}

/** @throws SwaprouteError UPSTREAM_FAILED for an estimate of something else */
function checkEstimate(offer: ChainflipQuote, request: QuoteRequest): void {
  const [src, dst] = pairOf(coins, request)
  const { srcAsset, destAsset, depositAmount, egressAmount } = offer
  const isSound =
    depositAmount === request.srcAmount &&
    srcAsset.asset === src.code &&
    srcAsset.chain === src.network &&
    destAsset.asset === dst.code &&
    destAsset.chain === dst.network
  if (!isSound) {
    throw new SwaprouteError('UPSTREAM_FAILED', 'Chainflip answered with another quote.')
  }
  if (egressAmount === 0n) throw noRoute(chainflip)
}

function toQuote(offer: ChainflipQuote, request: QuoteRequest): Quote {
  const { egressAmount, estimatedDurationSeconds, recommendedSlippageTolerancePercent } = offer
  const recommended =
    recommendedSlippageTolerancePercent === undefined
      ? usualSlippageBps
      : Math.ceil(recommendedSlippageTolerancePercent * 100)
  // A recommendation may only tighten what is accepted here.
  const slippageBps = request.slippageBps ?? Math.min(recommended, usualSlippageBps)
  return toDepositQuote({
    provider: id,
    request,
    dstAmount: egressAmount,
    guaranteed: minimumAfterSlippage(egressAmount, slippageBps),
    durationSeconds: estimatedDurationSeconds,
    providerState: null,
  })
}
