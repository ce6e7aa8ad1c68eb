import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { createPrices, type Prices } from '../../../src/prices/prices.ts'
import { json, serve, testClient, type Loopback } from '../http/loopback.ts'

const e18 = 10n ** 18n
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const signal = new AbortController().signal

function token(blockchain: BlockchainId, address: string): Token {
  const native = address === zeroAddress
  return { blockchain, address, symbol: 'T', name: 'T', decimals: 18, listed: true, native }
}

const eth = token('ETH', zeroAddress)
const dollar = token('ETH', usdc)
const bitcoin = token('BITCOIN', zeroAddress)

type Pair = [
  base: string,
  quote: string,
  usd: string | null,
  native: string,
  liquidity: number,
  pool?: string,
]
type World = { llama: Record<string, unknown>; pairs: Pair[]; coins: Record<string, unknown> }

const world: World = {
  llama: {
    'coingecko:ethereum': {
      price: 3000,
      symbol: 'ETH',
      timestamp: 1_800_000_000,
      confidence: 0.99,
    },
    [`ethereum:${usdc}`]: { decimals: 6, price: 0.9998, symbol: 'USDC', confidence: 0.99 },
  },
  pairs: [
    [weth, usdc, '3010.5', '3011.0', 40_000_000],
    [weth, usdc, '4.2', '4.2', 500],
  ],
  coins: {},
}

/** One server speaking all three protocols. */
async function priced(more: Partial<World> = {}): Promise<{
  server: Loopback
  prices: Prices
  clock: { nowMs: number }
}> {
  const { llama, pairs, coins } = { ...world, ...more }
  const server = await serve((response, { path }) => {
    if (path.startsWith('/prices/current/')) return json(response, { coins: llama })
    if (path.startsWith('/simple/price')) return json(response, coins)
    const list = pairs.map(([base, quote, priceUsd, priceNative, usd, pairAddress]) => ({
      chainId: 'ethereum',
      pairAddress,
      baseToken: { address: base.toLowerCase() },
      quoteToken: { address: quote },
      priceUsd,
      priceNative,
      liquidity: { usd },
    }))
    return json(response, list)
  })
  return { server, ...withUrl(server.url) }
}

function withUrl(url: string): { prices: Prices; clock: { nowMs: number } } {
  const { client, clock } = testClient([url])
  const urls = { defillama: url, dexscreener: url, coingecko: url }
  return { prices: createPrices({ http: client, now: () => clock.nowMs, urls }), clock }
}

test('two sources that agree confirm a price; DefiLlama gives the number', async () => {
  const { prices, server } = await priced()
  const book = await prices.load([eth, dollar], { signal })
  expect(book(eth)).toEqual({
    e18: 3000n * e18,
    confirmed: true,
    sources: ['defillama', 'dexscreener'],
  })
  // The dollar is only ever the quote side: 3010.5 / 3011.0.
  expect(book(dollar)).toEqual({
    e18: 999_800_000_000_000_000n,
    confirmed: true,
    sources: ['defillama', 'dexscreener'],
    decimals: 6,
  })
  expect(server.received.map(({ path }) => path).toSorted()).toEqual([
    `/prices/current/coingecko:ethereum,ethereum:${usdc}?searchWidth=4h`,
    `/tokens/v1/ethereum/${weth},${usdc}`,
  ])
})

test('any spelling of an address finds its price, a token that was not asked for has none', async () => {
  const { prices } = await priced()
  const book = await prices.load([dollar], { signal })
  expect(book(token('ETH', usdc.toLowerCase()))?.confirmed).toBe(true)
  // Agreed on once, not at each of the hundreds of readings of one calculation.
  expect(book(token('ETH', usdc.toLowerCase()))).toBe(book(dollar))
  expect(book(eth)).toBeNull()
  expect(book(token('BSC', usdc))).toBeNull()
})

describe('a price is not confirmed', () => {
  test.each<[string, Partial<World>, string[], bigint]>([
    ['when the other source is silent', { pairs: [] }, ['defillama'], 3000n],
    ['when DefiLlama is silent', { llama: {} }, ['dexscreener'], 3010n],
    [
      'when DefiLlama doubts it',
      { llama: { 'coingecko:ethereum': { price: 3000, confidence: 0.5 } } },
      ['dexscreener'],
      3010n,
    ],
    ['by a shallow pool', { pairs: [[weth, usdc, '3000', '3000', 9_999]] }, ['defillama'], 3000n],
    [
      'when they differ by more than 5 %',
      { pairs: [[weth, usdc, '3160', '3160', 1e6]] },
      ['defillama'],
      3000n,
    ],
    [
      'by a pool without a dollar price',
      { pairs: [[weth, usdc, null, '3000', 1e6]] },
      ['defillama'],
      3000n,
    ],
  ])('%s', async (_name, more, sources, dollars) => {
    const { prices } = await priced(more)
    const price = (await prices.load([eth], { signal }))(eth)
    expect(price).toMatchObject({ confirmed: false, sources })
    expect((price?.e18 ?? 0n) / e18).toBe(dollars)
  })

  test('by CoinGecko, where DefiLlama has it from there', async () => {
    const dash = token('DASH', zeroAddress)
    const { prices, server } = await priced({
      llama: { 'coingecko:dash': { price: 30, confidence: 0.99 } },
      coins: { dash: { usd: 30.1 } },
    })
    const book = await prices.load([dash], { signal })
    expect(book(dash)).toEqual({ e18: 30n * e18, confirmed: false, sources: ['defillama'] })
    expect(server.received.map(({ path }) => path)).toContain(
      '/simple/price?ids=dash&vs_currencies=usd',
    )
  })
})

