// What swaps of Squid between chains and on one share: requests, answers, refusals.

import * as z from 'zod/mini'

import { isSameAddress } from '../../core/token.ts'
import { parseWire, wireAddress, wireHex, wireHexUint, wireUint } from '../../http/wire.ts'
import { noRoute, otherSwap } from '../kits/errors.ts'
import type { BridgeOffer } from '../kits/evm/bridge.ts'
import type { EvmService } from '../kits/evm/service.ts'
import type { KeyedServiceOptions, Refusal } from '../kits/service.ts'
import { squidContracts } from './contracts.ts'

export const chainWire = z.union([z.string(), z.int()])
const tokenWire = z.object({ chainId: chainWire, address: z.string() })
const estimateWire = z.object({
  fromToken: tokenWire,
  toToken: tokenWire,
  fromAmount: wireUint,
  toAmount: wireUint,
  toAmountMin: wireUint,
  estimatedRouteDuration: z.number().check(z.nonnegative(), z.maximum(604_800)),
  feeCosts: z.nullish(
    z.array(z.object({ name: z.nullish(z.string()), amount: wireUint, token: tokenWire })),
  ),
  gasCosts: z.nullish(z.array(z.object({ gasLimit: z.nullish(wireUint) }))),
})
const quoteWire = z.object({ route: z.object({ estimate: estimateWire }) })
const routeWire = z.object({
  route: z.object({
    quoteId: z.string().check(z.regex(/^[\w.-]{1,90}$/)),
    estimate: estimateWire,
    transactionRequest: z.object({
      target: wireAddress,
      data: wireHex,
      value: z.union([wireUint, wireHexUint]),
    }),
    params: z.object({
      fromChain: chainWire,
      toChain: chainWire,
      fromToken: wireAddress,
      toToken: wireAddress,
      fromAmount: wireUint,
      fromAddress: wireAddress,
      toAddress: wireAddress,
      preHook: z.nullish(z.unknown()),
      postHook: z.nullish(z.unknown()),
    }),
  }),
})
/** Kinds of payment: SquidDataType of 0xsquid/squid-types, src/squid/index.ts (2026-07-31). */
const kindWire = z.object({
  route: z.object({ transactionRequest: z.object({ type: z.nullish(z.string()) }) }),
})
const refusalWire = z.object({ message: z.string(), type: z.nullish(z.string()) })
const olderRefusalWire = z.object({
  errors: z.tuple(
    [z.object({ message: z.string(), errorType: z.nullish(z.string()) })],
    z.unknown(),
  ),
})
export type Estimate = z.output<typeof estimateWire>
export type Route = z.output<typeof routeWire>['route']

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** What comes on top of the payment, by the names in answers; others are deducted from the output. */
const gasFees = ['gas receiver fee', 'axelar fee', 'boost fee']

/** What both kits ask for. */
export type Asked = {
  srcToken: string
  dstToken: string
  srcAmount: string
  slippageBps: number
}
/** Chains, by their numbers. */
export type Lane = { from: string; to: string }

export const squidName = { name: 'Squid', keyVariable: 'SWAPROUTE_SQUIDROUTER_API_KEY' }

export function serviceOf({ apiKey }: KeyedServiceOptions): Omit<EvmService, 'id'> {
  return {
    ...squidName,
    hasKey: true,
    headers: { 'x-integrator-id': apiKey },
    coins: { '*': coin },
    contracts: squidContracts,
    refusal,
    refusals: { noRoute: 'NO_ROUTE', tooLow: 'AMOUNT_TOO_LOW', tooHigh: 'AMOUNT_TOO_HIGH' },
  }
}

export function toBody({ srcToken, dstToken, srcAmount, slippageBps }: Asked, { from, to }: Lane) {
  return {
    fromChain: from,
    toChain: to,
    fromToken: srcToken,
    toToken: dstToken,
    fromAmount: srcAmount,
    slippage: slippageBps / 100,
  }
}

