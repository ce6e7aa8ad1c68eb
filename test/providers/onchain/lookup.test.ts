import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'

import type { ProviderId } from '../../../src/core/providerIds.ts'
import { createProbeFiles } from '../../../src/app/caches.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { nameTokens } from '../../../src/providers/onchain/poolTokens.ts'
import { createMemoryProbeCache } from '../../../src/providers/onchain/probeCache.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import type { QuoteOutcome } from '../../../src/providers/types.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import { deep, outputs, price, reasons } from './support/baseChain.ts'
import { contract, createFakeChain, pool, v2Router, type FakeChain } from './support/fakeChain.ts'
import { coin, erc20, toRequest } from './support/requests.ts'

// Pools that are looked up on the chain, and what is remembered of them.

const rows = chainRows('BASE')?.rows ?? []
const maverick = rows.find(({ id }) => id === 'MAVERICK')
const uniswap = rows.find(({ id }) => id === 'UNISWAP_V2')
if (maverick?.family !== 'maverick-v2' || uniswap?.family !== 'uniswap-v2') throw new Error('BASE')
const { router, factory, quoter, wrapped } = maverick
const usdc = erc20('BASE', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6)
const one = 10n ** 18n
const request = toRequest(coin('BASE'), usdc, one)
const [deepPool, otherPool] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
const both: readonly ProviderId[] = ['MAVERICK', 'UNISWAP_V2']
const day = 24 * 60 * 60 * 1000

const words = (...values: bigint[]): Hex =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )
const list = (addresses: readonly string[]): Hex =>
  encodeAbiParameters(parseAbiParameters('address[]'), [addresses as Hex[]])

let chain: FakeChain
let pools: string[]

/** What each pool gives for a coin. */
const outputOf: Readonly<Record<string, bigint>> = {
  [deepPool]: 3_000_000_000n,
  [otherPool]: 2_900_000_000n,
}

beforeEach(() => {
  pools = [deepPool, otherPool]
  chain = createFakeChain('BASE')
  chain.place(
    router,
    contract(['function factory()', 'function weth()'], {
      factory: () => words(BigInt(factory)),
      weth: () => words(BigInt(wrapped)),
    }),
  )
  chain.place(
    factory,
    contract(
      [
        'function lookup(address a, address b, uint256 start, uint256 end)',
        'function isFactoryPool(address pool)',
      ],
      {
        lookup: ([a, b]) => {
          expect(String(a).toLowerCase() < String(b).toLowerCase()).toBe(true)
          return list(pools)
        },
        isFactoryPool: ([at]) => words(pools.includes(String(at).toLowerCase()) ? 1n : 0n),
      },
    ),
  )
  chain.place(
    quoter,
    contract(
      [
        'function calculateSwap(address pool, uint128 amount, bool isFirst, bool exactOut, int32 limit)',
      ],
      {
        calculateSwap: ([at, amount]) => {
          const full = outputOf[String(at).toLowerCase()] ?? 0n
          return words(amount as bigint, (full * (amount as bigint)) / one, 9n)
        },
      },
    ),
  )
  for (const at of [deepPool, otherPool]) {
    chain.place(
      at,
      contract(['function tokenA()', 'function tokenB()'], {
        tokenA: () => words(BigInt(wrapped)),
        tokenB: () => words(BigInt(usdc.address)),
      }),
    )
  }
  const v2 = { factory: uniswap.factory ?? '', wrapped }
  chain.place(uniswap.router, v2Router(v2, [pool(wrapped, usdc.address, price, deep)]))
})

const ask = (reader = createOnchainProvider(), ids = both): Promise<QuoteOutcome> =>
  reader.quote(request, new Set(ids), chain.context)

test('the first quote finds the pools and asks them, later ones ask them at once', async () => {
  const reader = createOnchainProvider()
  const first = await ask(reader)
  expect(chain.batches).toHaveLength(2)
  expect(outputs(first)['MAVERICK']).toBe(3_000_000_000n)
  // The second request asks the pools that were found, and nothing else.
  expect([...chain.lastTargets()].toSorted()).toEqual([quoter.toLowerCase()])
  const second = await ask(reader)
  expect(chain.batches).toHaveLength(3)
  expect(outputs(second)).toEqual(outputs(first))
  expect(chain.lastTargets()).not.toContain(factory.toLowerCase())
  expect(
    second.quotes.find(({ provider }) => provider === 'MAVERICK')?.providerState,
  ).toMatchObject({ family: 'maverick-v2', pools: [{ address: deepPool, params: [] }] })
})

test('the other exchanges are reported before the second request is sent', async () => {
  const told: [string[], number][] = []
  const tell = ({ quotes }: QuoteOutcome): void => {
    told.push([quotes.map(({ provider }) => provider), chain.batches.length])
  }
  const context = { ...chain.context, report: tell }
  const rest = await createOnchainProvider().quote(request, new Set(both), context)
  expect(told).toEqual([[['UNISWAP_V2'], 1]])
  expect(rest.quotes.map(({ provider }) => provider)).toEqual(['MAVERICK'])
  expect(rest.failed).toEqual([])
})

test('a second request that fails costs the others nothing', async () => {
  chain.intercept = ({ method }) =>
    method === 'eth_call' && chain.batches.length === 2
      ? { ok: false, code: -32_603, message: 'internal error', data: null }
      : null
  const outcome = await ask()
  expect(Object.keys(outputs(outcome))).toEqual(['UNISWAP_V2'])
  expect(reasons(outcome)['MAVERICK']).toMatch(/^CHAIN_UNAVAILABLE/)
})

