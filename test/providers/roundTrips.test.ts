/** No quote waits for more than one answer after another, at any provider; the first for two. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'

import type { QuoteRequest } from '../../src/core/quote.ts'
import { createAcrossProvider } from '../../src/providers/across/across.ts'
import type { Provider, ProviderContext } from '../../src/providers/types.ts'
import { memoryLists } from '../support/listFiles.ts'
import * as across from './across/support.ts'
import { serviceUrl } from './callCase.ts'
import { callCases, contractCases, depositCases, foreignCases, tonCases } from './cases.ts'
import { play } from './depositSupport.ts'
import { contextOf } from './minedContract.ts'
import { type RoundTrips, roundTripsOf } from './roundTrips.ts'

/** One swap of a provider: how it is made anew, and who answers its quote. */
type Swap = {
  make: () => Provider
  request: QuoteRequest
  answers: () => ProviderContext
}

const swaps: (readonly [name: string, swap: Swap])[] = [
  [
    'across',
    {
      make: () => createAcrossProvider({ baseUrl: across.baseUrl, integratorId: '0x00aa' }),
      request: across.request(),
      answers: () => across.play([across.load('filled')]).context,
    },
  ],
  ...callCases.map(([name, { create, request, honest }]): (typeof swaps)[number] => [
    name,
    { make: () => create(serviceUrl), request, answers: () => play(serviceUrl, honest).context },
  ]),
  ...contractCases.map(([name, it]): (typeof swaps)[number] => [
    name,
    {
      make: () => it.create(serviceUrl),
      request: it.request,
      answers: () => contextOf(it, { views: it.views }),
    },
  ]),
  ...foreignCases.map(([name, { create, request, honest }]): (typeof swaps)[number] => [
    name,
    {
      make: () => create(serviceUrl),
      request,
      answers: () => play(serviceUrl, honest.quote, honest.chains).context,
    },
  ]),
  ...tonCases.flatMap(([name, { make, baseUrl, ton, swaps: asked }]) =>
    asked.map(([what, request, exchanges]): (typeof swaps)[number] => [
      `${name}, ${what}`,
      { make, request, answers: () => play(baseUrl, exchanges, { ton }).context },
    ]),
  ),
  ...depositCases.map(([name, it]): (typeof swaps)[number] => [
    name === 'relay' ? 'relay by deposit' : name,
    {
      make: it.make,
      request: it.request,
      answers: () => play(it.baseUrl, [...it.lists, ...it.quote]).context,
    },
  ]),
]

/** The most of every provider's swaps. */
const first = new Map<string, RoundTrips>()
const later = new Map<string, RoundTrips>()

describe.each(swaps)('%s', (name, { make, request, answers }) => {
  const quote = (provider: Provider, lists: ReturnType<typeof memoryLists>['lists']) =>
    roundTripsOf({ ...answers(), lists }, (context) =>
      provider.quote(request, new Set(provider.ids), context),
    )

  test('two requests after each other at first, then one', async () => {
    await quote(make(), memoryLists().lists) // loads the code, which takes turns of its own
    const { lists, settle } = memoryLists()
    const provider = make()
    const cold = await quote(provider, lists)
    expect(cold.depth).toBeLessThanOrEqual(2)
    expect((await quote(provider, lists)).depth).toBe(1)
    await settle()
    const warm = await quote(make(), lists)
    expect(warm.depth).toBe(1)
    const [id = name] = name.split(', ')
    first.set(id, most(first.get(id), cold))
    later.set(id, most(later.get(id), warm))
  })
})

test('docs/performance.md has the numbers', async () => {
  await expect(performancePage()).toMatchFileSnapshot('../../docs/performance.md')
})

afterAll(() => {
  first.clear()
  later.clear()
})

function most(one: RoundTrips | undefined, other: RoundTrips): RoundTrips {
  return {
    requests: Math.max(one?.requests ?? 0, other.requests),
    depth: Math.max(one?.depth ?? 0, other.depth),
  }
}

const heading = '### Requests and depth per provider\n'
const before = '| provider'

/** The current page, its table printed from what was measured. */
function performancePage(): string {
  const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const section = page.indexOf(heading)
  const start = page.indexOf(before, section)
  if (section < 0 || start < 0) throw new Error('docs/performance.md lost the heading of its table')
  const end = page.indexOf('\n\n', start)
  const rest = end < 0 ? '' : page.slice(end + 1)
  const rows = [...first]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([id, cold]) => {
      const warm = later.get(id) ?? { requests: 0, depth: 0 }
      return [id, cold.requests, cold.depth, warm.requests, warm.depth].map(String)
    })
  const columns = ['provider', 'first quote: requests', 'depth', 'later: requests', 'depth']
  return `${page.slice(0, start)}${tableOf(columns, rows)}${rest}`
}

/** A table as the formatter of the repository writes it. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |\n`
  const rule = widths.map((width) => '-'.repeat(width))
  return [columns, rule, ...rows].map(line).join('')
}
