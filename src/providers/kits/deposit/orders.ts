import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'

import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../../../core/order.ts'
import {
  isDearerRefund,
  type Quote,
  type QuoteRequest,
  refundFeeIn,
  type SwapRef,
} from '../../../core/quote.ts'
import { priceMoved, type ProviderName } from '../errors.ts'
import { orderAmountText, readAmount, type WireAmount } from './money.ts'
import { toBuiltOrder } from './openOrder.ts'
import {
  compareOrder,
  type OrderField,
  type OrderTerms,
  requireMemo,
  unsafeDeposit,
} from './orderTerms.ts'
import { type OrderParties, toPayee } from './parties.ts'
import type { StoredOrder } from './state.ts'
import type { KnownOrder } from './reading.ts'
import type { BuiltSwap, ProviderContext } from '../../types.ts'
import type { ExchangeAsk, ExchangeCall } from './ask.ts'
import type { ExchangeRate, RatedExchange, Vault, WantedPair, WantedRate } from './rate.ts'
import {
  checkCoinContracts,
  coinKey,
  type OrderSnapshot,
  toTerms,
  type TrackedOrder,
} from './snapshot.ts'

// How an order comes about, and the comparison before its address is shown.

/** What to order; `offer`: the rate, asked again just before for `market`. */
export type WantedOrder<R extends ExchangeRate = ExchangeRate> = WantedRate &
  OrderParties & { offer: R | null; dstAmount: bigint | null; dstMinAmount: bigint }

/** Keys to find an order; unknown ones are empty. */
export type OrderKey = {
  orderId: string
  receiver: string
  depositAddress: string
  depositMemo: string | null
}

/** How one order is read: one call, or the adapter's own function. */
export type OrderReader<R extends ExchangeRate, O extends TrackedOrder> =
  | {
      request(key: OrderKey): ExchangeCall
      wire: z.ZodMiniType<O>
      /** HTTP status of an order that does not exist. */
      unknownAt: readonly number[]
    }
  /** `wanted`: while opening; absent for a claim or status. */
  | ((key: OrderKey, ask: ExchangeAsk, wanted?: WantedOrder<R>) => Promise<O | null>)

/** An order read by its id at `<path>/<id>`, where an unknown one is a 404. */
export function orderAt<O extends TrackedOrder>(
  path: string,
  wire: z.ZodMiniType<O>,
): Extract<OrderReader<ExchangeRate, O>, { wire: unknown }> {
  return {
    request: ({ orderId }) => ({ path: `${path}/${encodeURIComponent(orderId)}` }),
    wire,
    unknownAt: [404],
  }
}

/** What holds for orders of both kinds. */
type CommonRules<R extends ExchangeRate, O extends TrackedOrder> = {
  /** Fields the read-back may omit; all others are required (D3). */
  mayOmit: readonly OrderField[]
  /** Replaces the usual asked terms. */
  asked?(wanted: WantedOrder<R>): OrderTerms
  /**
   * Further fields this order must have when read back.
   * @throws SwaprouteError UNSAFE_ROUTE
   */
  required?(again: O, least: bigint): readonly OrderField[]
  /** What an own order is judged against, if its progress changes that. */
  expected?(own: StoredOrder, order: TrackedOrder): KnownOrder
  /** Chains with shared deposit addresses: not shown without a memo (D5). */
  memoChains?: ReadonlySet<BlockchainId>
  /** Name of the order id in `uniqueInfo`; default `<id>Id`. */
  numberName?: string
  /** How long an unpaid order stays open without an earlier deadline. */
  lifeMs?(request: QuoteRequest): number
}

/** Status lookup for own orders, and for foreign ones by texts of a shape (ids or hashes). */
type Track = (own: StoredOrder, ref: SwapRef, ask: ExchangeAsk) => Promise<TrackedOrder | null>
type Search = {
  isIt(text: string): boolean
  find(text: string, ask: ExchangeAsk): Promise<TrackedOrder | null>
}

/** Orders that the exchange opens by one request and stores. */
export type ExchangeOrders<
  R extends ExchangeRate = ExchangeRate,
  O extends TrackedOrder = TrackedOrder,
