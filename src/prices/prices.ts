import type { Token } from '../core/token.ts'
import type { PriceBook, PriceTime, UsdPrice } from '../core/usd.ts'
import type { HttpClient } from '../http/types.ts'
import { type SourceNames, sourceNames } from './names.ts'
import { createPriceCache, type FoundPrice, pricesAgree } from './cache.ts'
import { type Answers, gatherAnswers, type PriceSource, type Questions } from './gather.ts'
import {
  askCoingecko,
  askCoingeckoTokens,
  askDexscreener,
  askLlama,
  type PriceCall,
  priceSourceUrls,
} from './sources.ts'

export type PricesOptions = {
  http: HttpClient
  /** Unix milliseconds. */
  now: () => number
  urls?: Readonly<Partial<Record<PriceSource, string>>>
}

export type Prices = {
  /**
   * Prices of all tokens of a request, for the `PriceBook` of the router. Never rejects: a price
   * that does not arrive in time is null. Values are cached for 45s.
   */
  load(tokens: readonly Token[], options: PriceOptions): Promise<PriceBook>
}

type PriceOptions = PriceTime & { signal: AbortSignal }

/** The price from one source; `origin` marks sources that copy from each other. */
export type Sample = { source: PriceSource; origin: string } & FoundPrice

/** Longer than most quotes take: without prices no route may be picked. */
const longestMs = 3_000

const sourceTitles: Readonly<Record<PriceSource, string>> = {
  defillama: 'DefiLlama',
  dexscreener: 'Dexscreener',
  coingecko: 'CoinGecko',
}

/**
 * USD prices from independent sources (docs/safety.md P1).
 *
 * DefiLlama comes first and in one call; Dexscreener gives the price of the deepest pool. A price
 * is `confirmed` when two sources of different origin agree within 5%; then DefiLlama's number is
 * used. DefiLlama takes many of its prices from CoinGecko, so the two never confirm each other:
 * CoinGecko is used where DefiLlama does not answer soon, and for native coins that no pool of
 * Dexscreener trades. Nor do two prices confirm each other that may both come from one pool. The
 * book's `outages` lists sources that are down.
 */
export function createPrices(options: PricesOptions): Prices {
  const urls = { ...priceSourceUrls, ...options.urls }
  const cache = createPriceCache(options.now)
  const { http, now } = options
  const asking = (source: PriceSource, signal: AbortSignal): PriceCall => ({
    http,
    url: urls[source],
    signal,
  })
  const questions: Questions = {
    llama: (names, signal) =>
      cache.complete('defillama', names, (wanted) =>
        askLlama(wanted, asking('defillama', signal), now()),
      ),
    coins: (ids, signal) =>
      cache.complete('coingecko', ids, (wanted) =>
        askCoingecko(wanted, asking('coingecko', signal)),
      ),
    pools: (chain, addresses, signal) =>
      cache.complete(`dexscreener ${chain}`, addresses, (wanted) =>
        askDexscreener(chain, wanted, asking('dexscreener', signal)),
      ),
    platform: (name, addresses, signal) =>
      cache.complete(`coingecko ${name}`, addresses, (wanted) =>
        askCoingeckoTokens(name, wanted, asking('coingecko', signal)),
      ),
  }

  return {
    async load(tokens, { signal, timeoutMs = longestMs, everyone = false }) {
      const names = new Map(tokens.map((token) => [tokenKey(token), sourceNames(token)]))
      const all = await gatherAnswers([...names.values()], questions, {
        signal,
        timeoutMs: Math.min(timeoutMs, longestMs),
        everyone,
        isConfirmed: (name, answers) => isConfirmed(agreedPrice(samplesOf(name, answers))),
        isSilent: (source) => http.isSilent?.(urls[source]) === true,
      })
      // Once per token: a calculation reads the same few prices hundreds of times.
      const agreed = new Map(
        [...names].map(([key, name]) => [key, agreedPrice(samplesOf(name, all))]),
      )
      const price = (token: Token): UsdPrice | null => agreed.get(tokenKey(token)) ?? null
      const outages = (token: Token): string[] => {
        const name = names.get(tokenKey(token))
        if (name === undefined || isConfirmed(price(token))) return []
        return silentSources(name, all).map((source) => sourceTitles[source])
      }
      return Object.assign(price, { outages })
    },
  }
}

function isConfirmed(price: UsdPrice | null): boolean {
  return price?.confirmed === true
}

/** Samples in the order of preference. */
function samplesOf(name: SourceNames, answers: Answers): Sample[] {
  const { chain, address } = name.dexscreener ?? { chain: '', address: '' }
  const all: { source: PriceSource; origin: string; price: FoundPrice | undefined }[] = [
    { source: 'defillama', origin: 'coingecko', price: answers.llama.found.get(name.llama ?? '') },
    {
      source: 'dexscreener',
      origin: 'dexscreener',
      price: answers.pools.get(chain)?.found.get(address),
    },
    { source: 'coingecko', origin: 'coingecko', price: coingeckoPrice(name, answers) },
  ]
  return all.flatMap(({ price, ...rest }) => (price === undefined ? [] : { ...rest, ...price }))
}

function coingeckoPrice({ coingecko }: SourceNames, answers: Answers): FoundPrice | undefined {
  if (coingecko === null) return undefined
  return 'id' in coingecko
    ? answers.coingecko.found.get(coingecko.id)
    : answers.platforms.get(coingecko.platform)?.found.get(coingecko.address)
}

/** Sources that could list the token but did not answer; CoinGecko is only a fallback. */
function silentSources(name: SourceNames, answers: Answers): PriceSource[] {
  const { chain, address } = name.dexscreener ?? { chain: '', address: '' }
  const { llama } = name
  const pools = answers.pools.get(chain)
  return [
    ...(llama !== null && answers.llama.failed && !answers.llama.found.has(llama)
      ? (['defillama'] as const)
      : []),
    ...(pools?.failed === true && !pools.found.has(address) ? (['dexscreener'] as const) : []),
  ]
}

/**
 * The first sample that another of different origin confirms, with all that agree with it;
 * otherwise the first sample, unconfirmed; null without samples. An old one comes last.
 */
export function agreedPrice(found: readonly Sample[]): UsdPrice | null {
  const samples = found.toSorted((a, b) => Number(a.isOld ?? false) - Number(b.isOld ?? false))
  const withDecimals = samples.find((sample) => sample.decimals !== undefined)
  const decimals = withDecimals?.decimals === undefined ? {} : { decimals: withDecimals.decimals }
  for (const sample of samples) {
    const agreeing = samples.filter((other) => pricesAgree(sample.e18, other.e18))
    const isBorneOutBy = (other: Sample): boolean =>
      other.origin !== sample.origin && !mayBeOnePool(sample, other)
    if (agreeing.some(isBorneOutBy)) {
      const named = agreeing.map(({ source }) => source)
      return { e18: sample.e18, confirmed: true, sources: named, ...decimals }
    }
  }
  const [first] = samples
  if (first === undefined) return null
  return { e18: first.e18, confirmed: false, sources: [first.source], ...decimals }
}

/** A price from unnamed pools may come from the one pool of the other source. */
function mayBeOnePool(one: Sample, other: Sample): boolean {
  return (
    (one.ofPools === true && other.ofOnePool === true) ||
    (one.ofOnePool === true && other.ofPools === true)
  )
}

function tokenKey({ blockchain, address }: Token): string {
  return `${blockchain}:${address.startsWith('0x') ? address.toLowerCase() : address}`
}
