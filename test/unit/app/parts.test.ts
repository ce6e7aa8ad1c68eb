import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RouteItem } from '../../../src/api/routeSchema.ts'
import { type App, createApp } from '../../../src/app/parts.ts'
import { createBackend } from '../../../src/backend/backend.ts'
import { createStoredQuotes } from '../../../src/backend/storedQuotes.ts'
import type { Asker } from '../../../src/core/routeRequest.ts'
import { resolveConfig } from '../../../src/commands/frame/config.ts'
import { noLive } from '../../../src/commands/frame/liveRegion.ts'
import { createLocalQuotes } from '../../../src/store/localQuotes.ts'
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
    quiet: false,
    note: () => undefined,
    warn: unexpected,
  })
  open.push(app)
  return app
}

/** A route that an earlier command of this home has quoted. */
async function quotedIn(home: string, asker: Asker = 'person'): Promise<RouteItem> {
  const store = createLocalQuotes(join(home, 'state'), { now, asker })
  const quotes = createStoredQuotes(store)
  const services = fakeServices([v3()], { now: now() }, { quotes: async () => quotes })
  const { quote: _echo, ...route } = await embedded(services).quoteBest(body)
  store.close()
  return route
}

/** How often a quote was read from disk since. */
function countReads(): () => number {
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
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

describe('a list of own tokens', () => {
  const address = '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C'
  /** Writes the list, and reads it as each command does. */
  const listed = async (home: string, written: string): Promise<string[]> => {
    const folder = join(home, 'config')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const token = { chainId: 1, address: written, symbol: 'OWN', name: 'Own', decimals: 18 }
    writeFileSync(join(folder, 'tokens.json'), JSON.stringify([token]), { mode: 0o600 })
    const { tokens } = await appIn(home).tables()
    const own = tokens().ofChain('ETH')
    return own.filter(({ symbol }) => symbol === 'OWN').map((found) => found.address)
  }
  const checkedIn = (home: string): string => join(home, 'cache', 'tokens', 'checked.json')

  test('is not checked a second time, and says the same', async () => {
    const home = temporaryFolder()
    expect(await listed(home, address)).toEqual([address])
    const first = readFileSync(checkedIn(home), 'utf8')
    expect(await listed(home, address)).toEqual([address])
    expect(readFileSync(checkedIn(home), 'utf8')).toBe(first)
  })

  test('is refused as ever once a letter of it is another', async () => {
    const home = temporaryFolder()
    const altered = address.replace('F573D', 'f573D')
    const fresh = await listed(temporaryFolder(), altered).catch((thrown: unknown) => thrown)
    expect(fresh).toMatchObject({ code: 'CONFIG_INVALID' })
    await listed(home, address)
    await expect(listed(home, altered)).rejects.toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: String(Object(fresh).message) }),
    )
    expect(await listed(home, address)).toEqual([address])
  })

  test('in other spellings is read anew each time', async () => {
    const home = temporaryFolder()
    for (const spelling of [address.toLowerCase(), ` ${address}`]) {
      expect(await listed(home, spelling)).toEqual([address])
      expect(existsSync(checkedIn(home))).toBe(false)
    }
  })

  test('is checked again where another version checked it, or others may write the note', async () => {
    const home = temporaryFolder()
    await listed(home, address)
    const first = readFileSync(checkedIn(home), 'utf8')
    writeFileSync(checkedIn(home), JSON.stringify('0'.repeat(64)))
    expect(await listed(home, address)).toEqual([address])
    expect(readFileSync(checkedIn(home), 'utf8')).toBe(first)
    chmodSync(checkedIn(home), 0o666)
    expect(await listed(home, address)).toEqual([address])
    expect(statSync(checkedIn(home)).mode & 0o777).toBe(0o600)
  })
})

describe.runIf(process.platform === 'linux')('options of the system for looking up names', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    [undefined, 'timeout:1 attempts:1'],
    ['timeout:9', 'timeout:9'],
  ])('%s of the user are %s', async (own, expected) => {
    vi.stubEnv('RES_OPTIONS', own)
    await appIn(temporaryFolder()).clients()
    expect(process.env['RES_OPTIONS']).toBe(expected)
  })
})
