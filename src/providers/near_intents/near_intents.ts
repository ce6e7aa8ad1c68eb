// NEAR Intents: solvers compete for a swap; a deposit address is opened for one quote, and the
// settlement contract pays out or sends the money back.
//
// API: https://docs.near-intents.org, "1Click API" (read 2026-11). Amounts are base units as
// decimal text, assets are ids of GET /v0/tokens. One call is estimate (`dry`) and order; the order
// is known by its deposit address, with the memo where the address is shared. Quirks: a smaller
// payment than agreed waits for the rest and goes back at the deadline, which is the request's own:
// the answer's later one only tells how long the address is watched; limits are told in the
// words of a refusal only; without a token of a partner a surcharge of 0.2 % is already off.

import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from '../kits/deposit/cache.ts'
import { answerError } from '../kits/deposit/errors.ts'
import { askedJustNow, foreignOrderId, notFound, toFacts } from '../kits/deposit/foreign.ts'
import { anyParties } from '../kits/deposit/neutral.ts'
import { remainingSlippageBps, toDepositQuote, usualSlippageBps } from '../kits/deposit/offer.ts'
import {
  orderUnknown,
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
import { assetOf, nearIntents, nearIntentsBlockchains } from './assets.ts'
import { deadlineMsOf, type OneClickTerms, requestBody, requestError, toBuilt } from './order.ts'
import { isAwaiting, parseQuote, toForeign, toldDeposit, toReading } from './status.ts'
import {
  type OneClickQuote,
  type OneClickStatus,
  type OneClickTokens,
  quoteWire,
  statusWire,
  tokensWire,
} from './wire.ts'

const id = 'near_intents'
const listLifeMs = 10 * 60_000
const surchargePercent = 0.2
/** Of an order opened elsewhere; hashes are never asked about. */
const depositAddressShape = /^[A-Za-z0-9:._-]{20,90}$/

export type NearIntentsOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  /** Token (JWT) of a partner: no surcharge. */
  apiKey?: string | null
  pause?: Pause
}

