import * as z from 'zod/mini'

import { SwaprouteError } from '../core/errors.ts'
import { parseUsdE18 } from '../core/usd.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire } from '../http/wire.ts'

// DefiLlama coins API, Dexscreener API, CoinGecko simple price: shapes as documented by the three
// services (read 2026-11). All prices are USD per whole token.

export type Asking = { http: HttpClient; url: string; signal: AbortSignal }
/** USD times 10^18 per asked name; names without a usable price are missing. */
export type Found = Map<string, bigint>

const llamaBatch = 60
const dexscreenerBatch = 30
const coingeckoBatch = 100
/** DefiLlama's own measure, 0 to 1; below this its sources disagree. */
const minConfidence = 0.8
/** USD in a pool: thinner ones can be moved by anybody. */
const minLiquidityUsd = 10_000

/** Checked number by number: one odd entry must not cost the others their price. */
const wirePrice = z.union([z.string(), z.number()])

const llamaWire = z.object({
  coins: z.record(z.string(), z.object({ price: wirePrice, confidence: z.optional(z.number()) })),
})

/** `GET /prices/current/{coins}`; keys of the answer echo the request, unknown coins are absent. */
export function askLlama(names: readonly string[], asking: Asking): Promise<Found> {
  return inBatches(names, llamaBatch, async (batch) => {
    const body = await read(asking, `/prices/current/${batch.join(',')}?searchWidth=4h`)
    const { coins } = parseWire(llamaWire, body, 'The DefiLlama price list')
    const found: Found = new Map()
    for (const name of batch) {
      const coin = coins[name]
      if (coin === undefined || (coin.confidence ?? 1) < minConfidence) continue
      add(found, name, parseUsdE18(coin.price))
    }
    return found
  })
}

const sideWire = z.object({ address: z.string() })
const pairWire = z.object({
  baseToken: sideWire,
  quoteToken: sideWire,
  priceUsd: z.nullish(wirePrice),
  priceNative: z.nullish(wirePrice),
  liquidity: z.nullish(z.object({ usd: z.nullish(z.number()) })),
})
const pairsWire = z.array(pairWire)

/**
 * `GET /tokens/v1/{chain}/{addresses}`: the price in the pair with the most liquidity. Where the
 * token is the quote side (most dollar coins), its price is that of the base divided by `priceNative`.
 */
export function askDexscreener(
  chain: string,
  addresses: readonly string[],
  asking: Asking,
): Promise<Found> {
  return inBatches(addresses, dexscreenerBatch, async (batch) => {
    const body = await read(asking, `/tokens/v1/${chain}/${batch.join(',')}`)
    const pairs = parseWire(pairsWire, body, 'The Dexscreener pair list')
    const byDepth = pairs
      .map((pair) => ({ pair, depth: pair.liquidity?.usd ?? 0 }))
      .filter(({ depth }) => depth >= minLiquidityUsd)
      .sort((a, b) => b.depth - a.depth)
    const found: Found = new Map()
    for (const address of batch) {
      for (const { pair } of byDepth) {
        if (found.has(address)) break
        add(found, address, priceInPair(pair, address))
      }
    }
    return found
  })
}

function priceInPair(pair: z.output<typeof pairWire>, address: string): bigint | null {
  const usd = pair.priceUsd == null ? null : parseUsdE18(pair.priceUsd)
  if (usd === null) return null
  if (isSame(pair.baseToken.address, address)) return usd
  if (!isSame(pair.quoteToken.address, address) || pair.priceNative == null) return null
  const inQuote = parseUsdE18(pair.priceNative)
  return inQuote === null || inQuote === 0n ? null : (usd * 10n ** 18n) / inQuote
}

const coingeckoWire = z.record(z.string(), z.object({ usd: z.nullish(wirePrice) }))

/** `GET /simple/price?ids=…&vs_currencies=usd`; unknown ids are absent. */
export function askCoingecko(ids: readonly string[], asking: Asking): Promise<Found> {
  return inBatches(ids, coingeckoBatch, async (batch) => {
    const list = encodeURIComponent(batch.join(','))
    const body = await read(asking, `/simple/price?ids=${list}&vs_currencies=usd`)
    const prices = parseWire(coingeckoWire, body, 'The CoinGecko price list')
    const found: Found = new Map()
    for (const id of batch) {
      const usd = prices[id]?.usd
      add(found, id, usd == null ? null : parseUsdE18(usd))
    }
    return found
  })
}

async function read({ http, url, signal }: Asking, path: string): Promise<unknown> {
  const { status, body } = await http.send({
    url: `${url}${path}`,
    effect: 'read',
    signal,
    retries: 1,
  })
  if (status < 400) return body
  throw new SwaprouteError('UPSTREAM_FAILED', `A price source answered ${status}.`)
}

async function inBatches(
  names: readonly string[],
  size: number,
  ask: (batch: readonly string[]) => Promise<Found>,
): Promise<Found> {
  const batches: (readonly string[])[] = []
  for (let start = 0; start < names.length; start += size) {
    batches.push(names.slice(start, start + size))
  }
  const parts = await Promise.all(batches.map(ask))
  return new Map(parts.flatMap((part) => [...part]))
}

/** A price of zero is no price: nothing can be compared with it. */
function add(found: Found, name: string, price: bigint | null): void {
  if (price !== null && price > 0n) found.set(name, price)
}

function isSame(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())
}
