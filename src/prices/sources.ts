import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import type { Found } from './cache.ts'
import type { PriceSource } from './gather.ts'

/** Public addresses; the HTTP client must have the ones in use as bases. */
export const priceSourceUrls: Readonly<Record<PriceSource, string>> = {
  defillama: 'https://coins.llama.fi',
  dexscreener: 'https://api.dexscreener.com',
  coingecko: 'https://api.coingecko.com/api/v3',
}

// DefiLlama coins API, Dexscreener API, CoinGecko simple price: shapes as documented by the three
// services (read 2026-11). All prices are USD per whole token.

export type PriceCall = { http: HttpClient; url: string; signal: AbortSignal }

const llamaBatch = 60
const dexscreenerBatch = 30
const coingeckoBatch = 100

/** `GET /prices/current/{coins}`. */
export function askLlama(
  names: readonly string[],
  asking: PriceCall,
  nowMs: number,
): Promise<Found> {
  return inBatches(names, llamaBatch, async (batch) => {
    const body = await read(asking, `/prices/current/${batch.join(',')}?searchWidth=4h`)
    const { readLlama } = await import('./answers.ts')
    return readLlama(body, batch, nowMs)
  })
}

/** `GET /tokens/v1/{chain}/{addresses}`. */
export function askDexscreener(
  chain: string,
  addresses: readonly string[],
  asking: PriceCall,
): Promise<Found> {
  return inBatches(addresses, dexscreenerBatch, async (batch) => {
    const body = await read(asking, `/tokens/v1/${chain}/${batch.join(',')}`)
    const { readDexscreener } = await import('./answers.ts')
    return readDexscreener(body, batch)
  })
}

/** `GET /simple/price?ids=…&vs_currencies=usd`. */
export function askCoingecko(ids: readonly string[], asking: PriceCall): Promise<Found> {
  return inBatches(ids, coingeckoBatch, async (batch) => {
    const list = encodeURIComponent(batch.join(','))
    const body = await read(asking, `/simple/price?ids=${list}&vs_currencies=usd`)
    const { readCoingecko } = await import('./answers.ts')
    return readCoingecko(body, batch)
  })
}

/**
 * `GET /simple/token_price/{platform}?contract_addresses=…&vs_currencies=usd`. Without a key a
 * request may have only one address.
 */
export function askCoingeckoTokens(
  platform: string,
  addresses: readonly string[],
  asking: PriceCall,
): Promise<Found> {
  return inBatches(addresses, 1, async (batch) => {
    const list = encodeURIComponent(batch.join(','))
    const path = `/simple/token_price/${platform}?contract_addresses=${list}&vs_currencies=usd`
    const body = await read(asking, path)
    const { readCoingecko } = await import('./answers.ts')
    return readCoingecko(body, batch)
  })
}

async function read({ http, url, signal }: PriceCall, path: string): Promise<unknown> {
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
