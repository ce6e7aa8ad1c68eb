import type * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import type { SwapStatus } from '../../core/status.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from './deposit/cache.ts'
import { isContractOf } from './deposit/coins.ts'
import { answerError, noRoute } from './deposit/errors.ts'
import { foreignOrderId, notFound } from './deposit/foreign.ts'
import { remainingSlippageBps, usualSlippageBps } from './deposit/offer.ts'
import {
  orderUnknown,
  parseOrder,
  type Pause,
  readBack,
  realPause,
  sendOrder,
} from './deposit/openOrder.ts'
import { checkSameDeposit } from './deposit/order.ts'
import { partiesOf, type PartyRules } from './deposit/parties.ts'
import { type DepositOrder, readOrderState } from './deposit/state.ts'
import { type StatusMap, toDepositStatus } from './deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import {
  checkMemoFields,
  type OrderKey,
  type OrderRules,
  receiverOf,
  toBuilt,
  type WantedOrder,
} from './depositOrder.ts'
import {
  allRates,
  type Ask,
  askRate,
  type Call,
  exactAmount,
  type ExchangeCoin,
  quoteRate,
  type Rate,
  type RatedExchange,
  readRateState,
  refusalError,
  type WantedSwap,
} from './depositRate.ts'
import {
  asPaid,
  checkContracts,
  isOtherContract,
  type OrderSnapshot,
  type SnapshotCoin,
  toKnownOrder,
  toOrderFacts,
  toReading,
  toTerms,
  type TrackedOrder,
} from './orderSnapshot.ts'

// An exchange with deposit addresses: a rate, an order that is opened once and read back, and its
// status by id until it ends. An adapter declares the upstream's requests and answers; this kit
// makes every check of docs/safety.md.

/** Loads the live list; by key where there is one list per coin. */
export type LoadList<List> = (key?: string) => Promise<List>

export type CoinRules<List> = {
  blockchains: readonly BlockchainId[]
  /** Offline: whether the token may be traded at all. */
  serves(token: Token): boolean
  /** The exchange's coin for a token; null where it is not traded on that side. */
  find(
    token: Token,
    side: 'src' | 'dst',
    load: LoadList<List>,
    context: ProviderContext,
  ): Promise<ExchangeCoin | null>
  /** Contract of a coin that `find` returns without one, compared before a quote (A7, D6). */
  contractOf?(coin: ExchangeCoin, load: LoadList<List>): Promise<string | null | undefined>
  /** The token of a coin in an order; null for an unknown one. */
  tokenOf(coin: SnapshotCoin, load: LoadList<List>, context: ProviderContext): Promise<Token | null>
}

/** Options of an adapter's factory. */
export type ExchangeOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey?: string | null
  pause?: Pause
}

export type DepositExchange<
  List,
  R extends Rate = Rate,
  O extends TrackedOrder = TrackedOrder,
> = RatedExchange<R> & {
  /** Without a trailing slash. */
  baseUrl: string
  /** @param body the exact text that is sent; empty for GET */
  headers(body: string, nowMs: number): Record<string, string>
  /** Absent: a fee is inside the rate. */
  chargesFee?: false
  /** `what` names the list in errors; cached for `lifeMs`, default one hour. */
  list: { call(key: string): Call; wire: z.ZodMiniType<List>; what: string; lifeMs?: number }
  coins: CoinRules<List>
  parties: PartyRules
  order: OrderRules<R, O>
  statusMap: StatusMap
  pause?: Pause | undefined
}

const usualLifeMs = 60 * 60_000

