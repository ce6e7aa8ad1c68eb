import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Provider, ProviderContext } from '../../../src/providers/types.ts'
import type { RouterEvent } from '../../../src/router/router.ts'
import { names, run } from '../../support/findRoutes.ts'
import { fakeProvider, quote } from '../../support/routing.ts'

describe('a reader of many exchanges that returns some answers before the rest', () => {
  const many = (
    rest: (tell: NonNullable<ProviderContext['report']>) => Promise<Outcome>,
  ): Provider => ({
    ...fakeProvider('UNISWAP_V2', []),
    ids: ['UNISWAP_V2', 'MAVERICK'],
    supports: () => ['UNISWAP_V2', 'MAVERICK'],
    quote: (_request, _wanted, { report = () => {} }) => {
      report({ quotes: [quote('UNISWAP_V2', 2980_000000n)], failed: [] })
      return rest(report)
    },
  })
  type Outcome = Awaited<ReturnType<Provider['quote']>>
  const late: Outcome = { quotes: [quote('MAVERICK', 2990_000000n)], failed: [] }
  const failures = (result: Awaited<ReturnType<typeof run>>): string[] =>
    result.failed.map(({ provider, error }) => `${provider} ${error.code}`)

  test('each answer is reported once, as it comes', async () => {
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

  test('answers after the end are ignored', async () => {
    let later: NonNullable<ProviderContext['report']> = () => {}
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
