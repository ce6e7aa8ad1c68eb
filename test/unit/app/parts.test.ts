import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RouteItem } from '../../../src/api/schemas.ts'
import { type App, createApp } from '../../../src/app/parts.ts'
import { createBackend } from '../../../src/backend/backend.ts'
import { createStoredQuotes } from '../../../src/backend/storedQuotes.ts'
import type { Asker } from '../../../src/core/routeRequest.ts'
import { resolveConfig } from '../../../src/commands/frame/config.ts'
import { noLive } from '../../../src/commands/frame/liveRegion.ts'
import { createQuoteStore } from '../../../src/store/quotes.ts'
import { embedded, fakeServices } from '../../support/backend.ts'
import { alice, v3 } from '../../support/bothWays.ts'
import { requestFor } from '../../support/requests.ts'
import { body, ether, request, usdc } from '../../support/routing.ts'
import { temporaryFolder } from '../store/support/folder.ts'
import { ownRun } from './support/ownRun.ts'
import { readRouteItem } from '../../../src/api/route.ts'

const friend = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const now = (): number => 1_000_000
const open: App[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

/** The parts of one run, as in a process of its own. */
function appIn(home: string, given: Record<string, string> = {}, asker: Asker = 'person'): App {
  const { io, folders } = ownRun(home, { SWAPROUTE_HOME: home, ...given }, now)
  const unexpected = (text: string): never => {
    throw new Error(text)
  }
  const app = createApp(resolveConfig(new Map(), io, folders), {
    io,
    signal: new AbortController().signal,
    ask: {
      possible: false,
      confirm: () => unexpected('asked'),
      typed: () => unexpected('asked'),
      reveal: () => unexpected('asked'),
      choose: () => unexpected('asked'),
      search: () => unexpected('asked'),
      text: () => unexpected('asked'),
      hidden: () => unexpected('asked'),
    },
    asker,
    live: noLive,
    note: () => undefined,
    warn: unexpected,
  })
  open.push(app)
  return app
}

/** A route that an earlier command of this home has quoted. */
async function quotedIn(home: string, asker: Asker = 'person'): Promise<RouteItem> {
  const store = createQuoteStore(join(home, 'state'), { now, asker })
  const quotes = createStoredQuotes(store)
  const services = fakeServices([v3()], { now: now() }, { quotes: async () => quotes })
  const { quote: _echo, ...route } = await embedded(services).quoteBest(body)
  store.close()
  return route
}

/** How often a quote was read from disk since. */
function countReads(): () => number {
  const prepare = vi.spyOn(Libsql.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  return () => prepare.mock.calls.filter(([sql]) => sql.includes('SELECT * FROM quotes')).length
}

describe('a route of an earlier quote', () => {
  test('is read once by the command that shows it and asks for its swap', async () => {
    const home = temporaryFolder()
    const route = await quotedIn(home)
    const id = route.id ?? ''
    const app = appIn(home)
    const reads = countReads()
    expect(await app.findQuote(id)).toMatchObject({
      request: { srcAmount: 10n ** 18n, srcToken: ether, dstToken: usdc },
      route: { item: route },
      quotedAtMs: now(),
    })
    // Another amount is refused before a provider is asked, but not before the quote is known.
    const other = { ...body, id, fromAddress: alice, srcTokenAmount: '2' }
    const api = await app.contract()
    await expect(api.swap(other)).rejects.toMatchObject({ code: 'QUOTE_MISMATCH' })
    expect(reads()).toBe(1)
    await expect(api.swap(other)).rejects.toMatchObject({ code: 'QUOTE_MISMATCH' })
    expect(reads()).toBe(2)
  })

  test.each([
    ['client', 'person'],
    ['agent', 'person'],
    ['client', 'agent'],
    ['person', 'agent'],
  ] as const)(
    'that a %s asked for is not to be had by its id for a %s (X7)',
    async (one, other) => {
      const home = temporaryFolder()
      const { id } = await quotedIn(home, one)
      const app = appIn(home, {}, other)
      const refused = { code: 'UNSAFE_ROUTE', context: { check: 'X7' } }
      await expect(app.findQuote(id ?? '')).rejects.toMatchObject(refused)
      // Its beginning is refused as well, and never means the other one.
      await expect(app.findQuote((id ?? '').slice(0, 8))).rejects.toMatchObject(refused)
      expect(await appIn(home, {}, one).findQuote((id ?? '').slice(0, 8))).toMatchObject({
        route: { item: { id } },
      })
    },
  )

  test('of a remote service that an agent asked for is refused to a person (X7)', async () => {
    const home = temporaryFolder()
    const route = await quotedIn(temporaryFolder())
    const remote = { SWAPROUTE_BACKEND: 'remote', SWAPROUTE_URL: 'https://swap.example' }
    const agent = appIn(home, remote, 'agent')
    await agent.rememberQuote(requestFor(request()), [readRouteItem(route)])
    await expect(appIn(home, remote).findQuote(route.id ?? '')).rejects.toMatchObject({
      context: { check: 'X7' },
    })
    expect(await agent.findQuote(route.id ?? '')).toMatchObject({ route: { item: route } })
  })

  test('of a remote service is known to its later runs alone', async () => {
    const home = temporaryFolder()
    const route = await quotedIn(temporaryFolder())
    const id = route.id ?? ''
    const remote = { SWAPROUTE_BACKEND: 'remote', SWAPROUTE_URL: 'https://swap.example' }
    await appIn(home, remote).rememberQuote(requestFor(request()), [
      readRouteItem(route),
      readRouteItem({ ...route, id: null }),
    ])
    expect(await appIn(home, remote).findQuote(id)).toMatchObject({
      request: { srcAmount: 10n ** 18n, srcToken: { symbol: 'ETH' }, dstToken: { symbol: 'USDC' } },
      route: { item: route },
      quotedAtMs: now(),
    })
    const elsewhere = { ...remote, SWAPROUTE_URL: 'https://other.example' }
    expect(await appIn(home, elsewhere).findQuote(id)).toBeNull()
    expect(await appIn(home).findQuote(id)).toBeNull()
  })

  test.each([
    ['this program', {}],
    ['a remote service', { SWAPROUTE_BACKEND: 'remote', SWAPROUTE_URL: 'https://swap.example' }],
  ])('of %s keeps the names of its own parties (A8)', async (_, given) => {
    const home = temporaryFolder()
    const app = appIn(home, given)
    const party = { by: 'ens', blockchain: 'ETH', oneNode: false } as const
    app.partyNames.set(friend.toLowerCase(), { ...party, name: 'friend.eth' })
    app.partyNames.set(alice.toLowerCase(), { ...party, name: 'other.eth' })
    const asked = requestFor(request(), { receiver: friend })
    const services = fakeServices([v3()], { now: now() })
    vi.spyOn(await app.clients(), 'backend').mockImplementation((quotes) =>
      createBackend({ ...services, quotes }),
    )
    const api = 'SWAPROUTE_URL' in given ? createBackend(services) : await app.api()
    const { routes } = await api.quoteAll(asked, {})
    await app.rememberQuote(asked, routes)
    const found = await appIn(home, given).findQuote(routes[0]?.id ?? '')
    expect(found?.names).toEqual([{ address: friend, name: 'friend.eth', by: 'ens' }])
  })

  test('of this program is stored by its own service, and not a second time', async () => {
    const home = temporaryFolder()
    const route = await quotedIn(temporaryFolder())
    await appIn(home).rememberQuote(requestFor(request()), [readRouteItem(route)])
    expect(existsSync(home)).toBe(false)
  })
})

test('a token list that others may write is refused (K13)', async () => {
  const home = temporaryFolder()
  mkdirSync(join(home, 'config'), { recursive: true })
  const list = join(home, 'config', 'tokens.json')
  writeFileSync(list, '[]', { mode: 0o600 })
  const tokens = async () => (await appIn(home).tables()).tokens()
  expect(await tokens()).toBeDefined()
  chmodSync(list, 0o622)
  await expect(tokens()).rejects.toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', context: { check: 'K13', file: list } }),
  )
})
