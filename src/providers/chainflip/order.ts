import * as z from 'zod/mini'

import { Decimal, toUnits } from '../../core/decimals.ts'
import type { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { foreignReason } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import { pairOf } from '../kits/deposit/coins.ts'
import {
  answerError,
  limitError,
  noRoute,
  priceMoved,
  quoteError,
  unnamedLimit,
} from '../kits/deposit/errors.ts'
import { toBuiltOrder } from '../kits/deposit/openOrder.ts'
import type { OrderTerms } from '../kits/deposit/order.ts'
import type { Parties } from '../kits/deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { chainflip, coinKey, coins } from './coins.ts'
import {
  type ChainflipChannel,
  type ChainflipQuote,
  type ChainflipStatus,
  errorWire,
} from './wire.ts'

/** Blocks of six seconds. */
const blocksPerMinute = 10
const two128 = 1n << 128n

/**
 * Why there is no quote, or no channel: limits stand in brackets in base units, all other reasons
 * in words.
 */
export function requestError(
  { status, body }: HttpResponse,
  { srcToken, srcAmount }: QuoteRequest,
  kind: 'quote' | 'order',
): SwaprouteError {
  const parsed = z.safeParse(errorWire, body)
  const message = parsed.success ? parsed.data.message : ''
  const told = /\((\d{1,78})\)/.exec(message)?.[1]
  if (/below minimum/i.test(message)) {
    const min = told === undefined ? null : BigInt(told)
    const error = limitError(chainflip, srcAmount, srcToken, { min, max: null })
    return error ?? unnamedLimit(chainflip, 'AMOUNT_TOO_LOW', srcToken)
  }
  if (/above maximum/i.test(message)) {
    const max = told === undefined ? null : BigInt(told)
    const error = limitError(chainflip, srcAmount, srcToken, { min: null, max })
    return error ?? unnamedLimit(chainflip, 'AMOUNT_TOO_HIGH', srcToken)
  }
  if (/lower than .*fee/i.test(message)) return unnamedLimit(chainflip, 'AMOUNT_TOO_LOW', srcToken)
  if (/insufficient liquidity/i.test(message)) {
    return unnamedLimit(chainflip, 'AMOUNT_TOO_HIGH', srcToken)
  }
  // Maintenance, or an asset that is switched off.
  if (status === 503) return noRoute(chainflip, message === '' ? null : foreignReason(message))
  return kind === 'quote'
    ? quoteError(chainflip, status, body)
    : answerError(chainflip, status, body)
}

/** The terms a channel is opened with. */
export type ChannelTerms = {
  refundAddress: string
  /** Least price of base units, times 2^128. */
  minPriceX128: bigint
  retryBlocks: number
}

/**
 * The least price at which the receiver still gets what was accepted, rounded up. Fees of the two
 * chains are taken before and after the swap itself, so they are counted apart from it.
 * @throws SwaprouteError PRICE_MOVED when even the expected amount is below it
 */
export function channelTerms(
  { dstMinAmount }: Quote,
  refundAddress: string,
  offer: ChainflipQuote,
): ChannelTerms {
  const { depositAmount, egressAmount, recommendedRetryDurationMinutes } = offer
  if (egressAmount < dstMinAmount) throw priceMoved(chainflip, dstMinAmount, egressAmount)
  const swapped = depositAmount - feeOf(offer, 'INGRESS')
  const least = dstMinAmount + feeOf(offer, 'EGRESS')
  if (swapped <= 0n) throw noRoute(chainflip)
  return {
    refundAddress,
    minPriceX128: (least * two128 + swapped - 1n) / swapped,
    retryBlocks: recommendedRetryDurationMinutes * blocksPerMinute,
  }
}

function feeOf({ includedFees }: ChainflipQuote, type: string): bigint {
  return includedFees.reduce((sum, fee) => (fee.type === type ? sum + fee.amount : sum), 0n)
}

/** Body of `POST /api/openSwapDepositChannel`; the two forms name assets differently. */
export function channelBody(
  quote: Quote,
  { receiver }: Parties,
  terms: ChannelTerms,
  offer: ChainflipQuote,
  form: 'objects' | 'flat',
): Record<string, unknown> {
  const [src, dst] = pairOf(coins, quote.request)
  const { egressAmount, estimatedPrice, intermediateAmount } = offer
  const assets =
    form === 'objects'
      ? {
          srcAsset: { asset: src.code, chain: src.network },
          destAsset: { asset: dst.code, chain: dst.network },
        }
      : {
          srcAsset: src.code,
          srcChain: src.network,
          destAsset: dst.code,
          destChain: dst.network,
        }
  const slippage = offer.recommendedSlippageTolerancePercent
  const live = offer.recommendedLivePriceSlippageTolerancePercent
  return {
    ...assets,
    destAddress: receiver.address,
    amount: String(quote.request.srcAmount),
    fillOrKillParams: {
      refundAddress: terms.refundAddress,
      retryDurationBlocks: terms.retryBlocks,
      minPriceX128: String(terms.minPriceX128),
      maxOraclePriceSlippage: null,
    },
    quote: {
      egressAmount: String(egressAmount),
      estimatedPrice,
      ...(intermediateAmount === undefined
        ? {}
        : { intermediateAmount: String(intermediateAmount) }),
      ...(slippage === undefined ? {} : { recommendedSlippageTolerancePercent: slippage }),
      ...(live === undefined ? {} : { recommendedLivePriceSlippageTolerancePercent: live }),
    },
    takeCommission: false,
  }
}

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  parties: Parties,
  terms: ChannelTerms,
  offer: ChainflipQuote,
  created: ChainflipChannel,
  again: ChainflipStatus,
  context: ProviderContext,
): BuiltSwap {
  const { request } = quote
  const [src, dst] = pairOf(coins, request)
  const asked: OrderTerms = {
    srcCoin: coinKey(src),
    dstCoin: coinKey(dst),
    amountToSend: String(request.srcAmount),
    receiver: parties.receiver.address,
    refundAddress: terms.refundAddress,
    rateType: `${terms.retryBlocks} blocks`,
    dstAmount: leastWord,
  }
  const opened: OrderTerms = {
    orderId: created.id,
    depositAddress: created.depositAddress,
    expiresAt: created.srcChainExpiryBlock,
  }
  const readBack = echoTerms(again, terms, quote)
  const order = {
    quote,
    parties,
    views: { asked, created: opened, readBack, required },
    orderId: created.id,
    depositAddress: created.depositAddress,
    depositMemo: null,
    memoName: null,
    dstAmount: offer.egressAmount,
    dstMinAmount: quote.dstMinAmount,
    expiresAtMs: earliest(created.estimatedExpiryTime, again.depositChannel?.estimatedExpiryTime),
    uniqueInfo: { chainflipId: created.id },
  }
  return toBuiltOrder(chainflip, order, context)
}

