// Quickex: a custodial exchange. An order names an address to pay; the coins go out once the
// payment is confirmed and exchanged, at a floating or at a fixed rate.
//
// API: Quickex documentation, pages "api-v1", "api-v1-orders", "api-v2" and "api-v2-orders" (read
// 2026-11). Amounts are decimal texts in token units; `amountToGet` is after the network fee.
// Quirks: version 1 needs no key, version 2 signs orders; coins are told apart by two titles alone,
// without contracts; an order is read by its number and the receiver's address; its deposit address
// is told when it is opened, and again only with a payment; no time limit is told.

import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from '../families/deposit/cache.ts'
import { servesPair } from '../families/deposit/coins.ts'
import { answerError, limitError, noRoute } from '../families/deposit/errors.ts'
import { askedJustNow, foreignOrderId, notFound, toFacts } from '../families/deposit/foreign.ts'
import { toUnits } from '../families/deposit/money.ts'
import { toDepositQuote } from '../families/deposit/offer.ts'
import {
  parseOrder,
  type Pause,
  readBack,
  realPause,
  sendOrder,
} from '../families/deposit/openOrder.ts'
import { checkSameDeposit } from '../families/deposit/order.ts'
import { partiesOf, toPayee } from '../families/deposit/parties.ts'
import { bothRates, type RateType } from '../families/deposit/rates.ts'
import { readOrderState } from '../families/deposit/state.ts'
import { toDepositStatus } from '../families/deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { readAccess, signedHeaders } from './access.ts'
import { coins, instrumentOf, quickex } from './coins.ts'
import {
  exactText,
  limitsOf,
  modeOf,
  orderBody,
  type Pair,
  type QuickexRateState,
  requestError,
  toBuilt,
} from './order.ts'
import { toForeign, toldDeposit, toReading } from './status.ts'
import {
  createdWire,
  instrumentsWire,
  orderWire,
  type QuickexInstruments,
  type QuickexOrder,
  rateWire,
} from './wire.ts'

const id = 'quickex'
/** No duration is told; clients speak of 10 to 30 minutes. */
const usualSeconds = 30 * 60
const listLifeMs = 60 * 60_000
/** A number, or the UUID it had before. */
const orderNumber = /^(?:\d{4,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export type QuickexOptions = {
  /** Without a trailing slash or version. */
  baseUrl: string
  /** `public:secret` and/or `aff_…`; everything works without. */
  apiKey?: string | null
  pause?: Pause
}

/** @throws SwaprouteError CONFIG_INVALID for a key of another form */
export function createQuickexProvider(options: QuickexOptions): Provider {
  const { baseUrl, apiKey = null, pause = realPause } = options
  const { keys, referrerId } = readAccess(apiKey)
  const hasKey = keys !== null
  const root = `${baseUrl}/${hasKey ? 'v2' : 'v1'}`

  const headersFor = (body: string, context: ProviderContext): Record<string, string> =>
    keys === null ? {} : signedHeaders(keys, body, context.now())

  const get = (path: string, context: ProviderContext, maxBytes?: number): Promise<HttpResponse> =>
    context.http.send({
      url: `${root}${path}`,
      headers: headersFor('', context),
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })

  const loadInstruments = keptFor(
    listLifeMs,
    async (_key, context): Promise<QuickexInstruments> => {
      const { status, body } = await get('/instruments/public', context, listBytes)
      if (status >= 400) throw answerError(quickex, status, body, hasKey)
      return parseWire(instrumentsWire, body, 'The instruments of Quickex')
    },
  )

  const pairOf = async (
    { srcToken, dstToken }: QuoteRequest,
    context: ProviderContext,
  ): Promise<Pair> => {
    const list = await loadInstruments('', context)
    return [instrumentOf(srcToken, list), instrumentOf(dstToken, list)]
  }

  /** Null while it is not told, and for an order of another receiver. */
  const readOrder = async (
    orderId: string,
    receiver: string,
    context: ProviderContext,
  ): Promise<QuickexOrder | null> => {
    const query = new URLSearchParams({ orderId, destinationAddress: receiver }).toString()
    const { status, body } = await get(`/orders/public-info?${query}`, context)
    if (status === 404 || status === 403) return null
    if (status >= 400) throw answerError(quickex, status, body, hasKey)
    return parseWire(orderWire, body, 'The order of Quickex')
  }

  /** A new order as it is told again, once it is there. */
  const readNew = async (
    orderId: string,
    receiver: string,
    context: ProviderContext,
  ): Promise<QuickexOrder | null> => {
    const order = await readOrder(orderId, receiver, context)
    if (order?.failedToCreate === true) {
      throw new SwaprouteError('UPSTREAM_REFUSED', 'Quickex could not open the order.')
    }
    return order?.isPendingToCreate === true ? null : order
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => coins.blockchains,
    supports: (request) => (servesPair(coins, request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const pair = await pairOf(request, context)
      exactText(request, pair[0])
      return bothRates(async (rateType) => {
        const query = rateQuery(request, pair, rateType, referrerId)
        const answer = await get(`/rates/public/one?${query}`, context)
        return toQuote(answer, request, rateType, hasKey)
      })
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, quickex, { takesMemo: true, needsRefund: false })
      const pair = await pairOf(request, context)
      const body = orderBody(quote, pair, parties, referrerId)
      const headers = headersFor(JSON.stringify(body), context)
      const url = `${root}/orders/public/create`
      const answer = await sendOrder(quickex, { url, headers, body }, context)
      if (answer.status >= 400) throw requestError(answer, request, 'order', hasKey)
      const created = parseOrder(quickex, createdWire, answer.body)
      const { orderId } = created
      const look = (): Promise<QuickexOrder | null> =>
        readNew(orderId, parties.receiver.address, context)
      const again = await readBack(quickex, orderId, look, context, pause)
      return toBuilt(quote, pair, parties, created, again, context)
    },
    // Its address is not told again by every version, and what is not told is not taken on trust.
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, receiver, dstToken }, context) => {
          const { address } = toPayee(dstToken.blockchain, receiver)
          const order = await readNew(orderId, address, context)
          if (order === null) return null
          return toFacts(toForeign(order, askedJustNow, address), {
            receiver: order.destinationAddress ?? undefined,
            receiverMemo: order.destinationAddressMemo ?? null,
            refundAddress: order.refundAddress ?? null,
          })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const orderId = own?.orderId ?? foreignOrderId(ref, orderNumber)
      const receiver = own?.receiver ?? foreignReceiver(ref)
      if (orderId === null || receiver === null) return notFound(own)
      const order = await readOrder(orderId, receiver, context)
      if (order === null) return notFound(own)
      if (own !== null) checkSameDeposit(quickex, own, toldDeposit(order))
      const known = own ?? toForeign(order, ref, receiver)
      return known === null
        ? notFound()
        : toDepositStatus(quickex, toReading(order, known), known, ref, context)
    },
  }
}

