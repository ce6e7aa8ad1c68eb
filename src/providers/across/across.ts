// Across: intents between EVM chains. A deposit on the source chain, a relayer pays at once on the
// destination and is paid back by the protocol; an unfilled deposit goes back to the depositor.
//
// API: https://docs.across.to/reference/api-reference (read 2026-11). Amounts are base units as
// decimal strings. All fees (relayer, destination gas, liquidity) are already off the output
// amounts; nothing is paid on top. Quirks: `value` is absent when it is 0; a quote's transaction
// needs somebody who pays, so a quote nobody signs yet names a neutral account; only the route
// `across` is asked for, since CCTP and OFT routes are paid through contracts of others.

import { chainById } from '../../chains/chains.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteFees, QuoteRequest, RouteStep } from '../../core/quote.ts'
import { defaultSlippageBps, slippageBetween } from '../../core/slippage.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import { foreignReason } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../types.ts'
import { checkBuiltCall, readDeclaredCall, refusedCall } from '../kits/builtCall.ts'
import { acrossCalls } from './calls.ts'
import { acrossBlockchains, acrossContracts } from './contracts.ts'
import type { Limits } from './errors.ts'
import type { AcrossQuote } from './wire.ts'

const id = 'across'
const acrossBaseUrl = 'https://app.across.to/api'
/** Pays and receives in quotes for nobody in particular; such a quote is never signed. */
const neutralAccount = '0x000000000000000000000000000000000000dEaD'
/** Gas of a plain deposit (96,541 measured) and of one with a swap before it, rounded up. */
const depositGas = 110_000n
const swapAndDepositGas = 450_000n

export type AcrossOptions = {
  /** Without a trailing slash. */
  baseUrl?: string
  apiKey?: string | null
  /** Two bytes given by Across: `0x` and four hex digits. */
  integratorId?: string | null
}

export function createAcrossProvider(options: AcrossOptions = {}): Provider {
  const baseUrl = options.baseUrl ?? acrossBaseUrl
  const apiKey = options.apiKey ?? null
  const integratorId = options.integratorId ?? null
  const headers: Record<string, string> =
    apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

  const get = (path: string, query: Query, context: ProviderContext): Promise<HttpResponse> =>
    context.http.send({
      url: `${baseUrl}${path}?${new URLSearchParams(query).toString()}`,
      headers,
      effect: 'read',
      signal: context.signal,
    })

  /** Null where the limits are not known: they are only wanted to explain a refusal. */
  const readLimits = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<Limits | null> => {
    const { status, body } = await get('/limits', limitsQuery(request, context), context)
    if (status >= 400) return null
    const { readLimitsAnswer } = await import('./answers.ts')
    return readLimitsAnswer(body)
  }

  const ask = async (request: QuoteRequest, context: ProviderContext): Promise<AcrossQuote> => {
    const query = quoteQuery(request, context, integratorId)
    const { status, body } = await get('/swap/approval', query, context)
    const [{ readQuoteAnswer }, { errorCodeOf, toError }] = await loadAnswers()
    if (status >= 400) {
      const isLimit = /^AMOUNT_TOO_(LOW|HIGH)$/.test(errorCodeOf(body) ?? '')
      const limits = isLimit ? await readLimits(request, context).catch(() => null) : null
      throw toError(status, body, request, apiKey !== null, limits)
    }
    const wire = readQuoteAnswer(body)
    checkAmounts(wire, request)
    return wire
  }

  const provider: Provider = {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: false, crossChain: true },
    blockchains: () => acrossBlockchains(),
    supports: ({ srcToken, dstToken }) =>
      srcToken.blockchain !== dstToken.blockchain &&
      acrossContracts(srcToken.blockchain) !== null &&
      acrossContracts(dstToken.blockchain) !== null
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const wire = await ask(request, context)
      // Whether a swap before the bridge gives what the bridge promises is told by the call alone.
      if (wire.steps.originSwap != null) {
        const { blockchain } = request.srcToken
        await readDeclaredCall(provider, id, { ...wire.swapTx, blockchain }, context)
      }
      return { quotes: [toQuote(wire, request)], failed: [] }
    },
    pinned: (_id, blockchain) => {
      const contracts = acrossContracts(blockchain)
      const all = contracts === null ? [] : [contracts.spokePool, ...contracts.peripheries]
      return { targets: all, spenders: all }
    },
    proofs: [{ kind: 'calls', calls: acrossCalls }],
    build: async (quote, context) => {
      const request = payable(quote)
      const wire = await ask(request, context)
      if (wire.minOutputAmount < quote.dstMinAmount) throw priceMoved(quote, wire)
      if (wire.swapTx.chainId !== context.chainId(request.srcToken.blockchain)) {
        throw refusedCall(id, 'E1', `is for chain ${wire.swapTx.chainId}`)
      }
      const built = toBuiltSwap(wire, request)
      await checkBuiltCall(provider, built, quote, context)
      return built
    },
    status: async (_id, ref, context) => {
      const { readAcrossStatus } = await import('./status.ts')
      const ask = (hash: string) => get('/deposit/status', { depositTxnRef: hash }, context)
      return readAcrossStatus(ref, ask, context)
    },
  }
  return provider
}

