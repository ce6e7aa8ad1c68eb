import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { PriceBook } from '../../../src/core/usd.ts'
import type { HttpClient } from '../../../src/http/types.ts'
import type { Provider } from '../../../src/providers/types.ts'
import type { RoutePlan } from '../../../src/router/selection.ts'
import { names, run } from '../../support/findRoutes.ts'
import { fakeProvider, prices, quote } from '../../support/routing.ts'

const fast = ['UNISWAP_V2', 'SUSHI_SWAP', 'UNI_SWAP_V3', 'PANCAKE_SWAP'] as const
const others: ProviderId[] = [
  'across',
  'lifi',
  'rango',
  'dln',
  'relay',
  'mayan',
  'exolix',
  'squidrouter',
]

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

const offering = (id: ProviderId, afterMs: number, amount = 2980_000000n): Provider =>
  fakeProvider(id, async () => {
    await after(afterMs)
    return [quote(id, amount)]
  })
const answering = (afterMs: number, amount?: bigint) =>
  fast.map((id) => offering(id, afterMs, amount))
const stuck = (id: ProviderId): Provider => fakeProvider(id, () => new Promise(() => {}))

/** When the calculation ended, and what it found. */
async function timed(answer: ReturnType<typeof run>) {
  const startedAtMs = performance.now()
  let endedAtMs = 0
  void answer.then(() => (endedAtMs = performance.now()))
  await vi.advanceTimersByTimeAsync(30_000)
  return { result: await answer, afterMs: Math.round(endedAtMs - startedAtMs) }
}