export function depositExchange<List, R extends Rate, O extends TrackedOrder>(
  exchange: DepositExchange<List, R, O>,
): Provider {
  const { id, name, baseUrl, coins, rate, order: rules, pause = realPause } = exchange

  const send = async (
    { path, query = {}, body: fields, older }: Call,
    context: ProviderContext,
    maxBytes?: number,
  ): Promise<HttpResponse> => {
    const search = new URLSearchParams(withoutNulls(query)).toString()
    const body = fields === undefined ? undefined : withoutNulls(fields)
    const answer = await context.http.send({
      url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`,
      headers: exchange.headers(body === undefined ? '' : JSON.stringify(body), context.now()),
      ...(body === undefined ? {} : { method: 'POST', body }),
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
    return answer.status === 404 && older !== undefined ? send(older, context) : answer
  }

  const askWith = (context: ProviderContext): Ask => ({
    context,
    send: (call) => send(call, context),
    read: async (call, wire, what, unknownAt) => {
      const { status, body } = await send(call, context)
      if (unknownAt.includes(status)) return null
      if (status >= 400) throw answerError(exchange, status, body, exchange.hasKey)
      return parseWire(wire, body, what)
    },
  })

  const { lifeMs = usualLifeMs } = exchange.list
  const loadList = keptFor(lifeMs, async (key, context): Promise<List> => {
    const { status, body } = await send(exchange.list.call(key), context, listBytes)
    if (status >= 400) throw answerError(exchange, status, body, exchange.hasKey)
    return parseWire(exchange.list.wire, body, exchange.list.what)
  })
  const listsFor =
    (context: ProviderContext): LoadList<List> =>
    (key = '') =>
      loadList(key, context)

  /** @throws SwaprouteError NO_ROUTE, TOO_MANY_DECIMALS */
  const wantedOf = async (request: QuoteRequest, context: ProviderContext): Promise<WantedSwap> => {
    const load = listsFor(context)
    const src = await coins.find(request.srcToken, 'src', load, context)
    const dst = await coins.find(request.dstToken, 'dst', load, context)
    if (src === null || dst === null) throw noRoute(exchange)
    const isOther =
      isOtherContract(request.srcToken, src.contract) ||
      isOtherContract(request.dstToken, dst.contract)
    if (isOther) throw noRoute(exchange)
    return { request, src, dst, ...exactAmount(exchange, request, src) }
  }

  const deadlineOf = (request: QuoteRequest, context: ProviderContext): number | null =>
    rules.lifeMs === undefined ? null : context.now() + rules.lifeMs(request)

  /** A code may mean a different contract of the same name, such as a bridged dollar. */
  const checkListed = async (
    { request, src, dst }: WantedSwap,
    context: ProviderContext,
  ): Promise<void> => {
    for (const [token, coin] of [
      [request.srcToken, src],
      [request.dstToken, dst],
    ] as const) {
      if (token.native || coins.contractOf === undefined) continue
      const contract = await coins.contractOf(coin, listsFor(context))
      if (!isContractOf(token, contract ?? '')) throw noRoute(exchange)
    }
  }

  /**
   * What is ordered. A `market` rate is asked again; the order's minimum is never below the
   * accepted one.
   * @throws SwaprouteError PRICE_MOVED
   */
  const orderOf = async (
    quote: Quote,
    context: ProviderContext,
  ): Promise<{ wanted: WantedOrder<R>; orderFields: Record<string, unknown> }> => {
    const { request, dstMinAmount } = quote
    const { rateType, orderFields } = readRateState(quote, rate)
    const parties = partiesOf(request, exchange, exchange.parties)
    const wanted = {
      ...(await wantedOf(request, context)),
      ...parties,
      rateType,
      rateName: rate.names[rateType] ?? '',
      slippageBps: quote.slippageBps,
      deadlineMs: deadlineOf(request, context),
      offer: null,
      dstAmount: null,
      dstMinAmount,
    }
    checkMemoFields(name, wanted)
    if (rateType !== 'market') return { wanted, orderFields }
    const { offer, dstAmount } = await askRate(exchange, wanted, askWith(context))
    const left = remainingSlippageBps(exchange, dstMinAmount, dstAmount)
    const slippageBps = Math.min(left, quote.slippageBps)
    return {
      wanted: { ...wanted, slippageBps, offer, dstAmount },
      orderFields: offer.orderFields ?? {},
    }
  }

  /** Opens the order, exactly once. */
  const open = async (
    wanted: WantedOrder<R>,
    orderFields: Record<string, unknown>,
    context: ProviderContext,
  ): Promise<OrderSnapshot> => {
    const sent = (fields: Record<string, unknown>): Promise<HttpResponse> => {
      // Fields carried from the rate never override the order's own.
      const body = withoutNulls({ ...orderFields, ...fields })
      const headers = exchange.headers(JSON.stringify(body), context.now())
      return sendOrder(exchange, { url: `${baseUrl}${rules.path}`, headers, body }, context)
    }
    const first = await sent(rules.body(wanted))
    const isOlder = first.status === 400 && rules.olderBody !== undefined
    const answer = isOlder ? await sent(rules.olderBody?.(wanted) ?? {}) : first
    if (answer.status >= 400) throw refusalError(exchange, answer, wanted.request, 'order')
    return parseOrder(exchange, rules.created, answer.body)
  }

  const find = async (
    key: OrderKey,
    context: ProviderContext,
    wanted?: WantedOrder<R>,
  ): Promise<O | null> => {
    const { look } = rules
    const ask = askWith(context)
    if (typeof look === 'function') return look(key, ask, wanted)
    return ask.read(look.request(key), look.wire, `The order of ${name}`, look.unknownAt)
  }

  /** Null while the exchange is still opening the order. */
  const findOpen = async (...args: Parameters<typeof find>): ReturnType<typeof find> => {
    const order = await find(...args)
    if (order?.opening === 'failed') {
      throw new SwaprouteError('UPSTREAM_REFUSED', `${name} could not open the order.`)
    }
    return order?.opening === 'pending' ? null : order
  }

  const tokensOf = async (
    { src, dst }: OrderSnapshot,
    context: ProviderContext,
  ): Promise<[Token | null, Token | null]> => {
    const tokenOf = async (coin: SnapshotCoin | null | undefined): Promise<Token | null> =>
      coin == null ? null : coins.tokenOf(coin, listsFor(context), context)
    return [await tokenOf(src), await tokenOf(dst)]
  }

  const ownStatus = async (
    own: DepositOrder,
    ref: SwapRef,
    context: ProviderContext,
  ): Promise<SwapStatus> => {
    const order =
      rules.track === undefined
        ? await find(own, context)
        : await rules.track(own, ref, askWith(context))
    if (order === null) return notFound(own)
    const { depositAddress: address, depositMemo: memo } = toTerms(order, rules.mayOmit)
    checkSameDeposit(exchange, own, { address, memo })
    const judged = rules.otherAmount === 'swapped' ? asPaid(rate.amounts, order, own) : own
    const reading = toReading(exchange, order, own, exchange.statusMap)
    return toDepositStatus(exchange, reading, judged, ref, context)
  }

  /** An order that was opened elsewhere. */
  const foreignStatus = async (ref: SwapRef, context: ProviderContext): Promise<SwapStatus> => {
    const { search } = rules
    const text = ref.orderId ?? ref.srcTxHash ?? ''
    const isIt = search === undefined || search.isIt(text)
    const orderId = search === undefined ? foreignOrderId(ref, rules.number) : text
    const receiver = receiverOf(rules, ref.receiver, ref.dstBlockchain)
    if (!isIt || orderId === null || receiver === null) return notFound()
    const order =
      search === undefined
        ? await find({ orderId, receiver, depositAddress: '', depositMemo: null }, context)
        : await search.find(text, askWith(context))
    if (order === null) return notFound()
    const tokens = await tokensOf(order, context)
    const known = toKnownOrder(rate.amounts, order, tokens, receiver, ref.startedAtMs)
    if (known === null) return notFound()
    const reading = toReading(exchange, order, known, exchange.statusMap)
    const status = await toDepositStatus(exchange, reading, known, ref, context)
    // A hash alone does not identify the exchange.
    return search === undefined
      ? status
      : { ...status, sourceBlockchain: known.srcToken.blockchain }
  }

  return {
    ids: [id],
    capabilities: {
      recipient: true,
      chargesFee: exchange.chargesFee ?? true,
      deposit: true,
      crossChain: true,
    },
    blockchains: () => coins.blockchains,
    supports: ({ srcToken, dstToken }) => {
      const isServed =
        srcToken.blockchain !== dstToken.blockchain &&
        coins.serves(srcToken) &&
        coins.serves(dstToken)
      return isServed ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const parties = rate.parties?.(request, exchange)
      const swap = await wantedOf(request, context)
      await checkListed(swap, context)
      const slippageBps = request.slippageBps ?? usualSlippageBps
      const deadlineMs = deadlineOf(request, context)
      return allRates(rate, (rateType, rateName) => {
        const wanted = { ...swap, ...parties, rateType, rateName, slippageBps, deadlineMs }
        return quoteRate(exchange, wanted, askWith(context))
      })
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { wanted, orderFields } = await orderOf(quote, context)
      const created = await open(wanted, orderFields, context)
      const { orderId, depositAddress, depositMemo = null } = created
      if (depositAddress == null || depositAddress === '') throw orderUnknown(exchange, null, null)
      const key = { orderId, receiver: wanted.receiver.address, depositAddress, depositMemo }
      const look = (): Promise<O | null> => findOpen(key, context, wanted)
      // An id that is the address itself is not shown before the read-back.
      const shown = orderId === depositAddress ? null : orderId
      const again = await readBack(exchange, shown, look, context, pause)
      return toBuilt(exchange, quote, wanted, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async (claim, context) => {
          const { orderId, depositAddress, depositMemo, srcToken, dstToken } = claim
          const receiver = receiverOf(rules, claim.receiver, dstToken.blockchain) ?? ''
          const key = { orderId, receiver, depositAddress, depositMemo }
          const order = await findOpen(key, context)
          if (order === null) return null
          checkContracts(exchange, order, { srcToken, dstToken })
          const tokens = await tokensOf(order, context)
          const known = toKnownOrder(rate.amounts, order, tokens, receiver, null)
          return toOrderFacts(rate.amounts, order, known, rules.facts?.(order, claim))
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      return own === null ? foreignStatus(ref, context) : ownStatus(own, ref, context)
    },
  }
}

function withoutNulls<T>(fields: Record<string, T>): Record<string, NonNullable<T>> {
  const kept = Object.entries(fields).flatMap(([key, value]): [string, NonNullable<T>][] =>
    value == null ? [] : [[key, value]],
  )
  return Object.fromEntries(kept)
}
