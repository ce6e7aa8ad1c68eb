import * as z from 'zod/mini'

import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import {
  orderFeeNote,
  type Quote,
  type QuoteRequest,
  type QuoteWarning,
} from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import { parseWire } from '../../../http/wire.ts'
import {
  limitError,
  type Limits,
  noRoute,
  otherSwap,
  type ProviderName,
  quoteError,
} from '../errors.ts'
import {
  type AmountForm,
  orderAmountText,
  exactNumber,
  readAmount,
  type WireAmount,
  writeAmount,
} from './money.ts'
import type { DepositMemo } from './coins.ts'
import { toDepositQuote, usualSlippageBps } from './offer.ts'
import type { OrderParties } from './parties.ts'
import { limitsIn, type NamedLimits, refusalError, type Refusals } from './refusals.ts'
import type { QuoteOutcome } from '../../types.ts'
import type { ExchangeAsk, ExchangeCall } from './ask.ts'
import { coinKey, type SnapshotCoin } from './snapshot.ts'

// Rates of an exchange: requests and their answers.

/**
 * `fixed`: a promised amount. `float`: follows the market until the payment is exchanged. `market`:
 * may fall to a minimum, below which the payment is refunded.
 */
export type RateType = 'float' | 'fixed' | 'market'

/** A coin of the exchange, with its contract where the live list has one. */
export type ExchangeCoin = SnapshotCoin & {
  /** Decimals the exchange supports; absent or null: all. */
  precision?: number | null
  /** False: the exchange forwards no memo with this coin. */
  takesMemo?: boolean
  depositMemo?: DepositMemo
  /** Where the exchange has several codes for a coin. */
  names?: {
    /** From the safest to the shortest. */
    aliases: readonly string[]
    /** Whether a code in an answer can only mean this coin. */
    includes(name: string): boolean
  }
}

/** Both coins in the exchange's terms. */
export type WantedPair = { src: ExchangeCoin; dst: ExchangeCoin }

/** The swap in the exchange's terms. */
export type WantedSwap = WantedPair & {
  request: QuoteRequest
  /** Exact source amount: as text and in the exchange's form. */
  amount: string
  wireAmount: string | number
}

/** Adds the kind of rate, by our name and the exchange's. */
export type WantedRate = WantedSwap &
  Partial<OrderParties> & {
    rateType: RateType
    rateName: string
    slippageBps: number
    /** Payment deadline; null if the exchange accepts no deadline. */
    deadlineMs: number | null
  }

/** An offer; null: the answer has none. Amounts in the exchange's form. */
export type ExchangeRate = {
  /** After all fees. */
  dstAmount: WireAmount
  /** Guaranteed by a `market` rate; absent: derived from slippage. */
  dstMinAmount?: WireAmount
  /** Echo of the amount, compared where present. */
  srcAmount?: WireAmount
  src?: SnapshotCoin | null
  dst?: SnapshotCoin | null
  /** Echo of the rate kind, compared where present. */
  rateName?: string | null | undefined
  /** Fields the order sends back unchanged; null ones are left out. */
  orderFields?: Record<string, z.core.util.JSONType>
  /** Recommended slippage; can only tighten the accepted one. */
  slippageBps?: number | undefined
  priceImpactPercent?: number | null
  durationSeconds?: number
  expiresAtMs?: number | null
  /** What a refund costs at most, base units of the source token. */
  refundFee?: bigint | null | undefined
  /** What is taken from the payout, base units of the destination token. */
  payoutFee?: bigint | null | undefined
}

export type RateRules<R extends ExchangeRate = ExchangeRate> = {
  /** The exchange's names of its rate kinds. */
  names: Readonly<Partial<Record<RateType, string>>>
  amounts: AmountForm
  /** Parties named in the request, if it needs any. */
  parties?(request: QuoteRequest, exchange: ProviderName): OrderParties
  call(wanted: WantedRate): ExchangeCall
  answer(wanted: WantedRate): z.ZodMiniType<R | null>
  /** Separate request for limits, null if not needed; its failure does not hide a rate. */
  limitsCall?(wanted: WantedRate): ExchangeCall | null
  /** Limits in offers and refusals; absent: only in the text of refusals. */
  limits?: z.ZodMiniType<NamedLimits>
  refusals?: Refusals
  /** Duration for rates without one. */
  usualSeconds: number
  /** Fee already deducted, percent of the source amount. */
  feePercent?: number | null
}

