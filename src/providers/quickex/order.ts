import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import {
  answerError,
  limitError,
  type Limits,
  noRoute,
  quoteError,
  unnamedLimit,
} from '../families/deposit/errors.ts'
import { canonicalDecimal, toUnits } from '../families/deposit/money.ts'
import { toBuiltOrder } from '../families/deposit/openOrder.ts'
import type { OrderTerms } from '../families/deposit/order.ts'
import type { Parties } from '../families/deposit/parties.ts'
import type { RateType } from '../families/deposit/rates.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { type Instrument, instrumentKey, quickex } from './coins.ts'
import { toldDeposit } from './status.ts'
import { errorWire, limitsWire, type QuickexCreated, type QuickexOrder, rateWire } from './wire.ts'

/** Source and destination. */
export type Pair = readonly [src: Instrument, dst: Instrument]

/** An unpaid order is given up after three hours, by what its own clients do. */
const orderLifeMs = 3 * 3_600_000

export function modeOf(rateType: RateType): string {
  return rateType === 'fixed' ? 'FIXED' : 'FLOATING'
}

/** The limits a rate names; those of the pair before those of the coin. */
export function limitsOf(body: unknown, { decimals }: Token): Limits {
  const parsed = z.safeParse(limitsWire, body)
  const { generalMinAmount, generalMaxAmount, depositRules } = parsed.success ? parsed.data : {}
  const min = generalMinAmount ?? depositRules?.minAmount ?? null
  const max = toUnits(generalMaxAmount ?? depositRules?.maxAmount ?? '0', decimals, 'down')
  return {
    min: min === null ? null : toUnits(min, decimals, 'up'),
    max: max === 0n ? null : max,
  }
}

/** A refusal: 406 names the limit, 422 means that the pair is not traded. */
export function requestError(
  { status, body }: HttpResponse,
  { srcToken, srcAmount }: QuoteRequest,
  kind: 'quote' | 'order',
  hasKey: boolean,
): SwaprouteError {
  const parsed = z.safeParse(errorWire, body)
  const { message, data } = parsed.success ? parsed.data : {}
  const word = message ?? ''
  const { expected, expectedGeneral } = data?.details ?? {}
  const { decimals } = srcToken
  const limitIn = (text: string | null | undefined, rounding: 'up' | 'down'): bigint | null =>
    text == null ? null : toUnits(text, decimals, rounding)
  const told = limitIn(expectedGeneral ?? expected, 'up')
  // The texts differ from version to version; where they say nothing the number does.
  const saysLow = /SMALL|LOW|LESS/i.test(word)
  const saysHigh = /BIG|LARGE|HIGH|MUCH|GREATER/i.test(word)
  const isClear = saysLow !== saysHigh
  const isLow = isClear ? saysLow : told !== null && told > srcAmount
  const isHigh = isClear ? saysHigh : told !== null && told < srcAmount
  if ((status === 406 || told !== null) && isLow !== isHigh) {
    const rounding = isLow ? 'up' : 'down'
    const general = limitIn(expectedGeneral, rounding)
    const fits = general !== null && (isLow ? general > srcAmount : general < srcAmount)
    // The limit of the pair before that of the one route behind it, where it is one.
    const limit = fits ? general : limitIn(expected, rounding)
    const limits = { min: isLow ? limit : null, max: isHigh ? limit : null }
    const code = isLow ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH'
    const error = limitError(quickex, srcAmount, srcToken, limits)
    return error ?? unnamedLimit(quickex, code, srcToken)
  }
  const reason = word === '' ? body : { message: word }
  if (status === 422 && kind === 'quote') return noRoute(quickex, word === '' ? null : word)
  return kind === 'quote'
    ? quoteError(quickex, status, reason, hasKey)
    : answerError(quickex, status, reason, hasKey)
}

const rateState = z.object({
  rateType: z.enum(['float', 'fixed']),
  claimed: z.nullable(z.pick(rateWire, { price: true, updatedAt: true })),
  amountToGet: z.string(),
  networkFee: z.nullable(z.string()),
})

export type QuickexRateState = z.output<typeof rateState>

function readState({ providerState }: Quote): QuickexRateState {
  const parsed = z.safeParse(rateState, providerState)
  if (parsed.success) return parsed.data
  throw new SwaprouteError('QUOTE_EXPIRED', 'The quote is of another version.', {
    hint: 'Quote again.',
  })
}

/**
 * Quickex would round a longer amount, and another one than the accepted is never ordered (D8).
 * @throws SwaprouteError TOO_MANY_DECIMALS
 */
export function exactText(
  { srcAmount, srcToken }: QuoteRequest,
  { precisionDecimals }: Instrument,
): string {
  const text = formatAmount(srcAmount, srcToken.decimals)
  const digits = text.split('.')[1]?.length ?? 0
  if (precisionDecimals == null || digits <= precisionDecimals) return text
  throw new SwaprouteError(
    'TOO_MANY_DECIMALS',
    `Quickex cannot take exactly ${text} ${srcToken.symbol}: it has too many digits.`,
    { hint: `Shorten the amount to ${precisionDecimals} digits after the point.` },
  )
}

