import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onAbort } from '../../../src/core/deadline.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { PriceTime } from '../../../src/core/usd.ts'
import type { HttpClient } from '../../../src/http/types.ts'
import { createPrices } from '../../../src/prices/prices.ts'
import { ether, usdc } from '../../support/routing.ts'

type Source = 'defillama' | 'dexscreener' | 'coingecko'
/** Milliseconds until a source answers; null: it never does. */
type Times = Readonly<Record<Source, number | null>>

const urls = {
  defillama: 'https://llama.example',
  dexscreener: 'https://dex.example',
  coingecko: 'https://gecko.example',
}
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const pair = {
  pairAddress: '0x1',
  baseToken: { address: weth },
  quoteToken: { address: usdc.address },
  priceUsd: '3000',
  priceNative: '3000',
  liquidity: { usd: 1e8 },
}

function bodyOf(url: string): unknown {
  if (url.startsWith(urls.dexscreener)) return [pair]
  if (url.startsWith(`${urls.coingecko}/simple/price`)) return { ethereum: { usd: 3001 } }
  if (url.startsWith(urls.coingecko)) return { [usdc.address.toLowerCase()]: { usd: 1 } }
  return {
    coins: {
      'coingecko:ethereum': { price: 3000, confidence: 0.99 },
      [`ethereum:${usdc.address}`]: { price: 1, confidence: 0.99, decimals: 6 },
    },
  }
}

/** Loads both prices, and measures the fake clock. */
async function load(times: Times, time: PriceTime = {}, lately: readonly Source[] = []) {
  const sourceOf = (url: string): Source =>
    (['defillama', 'dexscreener', 'coingecko'] as const).find((one) => url.startsWith(urls[one])) ??
    'coingecko'
  const http: HttpClient = {
    send: ({ url, signal }) =>
      new Promise((resolve, reject) => {
        const ms = times[sourceOf(url)]
        const answer = (): void =>
          resolve({ status: 200, retryAfterSeconds: null, body: bodyOf(url) })
        if (ms !== null) setTimeout(answer, ms)
        onAbort(signal, () => reject(new SwaprouteError('TIMED_OUT', 'late')))
      }),
    isSilent: (url) => lately.includes(sourceOf(url)),
    close: async () => {},
  }
  const prices = createPrices({ http, now: () => 0, urls })
  const startedAtMs = performance.now()
  let afterMs = 0
  const { signal } = new AbortController()
  const loading = prices.load([ether, usdc], { signal, ...time })
  void loading.then(() => (afterMs = Math.round(performance.now() - startedAtMs)))
  for (let passed = 0; passed < 10_000; passed += 50) await vi.advanceTimersByTimeAsync(50)
  const book = await loading
  const price = book(ether)
  return {
    afterMs,
    confirmed: price?.confirmed,
    sources: price?.sources,
    outages: book.outages?.(ether),
  }
}

// Loaded on use: an import takes real time.
await import('../../../src/prices/answers.ts')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const all: Times = { defillama: 100, dexscreener: 100, coingecko: 100 }
const llama = 'defillama'
const dex = 'dexscreener'
const gecko = 'coingecko'

test.each<[string, Partial<Times>, object]>([
  ['none', {}, { afterMs: 100, confirmed: true, sources: [llama, dex] }],
  ['DefiLlama', { defillama: null }, { afterMs: 1_100, confirmed: true, sources: [dex, gecko] }],
  [
    'Dexscreener',
    { dexscreener: null },
    { afterMs: 1_100, confirmed: false, outages: ['Dexscreener'] },
  ],
  ['CoinGecko', { coingecko: null }, { afterMs: 100, confirmed: true }],
  [
    'DefiLlama and CoinGecko',
    { defillama: null, coingecko: null },
    { afterMs: 1_500, confirmed: false, outages: ['DefiLlama'] },
  ],
  [
    'DefiLlama, with a slow CoinGecko',
    { defillama: null, coingecko: 900 },
    { afterMs: 1_400, confirmed: true },
  ],
  [
    'all',
    { defillama: null, dexscreener: null, coingecko: null },
    { afterMs: 3_000, outages: ['DefiLlama', 'Dexscreener'] },
  ],
])('silent: %s', async (_name, silent, expected) => {
  expect(await load({ ...all, ...silent })).toMatchObject(expected)
})

test('on a slow connection, the others have as long again as the first', async () => {
  const times = { ...all, defillama: 1_400, dexscreener: 2_700 }
  expect(await load(times)).toMatchObject({ afterMs: 2_700, confirmed: true })
})

test('for what is signed, every source has the whole time', async () => {
  const times = { ...all, defillama: 2_500 }
  expect(await load(times)).toMatchObject({ afterMs: 1_100, sources: [dex, gecko] })
  const whole = await load(times, { everyone: true })
  expect(whole).toMatchObject({ afterMs: 2_500, sources: [llama, dex, gecko] })
})

test('the time of the request is the limit', async () => {
  const nothing = { defillama: null, dexscreener: null, coingecko: null }
  expect((await load(nothing, { timeoutMs: 1_750 })).afterMs).toBe(1_750)
})

test('a DefiLlama that was silent lately is replaced at once', async () => {
  const times = { ...all, defillama: null, coingecko: 600 }
  expect(await load(times, {}, [llama])).toMatchObject({ afterMs: 1_100, confirmed: true })
  expect(await load({ ...times, coingecko: 1_050 }, {}, [llama])).toMatchObject({ confirmed: true })
})
