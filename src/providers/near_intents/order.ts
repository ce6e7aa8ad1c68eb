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
} from '../kits/deposit/errors.ts'
import { toUnits } from '../kits/deposit/money.ts'
import { orderUnknown, toBuiltOrder } from '../kits/deposit/openOrder.ts'
import { type OrderTerms, unsafe } from '../kits/deposit/order.ts'
import type { Parties } from '../kits/deposit/parties.ts'
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

const origin = 'ORIGIN_CHAIN'
const destination = 'DESTINATION_CHAIN'
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

/** Until when a payment is wanted, Unix milliseconds. */
export function deadlineMsOf({ srcToken }: QuoteRequest, nowMs: number): number {
  return nowMs + (slowChains.has(srcToken.blockchain) ? 3 * hour : hour)
}

export function requestBody(
  request: QuoteRequest,
  terms: OneClickTerms,
  dry: boolean,
  deadlineMs: number,
): Record<string, unknown> {
  const { blockchain } = request.srcToken
  const { originAsset, destinationAsset, recipient, refundTo } = terms
  return {
    dry,
    swapType: 'EXACT_INPUT',
    slippageTolerance: terms.slippageBps,
    originAsset,
    depositType: origin,
    destinationAsset,
    amount: String(request.srcAmount),
    refundTo,
    refundType: origin,
    recipient,
    recipientType: destination,
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
  terms: OneClickTerms & { deadlineMs: number },
  created: OneClickQuote,
  again: OneClickQuote,
  context: ProviderContext,
): BuiltSwap {
  const { depositAddress, depositMemo, amountOut, minAmountOut } = created.quote
  if (depositAddress == null) throw orderUnknown(nearIntents, null, null)
  if (minAmountOut < quote.dstMinAmount) {
    throw priceMoved(nearIntents, quote.dstMinAmount, minAmountOut)
  }
  // Such an address is shared: without a memo nobody could tell whose the payment is.
  if (memoChains.has(quote.request.srcToken.blockchain) && (depositMemo ?? '') === '') {
    throw unsafe('D5', nearIntents, 'gave no memo for an address it shares', 'depositMemo')
  }
  for (const view of [created, again]) checkKinds(view)
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
    expiresAtMs: Math.min(terms.deadlineMs, deadlineOf(created) ?? terms.deadlineMs),
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

/**
 * Paid on the chain, paid out on the chain, and nobody else gets a share; as far as it is told.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
function checkKinds({ quoteRequest }: OneClickQuote): void {
  const { depositType, refundType, recipientType, appFees } = quoteRequest
  const isOnChain =
    (depositType ?? origin) === origin &&
    (refundType ?? origin) === origin &&
    (recipientType ?? destination) === destination
  if (!isOnChain) throw unsafe('D3', nearIntents, 'opened an order of another kind', 'rateType')
  if ((appFees ?? []).length === 0) return
  throw unsafe('D3', nearIntents, 'opened an order that pays somebody else besides', 'rateType')
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
  const times = timesOf({ quote, quoteRequest })
  return {
    orderId: signature == null ? undefined : `${timestamp ?? ''} ${signature}`,
    srcCoin: originAsset ?? undefined,
    dstCoin: destinationAsset ?? undefined,
    amountToSend: String(quote.amountIn),
    depositAddress: quote.depositAddress ?? undefined,
    depositMemo: quote.depositMemo ?? null,
    receiver: recipient ?? undefined,
    refundAddress: refundTo ?? undefined,
    rateType: swapType ?? undefined,
    dstAmount: `${quote.amountOut} ${quote.minAmountOut}`,
    expiresAt: times.length === 0 ? undefined : times.join(' '),
  }
}

/** The last moment for a payment, Unix milliseconds: the first of those told. Null: none is. */
export function deadlineOf(order: Pick<OneClickQuote, 'quote' | 'quoteRequest'>): number | null {
  const times = timesOf(order)
  return times.length === 0 ? null : Math.min(...times)
}

function timesOf({ quote, quoteRequest }: Pick<OneClickQuote, 'quote' | 'quoteRequest'>): number[] {
  return [quoteRequest.deadline, quote.deadline, quote.timeWhenInactive].flatMap((text) => {
    const ms = Date.parse(text ?? '')
    return Number.isNaN(ms) ? [] : [ms]
  })
}

/** `0.5 of 2`, for a payment that is not whole. */
export function shareText(part: bigint, whole: bigint, decimals: number): string {
  return `${formatAmount(part, decimals)} of ${formatAmount(whole, decimals)}`
}
