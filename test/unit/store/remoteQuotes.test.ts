import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import { toBigintJson } from '../../../src/store/bigintJson.ts'
import { createLocalQuotes } from '../../../src/store/localQuotes.ts'
import { watchConnections } from './support/connections.ts'
import { hashOf } from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'
import { stored, storedRemote, together } from './support/quotes.ts'

const service = 'https://swap.example'
const hour = 60 * 60 * 1000
const unswapped = { swap: null, srcTxHash: null }

describe('routes of a remote service', () => {
  test('come back exactly, in another handle, and only for their own service', async () => {
    const folder = temporaryFolder()
    const first = createLocalQuotes(folder, { now: () => 1_000 })
    await first.save(together(storedRemote('one'), storedRemote('two')))
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await store.find('one', service)).toEqual({ ...storedRemote('one'), ...unswapped })
    expect(await store.find('two', service)).toEqual({ ...storedRemote('two'), ...unswapped })
    expect(await store.find('three', service)).toBeNull()
    expect(await store.find('one', 'https://other.example')).toBeNull()
    expect(await store.find('one')).toBeNull()
    first.close()
    store.close()
  })

  test('given out again are the newer ones; those of another service stay', async () => {
    const store = createLocalQuotes(temporaryFolder(), { now: () => 1_000 })
    const other = storedRemote('one', { serviceUrl: 'https://other.example' })
    await store.save(together(storedRemote('one')))
    await store.save(together(other))
    const newer = storedRemote('one', { route: { id: 'one', steps: [2] } })
    await store.save(together(newer))
    expect(await store.find('one', service)).toEqual({ ...newer, ...unswapped })
    expect(await store.find('one', other.serviceUrl)).toEqual({ ...other, ...unswapped })
    store.close()
  })

  test('touch no route of this program with the same id', async () => {
    const store = createLocalQuotes(temporaryFolder(), { now: () => 1_000 })
    await store.save(together(stored('one')))
    await store.saveSwap('one', { transaction: {} }, ['EX-1'])
    await store.bindHash('one', hashOf(5))
    await store.save(together(storedRemote('one')))
    const own = { ...stored('one'), swap: { transaction: {} }, srcTxHash: hashOf(5) }
    expect(await store.find('one')).toEqual(own)
    expect(await store.findByHash(hashOf(5))).toEqual(own)
    expect(await store.findByName('EX-1')).toEqual(own)
    expect(await store.find('one', service)).toEqual({ ...storedRemote('one'), ...unswapped })
    expect(await store.claimOrder('one')).toBe('built')
    store.close()
  })

  test('hide no swap of this program where they came first', async () => {
    const store = createLocalQuotes(temporaryFolder(), { now: () => 1_000 })
    await store.save(together(storedRemote('one')))
    await store.save(together(stored('one')))
    await store.saveSwap('one', { transaction: {} })
    expect(await store.claimOrder('one')).toBe('built')
    expect((await store.find('one'))?.swap).toEqual({ transaction: {} })
    store.close()
  })

  test('take no swap, no hash and no claim of this program', async () => {
    const store = createLocalQuotes(temporaryFolder(), { now: () => 1_000 })
    await store.save(together(storedRemote('one')))
    expect(await store.saveSwap('one', { transaction: {} }, ['EX-1'])).toBe(false)
    await store.bindHash('one', hashOf(5))
    expect(await store.claimOrder('one')).toBe('claimed')
    expect(await store.findByName('EX-1')).toBeNull()
    expect(await store.find('one', service)).toEqual({ ...storedRemote('one'), ...unswapped })
    store.close()
  })

  test('are stored for an hour', async () => {
    let now = 1_000
    const store = createLocalQuotes(temporaryFolder(), { now: () => now })
    await store.save(together(storedRemote('one')))
    now += hour
    await store.purge()
    expect(await store.find('one', service)).not.toBeNull()
    now += 1
    await store.purge()
    expect(await store.find('one', service)).toBeNull()
    store.close()
  })
})