/** @throws SwaprouteError UNSUPPORTED_RECEIVER for a memo the coin has no field for */
export function orderBody(
  quote: Quote,
  [src, dst]: Pair,
  { receiver, refund }: Parties,
  referrerId: string | null,
): Record<string, unknown> {
  const { rateType, claimed, amountToGet, networkFee } = readState(quote)
  requireMemoField(dst, receiver.memo)
  requireMemoField(src, refund?.memo ?? null)
  return {
    instrumentFrom: titlesOf(src),
    instrumentTo: titlesOf(dst),
    destinationAddress: receiver.address,
    ...(receiver.memo === null ? {} : { destinationAddressMemo: receiver.memo }),
    ...(refund === null ? {} : { refundAddress: refund.address }),
    ...(refund?.memo == null ? {} : { refundAddressMemo: refund.memo }),
    claimedDepositAmount: exactText(quote.request, src),
    rateMode: modeOf(rateType),
    ...(claimed === null
      ? {}
      : { claimedPublicRate: { ...claimed, claimedAmountToReceive: amountToGet } }),
    ...(networkFee === null ? {} : { claimedNetworkFee: networkFee }),
    ...(referrerId === null ? {} : { referrerId }),
  }
}

function titlesOf({ currencyTitle, networkTitle }: Instrument): Record<string, string> {
  return { currencyTitle, networkTitle }
}

function requireMemoField({ requiresMemo }: Instrument, memo: string | null): void {
  if (memo === null || requiresMemo === true) return
  throw new SwaprouteError('UNSUPPORTED_RECEIVER', 'Quickex takes no memo for this coin.', {
    hint: 'Give the plain address of a wallet of your own.',
  })
}

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  pair: Pair,
  parties: Parties,
  created: QuickexCreated,
  again: QuickexOrder,
  context: ProviderContext,
): BuiltSwap {
  const { srcAmount, srcToken, dstToken } = quote.request
  const { receiver, refund } = parties
  const { rateType } = readState(quote)
  const [src, dst] = pair
  const dstAmount = toUnits(created.amountToGet ?? again.amountToGet, dstToken.decimals, 'down')
  const { address, memo } = placeOf(created)
  const asked: OrderTerms = {
    srcCoin: instrumentKey(src),
    dstCoin: instrumentKey(dst),
    amountToSend: formatAmount(srcAmount, srcToken.decimals),
    receiver: receiver.address,
    receiverMemo: receiver.memo,
    refundAddress: refund?.address ?? null,
    refundMemo: refund?.memo ?? null,
    rateType: modeOf(rateType),
  }
  const order = {
    quote,
    parties,
    views: { asked, created: createdTerms(created), readBack: orderTerms(again), required },
    orderId: created.orderId,
    depositAddress: address,
    depositMemo: memo,
    memoName: null,
    dstAmount,
    dstMinAmount: rateType === 'fixed' ? dstAmount : quote.dstMinAmount,
    expiresAtMs: context.now() + orderLifeMs,
    uniqueInfo: { quickexId: created.orderId },
  }
  return toBuiltOrder(quickex, order, context)
}

/** The deposit address is not told again before somebody has paid. */
const required = [
  'orderId',
  'srcCoin',
  'dstCoin',
  'amountToSend',
  'receiver',
  'rateType',
  'dstAmount',
] as const

function placeOf(created: QuickexCreated): { address: string; memo: string | null } {
  const place = created.depositAddress
  return typeof place === 'string'
    ? { address: place, memo: created.depositAddressMemo ?? null }
    : { address: place.depositAddress, memo: place.depositAddressMemo ?? null }
}

function createdTerms(created: QuickexCreated): OrderTerms {
  const { pair } = created
  const { address, memo } = placeOf(created)
  return {
    orderId: created.orderId,
    srcCoin: pair == null ? undefined : instrumentKey(pair.instrumentFrom),
    dstCoin: pair == null ? undefined : instrumentKey(pair.instrumentTo),
    amountToSend: decimalOf(created.claimedDepositAmount),
    depositAddress: address,
    depositMemo: memo,
    receiver: created.destinationAddress ?? undefined,
    rateType: created.rateMode ?? undefined,
    dstAmount: decimalOf(created.amountToGet),
  }
}

function decimalOf(amount: string | null | undefined): string | undefined {
  return amount == null ? undefined : canonicalDecimal(amount)
}

function orderTerms(order: QuickexOrder): OrderTerms {
  const { address, memo } = toldDeposit(order)
  return {
    orderId: order.orderId,
    srcCoin: instrumentKey(order.pair.instrumentFrom),
    dstCoin: instrumentKey(order.pair.instrumentTo),
    amountToSend: canonicalDecimal(order.claimedDepositAmount),
    depositAddress: address,
    depositMemo: memo,
    receiver: order.destinationAddress ?? undefined,
    receiverMemo: order.destinationAddressMemo,
    refundAddress: order.refundAddress ?? undefined,
    refundMemo: order.refundAddressMemo ?? undefined,
    rateType: order.rateMode ?? undefined,
    dstAmount: canonicalDecimal(order.amountToGet),
  }
}
