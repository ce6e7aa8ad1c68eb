import { describe, expect, test, vi } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Provider, ProviderContext } from '../../../src/providers/types.ts'
import { findRoutes, type RoutePlan, type RouterEvent } from '../../../src/router/router.ts'
import { noTon } from '../../support/noTon.ts'
import { ether, fakeProvider, prices, quote, request } from '../../support/routing.ts'

function plan(overrides: Partial<RoutePlan> = {}): RoutePlan {
  return {
    request: request(),
    onlyProvider: null,
    excluded: new Set(),
    deposits: 'all',
    preferDeposit: false,
    skipFeeProviders: false,
    timeoutMs: 5_000,
    nativeToken: ether,
    ...overrides,
  }
}

function run(providers: Provider[], overrides: Partial<RoutePlan> = {}, events?: RouterEvent[]) {
  const context = (signal: AbortSignal): ProviderContext => ({
    http: { send: () => Promise.reject(new Error('no network')), close: async () => {} },
    rpc: {
      batch: () => Promise.reject(new Error('no network')),
      call: () => Promise.reject(new Error('no network')),
      has: () => false,
    },
    ton: noTon,
    chainId: () => 1,
    now: () => 0,
    signal,
  })
  return findRoutes(plan(overrides), {
    providers: providers.slice(0, 1),
    otherProviders: async () => providers.slice(1),
    context,
    prices: Promise.resolve(prices),
    signal: new AbortController().signal,
    ...(events === undefined ? {} : { onEvent: (event) => events.push(event) }),
  })
}

const names = (result: Awaited<ReturnType<typeof run>>) =>
  result.offers.map((offer) => offer.quote.provider)

test('best first, whoever answers first; one failure is a row', async () => {
  const events: RouterEvent[] = []
  const result = await run(
    [
      fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)]),
      fakeProvider('SUSHI_SWAP', new SwaprouteError('RATE_LIMITED', 'slow down')),
      fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)]),
    ],
    {},
    events,
  )
  expect(names(result)).toEqual(['UNI_SWAP_V3', 'UNISWAP_V2'])
  expect(result.failed.map(({ provider, error }) => [provider, error.serviceCode])).toEqual([
    ['SUSHI_SWAP', 2003],
  ])
  expect(events[0]).toEqual({ type: 'started', total: 3 })
  expect(events.map((event) => event.type).sort()).toEqual(['failed', 'quote', 'quote', 'started'])
})

test('a provider that ignores its signal is cut off inside the request', async () => {
  vi.useFakeTimers()
  try {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
    const stuck = fakeProvider('across', () => new Promise(() => {}))
    const answer = run([stuck, fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)])], {
      timeoutMs: 2_000,
    })
    await vi.advanceTimersByTimeAsync(1_749)
    let settled = false
    void answer.then(() => (settled = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const result = await answer
    expect(names(result)).toEqual(['UNISWAP_V2'])
    expect(result.failed[0]?.error.code).toBe('TIMED_OUT')
    timeout.mockRestore()
  } finally {
    vi.useRealTimers()
  }
})

test('a foreign exception is a row too, as a fault of ours', async () => {
  const broken = fakeProvider('across', () => Promise.reject(new TypeError('x is undefined')))
  const result = await run([broken])
  expect(result.failed[0]?.error.code).toBe('INTERNAL')
})

