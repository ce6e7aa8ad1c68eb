/** The swap calls: a quoted route becomes what the user signs or sends. */
import { quoteLifeMs } from '../core/review.ts'
import type { CallOptions } from '../api/api.ts'
import { toBody, toEcho } from '../api/request.ts'
import {
  type BuiltRoute,
  toBuiltRoute,
  toBuiltTransaction,
  toWireTransaction,
} from '../api/builtRoute.ts'
import type { QuoteAllBody, SwapAnswer } from '../api/schemas.ts'
import { chainById } from '../chains/chains.ts'
import { disabledProvider } from '../core/providerChoice.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Quote } from '../core/quote.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import { type BuiltSwap, providerContext } from '../providers/types.ts'
import { findChangedParty, findDifference, withoutEchoedDefault } from './compareRequests.ts'
import { canonicalParties } from './interpret.ts'
import { checkOrderAmount, openOnce, toTransfer } from './orders.ts'
import { type BackendServices, wireTools } from './services.ts'
import type { BuiltQuote, StoredQuote } from './storedQuotes.ts'
import { readWallet, shortagesOf } from './wallets.ts'
import {
  estimateTerms,
  feeTerms,
  toEstimate,
  toFees,
  toRoutingStep,
  type WireTools,
} from './wire.ts'

export type SwapKind = 'any' | 'deposit'

/**
 * Builds the transaction or order of a quoted route, once: a repeated call gets the stored answer.
 * @param repeated the request, which is compared with the quote of this id
 * @throws SwaprouteError QUOTE_EXPIRED (1004), QUOTE_MISMATCH (1003), and errors of the provider
 */
export async function swap(
  services: BackendServices,
  id: string,
  repeated: (quoted: RouteRequest) => RouteRequest,
  call: CallOptions,
  kind: SwapKind,
): Promise<BuiltRoute> {
  const signal = call.signal ?? new AbortController().signal
  const quotes = await services.quotes()
  const stored = await quotes.find(id)
  if (stored === null) throw expired('The quote id is unknown or expired.')
  const { request: quoted, quote: offered } = stored
  const request = withoutEchoedDefault(quoted, repeated(quoted), offered)
  refuseDifference(stored, request)
  // A deposit order outlives its quote: a repeated call must get the same address, not a new one.
  const isOrder = stored.swap !== null && stored.quote.executionKind === 'deposit'
  if (services.now() >= expiryOf(stored) && !isOrder) throw expired('The quote has expired.')

  const quote = await withParties(services, stored.quote, request)
  if (kind === 'deposit' && quote.executionKind !== 'deposit') {
    throw new SwaprouteError('INVALID_ARGUMENT', 'This route is not paid by a deposit.', {
      hint: 'Use the swap call for it.',
    })
  }
  if (request.enableChecks === true) await requireFunds(services, quote, signal)
  if (stored.swap !== null) {
    refuseOtherParties(stored.request, stored.swap.request, request)
    return asAsked(stored.swap.built, quote, kind)
  }

  const build = (onBuilt: () => void): Promise<BuiltQuote> =>
    buildSwap(services, stored, quote, request, signal, onBuilt)
  const built =
    quote.executionKind === 'deposit'
      ? await openOnce(services, quotes, stored, signal, build)
      : await quotes.saveSwap(await build(() => undefined))
  // A concurrent caller may have stored a different request.
  refuseOtherParties(stored.request, built.swap.request, request)
  return asAsked(built.swap.built, quote, kind)
}

/** @param onBuilt called as soon as the provider has answered; of a deposit, its order exists */
async function buildSwap(
  services: BackendServices,
  stored: StoredQuote,
  quote: Quote,
  request: RouteRequest,
  signal: AbortSignal,
  onBuilt: () => void,
): Promise<BuiltQuote> {
  if (services.disabledProviders?.has(quote.provider) === true) {
    throw disabledProvider(quote.provider)
  }
  const provider = await services.providers.find(quote.provider)
  if (provider === null)
    throw expired(`This version of swaproute no longer serves ${quote.provider}.`)
  const { srcToken, dstToken } = quote.request
  const priced = [srcToken, dstToken, services.nativeToken(srcToken.blockchain)]
  const building = async (): Promise<BuiltSwap> => {
    const built = await provider.build(quote, providerContext(services, signal))
    onBuilt()
    return built
  }
  const [built, prices] = await Promise.all([building(), services.loadPrices(priced, signal)])
  const amount = checkOrderAmount(built.transaction, quote)
  const answer = toSwapAnswer(stored, quote, built, wireTools(services, prices))
  const numbers = {
    estimate: estimateTerms(quote, built, prices),
    fees: feeTerms(built.fees),
    transaction: toBuiltTransaction(built.transaction, amount),
  }
  return {
    ...stored,
    quote: { ...quote, providerState: built.providerState },
    swap: {
      built: toBuiltRoute(answer, numbers),
      request: { ...stored.request, ...request },
      orderId: built.orderId,
      builtAtMs: services.now(),
    },
  }
}

