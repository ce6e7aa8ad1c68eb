// ChangeNOW: a custodial exchange. An order names an address to pay; the coins go out once the
// payment is confirmed and exchanged, at a floating or, for some minutes, at a fixed rate.
//
// API: ChangeNOW API v2, public documentation (read 2026-11). Amounts are texts in requests and
// JSON numbers in answers, in token units; fees are inside the rate. Quirks: every call but the
// list of currencies needs a key; AVALANCHE's coin is on network `cchain`, its tokens on `avaxc`;
// `payinExtraId` may be missing, empty or null; tickers may mean another contract than expected,
// so currencies are found by network and contract in the live list.

import { formatAmount } from '../../core/amounts.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from '../families/deposit/cache.ts'
import { answerError, limitError, type Limits, noRoute } from '../families/deposit/errors.ts'
import {
  askedJustNow,
  foreignOrderId,
  notFound,
  toFacts,
  toKnownOrder,
} from '../families/deposit/foreign.ts'
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
import { partiesOf } from '../families/deposit/parties.ts'
import { bothRates, type RateType } from '../families/deposit/rates.ts'
import { readOrderState } from '../families/deposit/state.ts'
import {
  type KnownOrder,
  type Meaning,
  type Reading,
  toDepositStatus,
} from '../families/deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { changenow, changenowBlockchains, currencyOf, tokenOfCurrency } from './assets.ts'
import {
  flowOf,
  orderBody,
  type Pair,
  pairQuery,
  requestError,
  timeOf,
  toBuilt,
  toLimits,
} from './order.ts'
import {
  type ChangenowCurrencies,
  type ChangenowOrder,
  createdWire,
  currenciesWire,
  estimateWire,
  orderWire,
  rangeWire,
} from './wire.ts'

const id = 'changenow'
const listLifeMs = 60 * 60_000
const usualMinutes = 60
const orderNumber = /^[a-z0-9]{10,40}$/i

const meanings: Readonly<Partial<Record<string, Meaning>>> = {
  new: 'awaiting',
  waiting: 'awaiting',
  confirming: 'confirming',
  exchanging: 'exchanging',
  sending: 'sending',
  verifying: 'held',
  finished: 'done',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
}

export type ChangenowOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string
  pause?: Pause
}

export function createChangenowProvider(options: ChangenowOptions): Provider {
  const { baseUrl, apiKey, pause = realPause } = options
  const headers = { 'x-changenow-api-key': apiKey }

  const get = (
    path: string,
    query: Record<string, string>,
    context: ProviderContext,
    maxBytes?: number,
  ): Promise<HttpResponse> =>
    context.http.send({
      url: `${baseUrl}${path}?${new URLSearchParams(query).toString()}`,
      headers,
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })

  const loadCurrencies = keptFor(
    listLifeMs,
    async (_key, context): Promise<ChangenowCurrencies> => {
      const query = { active: 'true', flow: 'standard' }
      const { status, body } = await get('/exchange/currencies', query, context, listBytes)
      if (status >= 400) throw answerError(changenow, status, body, true)
      return parseWire(currenciesWire, body, 'The currencies of ChangeNOW')
    },
  )

  const pairOf = async (
    { srcToken, dstToken }: QuoteRequest,
    context: ProviderContext,
  ): Promise<Pair> => {
    const list = await loadCurrencies('', context)
    const [src, dst] = [currencyOf(srcToken, list), currencyOf(dstToken, list)]
    if (src.sell === false || dst.buy === false) throw noRoute(changenow)
    return [src, dst]
  }

  /** Null where they are not told: an estimate stands without them. */
  const readLimits = async (
    request: QuoteRequest,
    pair: Pair,
    flow: string,
    context: ProviderContext,
  ): Promise<Limits | null> => {
    const { status, body } = await get('/exchange/range', { ...pairQuery(pair), flow }, context)
    if (status >= 400) return null
    return toLimits(parseWire(rangeWire, body, 'The limits of ChangeNOW'), request.srcToken)
  }

  const quoteRate = async (
    request: QuoteRequest,
    pair: Pair,
    rateType: RateType,
    context: ProviderContext,
  ): Promise<Quote> => {
    const flow = flowOf(rateType)
    const fixed = rateType === 'fixed' ? { useRateId: 'true' } : {}
    const fromAmount = formatAmount(request.srcAmount, request.srcToken.decimals)
    const query = { ...pairQuery(pair), fromAmount, flow, type: 'direct', ...fixed }
    const [limits, answer] = await Promise.all([
      readLimits(request, pair, flow, context),
      get('/exchange/estimated-amount', query, context),
    ])
    return toQuote(answer, request, rateType, limits)
  }

  const readOrder = async (
    orderId: string,
    context: ProviderContext,
  ): Promise<ChangenowOrder | null> => {
    const { status, body } = await get('/exchange/by-id', { id: orderId }, context)
    // A number it never gave is answered with either.
    if (status === 404 || status === 400) return null
    if (status >= 400) throw answerError(changenow, status, body, true)
    return parseWire(orderWire, body, 'The order of ChangeNOW')
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => changenowBlockchains,
    supports: ({ srcToken, dstToken }) =>
      srcToken.blockchain !== dstToken.blockchain &&
      [srcToken, dstToken].every(({ blockchain }) => changenowBlockchains.includes(blockchain))
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const pair = await pairOf(request, context)
      return bothRates((rateType) => quoteRate(request, pair, rateType, context))
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, changenow, { takesMemo: true, needsRefund: false })
      const pair = await pairOf(request, context)
      const body = orderBody(quote, pair, parties)
      const url = `${baseUrl}/exchange`
      const answer = await sendOrder(changenow, { url, headers, body }, context)
      if (answer.status >= 400) {
        throw requestError(answer, request.srcToken, request.srcAmount, 'order')
      }
      const created = parseOrder(changenow, createdWire, answer.body)
      const look = (): Promise<ChangenowOrder | null> => readOrder(created.id, context)
      const again = await readBack(changenow, created.id, look, context, pause)
      return toBuilt(quote, pair, parties, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId }, context) => {
          const order = await readOrder(orderId, context)
          if (order === null) return null
          const known = toForeign(order, askedJustNow, await loadCurrencies('', context))
          return toFacts(known, { receiverMemo: order.payoutExtraId ?? null })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const orderId = own?.orderId ?? foreignOrderId(ref, orderNumber)
      const order = orderId === null ? null : await readOrder(orderId, context)
      if (order === null) return notFound(own)
      if (own !== null) {
        checkSameDeposit(changenow, own, {
          address: order.payinAddress,
          memo: order.payinExtraId ?? null,
        })
      }
      const known = own ?? toForeign(order, ref, await loadCurrencies('', context))
      return known === null
        ? notFound()
        : toDepositStatus(changenow, toReading(order, known), known, ref, context)
    },
  }
}

