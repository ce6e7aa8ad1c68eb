// Exolix: a custodial exchange. An order names an address to pay; the coins go out once the
// payment is confirmed and exchanged, at a floating or at a fixed rate.
//
// API: https://exolix.com/developers (read 2026-11). Amounts are JSON numbers in token units, all
// fees are inside the rate. Quirks: an amount out of range is refused with 422 or with 200, a
// message and `toAmount` 0; coins are told apart by code and network alone, so the contract of a
// token is compared with the list before a quote and with the order before it is shown; a refund
// has no field of its own for its transaction.

import { formatAmount } from '../../core/amounts.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor } from '../families/deposit/cache.ts'
import { isContractOf, pairOf, servesPair } from '../families/deposit/coins.ts'
import { answerError, limitError, noRoute, quoteError } from '../families/deposit/errors.ts'
import {
  askedJustNow,
  foreignOrderId,
  notFound,
  toFacts,
  toKnownOrder,
} from '../families/deposit/foreign.ts'
import { exactNumber, toUnits } from '../families/deposit/money.ts'
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
import { checkCoins, coins, exolix, limitsOf, orderBody, toBuilt } from './order.ts'
import { type ExolixOrder, networksWire, orderWire, rateWire } from './wire.ts'

const id = 'exolix'
/** Exolix promises 5 to 40 minutes. */
const usualSeconds = 20 * 60
const listLifeMs = 60 * 60_000
const orderNumber = /^[A-Za-z0-9]{8,40}$/

const meanings: Readonly<Partial<Record<string, Meaning>>> = {
  wait: 'awaiting',
  confirmation: 'confirming',
  confirmed: 'confirming',
  exchanging: 'exchanging',
  sending: 'sending',
  success: 'done',
  overdue: 'expired',
  deleted: 'failed',
  error: 'failed',
  refund: 'refunding',
  refunded: 'refunded',
}

export type ExolixOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  /** Only credits orders to an account; everything works without. */
  apiKey?: string | null
  pause?: Pause
}

export function createExolixProvider(options: ExolixOptions): Provider {
  const { baseUrl, apiKey = null, pause = realPause } = options
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: apiKey }
  const hasKey = apiKey !== null

  const get = (path: string, context: ProviderContext): Promise<HttpResponse> =>
    context.http.send({ url: `${baseUrl}${path}`, headers, effect: 'read', signal: context.signal })

  const loadNetworks = keptFor(listLifeMs, async (code, context) => {
    const { status, body } = await get(`/currencies/${encodeURIComponent(code)}/networks`, context)
    if (status >= 400) throw answerError(exolix, status, body, hasKey)
    return parseWire(networksWire, body, 'The networks of Exolix')
  })

  /** A code may mean another contract of the same name, such as a bridged dollar. */
  const checkContract = async (token: Token, context: ProviderContext): Promise<void> => {
    const coin = coins.find(token)
    if (token.native || coin === null) return
    const networks = await loadNetworks(coin.code, context)
    const contract = networks.find(({ network }) => network === coin.network)?.contract ?? ''
    if (!isContractOf(token, contract)) throw noRoute(exolix)
  }

  const readOrder = async (
    orderId: string,
    context: ProviderContext,
  ): Promise<ExolixOrder | null> => {
    const { status, body } = await get(`/transactions/${encodeURIComponent(orderId)}`, context)
    if (status === 404) return null
    if (status >= 400) throw answerError(exolix, status, body, hasKey)
    return parseWire(orderWire, body, 'The order of Exolix')
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => coins.blockchains,
    supports: (request) => (servesPair(coins, request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      exactNumber(request.srcAmount, request.srcToken, exolix.name)
      await checkContract(request.srcToken, context)
      await checkContract(request.dstToken, context)
      return bothRates(async (rateType) => {
        const answer = await get(`/rate?${rateQuery(request, rateType)}`, context)
        return toQuote(answer, request, rateType, hasKey)
      })
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { request } = quote
      const parties = partiesOf(request, exolix, { takesMemo: true, needsRefund: false })
      const body = orderBody(quote, parties)
      const url = `${baseUrl}/transactions`
      const answer = await sendOrder(exolix, { url, headers, body }, context)
      if (answer.status >= 400) throw orderError(answer, request, hasKey)
      const created = parseOrder(exolix, orderWire, answer.body)
      const look = (): Promise<ExolixOrder | null> => readOrder(created.id, context)
      const again = await readBack(exolix, created.id, look, context, pause)
      return toBuilt(quote, parties, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, srcToken, dstToken }, context) => {
          const order = await readOrder(orderId, context)
          if (order === null) return null
          checkCoins(order, srcToken, dstToken)
          const receiverMemo = order.withdrawalExtraId ?? null
          return toFacts(toForeign(order, askedJustNow), { receiverMemo })
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const orderId = own?.orderId ?? foreignOrderId(ref, orderNumber)
      const order = orderId === null ? null : await readOrder(orderId, context)
      if (order === null) return notFound(own)
      if (own !== null) {
        checkSameDeposit(exolix, own, { address: order.depositAddress, memo: order.depositExtraId })
      }
      const known = own ?? toForeign(order, ref)
      return known === null
        ? notFound()
        : toDepositStatus(exolix, toReading(order, known), known, ref, context)
    },
  }
}

