import * as z from 'zod/mini'

import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import {
  answerError,
  noRoute,
  priceMoved,
  type ProviderName,
  quoteError,
  unnamedLimit,
} from '../families/deposit/errors.ts'
import { orderUnknown, toBuiltOrder } from '../families/deposit/openOrder.ts'
import { compareOrder, type OrderTerms } from '../families/deposit/order.ts'
import type { Parties } from '../families/deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { currencyKey, currencyOf, type RelayChain, relayChainId } from './chains.ts'
import {
  errorWire,
  type RelayAddress,
  type RelayDetails,
  type RelayOrder,
  type RelayRequest,
} from './wire.ts'

export const relay: ProviderName = { name: 'Relay', keyVariable: 'SWAPROUTE_RELAY_API_KEY' }

/** What a request names. */
export type RelayTerms = {
  originChainId: number
  destinationChainId: number
  originCurrency: string
  destinationCurrency: string
  recipient: string
  refundTo: string
  /** Null: Relay's own choice. */
  slippageBps: number | null
}

/** @throws SwaprouteError NO_ROUTE for a chain or coin Relay has no word for */
export function pairTerms(
  { srcToken, dstToken }: QuoteRequest,
  list: readonly RelayChain[],
  context: ProviderContext,
): Omit<RelayTerms, 'recipient' | 'refundTo' | 'slippageBps'> {
  const originChainId = relayChainId(srcToken.blockchain, context)
  const destinationChainId = relayChainId(dstToken.blockchain, context)
  const originCurrency = currencyOf(srcToken, list)
  const destinationCurrency = currencyOf(dstToken, list)
  const isClosed = list.some(
    ({ id, isOpen }) => !isOpen && (id === originChainId || id === destinationChainId),
  )
  if (isClosed || originChainId === null || destinationChainId === null) throw noRoute(relay)
  if (originCurrency === null || destinationCurrency === null) throw noRoute(relay)
  return { originChainId, destinationChainId, originCurrency, destinationCurrency }
}

/** Of `/price`, which makes no address; the order binds its address to exactly this request. */
export function requestBody(
  request: QuoteRequest,
  terms: RelayTerms,
  kind: 'price' | 'order',
): Record<string, unknown> {
  const { slippageBps, refundTo, recipient, ...pair } = terms
  return {
    user: refundTo,
    recipient,
    ...pair,
    amount: String(request.srcAmount),
    tradeType: 'EXACT_INPUT',
    useDepositAddress: true,
    ...(kind === 'order' ? { strict: true } : {}),
    refundTo,
    ...(slippageBps === null ? {} : { slippageTolerance: String(slippageBps) }),
    referrer: request.referrer,
  }
}

/** Codes that mean: this pair or amount, not now (guide "Handling Quote Errors"). */
const noRouteCodes: ReadonlySet<string> = new Set([
  'CHAIN_DISABLED',
  'INVALID_INPUT_CURRENCY',
  'INVALID_OUTPUT_CURRENCY',
  'NO_INTERNAL_SWAP_ROUTES_FOUND',
  'NO_QUOTES',
  'NO_SWAP_ROUTES_FOUND',
  'ROUTE_TEMPORARILY_RESTRICTED',
  'SWAP_IMPACT_TOO_HIGH',
  'UNSUPPORTED_CHAIN',
  'UNSUPPORTED_CURRENCY',
  'UNSUPPORTED_EXECUTION_TYPE',
  'UNSUPPORTED_ROUTE',
])

export function requestError(
  { status, body }: HttpResponse,
  { srcToken }: QuoteRequest,
  hasKey: boolean,
): SwaprouteError {
  const parsed = z.safeParse(errorWire, body)
  const { errorCode, message } = parsed.success ? parsed.data : {}
  if (errorCode === 'AMOUNT_TOO_LOW') return unnamedLimit(relay, 'AMOUNT_TOO_LOW', srcToken)
  if (errorCode === 'INSUFFICIENT_LIQUIDITY') {
    return unnamedLimit(relay, 'AMOUNT_TOO_HIGH', srcToken)
  }
  if (errorCode != null && noRouteCodes.has(errorCode)) {
    return noRoute(relay, message == null ? null : foreignReason(message))
  }
  return errorCode == null
    ? quoteError(relay, status, body, hasKey)
    : answerError(relay, status, body, hasKey)
}

/** Expected and least amount. */
export function amountsOf({ currencyOut }: RelayDetails): {
  dstAmount: bigint
  dstMinAmount: bigint
} {
  const { amount, minimumAmount = amount } = currencyOut
  return { dstAmount: amount, dstMinAmount: minimumAmount }
}