export function createNearIntentsProvider(options: NearIntentsOptions): Provider {
  const { baseUrl, apiKey = null, pause = realPause } = options
  const hasKey = apiKey !== null
  const headers: Record<string, string> = hasKey ? { authorization: `Bearer ${apiKey}` } : {}

  const loadTokens = keptFor(listLifeMs, async (_key, context): Promise<OneClickTokens> => {
    const { signal } = context
    const url = `${baseUrl}/v0/tokens`
    const { status, body } = await context.http.send({
      url,
      headers,
      effect: 'read',
      signal,
      maxBytes: listBytes,
    })
    if (status >= 400) throw answerError(nearIntents, status, body, hasKey)
    return parseWire(tokensWire, body, 'The token list of NEAR Intents')
  })

  const estimate = async (
    request: QuoteRequest,
    terms: OneClickTerms,
    context: ProviderContext,
  ): Promise<OneClickQuote['quote']> => {
    const answer = await context.http.send({
      method: 'POST',
      url: `${baseUrl}/v0/quote`,
      headers,
      body: requestBody(request, terms, true, deadlineMsOf(request, context.now())),
      effect: 'read',
      signal: context.signal,
    })
    if (answer.status >= 400) throw requestError(answer, request, hasKey)
    const wire = parseWire(quoteWire, answer.body, 'The quote of NEAR Intents')
    checkEstimate(wire, request, terms)
    return wire.quote
  }

  const readStatus = async (
    depositAddress: string,
    depositMemo: string | null,
    context: ProviderContext,
  ): Promise<OneClickStatus | null> => {
    const query = new URLSearchParams({
      depositAddress,
      ...(depositMemo === null ? {} : { depositMemo }),
    })
    const url = `${baseUrl}/v0/status?${query.toString()}`
    const { signal } = context
    const { status, body } = await context.http.send({ url, headers, effect: 'read', signal })
    if (status === 404) return null
    if (status >= 400) throw answerError(nearIntents, status, body, hasKey)
    return parseWire(statusWire, body, 'The status of NEAR Intents')
  }

  /** The order as the status call tells it; null while it is not listed. */
  const readOrder = async (
    { depositAddress, depositMemo }: OneClickQuote['quote'],
    context: ProviderContext,
  ): Promise<OneClickQuote | null> => {
    const told = await readStatus(depositAddress ?? '', depositMemo ?? null, context)
    return told === null ? null : parseQuote(told)
  }

  const submitted = new Set<string>()
  /** Tells the service of a payment it has not seen, once: it is found sooner. */
  const submit = async (
    { depositAddress, depositMemo }: DepositOrder,
    txHash: string,
    context: ProviderContext,
  ): Promise<void> => {
    const key = `${depositAddress} ${txHash}`
    if (submitted.has(key)) return
    submitted.add(key)
    const body = { txHash, depositAddress, ...(depositMemo === null ? {} : { memo: depositMemo }) }
    try {
      const url = `${baseUrl}/v0/deposit/submit`
      const { signal } = context
      await context.http.send({ method: 'POST', url, headers, body, effect: 'read', signal })
    } catch (thrown) {
      // Only a courtesy: the service finds the payment by itself.
      if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERRUPTED') throw thrown
    }
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => nearIntentsBlockchains,
    supports: ({ srcToken, dstToken }) =>
      srcToken.blockchain !== dstToken.blockchain &&
      [srcToken, dstToken].every(({ blockchain }) => nearIntentsBlockchains.includes(blockchain))
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const { receiver, refund } = anyParties(request, nearIntents)
      const terms = {
        ...assetsOf(request, await loadTokens('', context)),
        recipient: receiver,
        refundTo: refund,
        slippageBps: request.slippageBps ?? usualSlippageBps,
      }
      const estimated = await estimate(request, terms, context)
      return { quotes: [toQuote(estimated, request, hasKey)], failed: [] }
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, nearIntents, { takesMemo: false, needsRefund: true })
      const terms = {
        ...assetsOf(request, await loadTokens('', context)),
        recipient: parties.receiver.address,
        refundTo: parties.refund?.address ?? '',
        slippageBps: quote.slippageBps,
      }
      const { amountOut } = await estimate(request, terms, context)
      const slippageBps = remainingSlippageBps(nearIntents, quote.dstMinAmount, amountOut)
      const kept = { ...terms, slippageBps: Math.min(slippageBps, quote.slippageBps) }
      const deadlineMs = deadlineMsOf(request, context.now())
      const body = requestBody(request, kept, false, deadlineMs)
      const answer = await sendOrder(
        nearIntents,
        { url: `${baseUrl}/v0/quote`, headers, body },
        context,
      )
      if (answer.status >= 400) throw requestError(answer, request, hasKey)
      const created = parseOrder(nearIntents, quoteWire, answer.body)
      const { depositAddress } = created.quote
      if (depositAddress == null) throw orderUnknown(nearIntents, null, null)
      const look = (): Promise<OneClickQuote | null> => readOrder(created.quote, context)
      const again = await readBack(nearIntents, null, look, context, pause)
      return toBuilt(quote, parties, { ...terms, deadlineMs }, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, depositAddress, depositMemo }, context) => {
          // The order is its address.
          if (orderId !== depositAddress) return null
          const told = await readStatus(depositAddress, depositMemo, context)
          if (told === null) return null
          const { quote, quoteRequest } = parseQuote(told)
          const known = toForeign(told, askedJustNow, await loadTokens('', context))
          return toFacts(known, {
            dstAmount: quote.minAmountOut,
            // Another kind of order would take another amount.
            ...(quoteRequest.swapType === 'EXACT_INPUT' ? {} : { srcAmount: undefined }),
          })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const address = own?.depositAddress ?? foreignOrderId(ref, depositAddressShape)
      const told =
        address === null ? null : await readStatus(address, own?.depositMemo ?? null, context)
      if (told === null) return notFound(own)
      const known = own ?? toForeign(told, ref, await loadTokens('', context))
      if (known === null) return notFound()
      if (own !== null) {
        checkSameDeposit(nearIntents, own, toldDeposit(told))
        const isUnseen = isAwaiting(told)
        if (isUnseen && ref.srcTxHash !== null) await submit(own, ref.srcTxHash, context)
      }
      return toDepositStatus(nearIntents, toReading(told, known), known, ref, context)
    },
  }
}

type Assets = Pick<OneClickTerms, 'originAsset' | 'destinationAsset'>

function assetsOf({ srcToken, dstToken }: QuoteRequest, list: OneClickTokens): Assets {
  return { originAsset: assetOf(srcToken, list), destinationAsset: assetOf(dstToken, list) }
}

/** @throws SwaprouteError UPSTREAM_FAILED for an estimate of something else, or for an order */
function checkEstimate(
  { quote, quoteRequest }: OneClickQuote,
  request: QuoteRequest,
  { originAsset, destinationAsset }: Assets,
): void {
  const { amountIn, amountOut, minAmountOut, depositAddress } = quote
  const isSound =
    amountIn === request.srcAmount &&
    minAmountOut > 0n &&
    minAmountOut <= amountOut &&
    depositAddress == null &&
    (quoteRequest.originAsset ?? originAsset) === originAsset &&
    (quoteRequest.destinationAsset ?? destinationAsset) === destinationAsset
  if (isSound) return
  throw new SwaprouteError('UPSTREAM_FAILED', 'NEAR Intents answered with another quote.')
}

function toQuote(
  { amountOut, minAmountOut, timeEstimate }: OneClickQuote['quote'],
  request: QuoteRequest,
  hasKey: boolean,
): Quote {
  return toDepositQuote({
    provider: id,
    request,
    dstAmount: amountOut,
    guaranteed: minAmountOut,
    durationSeconds: timeEstimate ?? 0,
    ...(hasKey ? {} : { feePercent: surchargePercent }),
    providerState: null,
  })
}
