import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import {
  answerError,
  limitError,
  type Limits,
  quoteError,
  unnamedLimit,
} from '../families/deposit/errors.ts'
import { canonicalDecimal, toUnits } from '../families/deposit/money.ts'
import { toBuiltOrder } from '../families/deposit/openOrder.ts'
import type { OrderTerms } from '../families/deposit/order.ts'
import type { Parties } from '../families/deposit/parties.ts'
import { type RateType, readRateState } from '../families/deposit/rates.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { changenow, type Currency } from './assets.ts'
import { type ChangenowCreated, type ChangenowOrder, errorWire, type rangeWire } from './wire.ts'

/** Source and destination. */
export type Pair = readonly [src: Currency, dst: Currency]

export function flowOf(rateType: RateType): string {
  return rateType === 'fixed' ? 'fixed-rate' : 'standard'
}

export function pairQuery([src, dst]: Pair): Record<string, string> {
  return {
    fromCurrency: src.ticker,
    toCurrency: dst.ticker,
    fromNetwork: src.network,
    toNetwork: dst.network,
  }
}

export function toLimits(
  { minAmount, maxAmount }: z.output<typeof rangeWire>,
  { decimals }: Token,
): Limits {
  return {
    min: minAmount == null ? null : toUnits(minAmount, decimals, 'up'),
    max: maxAmount == null ? null : toUnits(maxAmount, decimals, 'down'),
  }
}

/** A refusal, with the limits where it names them. */
export function requestError(
  { status, body }: HttpResponse,
  srcToken: Token,
  srcAmount: bigint,
  kind: 'quote' | 'order',
): SwaprouteError {
  const parsed = z.safeParse(errorWire, body)
  const { error, message, payload } = parsed.success ? parsed.data : {}
  const limits = toLimits(payload?.range ?? {}, srcToken)
  const limit = limitError(changenow, srcAmount, srcToken, limits)
  if (limit !== null) return limit
  if (error === 'deposit_too_small') return unnamedLimit(changenow, 'AMOUNT_TOO_LOW', srcToken)
  if (error === 'deposit_too_big') return unnamedLimit(changenow, 'AMOUNT_TOO_HIGH', srcToken)
  // `error` is a code, `message` the sentence for people.
  const told = message == null || message === '' ? body : { message }
  return kind === 'quote'
    ? quoteError(changenow, status, told, true)
    : answerError(changenow, status, told, true)
}

/** @throws SwaprouteError UNSUPPORTED_RECEIVER for a memo the currency has no field for */
export function orderBody(
  quote: Quote,
  pair: Pair,
  { receiver, refund }: Parties,
): Record<string, string> {
  const { srcAmount, srcToken } = quote.request
  const { rateType, rateId } = readRateState(quote)
  const [src, dst] = pair
  requireMemoField(dst, receiver.memo)
  requireMemoField(src, refund?.memo ?? null)
  return {
    ...pairQuery(pair),
    fromAmount: formatAmount(srcAmount, srcToken.decimals),
    toAmount: '',
    address: receiver.address,
    ...(receiver.memo === null ? {} : { extraId: receiver.memo }),
    ...(refund === null ? {} : { refundAddress: refund.address }),
    ...(refund?.memo == null ? {} : { refundExtraId: refund.memo }),
    flow: flowOf(rateType),
    type: 'direct',
    ...(rateId === null ? {} : { rateId }),
  }
}

function requireMemoField(currency: Currency, memo: string | null): void {
  const takes = currency.isExtraIdSupported === true || currency.hasExternalId === true
  if (memo === null || takes) return
  throw new SwaprouteError('UNSUPPORTED_RECEIVER', 'ChangeNOW takes no memo for this coin.', {
    hint: 'Give the plain address of a wallet of your own.',
  })
}

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  pair: Pair,
  parties: Parties,
  created: ChangenowCreated,
  again: ChangenowOrder,
  context: ProviderContext,
): BuiltSwap {
  const { srcAmount, srcToken, dstToken } = quote.request
  const { receiver, refund } = parties
  const { rateType } = readRateState(quote)
  const dstAmount = toUnits(created.toAmount, dstToken.decimals, 'down')
  const [src, dst] = pair
  const asked: OrderTerms = {
    srcCoin: `${src.ticker} ${src.network}`,
    dstCoin: `${dst.ticker} ${dst.network}`,
    amountToSend: formatAmount(srcAmount, srcToken.decimals),
    receiver: receiver.address,
    receiverMemo: receiver.memo,
    refundAddress: refund?.address ?? null,
    refundMemo: refund?.memo ?? null,
    rateType: flowOf(rateType),
  }
  const order = {
    quote,
    parties,
    views: { asked, created: createdTerms(created), readBack: orderTerms(again), required },
    orderId: created.id,
    depositAddress: created.payinAddress,
    depositMemo: created.payinExtraId ?? null,
    memoName: created.payinExtraIdName ?? null,
    dstAmount,
    dstMinAmount: rateType === 'fixed' ? dstAmount : quote.dstMinAmount,
    expiresAtMs: timeOf(created.validUntil ?? again.validUntil) ?? quote.expiresAtMs,
    uniqueInfo: { changenowId: created.id },
  }
  return toBuiltOrder(changenow, order, context)
}

const required = ['orderId', 'amountToSend', 'depositAddress', 'receiver', 'dstAmount'] as const

function createdTerms(created: ChangenowCreated): OrderTerms {
  return {
    orderId: created.id,
    srcCoin: `${created.fromCurrency} ${created.fromNetwork}`,
    dstCoin: `${created.toCurrency} ${created.toNetwork}`,
    amountToSend: canonicalDecimal(created.fromAmount),
    depositAddress: created.payinAddress,
    depositMemo: created.payinExtraId ?? null,
    receiver: created.payoutAddress,
    receiverMemo: created.payoutExtraId ?? null,
    refundAddress: created.refundAddress ?? null,
    refundMemo: created.refundExtraId ?? null,
    rateType: created.flow ?? undefined,
    dstAmount: canonicalDecimal(created.toAmount),
    expiresAt: timeText(created.validUntil),
  }
}

/** The kind of rate is not told again. */
function orderTerms(order: ChangenowOrder): OrderTerms {
  return {
    orderId: order.id,
    srcCoin: `${order.fromCurrency} ${order.fromNetwork}`,
    dstCoin: `${order.toCurrency} ${order.toNetwork}`,
    amountToSend: decimalOf(order.expectedAmountFrom),
    depositAddress: order.payinAddress,
    depositMemo: order.payinExtraId ?? null,
    receiver: order.payoutAddress,
    receiverMemo: order.payoutExtraId ?? null,
    refundAddress: order.refundAddress ?? null,
    refundMemo: order.refundExtraId ?? null,
    dstAmount: decimalOf(order.expectedAmountTo),
    expiresAt: timeText(order.validUntil),
  }
}

function decimalOf(text: string | null | undefined): string | undefined {
  return text == null ? undefined : canonicalDecimal(text)
}

function timeText(text: string | null | undefined): string | undefined {
  const ms = timeOf(text)
  return ms === null ? undefined : String(ms)
}

/** Unix milliseconds of an ISO time; null where there is none. */
export function timeOf(text: string | null | undefined): number | null {
  const ms = text == null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
