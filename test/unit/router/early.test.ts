import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Provider, ProviderContext } from '../../../src/providers/types.ts'
import { findRoutes, type RoutePlan, type RouterEvent } from '../../../src/router/router.ts'
import { noTon } from '../../support/noTon.ts'
import { ether, fakeProvider, prices, quote, request } from '../../support/routing.ts'

function run(
  providers: Provider[],
  overrides: Partial<RoutePlan> = {},
  events: RouterEvent[] = [],
) {
  const refused = (): Promise<never> => Promise.reject(new Error('no network'))
  const context = (signal: AbortSignal): ProviderContext => ({
    http: { send: refused, close: async () => {} },
    rpc: { batch: refused, call: refused, has: () => false },
    ton: noTon,
    chainId: () => 1,
    now: () => 0,
    signal,
  })
  const plan: RoutePlan = {
    request: request(),
    preferred: null,
    onlyPreferred: false,
    preferredUnavailable: null,
    excluded: new Set(),
    deposits: 'all',
    preferDeposit: false,
    skipFeeProviders: false,
    exclusionsOf: () => null,
    timeoutMs: 5_000,
    nativeToken: ether,
    ...overrides,
  }
  return findRoutes(plan, {
    providers: providers.map((provider) => Promise.resolve(provider)),
    context,
    prices: Promise.resolve(prices),
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
  })
}

const names = (result: Awaited<ReturnType<typeof run>>) =>
  result.offers.map((offer) => offer.quote.provider)

describe('a reader of many exchanges that tells what it has before the rest', () => {
  const many = (
    rest: (tell: NonNullable<ProviderContext['tell']>) => Promise<Outcome>,
  ): Provider => ({
    ...fakeProvider('UNISWAP_V2', []),
    ids: ['UNISWAP_V2', 'MAVERICK'],
    supports: () => ['UNISWAP_V2', 'MAVERICK'],
    quote: (_request, _wanted, { tell = () => {} }) => {
      tell({ quotes: [quote('UNISWAP_V2', 2980_000000n)], failed: [] })
      return rest(tell)
    },
  })
  type Outcome = Awaited<ReturnType<Provider['quote']>>
  const late: Outcome = { quotes: [quote('MAVERICK', 2990_000000n)], failed: [] }
  const failures = (result: Awaited<ReturnType<typeof run>>): string[] =>
    result.failed.map(({ provider, error }) => `${provider} ${error.code}`)

  test('each answer is told once, as it comes', async () => {
    const events: RouterEvent[] = []
    const result = await run([many(() => Promise.resolve(late))], {}, events)
    expect(names(result)).toEqual(['MAVERICK', 'UNISWAP_V2'])
    expect(failures(result)).toEqual([])
    const early = events.find(({ type }) => type === 'quote')
    expect(early).toMatchObject({ quote: { provider: 'UNISWAP_V2' }, waiting: ['MAVERICK'] })
  })

  test('what does not come after it fails alone', async () => {
    const thrown = many(() => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'no node')))
    expect(failures(await run([thrown]))).toEqual(['MAVERICK CHAIN_UNAVAILABLE'])
    const silent = many(() => Promise.resolve({ quotes: [], failed: [] }))
    expect(failures(await run([silent]))).toEqual(['MAVERICK NO_ROUTE'])
    const hanging = many(() => new Promise(() => {}))
    const cut = await run([hanging], { timeoutMs: 300 })
    expect(failures(cut)).toEqual(['MAVERICK TIMED_OUT'])
    expect(names(cut)).toEqual(['UNISWAP_V2'])
  })

  test('what is told after the end is not counted any more', async () => {
    let later: NonNullable<ProviderContext['tell']> = () => {}
    const provider = many((tell) => {
      later = tell
      return Promise.resolve(late)
    })
    const events: RouterEvent[] = []
    await run([provider], {}, events)
    const before = events.length
    later(late)
    expect(events).toHaveLength(before)
  })
})
