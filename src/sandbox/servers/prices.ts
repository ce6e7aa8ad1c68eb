import { Hono } from 'hono'
import { formatAmount } from '../../core/amounts.ts'
import { sandboxChains, type SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { priceDecimals, priceOf } from '../seed/prices.ts'
import { tokensOf, type SandboxTokenRow } from '../seed/tokens.ts'
import { serverFaults, type LoopbackEnv } from './serverFaults.ts'

// Two independent price sources on loopback, both from the sandbox's one table.

/** The chain words of DefiLlama and Dexscreener are the same for these chains. */
const chainWords: Record<SandboxBlockchain, string> = {
  ETH: 'ethereum',
  POLYGON: 'polygon',
  ARBITRUM: 'arbitrum',
  BSC: 'bsc',
}

const coingeckoIds: Record<string, string> = {
  ethereum: 'ETH',
  weth: 'WETH',
  'polygon-ecosystem-token': 'POL',
  'matic-network': 'POL',
  binancecoin: 'BNB',
  wbnb: 'WBNB',
  bitcoin: 'WBTC',
  'wrapped-bitcoin': 'WBTC',
  'usd-coin': 'USDC',
  tether: 'USDT',
  dai: 'DAI',
}

/** https://defillama.com/docs/api `/prices/current/{coins}` (read 2026-11) */
export function createDefillamaServer(faults: FaultBoard): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>()
  app.use(serverFaults('defillama', faults))
  app.get('/prices/current/:coins{.+}', (context) => {
    const coins: Record<string, unknown> = {}
    for (const coin of context.req.param('coins').split(',')) {
      const [prefix = '', rest = ''] = coin.split(':')
      const token = prefix === 'coingecko' ? null : findToken(prefix, rest)
      const symbol = prefix === 'coingecko' ? coingeckoIds[rest] : token?.symbol
      const price = symbol === undefined ? null : shownPrice(symbol, 'defillama', faults)
      if (symbol === undefined || price === null) continue
      coins[coin] = {
        ...(token !== null && { decimals: token.decimals }),
        symbol,
        price: Number(price),
        timestamp: Math.floor(Date.now() / 1_000),
        confidence: 0.99,
      }
    }
    return context.json({ coins })
  })
  return app
}

/** https://docs.dexscreener.com/api/reference `/tokens/v1/{chainId}/{addresses}` (read 2026-11) */
export function createDexscreenerServer(faults: FaultBoard): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>()
  app.use(serverFaults('dexscreener', faults))
  app.get('/tokens/v1/:chain/:addresses', (context) => {
    const chain = context.req.param('chain')
    const addresses = context.req.param('addresses').split(',').slice(0, 30)
    return context.json(addresses.flatMap((address) => toPairs(chain, address, faults)))
  })
  app.get('/token-pairs/v1/:chain/:address', (context) =>
    context.json(toPairs(context.req.param('chain'), context.req.param('address'), faults)),
  )
  return app
}

function toPairs(chain: string, address: string, faults: FaultBoard): Record<string, unknown>[] {
  const token = findToken(chain, address)
  const quote = findUsdc(chain)
  if (token === null || token.native || quote === null) return []
  const price = shownPrice(token.symbol, 'dexscreener', faults)
  if (price === null) return []
  return [
    {
      chainId: chain,
      dexId: 'uniswap',
      url: '',
      pairAddress: token.address,
      baseToken: nameOf(token),
      quoteToken: nameOf(quote),
      priceNative: price,
      priceUsd: price,
      txns: { h24: { buys: 1_000, sells: 1_000 } },
      volume: { h24: 5_000_000 },
      priceChange: { h24: 0 },
      liquidity: { usd: 8_000_000, base: 4_000_000, quote: 4_000_000 },
      pairCreatedAt: 1_700_000_000_000,
    },
  ]
}

function nameOf({ address, name, symbol }: SandboxTokenRow) {
  return { address, name, symbol }
}

function findUsdc(word: string): SandboxTokenRow | null {
  const chain = sandboxChains.find((row) => chainWords[row.blockchain] === word)
  if (chain === undefined) return null
  return tokensOf(chain.blockchain).find((token) => token.symbol === 'USDC') ?? null
}

function findToken(word: string, address: string): SandboxTokenRow | null {
  const chain = sandboxChains.find((row) => chainWords[row.blockchain] === word)
  if (chain === undefined) return null
  const wanted = address.toLowerCase()
  return tokensOf(chain.blockchain).find((row) => row.address.toLowerCase() === wanted) ?? null
}

/** The price as a plain decimal, bent by the faults of the source; null when it is kept back. */
function shownPrice(symbol: string, source: string, faults: FaultBoard): string | null {
  if (faults.look(source, 'unknown') !== null) return null
  if (faults.look(source, 'zero') !== null) return '0'
  const wrong = BigInt(faults.look(source, 'wrong') ?? 0)
  return formatAmount((priceOf(symbol) * (100n + wrong)) / 100n, priceDecimals)
}
