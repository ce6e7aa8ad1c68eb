import { lacksReceiver } from '../../../chains/callRules.ts'
import type { Call } from '../../../chains/evm/calls.ts'
import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { type BlockchainId, isBlockchainId } from '../../../core/blockchainIds.ts'
import {
  growthMeasured,
  type Json,
  type QuoteRequest,
  type QuoteWarning,
} from '../../../core/quote.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import { defaultSlippageBps, leastAccepted } from '../../../core/slippage.ts'
import { isSameAddress } from '../../../core/token.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { type Limits, payerOf, priceMoved } from '../errors.ts'
import { remainingSlippageBps } from '../deposit/offer.ts'
import { inclusionSeconds } from '../../../chains/inclusion.ts'
import { refusedCall } from './builtCall.ts'
import { callStatus } from './callStatus.ts'
import { checkExclusions, exclusionsOf } from '../exclusions.ts'
import {
  askOffers,
  type CallAnswer,
  callsProof,
  checkOffer,
  type DeclaredCalls,
  type EvmService,
  feesOf,
  type Integrator,
  integratorOf,
  type EvmOffer,
  type OneOrMore,
  pinnedAt,
  sameOffer,
  toBuiltSwap,
  toEvmQuote,
  upstreamAddress,
} from './service.ts'
import { type ServiceAsk, askService, nameOf } from '../service.ts'

// A service that quotes a pair on one EVM chain and builds one call to its router. What differs
// between services is data: chain and token names, two requests, two answers, the calls.

/** The request in the service's terms. */
export type AggregatorAsked = {
  chain: string
  srcToken: string
  dstToken: string
  srcAmount: string
  srcDecimals: number
  dstDecimals: number
  /** Payer; null in a quote without one. */
  sender: string | null
  slippageBps: number
  integrator: Integrator | null
  /** Unix milliseconds, for calls with a deadline. */
  nowMs: number
  /** Exchanges and bridges the user excluded, where the service `excludes` some. */
  exclusions: readonly string[]
}

/** An offer, and the data `build` sends back. */
export type AggregatorOffer = EvmOffer & { carry: Json }

/** A transaction, its expected output now, and what its route uses. */
export type AggregatorCall = CallAnswer & { dstAmount: bigint } & Pick<EvmOffer, 'via'>

export type Aggregator = EvmService & {
  /** Takes a fee of its own inside its rate. */
  chargesFee?: true
  /** The service's name of each chain it serves. */
  chains: Readonly<Partial<Record<BlockchainId, string>>>
  /** Maximum slippage it accepts, basis points; absent: any. */
  mostSlippageBps?: number
  /**
   * Its call has the slippage that the price was requested with: `build` requests the price again
   * where it has fallen, with the slippage that is left.
   */
  slippageInQuote?: true
  quote: (asked: AggregatorAsked) => ServiceAsk<OneOrMore<AggregatorOffer>>
  /** Asks for its limits, where a refusal names no number. */
  limits?: (asked: AggregatorAsked) => ServiceAsk<Limits>
  build: (
    asked: AggregatorAsked & { sender: string; recipient: string },
    carry: Json,
  ) => ServiceAsk<AggregatorCall>
  /** `opaque`: calls that cannot be decoded and must be proved by a simulation. */
  calls: DeclaredCalls | 'opaque'
  /**
   * The only method of opaque calls, and what it takes: another call, token or amount, or one without
   * the receiver, is not built. The execution relies on the simulation alone.
   */
  frame?: Call<{ srcToken: string; amountIn: bigint }>
  /** Its contract only measures how much the receiver's balance grew: not chosen by itself (E15). */
  growthOnly?: true
}

/**
 * Creates a provider from an aggregator's declaration. The kit compares the echo, computes the
 * minimum, preserves it when building, and returns only calls it has decoded completely or that are
 * declared opaque.
 */
