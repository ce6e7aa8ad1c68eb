// TONCO: an exchange on TON with liquidity in price ranges. Quotes come from DeDust's router,
// limited to TONCO's pools; the message is built here.
//
// API: https://hub.dedust.io/apis/router-v2/overview, contracts: https://docs.tonco.io (read
// 2026-11). Amounts are base units as text; the pool's fee is already deducted. Quirks: of several
// router versions only the first is used; the receiver is always the payer, because unswapped
// tokens go to the same address.

import { addressSlice } from '../chains/ton/jettons.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { QuoteRequest } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import { derivedAddress, jettonWalletOf } from '../evidence/tonContracts.ts'
import { dedustCoin, type RouterOffer, routerQuote } from './kits/ton/dedustRouter.ts'
import { masterOf } from './kits/ton/tokens.ts'
import { toncoContracts } from './kits/ton/tonco.ts'
import { tonExchange } from './kits/ton/exchange.ts'
import type { Provider, ProviderContext } from './types.ts'

const name = 'TONCO'
const limits = { protocols: ['tonco'], maxSplits: 1, maxLength: 1 }

export function createToncoProvider({ baseUrl }: { baseUrl: string }): Provider {
  return tonExchange<RouterOffer>({
    id: 'TONCO_DEX',
    name,
    coin: dedustCoin,
    contracts: () => Object.values(toncoContracts()),
    reads: ['tonco'],
    mostParts: limits.maxSplits,
    quote: routerQuote(name, baseUrl, limits),
    check: async ({ own: { pools } }, request, context) => {
      const pool = await poolOf(request, context)
      if (pool !== pools[0]?.[0]) throw unknownRouter()
    },
    make: {
      by: 'adapter',
      message: async ({ request, from, minUnits, nowMs }, _own, _ask, context) => {
        const { srcToken, srcAmount } = request
        const routerWallets = await routerWalletsOf(request, context)
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
  { srcToken, dstToken }: QuoteRequest,
  context: ProviderContext,
): Promise<{ src: string; dst: string }> {
  const { router, ptonWallet } = toncoContracts()
  const walletOf = async (token: Token): Promise<string> =>
    token.native ? ptonWallet : jettonWalletOf(masterOf(token), router, context)
  return { src: await walletOf(srcToken), dst: await walletOf(dstToken) }
}

/** The pool that the router would use, raw. */
async function poolOf(request: QuoteRequest, context: ProviderContext): Promise<string> {
  const { router } = toncoContracts()
  const { src, dst } = await routerWalletsOf(request, context)
  const args = [src, dst].map((wallet) => ({ type: 'slice' as const, boc: addressSlice(wallet) }))
  return await derivedAddress(router, 'getPoolAddress', args, context)
}

function unknownRouter(): SwaprouteError {
  const text = 'TONCO swaps this pair at a router this version does not know.'
  return new SwaprouteError('NO_ROUTE', text, {
    hint: 'A newer version may know it.',
  })
}
