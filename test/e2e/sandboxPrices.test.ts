import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const bscUsdt = '0x55d398326f99059fF775485246999027B3197955'
const unlisted = '0x00000000000000000000000000000000000000fe'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(() => sandbox.stop())

async function ask(source: string, path: string) {
  const response = await fetch(sandbox.providerUrl(source) + path)
  const body: unknown = await response.json()
  return { status: response.status, body }
}

const llama = (coins: string) => ask('defillama', `/prices/current/${coins}?searchWidth=4h`)
const screener = (path: string) => ask('dexscreener', `/tokens/v1/${path}`)

test('defillama echoes the keys it knows and leaves out the others', async () => {
  const { body } = await llama(
    `ethereum:${usdc.toLowerCase()},bsc:${bscUsdt},coingecko:ethereum,coingecko:nothing,ethereum:${unlisted},mars:${usdc}`,
  )
  expect(body).toEqual({
    coins: {
      [`ethereum:${usdc.toLowerCase()}`]: expect.objectContaining({ decimals: 6, price: 1 }),
      [`bsc:${bscUsdt}`]: expect.objectContaining({ decimals: 18, symbol: 'USDT', price: 1 }),
      'coingecko:ethereum': expect.objectContaining({ symbol: 'ETH', price: 3000 }),
    },
  })
})

test.each([
  ['BITCOIN', 'coingecko:bitcoin', `ethereum/0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599`, 60_000],
  ['RIPPLE', 'coingecko:ripple', 'bsc/0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE', 2],
  ['TON', 'coingecko:the-open-network', `ton/EQ${'A'.repeat(43)}M9c`, 3],
  ['SOLANA', 'coingecko:solana', 'solana/So11111111111111111111111111111111111111112', 150],
  ['TRON', 'coingecko:tron', 'tron/TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 0.2],
  ['SUI', 'coingecko:sui', 'sui/0x2::sui::SUI', 2.5],
  [
    'USDT of TRON',
    'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'tron/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    1,
  ],
])('%s has its price at both sources, although no node runs it', async (_, coin, pair, price) => {
  const [{ body: coins }, { body: pairs }] = await Promise.all([llama(coin), screener(pair)])
  expect(coins).toEqual({ coins: { [coin]: expect.objectContaining({ price }) } })
  expect(pairs).toEqual([expect.objectContaining({ priceUsd: String(price) })])
})

test('dexscreener lists pairs with prices as text', async () => {
  const { body } = await screener(`ethereum/${usdc},${unlisted}`)
  expect(body).toEqual([
    expect.objectContaining({
      chainId: 'ethereum',
      priceUsd: '1',
      baseToken: expect.objectContaining({ address: usdc, symbol: 'USDC' }),
      liquidity: expect.objectContaining({ usd: 8_000_000 }),
    }),
  ])
})

test('coingecko prices coins by id and tokens by address', async () => {
  const ids = 'ids=ethereum,bitcoin,nothing&vs_currencies=usd'
  expect((await ask('coingecko', `/simple/price?${ids}`)).body).toEqual({
    ethereum: { usd: 3000 },
    bitcoin: { usd: 60_000 },
  })
  const asked = `contract_addresses=${usdc},${unlisted}&vs_currencies=usd`
  expect((await ask('coingecko', `/simple/token_price/ethereum?${asked}`)).body).toEqual({
    [usdc.toLowerCase()]: { usd: 1 },
  })
})

test.each([
  ['unknown', undefined, {}, []],
  ['zero', undefined, { price: 0 }, { priceUsd: '0' }],
  ['wrong', 20, { price: 1.2 }, { priceUsd: '1.2' }],
] as const)('%s bends both sources alike', async (fault, value, llamaCoin, pair) => {
  for (const target of ['defillama', 'dexscreener']) {
    await setFault(sandbox.stateDir, { target, fault, ...(value !== undefined && { value }) })
  }
  const coins = fault === 'unknown' ? {} : { [`ethereum:${usdc}`]: llamaCoin }
  expect((await llama(`ethereum:${usdc}`)).body).toMatchObject({ coins })
  expect((await screener(`ethereum/${usdc}`)).body).toMatchObject(fault === 'unknown' ? [] : [pair])
  if (fault === 'unknown') expect((await llama(`ethereum:${usdc}`)).body).toEqual({ coins: {} })
})

test('one source fails alone', async () => {
  await setFault(sandbox.stateDir, { target: 'defillama', fault: 'rate-limit' })
  expect((await llama(`ethereum:${usdc}`)).status).toBe(429)
  expect((await screener(`ethereum/${usdc}`)).status).toBe(200)
})

test('a late answer comes after its delay', async () => {
  await setFault(sandbox.stateDir, { target: 'defillama', fault: 'delay', value: 1 })
  const startedAt = performance.now()
  expect((await llama(`ethereum:${usdc}`)).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
})
