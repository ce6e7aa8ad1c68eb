import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { beforeEach, expect, test } from 'vitest'

import type { Quote } from '../../../src/core/quote.ts'
import { unoswapRouter } from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import {
  ask,
  createBase,
  dai,
  deep,
  eth,
  one,
  pancake,
  price,
  uni3,
  uniswap,
  usdc,
  weth,
} from './support/baseChain.ts'
import {
  contract,
  type Contract,
  type FakeChain,
  pool,
  type Pool,
  v2Router,
  v3Quoter,
  v3Router,
} from './support/fakeChain.ts'
import { erc20, toRequest } from './support/requests.ts'

// Swaps that take several calls of one router, or pools of several exchanges.

const cbBtc = erc20('BASE', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 'cbBTC', 8)
/** So much that a single pool of the usual depth gives a quarter less. */
const much = 1_000n * one
let chain: FakeChain

beforeEach(() => {
  chain = createBase()
  chain.place(uni3.router, v3Router(uni3, '02', uniswap.factory))
})

function placePools(...pools: readonly Pool[]): void {
  chain.place(uni3.quoter, v3Quoter(uni3.factory, pools))
}

const twins = [500, 3000].map((fee) => pool(weth, usdc.address, price, deep, fee))

async function askUniswap(reader = createOnchainProvider(), amount = much): Promise<Quote> {
  const { quotes } = await ask(chain, reader, toRequest(eth, usdc, amount), ['UNI_SWAP_V3'])
  const [quote] = quotes
  if (quote === undefined) throw new Error('no offer')
  return quote
}

test('a large trade is divided between pools, and brings what they quoted for its parts', async () => {
  chain.place(uniswap.router, null)
  placePools(...twins)
  const quote = await askUniswap()
  const half = twins[0]?.swap(much / 2n) ?? 0n
  expect(quote.dstAmount).toBe(2n * half)
  expect(quote.dstAmount).toBeGreaterThan(twins[0]?.swap(much) ?? 0n)
  expect(quote.providerState).toMatchObject({
    parts: [
      { share: 32, path: [weth, usdc.address], pools: [500] },
      { share: 32, path: [weth, usdc.address], pools: [3000] },
    ],
  })
  expect(quote.steps).toMatchObject([{ via: ['50% direct (0.05%)', '50% direct (0.3%)'] }])
  expect(quote.singlePath?.dstAmount).toBe(twins[0]?.swap(much))
  expect(quote.singlePath?.gasLimit).toBeLessThan(quote.fees.gas?.limit ?? 0n)
})

test('a part that does not bring its gas is left out', async () => {
  placePools(...twins)
  expect((await askUniswap(undefined, one / 1000n)).providerState).toMatchObject({ fees: [500] })
})

test('a V2 pair takes a part of its own', async () => {
  placePools(pool(weth, usdc.address, price, deep, 500))
  const quote = await askUniswap()
  expect(quote.providerState).toMatchObject({ parts: [{ share: 32 }, { share: 32 }] })
  const half = pool(weth, usdc.address, price, deep).swap(much / 2n)
  // The pair's output is computed from two of its quotes, rounded down.
  expect(quote.dstAmount).toBeLessThanOrEqual(2n * half)
  expect(quote.dstAmount).toBeGreaterThan(2n * half - half / 500_000n)
})

test('a later quote asks the parts at once', async () => {
  placePools(...twins)
  const reader = createOnchainProvider()
  const first = await askUniswap(reader)
  expect(chain.batches).toHaveLength(2)
  const later = await askUniswap(reader)
  expect(chain.batches).toHaveLength(3)
  expect(later).toEqual(first)
  // Another amount is divided anew.
  await askUniswap(reader, much * 2n)
  expect(chain.batches).toHaveLength(5)
})

test('a V3 pool behind a pair is asked at once as well, around what reached it before', async () => {
  const second = pool(usdc.address, dai.address, 1e12, deep * one, 500)
  placePools(second)
  const reader = createOnchainProvider()
  const batches = async (amount: bigint): Promise<number> => {
    const before = chain.batches.length
    const { quotes } = await ask(chain, reader, toRequest(eth, dai, amount), ['UNI_SWAP_V3'])
    const most = second.swap(pool(weth, usdc.address, price, deep).swap(amount))
    expect(quotes[0]?.dstAmount).toBeLessThanOrEqual(most)
    expect(quotes[0]?.dstAmount).toBeGreaterThan(most - most / 10_000n)
    return chain.batches.length - before
  }
  expect(await batches(one)).toBe(2)
  expect(await batches(one)).toBe(1)
  expect(await batches(2n * one)).toBe(1)
  // Less reaches it than its quotes are for: that says too little.
  chain.place(uniswap.router, v2Router(uniswap, [pool(weth, usdc.address, price / 2, deep)]))
  const { quotes } = await ask(chain, reader, toRequest(eth, dai, one), ['UNI_SWAP_V3'])
  const most = second.swap(pool(weth, usdc.address, price / 2, deep).swap(one))
  expect(quotes[0]?.dstAmount).toBeGreaterThan(most - most / 500_000n)
})

