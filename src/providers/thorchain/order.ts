import { createHash } from 'node:crypto'

import { SwaprouteError } from '../../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../../core/order.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { envelopeError } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import {
  answerError,
  limitError,
  type Limits,
  noRoute,
  priceMoved,
  quoteError,
  unnamedLimit,
} from '../kits/deposit/errors.ts'
import { toBuiltOrder } from '../kits/deposit/openOrder.ts'
import { type OrderTerms, unsafe } from '../kits/deposit/order.ts'
import { accountKey } from '../../chains/accountKey.ts'
import type { Parties } from '../kits/deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import {
  assetOf,
  chainCode,
  fromThorUnits,
  isWordFor,
  memoAddress,
  memoRoom,
  needsOutput,
  thorchain,
  toThorUnits,
} from './assets.ts'
import { parseMemo, writeMemo } from './memo.ts'
import type { ThorInbounds, ThorPools, ThorQuote } from './wire.ts'

export type ThorPair = { src: string; dst: string; pools: ThorPools }

/** @throws SwaprouteError NO_ROUTE for an asset without an open pool */
export function pairOf({ srcToken, dstToken }: QuoteRequest, pools: ThorPools): ThorPair {
  return { src: assetOf(srcToken, pools), dst: assetOf(dstToken, pools), pools }
}

/** Amount errors share one code; the text says which. */
export function requestError(
  { status, body }: HttpResponse,
  { srcToken, srcAmount }: QuoteRequest,
): SwaprouteError {
  const reason = envelopeError(body, { anyField: true }) ?? ''
  const least = /recommended minimum:? (\d{1,30})/i.exec(reason)?.[1]
  if (least !== undefined) {
    const limits = { min: unitsFor(BigInt(least), srcToken), max: null }
    const limit = limitError(thorchain, srcAmount, srcToken, limits)
    if (limit !== null) return limit
  }
  if (/too small|not enough|less than (?:the )?(?:min|dust|fee)|below dust/i.test(reason)) {
    return unnamedLimit(thorchain, 'AMOUNT_TOO_LOW', srcToken)
  }
  // A closed pool is not a node outage, whatever the HTTP status.
  if (/halt|paused|pool|limit|asset/i.test(reason)) return noRoute(thorchain, reason)
  return status === 404 ? answerError(thorchain, status, body) : quoteError(thorchain, status, body)
}

/** Limits: dust is ignored, and less than the minimum is lost to fees. */
export function limitsOf(
  { recommended_min_amount_in: least, dust_threshold: dust }: ThorQuote,
  { srcToken }: QuoteRequest,
): Limits {
  const amounts = [least ?? 0n, dust == null ? 0n : dust + 1n]
  const most = amounts.reduce((a, b) => (a > b ? a : b))
  const min = unitsFor(most, srcToken)
  return { min: min === 0n ? null : min, max: null }
}

/** Base units of an amount in units of 1e-8, rounded up. */
function unitsFor(amount: bigint, token: Token): bigint {
  const units = fromThorUnits(amount, token)
  return toThorUnits(units, token, 'down') < amount ? units + 1n : units
}

/**
 * The vault of the source chain, with both chains open. Vaults change, so it is never cached.
 * @throws SwaprouteError NO_ROUTE while trading is halted
 */
export function vaultOf(
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  inbounds: ThorInbounds,
): string {
  const rowOf = (code: string): ThorInbounds[number] | undefined =>
    inbounds.find(({ chain }) => chain === code)
  const src = rowOf(chainCode(srcToken.blockchain))
  const dst = rowOf(chainCode(dstToken.blockchain))
  const isHalted = [src, dst].some(
    (row) =>
      row?.halted === true ||
      row?.global_trading_paused === true ||
      row?.chain_trading_paused === true,
  )
  if (isHalted) throw noRoute(thorchain, 'trading is halted')
  if (src === undefined || src.address === '') throw noRoute(thorchain)
  return src.address
}

/** Refund address for the memo; null: refunds go to the payer. */
function refundOf(
  { srcToken, refundAddress, fromAddress }: QuoteRequest,
  { refund }: Parties,
): string | null {
  if (refundAddress === null || refund === null) return null
  const isPayer =
    fromAddress !== null &&
    accountKey(srcToken.blockchain, refund.address) === accountKey(srcToken.blockchain, fromAddress)
  return isPayer ? null : refund.address
}

/** Query of the order besides the pair. */
export function orderQuery(request: QuoteRequest, parties: Parties): Record<string, string> {
  const refund = refundOf(request, parties)
  return {
    destination: memoAddress(parties.receiver.address),
    ...(refund === null ? {} : { refund_address: memoAddress(refund) }),
  }
}

/** @throws SwaprouteError UNSUPPORTED_RECEIVER where the memo is too long, before any request */
export function memoOf(quote: Quote, parties: Parties, pair: ThorPair, fee: bigint): string {
  const { request, dstMinAmount } = quote
  const { srcToken, dstToken } = request
  const limit = toThorUnits(dstMinAmount, dstToken, 'up') + fee
  const refund = refundOf(request, parties)
  const terms = {
    asset: pair.dst,
    receiver: memoAddress(parties.receiver.address),
    refund: refund === null ? null : memoAddress(refund),
    limit,
  }
  return writeMemo(terms, pair.pools, memoRoom(srcToken.blockchain) ?? 0)
}