/** Orders are shown only to who knows where they pay to. */
function foreignReceiver({ receiver, dstBlockchain }: SwapRef): string | null {
  if (receiver === null || dstBlockchain === null) return receiver
  return toPayee(dstBlockchain, receiver).address
}

function rateQuery(
  request: QuoteRequest,
  [src, dst]: Pair,
  rateType: RateType,
  referrerId: string | null,
): string {
  return new URLSearchParams({
    instrumentFromCurrencyTitle: src.currencyTitle,
    instrumentFromNetworkTitle: src.networkTitle,
    instrumentToCurrencyTitle: dst.currencyTitle,
    instrumentToNetworkTitle: dst.networkTitle,
    claimedDepositAmount: exactText(request, src),
    rateMode: modeOf(rateType),
    exchangeType: 'crypto',
    ...(referrerId === null ? {} : { referrerId }),
  }).toString()
}

function toQuote(
  answer: HttpResponse,
  request: QuoteRequest,
  rateType: RateType,
  hasKey: boolean,
): Quote {
  const { srcToken, srcAmount, dstToken } = request
  const { status, body } = answer
  if (status >= 400) throw requestError(answer, request, 'quote', hasKey)
  const limits = limitsOf(body, srcToken)
  const limit = limitError(quickex, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  const rate = parseWire(rateWire, body, 'The rate of Quickex')
  const { price, updatedAt, amountToGet, finalNetworkFeeAmount, rateMode } = rate
  const dstAmount = toUnits(amountToGet, dstToken.decimals, 'down')
  // A pair without a fixed rate may be answered with the floating one.
  if (dstAmount === 0n || (rateMode ?? modeOf(rateType)) !== modeOf(rateType)) {
    throw noRoute(quickex)
  }
  const providerState: QuickexRateState = {
    rateType,
    claimed: rateType === 'fixed' ? { price, updatedAt } : null,
    amountToGet,
    networkFee: finalNetworkFeeAmount ?? null,
  }
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: rateType === 'fixed' ? dstAmount : null,
    rateType,
    limits,
    durationSeconds: usualSeconds,
    providerState,
  })
}
