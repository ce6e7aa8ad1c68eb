import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire } from '../../http/wire.ts'
import {
  answerError,
  limitError,
  type Limits,
  noRoute,
  type ProviderName,
  quoteError,
  unnamedLimit,
} from './deposit/errors.ts'
import { exactNumber, toUnits } from './deposit/money.ts'
import { toDepositQuote } from './deposit/offer.ts'
import type { QuoteOutcome } from '../types.ts'
import type { SnapshotCoin } from './orderSnapshot.ts'

// Floating and fixed rates of an exchange: asking for them, their limits, and its refusals.

/** A promised amount, or one that follows the market until the payment is exchanged. */
export type RateType = 'float' | 'fixed'

/** A coin in the exchange's terms, with its contract where the live list names one. */
export type ExchangeCoin = SnapshotCoin & {
  /** Digits after the point that the exchange keeps; absent or null: all of them. */
  precision?: number | null
  /** False: the exchange passes on no memo with this coin. */
  takesMemo?: boolean
}

/** What is to be swapped, in the exchange's terms. */
export type WantedSwap = {
  request: QuoteRequest
  src: ExchangeCoin
  dst: ExchangeCoin
  /** Exact source amount in token units: as text, and in the form the exchange takes it. */
  amount: string
  wireAmount: string | number
}

/** The same with the kind of rate, ours and the exchange's name for it. */
export type WantedRate = WantedSwap & { rateType: RateType; rateName: string }

/** A path of the exchange with its query; what is null in it is left out. */
export type Call = { path: string; query?: Record<string, string | null | undefined> }

/** An offer; null where the answer is none. */
export type Rate = {
  /** Token units, all fees off. */
  dstAmount: string
  /** The exchange's name of its kind, compared where the answer has it. */
  rateName?: string | null | undefined
  /** Fields the order repeats as they came; those that are null are left out. */
  orderFields?: Record<string, z.core.util.JSONType>
  durationSeconds?: number
  expiresAtMs?: number | null
}

/** Limits that an answer names, token units; a maximum of zero is none. */
export type NamedLimits = { min?: string | null | undefined; max?: string | null | undefined }

/** What a refusal says. */
export type Refusal = {
  /** Its sentence for people; empty: looked for in the whole answer. */
  reason?: string | null | undefined
  /** The amount is the reason. */
  side?: 'low' | 'high' | null
  /** Limits it names without saying of which side, likeliest first; token units. */
  limits?: readonly string[]
}

export type RateRules = {
  /** What the exchange calls the two kinds. */
  names: Readonly<Record<RateType, string>>
  /** Form of amounts in an order: a JSON number or text. */
  amounts: 'number' | 'text'
  call(wanted: WantedRate): Call
  answer(rateType: RateType): z.ZodMiniType<Rate | null>
  /** Where limits are asked for, if not in the answer itself; a failure there hides no rate. */
  limitsCall?(wanted: WantedRate): Call
  /** Limits in any answer, offers and refusals. */
  limits: z.ZodMiniType<NamedLimits>
  refusal?(status: number, body: unknown): Refusal
  /** Where a rate names no duration. */
  usualSeconds: number
}

/** An exchange as far as its rates go. */
export type RatedExchange = ProviderName & { id: ProviderId; hasKey: boolean; rate: RateRules }

const rateState = z.object({
  rateType: z.enum(['float', 'fixed']),
  orderFields: z.record(z.string(), z.json()),
})

/** Which of the two rates a quote is, and what its order repeats. @throws QUOTE_EXPIRED */
export function readRateState({ providerState }: Quote): z.output<typeof rateState> {
  const parsed = z.safeParse(rateState, providerState)
  if (parsed.success) return parsed.data
  throw new SwaprouteError('QUOTE_EXPIRED', 'The quote is of another version.', {
    hint: 'Quote again.',
  })
}

/**
 * The amount as the exchange takes it: never rounded, since only the accepted amount is ordered
 * (D8).
 * @throws SwaprouteError TOO_MANY_DECIMALS
 */
export function exactAmount(
  { name, rate }: RatedExchange,
  { srcAmount, srcToken }: QuoteRequest,
  { precision }: ExchangeCoin,
): Pick<WantedSwap, 'amount' | 'wireAmount'> {
  const amount = formatAmount(srcAmount, srcToken.decimals)
  if (precision != null && (amount.split('.')[1] ?? '').length > precision) {
    throw new SwaprouteError(
      'TOO_MANY_DECIMALS',
      `${name} cannot take exactly ${amount} ${srcToken.symbol}: it has too many digits.`,
      { hint: `Shorten the amount to ${precision} digits after the point.` },
    )
  }
  const wireAmount = rate.amounts === 'number' ? exactNumber(srcAmount, srcToken, name) : amount
  return { amount, wireAmount }
}

