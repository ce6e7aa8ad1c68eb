import type { Hono } from 'hono'
import { formatAmount } from '../../../src/core/amounts.ts'
import { builtInTokens } from '../../../src/chains/tokens.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Token } from '../../../src/core/token.ts'
import type { FaultBoard } from '../faults.ts'
import { hasPrice, priceDecimals, priceOf } from '../seed/prices.ts'
import { createServer, type LoopbackEnv } from './server.ts'

// Independent price sources on loopback, all from the sandbox's one table. They know chains beyond
// the local ones: what is paid in or out there by script has its price as well.

/** The chains by the names of the services; each has some of its own. */
const chainNames: Readonly<Record<string, BlockchainId>> = {
  ethereum: 'ETH',
  polygon: 'POLYGON',
  arbitrum: 'ARBITRUM',
  bsc: 'BSC',
  optimism: 'OPTIMISM',
  base: 'BASE',
  avax: 'AVALANCHE',
  avalanche: 'AVALANCHE',
  ton: 'TON',
  tron: 'TRON',
  solana: 'SOLANA',
  sui: 'SUI',
  'polygon-pos': 'POLYGON',
  'arbitrum-one': 'ARBITRUM',
  'binance-smart-chain': 'BSC',
  'optimistic-ethereum': 'OPTIMISM',
  'the-open-network': 'TON',
}

/** Where the coin itself is traded, not a token that wraps it; in lower case. */
const coinMarkets: Readonly<Partial<Record<BlockchainId, string>>> = {
  TON: 'eqaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaam9c',
  SUI: '0x2::sui::sui',
}

const coingeckoIds: Record<string, string> = {
  ethereum: 'ETH',
  weth: 'WETH',
  'polygon-ecosystem-token': 'POL',
  'matic-network': 'POL',
  binancecoin: 'BNB',
  wbnb: 'WBNB',
  bitcoin: 'BTC',
  'bitcoin-cash': 'BCH',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  dash: 'DASH',
  zcash: 'ZEC',
  ripple: 'XRP',
  stellar: 'XLM',
  'the-open-network': 'TON',
  tron: 'TRX',
  solana: 'SOL',
  sui: 'SUI',
  aptos: 'APT',
  cardano: 'ADA',
  cosmos: 'ATOM',
  thorchain: 'RUNE',
  polkadot: 'DOT',
  near: 'NEAR',
  'avalanche-2': 'AVAX',
  'wrapped-bitcoin': 'WBTC',
  'usd-coin': 'USDC',
  tether: 'USDT',
  dai: 'DAI',
}

/** https://defillama.com/docs/api `/prices/current/{coins}` (read 2026-11) */
export function createDefillamaServer(faults: FaultBoard): Hono<LoopbackEnv> {
  const app = createServer('defillama', faults)
  app.get('/prices/current/:coins{.+}', (context) => {
    const coins: Record<string, unknown> = {}
    for (const coin of context.req.param('coins').split(',')) {
      const [prefix = ''] = coin.split(':', 1)
      const rest = coin.slice(prefix.length + 1)
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

/** https://docs.coingecko.com/reference/simple-price and /simple-token-price (read 2026-11) */
export function createCoingeckoServer(faults: FaultBoard): Hono<LoopbackEnv> {
  const app = createServer('coingecko', faults)
  const answer = (rows: readonly (readonly [name: string, symbol: string | undefined])[]) =>
    Object.fromEntries(
      rows.flatMap(([name, symbol]) => {
        const price = symbol === undefined ? null : shownPrice(symbol, 'coingecko', faults)
        return price === null ? [] : [[name, { usd: Number(price) }]]
      }),
    )
  app.get('/simple/price', (context) => {
    const ids = (context.req.query('ids') ?? '').split(',')
    return context.json(answer(ids.map((id) => [id, coingeckoIds[id]])))
  })
  app.get('/simple/token_price/:platform', (context) => {
    const platform = context.req.param('platform')
    const addresses = (context.req.query('contract_addresses') ?? '').split(',')
    return context.json(
      answer(addresses.map((a) => [a.toLowerCase(), findToken(platform, a)?.symbol])),
    )
  })
  return app
}

/** https://docs.dexscreener.com/api/reference `/tokens/v1/{chainId}/{addresses}` (read 2026-11) */
export function createDexscreenerServer(faults: FaultBoard): Hono<LoopbackEnv> {
  const app = createServer('dexscreener', faults)
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
  const blockchain = chainNames[chain]
  const quote = blockchain === undefined ? null : quoteToken(blockchain)
  if (blockchain === undefined || token === null || quote === null) return []
  if (token.native && coinMarkets[blockchain] !== address.toLowerCase()) return []
  const price = shownPrice(token.symbol, 'dexscreener', faults)
  if (price === null) return []
  return [
    {
      chainId: chain,
      dexId: 'uniswap',
      url: '',
      pairAddress: token.address,
      // The pair names its token as the caller does.
      baseToken: { ...nameOf(token), address },
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

function nameOf({ address, name, symbol }: Token) {
  return { address, name, symbol }
}

/** The dollar most pools of a chain trade against. */
function quoteToken(blockchain: BlockchainId): Token | null {
  const tokens = builtInTokens(blockchain)
  const of = (symbol: string): Token | undefined => tokens.find((row) => row.symbol === symbol)
  return of('USDC') ?? of('USDT') ?? null
}

function findToken(name: string, address: string): Token | null {
  const blockchain = chainNames[name]
  if (blockchain === undefined) return null
  const wanted = address.toLowerCase()
  const isCoin = coinMarkets[blockchain] === wanted
  const found = builtInTokens(blockchain).find((row) =>
    isCoin ? row.native : row.address.toLowerCase() === wanted,
  )
  return found !== undefined && hasPrice(found.symbol) ? found : null
}

/** The price as a plain decimal, bent by the faults of the source; null if withheld. */
function shownPrice(symbol: string, source: string, faults: FaultBoard): string | null {
  if (faults.read(source, 'unknown') !== null) return null
  if (faults.read(source, 'zero') !== null) return '0'
  const wrong = BigInt(faults.read(source, 'wrong') ?? 0)
  return formatAmount((priceOf(symbol) * (100n + wrong)) / 100n, priceDecimals)
}
