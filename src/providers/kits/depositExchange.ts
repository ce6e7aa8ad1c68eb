import type * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import { keptFor, listBytes } from './deposit/cache.ts'
import { isContractOf } from './deposit/coins.ts'
import { answerError, noRoute } from './deposit/errors.ts'
import { foreignOrderId, notFound } from './deposit/foreign.ts'
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
import { readOrderState } from './deposit/state.ts'
import { type StatusMap, toDepositStatus } from './deposit/status.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { checkMemoFields, type OrderRules, receiverOf, toBuilt } from './depositOrder.ts'
import {
  bothRates,
  type Call,
  exactAmount,
  type ExchangeCoin,
  quoteRate,
  type RatedExchange,
  readRateState,
  refusalError,
  type WantedSwap,
} from './depositRate.ts'
import {
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

// An exchange that names an address to pay: a rate, an order that is opened once and read back, and
// the same order asked about by its number until it ends. An adapter says how its upstream speaks;
// every check of docs/safety.md is made here.

/** The live list, for one key where the exchange has a list per coin; kept for an hour. */
export type LoadList<List> = (key?: string) => Promise<List>

export type CoinRules<List> = {
  blockchains: readonly BlockchainId[]
  /** Offline: whether the token may be traded at all. */
  serves(token: Token): boolean
  /** The token in the exchange's terms; null where it is not traded on that side. */
  find(token: Token, side: 'src' | 'dst', load: LoadList<List>): Promise<ExchangeCoin | null>
  /** Contract of a coin that `find` names without one, compared before a quote (A7, D6). */
  contractOf?(coin: ExchangeCoin, load: LoadList<List>): Promise<string | null | undefined>
  /** The built-in token behind a coin of an order; null where there is none. */
  tokenOf(coin: SnapshotCoin, load: LoadList<List>): Promise<Token | null>
}

/** What an adapter's factory takes. */
export type ExchangeOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey?: string | null
  pause?: Pause
}

export type DepositExchange<List> = RatedExchange & {
  /** Without a trailing slash. */
  baseUrl: string
  /** @param body the exact text that is sent; empty for GET */
  headers(body: string, nowMs: number): Record<string, string>
  /** `what` names the list in errors. */
  list: { call(key: string): Call; wire: z.ZodMiniType<List>; what: string }
  coins: CoinRules<List>
  parties: PartyRules
  order: OrderRules
  statusMap: StatusMap
  pause?: Pause | undefined
}

const listLifeMs = 60 * 60_000

export function depositExchange<List>(exchange: DepositExchange<List>): Provider {
  const { id, name, baseUrl, coins, order: rules, pause = realPause } = exchange

  const get = (
    { path, query = {} }: Call,
    context: ProviderContext,
    maxBytes?: number,
  ): Promise<HttpResponse> => {
    const search = new URLSearchParams(withoutNulls(query)).toString()
    return context.http.send({
      url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`,
      headers: exchange.headers('', context.now()),
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
  }

  const loadList = keptFor(listLifeMs, async (key, context): Promise<List> => {
    const { status, body } = await get(exchange.list.call(key), context, listBytes)
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
    const src = await coins.find(request.srcToken, 'src', load)
    const dst = await coins.find(request.dstToken, 'dst', load)
    if (src === null || dst === null) throw noRoute(exchange)
    const isOther =
      isOtherContract(request.srcToken, src.contract) ||
      isOtherContract(request.dstToken, dst.contract)
    if (isOther) throw noRoute(exchange)
    return { request, src, dst, ...exactAmount(exchange, request, src) }
  }

  /** A code may mean another contract of the same name, such as a bridged dollar. */
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

  const find = async (
    orderId: string,
    receiver: string,
    context: ProviderContext,
  ): Promise<TrackedOrder | null> => {
    const { status, body } = await get(rules.call(orderId, receiver), context)
    if (rules.unknownAt.includes(status)) return null
    if (status >= 400) throw answerError(exchange, status, body, exchange.hasKey)
    return parseWire(rules.wire, body, `The order of ${name}`)
  }

  /** Null while the exchange is still opening it. */
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
      coin == null ? null : coins.tokenOf(coin, listsFor(context))
    return [await tokenOf(src), await tokenOf(dst)]
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: true, crossChain: true },
    blockchains: () => coins.blockchains,
    supports: ({ srcToken, dstToken }) => {
      const isServed =
        srcToken.blockchain !== dstToken.blockchain &&
        coins.serves(srcToken) &&
        coins.serves(dstToken)
      return isServed ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const wanted = await wantedOf(request, context)
      await checkListed(wanted, context)
      return bothRates((rateType) =>
        quoteRate(exchange, wanted, rateType, (call) => get(call, context)),
      )
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const { rateType, orderFields } = readRateState(quote)
      const parties = partiesOf(quote.request, exchange, exchange.parties)
      const swap = await wantedOf(quote.request, context)
      const wanted = { ...swap, ...parties, rateType, rateName: exchange.rate.names[rateType] }
      checkMemoFields(name, wanted)
      // What the rate left behind never replaces a field of the order itself.
      const body = withoutNulls({ ...orderFields, ...rules.body(wanted) })
      const headers = exchange.headers(JSON.stringify(body), context.now())
      const sent = { url: `${baseUrl}${rules.path}`, headers, body }
      const answer = await sendOrder(exchange, sent, context)
      if (answer.status >= 400) throw refusalError(exchange, answer, quote.request, 'order')
      const created = parseOrder(exchange, rules.created, answer.body)
      const { orderId, depositAddress } = created
      if (depositAddress == null || depositAddress === '') throw orderUnknown(exchange, null, null)
      const look = (): Promise<TrackedOrder | null> =>
        findOpen(orderId, parties.receiver.address, context)
      const again = await readBack(exchange, orderId, look, context, pause)
      return toBuilt(exchange, quote, wanted, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async ({ orderId, receiver, srcToken, dstToken }, context) => {
          const address = receiverOf(rules, receiver, dstToken.blockchain) ?? ''
          const order = await findOpen(orderId, address, context)
          if (order === null) return null
          checkContracts(exchange, order, { srcToken, dstToken })
          const tokens = await tokensOf(order, context)
          return toOrderFacts(order, toKnownOrder(order, tokens, address, null))
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      const orderId = own?.orderId ?? foreignOrderId(ref, rules.number)
      const receiver = own?.receiver ?? receiverOf(rules, ref.receiver, ref.dstBlockchain)
      if (orderId === null || receiver === null) return notFound(own)
      const order = await find(orderId, receiver, context)
      if (order === null) return notFound(own)
      if (own !== null) {
        const { depositAddress: address, depositMemo: memo } = toTerms(order, rules.mayOmit)
        checkSameDeposit(exchange, own, { address, memo })
      }
      const known =
        own ?? toKnownOrder(order, await tokensOf(order, context), receiver, ref.startedAtMs)
      if (known === null) return notFound()
      const reading = toReading(exchange, order, known, exchange.statusMap)
      return toDepositStatus(exchange, reading, known, ref, context)
    },
  }
}

function withoutNulls<T>(fields: Record<string, T>): Record<string, NonNullable<T>> {
  const kept = Object.entries(fields).flatMap(([key, value]): [string, NonNullable<T>][] =>
    value == null ? [] : [[key, value]],
  )
  return Object.fromEntries(kept)
}