export function toOffer(estimate: Estimate): BridgeOffer {
  const { fromToken, toToken, gasCosts } = estimate
  const gasLimit = gasCosts?.[0]?.gasLimit
  return {
    srcToken: fromToken.address,
    dstToken: toToken.address,
    srcChain: String(fromToken.chainId),
    dstChain: String(toToken.chainId),
    srcAmount: estimate.fromAmount,
    dstAmount: estimate.toAmount,
    dstMinAmount: estimate.toAmountMin,
    fixedFee: gasFeeOf(estimate),
    gas: null,
    ...(gasLimit == null ? {} : { gasLimit }),
    durationSeconds: estimate.estimatedRouteDuration,
  }
}

/** Coins of the source chain on top of the payment. */
function gasFeeOf({ fromToken, feeCosts }: Estimate): bigint {
  return (feeCosts ?? []).reduce((sum, { name: fee, amount, token }) => {
    const isGas =
      gasFees.includes(fee?.toLowerCase() ?? '') &&
      String(token.chainId) === String(fromToken.chainId) &&
      isSameAddress(token.address, coin)
    return isGas ? sum + amount : sum
  }, 0n)
}

/** @throws SwaprouteError UPSTREAM_FAILED */
export function readQuote(body: unknown): Estimate {
  return parseWire(quoteWire, body, 'The quote of Squid').route.estimate
}

/**
 * @throws SwaprouteError UPSTREAM_FAILED for the route of another request, NO_ROUTE for one that is not
 * paid by a call
 */
export function readRoute(
  body: unknown,
  asked: Asked & { sender: string; recipient: string },
  { from, to }: Lane,
): Route {
  const kind = z.safeParse(kindWire, body).data?.route.transactionRequest.type
  // Deposit addresses, and messages to sign (E12).
  if (kind != null && kind !== 'ON_CHAIN_EXECUTION') {
    throw noRoute(squidName, 'Its route is not paid by a call alone.')
  }
  const { route } = parseWire(routeWire, body, 'The route of Squid')
  const { params } = route
  const isAsked =
    String(params.fromChain) === from &&
    String(params.toChain) === to &&
    isSameAddress(params.fromToken, asked.srcToken) &&
    isSameAddress(params.toToken, asked.dstToken) &&
    params.fromAmount === BigInt(asked.srcAmount) &&
    isSameAddress(params.fromAddress, asked.sender) &&
    isSameAddress(params.toAddress, asked.recipient)
  if (isAsked && params.preHook == null && params.postHook == null) return route
  throw otherSwap(squidName.name)
}

export function toCall({ transactionRequest: { target, data, value } }: Route) {
  return { to: target, data, value, spender: target }
}

/** Refusals have a sentence; the type beside it is the same for many. */
function refusal(body: unknown): Refusal | null {
  const newer = z.safeParse(refusalWire, body)
  const older = z.safeParse(olderRefusalWire, body)
  const said = newer.success
    ? newer.data
    : older.success
      ? { message: older.data.errors[0].message, type: older.data.errors[0].errorType }
      : null
  if (said === null) return null
  return { code: codeOf(said.message, said.type ?? ''), reason: said.message }
}

/** Types: ErrorType of 0xsquid/squid-types, src/errors/index.ts (2026-07-31). */
function codeOf(message: string, type: string): string {
  if (/too (?:low|small)|below (?:the )?minimum/i.test(message)) return 'tooLow'
  if (/too (?:high|large|big)|above (?:the )?maximum/i.test(message)) return 'tooHigh'
  const isNone =
    ['PATH_FINDER_ERROR', 'QUOTE_ERROR', 'ROUTE_ERROR'].includes(type) ||
    /low liquidity|no (?:\w+ )?route|not supported|unsupported/i.test(message)
  return isNone ? 'noRoute' : type || 'other'
}
