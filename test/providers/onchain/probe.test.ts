import { beforeEach, describe, expect, test } from 'vitest'

import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { createProbeFiles } from '../../../src/app/caches.ts'
import {
  createMemoryProbeCache,
  type ProbeCache,
} from '../../../src/providers/onchain/probeCache.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import {
  ask,
  base3,
  createBase,
  deep,
  eth,
  one,
  outputAt,
  outputs,
  price,
  reasons,
  pancake,
  uni3,
  uniswap,
  usdc,
  weth,
} from './support/baseChain.ts'
import {
  createFakeChain,
  pool,
  v2Router,
  v3Quoter,
  v3Router,
  type FakeChain,
} from './support/fakeChain.ts'
import { coin, erc20, toRequest } from './support/requests.ts'

let chain: FakeChain
const provider = createOnchainProvider

beforeEach(() => {
  chain = createBase()
})

test('the second quote asks no probe and has the same result', async () => {
  const reader = provider()
  const cold = await ask(chain, reader)
  const warm = await ask(chain, reader)
  expect(warm).toEqual(cold)
  expect(chain.batches).toHaveLength(2)
  expect(chain.batches[1]?.length).toBeLessThan(chain.batches[0]?.length ?? 0)
  const getters = ['c45a0155', 'ad5c4648', '4aa4a4fc', '0f28c97d']
  const asks = (batch: number): boolean[] =>
    getters.map((getter) => JSON.stringify(chain.batches[batch]).includes(getter.padEnd(64, '0')))
  expect(asks(0)).toEqual([true, true, true, true])
  // The sentinel of each piece asks for the time.
  expect(asks(1)).toEqual([false, false, false, true])
  const larger = await ask(chain, reader, toRequest(eth, usdc, 7n * one))
  expect(larger).toEqual(await ask(chain, provider(), toRequest(eth, usdc, 7n * one)))
})

test.each([
  ['no code at the router', () => chain.place(pancake.router, null), /no contract of this kind/],
  [
    'another factory',
    () => chain.place(pancake.router, v2Router({ ...pancake, factory: uniswap.factory }, [])),
    /belongs to the factory 0x8909dc.*, not 0x02a8/,
  ],
  [
    'another wrapped token',
    () => chain.place(pancake.router, v2Router({ ...pancake, wrapped: usdc.address }, [])),
    /wraps with 0x8335.*, not 0x4200/,
  ],
  [
    'another spelling of the wrapped token',
    () => chain.place(pancake.router, v2Router({ ...pancake, getter: 'WAVAX' }, [])),
    /returns no wrapped native token/,
  ],
])('%s switches a deployment off, cold and warm alike', async (_, spoil, reason) => {
  const reader = provider()
  const before = outputs(await ask(chain, provider()))
  spoil()
  const cold = await ask(chain, reader)
  expect(reasons(cold)).toEqual({ PANCAKE_SWAP: expect.stringMatching(reason) })
  expect(reasons(cold)['PANCAKE_SWAP']).toMatch(
    /^UPSTREAM_REFUSED PANCAKE_SWAP is switched off on BASE/,
  )
  const { PANCAKE_SWAP: _gone, ...others } = before
  expect(outputs(cold)).toEqual(others)
  const warm = await ask(chain, reader)
  expect(chain.lastTargets()).not.toContain(pancake.router.toLowerCase())
  expect(outputs(warm)).toEqual(outputs(cold))
  expect(reasons(warm)).toEqual(reasons(cold))
  const states = await reader.rowStates('BASE')
  expect(states.filter(({ state, id }) => state === 'off' && id === 'PANCAKE_SWAP')).toContainEqual(
    expect.objectContaining({ family: 'uniswap-v2', reason: expect.stringMatching(reason) }),
  )
})

test('a quoter of another factory switches its row off, the V2 row of the same name stays', async () => {
  chain.place(base3.quoter, v3Quoter(uni3.factory, [pool(weth, usdc.address, 1, deep, 450)]))
  const reader = provider()
  const outcome = await ask(chain, reader)
  expect(outputs(outcome)['BASE_SWAP']).toBe(outputAt(2950e-12))
  const states = await reader.rowStates('BASE')
  expect(states.filter(({ id }) => id === 'BASE_SWAP').map(({ state }) => state)).toEqual([
    'on',
    'off',
  ])
})

test.each(['01', '02'] as const)(
  'finds out that a router is of generation %s',
  async (generation) => {
    chain.place(base3.router, v3Router(base3, generation))
    const { quotes } = await ask(chain, undefined, undefined, ['BASE_SWAP'])
    expect(quotes[0]?.providerState).toMatchObject({ routerKind: `router${generation}` })
  },
)

