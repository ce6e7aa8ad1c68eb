// DeDust: an exchange on TON with a router that makes whole messages.
//
// API: https://hub.dedust.io/apis/router-v2/overview, contracts: https://docs.dedust.io (read
// 2026-11). Amounts are base units as text, slippage basis points, the impact percent; pool fees are
// already off the output. Quirks: a missing path is a 400 with plain text, or a 200 that says so;
// the receiver is always the payer. Only pools of the exchange's own factory are asked for: who
// made a pool of its newer kind cannot be told from the chain.

import type { Quote } from '../../core/quote.ts'
import { priceMoved, type ProviderName } from '../kits/deposit/errors.ts'
import { dedustFactory, dedustNativeVault } from '../kits/ton/dedustContracts.ts'
import {
  askRouter,
  askRouterMessages,
  type RouterLimits,
  type RouterOffer,
} from '../kits/ton/dedustRouter.ts'
import { minimumInParts, oneStep, tonGas, toTonQuote } from '../kits/ton/offer.ts'
import { pinnedOnTon } from '../kits/ton/pinned.ts'
import { writeSwapState } from '../kits/ton/state.ts'
import { isTonPair, tonParties } from '../kits/ton/tokens.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../types.ts'

const id = 'DEDUST'
const dedust: ProviderName = { name: 'DeDust', keyVariable: null }
/** A pool on the way to another is asked what is in it, a call each: no more of them than that. */
const limits: RouterLimits = { protocols: ['dedust'], maxSplits: 2, maxLength: 2 }

export type DedustOptions = {
  /** Without a trailing slash. */
  baseUrl: string
}

export function createDedustProvider(options: DedustOptions): Provider {
  const { baseUrl } = options
  return {
    ids: [id],
    capabilities: { recipient: false, chargesFee: false, deposit: false, crossChain: false },
    blockchains: () => ['TON'],
    supports: (request) => (isTonPair(request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const quote = toTonQuote({ provider: id, request })
      const offer = await askRouter(dedust, baseUrl, quote, limits, context)
      return { quotes: [withOffer(quote, offer)], failed: [] }
    },
    pinned: (_id, blockchain) => pinnedOnTon(blockchain, [dedustNativeVault(), dedustFactory()]),
    proofs: [
      {
        kind: 'ton',
        decode: async (message, swap, context) => {
          const { decodeTonSwap } = await import('../kits/ton/decode.ts')
          return decodeTonSwap(['dedust'], message, swap, context)
        },
      },
    ],
    build: (quote, context) => buildSwap(quote, baseUrl, context),
    status: async (_id, ref, context) => {
      const { readTonSwapStatus } = await import('../kits/ton/status.ts')
      return readTonSwapStatus(ref, null, context)
    },
  }
}

function withOffer(quote: Quote, offer: RouterOffer): Quote {
  const { outAmount, priceImpactPercent, networkFee, swapData, pools } = offer
  return {
    ...quote,
    ...oneStep(quote, outAmount),
    dstMinAmount: minimumInParts(outAmount, quote.slippageBps, pools.length),
    priceImpactPercent,
    fees: tonGas(networkFee),
    providerState: swapData,
  }
}

/**
 * Messages of the path that was quoted, whose least output was accepted; a fresh quote only tells
 * whether the price still allows it.
 */
async function buildSwap(
  quote: Quote,
  baseUrl: string,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const { request, dstMinAmount, providerState } = quote
  const { from } = tonParties(request)
  const fresh = await askRouter(dedust, baseUrl, quote, limits, context)
  if (fresh.outAmount < dstMinAmount) throw priceMoved(dedust, dstMinAmount, fresh.outAmount)
  const order = { from, swapData: providerState }
  const given = await askRouterMessages(dedust, baseUrl, order, context)
  const { checkSwapMessages, toTonMessages } = await import('../kits/ton/messages.ts')
  const messages = toTonMessages(dedust, given)
  const { minOut } = await checkSwapMessages(dedust, ['dedust'], messages, quote, context)
  return {
    transaction: { kind: 'ton', messages },
    dstAmount: fresh.outAmount,
    dstMinAmount: minOut,
    fees: tonGas(fresh.networkFee),
    orderId: null,
    uniqueInfo: {},
    providerState: writeSwapState(request, minOut),
  }
}
