// TONCO: an exchange on TON with liquidity in price ranges. Quotes come from DeDust's router,
// limited to TONCO's pools; the message is built here.
//
// API: https://hub.dedust.io/apis/router-v2/overview, contracts: https://docs.tonco.io (read
// 2026-11). Amounts are base units as text; the pool's fee is already deducted. Quirks: of several
// router versions only the first is used; the receiver is always the payer, because unswapped
// tokens go to the same address.

import * as z from 'zod/mini'

import { addressSlice } from '../chains/ton/jettons.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { derivedAddress, jettonWalletOf } from '../evidence/tonContracts.ts'
import { parseWire } from '../http/wire.ts'
import { createLists, type Lists } from './kits/kept.ts'
import { dedustCoin, type RouterOffer, routerQuote } from './kits/ton/dedustRouter.ts'
import { masterOf } from './kits/ton/tokens.ts'
import { toncoContracts } from './kits/ton/tonco.ts'
import { tonExchange } from './kits/ton/exchange.ts'
import type { Provider, ProviderContext } from './types.ts'

const name = 'TONCO'
const coin = 'TON'
const rawAddress = z.string().check(z.regex(/^0:[0-9a-f]{64}$/))
const limits = { protocols: ['tonco'], maxSplits: 1, maxLength: 1 }

export function createToncoProvider({ baseUrl }: { baseUrl: string }): Provider {
  const pools = poolLists()
  return tonExchange<RouterOffer>({
    id: 'TONCO_DEX',
    name,
    coin: dedustCoin,
    contracts: () => Object.values(toncoContracts()),
    reads: ['tonco'],
    mostParts: limits.maxSplits,
    quote: routerQuote(name, baseUrl, limits),
    check: async (request, age, context) => {
      const pair = pairOf(request)
      const known = age === 'any' ? (pools.atHand(pair, age, context)?.value ?? null) : null
      const pool = known ?? (await pools.load(pair, 'own', context))
      return async ({ own: { pools: quoted } }) => {
        const [named] = quoted[0] ?? []
        if (named === pool) return
        // A swap is not refused because of what an earlier run read.
        const isKnown = known !== null && named === (await pools.load(pair, 'own', context))
        if (!isKnown) throw unknownRouter()
      }
    },
    make: {
      by: 'adapter',
      message: async ({ request, from, minUnits, nowMs }, _own, _ask, context) => {
        const { srcToken, srcAmount } = request
        const routerWallets = await routerWalletsOf(pairOf(request), context)
        const { toncoMessage } = await import('../chains/ton/build/toncoSwap.ts')
        return toncoMessage({
          ...toncoContracts(),
          offerWallet: srcToken.native
            ? null
            : await jettonWalletOf(masterOf(srcToken), from, context),
          routerWallets,
          units: srcAmount,
          minUnits,
          owner: from,
          queryId: BigInt(nowMs),
        })
      },
    },
  })
}

/** The router's own wallets of both tokens, raw. */
async function routerWalletsOf(
  pair: string,
  context: ProviderContext,
): Promise<{ src: string; dst: string }> {
  const { router, ptonWallet } = toncoContracts()
  const walletOf = async (master: string): Promise<string> =>
    master === coin ? ptonWallet : await jettonWalletOf(master, router, context)
  const [srcMaster = coin, dstMaster = coin] = pair.split(' ')
  const [src, dst] = await Promise.all([walletOf(srcMaster), walletOf(dstMaster)])
  return { src, dst }
}

/** The masters of both tokens. */
function pairOf({ srcToken, dstToken }: QuoteRequest): string {
  return [srcToken, dstToken].map((token) => (token.native ? coin : masterOf(token))).join(' ')
}

/** The pools that the router would use, raw, by pair. */
const poolLists = (): Lists<string> =>
  createLists<string>({
    id: 'TONCO_DEX',
    name,
    lifeMs: 60 * 60_000,
    isShort: false,
    place: (pair) => `${toncoContracts().router} ${pair}`,
    load: async (pair, _unless, context) => {
      const { router } = toncoContracts()
      const { src, dst } = await routerWalletsOf(pair, context)
      const args = [src, dst].map((wallet) => ({
        type: 'slice' as const,
        boc: addressSlice(wallet),
      }))
      return {
        body: await derivedAddress(router, 'getPoolAddress', args, context),
        validator: null,
      }
    },
    read: (body) => parseWire(rawAddress, body, 'The pool of TONCO'),
  })

function unknownRouter(): SwaprouteError {
  const text = 'TONCO swaps this pair at a router this version does not know.'
  return new SwaprouteError('NO_ROUTE', text, {
    hint: 'A newer version may know it.',
  })
}
