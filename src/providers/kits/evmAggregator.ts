import { minimumAfterSlippage } from '../../core/amounts.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import type { Json, QuoteRequest } from '../../core/quote.ts'
import { defaultSlippageBps, leastAccepted } from '../../core/slippage.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { priceMoved } from './deposit/errors.ts'
import { remainingSlippageBps } from './deposit/offer.ts'
import { inclusionSeconds } from '../../chains/inclusion.ts'
import { callStatus } from './callStatus.ts'
import {
  type CallAnswer,
  callsProof,
  checkOffer,
  contractsOf,
  type EvmService,
  feesOf,
  type Offer,
  payerOf,
  toBuiltSwap,
  toEvmQuote,
  wordOf,
} from './evmService.ts'
import { type Ask, askService, nameOf } from './service.ts'

// A service that answers a pair on one EVM chain with an offer, and an offer with one call to its
// router. What differs between such services is data: words, two requests, two answers, the calls.

/** The request in the service's words. */
export type AggregatorAsked = {
  chain: string
  srcToken: string
  dstToken: string
  srcAmount: string
  /** Who pays; null in a quote without a payer. */
  sender: string | null
  slippageBps: number
}

/** An offer, and whatever `build` has to send back. */
export type AggregatorOffer = Offer & { carry: Json }

/** A transaction, and what the service expects of it now. */
export type AggregatorCall = CallAnswer & { dstAmount: bigint }

export type Aggregator = EvmService & {
  /** Its word for each chain it serves. */
  chains: Readonly<Partial<Record<BlockchainId, string>>>
  /** Most slippage it takes, basis points; absent: any. */
  mostSlippageBps?: number
  quote: (asked: AggregatorAsked) => Ask<AggregatorOffer>
  build: (
    asked: AggregatorAsked & { sender: string; recipient: string },
    carry: Json,
  ) => Ask<AggregatorCall>
}

/**
 * A provider from the declaration of an aggregator. It compares the echo, computes the minimum
 * itself, keeps it when it builds, and hands over no call that it has not read completely.
 */
export function evmAggregator(aggregator: Aggregator): Provider {
  const { id, chains, rounding = 0n, mostSlippageBps = 10_000 } = aggregator
  const name = nameOf(aggregator)
  const blockchains = Object.keys(chains).filter(isBlockchainId)
  const slippageOf = (request: QuoteRequest): number =>
    request.slippageBps ?? defaultSlippageBps.pools

  const askedOf = (request: QuoteRequest): AggregatorAsked => ({
    chain: chains[request.srcToken.blockchain] ?? '',
    srcToken: wordOf(aggregator, request.srcToken),
    dstToken: wordOf(aggregator, request.dstToken),
    srcAmount: String(request.srcAmount),
    sender: request.fromAddress,
    slippageBps: slippageOf(request),
  })

  const offerFor = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<AggregatorOffer> => {
    const offer = await askService(aggregator, aggregator.quote(askedOf(request)), request, context)
    checkOffer(aggregator, offer, request)
    return offer
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
        blockchains.includes(blockchain) &&
        contractsOf(aggregator, blockchain).targets.length > 0
      return isServed && slippageOf(request) <= mostSlippageBps ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const offer = await offerFor(request, context)
      const quote = toEvmQuote(aggregator, request, offer, {
        swapType: 'on-chain',
        dstMinAmount: leastAccepted(offer.dstAmount, request.slippageBps, 'pools'),
        durationSeconds: inclusionSeconds(request.srcToken.blockchain),
      })
      return { quotes: [{ ...quote, slippageBps: slippageOf(request) }], failed: [] }
    },
    pinned: (_id, blockchain) =>
      blockchains.includes(blockchain)
        ? contractsOf(aggregator, blockchain)
        : { targets: [], spenders: [] },
    proofs: [callsProof(aggregator, blockchains)],
    // An offer is good for seconds: a new one is asked for, with the slippage that keeps the minimum.
    build: async (quote, context) => {
      const { request, dstMinAmount } = quote
      const sender = payerOf(request)
      const offer = await offerFor(request, context)
      const slippageBps = remainingSlippageBps(name, dstMinAmount, offer.dstAmount - rounding)
      const recipient = request.receiver ?? sender
      const asked = { ...askedOf(request), sender, recipient, slippageBps }
      const ask = aggregator.build(asked, offer.carry)
      const call = await askService(aggregator, ask, request, context)
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
