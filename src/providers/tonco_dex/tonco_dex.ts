// TONCO: an exchange on TON whose liquidity lies in price ranges. A quote comes from DeDust's
// router, asked for TONCO's pools alone; the message is built here.
//
// API: https://hub.dedust.io/apis/router-v2/overview, contracts: https://docs.tonco.io (read
// 2026-11). Amounts are base units as text; the pool's fee is already off the output. Quirks: the
// exchange has routers of several versions, of which only the first is paid here; the receiver is
// always the payer, because what is not swapped goes to the same address.

import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { minimumAfterSlippage } from '../../core/amounts.ts'
import { addressSlice } from '../../chains/ton/jettons.ts'
import { priceMoved, type ProviderName } from '../kits/deposit/errors.ts'
import { derivedAddress, jettonWalletOf } from '../../evidence/tonContracts.ts'
import { askRouter, type RouterLimits, type RouterOffer } from '../kits/ton/dedustRouter.ts'
import { oneStep, tonGas, toTonQuote } from '../kits/ton/offer.ts'
import { pinnedOnTon } from '../kits/ton/pinned.ts'
import { writeSwapState } from '../kits/ton/state.ts'
import { isTonPair, masterOf, tonParties } from '../kits/ton/tokens.ts'
import { toncoContracts } from '../kits/ton/toncoContracts.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../types.ts'
import type { ToncoOrder } from './message.ts'

const id = 'TONCO_DEX'
const tonco: ProviderName = { name: 'TONCO', keyVariable: null }
const limits: RouterLimits = { protocols: ['tonco'], maxSplits: 1, maxLength: 1 }

export type ToncoOptions = {
  /** Without a trailing slash. */
  baseUrl: string
}

export function createToncoProvider(options: ToncoOptions): Provider {
  const { baseUrl } = options

  /** An offer at a pool that the known router would use. */
  const ask = async (quote: Quote, context: ProviderContext): Promise<RouterOffer> => {
    const offer = await askRouter(tonco, baseUrl, quote, limits, context)
    const wallets = await routerWalletsOf(quote.request, context)
    await checkPool(offer, wallets, context)
    return offer
  }

  return {
    ids: [id],
    capabilities: { recipient: false, chargesFee: false, deposit: false, crossChain: false },
    blockchains: () => ['TON'],
    supports: (request) => (isTonPair(request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const quote = toTonQuote({ provider: id, request })
      const offer = await ask(quote, context)
      const { outAmount, priceImpactPercent, networkFee } = offer
      const fees = tonGas(networkFee)
      return {
        quotes: [{ ...quote, ...oneStep(quote, outAmount), priceImpactPercent, fees }],
        failed: [],
      }
    },
    pinned: (_id, blockchain) => pinnedOnTon(blockchain, Object.values(toncoContracts())),
    proofs: [
      {
        kind: 'ton',
        decode: async (message, swap, context) => {
          const { decodeTonSwap } = await import('../kits/ton/decode.ts')
          return decodeTonSwap(['tonco'], message, swap, context)
        },
      },
    ],
    build: async (quote, context) => {
      const offer = await ask(quote, context)
      if (offer.outAmount < quote.dstMinAmount) {
        throw priceMoved(tonco, quote.dstMinAmount, offer.outAmount)
      }
      return toBuiltSwap(quote, offer, context)
    },
    status: async (_id, ref, context) => {
      const { readTonSwapStatus } = await import('../kits/ton/status.ts')
      return readTonSwapStatus(ref, null, context)
    },
  }
}

/** The router's own wallets of both tokens, raw. */
async function routerWalletsOf(
  { srcToken, dstToken }: QuoteRequest,
  context: ProviderContext,
): Promise<ToncoOrder['routerWallets']> {
  const { router, ptonWallet } = toncoContracts()
  const walletOf = async (token: Token): Promise<string> =>
    token.native ? ptonWallet : jettonWalletOf(masterOf(token), router, context)
  return { src: await walletOf(srcToken), dst: await walletOf(dstToken) }
}

/** @throws SwaprouteError NO_ROUTE for a pool of a router that is not paid here */
async function checkPool(
  { pools }: RouterOffer,
  { src, dst }: ToncoOrder['routerWallets'],
  context: ProviderContext,
): Promise<void> {
  const { router } = toncoContracts()
  const args = [src, dst].map((wallet) => ({ type: 'slice' as const, boc: addressSlice(wallet) }))
  const pool = await derivedAddress(router, 'getPoolAddress', args, context)
  if (pool === pools[0]?.[0]) return
  throw new SwaprouteError(
    'NO_ROUTE',
    'TONCO swaps this pair at a router that is not known here.',
    {
      hint: 'A newer version of this program may know it.',
    },
  )
}

async function toBuiltSwap(
  quote: Quote,
  { outAmount, networkFee }: RouterOffer,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const { request, slippageBps } = quote
  const { srcToken, srcAmount } = request
  const { from } = tonParties(request)
  // A better price makes the promise better; a worse one within it does not make it worse.
  const own = minimumAfterSlippage(outAmount, slippageBps)
  const dstMinAmount = own > quote.dstMinAmount ? own : quote.dstMinAmount
  const { toncoMessage } = await import('./message.ts')
  const message = toncoMessage({
    ...toncoContracts(),
    offerWallet: srcToken.native ? null : await jettonWalletOf(masterOf(srcToken), from, context),
    routerWallets: await routerWalletsOf(request, context),
    units: srcAmount,
    minUnits: dstMinAmount,
    owner: from,
    queryId: BigInt(context.now()),
  })
  const accepted = { ...quote, dstMinAmount }
  const { checkSwapMessages } = await import('../kits/ton/messages.ts')
  await checkSwapMessages(tonco, ['tonco'], [message], accepted, context)
  return {
    transaction: { kind: 'ton', messages: [message] },
    dstAmount: outAmount,
    dstMinAmount,
    fees: tonGas(networkFee),
    orderId: null,
    uniqueInfo: {},
    providerState: writeSwapState(request, dstMinAmount),
  }
}
