import { startDeadline } from '../core/deadline.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook, UsdPrice } from '../core/usd.ts'
import type { HttpClient } from '../http/types.ts'
import { type SourceNames, sourceNames } from './names.ts'
import { type PriceAnswer, createPriceCache, type FoundPrice, pricesAgree } from './cache.ts'
import {
  askCoingecko,
  askCoingeckoTokens,
  askDexscreener,
  askLlama,
  type PriceCall,
} from './sources.ts'

export type PriceSource = 'defillama' | 'dexscreener' | 'coingecko'

/** Public addresses; the HTTP client must have the ones in use as bases. */
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
   * Prices of all tokens of a request, for the `PriceBook` of the router. Never rejects: a price
   * that does not arrive within `timeoutMs` (3000, and the same again for a fallback) is null.
   * Values are cached for 45s.
   */
  load(
    tokens: readonly Token[],
    options: { signal: AbortSignal; timeoutMs?: number },
  ): Promise<PriceBook>
}

/** The price from one source; `origin` marks sources that copy from each other. */
export type Sample = { source: PriceSource; origin: string } & FoundPrice

/** Longer than most quotes take: without prices no route may be picked. */
const standardTimeoutMs = 3_000

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
 * CoinGecko is used where DefiLlama does not answer, and for native coins that no pool of
 * Dexscreener trades. Nor do two prices confirm each other that may both come from one pool. The
 * book's `outages` lists sources that are down.
 */
export function createPrices(options: PricesOptions): Prices {
  const urls = { ...priceSourceUrls, ...options.urls }
  const cache = createPriceCache(options.now)
  const asking = (source: PriceSource, signal: AbortSignal): PriceCall => ({
    http: options.http,
    url: urls[source],
    signal,
  })

  const askCoins = (names: readonly SourceNames[], signal: AbortSignal): Promise<PriceAnswer> => {
    const ids = names.flatMap(({ coingecko }) =>
      coingecko !== null && 'id' in coingecko ? coingecko.id : [],
    )
    return cache.complete('coingecko', ids, (wanted) =>
      askCoingecko(wanted, asking('coingecko', signal)),
    )
  }

  const askAll = async (names: readonly SourceNames[], signal: AbortSignal): Promise<Answers> => {
    const coins = names.flatMap(({ llama }) => llama ?? [])
    const lone = names.filter(({ dexscreener }) => dexscreener === null)
    const markets = names.flatMap(({ dexscreener }) => dexscreener ?? [])
    const [llama, coingecko, pools] = await Promise.all([
      cache.complete('defillama', coins, (wanted) =>
        askLlama(wanted, asking('defillama', signal), options.now()),
      ),
      askCoins(lone, signal),
      byGroup(
        markets,
        ({ chain }) => chain,
        (chain, group) =>
          cache.complete(
            `dexscreener ${chain}`,
            group.map(({ address }) => address),
            (wanted) => askDexscreener(chain, wanted, asking('dexscreener', signal)),
          ),
      ),
    ])
    return { llama, coingecko, pools, platforms: new Map() }
  }

  /** CoinGecko for the names without an answer from DefiLlama. */
  const askFallback = async (
    names: readonly SourceNames[],
    answers: Answers,
    signal: AbortSignal,
  ): Promise<Answers> => {
    const tokens = names.flatMap(({ coingecko }) =>
      coingecko !== null && 'platform' in coingecko ? coingecko : [],
    )
    const [coingecko, platforms] = await Promise.all([
      askCoins(names, signal),
      byGroup(
        tokens,
        ({ platform }) => platform,
        (platform, group) =>
          cache.complete(
            `coingecko ${platform}`,
            group.map(({ address }) => address),
            (wanted) => askCoingeckoTokens(platform, wanted, asking('coingecko', signal)),
          ),
      ),
    ])
    const found = new Map([...answers.coingecko.found, ...coingecko.found])
    return { ...answers, coingecko: { ...coingecko, found }, platforms }
  }

  return {
    async load(tokens, { signal, timeoutMs = standardTimeoutMs }) {
      const names = new Map(tokens.map((token) => [tokenKey(token), sourceNames(token)]))
      const within = async <T>(ask: (limit: AbortSignal) => Promise<T>): Promise<T> => {
        const deadline = startDeadline(signal, timeoutMs)
        return await ask(deadline.signal).finally(deadline.end)
      }
      const answers = await within((limit) => askAll([...names.values()], limit))
      const open = answers.llama.failed
        ? [...names.values()].filter((name) => !isConfirmed(agreedPrice(samplesOf(name, answers))))
        : []
      const all =
        open.length === 0 ? answers : await within((limit) => askFallback(open, answers, limit))
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

type Answers = {
  llama: PriceAnswer
  /** Native coins by id. */
  coingecko: PriceAnswer
  /** By Dexscreener's name of the chain. */
  pools: ReadonlyMap<string, PriceAnswer>
  /** Tokens by CoinGecko's name of the platform. */
  platforms: ReadonlyMap<string, PriceAnswer>
}

/** One request per group, all in parallel. */
async function byGroup<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  ask: (group: string, items: readonly T[]) => Promise<PriceAnswer>,
): Promise<Map<string, PriceAnswer>> {
  const answers = [...new Set(items.map(groupOf))].map(async (group) => {
    const members = items.filter((item) => groupOf(item) === group)
    return [group, await ask(group, members)] as const
  })
  return new Map(await Promise.all(answers))
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