describe('the V2 factory of a SwapRouter02', () => {
  const verdictOf = async (probeCache: ProbeCache) =>
    Object.values((await probeCache.read('BASE'))?.verdicts ?? {}).find(
      (verdict) => verdict.state === 'on' && verdict.routerKind !== null,
    )

  test.each([
    ['is found', v3Router(base3, '02', uniswap.factory), uniswap.factory.toLowerCase()],
    ['is absent where the router says zero', v3Router(base3, '02'), null],
    ['is absent of an older router', v3Router(base3, '01'), null],
  ])('%s', async (_, router, v2Factory) => {
    const probeCache = createMemoryProbeCache()
    chain.place(base3.router, router)
    await ask(chain, provider({ probeCache }), undefined, ['BASE_SWAP'])
    expect(await verdictOf(probeCache)).toMatchObject({ state: 'on', v2Factory })
  })

  test('is asked again where an earlier version stored none, or something else', async () => {
    const files = new Map<string, unknown>()
    const probeCache = createProbeFiles({
      read: (name) => structuredClone(files.get(name) ?? null),
      write: (name, value) => void files.set(name, JSON.parse(JSON.stringify(value))),
    })
    chain.place(base3.router, v3Router(base3, '02', uniswap.factory))
    await ask(chain, provider({ probeCache }), undefined, ['BASE_SWAP'])
    const stored = JSON.stringify(files.get('probe-BASE'))
    const member = `,"v2Factory":"${uniswap.factory.toLowerCase()}"`
    expect(stored).toContain(member)
    for (const instead of ['', ',"v2Factory":"0x12"', ',"v2Factory":7', ',"v2Factory":{}']) {
      files.set('probe-BASE', JSON.parse(stored.replace(member, instead)))
      expect(await verdictOf(probeCache), instead).toBeUndefined()
    }
    files.set('probe-BASE', JSON.parse(stored.replace(member, ',"v2Factory":null')))
    expect(await verdictOf(probeCache)).toMatchObject({ v2Factory: null })
  })
})

test('verdicts grow old, and do not hold on another chain', async () => {
  const reader = provider({ probeTtlMs: 1000 })
  const probes = (): number[] => chain.batches.map((batch) => batch.length)
  await ask(chain, reader)
  const [withProbe = 0] = probes()
  chain.now += 999
  await ask(chain, reader)
  chain.now += 1
  await ask(chain, reader)
  chain.chainId = 31_337
  await ask(chain, reader)
  chain.now -= 500 // a clock that was set back
  await ask(chain, reader)
  // What is known of the pools is older than an hour later only: fewer are asked until then.
  expect(probes()).toEqual([withProbe, withProbe - 1, withProbe, withProbe, withProbe])
})

describe('a node that cannot know', () => {
  /** Everything that was placed is gone, then there again. */
  const emptied = (): FakeChain['intercept'] => (call) =>
    call.method === 'eth_call' ? { ok: true, result: '0x' } : null

  test('empty, as one that has just begun to sync: nothing of it is stored', async () => {
    const expected = outputs(await ask(chain, provider()))
    const probeCache = createMemoryProbeCache()
    chain.intercept = emptied()
    const empty = await ask(chain, provider({ probeCache }))
    expect(empty.quotes).toEqual([])
    expect(reasons(empty)['PANCAKE_SWAP']).toMatch(
      /^UPSTREAM_FAILED The contracts of PANCAKE_SWAP on BASE could not be checked: no contract/,
    )
    expect(await probeCache.read('BASE')).toBeNull()
    chain.intercept = null
    expect(outputs(await ask(chain, provider({ probeCache })))).toEqual(expected)
  })

  test('an hour behind: its absences are not stored, its contracts are', async () => {
    const probeCache = createMemoryProbeCache()
    const reader = provider({ probeCache })
    const expected = outputs(await ask(chain, provider()))
    const router = v2Router(pancake, [pool(weth, usdc.address, 2980e-12, deep)])
    chain.place(pancake.router, null)
    chain.blockAgeSeconds = 3600
    expect(reasons(await ask(chain, reader))['PANCAKE_SWAP']).toMatch(/could not be checked/)
    const kept = Object.values((await probeCache.read('BASE'))?.verdicts ?? {})
    expect(kept.map(({ state }) => state)).toEqual(['on', 'on', 'on', 'on'])
    chain.place(pancake.router, router)
    chain.blockAgeSeconds = 2
    expect(Object.keys(outputs(await ask(chain, reader)))).toEqual(Object.keys(expected))
  })

  test('one whose blocks come at any time is believed where that is configured', async () => {
    chain.place(pancake.router, null)
    chain.blockAgeSeconds = 36_000
    const reader = provider({ maxNodeAgeMs: Number.POSITIVE_INFINITY })
    expect(reasons(await ask(chain, reader))['PANCAKE_SWAP']).toMatch(/is switched off on BASE/)
  })
})

