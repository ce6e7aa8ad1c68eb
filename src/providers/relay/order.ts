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
} from '../kits/deposit/errors.ts'
import { orderUnknown, toBuiltOrder } from '../kits/deposit/openOrder.ts'
import { compareOrder, type OrderField, type OrderTerms, unsafe } from '../kits/deposit/order.ts'
import type { Parties } from '../kits/deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { currencyKey, currencyOf, type RelayChain, relayChainId } from './chains.ts'
import {
  errorWire,
  type RelayAddress,
  type RelayAmount,
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
  slippageBps: number
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
  hasKey: boolean,
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
    slippageTolerance: String(slippageBps),
    // Without a key a referrer alone is answered with 401.
    ...(hasKey ? { referrer: request.referrer } : {}),
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

/** Codes that mean: not at this moment, whatever was asked. */
const passingCodes: ReadonlySet<string> = new Set([
  'PRICE_FETCH_FAILED',
  'REQUEST_TIMED_OUT',
  'RPC_HTTP_ERROR',
  'SERVICE_UNAVAILABLE',
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
  if (errorCode != null && passingCodes.has(errorCode)) {
    return answerError(relay, Math.max(status, 503), body, hasKey)
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
  const { amount, minimumAmount } = currencyOut
  return { dstAmount: amount, dstMinAmount: minimumAmount ?? amount }
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
    if (requestId != null && depositAddress != null && depositAddress !== '') {
      return { requestId, depositAddress }
    }
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
    },
    created: createdTerms(created),
  }
  const listed = requestTerms(echo.request)
  const registered = addressTerms(echo.address)
  const required = requiredOf(echo, dstMinAmount)
  // Where both speak, neither may say anything else than the order.
  compareOrder(relay, quote.request, { ...views, readBack: registered, required: [] })
  const order = {
    quote,
    parties,
    views: {
      ...views,
      readBack: { ...registered, ...dropUnsaid(listed) },
      required,
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

const alwaysTold = ['orderId', 'depositAddress', 'refundAddress', 'rateType'] as const
const toldOfOpen = ['srcCoin', 'dstCoin', 'amountToSend', 'receiver', 'dstAmount'] as const

/**
 * What must be told again. A strict address is its order; of an open one everything has to be told,
 * the least amount as well: nothing else binds it to what was agreed.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
function requiredOf({ request, address }: RelayEcho, dstMinAmount: bigint): readonly OrderField[] {
  const type = request?.depositAddress?.type ?? address?.type
  const least = quotedOf(request).out?.minimumAmount
  if (least != null && least < dstMinAmount) {
    throw unsafe('D3', relay, 'now tells a smaller least amount of the order', 'dstAmount')
  }
  if (type == null || type === 'strict') return alwaysTold
  if (!isKnownType(type)) {
    throw unsafe('D3', relay, 'opened an order with another kind of rate', 'rateType')
  }
  if (request === null) {
    const what = `opened an address for any amount, and tells its order again only with a key (${relay.keyVariable})`
    throw unsafe('D3', relay, what, 'rateType')
  }
  if (least == null) {
    throw unsafe('D3', relay, 'does not tell the least amount of the order again', 'dstAmount')
  }
  return [...alwaysTold, ...toldOfOpen]
}

/** `strict`: bound to one order; `open`: whatever is paid is swapped. */
export function isKnownType(type: string | null | undefined): boolean {
  return type === 'strict' || type === 'open'
}

/** What a request was quoted to take and to give. */
export function quotedOf(request: RelayRequest | null): {
  in: RelayAmount | null
  out: RelayAmount | null
} {
  const { origin, destination } = request?.data?.route?.quoted ?? {}
  return { in: origin?.inputCurrency ?? null, out: destination?.outputCurrency ?? null }
}

/** What Relay does only for the owner of a key; completes "Relay … only with a key". */
export function needsKey(what: string): SwaprouteError {
  const { name, keyVariable } = relay
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `${name} ${what} only with a key: ${keyVariable}.`,
    {
      hint: `A key comes with an account of your own at ${name}.`,
    },
  )
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
    receiver: recipient ?? undefined,
    dstAmount: String(currencyOut.amount),
  }
}

function requestTerms(request: RelayRequest | null): OrderTerms {
  const quoted = quotedOf(request)
  const place = request?.depositAddress
  return {
    orderId: request?.id,
    srcCoin: coinOf(quoted.in),
    dstCoin: coinOf(quoted.out),
    amountToSend: quoted.in === null ? undefined : String(quoted.in.amount),
    depositAddress: place?.address ?? undefined,
    receiver: request?.recipient ?? undefined,
    refundAddress: request?.refundTo ?? undefined,
    rateType: place?.type ?? undefined,
    dstAmount: quoted.out === null ? undefined : String(quoted.out.amount),
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

function coinOf(amount: RelayAmount | null): string | undefined {
  const { chainId, address } = amount?.currency ?? {}
  return chainId == null || address == null ? undefined : currencyKey(chainId, address)
}
