import type * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../../core/order.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../core/quote.ts'
import { priceMoved } from './deposit/errors.ts'
import { readAmount, type WireAmount } from './deposit/money.ts'
import { toBuiltOrder } from './deposit/openOrder.ts'
import { compareOrder, type OrderField, type OrderTerms, unsafe } from './deposit/order.ts'
import { type Parties, toPayee } from './deposit/parties.ts'
import type { DepositOrder } from './deposit/state.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import type { Ask, Call, Rate, RatedExchange, WantedRate } from './depositRate.ts'
import {
  checkContracts,
  coinKey,
  type OrderSnapshot,
  toTerms,
  type TrackedOrder,
} from './orderSnapshot.ts'

// How an exchange opens an order, and what is compared before its address is shown.

/** What an order is opened for; `offer` is the rate asked for again just before, of `market`. */
export type WantedOrder<R extends Rate = Rate> = WantedRate &
  Parties & { offer: R | null; dstAmount: bigint | null; dstMinAmount: bigint }

/** What an order is found by; what is not known is empty. */
export type OrderKey = {
  orderId: string
  receiver: string
  depositAddress: string
  depositMemo: string | null
}

/** How one order is read: one call, or several by the adapter's own hand. */
export type Look<R extends Rate, O extends TrackedOrder> =
  | {
      request(key: OrderKey): Call
      wire: z.ZodMiniType<O>
      /** HTTP status of an order that does not exist. */
      unknownAt: readonly number[]
    }
  /** `wanted` while it is opened; absent for a claim and a status. */
  | ((key: OrderKey, ask: Ask, wanted?: WantedOrder<R>) => Promise<O | null>)

export type OrderRules<R extends Rate = Rate, O extends TrackedOrder = TrackedOrder> = {
  path: string
  /** Members that are null are left out. */
  body(wanted: WantedOrder<R>): Record<string, unknown>
  /** An older form, sent where the first is answered with 400, which has opened nothing. */
  olderBody?(wanted: WantedOrder<R>): Record<string, unknown>
  /** The answer that an order was opened. */
  created: z.ZodMiniType<OrderSnapshot>
  look: Look<R, O>
  /** Where an order of our own is asked about, if elsewhere. */
  track?(own: DepositOrder, ref: SwapRef, ask: Ask): Promise<TrackedOrder | null>
  /** Where others' orders are found, if elsewhere; by texts of this shape, hashes as well. */
  search?: {
    isIt(text: string): boolean
    find(text: string, ask: Ask): Promise<TrackedOrder | null>
  }
  /** Fields that reading an order back may leave out; all others have to be there (D3). */
  mayOmit: readonly OrderField[]
  /** What is asked for in the place of the usual terms. */
  asked?(wanted: WantedOrder<R>): OrderTerms
  /**
   * What this order must say when it is read back, besides what every one does.
   * @throws SwaprouteError UNSAFE_ROUTE
   */
  required?(again: O, least: bigint): readonly OrderField[]
  /** Facts for a claim in the place of the usual ones. */
  facts?(order: O, claim: OrderClaim): Partial<OrderFacts>
  /** Shape of its order numbers. */
  number: RegExp
  /** An order is read by its number and its receiver. */
  needsReceiver?: boolean
  /** Chains whose deposit addresses are shared: without a memo none of them is shown (D5). */
  memoChains?: ReadonlySet<BlockchainId>
  /** Name of the number in `uniqueInfo`, where it is not `<id>Id`. */
  numberName?: string
  /** How long an unpaid order stays open, where it names no earlier deadline. */
  lifeMs?(request: QuoteRequest): number
  /** What becomes of another amount than agreed, where it is not the exchange's to decide. */
  otherAmount?: 'swapped'
}

/** What reading an order back has to say. */
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
 * The instruction to pay, once both answers say what was accepted (D3, D6, D8).
 * @throws SwaprouteError UNSAFE_ROUTE, PRICE_MOVED
 */
export function toBuilt<R extends Rate, O extends TrackedOrder>(
  exchange: RatedExchange<R> & { order: OrderRules<R, O> },
  quote: Quote,
  wanted: WantedOrder<R>,
  created: OrderSnapshot,
  again: O,
  context: ProviderContext,
): BuiltSwap {
  const { id, rate, order: rules } = exchange
  const { request, src, dst, rateType, receiver, refund, deadlineMs } = wanted
  for (const order of [created, again]) checkContracts(exchange, order, request)
  // What is shown is what the first answer says: no memo there is no memo.
  const depositMemo = created.depositMemo ?? null
  if (rules.memoChains?.has(request.srcToken.blockchain) === true && (depositMemo ?? '') === '') {
    throw unsafe('D5', exchange, 'gave no memo for an address it shares', 'depositMemo')
  }
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

function earliest(...times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time != null)
  return known.length === 0 ? null : Math.min(...known)
}

/**
 * A memo that the exchange would drop is never part of an order.
 * @throws SwaprouteError UNSUPPORTED_RECEIVER for one the coin has no field for
 */
export function checkMemoFields(name: string, { src, dst, receiver, refund }: WantedOrder): void {
  for (const [coin, memo] of [
    [dst, receiver.memo],
    [src, refund?.memo ?? null],
  ] as const) {
    if (memo === null || coin.takesMemo !== false) continue
    throw new SwaprouteError('UNSUPPORTED_RECEIVER', `${name} takes no memo for this coin.`, {
      hint: 'Give the plain address of a wallet of your own.',
    })
  }
}

/** The receiver an order is read with; empty where its number is enough, null if unknown. */
export function receiverOf(
  { needsReceiver = false }: Pick<OrderRules, 'needsReceiver'>,
  receiver: string | null,
  blockchain: BlockchainId | null,
): string | null {
  if (!needsReceiver) return ''
  if (receiver === null || blockchain === null) return receiver
  return toPayee(blockchain, receiver).address
}
