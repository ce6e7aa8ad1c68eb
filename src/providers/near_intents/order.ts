import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import { envelopeError, foreignReason } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import {
  answerError,
  limitError,
  priceMoved,
  quoteError,
  unnamedLimit,
} from '../families/deposit/errors.ts'
import { toUnits } from '../families/deposit/money.ts'
import { orderUnknown, toBuiltOrder } from '../families/deposit/openOrder.ts'
import { type OrderTerms, unsafe } from '../families/deposit/order.ts'
import type { Parties } from '../families/deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { memoChains, nearIntents } from './assets.ts'
import { errorWire, type OneClickQuote } from './wire.ts'

/** What a request names: the two assets of the list, and who receives and gets money back. */
export type OneClickTerms = {
  originAsset: string
  destinationAsset: string
  recipient: string
  refundTo: string
  slippageBps: number
}

const hour = 3_600_000
/** Time for a payment to be made and confirmed; blocks of these chains take up to an hour. */
const slowChains: ReadonlySet<BlockchainId> = new Set([
  'BITCOIN',
  'BITCOIN_CASH',
  'CARDANO',
  'DASH',
  'DOGECOIN',
  'LITECOIN',
  'ZCASH',
])

export function requestBody(
  request: QuoteRequest,
  terms: OneClickTerms,
  dry: boolean,
  nowMs: number,
): Record<string, unknown> {
  const { blockchain } = request.srcToken
  const deadlineMs = nowMs + (slowChains.has(blockchain) ? 3 * hour : hour)
  const { originAsset, destinationAsset, recipient, refundTo } = terms
  return {
    dry,
    swapType: 'EXACT_INPUT',
    slippageTolerance: terms.slippageBps,
    originAsset,
    depositType: 'ORIGIN_CHAIN',
    destinationAsset,
    amount: String(request.srcAmount),
    refundTo,
    refundType: 'ORIGIN_CHAIN',
    recipient,
    recipientType: 'DESTINATION_CHAIN',
    deadline: new Date(deadlineMs).toISOString(),
    ...(memoChains.has(blockchain) ? { depositMode: 'MEMO' } : {}),
    referral: referralOf(request.referrer),
  }
}

/** A lower-case label. */
function referralOf(referrer: string): string {
  const label = referrer.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return label.slice(0, 64)
}

/** Why there is no quote. Limits are only told in words, in base units of the source asset. */
export function requestError(
  { status, body }: HttpResponse,
  { srcToken, srcAmount }: QuoteRequest,
  hasKey: boolean,
): SwaprouteError {
  if (status === 400) {
    const parsed = z.safeParse(errorWire, body)
    const message = parsed.success ? [parsed.data.message].flat().join('; ') : ''
    const least = /at least (\d+(?:\.\d+)?)/i.exec(message)?.[1]
    if (least !== undefined) {
      const decimals = least.includes('.') ? srcToken.decimals : 0
      const min = toUnits(least, decimals, 'up')
      const limit = limitError(nearIntents, srcAmount, srcToken, { min, max: null })
      if (limit !== null) return limit
    }
    if (/too low|too small/i.test(message)) {
      return unnamedLimit(nearIntents, 'AMOUNT_TOO_LOW', srcToken)
    }
    if (message !== '') return quoteError(nearIntents, status, { message: foreignReason(message) })
  }
  return status === 404
    ? answerError(nearIntents, 502, { message: envelopeError(body, { anyField: true }) }, hasKey)
    : quoteError(nearIntents, status, body, hasKey)
}

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  parties: Parties,
  terms: OneClickTerms,
  created: OneClickQuote,
  again: OneClickQuote,
  context: ProviderContext,
): BuiltSwap {
  const { depositAddress, depositMemo, amountOut, minAmountOut, deadline } = created.quote
  if (depositAddress === undefined) throw orderUnknown(nearIntents, null, null)
  if (minAmountOut < quote.dstMinAmount) {
    throw priceMoved(nearIntents, quote.dstMinAmount, minAmountOut)
  }
  // Such an address is shared: without a memo nobody could tell whose the payment is.
  if (memoChains.has(quote.request.srcToken.blockchain) && (depositMemo ?? '') === '') {
    throw unsafe('D5', nearIntents, 'gave no memo for an address it shares', 'depositMemo')
  }
  const asked: OrderTerms = {
    srcCoin: terms.originAsset,
    dstCoin: terms.destinationAsset,
    amountToSend: String(quote.request.srcAmount),
    receiver: terms.recipient,
    refundAddress: terms.refundTo,
    rateType: 'EXACT_INPUT',
  }
  const order = {
    quote,
    parties,
    views: { asked, created: termsOf(created), readBack: termsOf(again), required: toldAgain },
    orderId: depositAddress,
    depositAddress,
    depositMemo: depositMemo ?? null,
    memoName: null,
    dstAmount: amountOut,
    dstMinAmount: minAmountOut,
    expiresAtMs: timeOf(deadline),
    uniqueInfo: { nearIntentsId: depositAddress },
    own: {
      originAsset: terms.originAsset,
      destinationAsset: terms.destinationAsset,
      // Kept for a dispute: the service confirms the quote with it.
      signature: foreignReason(created.signature ?? '', 200),
      timestamp: foreignReason(created.timestamp ?? '', 40),
    },
  }
  return toBuiltOrder(nearIntents, order, context)
}

const toldAgain = [
  'srcCoin',
  'dstCoin',
  'amountToSend',
  'depositAddress',
  'receiver',
  'refundAddress',
  'dstAmount',
] as const

/** The order's number is what the service signed; amounts in base units. */
function termsOf({ quote, quoteRequest, signature, timestamp }: OneClickQuote): OrderTerms {
  const { originAsset, destinationAsset, recipient, refundTo, swapType } = quoteRequest
  return {
    orderId: signature === undefined ? undefined : `${timestamp ?? ''} ${signature}`,
    srcCoin: originAsset,
    dstCoin: destinationAsset,
    amountToSend: String(quote.amountIn),
    depositAddress: quote.depositAddress,
    depositMemo: quote.depositMemo ?? null,
    receiver: recipient,
    refundAddress: refundTo,
    rateType: swapType,
    dstAmount: `${quote.amountOut} ${quote.minAmountOut}`,
    expiresAt: timeText(quote.deadline),
  }
}

function timeText(text: string | undefined): string | undefined {
  const ms = timeOf(text)
  return ms === null ? undefined : String(ms)
}

/** Unix milliseconds of an ISO time; null where there is none. */
export function timeOf(text: string | undefined): number | null {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** `0.5 of 2`, for a payment that is not whole. */
export function shareText(part: bigint, whole: bigint, decimals: number): string {
  return `${formatAmount(part, decimals)} of ${formatAmount(whole, decimals)}`
}