> = CommonRules<R, O> & {
  path: string
  /** Null members are left out. */
  body(wanted: WantedOrder<R>): Record<string, unknown>
  /** Older form, sent after a 400, which opened nothing. */
  olderBody?(wanted: WantedOrder<R>): Record<string, unknown>
  /** The answer that an order was opened. */
  created: z.ZodMiniType<OrderSnapshot>
  read: OrderReader<R, O>
  /** If it differs from `read`. */
  track?: Track
  search?: Search
  /** Overrides of the usual facts for a claim. */
  facts?(order: O, claim: OrderClaim): Partial<OrderFacts>
  /** Shape of its order ids. */
  number: RegExp
  /** Reading an order needs its receiver as well as its id. */
  needsReceiver?: boolean
}

/**
 * Orders that are an address and a memo of our own: nothing is opened or stored. Two
 * rates for the same parties are the read-back.
 */
export type MadeOrders<R extends ExchangeRate = ExchangeRate> = CommonRules<R, TrackedOrder> & {
  /**
   * The address to pay now, by another source than the rates; never stored.
   * @throws SwaprouteError NO_ROUTE while the pair is closed
   */
  vault(pair: Pick<QuoteRequest, 'srcToken' | 'dstToken'>, ask: ExchangeAsk): Promise<Vault>
  /** @throws SwaprouteError UNSUPPORTED_RECEIVER */
  memo(wanted: WantedOrder<R>, offers: readonly R[]): MadeMemo
  /**
   * What a rate reports about the order.
   * @throws SwaprouteError UNSAFE_ROUTE
   */
  terms(offer: R, wanted: WantedOrder<R>): Omit<OrderSnapshot, 'orderId'>
  /** An order as its memo and the exchange describe it. */
  facts(claim: OrderClaim, swap: WantedPair, ask: ExchangeAsk): Promise<OrderFacts>
  track: Track
  search: Search
  /** Prefix of the ids created here, which are for display only. */
  numberPrefix: string
}
export type MadeMemo = Pick<OrderSnapshot, 'memoName' | 'memoAsOutput'> & { depositMemo: string }

/** How orders come about: one of the two. */
export type Orders<R extends ExchangeRate = ExchangeRate, O extends TrackedOrder = TrackedOrder> =
  | { order: ExchangeOrders<R, O>; made?: never }
  | { order?: never; made: MadeOrders<R> }

/** Fields required when an order is read back. */
const readBackFields: readonly OrderField[] = [
  'orderId',
  'srcCoin',
  'dstCoin',
  'amountToSend',
  'depositAddress',
  'receiver',
  'rateType',
  'dstAmount',
]

/**
 * The payment instruction, after both answers match what was accepted (D3, D6, D8).
 * @throws SwaprouteError UNSAFE_ROUTE, PRICE_MOVED
 */
export function toBuilt<R extends ExchangeRate, O extends TrackedOrder>(
  exchange: RatedExchange<R>,
  rules: CommonRules<R, O>,
  quote: Quote,
  wanted: WantedOrder<R>,
  created: OrderSnapshot,
  again: O,
  context: ProviderContext,
): BuiltSwap {
  const { id, rate } = exchange
  const { request, src, dst, rateType, receiver, refund, deadlineMs } = wanted
  for (const order of [created, again]) {
    checkCoinContracts(exchange, order, request)
    checkRefundFee(exchange, order, quote)
  }
  // The first answer is shown: without a memo there, no memo is shown.
  const depositMemo = created.depositMemo ?? null
  if (rules.memoChains?.has(request.srcToken.blockchain) === true && (depositMemo ?? '') === '') {
    throw unsafeDeposit('D5', exchange, 'returned no memo for a shared address', 'depositMemo')
  }
  requireMemo(exchange, request.srcToken.blockchain, src.depositMemo, depositMemo)
  const toBase = (text: WireAmount): bigint =>
    readAmount(rate.amounts, text, request.dstToken, 'down')
  const dstAmount =
    created.dstAmount == null && wanted.dstAmount !== null
      ? wanted.dstAmount
      : toBase(created.dstAmount ?? again.dstAmount ?? '0')
  const usualLeast = rateType === 'fixed' ? dstAmount : quote.dstMinAmount
  const dstMinAmount = created.dstMinAmount == null ? usualLeast : toBase(created.dstMinAmount)
  if (created.dstMinAmount != null && dstMinAmount < quote.dstMinAmount) {
    throw priceMoved(exchange, quote.dstMinAmount, dstMinAmount)
  }
  const asked: OrderTerms = {
    srcCoin: coinKey(src),
    dstCoin: coinKey(dst),
    amountToSend: wanted.amount,
    receiver: receiver.address,
    receiverMemo: receiver.memo,
    refundAddress: refund?.address ?? null,
    refundMemo: refund?.memo ?? null,
    rateType: wanted.rateName,
    ...rules.asked?.(wanted),
  }
  const views = { asked, created: { ...toTerms(created, rules.mayOmit), depositMemo } }
  const required = [
    ...readBackFields.filter((field) => !rules.mayOmit.includes(field)),
    // A payment without its memo is lost, so the order has to repeat it.
    ...(receiver.memo === null ? [] : (['receiverMemo'] as const)),
    ...(rules.required?.(again, dstMinAmount) ?? []),
  ]
  const { secondTerms } = again
  if (secondTerms !== undefined) {
    compareOrder(exchange, request, { ...views, readBack: secondTerms, required: [] })
  }
  return toBuiltOrder(
    exchange,
    {
      quote,
      parties: { receiver, refund },
      views: { ...views, readBack: toTerms(again, rules.mayOmit), required },
      orderId: created.orderId,
      depositAddress: created.depositAddress ?? '',
      depositMemo,
      memoName: created.memoName ?? null,
      memoAsOutput: created.memoAsOutput ?? false,
      dstAmount,
      dstMinAmount,
      expiresAtMs:
        earliest(created.expiresAtMs, again.expiresAtMs, deadlineMs) ?? quote.expiresAtMs,
      uniqueInfo: { [rules.numberName ?? `${id}Id`]: created.orderId },
      own: created.own ?? {},
    },
    context,
  )
}

