import * as z from 'zod/mini'

import { parseUsdE18 } from '../core/decimals.ts'
import { parseWire } from '../http/wire.ts'
import { type Found, type FoundPrice, pricesAgree } from './cache.ts'

// The answers of the price sources, checked. A separate file because the schemas are loaded only
// when an answer arrives: the first request of a quote does not wait for them.

/** DefiLlama's own measure, 0 to 1; below this its sources disagree. */
const minConfidence = 0.8
/**
 * Prices of CoinGecko have 0.99, and what DefiLlama computes from pools has less, such as 0.94
 * (DefiLlama/defillama-server, coins/src/scripts/coingecko.ts and adapters/utils/uniV2.ts, read 2026-11).
 */
const confidenceOfCoingecko = 0.99
/** USD in a pool: prices of smaller ones are easy to manipulate. */
const minLiquidityUsd = 10_000

/** Each number is checked separately: an invalid entry must not affect the others. */
const wirePrice = z.union([z.string(), z.number()])

const llamaWire = z.object({
  coins: z.record(
    z.string(),
    z.object({
      price: wirePrice,
      confidence: z.optional(z.number()),
      decimals: z.nullish(z.number()),
      timestamp: z.nullish(z.number()),
    }),
  ),
})

/** An older price may confirm another one, but is not used itself. */
const freshSeconds = 15 * 60

/** Keys of the answer echo the request, unknown coins are absent. */
export function readLlama(body: unknown, names: readonly string[], nowMs: number): Found {
  const { coins } = parseWire(llamaWire, body, 'The DefiLlama price list')
  const found: Found = new Map()
  for (const name of names) {
    const coin = coins[name]
    const confidence = coin?.confidence ?? 1
    if (coin === undefined || confidence < minConfidence) continue
    const ageSeconds = coin.timestamp == null ? 0 : nowMs / 1000 - coin.timestamp
    add(found, name, parseUsdE18(coin.price), {
      ...(coin.decimals == null ? {} : { decimals: coin.decimals }),
      ...(ageSeconds > freshSeconds ? { isOld: true } : {}),
      ...(confidence < confidenceOfCoingecko ? { ofPools: true } : {}),
    })
  }
  return found
}

const sideWire = z.object({ address: z.string() })
const pairWire = z.object({
  pairAddress: z.nullish(z.string()),
  baseToken: sideWire,
  quoteToken: sideWire,
  priceUsd: z.nullish(wirePrice),
  priceNative: z.nullish(wirePrice),
  liquidity: z.nullish(z.object({ usd: z.nullish(z.number()) })),
})
const pairsWire = z.array(pairWire)

/**
 * The price in the pair with the most liquidity, and whether another pair agrees. If the token is
 * the quote side (most dollar coins), its price is that of the base divided by `priceNative`.
 */
export function readDexscreener(body: unknown, addresses: readonly string[]): Found {
  const pairs = parseWire(pairsWire, body, 'The Dexscreener pair list')
  const byDepth = pairs
    .map((pair) => ({ pair, depth: pair.liquidity?.usd ?? 0 }))
    .filter(({ depth }) => depth >= minLiquidityUsd)
    .sort((a, b) => b.depth - a.depth)
  const found: Found = new Map()
  for (const address of addresses) {
    const [deepest, ...others] = byDepth.flatMap(({ pair: { pairAddress, ...pair } }) => {
      const e18 = priceInPair(pair, address)
      return e18 === null || e18 <= 0n ? [] : [{ e18, pool: pairAddress ?? null }]
    })
    if (deepest === undefined) continue
    const { e18, pool } = deepest
    const isBorneOut = others.some(
      (other) => other.pool !== null && other.pool !== pool && pricesAgree(other.e18, e18),
    )
    add(found, address, e18, isBorneOut ? {} : { ofOnePool: true })
  }
  return found
}

function priceInPair(
  pair: Omit<z.output<typeof pairWire>, 'pairAddress'>,
  address: string,
): bigint | null {
  const usd = pair.priceUsd == null ? null : parseUsdE18(pair.priceUsd)
  if (usd === null) return null
  if (isSame(pair.baseToken.address, address)) return usd
  if (!isSame(pair.quoteToken.address, address) || pair.priceNative == null) return null
  const inQuote = parseUsdE18(pair.priceNative)
  return inQuote === null || inQuote === 0n ? null : (usd * 10n ** 18n) / inQuote
}

const coingeckoWire = z.record(z.string(), z.object({ usd: z.nullish(wirePrice) }))

/** Prices by id or address; unknown ones are absent, and EVM addresses come in lower case. */
export function readCoingecko(body: unknown, names: readonly string[]): Found {
  const prices = parseWire(coingeckoWire, body, 'The CoinGecko price list')
  const found: Found = new Map()
  for (const name of names) {
    const usd = (prices[name] ?? prices[name.toLowerCase()])?.usd
    add(found, name, usd == null ? null : parseUsdE18(usd))
  }
  return found
}

/** A price of zero is ignored: nothing can be compared with it. */
function add(
  found: Found,
  name: string,
  e18: bigint | null,
  more: Omit<FoundPrice, 'e18'> = {},
): void {
  if (e18 !== null && e18 > 0n) found.set(name, { e18, ...more })
}

function isSame(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())
}