describe('who is asked', () => {
  const offer = [quote('UNISWAP_V2', 2980_000000n)]
  test('not an excluded one (nativeBlacklist)', async () => {
    const provider = fakeProvider('UNISWAP_V2', offer)
    await run([provider], { excluded: new Set(['UNISWAP_V2']) })
    expect(provider.asked).toHaveLength(0)
  })
  test('only the preferred one', async () => {
    const other = fakeProvider('SUSHI_SWAP', offer)
    const preferred = fakeProvider('UNISWAP_V2', offer)
    expect(names(await run([other, preferred], { onlyProvider: 'UNISWAP_V2' }))).toEqual([
      'UNISWAP_V2',
    ])
    expect(other.asked).toHaveLength(0)
  })
  test('not one that says it cannot serve the request', async () => {
    const provider = fakeProvider('UNISWAP_V2', offer, { supports: () => [] })
    await run([provider])
    expect(provider.asked).toHaveLength(0)
  })
  test('not one that cannot pay another receiver', async () => {
    const capabilities = { recipient: false, chargesFee: false, deposit: false, crossChain: false }
    const provider = fakeProvider('UNISWAP_V2', offer, { capabilities })
    await run([provider], { request: request({ fromAddress: '0x1', receiver: '0x2' }) })
    await run([provider], { request: request({ fromAddress: '0x1', receiver: '0x1' }) })
    expect(provider.asked).toHaveLength(1)
  })
  test.each([
    { deposits: 'all', expected: 2 },
    { deposits: 'onlyDeposits', expected: 1 },
    { deposits: 'noDeposits', expected: 1 },
  ] as const)('depositTradeParams $deposits', async ({ deposits, expected }) => {
    const capabilities = { recipient: true, chargesFee: false, deposit: true, crossChain: true }
    const result = await run(
      [
        fakeProvider('exolix', [quote('exolix', 2970_000000n)], { capabilities }),
        fakeProvider('UNISWAP_V2', offer),
      ],
      { deposits },
    )
    expect(result.offers).toHaveLength(expected)
    expect(names(result).includes('exolix')).toBe(deposits !== 'noDeposits')
  })
  test('deposits come first where they are preferred', async () => {
    const deposit = quote('exolix', 2900_000000n, { executionKind: 'deposit' })
    const providers = [fakeProvider('exolix', [deposit]), fakeProvider('UNISWAP_V2', offer)]
    expect(names(await run(providers))).toEqual(['UNISWAP_V2', 'exolix'])
    expect(names(await run(providers, { preferDeposit: true }))).toEqual(['exolix', 'UNISWAP_V2'])
  })
})

describe('what is dropped', () => {
  test('a route with a fee under skipFeeProviders, kept otherwise', async () => {
    const fees = {
      gas: null,
      protocolFixed: 0n,
      providerFixed: 0n,
      percent: { percent: 0.1, token: ether },
    }
    const provider = fakeProvider('across', [quote('across', 2990_000000n, { fees })])
    expect(names(await run([provider]))).toEqual(['across'])
    const without = await run([provider], { skipFeeProviders: true })
    expect(names(without)).toEqual([])
    expect(without.failed[0]?.error.message).toContain('charges a fee')
  })
  test('an excluded exchange inside an aggregator (foreignBlacklist)', async () => {
    const step = {
      type: 'on-chain' as const,
      provider: 'Sushiswap',
      from: { token: ether, amount: 1n },
      to: { token: ether, amount: 1n },
    }
    const provider = fakeProvider('lifi', [quote('lifi', 2990_000000n, { steps: [step] })])
    const banned = { lifi: ['sushiswap'], rango: [], zerox: [], dflow: [] }
    const other = { lifi: [], rango: ['sushiswap'], zerox: [], dflow: [] }
    expect(
      names(await run([provider], { request: request({ foreignExclusions: banned }) })),
    ).toEqual([])
    expect(
      names(await run([provider], { request: request({ foreignExclusions: other }) })),
    ).toEqual(['lifi'])
  })
  test('an offer off the median by a power of ten', async () => {
    const offers = (['UNISWAP_V2', 'SUSHI_SWAP', 'UNI_SWAP_V3'] as const).map((id, index) =>
      fakeProvider(id, [quote(id, 2980_000000n + BigInt(index))]),
    )
    const wrong = fakeProvider('across', [quote('across', 2980_000000n * 10n ** 12n)])
    const result = await run([...offers, wrong])
    expect(names(result)).not.toContain('across')
    expect(result.failed[0]?.error.message).toContain('power of ten')
  })
})

test('dangerous offers stay in the list, marked', async () => {
  const result = await run([fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 1_000000n)])])
  expect(result.offers[0]?.dangers.map((danger) => danger.code)).toEqual([7001])
})

test('a disabled provider is never asked, and told as disabled where it would have been', async () => {
  const across = fakeProvider('across', [quote('across', 3100_000000n)])
  const uni = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 3000_000000n)])
  const idle = fakeProvider('relay', [quote('relay', 3200_000000n)], { supports: () => [] })
  const events: RouterEvent[] = []
  const disabled = new Set(['across', 'relay'] as const)
  const result = await run([across, uni, idle], { disabled }, events)
  expect(names(result)).toEqual(['UNI_SWAP_V3'])
  expect(across.asked).toEqual([])
  expect(result.failed).toMatchObject([
    { provider: 'across', error: { code: 'NO_ROUTE', context: { check: 'S6' } } },
  ])
  expect(events[0]).toEqual({ type: 'started', total: 2 })
  expect(names(await run([across, uni, idle]))).toEqual(['across', 'UNI_SWAP_V3'])
})