/** The files as format 1 left them. */
function makeFormat1(folder: string): void {
  mkdirSync(folder)
  const quotes = new Sqlite(join(folder, 'quotes.db'))
  quotes.exec(`
    CREATE TABLE quotes (
      id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, body TEXT NOT NULL, quote TEXT NOT NULL,
      route TEXT NOT NULL, swap TEXT, src_tx_hash TEXT
    );
    CREATE INDEX quotes_without_swap ON quotes (created_ms) WHERE swap IS NULL;
    CREATE INDEX quotes_by_hash ON quotes (src_tx_hash) WHERE src_tx_hash IS NOT NULL;
    CREATE TABLE order_names (name TEXT PRIMARY KEY, id TEXT NOT NULL);
    PRAGMA user_version=1`)
  const insert = quotes.prepare('INSERT INTO quotes VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (const id of ['idle', 'swapped']) {
    const { quotedAtMs, body, quote, route } = stored(id)
    const texts = [JSON.stringify(body), toBigintJson(quote), JSON.stringify(route)]
    const swap = id === 'idle' ? [null, null] : [JSON.stringify({ number: 1 }), hashOf(5)]
    insert.run(id, quotedAtMs, ...texts, ...swap)
  }
  quotes.prepare('INSERT INTO order_names VALUES (?, ?)').run('ex-1', 'swapped')
  quotes.close()
  const routes = new Sqlite(join(folder, 'routes.db'))
  routes.exec(`
    CREATE TABLE routes (
      id TEXT NOT NULL, service_url TEXT NOT NULL, quoted_ms INTEGER NOT NULL, body TEXT NOT NULL,
      route TEXT NOT NULL, PRIMARY KEY (id, service_url)
    );
    PRAGMA user_version=1`)
  const { id, quotedAtMs, body, route } = storedRemote('far')
  const texts = [JSON.stringify(body), JSON.stringify(route)]
  const far = [id, service, quotedAtMs, ...texts]
  routes.prepare('INSERT INTO routes VALUES (?, ?, ?, ?, ?)').run(...far)
  routes.close()
}

describe('files of format 1', () => {
  test('lose nothing, and become one file', async () => {
    const folder = temporaryFolder()
    makeFormat1(folder)
    const open = watchConnections()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await store.find('idle')).toEqual({ ...stored('idle'), ...unswapped })
    const swapped = { ...stored('swapped'), swap: { number: 1 }, srcTxHash: hashOf(5) }
    expect(await store.find('swapped')).toEqual(swapped)
    expect(await store.findByHash(hashOf(5))).toEqual(swapped)
    expect(await store.findByName('EX-1')).toEqual(swapped)
    expect(await store.find('far', service)).toEqual({ ...storedRemote('far'), ...unswapped })
    expect(existsSync(join(folder, 'routes.db'))).toBe(false)
    expect(open()).toBe(1)
    await store.save(together(stored('new')))
    store.close()
    const again = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await again.find('swapped')).toEqual(swapped)
    expect((await again.find('new'))?.id).toBe('new')
    again.close()
  })

  test('that are opened by two programs at once are moved once', async () => {
    const folder = temporaryFolder()
    makeFormat1(folder)
    const stores = [1, 2].map(() => createLocalQuotes(folder, { now: () => 1_000 }))
    const found = await Promise.all(stores.map((store) => store.find('far', service)))
    expect(found.map((one) => one?.id)).toEqual(['far', 'far'])
    for (const store of stores) store.close()
  })

  test('are left alone where the routes cannot be read', async () => {
    const folder = temporaryFolder()
    mkdirSync(folder)
    const file = join(folder, 'routes.db')
    writeFileSync(file, 'PK'.repeat(5_000))
    const open = watchConnections()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await store.find('far', service)).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('PK'.repeat(5_000))
    expect(open()).toBe(1)
    store.close()
  })
})