test('a row that is off heals by itself within minutes', async () => {
  const router = v2Router(pancake, [pool(weth, usdc.address, 2980e-12, deep)])
  const reader = provider()
  const isOff = async () => 'PANCAKE_SWAP' in reasons(await ask(chain, reader))
  chain.place(pancake.router, null)
  expect(await isOff()).toBe(true)
  chain.place(pancake.router, router)
  chain.now += 599_000
  expect(await isOff()).toBe(true)
  chain.now += 1_000
  const before = chain.batches.length
  expect(await isOff()).toBe(false)
  expect(chain.batches.length - before).toBe(1)
})

test('verdicts are shared through the cache and only the unknown rows are asked', async () => {
  const probeCache = createMemoryProbeCache()
  await ask(chain, provider({ probeCache }), undefined, ['UNISWAP_V2'])
  await ask(chain, provider({ probeCache }), undefined, ['UNISWAP_V2', 'PANCAKE_SWAP'])
  await ask(chain, provider({ probeCache }), undefined, ['UNISWAP_V2', 'PANCAKE_SWAP'])
  const stored = await probeCache.read('BASE')
  expect(stored?.chainId).toBe(1)
  expect(Object.keys(stored?.verdicts ?? {}).map((key) => key.split(':')[0])).toEqual([
    'UNISWAP_V2',
    'PANCAKE_SWAP',
  ])
  expect(chain.batches.map((batch) => batch.length)).toEqual([3, 3, 2])
})

test('a router that spells its coin AVAX or ETH is asked which', async () => {
  const joe = chainRows('MONAD')?.rows.find(({ id }) => id === 'JOE')
  if (joe?.family !== 'uniswap-v2' || joe.factory === null) throw new Error('no JOE on MONAD')
  const monad = createFakeChain('MONAD')
  const usdcMonad = erc20('MONAD', '0x754704Bc059F8C67012fEd69BC8A327a5aafb603', 'USDC', 6)
  for (const [getter, word] of [
    ['WAVAX', 'AVAX'],
    ['WETH', 'ETH'],
  ] as const) {
    const facts = { factory: joe.factory, wrapped: joe.wrapped, getter }
    monad.place(joe.router, v2Router(facts, [pool(joe.wrapped, usdcMonad.address, price, deep)]))
    const { quotes } = await provider().quote(
      toRequest(coin('MONAD'), usdcMonad, one),
      new Set(['JOE']),
      monad.context,
    )
    expect(quotes[0]?.providerState).toMatchObject({ nativeWord: word, direction: 'nativeIn' })
  }
})

test('a router that wraps a coin of the past swaps tokens only', async () => {
  const frax = chainRows('FRAXTAL')?.rows.find(({ id }) => id === 'FRAX_SWAP_V2')
  if (frax?.family !== 'uniswap-v2' || frax.factory === null) {
    throw new Error('no FRAX_SWAP_V2 on FRAXTAL')
  }
  const fraxtal = createFakeChain('FRAXTAL')
  const [a, b] = [
    erc20('FRAXTAL', frax.wrapped, 'wfrxETH', 18),
    erc20('FRAXTAL', usdc.address, 'USDC', 6),
  ]
  const facts = { factory: frax.factory, wrapped: weth }
  fraxtal.place(frax.router, v2Router(facts, [pool(a.address, b.address, price, deep)], 'twamm'))
  const reader = provider()
  expect(reader.supports(toRequest(coin('FRAXTAL'), b, one))).not.toContain('FRAX_SWAP_V2')
  expect(reader.supports(toRequest(b, coin('FRAXTAL'), one))).not.toContain('FRAX_SWAP_V2')
  const request = toRequest(a, b, one)
  expect(reader.supports(request)).toContain('FRAX_SWAP_V2')
  const { quotes } = await reader.quote(request, new Set(['FRAX_SWAP_V2']), fraxtal.context)
  expect(quotes[0]).toMatchObject({ dstAmount: outputAt(price), spender: frax.router })
})