/**
 * Asks for both rates at once; one that is not offered does not hide the other.
 * @throws SwaprouteError the reason for the floating rate, or a limit where one was the reason
 */
export async function bothRates(
  ask: (rateType: RateType) => Promise<Quote>,
): Promise<QuoteOutcome> {
  const answers = await Promise.allSettled([ask('float'), ask('fixed')])
  const quotes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (quotes.length > 0) return { quotes, failed: [] }
  const reasons = answers.map((answer): unknown =>
    answer.status === 'rejected' ? answer.reason : null,
  )
  throw reasons.find(isLimit) ?? reasons[0]
}

function isLimit(reason: unknown): boolean {
  return (
    reason instanceof SwaprouteError &&
    (reason.code === 'AMOUNT_TOO_LOW' || reason.code === 'AMOUNT_TOO_HIGH')
  )
}

/** One rate as a quote. @throws SwaprouteError AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, NO_ROUTE, … */
export async function quoteRate(
  exchange: RatedExchange,
  swap: WantedSwap,
  rateType: RateType,
  get: (call: Call) => Promise<HttpResponse>,
): Promise<Quote> {
  const { id, name, rate, hasKey } = exchange
  const { request } = swap
  const { srcToken, dstToken, srcAmount } = request
  const wanted = { ...swap, rateType, rateName: rate.names[rateType] }
  const limitsCall = rate.limitsCall?.(wanted)
  const [range, answer] = await Promise.all([
    limitsCall === undefined ? null : get(limitsCall),
    get(rate.call(wanted)),
  ])
  const { status, body } = answer
  const named = range === null ? body : range.status < 400 ? range.body : null
  const limits = limitsIn(exchange, named, srcToken)
  const limit = limitError(exchange, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  if (status >= 400) throw refusalError(exchange, answer, request, 'quote')
  const offer = parseWire(rate.answer(rateType), body, `The rate of ${name}`)
  const dstAmount = toUnits(offer?.dstAmount ?? '0', dstToken.decimals, 'down')
  if (offer === null || dstAmount === 0n) throw quoteError(exchange, status, body, hasKey)
  // A pair without a fixed rate may be answered with the floating one.
  if ((offer.rateName ?? wanted.rateName) !== wanted.rateName) throw noRoute(exchange)
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: rateType === 'fixed' ? dstAmount : null,
    rateType,
    ...(named === null ? {} : { limits }),
    durationSeconds: offer.durationSeconds ?? rate.usualSeconds,
    expiresAtMs: offer.expiresAtMs ?? null,
    providerState: { rateType, orderFields: offer.orderFields ?? {} },
  })
}

/** The error behind a refused quote or order: its limit, else its own words. */
export function refusalError(
  exchange: RatedExchange,
  { status, body }: HttpResponse,
  { srcToken, srcAmount }: QuoteRequest,
  purpose: 'quote' | 'order',
): SwaprouteError {
  const limits = limitsIn(exchange, body, srcToken)
  const limit = limitError(exchange, srcAmount, srcToken, limits)
  if (limit !== null) return limit
  const {
    reason = null,
    side = null,
    limits: named = [],
  } = exchange.rate.refusal?.(status, body) ?? {}
  for (const text of named) {
    const min = side === 'high' ? null : toUnits(text, srcToken.decimals, 'up')
    const max = side === 'low' ? null : toUnits(text, srcToken.decimals, 'down')
    const error = limitError(exchange, srcAmount, srcToken, { min, max })
    if (error !== null) return error
  }
  if (side !== null) {
    const code = side === 'low' ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH'
    return unnamedLimit(exchange, code, srcToken)
  }
  const envelope = reason === null || reason === '' ? body : { message: reason }
  const toError = purpose === 'quote' ? quoteError : answerError
  return toError(exchange, status, envelope, exchange.hasKey)
}

function limitsIn({ rate }: RatedExchange, body: unknown, { decimals }: Token): Limits {
  const parsed = z.safeParse(rate.limits, body)
  const { min, max } = parsed.success ? parsed.data : {}
  const most = toUnits(max ?? '0', decimals, 'down')
  return {
    min: min == null ? null : toUnits(min, decimals, 'up'),
    max: most === 0n ? null : most,
  }
}