describe('one pool is not two sources', () => {
  const pool = (address: string, usd = '3000', liquidity = 1e6): Pair => {
    return [weth, usdc, usd, usd, liquidity, address]
  }
  test.each<[what: string, confidence: number, pairs: Pair[], confirmed: boolean]>([
    ['a price of pools and the only pool', 0.94, [pool('0xa')], false],
    ['the only pool, listed twice', 0.94, [pool('0xa'), pool('0xa')], false],
    ['pools without addresses', 0.94, [pool(''), [weth, usdc, '3000', '3000', 1e6]], false],
    ['a second pool that is shallow', 0.94, [pool('0xa'), pool('0xb', '3000', 9_999)], false],
    ['a second pool at another price', 0.94, [pool('0xa'), pool('0xb', '2500')], false],
    ['a second pool at that price', 0.94, [pool('0xa'), pool('0xb', '2990')], true],
    ['a third pool at that price', 0.94, [pool('0xa'), pool('0xb', '9'), pool('0xc')], true],
    ['what CoinGecko has, and the only pool', 0.99, [pool('0xa')], true],
  ])('%s', async (_, confidence, pairs, confirmed) => {
    const { prices } = await priced({
      llama: { 'coingecko:ethereum': { price: 3000, confidence } },
      pairs,
    })
    expect((await prices.load([eth], { signal }))(eth)).toMatchObject({ confirmed })
  })
})

test('CoinGecko replaces a silent DefiLlama', async () => {
  const dash = token('DASH', zeroAddress)
  const { prices } = await priced({ llama: {}, coins: { dash: { usd: 30.1 } } })
  const book = await prices.load([dash], { signal })
  expect(book(dash)).toEqual({
    e18: 30_100_000_000_000_000_000n,
    confirmed: false,
    sources: ['coingecko'],
  })
})

test('a coin without contracts is confirmed by the token that represents it', async () => {
  const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
  const { prices, server } = await priced({
    llama: { 'coingecko:bitcoin': { price: 100_000, confidence: 0.99 } },
    pairs: [[wbtc, usdc, '99500', '99500', 5e7]],
  })
  const book = await prices.load([bitcoin], { signal })
  expect(book(bitcoin)).toMatchObject({ e18: 100_000n * e18, confirmed: true })
  expect(server.received.map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining('/simple/price'),
  )
})

describe('a source that is down', () => {
  const tokenPrices = { [usdc.toLowerCase()]: { usd: 1 } }
  const coinPrices = { ethereum: { usd: 3005 } }

  /** Answers 500 for the sources that are down. */
  async function withDown(...down: ('llama' | 'dexscreener' | 'coingecko')[]) {
    const server = await serve((response, { path }) => {
      const source = path.startsWith('/prices/')
        ? 'llama'
        : path.startsWith('/simple/')
          ? 'coingecko'
          : 'dexscreener'
      if (down.includes(source)) return json(response, {}, 400)
      if (source === 'llama') return json(response, { coins: world.llama })
      if (path.startsWith('/simple/price')) return json(response, coinPrices)
      if (path.startsWith('/simple/token_price/')) return json(response, tokenPrices)
      const list = world.pairs.map(([base, quote, priceUsd, priceNative, usd]) => ({
        baseToken: { address: base },
        quoteToken: { address: quote },
        priceUsd,
        priceNative,
        liquidity: { usd },
      }))
      return json(response, list)
    })
    const { prices } = withUrl(server.url)
    return { book: await prices.load([eth, dollar], { signal }), server }
  }

  test('DefiLlama: CoinGecko replaces it, for coins and for tokens', async () => {
    const { book, server } = await withDown('llama')
    for (const one of [eth, dollar]) {
      expect(book(one)).toMatchObject({ confirmed: true, sources: ['dexscreener', 'coingecko'] })
      expect(book.outages?.(one)).toEqual([])
    }
    expect(server.received.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/simple/price?ids=ethereum&vs_currencies=usd',
        `/simple/token_price/ethereum?contract_addresses=${usdc}&vs_currencies=usd`,
      ]),
    )
  })

  test('DefiLlama and its replacement: the outage is named, nothing is confirmed', async () => {
    const { book } = await withDown('llama', 'coingecko')
    expect(book(eth)).toMatchObject({ confirmed: false, sources: ['dexscreener'] })
    expect(book.outages?.(eth)).toEqual(['DefiLlama'])
    expect(book.outages?.(token('ETH', weth))).toEqual([])
  })

  test('Dexscreener: CoinGecko cannot confirm what DefiLlama has from it', async () => {
    const { book, server } = await withDown('dexscreener')
    expect(book(eth)).toMatchObject({ confirmed: false, sources: ['defillama'] })
    expect(book.outages?.(eth)).toEqual(['Dexscreener'])
    expect(server.received.map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining('/simple/'),
    )
  })

  test('no source is down: an unconfirmed price is not an outage', async () => {
    const { prices } = await priced({ pairs: [] })
    const book = await prices.load([eth], { signal })
    expect(book(eth)?.confirmed).toBe(false)
    expect(book.outages?.(eth)).toEqual([])
  })
})