test('a pool that gave less than it was known for does not make a larger offer', async () => {
  placePools(...twins)
  const reader = createOnchainProvider()
  await askUniswap(reader)
  const [good, thin] = [twins[0], pool(weth, usdc.address, price, deep / 1000n, 3000)]
  if (good === undefined) throw new Error('no pool')
  placePools(good, thin)
  expect(await askUniswap(reader)).toMatchObject({ dstAmount: good.swap(much) })
})

test('what a failed second request has left open is looked for again', async () => {
  placePools(...twins)
  const reader = createOnchainProvider()
  const state = async () => {
    const wanted = ['UNI_SWAP_V3', 'PANCAKE_SWAP'] as const
    const { quotes } = await ask(chain, reader, toRequest(eth, usdc, much), wanted)
    return quotes.find(({ provider }) => provider === 'UNI_SWAP_V3')?.providerState
  }
  chain.intercept = ({ method }) =>
    chain.batches.length > 1 && method === 'eth_call'
      ? { ok: false, code: -32_603, message: 'Internal error', data: null }
      : null
  expect(await state()).toMatchObject({ fees: [500] })
  chain.intercept = null
  expect(await state()).toHaveProperty('parts')
})

/** A pair of another exchange: its router, and its factory, which names the pair. */
function placePair(facts: typeof pancake, pair: string, own: Pool): void {
  const router = v2Router(facts, [own])
  const fee = contract(
    ['function getAmountOut(uint256, uint256, uint256)'],
    // An even pair of 1e30 with a fee of 0.3%.
    { getAmountOut: () => word(996_999_999_005n) },
  )
  chain.place(facts.router, either(router, fee))
  chain.place(
    facts.factory,
    contract(['function getPair(address, address)'], { getPair: () => word(BigInt(pair)) }),
  )
}

function either(first: Contract, second: Contract): Contract {
  return (data) => {
    const found = first(data)
    return found.answer === null ? second(data) : found
  }
}

function word(value: bigint): `0x${string}` {
  return encodeAbiParameters(parseAbiParameters('uint256'), [value])
}

test('pools of two exchanges are joined where neither has a way of its own', async () => {
  placePools()
  const [pairA, pairB] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const first = pool(weth, usdc.address, price, deep)
  const second = pool(usdc.address, dai.address, 1e12, deep * one)
  placePair(uniswap, pairA, first)
  placePair(pancake, pairB, second)
  const reader = createOnchainProvider()
  const asked = async () =>
    await ask(chain, reader, toRequest(eth, dai, one), ['UNISWAP_V2', 'PANCAKE_SWAP'])

  const { quotes, failed } = await asked()
  expect(failed.map(({ provider }) => provider)).toEqual(['PANCAKE_SWAP'])
  const [quote] = quotes
  const most = second.swap(first.swap(one))
  expect(quote?.dstAmount).toBeLessThanOrEqual(most)
  expect(quote?.dstAmount).toBeGreaterThan(most - most / 250_000n)
  expect(quote?.steps.map(({ provider, via }) => [provider, via])).toEqual([
    ['UNISWAP_V2', ['1inch router']],
    ['PANCAKE_SWAP', ['1inch router']],
  ])
  expect(quote?.providerState).toMatchObject({
    family: 'unoswap',
    hops: [
      { id: 'UNISWAP_V2', pool: pairA, numerator: 997_000_000 },
      { id: 'PANCAKE_SWAP', pool: pairB, numerator: 997_000_000 },
    ],
  })
  if (quote === undefined) throw new Error('no offer')
  const { transaction } = await reader.build(quote, chain.context)
  expect(transaction).toMatchObject({ to: unoswapRouter, value: one })

  expect(chain.batches).toHaveLength(2)
  expect((await asked()).quotes).toEqual(quotes)
  expect(chain.batches).toHaveLength(3)
})

test('an exchange that is not wanted lends no pool', async () => {
  placePools()
  placePair(uniswap, `0x${'a1'.repeat(20)}`, pool(weth, usdc.address, price, deep))
  placePair(pancake, `0x${'b2'.repeat(20)}`, pool(usdc.address, dai.address, 1e12, deep * one))
  const { quotes } = await ask(chain, undefined, toRequest(eth, dai, one), ['UNISWAP_V2'])
  expect(quotes).toEqual([])
})

test('three pools of two exchanges are found over two connectors', async () => {
  placePools(
    pool(weth, usdc.address, price, deep, 500),
    pool(usdc.address, cbBtc.address, 1e-3, deep, 3000),
  )
  chain.place(uniswap.router, null)
  placePair(pancake, `0x${'b2'.repeat(20)}`, pool(cbBtc.address, dai.address, 1e15, deep * one))
  chain.place(
    uni3.factory,
    contract(['function getPool(address, address, uint24)'], {
      getPool: ([, , tier]) => word(BigInt(`0x${'c3'.repeat(18)}0000`) + BigInt(String(tier))),
    }),
  )
  const wanted = ['PANCAKE_SWAP', 'UNI_SWAP_V3'] as const
  const { quotes } = await ask(chain, undefined, toRequest(eth, dai, one), wanted)
  expect(quotes.map(({ steps }) => steps.map((step) => step.to.token.symbol))).toEqual([
    ['USDC', 'cbBTC', 'DAI'],
  ])
  expect(quotes[0]?.providerState).toMatchObject({ family: 'unoswap' })
})