function toQuote(
  answer: HttpResponse,
  request: QuoteRequest,
  rateType: RateType,
  limits: Limits | null,
): Quote {
  const { srcToken, srcAmount, dstToken } = request
  const limit = limits === null ? null : limitError(changenow, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  if (answer.status >= 400) throw requestError(answer, srcToken, srcAmount, 'quote')
  const wire = parseWire(estimateWire, answer.body, 'The estimate of ChangeNOW')
  const dstAmount = toUnits(wire.toAmount, dstToken.decimals, 'down')
  const rateId = wire.rateId ?? null
  if (dstAmount === 0n || (rateType === 'fixed' && rateId === null)) throw noRoute(changenow)
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: rateType === 'fixed' ? dstAmount : null,
    rateType,
    ...(limits === null ? {} : { limits }),
    durationSeconds: 60 * minutesOf(wire.transactionSpeedForecast ?? ''),
    expiresAtMs: rateType === 'fixed' ? timeOf(wire.validUntil) : null,
    providerState: { rateType, rateId },
  })
}

/** The longer end of a forecast such as `10-60`. */
function minutesOf(forecast: string): number {
  const longest = /^\d{1,3}-(\d{1,4})$/.exec(forecast)?.[1]
  return longest === undefined ? usualMinutes : Number(longest)
}

function toReading(order: ChangenowOrder, { srcToken, dstToken }: KnownOrder): Reading {
  const { status, actionsAvailable, payinHash, payoutHash, refundHash, amountFrom, amountTo } =
    order
  const meaning = meanings[status] ?? 'unknown'
  const isOpen = actionsAvailable === true && (meaning === 'failed' || meaning === 'expired')
  return {
    word: status,
    meaning: isOpen ? 'needs_user' : meaning,
    srcTxHash: payinHash ?? null,
    payoutHashes: payoutHash == null ? [] : [payoutHash],
    paidAmount: amountFrom == null ? null : toUnits(amountFrom, srcToken.decimals, 'down'),
    payoutAmount: amountTo == null ? null : toUnits(amountTo, dstToken.decimals, 'down'),
    refundHashes: refundHash == null ? [] : [refundHash],
    ...(isOpen
      ? { note: 'ChangeNOW waits for a decision: continue or refund, on the page of the order.' }
      : {}),
  }
}

/** An order of the same account opened elsewhere, by ChangeNOW's own word. */
function toForeign(
  order: ChangenowOrder,
  ref: Pick<SwapRef, 'startedAtMs'>,
  list: ChangenowCurrencies,
): KnownOrder | null {
  return toKnownOrder(
    {
      orderId: order.id,
      depositAddress: order.payinAddress,
      depositMemo: order.payinExtraId ?? null,
      receiver: order.payoutAddress,
      refundAddress: order.refundAddress ?? null,
      srcToken: tokenOfCurrency(order.fromCurrency, order.fromNetwork, list),
      dstToken: tokenOfCurrency(order.toCurrency, order.toNetwork, list),
      srcAmount: order.expectedAmountFrom ?? null,
      dstAmount: order.expectedAmountTo ?? null,
      expiresAtMs: timeOf(order.validUntil),
    },
    ref,
  )
}