/** The schemas are loaded when an answer is there: no request waits for them. */
function loadAnswers() {
  return Promise.all([import('./answers.ts'), import('./errors.ts')])
}

type Query = Record<string, string>

function quoteQuery(
  request: QuoteRequest,
  context: ProviderContext,
  integratorId: string | null,
): Query {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, refundAddress, slippageBps } =
    request
  const depositor = fromAddress ?? neutralAccount
  const { integratorAddress, integratorFeeBps } = request
  const appFee =
    integratorAddress === null || integratorFeeBps === 0
      ? {}
      : { appFee: String(integratorFeeBps / 10_000), appFeeRecipient: integratorAddress }
  return {
    tradeType: 'exactInput',
    amount: String(srcAmount),
    inputToken: srcToken.native ? zeroAddress : srcToken.address,
    outputToken: dstToken.native ? zeroAddress : dstToken.address,
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
    depositor,
    recipient: receiver ?? depositor,
    slippage: shareOf(slippageBps ?? defaultSlippageBps.bridge),
    ...(refundAddress === null ? {} : { refundAddress }),
    refundOnOrigin: 'true',
    routingPreference: 'across',
    // Balance and allowance are read by ourselves; the gas is estimated by the wallet.
    skipOriginTxEstimation: 'true',
    skipChecks: 'true',
    ...appFee,
    ...(integratorId === null ? {} : { integratorId }),
  }
}

/**
 * Nine tenths of what is accepted: the fixed fees of the bridge come off the least amount of the swap
 * before it as well, where they are a larger share than of the expectation. Covers fees up to a
 * tenth of the amount.
 */
function shareOf(slippageBps: number): string {
  return ((slippageBps * 9) / 100_000).toFixed(5)
}