/**
 * The order: an address and a memo, quoted twice and compared with the list of vaults; nothing is
 * opened at THORChain. @throws SwaprouteError UNSAFE_ROUTE where the answers differ from each other
 * or from the request
 */
export function toBuilt(
  quote: Quote,
  parties: Parties,
  pair: ThorPair,
  answers: { vault: string; first: ThorQuote; again: ThorQuote },
  context: ProviderContext,
): BuiltSwap {
  const { request } = quote
  const { srcToken, dstToken, srcAmount } = request
  const { vault, first, again } = answers
  const expected = fromThorUnits(again.expected_amount_out, dstToken)
  if (expected < quote.dstMinAmount) throw priceMoved(thorchain, quote.dstMinAmount, expected)
  const tooLow = limitError(thorchain, srcAmount, srcToken, limitsOf(again, request))
  if (tooLow !== null) throw tooLow
  // The payout fee comes after the swap; the limit applies before it.
  const fees = [first.fees.outbound, again.fees.outbound]
  const memo = memoOf(
    quote,
    parties,
    pair,
    fees.reduce((a, b) => (a > b ? a : b)),
  )
  const asked: OrderTerms = {
    dstCoin: pair.dst,
    receiver: parties.receiver.address,
    refundAddress: refundOf(request, parties),
    rateType: marketWord,
    depositAddress: vault,
  }
  const asOutput = needsOutput(srcToken.blockchain)
  const expiresAtMs = Math.min(first.expiry, again.expiry) * 1000
  const orderId = digestOf(`${vault} ${memo} ${srcAmount} ${expiresAtMs}`)
  const order = {
    quote,
    parties,
    views: {
      asked,
      created: memoTerms(first, pair),
      readBack: memoTerms(again, pair),
      required: ['dstCoin', 'receiver', 'depositAddress'] as const,
    },
    orderId,
    depositAddress: vault,
    depositMemo: memo,
    memoAsOutput: asOutput,
    // Few wallets support this, exchange accounts never.
    memoName: asOutput ? 'memo (OP_RETURN)' : null,
    dstAmount: expected,
    dstMinAmount: quote.dstMinAmount,
    expiresAtMs,
    uniqueInfo: {},
  }
  return toBuiltOrder(thorchain, order, context)
}

const marketWord = 'market'

/** The fields of a quoted memo as comparable texts. */
function memoTerms({ inbound_address: address, memo }: ThorQuote, pair: ThorPair): OrderTerms {
  const parsed = memo == null ? null : parseMemo(memo)
  if (parsed === null) throw unsafe('D5', thorchain, 'returned an unreadable memo', 'depositMemo')
  const { asset, receiver, refund, affiliate } = parsed
  return {
    dstCoin: isWordFor(asset, pair.dst, pair.pools) ? pair.dst : asset,
    receiver,
    // Without a refund address, the payer gets it back.
    refundAddress: refund ?? undefined,
    rateType: affiliate === '' ? marketWord : affiliate,
    depositAddress: address ?? undefined,
  }
}

/**
 * A foreign order, read from its memo: the network stores no orders, but the vault is the network's
 * and the memo has the rest. @throws SwaprouteError UNSAFE_ROUTE for a memo that is not a swap, or
 * pays others too
 */
export function factsOf(
  claim: OrderClaim,
  vault: string,
  pools: ThorPools,
  latestMs: number,
): OrderFacts {
  const { depositMemo, srcToken, dstToken, srcAmount, fromAddress } = claim
  const parsed = depositMemo === null ? null : parseMemo(depositMemo)
  if (parsed === null) throw unsafe('D5', thorchain, 'returned an unreadable memo', 'depositMemo')
  const { asset, receiver, refund, limit, affiliate } = parsed
  if (affiliate !== '') {
    throw unsafe('D5', thorchain, 'has a memo that also pays someone else', 'depositMemo')
  }
  return {
    // The id is known only to the program that made it.
    orderId: claim.orderId,
    srcToken,
    dstToken: isWordFor(asset, assetOf(dstToken, pools), pools) ? dstToken : null,
    srcAmount,
    depositAddress: vault,
    depositMemo,
    receiver,
    receiverMemo: null,
    // Absent: the payer.
    refundAddress: refund ?? fromAddress,
    dstAmount: limit === null ? 0n : fromThorUnits(limit, dstToken),
    expiresAtMs: latestMs,
  }
}

/** An id for display; THORChain does not know it. */
function digestOf(text: string): string {
  return `thor-${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
}

/**
 * Checks a quote; fees are in the destination asset, by its full or short name. @throws
 * SwaprouteError UPSTREAM_FAILED for a quote of another asset or an expired one
 */
export function checkQuote(
  { fees, expiry }: ThorQuote,
  { dst, pools }: ThorPair,
  nowMs: number,
): void {
  if (isWordFor(fees.asset, dst, pools) && expiry * 1000 > nowMs) return
  throw new SwaprouteError('UPSTREAM_FAILED', 'THORChain quoted a different swap.')
}
