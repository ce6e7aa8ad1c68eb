import { startDeadline } from '../core/deadline.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook, UsdPrice } from '../core/usd.ts'
import type { HttpClient } from '../http/types.ts'
import { type SourceNames, sourceNames } from './names.ts'
import { createKeptPrices, type Found } from './kept.ts'
import { askCoingecko, askDexscreener, askLlama, type Asking } from './sources.ts'

export type PriceSource = 'defillama' | 'dexscreener' | 'coingecko'

/** Public addresses; the HTTP client must know the ones in force as bases. */
export const priceSourceUrls: Readonly<Record<PriceSource, string>> = {
  defillama: 'https://coins.llama.fi',
  dexscreener: 'https://api.dexscreener.com',
  coingecko: 'https://api.coingecko.com/api/v3',
}

export type PricesOptions = {
  http: HttpClient
  /** Unix milliseconds. */
  now: () => number
  urls?: Readonly<Partial<Record<PriceSource, string>>>
}

export type Prices = {
  /**
   * Prices of all tokens of a request, for the `PriceBook` of the router. Never rejects: what is
   * not known within `timeoutMs` (1500) is null. Values are kept for 45 s.
   */
  load(
    tokens: readonly Token[],
    options: { signal: AbortSignal; timeoutMs?: number },
  ): Promise<PriceBook>
}

/** What one source said; `origin` tells apart sources that copy from each other. */
export type Sample = { source: PriceSource; origin: string; e18: bigint }

const standardTimeoutMs = 1_500

/**
 * USD prices from independent sources (SAFETY.md P1).
 *
 * DefiLlama is asked first and in one call; Dexscreener gives the price of the deepest pool. A price
 * is `confirmed` when two sources of different origin agree within 5 %; then DefiLlama's number is
 * used. DefiLlama's prices of native coins come from CoinGecko, so CoinGecko itself never confirms
 * them: it only stands in, for native coins that trade nowhere Dexscreener looks.
 */
export function createPrices(options: PricesOptions): Prices {
  const urls = { ...priceSourceUrls, ...options.urls }
  const kept = createKeptPrices(options.now)

  const askAll = async (names: readonly SourceNames[], signal: AbortSignal): Promise<Answers> => {
    const asking = (source: PriceSource): Asking => ({
      http: options.http,
      url: urls[source],
      signal,
    })
    const coins = names.flatMap(({ llama }) => llama ?? [])
    const lone = names.flatMap((n) => (n.dexscreener === null ? (n.coingecko ?? []) : []))
    const markets = names.flatMap(({ dexscreener }) => dexscreener ?? [])
    const chains = [...new Set(markets.map(({ chain }) => chain))]
    const [llama, coingecko, ...pools] = await Promise.all([
      kept.complete('defillama', coins, (wanted) => askLlama(wanted, asking('defillama'))),
      kept.complete('coingecko', lone, (wanted) => askCoingecko(wanted, asking('coingecko'))),
      ...chains.map((chain) => {
        const addresses = markets.flatMap((m) => (m.chain === chain ? m.address : []))
        return kept.complete(`dexscreener ${chain}`, addresses, (wanted) =>
          askDexscreener(chain, wanted, asking('dexscreener')),
        )
      }),
    ])
    return { llama, coingecko, pools: new Map(chains.map((chain, i) => [chain, pools[i]])) }
  }

  return {
    async load(tokens, { signal, timeoutMs = standardTimeoutMs }) {
      const names = new Map(tokens.map((token) => [tokenKey(token), sourceNames(token)]))
      const deadline = startDeadline(signal, timeoutMs)
      const answers = await askAll([...names.values()], deadline.signal).finally(deadline.end)
      return (token) => {
        const name = names.get(tokenKey(token))
        return name === undefined ? null : agreedPrice(samplesOf(name, answers))
      }
    },
  }
}

type Answers = {
  llama: Found
  coingecko: Found
  /** By Dexscreener's word of the chain. */
  pools: ReadonlyMap<string, Found | undefined>
}

/** In the order in which a price is preferred. */
function samplesOf(name: SourceNames, answers: Answers): Sample[] {
  const isCoin = name.coingecko !== null
  const { chain, address } = name.dexscreener ?? { chain: '', address: '' }
  const all: { source: PriceSource; origin: string; e18: bigint | undefined }[] = [
    {
      source: 'defillama',
      origin: isCoin ? 'coingecko' : 'defillama',
      e18: answers.llama.get(name.llama ?? ''),
    },
    { source: 'dexscreener', origin: 'dexscreener', e18: answers.pools.get(chain)?.get(address) },
    {
      source: 'coingecko',
      origin: 'coingecko',
      e18: answers.coingecko.get(name.coingecko ?? ''),
    },
  ]
  return all.flatMap(({ e18, ...rest }) => (e18 === undefined ? [] : { ...rest, e18 }))
}

/**
 * The first sample another of different origin confirms, with all that agree with it; without one
 * the first sample, unconfirmed; null without samples. They agree when the lesser is at least 95 %
 * of the greater.
 */
export function agreedPrice(samples: readonly Sample[]): UsdPrice | null {
  for (const sample of samples) {
    const agreeing = samples.filter((other) => isNear(sample.e18, other.e18))
    if (agreeing.some(({ origin }) => origin !== sample.origin)) {
      return { e18: sample.e18, confirmed: true, sources: agreeing.map(({ source }) => source) }
    }
  }
  const [first] = samples
  return first === undefined ? null : { e18: first.e18, confirmed: false, sources: [first.source] }
}

function isNear(a: bigint, b: bigint): boolean {
  const [less, more] = a < b ? [a, b] : [b, a]
  return less * 100n >= more * 95n
}

function tokenKey({ blockchain, address }: Token): string {
  return `${blockchain}:${address.startsWith('0x') ? address.toLowerCase() : address}`
}