/** The rate part of an exchange. */
export type RatedExchange<R extends ExchangeRate = ExchangeRate> = ProviderName & {
  id: ProviderId
  hasKey: boolean
  rate: RateRules<R>
}

const rateState = z.object({
  rateType: z.enum(['float', 'fixed']),
  orderFields: z.record(z.string(), z.json()),
})
type RateState = { rateType: RateType; orderFields: Record<string, unknown> }

/**
 * The rate of a quote and the fields its order sends back.
 * @throws QUOTE_EXPIRED
 */
export function readRateState(
  { providerState }: Quote,
  { names }: Pick<RateRules, 'names'>,
): RateState {
  if (names.market !== undefined) return { rateType: 'market', orderFields: {} }
  const parsed = z.safeParse(rateState, providerState)
  if (parsed.success) return parsed.data
  throw new SwaprouteError('QUOTE_EXPIRED', 'The quote was made by a different version.', {
    hint: 'Get a new quote.',
  })
}

/**
 * The amount in the exchange's form, never rounded: only the accepted amount is ordered (D8).
 * @throws SwaprouteError TOO_MANY_DECIMALS
 */
export function exactAmount(
  { name, rate }: Pick<RatedExchange, 'name'> & { rate: Pick<RateRules, 'amounts'> },
  { srcAmount, srcToken }: QuoteRequest,
  { precision }: ExchangeCoin,
): Pick<WantedSwap, 'amount' | 'wireAmount'> {
  const amount = writeAmount(rate.amounts, srcAmount, srcToken)
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
 * Asks for all kinds of rate at once; a missing one does not hide another.
 * @throws SwaprouteError a limit error if there is one, else that of the floating rate
 */
export async function allRates(
  { names }: Pick<RateRules, 'names'>,
  ask: (rateType: RateType, rateName: string) => Promise<Quote>,
): Promise<QuoteOutcome> {
  const kinds = (['float', 'fixed', 'market'] as const).flatMap((kind) => {
    const name = names[kind]
    return name === undefined ? [] : [ask(kind, name)]
  })
  const answers = await Promise.allSettled(kinds)
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

/** An offer with its amounts in base units. */
export type Offered<R extends ExchangeRate> = { offer: R; dstAmount: bigint; limits: Limits | null }

/**
 * One rate.
 * @throws SwaprouteError AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, NO_ROUTE, …
 */
export async function askRate<R extends ExchangeRate>(
  exchange: RatedExchange<R>,
  wanted: WantedRate,
  { send, context }: Pick<ExchangeAsk, 'send' | 'context'>,
): Promise<Offered<R>> {
  const { name, rate, hasKey } = exchange
  const { request, rateType, rateName } = wanted
  const { srcToken, dstToken, srcAmount } = request
  const limitsCall = rate.limitsCall?.(wanted) ?? null
  const [range, answer] = await Promise.all([
    limitsCall === null ? null : send(limitsCall),
    send(rate.call(wanted)),
  ])
  const { status, body } = answer
  const named = range === null ? body : range.status < 400 ? range.body : null
  const limits = limitsIn(exchange, named, srcToken)
  const limit = limitError(exchange, srcAmount, srcToken, limits)
  if (limit !== null) throw limit
  if (status >= 400) throw refusalError(exchange, answer, request, 'quote')
  const offer = parseWire(rate.answer(wanted), body, `The rate of ${name}`)
  if (offer !== null) checkOffer(exchange, wanted, offer, context.now())
  const dstAmount = readAmount(rate.amounts, offer?.dstAmount ?? '0', dstToken, 'down')
  if (offer === null || dstAmount === 0n) {
    throw rateType === 'market' ? noRoute(exchange) : quoteError(exchange, status, body, hasKey)
  }
  // A pair without a fixed rate may be answered with the floating one.
  if ((offer.rateName ?? rateName) !== rateName) throw noRoute(exchange)
  return { offer, dstAmount, limits: named === null || rate.limits === undefined ? null : limits }
}

/** @throws SwaprouteError UPSTREAM_FAILED for an offer of something else, or one that is over */
function checkOffer(
  { name, rate }: RatedExchange,
  { amount, src, dst, request }: WantedRate,
  offer: ExchangeRate,
  nowMs: number,
): void {
  const toBase = (text: WireAmount): bigint =>
    readAmount(rate.amounts, text, request.dstToken, 'down')
  const least = offer.dstMinAmount === undefined ? null : toBase(offer.dstMinAmount)
  const isAsAsked =
    String(offer.srcAmount ?? amount) === amount &&
    isCoin(offer.src ?? src, src) &&
    isCoin(offer.dst ?? dst, dst) &&
    (offer.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs &&
    (least === null || (least > 0n && least <= toBase(offer.dstAmount)))
  if (!isAsAsked) throw otherSwap(name)
}

function isCoin(quoted: SnapshotCoin, coin: ExchangeCoin): boolean {
  return coinKey(quoted) === coinKey(coin) || coin.names?.includes(quoted.code) === true
}

/** Payment address of a locally created order. */
export type Vault = {
  address: string
  /** Maximum cost of a refund, base units of the source token; null: not reported. */
  refundFee: bigint | null
}

/**
 * One rate as a quote.
 * @throws SwaprouteError AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, NO_ROUTE, …
 */
export async function quoteRate<R extends ExchangeRate>(
  exchange: RatedExchange<R>,
  wanted: WantedRate,
  ask: Pick<ExchangeAsk, 'send' | 'context'>,
  vault?: Promise<Vault>,
): Promise<Quote> {
  const { id, rate } = exchange
  const { request, rateType } = wanted
  const [{ offer, dstAmount, limits }, place] = await Promise.all([
    askRate(exchange, wanted, ask),
    vault,
  ])
  const least =
    offer.dstMinAmount === undefined
      ? minimumAfterSlippage(dstAmount, slippageOf(request, offer))
      : readAmount(rate.amounts, offer.dstMinAmount, request.dstToken, 'down')
  const isMarket = rateType === 'market'
  return toDepositQuote({
    provider: id,
    request,
    dstAmount,
    guaranteed: isMarket ? least : rateType === 'fixed' ? dstAmount : null,
    ...(isMarket ? {} : { rateType }),
    ...(limits === null ? {} : { limits }),
    ...(rate.feePercent == null ? {} : { feePercent: rate.feePercent }),
    durationSeconds: offer.durationSeconds ?? rate.usualSeconds,
    priceImpactPercent: offer.priceImpactPercent ?? null,
    expiresAtMs: offer.expiresAtMs ?? null,
    warnings: feeNotes({ refundFee: place?.refundFee, ...offer }, request),
    providerState: isMarket ? null : { rateType, orderFields: offer.orderFields ?? {} },
  })
}

function feeNotes(
  { refundFee, payoutFee }: Pick<ExchangeRate, 'refundFee' | 'payoutFee'>,
  { srcToken, dstToken }: QuoteRequest,
): QuoteWarning[] {
  const note = (what: string, amount: bigint | null | undefined, token: Token): QuoteWarning[] =>
    amount == null || amount === 0n
      ? []
      : [{ code: orderFeeNote, reason: `${what} costs up to ${orderAmountText(amount, token)}` }]
  const data = { refundFee: String(refundFee) }
  return [
    ...note('a refund', refundFee, srcToken).map((one) => ({ ...one, data })),
    ...note('the payout', payoutFee, dstToken),
  ]
}

function slippageOf(
  { slippageBps }: QuoteRequest,
  { slippageBps: recommended }: ExchangeRate,
): number {
  return slippageBps ?? Math.min(recommended ?? usualSlippageBps, usualSlippageBps)
}
