/**
 * The one reader and the one printer of requests: bodies become tokens and base units here only.
 */
import { bpsToSlippage, parseAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { defaultReferrer, defaultTimeoutSeconds, type RouteRequest } from '../core/routeRequest.ts'
import { defaultSlippageBps, slippageKind } from '../core/slippage.ts'
import type { Token } from '../core/token.ts'
import type { SentQuote } from './answers.ts'
import type { QuoteAllBody, QuoteEcho } from './schemas.ts'

type Tokens = Pick<RouteRequest, 'srcToken' | 'dstToken'>
type Parties = Pick<RouteRequest, 'fromAddress' | 'receiver' | 'receiverMemo' | 'refundAddress'>

/**
 * Resolves the tokens of a body and checks its addresses, offline first.
 * @throws SwaprouteError with the contract's parameter numbers (1001 to 1999)
 */
export type ResolveBody = (body: QuoteAllBody, signal: AbortSignal) => Promise<Tokens & Parties>

/** @throws SwaprouteError with the contract's parameter numbers (1001 to 1999) */
export async function readRequest(
  body: QuoteAllBody,
  resolve: ResolveBody,
  signal: AbortSignal,
): Promise<RouteRequest> {
  const { srcToken, dstToken, ...parties } = await resolve(body, signal)
  return { ...requestOf(body, { srcToken, dstToken }), ...parties }
}

/**
 * A body whose tokens are known.
 * @param srcAmount if known as well; by default it is read from the body
 */
export function requestOf(
  body: QuoteAllBody,
  { srcToken, dstToken }: Tokens,
  srcAmount: bigint = parseAmount(body.srcTokenAmount, srcToken.decimals),
): RouteRequest {
  const {
    srcTokenAddress: _srcAddress,
    srcTokenBlockchain: _srcBlockchain,
    srcTokenAmount: srcAmountText,
    dstTokenAddress: _dstAddress,
    dstTokenBlockchain: _dstBlockchain,
    ...options
  } = body
  return { srcToken, dstToken, srcAmount, srcAmountText, ...options }
}

/** More decimals than any token has: zeros at the end of an amount do not count. */
const places = 96

/**
 * A body that repeats an answered request, normalized: equal values get the same spelling, and
 * invalid ones become a value that no request has.
 * @param names whether a text is a spelling of the token's address
 */
export function readRepeated(
  body: QuoteAllBody,
  quoted: RouteRequest,
  names: (token: Token, text: string) => boolean,
): RouteRequest {
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = body
  const tokenOf = (token: Token, blockchain: Token['blockchain'], address: string): Token =>
    token.blockchain === blockchain && names(token, address)
      ? token
      : { ...token, blockchain, address }
  const srcToken = tokenOf(quoted.srcToken, srcTokenBlockchain, body.srcTokenAddress)
  const dstToken = tokenOf(quoted.dstToken, dstTokenBlockchain, body.dstTokenAddress)
  return requestOf(body, { srcToken, dstToken }, amountAgain(body.srcTokenAmount, quoted))
}

function amountAgain(text: string, { srcToken, srcAmount, srcAmountText }: RouteRequest): bigint {
  if (text === srcAmountText) return srcAmount
  try {
    const same = srcAmount * 10n ** BigInt(places - srcToken.decimals)
    return parseAmount(text, places) === same ? srcAmount : -1n
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return -1n
    throw thrown
  }
}

/** The five members that every body has. */
function toPair({ srcToken, dstToken, srcAmountText }: RouteRequest): QuoteEcho & QuoteAllBody {
  return {
    srcTokenAddress: srcToken.address,
    srcTokenBlockchain: srcToken.blockchain,
    srcTokenAmount: srcAmountText,
    dstTokenAddress: dstToken.address,
    dstTokenBlockchain: dstToken.blockchain,
  }
}

/** The body of a request: the members the caller set, and no others. */
export function toBody(request: RouteRequest): QuoteAllBody & QuoteEcho {
  const {
    srcToken: _src,
    dstToken: _dst,
    srcAmount: _amount,
    srcAmountText: _text,
    ...options
  } = request
  return dropUndefined({
    ...toPair(request),
    ...options,
  })
}

/**
 * The request as interpreted: defaults filled in, other unset members left out.
 * @param isDeposit whether the answer is paid by a deposit
 */
export function toEcho(request: RouteRequest, isDeposit: boolean): SentQuote {
  const { foreignBlacklist = {} } = request
  const { lifi = [], rango = [], zerox = [], dflow = [] } = foreignBlacklist
  return dropUndefined({
    ...toPair(request),
    referrer: request.referrer ?? defaultReferrer,
    fromAddress: request.fromAddress,
    receiver: request.receiver,
    receiverMemo: request.receiverMemo,
    refundAddress: request.refundAddress,
    integratorAddress: request.integratorAddress,
    slippage: request.slippage ?? defaultSlippage(request, isDeposit),
    nativeBlacklist: request.nativeBlacklist ?? [],
    foreignBlacklist: { lifi, rango, zerox, dflow },
    preferredProvider: request.preferredProvider,
    preferredProviderOnly: request.preferredProviderOnly,
    timeout: request.timeout ?? defaultTimeoutSeconds,
    enableTestnets: request.enableTestnets ?? false,
    enableChecks: request.enableChecks ?? false,
    skipFeeProviders: request.skipFeeProviders ?? false,
    showFailedRoutes: request.showFailedRoutes ?? false,
    showDangerousRoutes: request.showDangerousRoutes ?? false,
    depositTradeParams: request.depositTradeParams ?? 'all',
    useDepositTradeIfAvailable: request.useDepositTradeIfAvailable ?? false,
  })
}

/** As a fraction of 1; a route with a fixed amount has less. */
function defaultSlippage(request: RouteRequest, isDeposit: boolean): number {
  return bpsToSlippage(defaultSlippageBps[slippageKind(request, isDeposit)])
}

/** A copy without undefined members, as JSON writes it. */
function dropUndefined<T extends object>(value: T): T {
  const copy = { ...value }
  for (const key in copy) {
    if (copy[key] === undefined) delete copy[key]
  }
  return copy
}
