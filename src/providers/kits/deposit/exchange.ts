import { chainById } from '../../../chains/chains.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { OrderClaim } from '../../../core/order.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { Token } from '../../../core/token.ts'
import type { HttpResponse } from '../../../http/types.ts'
import { foreignOrderId, notFound } from './foreign.ts'
import { remainingSlippageBps, usualSlippageBps } from './offer.ts'
import { orderUnknown, parseOrder, type Pause, readBack, realPause } from './openOrder.ts'
import { checkSameDeposit, requireMemo } from './orderTerms.ts'
import { type CoinRules, swapFinder } from './pairs.ts'
import { partiesOf, type PartyRules } from './parties.ts'
import { refusalError } from './refusals.ts'
import { type StoredOrder, readOrderState } from './state.ts'
import type { StatusMap } from './reading.ts'
import { toDepositStatus } from './status.ts'
import { addressBefore } from './unpaid.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { type AskedExchange, type LoadList, requestsOf } from './ask.ts'
import {
  checkMemoFields,
  type ExchangeOrders,
  makeOrder,
  type OrderKey,
  type Orders,
  receiverOf,
  toBuilt,
  type WantedOrder,
} from './orders.ts'
import {
  allRates,
  askRate,
  quoteRate,
  type ExchangeRate,
  type RatedExchange,
  readRateState,
} from './rate.ts'
import {
  checkCoinContracts,
  type OrderSnapshot,
  type SnapshotCoin,
  toKnownOrder,
  toOrderFacts,
  toReading,
  toTerms,
  type TrackedOrder,
} from './snapshot.ts'

// An exchange with deposit addresses: a rate, an order that is opened once and read back (or built from
// a vault and a memo, and confirmed twice), and its status until it ends. An adapter declares the
// upstream's requests and answers; this kit runs every check of docs/safety.md.

/** Options of an adapter's factory. */
export type DepositOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey?: string | null
  pause?: Pause
}

export type DepositExchange<
  List,
  R extends ExchangeRate = ExchangeRate,
  O extends TrackedOrder = TrackedOrder,
> = RatedExchange<R> &
  AskedExchange<List> &
  Orders<R, O> & {
    coins: CoinRules<List>
    parties: PartyRules
    statusMap: StatusMap
    pause?: Pause | undefined
  }

type Ordered<R extends ExchangeRate> = {
  wanted: WantedOrder<R>
  orderFields: Record<string, unknown>
  /** Null where an order names the address. */
  vault: string | null
}