describe('invalid answers', () => {
  test.each<[string, unknown]>([
    ['zero', { price: 0 }],
    ['negative', { price: -3000 }],
    ['text that is no number', { price: 'n/a' }],
    ['a number in an undocumented form', { price: '0x10' }],
  ])('ignores a price that is %s, and keeps the others', async (_name, coin) => {
    const { prices } = await priced({
      llama: { ...world.llama, 'coingecko:ethereum': coin },
      pairs: [],
    })
    const book = await prices.load([eth, dollar], { signal })
    expect(book(eth)).toBeNull()
    expect(book(dollar)?.e18).toBe(999_800_000_000_000_000n)
  })

  test.each([
    [
      'an error status',
      (path: string) => (path.startsWith('/prices') ? 500 : 404),
      '{"error":"x"}',
    ],
    ['another shape', () => 200, '{"coins":[1,2]}'],
    ['no JSON', () => 200, '<html>'],
    ['a polluting key', () => 200, '{"__proto__":{}}'],
  ])('%s means no prices, never an error', async (_name, status, body) => {
    const server = await serve((response, { path }) => {
      response.writeHead(status(path), { 'content-type': 'application/json' }).end(body)
    })
    const book = await withUrl(server.url).prices.load([eth, dollar, bitcoin], { signal })
    expect([eth, dollar, bitcoin].map(book)).toEqual([null, null, null])
  })

  test('a source that hangs costs its own prices and the time allowed, nothing else', async () => {
    const server = await serve((response, { path }) => {
      if (path.startsWith('/prices')) json(response, { coins: world.llama })
    })
    const book = await withUrl(server.url).prices.load([eth], { signal, timeoutMs: 60 })
    expect(book(eth)).toMatchObject({ e18: 3000n * e18, confirmed: false })
  })

  test('the end of the request ends the waiting', async () => {
    const server = await serve(() => {})
    const controller = new AbortController()
    const loading = withUrl(server.url).prices.load([eth], { signal: controller.signal })
    controller.abort()
    expect((await loading)(eth)).toBeNull()
  })
})

describe('cached prices', () => {
  test('for 45 seconds, also that nothing is known; only the rest is asked', async () => {
    const unknown = token('ETH', `0x${'1'.repeat(40)}`)
    const { prices, server, clock } = await priced()
    await prices.load([eth, unknown], { signal })
    expect(server.received).toHaveLength(2)
    clock.nowMs += 44_999
    const book = await prices.load([eth, unknown, dollar], { signal })
    expect(book(eth)?.confirmed).toBe(true)
    expect(
      server.received
        .slice(2)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([`/prices/current/ethereum:${usdc}?searchWidth=4h`, `/tokens/v1/ethereum/${usdc}`])
    clock.nowMs += 1
    await prices.load([eth], { signal })
    expect(server.received).toHaveLength(6)
  })

  test('is never a failure', async () => {
    let isUp = false
    const server = await serve((response) =>
      json(response, { coins: world.llama }, isUp ? 200 : 400),
    )
    const { prices } = withUrl(server.url)
    expect((await prices.load([eth], { signal }))(eth)).toBeNull()
    isUp = true
    expect((await prices.load([eth], { signal }))(eth)?.sources).toEqual(['defillama'])
  })
})

test('long lists are asked in pieces of 60 and 30', async () => {
  const { prices, server } = await priced()
  const many = Array.from({ length: 61 }, (_, index) =>
    token('ETH', `0x${index.toString(16).padStart(40, '0')}1`.slice(0, 42)),
  )
  await prices.load(many, { signal })
  const lengths = server.received.map(({ path }) => path.split(',').length)
  expect(lengths.toSorted((a, b) => a - b)).toEqual([1, 1, 30, 30, 60])
})

test('an address that is more than an address is not put into a path', async () => {
  const { prices, server } = await priced()
  const odd = token('TON', 'EQ/../../x?y')
  expect((await prices.load([odd], { signal }))(odd)).toBeNull()
  expect(server.received).toHaveLength(0)
})