describe('what is remembered', () => {
  test('a pair without pools is looked up again after an hour, one with pools after a day', async () => {
    const reader = createOnchainProvider()
    const looks = async (): Promise<boolean> => {
      const before = chain.batches.length
      await ask(reader, ['MAVERICK'])
      return JSON.stringify(chain.batches[before]).includes('e262790d')
    }
    pools = []
    expect(await looks()).toBe(true)
    expect(await looks()).toBe(false)
    chain.now += 60 * 60 * 1000
    pools = [otherPool]
    expect(await looks()).toBe(true)
    pools = [deepPool]
    chain.now += day - 1
    expect(await looks()).toBe(false)
    chain.now += 1
    expect(await looks()).toBe(true)
    expect(outputs(await ask(reader))['MAVERICK']).toBe(3_000_000_000n)
  })

  test('a node that is behind does not prove that there are none', async () => {
    pools = []
    chain.blockAgeSeconds = 3600
    const reader = createOnchainProvider()
    await ask(reader)
    pools = [deepPool]
    expect(outputs(await ask(reader))['MAVERICK']).toBe(3_000_000_000n)
  })

  test('is stored on disk, and damaged files are not believed', async () => {
    const files = new Map<string, unknown>()
    const probeCache = createProbeFiles({
      read: (name) => structuredClone(files.get(name) ?? null),
      write: (name, value) => void files.set(name, JSON.parse(JSON.stringify(value))),
    })
    await ask(createOnchainProvider({ probeCache }))
    await ask(createOnchainProvider({ probeCache }))
    expect(chain.batches).toHaveLength(3)
    const text = JSON.stringify([...files])
    expect(text).toContain(deepPool)
    for (const spoiled of [
      text.replace(`"${deepPool}"`, '"0x12"'),
      text.replace('"params":[]', '"params":[1.5]'),
      text.replace('"found":[', '"found":[7,'),
      text.replaceAll('"atMs"', '"at"'),
    ]) {
      expect(spoiled).not.toBe(text)
      files.clear()
      for (const [name, value] of JSON.parse(spoiled) as [string, unknown][]) files.set(name, value)
      const outcome = await ask(createOnchainProvider({ probeCache }))
      expect(outputs(outcome)['MAVERICK']).toBe(3_000_000_000n)
    }
  })

  test('hops without a pool are not asked again for an hour', async () => {
    const probeCache = createMemoryProbeCache()
    const asked = async (): Promise<number> => {
      const before = chain.batches.length
      await ask(createOnchainProvider({ probeCache }), ['UNI_SWAP_V3'])
      return JSON.stringify(chain.batches[before]).length
    }
    const uni = rows.find(({ id }) => id === 'UNI_SWAP_V3')
    if (uni?.family !== 'uniswap-v3') throw new Error('no UNI_SWAP_V3')
    const facts = (): Hex => words(BigInt(uni.factory ?? ''))
    const getters = ['function factory()', 'function WETH9()', 'function factoryV2()']
    const answers = { factory: facts, WETH9: () => words(BigInt(wrapped)), factoryV2: facts }
    chain.place(uni.router, contract(getters, answers))
    chain.place(uni.quoter, contract(getters, answers))
    const [cold, warm] = [await asked(), await asked()]
    expect(warm * 20).toBeLessThan(cold)
    chain.now += 60 * 60 * 1000
    expect((await asked()) * 2).toBeGreaterThan(cold)
  })
})

describe('before a call is signed', () => {
  const call: DecodedCall = {
    method: 'exactInputSingle',
    recipient: router,
    srcToken: null,
    dstToken: null,
    amountIn: one,
    minOut: 1n,
    dst: 'same',
    refundTo: null,
    pools: [{ pool: deepPool, tokenIn: null, isFirstIn: true }],
  }
  const { rpc, signal } = createFakeChain('BASE').context
  const at = { blockchain: 'BASE', to: router } as const
  const named = (change: Partial<DecodedCall> = {}) =>
    nameTokens({ ...call, ...change }, at, { rpc: chain.context.rpc, signal })

  test('the chain shows the tokens of its pool', async () => {
    const weth = wrapped.toLowerCase()
    const bought = usdc.address.toLowerCase()
    expect(await named()).toMatchObject({ srcToken: weth, dstToken: bought })
    const back = [{ pool: deepPool, tokenIn: null, isFirstIn: false }]
    expect(await named({ pools: back })).toMatchObject({ srcToken: bought, dstToken: weth })
    const coins = `0x${'0'.repeat(40)}`
    expect(await named({ pools: back, dstToken: coins })).toMatchObject({ dstToken: coins })
    const told = [{ pool: deepPool, tokenIn: bought, isFirstIn: null }]
    expect(await named({ pools: told })).toMatchObject({ srcToken: bought, dstToken: weth })
  })

  test.each<[string, () => Partial<DecodedCall>]>([
    ['a pool that the factory does not know', () => ((pools = [otherPool]), {})],
    [
      'a contract that is no pool',
      () => ({ pools: [{ pool: quoter, tokenIn: null, isFirstIn: true }] }),
    ],
    ['coins for a pool of tokens', () => ({ dstToken: `0x${'0'.repeat(40)}` })],
    ['another token than the pool holds', () => ({ srcToken: usdc.address })],
    [
      'a token that the pool does not hold',
      () => ({ pools: [{ pool: deepPool, tokenIn: router, isFirstIn: null }] }),
    ],
    [
      'pools that do not follow each other',
      () => ({ pools: [...(call.pools ?? []), ...(call.pools ?? [])] }),
    ],
  ])('%s is refused', async (_, change) => {
    await expect(named(change())).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E8' },
    })
  })

  test('a node that does not answer proves nothing', async () => {
    const silent = { ...rpc, batch: () => Promise.resolve([]) }
    await expect(nameTokens(call, at, { rpc: silent, signal })).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
    })
  })
})