export function depositExchange<List, R extends ExchangeRate, O extends TrackedOrder>(
  exchange: DepositExchange<List, R, O>,
): Provider {
  const { id, name, coins, rate, made, pause = realPause } = exchange
  const { askWith, order: sendFields, ...lists } = requestsOf(exchange)
  const swaps = swapFinder(exchange, lists)
  const ownLists = (context: ProviderContext): LoadList<List> => lists.listsOf('own', context).load
  const { order: opening } = exchange
  const rules = exchange.order === undefined ? exchange.made : exchange.order

  const deadlineOf = (request: QuoteRequest, context: ProviderContext): number | null =>
    rules.lifeMs === undefined ? null : context.now() + rules.lifeMs(request)

  /**
   * What is ordered, and where it is paid if nothing is opened. A `market` rate is asked again; the
   * order's minimum is never below the accepted one.
   * @throws SwaprouteError PRICE_MOVED
   */
  const orderOf = async (quote: Quote, context: ProviderContext): Promise<Ordered<R>> => {
    const { request, dstMinAmount } = quote
    const { rateType, orderFields } = readRateState(quote, rate)
    const parties = partiesOf(request, exchange, exchange.parties)
    const wanted = {
      ...(await swaps.ordered(request, context)),
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
    const vault = (await made?.vault(request, askWith(context)))?.address ?? null
    if (rateType !== 'market') return { wanted, orderFields, vault }
    const { offer, dstAmount } = await askRate(exchange, wanted, askWith(context))
    const left = remainingSlippageBps(exchange, dstMinAmount, dstAmount)
    const slippageBps = Math.min(left, quote.slippageBps)
    return {
      wanted: { ...wanted, slippageBps, offer, dstAmount },
      orderFields: offer.orderFields ?? {},
      vault,
    }
  }

  /** Opens the order, exactly once. Fields carried from the rate never override its own. */
  const open = async (
    opening: ExchangeOrders<R, O>,
    wanted: WantedOrder<R>,
    orderFields: Record<string, unknown>,
    context: ProviderContext,
  ): Promise<OrderSnapshot> => {
    const sent = (fields: Record<string, unknown>): Promise<HttpResponse> =>
      sendFields(opening.path, { ...orderFields, ...fields }, context)
    const first = await sent(opening.body(wanted))
    const isOlder = first.status === 400 && opening.olderBody !== undefined
    const answer = isOlder ? await sent(opening.olderBody?.(wanted) ?? {}) : first
    if (answer.status >= 400) throw refusalError(exchange, answer, wanted.request, 'order')
    return parseOrder(exchange, opening.created, answer.body)
  }

  const find = async (
    key: OrderKey,
    context: ProviderContext,
    wanted?: WantedOrder<R>,
  ): Promise<O | null> => {
    if (opening === undefined) return null
    const { read } = opening
    const ask = askWith(context)
    if (typeof read === 'function') return read(key, ask, wanted)
    return ask.read(read.request(key), read.wire, `The order of ${name}`, read.unknownAt)
  }

  /** Null while the exchange is still opening the order. */
  const findOpen = async (...args: Parameters<typeof find>): ReturnType<typeof find> => {
    const order = await find(...args)
    if (order?.opening === 'failed') {
      throw new SwaprouteError('UPSTREAM_REFUSED', `${name} could not open the order.`)
    }
    return order?.opening === 'pending' ? null : order
  }

  /** Of an order that another backend shows; asks the list only where a memo may be missing. */
  const checkClaimedMemo = async (claim: OrderClaim, context: ProviderContext): Promise<void> => {
    const { srcToken, depositMemo } = claim
    const { memo } = chainById(srcToken.blockchain)
    if (memo === null || (depositMemo ?? '') !== '') return
    const src = await coins.find(srcToken, 'src', ownLists(context), context)
    requireMemo(exchange, srcToken.blockchain, src?.depositMemo, depositMemo)
  }

  const openAndReadBack = async (
    opening: ExchangeOrders<R, O>,
    { wanted, orderFields }: Ordered<R>,
    context: ProviderContext,
  ): Promise<{ created: OrderSnapshot; again: O }> => {
    const created = await open(opening, wanted, orderFields, context)
    const { orderId, depositAddress, depositMemo = null } = created
    if (depositAddress == null || depositAddress === '') throw orderUnknown(exchange, null, null)
    const key = { orderId, receiver: wanted.receiver.address, depositAddress, depositMemo }
    const readAgain = (): Promise<O | null> => findOpen(key, context, wanted)
    // An id that is the address itself is not shown before the read-back.
    const shown = orderId === depositAddress ? null : orderId
    return { created, again: await readBack(exchange, shown, readAgain, context, pause) }
  }

  const tokensOf = async (
    { src, dst }: OrderSnapshot,
    context: ProviderContext,
  ): Promise<[Token | null, Token | null]> => {
    const tokenOf = async (coin: SnapshotCoin | null | undefined): Promise<Token | null> =>
      coin == null ? null : coins.tokenOf(coin, ownLists(context), context)
    return [await tokenOf(src), await tokenOf(dst)]
  }

  const ownStatus = async (
    own: StoredOrder,
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
    const judged = rules.expected?.(own, order) ?? own
    const reading = toReading(exchange, order, own, exchange.statusMap)
    return toDepositStatus(exchange, reading, judged, ref, context)
  }

  /** An order that was opened elsewhere. */
  const foreignStatus = async (ref: SwapRef, context: ProviderContext): Promise<SwapStatus> => {
    const { search } = rules
    const text = ref.orderId ?? ref.srcTxHash ?? ''
    const isIt = search === undefined || search.isIt(text)
    const orderId =
      opening === undefined || search !== undefined ? text : foreignOrderId(ref, opening.number)
    const receiver = receiverOf(opening ?? {}, ref.receiver, ref.dstBlockchain)
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
      chargesFee: true,
      deposit: true,
      receiverMemo: exchange.parties.takesMemo && exchange.parties.repeatsMemo !== false,
      crossChain: true,
    },
    blockchains: () => coins.blockchains,
    supports: ({ srcToken, dstToken }) => {
      const isServed =
        srcToken.blockchain !== dstToken.blockchain &&
        coins.serves(srcToken, 'src') &&
        coins.serves(dstToken, 'dst')
      return isServed ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const slippageBps = request.slippageBps ?? usualSlippageBps
      const terms = { ...rate.parties?.(request, exchange), slippageBps }
      return await swaps.quoted(request, context, (swap) => {
        const deadlineMs = deadlineOf(request, context)
        const vault = made?.vault(request, askWith(context))
        return allRates(rate, (rateType, rateName) => {
          const wanted = { ...swap, ...terms, rateType, rateName, deadlineMs }
          return quoteRate(exchange, wanted, askWith(context), vault)
        })
      })
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const ordered = await orderOf(quote, context)
      const { wanted, vault } = ordered
      if (made === undefined) {
        const { created, again } = await openAndReadBack(exchange.order, ordered, context)
        const { depositAddress, depositMemo, own } = created
        const place = { token: quote.request.srcToken, address: depositAddress ?? '' }
        const before = await addressBefore(
          { ...place, memo: depositMemo === '' ? null : (depositMemo ?? null) },
          context,
        )
        const opened = { ...created, own: { ...own, ...before } }
        return toBuilt(exchange, rules, quote, wanted, opened, again, context)
      }
      const { offer, dstAmount } = await askRate(exchange, wanted, askWith(context))
      const offers = [wanted.offer ?? offer, offer] as const
      const { created, again } = makeOrder(made, wanted, offers, vault ?? '')
      return toBuilt(exchange, made, quote, { ...wanted, dstAmount }, created, again, context)
    },
    proofs: [
      {
        kind: 'order',
        read: async (claim, context) => {
          if (made !== undefined) {
            return made.facts(claim, await swaps.pair(claim, context), askWith(context))
          }
          const { orderId, depositAddress, depositMemo } = claim
          const receiver =
            receiverOf(opening ?? {}, claim.receiver, claim.dstToken.blockchain) ?? ''
          const key = { orderId, receiver, depositAddress, depositMemo }
          const order = await findOpen(key, context)
          if (order === null) return null
          checkCoinContracts(exchange, order, claim)
          await checkClaimedMemo(claim, context)
          const tokens = await tokensOf(order, context)
          const known = toKnownOrder(rate.amounts, order, tokens, receiver, null)
          return toOrderFacts(rate.amounts, order, known, opening?.facts?.(order, claim))
        },
      },
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState)
      return own === null ? foreignStatus(ref, context) : ownStatus(own, ref, context)
    },
  }
}