const required = [
  'orderId',
  'srcCoin',
  'dstCoin',
  'amountToSend',
  'depositAddress',
  'receiver',
  'refundAddress',
  'dstAmount',
] as const

const leastWord = 'at least what was accepted'

function echoTerms(told: ChainflipStatus, terms: ChannelTerms, quote: Quote): OrderTerms {
  const { depositChannel, fillOrKillParams } = told
  const amount = depositChannel?.expectedDepositAmount
  const minPrice = fillOrKillParams?.minPrice
  const blocks = fillOrKillParams?.retryDurationBlocks
  return {
    orderId: depositChannel?.id,
    srcCoin: coinKey({ code: told.srcAsset, network: told.srcChain }),
    dstCoin: coinKey({ code: told.destAsset, network: told.destChain }),
    amountToSend: amount == null ? undefined : String(amount),
    depositAddress: depositChannel?.depositAddress,
    receiver: told.destAddress,
    refundAddress: fillOrKillParams?.refundAddress ?? undefined,
    rateType: blocks == null ? undefined : `${blocks} blocks`,
    dstAmount:
      minPrice == null ? undefined : isThatPrice(minPrice, terms, quote) ? leastWord : minPrice,
    expiresAt: depositChannel?.srcChainExpiryBlock ?? undefined,
  }
}

/**
 * Told as a decimal of whole coins, of which the last digits may be lost: one part in a million. Less
 * pays too little, more is a price nobody meets: the payment would only come back.
 */
function isThatPrice(
  minPrice: string,
  { minPriceX128 }: ChannelTerms,
  { request }: Quote,
): boolean {
  const places = request.dstToken.decimals - request.srcToken.decimals
  const toldX128 = toUnits(new Decimal(minPrice).times(two128), places, 'down')
  const difference = toldX128 > minPriceX128 ? toldX128 - minPriceX128 : minPriceX128 - toldX128
  return difference * 1_000_000n <= minPriceX128
}

/** The least that a channel pays out for an amount, by the price it was opened with. */
export function leastOf(
  { fillOrKillParams }: ChainflipStatus,
  srcAmount: bigint,
  srcToken: Token,
  dstToken: Token,
): bigint | undefined {
  const minPrice = fillOrKillParams?.minPrice
  if (minPrice == null) return undefined
  const places = dstToken.decimals - srcToken.decimals
  const told = toUnits(new Decimal(minPrice).times(srcAmount), places, 'down')
  // Its last digits may be lost: one part in a million.
  return (told * 1_000_001n) / 1_000_000n
}

function earliest(...times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time != null)
  return known.length === 0 ? null : Math.min(...known)
}