function limitsQuery({ srcToken, dstToken }: QuoteRequest, context: ProviderContext): Query {
  return {
    inputToken: contractOf(srcToken),
    outputToken: contractOf(dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
  }
}

/** Limits are kept by contract: those of a native coin are the wrapped one's. */
function contractOf({ native, blockchain, address }: Token): string {
  return native ? (chainById(blockchain).wrappedNative ?? address) : address
}

function chainId({ blockchain }: Token, context: ProviderContext): number {
  const found = context.chainId(blockchain)
  if (found !== null) return found
  throw new SwaprouteError('NO_ROUTE', `Across does not serve ${blockchain}.`)
}

function checkAmounts(wire: AcrossQuote, { srcAmount }: QuoteRequest): void {
  const { inputAmount, expectedOutputAmount, minOutputAmount, steps } = wire
  if (steps.destinationSwap != null) {
    throw new SwaprouteError(
      'NO_ROUTE',
      'Across would swap on the destination chain, where nothing guarantees the receiver a least amount.',
    )
  }
  const isSound =
    inputAmount === srcAmount && minOutputAmount > 0n && minOutputAmount <= expectedOutputAmount
  if (isSound && (steps.bridge.provider ?? id) === id) return
  throw new SwaprouteError('UPSTREAM_FAILED', 'Across answered with a quote for something else.')
}

function toQuote(wire: AcrossQuote, request: QuoteRequest): Quote {
  const { expectedOutputAmount: dstAmount, minOutputAmount: dstMinAmount } = wire
  const expiry = wire.quoteExpiryTimestamp ?? 0
  return {
    provider: id,
    swapType: 'cross-chain',
    executionKind: 'evm',
    request,
    dstAmount,
    dstMinAmount,
    slippageBps: slippageBetween(dstAmount, dstMinAmount),
    durationSeconds: Math.max(1, Math.ceil(wire.expectedFillTime)),
    priceImpactPercent: null,
    fees: toFees(wire, request),
    spender: request.srcToken.native ? null : wire.checks.allowance.spender,
    steps: toSteps(wire, request),
    expiresAtMs: expiry === 0 ? null : expiry * 1000,
    warnings: [],
    providerState: null,
  }
}

function toFees({ fees, swapTx, steps }: AcrossQuote, { srcToken }: QuoteRequest): QuoteFees {
  const share = shareTaken(fees)
  // A call that was not estimated, as asked for, comes with gas "0".
  const [told, price] = [swapTx.gas ?? 0n, swapTx.maxFeePerGas ?? 0n]
  const usual = steps.originSwap == null ? depositGas : swapAndDepositGas
  return {
    gas: price === 0n ? null : { limit: told === 0n ? usual : told, price },
    protocolFixed: 0n,
    providerFixed: 0n,
    // 10^18 is 100 %; cut to six digits, rounded up.
    percent:
      share <= 0n
        ? null
        : { percent: Number((share - 1n) / 10n ** 10n + 1n) / 1e6, token: srcToken },
  }
}

/**
 * Everything that is taken from the amount, the integrator's fee included: 10^18 is 100 %. Whether
 * the total holds that fee is not documented, so it is never less than its parts.
 */
function shareTaken(fees: AcrossQuote['fees']): bigint {
  const total = BigInt(fees?.total?.pct ?? '0')
  const { bridge, app } = fees?.total?.details ?? {}
  const parts = BigInt(bridge?.pct ?? '0') + BigInt(app?.pct ?? '0')
  return parts > total ? parts : total
}

function toSteps(wire: AcrossQuote, request: QuoteRequest): RouteStep[] {
  const { srcToken, dstToken, srcAmount } = request
  const { originSwap } = wire.steps
  const to = { token: dstToken, amount: wire.expectedOutputAmount }
  if (originSwap == null) {
    return [{ type: 'cross-chain', provider: id, from: { token: srcToken, amount: srcAmount }, to }]
  }
  const { address, symbol, decimals } = originSwap.tokenOut
  const { blockchain } = srcToken
  const name = foreignReason(symbol, 20)
  const token = { blockchain, address, symbol: name, name, decimals, listed: false, native: false }
  const between = { token, amount: originSwap.outputAmount }
  return [
    {
      type: 'on-chain',
      provider: foreignReason(originSwap.swapProvider.name, 40),
      from: { token: srcToken, amount: srcAmount },
      to: between,
    },
    { type: 'cross-chain', provider: id, from: between, to },
  ]
}

/** The request with the accounts a transaction needs. */
function payable({ request }: Quote): QuoteRequest {
  const { fromAddress, receiver } = request
  if (fromAddress === null) {
    throw new SwaprouteError('MISSING_FIELD', 'fromAddress is needed to build the transaction.')
  }
  return { ...request, receiver: receiver ?? fromAddress }
}

function toBuiltSwap(wire: AcrossQuote, request: QuoteRequest): BuiltSwap {
  const { to, data, value } = wire.swapTx
  const { native } = request.srcToken
  return {
    transaction: {
      kind: 'evm',
      to,
      data,
      value: value ?? 0n,
      approvalAddress: native ? null : wire.checks.allowance.spender,
    },
    dstAmount: wire.expectedOutputAmount,
    dstMinAmount: wire.minOutputAmount,
    fees: toFees(wire, request),
    orderId: null,
    uniqueInfo: wire.id == null ? {} : { acrossId: foreignReason(wire.id, 80) },
    providerState: null,
  }
}

function priceMoved({ dstMinAmount }: Quote, wire: AcrossQuote): SwaprouteError {
  return new SwaprouteError('PRICE_MOVED', 'Across now guarantees less than was quoted.', {
    hint: 'Ask for a new quote and accept it again.',
    context: { quoted: String(dstMinAmount), now: String(wire.minOutputAmount) },
  })
}