function rateQuery(request: QuoteRequest, rateType: RateType): string {
  const [src, dst] = pairOf(coins, request)
  return new URLSearchParams({
    coinFrom: src.code,
    networkFrom: src.network,
    coinTo: dst.code,
    networkTo: dst.network,
    amount: formatAmount(request.srcAmount, request.srcToken.decimals),
    rateType,
  }).toString()
}

/** A rate, or why there is none: the message counts more than the HTTP status. */
function toQuote(
  { status, body }: HttpResponse,
  request: QuoteRequest,
  rateType: RateType,
  hasKey: boolean,
): Quote {
  const { srcToken, dstToken, srcAmount } = request
  const limits = limitsOf(body, srcToken)
  const limit = limitError(exolix, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  if (status >= 400) throw quoteError(exolix, status, body, hasKey)
  const { toAmount, message, rateId } = parseWire(rateWire, body, 'The rate of Exolix')
  const dstAmount = toUnits(toAmount, dstToken.decimals, 'down')
  if (dstAmount === 0n || (message ?? '') !== '') throw quoteError(exolix, status, body, hasKey)
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: rateType === 'fixed' ? dstAmount : null,
    rateType,
    limits,
    durationSeconds: usualSeconds,
    providerState: { rateType, rateId: rateId ?? null },
  })
}

function orderError({ status, body }: HttpResponse, request: QuoteRequest, hasKey: boolean): Error {
  const { srcToken, srcAmount } = request
  const limit = limitError(exolix, srcAmount, srcToken, limitsOf(body, srcToken))
  return limit ?? answerError(exolix, status, body, hasKey)
}

function toReading(order: ExolixOrder, { srcToken, dstToken }: KnownOrder): Reading {
  const { status, hashIn, hashOut } = order
  const meaning = meanings[status] ?? 'unknown'
  const out = hashOut?.hash == null ? [] : [hashOut.hash]
  return {
    word: status,
    meaning,
    srcTxHash: hashIn?.hash ?? null,
    payoutHashes: out,
    paidAmount: toUnits(order.amount, srcToken.decimals, 'down'),
    payoutAmount: toUnits(order.amountTo, dstToken.decimals, 'down'),
    refundHashes: meaning === 'refunded' ? out : [],
  }
}

/** An order of somebody else, by Exolix' own word. */
function toForeign(order: ExolixOrder, ref: Pick<SwapRef, 'startedAtMs'>): KnownOrder | null {
  const { coinFrom, coinTo } = order
  return toKnownOrder(
    {
      orderId: order.id,
      depositAddress: order.depositAddress,
      depositMemo: order.depositExtraId ?? null,
      receiver: order.withdrawalAddress,
      refundAddress: order.refundAddress ?? null,
      srcToken: coins.tokenOf({ code: coinFrom.coinCode, network: coinFrom.network }),
      dstToken: coins.tokenOf({ code: coinTo.coinCode, network: coinTo.network }),
      srcAmount: order.amount,
      dstAmount: order.amountTo,
    },
    ref,
  )
}