/** @throws SwaprouteError PRICE_MOVED where a refund now costs more than was shown, and much */
function checkRefundFee(
  { name }: ProviderName,
  { refundFee }: OrderSnapshot,
  { request: { srcAmount, srcToken }, warnings }: Quote,
): void {
  if (!isDearerRefund(refundFee, srcAmount, warnings)) return
  const now = orderAmountText(refundFee, srcToken)
  throw new SwaprouteError('PRICE_MOVED', `A refund of ${name} now costs up to ${now}.`, {
    hint: 'Nothing was paid. Get a new quote and accept it.',
    context: { quoted: String(refundFeeIn(warnings) ?? 0n), now: String(refundFee) },
  })
}

function earliest(...times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time != null)
  return known.length === 0 ? null : Math.min(...known)
}

/**
 * Refuses a memo that the exchange would drop.
 * @throws SwaprouteError UNSUPPORTED_RECEIVER
 */
export function checkMemoFields(name: string, { src, dst, receiver, refund }: WantedOrder): void {
  for (const [coin, memo] of [
    [dst, receiver.memo],
    [src, refund?.memo ?? null],
  ] as const) {
    if (memo === null || coin.takesMemo !== false) continue
    throw takesNoMemo(name)
  }
}

export function takesNoMemo(name: string): SwaprouteError {
  return new SwaprouteError('UNSUPPORTED_RECEIVER', `${name} cannot send a memo with this coin.`, {
    hint: 'Use the plain address of your own wallet.',
  })
}

/**
 * A locally created order, as it is shown and as both rates confirm it: each of the two is compared
 * against the vault and what was asked (D3).
 */
export function makeOrder<R extends ExchangeRate>(
  rules: MadeOrders<R>,
  wanted: WantedOrder<R>,
  offers: readonly [R, R],
  vault: string,
): { created: OrderSnapshot & { depositAddress: string }; again: TrackedOrder } {
  const memo = rules.memo(wanted, offers)
  const expiresAtMs = earliest(...offers.map((offer) => offer.expiresAtMs))
  const text = `${vault} ${memo.depositMemo} ${wanted.request.srcAmount} ${expiresAtMs ?? ''}`
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 20)
  const common = { orderId: `${rules.numberPrefix}-${digest}`, expiresAtMs }
  const [first, second] = offers.map((offer) => ({ ...rules.terms(offer, wanted), ...common }))
  const progress = { status: '', paymentHash: null, payoutHashes: [], payoutAmount: null }
  return {
    created: { ...common, ...memo, depositAddress: vault },
    again: {
      ...common,
      ...second,
      ...(first === undefined ? {} : { secondTerms: toTerms(first, rules.mayOmit) }),
      progress,
    },
  }
}

/** The receiver needed to read an order; empty if its id is enough, null if unknown. */
export function receiverOf(
  { needsReceiver = false }: Pick<ExchangeOrders, 'needsReceiver'>,
  receiver: string | null,
  blockchain: BlockchainId | null,
): string | null {
  if (!needsReceiver) return ''
  if (receiver === null || blockchain === null) return receiver
  return toPayee(blockchain, receiver).address
}