/**
 * The stored answer is always the order; for an EVM wallet `swap` adds the transfer that pays it.
 * The members of the order remain, for clients of either kind.
 */
function asAsked(built: BuiltRoute, quote: Quote, kind: SwapKind): BuiltRoute {
  const { answer } = built
  const transfer = kind === 'any' ? toTransfer(built.transaction, quote) : null
  if (transfer === null) return built
  return {
    ...built,
    transaction: toBuiltTransaction(transfer, null),
    answer: { ...answer, transaction: { ...answer.transaction, ...toWireTransaction(transfer) } },
  }
}

function refuseDifference(
  { swap: earlier, request: quoted }: StoredQuote,
  request: RouteRequest,
): void {
  const field = findDifference(earlier?.request ?? quoted, request)
  if (field !== null) throw differs(quoted, field)
}

/** Parties named in the quote need not be repeated; those only the earlier call named must be. */
function refuseOtherParties(
  quoted: RouteRequest,
  answered: RouteRequest,
  repeated: RouteRequest,
): void {
  const field = findChangedParty(answered, { ...quoted, ...repeated })
  if (field !== null) throw differs(quoted, field)
}

function differs(quoted: RouteRequest, field: keyof QuoteAllBody): SwaprouteError {
  const isOfQuote = toBody(quoted)[field] !== undefined
  const than = isOfQuote ? 'the quote' : 'the earlier swap call with this id'
  return new SwaprouteError('QUOTE_MISMATCH', `${field} differs from ${than}.`, {
    hint: 'Send the swap with the values that were quoted, or get a new quote.',
    context: { field },
  })
}

function expired(message: string): SwaprouteError {
  return new SwaprouteError('QUOTE_EXPIRED', message, {
    hint: 'Get a new quote and use the new id.',
  })
}

function expiryOf(stored: StoredQuote): number {
  const own = stored.quotedAtMs + quoteLifeMs
  return stored.quote.expiresAtMs === null ? own : Math.min(own, stored.quote.expiresAtMs)
}

/** The quote with payer, receiver and refund address of the swap request filled in. */
async function withParties(
  services: BackendServices,
  quote: Quote,
  repeated: RouteRequest,
): Promise<Quote> {
  const { request } = quote
  const srcChain = chainById(request.srcToken.blockchain)
  const dstChain = chainById(request.dstToken.blockchain)
  const { integratorAddress: _ofTheQuote, ...named } = repeated
  const given = await canonicalParties(services, srcChain, dstChain, named, request.fromAddress)
  const fromAddress = given.fromAddress ?? request.fromAddress
  const receiver = given.receiver ?? request.receiver
  const refundAddress = given.refundAddress ?? request.refundAddress
  if (fromAddress === null && quote.executionKind !== 'deposit') {
    throw new SwaprouteError('MISSING_FIELD', 'fromAddress is missing.', {
      hint: 'Name the account that pays.',
      context: { field: 'fromAddress' },
    })
  }
  // Without a receiver the sender receives, if its address is valid on the destination chain.
  if (receiver === null && (srcChain.kind !== dstChain.kind || fromAddress === null)) {
    throw new SwaprouteError('RECEIVER_REQUIRED', `A receiver on ${dstChain.id} is needed.`, {
      hint: 'Name it with receiver (--receiver).',
      context: { field: 'receiver' },
    })
  }
  return { ...quote, request: { ...request, fromAddress, receiver, refundAddress } }
}

/** @throws SwaprouteError 3001, 3003 or 3004 if the wallet cannot pay the route */
async function requireFunds(
  services: BackendServices,
  quote: Quote,
  signal: AbortSignal,
): Promise<void> {
  const { fromAddress, srcToken } = quote.request
  // A deposit may be paid from an unknown wallet.
  if (fromAddress === null) return
  const chain = srcToken.blockchain
  const spenders = quote.spender === null ? [] : [quote.spender]
  const wallet = await readWallet(services.rpc, chain, fromAddress, srcToken, spenders, signal)
  if (wallet === null) return
  const [worst] = shortagesOf(quote, wallet, services.nativeToken(chain))
  if (worst === undefined) return
  throw new SwaprouteError(worst.code, worst.message, { context: worst.context })
}

function toSwapAnswer(
  stored: StoredQuote,
  quote: Quote,
  built: BuiltSwap,
  tools: WireTools,
): SwapAnswer {
  return {
    quote: toEcho(stored.request, quote.executionKind === 'deposit'),
    estimate: toEstimate(quote, built, tools),
    fees: toFees(quote, built.fees, tools),
    transaction: toWireTransaction(built.transaction),
    ...(Object.keys(built.uniqueInfo).length === 0 ? {} : { uniqueInfo: built.uniqueInfo }),
    warnings: [...stored.route.warnings],
    routing: quote.steps.map((step) => toRoutingStep(step, tools)),
    providerType: quote.provider,
    swapType: quote.swapType,
    useRubicContract: false,
  }
}