export function evmAggregator(aggregator: Aggregator): Provider {
  const { id, chains, calls, rounding = 0n, mostSlippageBps = 10_000 } = aggregator
  const name = nameOf(aggregator)
  const blockchains = Object.keys(chains).filter(isBlockchainId)
  const slippageOf = (request: QuoteRequest): number =>
    request.slippageBps ?? defaultSlippageBps.pools

  const askedOf = (request: QuoteRequest, { now }: ProviderContext): AggregatorAsked => ({
    chain: chains[request.srcToken.blockchain] ?? '',
    srcToken: upstreamAddress(aggregator, request.srcToken),
    dstToken: upstreamAddress(aggregator, request.dstToken),
    srcAmount: String(request.srcAmount),
    srcDecimals: request.srcToken.decimals,
    dstDecimals: request.dstToken.decimals,
    sender: request.fromAddress,
    slippageBps: slippageOf(request),
    integrator: integratorOf(request),
    nowMs: now(),
    exclusions: exclusionsOf(aggregator, request),
  })

  const offersFor = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<AggregatorOffer[]> => {
    const check = (offer: AggregatorOffer): void => checkOffer(aggregator, offer, request)
    return await askOffers(aggregator, askedOf(request, context), request, context, check)
  }

  const provider: Provider = {
    ids: [id],
    capabilities: {
      recipient: aggregator.recipient ?? true,
      chargesFee: aggregator.chargesFee ?? false,
      deposit: false,
      crossChain: false,
    },
    blockchains: () => blockchains,
    supports: (request) => {
      const { blockchain } = request.srcToken
      const isServed =
        blockchain === request.dstToken.blockchain &&
        pinnedAt(aggregator, blockchains, blockchain).targets.length > 0
      return isServed && slippageOf(request) <= mostSlippageBps ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const quotes = (await offersFor(request, context)).map((offer) => ({
        ...toEvmQuote(aggregator, request, offer, {
          swapType: 'on-chain',
          dstMinAmount: leastAccepted(offer.dstAmount, request.slippageBps, 'pools'),
          durationSeconds: inclusionSeconds(request.srcToken.blockchain),
        }),
        slippageBps: slippageOf(request),
        ...(aggregator.growthOnly === true ? { warnings: [growthWarning(aggregator.name)] } : {}),
      }))
      return { quotes, failed: [] }
    },
    pinned: (_id, blockchain) => pinnedAt(aggregator, blockchains, blockchain),
    proofs: [calls === 'opaque' ? { kind: calls } : callsProof(aggregator, calls, blockchains)],
    // Offers expire within seconds: a new one is requested, with the slippage that preserves the
    // minimum.
    build: async (quote, context) => {
      const { request, dstMinAmount } = quote
      const sender = payerOf(request)
      const current = async (asking: QuoteRequest): Promise<AggregatorOffer> =>
        sameOffer(aggregator, await offersFor(asking, context), quote)
      let offer = await current(request)
      let slippageBps = remainingSlippageBps(name, dstMinAmount, offer.dstAmount - rounding)
      if (aggregator.slippageInQuote === true) {
        const isLess = slippageBps < slippageOf(request)
        if (isLess) offer = await current({ ...request, slippageBps })
        else slippageBps = slippageOf(request)
      }
      const recipient = request.receiver ?? sender
      const asked = { ...askedOf(request, context), sender, recipient, slippageBps }
      const ask = aggregator.build(asked, offer.carry)
      const call = await askService(aggregator, ask, request, context)
      if (aggregator.frame !== undefined) await checkFrame(aggregator.frame, call.data, id, asked)
      checkExclusions(aggregator, call.via, request)
      const least = minimumAfterSlippage(call.dstAmount, slippageBps)
      if (least < dstMinAmount) throw priceMoved(name, dstMinAmount, least)
      const more = {
        dstAmount: call.dstAmount,
        dstMinAmount,
        fees: feesOf(offer, request.srcToken),
        orderId: null,
        uniqueInfo: {},
        providerState: null,
      }
      return await toBuiltSwap(provider, call, more, quote, context)
    },
    status: (_id, ref, context) => callStatus(provider, id, ref, context),
  }
  return provider
}

/**
 * Holds what can be read of an opaque call against the request.
 * @throws SwaprouteError UNSAFE_ROUTE with check E5 or E8
 */
async function checkFrame(
  frame: NonNullable<Aggregator['frame']>,
  data: string,
  id: ProviderId,
  {
    srcToken,
    srcAmount,
    recipient,
  }: Pick<AggregatorAsked, 'srcToken' | 'srcAmount'> & {
    recipient: string
  },
): Promise<void> {
  const { readCall } = await import('../../../chains/evm/readCall.ts')
  const taken = readCall(id, [frame], data)
  if (!isSameAddress(taken.srcToken, srcToken)) {
    throw refusedCall(id, 'E8', 'spends a different token')
  }
  if (taken.amountIn !== BigInt(srcAmount)) {
    throw refusedCall(id, 'E5', 'spends a different amount')
  }
  if (lacksReceiver(data, recipient)) throw refusedCall(id, 'E8', 'does not contain the receiver')
}

function growthWarning(name: string): QuoteWarning {
  const reason = `the contract of ${name} only measures that your balance grows, so it is not picked automatically`
  return { code: growthMeasured, reason }
}