const long: Partial<RoutePlan> = { timeoutMs: 30_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The last 50 ms are for the reason why a provider is late. */
test.each([
  { firstMs: 100, silent: 1, endMs: 100 + 2_000 },
  { firstMs: 100, silent: 4, endMs: 100 + 2_000 },
  { firstMs: 100, silent: 8, endMs: 100 + 2_000 },
  { firstMs: 1_500, silent: 1, endMs: 3 * 1_500 },
  { firstMs: 1_500, silent: 8, endMs: 3 * 1_500 },
])('$silent beside four after $firstMs ms: late after $endMs, and each is named', async (row) => {
  const silent = others.slice(0, row.silent)
  const answer = run([...answering(row.firstMs), ...silent.map(stuck)], long)
  const { result, afterMs } = await timed(answer)
  expect(afterMs).toBe(row.endMs + 50)
  expect(names(result)).toHaveLength(4)
  expect(result.failed.map(({ provider }) => provider)).toEqual(silent)
  for (const { provider, error } of result.failed) {
    expect(error.code).toBe('TIMED_OUT')
    expect(error.message).toBe(
      `${provider} is slow: it did not answer within ${(row.endMs / 1000).toFixed(1)}s.`,
    )
  }
})

test('what is slow but alive is taken: within 2s of the first, and three times the median', async () => {
  const quick = [...answering(100), offering('across', 2_000, 2999_000000n)]
  const first = await timed(run([...quick, stuck('lifi')], long))
  expect([first.afterMs, names(first.result)[0]]).toEqual([2_150, 'across'])
  const slow = [...answering(1_500), offering('across', 4_400, 2999_000000n)]
  const second = await timed(run([...slow, stuck('lifi')], long))
  expect([second.afterMs, names(second.result)[0]]).toEqual([4_550, 'across'])
})

test('the clock starts with the first route, however late the prices confirm it', async () => {
  const book = after(1_200).then((): PriceBook => prices)
  const { afterMs } = await timed(
    run([...answering(100), stuck('lifi')], long, undefined, { prices: book }),
  )
  expect(afterMs).toBe(2_150)
  const late = after(3_000).then((): PriceBook => prices)
  const other = await timed(
    run([...answering(100), stuck('lifi')], long, undefined, { prices: late }),
  )
  expect(other.afterMs).toBe(3_050)
})

test('early offers of a reader of many exchanges start it as well', async () => {
  const reader = fakeProvider('UNISWAP_V2', [], {
    ids: ['UNISWAP_V2', 'SUSHI_SWAP'],
    supports: () => ['UNISWAP_V2', 'SUSHI_SWAP'],
    quote: async (_request, _wanted, { report }) => {
      await after(100)
      report?.({ quotes: [quote('UNISWAP_V2', 2980_000000n)], failed: [] })
      return await new Promise(() => {})
    },
  })
  const { result, afterMs } = await timed(run([reader, stuck('lifi')], long))
  expect([afterMs, names(result)]).toEqual([2_150, ['UNISWAP_V2']])
  expect(result.failed.map(({ provider }) => provider).toSorted()).toEqual(['SUSHI_SWAP', 'lifi'])
})

test('tokens without prices: no later route is better, so nothing more is waited for', async () => {
  const book = Promise.resolve<PriceBook>(() => null)
  const answer = run([...answering(100), stuck('lifi')], long, undefined, { prices: book })
  expect((await timed(answer)).afterMs).toBe(2_150)
})

test.each<[string, Partial<RoutePlan>, Provider[]]>([
  ['nothing is there', {}, []],
  ['nothing that could be chosen is there', {}, answering(100, 1_000000n)],
  ['the preferred provider is among them', { preferred: 'across' }, answering(100)],
])('all are waited for to the end of the request while %s', async (_, overrides, providers) => {
  const answer = run([...providers, stuck('across')], { timeoutMs: 20_000, ...overrides })
  expect((await timed(answer)).afterMs).toBe(19_800)
})

test('the timeout of the request is the upper limit', async () => {
  const answer = run([...answering(1_000), stuck('across')], { timeoutMs: 2_000 })
  const { result, afterMs } = await timed(answer)
  expect([afterMs, names(result).length]).toEqual([1_800, 4])
})

test('the caller may end the waiting and keeps what is there', async () => {
  const controller = new AbortController()
  const more = { enough: controller.signal }
  const answer = run([...answering(100), stuck('across')], {}, undefined, more)
  setTimeout(() => controller.abort(), 400)
  const { result, afterMs } = await timed(answer)
  expect([afterMs, names(result).length]).toEqual([450, 4])
  expect(result.failed[0]?.error.message).toContain('when waiting was stopped')
})

test('why a provider was late is reported where it gives the reason itself', async () => {
  const limited = fakeProvider('exolix', () => new Promise(() => {}), {
    quote: (_request, _wanted, { signal }) =>
      new Promise((_resolve, refuse) => {
        signal.addEventListener('abort', () =>
          refuse(new SwaprouteError('RATE_LIMITED', 'exolix limits our requests.')),
        )
      }),
  })
  const { result } = await timed(run([limited], { timeoutMs: 3_000 }))
  expect(result.failed[0]?.error.serviceCode).toBe(2003)
})

describe('hosts that were silent lately', () => {
  const hostOf = (id: ProviderId): string => `https://${id}.example`
  /** Of the hosts, those of `silent` are remembered; none ever answers. */
  const knowing = (...silent: ProviderId[]): HttpClient => ({
    send: () => new Promise(() => {}),
    isSilent: (url) => silent.some((id) => url === hostOf(id)),
    close: async () => {},
  })
  const asking = (id: ProviderId): Provider =>
    fakeProvider(id, [], {
      quote: async (_request, _wanted, { http, signal }) => {
        await http.send({ url: hostOf(id), effect: 'read', signal })
        return { quotes: [], failed: [] }
      },
    })

  test.each<[string, ProviderId[], number, number]>([
    ['have three times the median', ['lifi', 'rango'], 100, 300],
    ['have 2s at most', ['lifi', 'rango'], 900, 2_000],
    ['do not shorten the time of one that was not', ['lifi'], 100, 2_100],
  ])('%s', async (_, silent, firstMs, endMs) => {
    const providers = [...answering(firstMs), asking('lifi'), asking('rango')]
    const { result, afterMs } = await timed(run(providers, long, undefined, {}, knowing(...silent)))
    expect(afterMs).toBe(endMs + 50)
    expect(result.failed.map(({ provider }) => provider)).toEqual(['lifi', 'rango'])
  })

  test('are waited for like others while there is nothing to show', async () => {
    const answer = run([asking('lifi')], { timeoutMs: 20_000 }, undefined, {}, knowing('lifi'))
    expect((await timed(answer)).afterMs).toBe(19_800)
  })
})