/** @throws SwaprouteError UPSTREAM_FAILED for an estimate of something else */
export function checkEstimate(
  details: RelayDetails,
  request: QuoteRequest,
  terms: RelayTerms,
): void {
  const { currencyIn, currencyOut } = details
  const { dstAmount, dstMinAmount } = amountsOf(details)
  const isSound =
    currencyIn.amount === request.srcAmount &&
    dstMinAmount > 0n &&
    dstMinAmount <= dstAmount &&
    isSame(coinOf(currencyIn), currencyKey(terms.originChainId, terms.originCurrency)) &&
    isSame(coinOf(currencyOut), currencyKey(terms.destinationChainId, terms.destinationCurrency))
  if (isSound) return
  throw new SwaprouteError('UPSTREAM_FAILED', 'Relay answered with another quote.')
}

function isSame(told: string | undefined, asked: string): boolean {
  return told === undefined || told === asked
}

/** The step that names the order and its address. @throws SwaprouteError OUTCOME_UNKNOWN */
export function depositStep({ steps }: RelayOrder): { requestId: string; depositAddress: string } {
  for (const { requestId, depositAddress } of steps) {
    if (requestId !== undefined && depositAddress !== undefined)
      return { requestId, depositAddress }
  }
  throw orderUnknown(relay, null, null)
}

/** An order told again: by the list of requests, by the register of deposit addresses, or both. */
export type RelayEcho = { request: RelayRequest | null; address: RelayAddress | null }

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  parties: Parties,
  terms: RelayTerms,
  created: RelayOrder,
  echo: RelayEcho,
  context: ProviderContext,
): BuiltSwap {
  const { requestId, depositAddress } = depositStep(created)
  const { dstAmount, dstMinAmount } = amountsOf(created.details)
  if (dstMinAmount < quote.dstMinAmount) throw priceMoved(relay, quote.dstMinAmount, dstMinAmount)
  const views = {
    asked: {
      srcCoin: currencyKey(terms.originChainId, terms.originCurrency),
      dstCoin: currencyKey(terms.destinationChainId, terms.destinationCurrency),
      amountToSend: String(quote.request.srcAmount),
      receiver: terms.recipient,
      refundAddress: terms.refundTo,
      rateType: 'strict',
    },
    created: createdTerms(created),
  }
  const listed = requestTerms(echo.request)
  const registered = addressTerms(echo.address)
  // Where both speak, neither may say anything else than the order.
  compareOrder(relay, quote.request, { ...views, readBack: registered, required: [] })
  const order = {
    quote,
    parties,
    views: {
      ...views,
      readBack: { ...registered, ...dropUnsaid(listed) },
      required: ['orderId', 'depositAddress', 'refundAddress', 'rateType'] as const,
    },
    orderId: requestId,
    depositAddress,
    depositMemo: null,
    memoName: null,
    dstAmount,
    dstMinAmount,
    expiresAtMs: null,
    uniqueInfo: { relayId: requestId },
  }
  return toBuiltOrder(relay, order, context)
}

function createdTerms(created: RelayOrder): OrderTerms {
  const { requestId, depositAddress } = depositStep(created)
  const { currencyIn, currencyOut, recipient } = created.details
  return {
    orderId: requestId,
    srcCoin: coinOf(currencyIn),
    dstCoin: coinOf(currencyOut),
    amountToSend: String(currencyIn.amount),
    depositAddress,
    receiver: recipient,
    dstAmount: String(currencyOut.amount),
  }
}

function requestTerms(request: RelayRequest | null): OrderTerms {
  const { currencyIn, currencyOut } = request?.data?.metadata ?? {}
  const place = request?.depositAddress
  return {
    orderId: request?.id,
    srcCoin: coinOf(currencyIn),
    dstCoin: coinOf(currencyOut),
    amountToSend: currencyIn == null ? undefined : String(currencyIn.amount),
    depositAddress: place?.address ?? undefined,
    receiver: request?.recipient ?? undefined,
    refundAddress: request?.refundTo ?? undefined,
    rateType: place?.depositAddressType ?? place?.type ?? undefined,
    dstAmount: currencyOut == null ? undefined : String(currencyOut.amount),
  }
}

function addressTerms(address: RelayAddress | null): OrderTerms {
  if (address === null) return {}
  const { requestId, chainId, currency, depositAddress, refundTo, type } = address
  return {
    orderId: requestId,
    srcCoin: currency == null ? undefined : currencyKey(chainId, currency),
    depositAddress,
    refundAddress: refundTo ?? undefined,
    rateType: type,
  }
}

function dropUnsaid(terms: OrderTerms): OrderTerms {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}

function coinOf(amount: RelayDetails['currencyIn'] | null | undefined): string | undefined {
  const { chainId, address } = amount?.currency ?? {}
  return chainId === undefined || address === undefined ? undefined : currencyKey(chainId, address)
}
