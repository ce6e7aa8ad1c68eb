/** A store that many machines share: outages, kills, upgrades, rights. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import {
  migrateStore,
  ownMigrations,
  prepareTables,
} from '../../../src/store/postgres/migrations.ts'
import { openSharedStore } from '../../../src/store/postgres/sharedQuotes.ts'
import type { QuoteStore } from '../../../src/store/quotes.ts'
import {
  addressOf,
  cuttableProxy,
  hasPostgres,
  ownServer,
  testDatabase,
  type TestDatabase,
} from '../../support/postgres.ts'
import { stored, together } from './support/quotes.ts'

// A server is made for the first test, and another one for each that stops it.
vi.setConfig({ testTimeout: 60_000 })

const outages: (string | null)[] = []

async function openOn(
  { address }: Pick<TestDatabase, 'address'>,
  now: () => number = Date.now,
): Promise<QuoteStore> {
  outages.length = 0
  const store = await openSharedStore(address, { now, onOutage: (one) => outages.push(one) })
  onTestFinished(async () => {
    await store.close()
  })
  return store
}

/** The database behind a proxy. */
function through(database: TestDatabase, port: number): TestDatabase {
  const { name } = database
  return { ...database, address: addressOf(`postgres://${name}@127.0.0.1:${port}/${name}`) }
}

const at = (id: string) => stored(id, Date.now())

describe.skipIf(!hasPostgres)('claims', () => {
  test('that many processes try at once have one winner each', async () => {
    const database = await testDatabase()
    const stores = await Promise.all([0, 1, 2, 3].map(() => openOn(database)))
    const ids = Array.from({ length: 10 }, (_, index) => `id-${index}`)
    await stores[0]?.save(together(at('id-0'), ...ids.slice(1).map(at)))
    for (const id of ids) {
      const results = await Promise.all(
        stores.flatMap((store) => [store.claimOrder(id), store.claimOrder(id)]),
      )
      expect(results.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'busy'), 'claimed'])
    }
  })

  test('of a process that was killed are lost after a minute, and never free', async () => {
    const database = await testDatabase()
    const store = await openOn(database)
    await store.save(together(at('a')))
    // As a process does that dies between its claim and its order.
    const [url = ''] = database.address.urls
    const script = `const { Client } = require('pg'); const client = new Client(${JSON.stringify(url)})
      client.connect().then(() => client.query("INSERT INTO order_claims (id, token) VALUES ('a', gen_random_uuid())"))
        .then(() => process.kill(process.pid, 'SIGKILL'))`
    const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    expect(await store.claimOrder('a')).toBe('busy')
    await database.query(`UPDATE order_claims SET renewed_at = renewed_at - interval '61 seconds'`)
    expect(await store.claimOrder('a')).toBe('lost')
    await database.query(`UPDATE order_claims SET renewed_at = renewed_at - interval '23 hours'`)
    await store.purge()
    expect(await store.claimOrder('a')).toBe('lost')
  })

  test('that are renewed stay busy; a late answer is still stored', async () => {
    const database = await testDatabase()
    const store = await openOn(database)
    const other = await openOn(database)
    await store.save(together(at('a')))
    await store.claimOrder('a')
    await database.query(`UPDATE order_claims SET renewed_at = renewed_at - interval '61 seconds'`)
    expect(await other.claimOrder('a')).toBe('lost')
    await expect.poll(() => other.claimOrder('a'), { timeout: 8_000 }).toBe('busy')
    expect(await store.saveSwap('a', { order: 1 })).toBe(true)
    expect(await other.claimOrder('a')).toBe('built')
  })

  test('whose commit was not answered are found by their own token', async () => {
    const database = await testDatabase()
    const proxy = await cuttableProxy(database.port)
    const store = await openOn(through(database, proxy.port))
    await store.save(together(at('a'), at('b')))
    await store.find('a')
    await store.find('b')
    // The first answer after it is thrown away: that of the claim, whose route was read before.
    const [row] = await database.query('SELECT count(*)::int AS count FROM order_claims')
    expect(row).toEqual({ count: 0 })
    for (const id of ['unknown 1', 'unknown 2', 'a', 'b']) {
      proxy.swallowAnswers()
      expect(await store.claimOrder(id)).toBe('claimed')
      expect(await store.claimOrder(id)).toBe('busy')
    }
    const claims = await database.query('SELECT id FROM order_claims ORDER BY id')
    expect(claims.map(({ id }) => id)).toEqual(['a', 'b', 'unknown 1', 'unknown 2'])
    expect(outages).toContain(null)
  })

  test('that could not be made leave no claim once the store is back', async () => {
    const database = await testDatabase()
    const proxy = await cuttableProxy(database.port)
    const store = await openOn(through(database, proxy.port))
    await store.save(together(at('a')))
    proxy.refuse(true)
    proxy.cut()
    await expect(store.claimOrder('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    proxy.refuse(false)
    await expect.poll(() => store.claimOrder('a'), { timeout: 10_000 }).toBe('claimed')
  })
})

describe.skipIf(!hasPostgres)('an outage', () => {
  test('is an error with its code, reported once, and over when the server answers', async () => {
    const server = await ownServer()
    const database = await testDatabase(server)
    const store = await openOn(database)
    await store.save(together(at('a')))
    await server.stop('fast')
    const unavailable = { code: 'STORE_UNAVAILABLE', http: 503, exit: 5, retry: 'later' }
    for (const call of [
      () => store.find('a'),
      () => store.save(together(at('b'))),
      () => store.ready(),
      () => store.saveSwap('a', {}),
      () => store.budgets.take('https://a', { perSecond: 1, burst: 2 }, 1),
    ]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject(unavailable)
      // For callers of the service: nothing of the server.
      expect((error as Error).message).not.toMatch(/127|postgres|secret/)
    }
    expect(outages).toHaveLength(1)
    await server.start()
    await store.ready()
    expect(await store.find('a')).toMatchObject({ id: 'a' })
    expect(outages).toEqual([expect.any(String), null])
  })

  test('of a crash loses no claim, swap or hash, and no process opens an order twice', async () => {
    const server = await ownServer()
    const database = await testDatabase(server)
    const store = await openOn(database)
    await store.save(together(at('claimed'), at('swapped'), at('quoted')))
    expect(await store.claimOrder('claimed')).toBe('claimed')
    await store.saveSwap('swapped', { order: 1 }, ['EX-1'])
    await store.bindHash('swapped', '0xab')
    await store.save(together(at('late')))
    await server.stop('immediate')
    await server.start()
    const other = await openOn(database)
    expect(await other.claimOrder('claimed')).toBe('busy')
    expect((await other.findByName('EX-1'))?.swap).toEqual({ order: 1 })
    expect((await store.findByHash('0xab'))?.id).toBe('swapped')
    // Written without waiting for the disk: lost by this crash, and whole or absent.
    expect(await store.find('late')).toBeNull()
  })

  test('of every connection is not noticed by a caller', async () => {
    const database = await testDatabase()
    const proxy = await cuttableProxy(database.port)
    const store = await openOn(through(database, proxy.port))
    await store.save(together(at('a')))
    for (let round = 0; round < 5; round += 1) {
      proxy.cut()
      const found = await Promise.all([store.find('a'), store.find('a'), store.find('none')])
      expect(found.map((one) => one?.id)).toEqual(['a', 'a', undefined])
      proxy.cut()
      await store.save(together(at(`round-${round}`)))
      expect((await store.find(`round-${round}`))?.id).toBe(`round-${round}`)
    }
  })

  test('of one host is none where another one takes writes', async () => {
    const database = await testDatabase()
    const { name } = database
    const proxy = await cuttableProxy(database.port)
    proxy.refuse(true)
    const hosts = `127.0.0.1:${proxy.port},127.0.0.1:${database.port}`
    const address = addressOf(`postgres://${name}@${hosts}/${name}`)
    const store = await openOn({ address })
    await store.save(together(at('a')))
    // The other one takes over, and later gives its role back.
    proxy.refuse(false)
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`,
      [name],
    )
    expect(await store.find('a')).toMatchObject({ id: 'a' })
  })

  test('is also a server that takes no writes', async () => {
    const database = await testDatabase()
    const { name } = database
    const store = await openOn(database)
    await database.query(`ALTER ROLE ${name} SET default_transaction_read_only = on`)
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`,
      [name],
    )
    await expect(store.ready()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(store.save(together(at('a')))).rejects.toMatchObject({ http: 503 })
    await database.query(`ALTER ROLE ${name} RESET default_transaction_read_only`)
    await store.ready()
    await store.save(together(at('a')))
  })

  test('is also a server without a connection left for this role', async () => {
    const database = await testDatabase()
    const { name } = database
    const store = await openOn(database)
    await database.query(`ALTER ROLE ${name} CONNECTION LIMIT 1`)
    const found = await Promise.all(Array.from({ length: 8 }, () => store.find('none')))
    expect(found).toEqual(Array.from({ length: 8 }, () => null))
  })
})

describe.skipIf(!hasPostgres)('tables', () => {
  test('are created by ten processes at once, each file once', async () => {
    const database = await testDatabase()
    const done = await Promise.all(Array.from({ length: 10 }, () => migrateStore(database.address)))
    const names = ownMigrations().map(({ name }) => name)
    expect(done.map(({ applied }) => applied).filter(({ length }) => length > 0)).toEqual([names])
    expect(new Set(done.map(({ schema }) => schema))).toEqual(new Set([names.length]))
    const rows = await database.query('SELECT name FROM store_migrations ORDER BY number')
    expect(rows.map(({ name }) => name)).toEqual(names)
  })

  test.each(ownMigrations().map(({ number }) => number))(
    'are upgraded from file %i',
    async (last) => {
      const database = await testDatabase()
      const early = connectDatabase(database.address)
      await prepareTables(early, database.address, ownMigrations().slice(0, last))
      await early.close()
      const store = await openOn(database)
      await store.save(together(at('a')))
      expect((await store.find('a'))?.id).toBe('a')
      expect((await store.budgets.take('https://a', { perSecond: 1, burst: 4 }, 1)).requests).toBe(
        1,
      )
    },
  )

  test('of a newer version refuse this one', async () => {
    const database = await testDatabase()
    await migrateStore(database.address)
    await database.query(`INSERT INTO store_migrations (number, name) VALUES (9999, 'later.sql')`)
    await expect(openOn(database)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exit: 3,
      message: expect.stringMatching(/has tables of a newer version of swaproute \(9999; this one/),
    })
  })

  test('are needed: a role that may not create them is sent to --migrate, and may use them', async () => {
    const database = await testDatabase()
    const { name, port } = database
    await database.query(`CREATE ROLE user_${name} LOGIN`)
    await database.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    const address = addressOf(`postgres://user_${name}@127.0.0.1:${port}/${name}`)
    await expect(openOn({ address })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      hint: expect.stringContaining('serve --migrate'),
    })
    await migrateStore(database.address)
    await expect(openOn({ address })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    await database.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO user_${name}`,
    )
    const store = await openOn({ address })
    await store.ready()
    await store.save(together(at('a')))
    expect(await store.claimOrder('a')).toBe('claimed')
  })

  test('of another program are left alone', async () => {
    const database = await testDatabase()
    await database.query('CREATE TABLE quotes (other text)')
    await expect(openOn(database)).rejects.toMatchObject({
      message: expect.stringContaining('has tables of another program'),
    })
    expect(await database.query(`SELECT to_regclass('quote_sets') AS found`)).toEqual([
      { found: null },
    ])
  })

  test('are in the schema that the address names', async () => {
    const database = await testDatabase()
    const { name, port } = database
    await database.query(`CREATE SCHEMA swaps AUTHORIZATION ${name}`)
    const options = encodeURIComponent('-csearch_path=swaps')
    const address = addressOf(`postgres://${name}@127.0.0.1:${port}/${name}?options=${options}`)
    await (await openOn({ address })).save(together(at('a')))
    expect(await database.query('SELECT count(*)::int AS count FROM swaps.quote_sets')).toEqual([
      { count: 1 },
    ])
  })
})

describe.skipIf(!hasPostgres)('an address', () => {
  test.each([
    [
      'no server',
      (port: number) => `postgres://x@127.0.0.1:1/x?port=${port - port}`,
      'STORE_UNAVAILABLE',
    ],
    [
      'no such database',
      (port: number) => `postgres://postgres@127.0.0.1:${port}/absent`,
      'CONFIG_INVALID',
    ],
    [
      'no such role',
      (port: number) => `postgres://absent:geheim@127.0.0.1:${port}/postgres`,
      'CONFIG_INVALID',
    ],
  ])('with %s is refused at the start, without its password', async (_, urlOf, code) => {
    const database = await testDatabase()
    const address = addressOf(urlOf(database.port).replace('?port=0', ''))
    const error: unknown = await openOn({ address }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code })
    const cause: unknown = (error as Error).cause
    const texts = [error, cause].map((one) => `${(one as Error).stack} ${JSON.stringify(one)}`)
    expect(texts.join()).not.toContain('geheim')
  })
})

describe.skipIf(!hasPostgres)('clocks', () => {
  test('a quote of a machine whose clock is ahead is as old as it is (P5)', async () => {
    const database = await testDatabase()
    const aheadMs = 45_000
    const ahead = await openOn(database, () => Date.now() + aheadMs)
    const quotedAtMs = Date.now() - 10_000
    await ahead.save(together(stored('a', quotedAtMs + aheadMs)))
    const found = await (await openOn(database)).find('a')
    expect(Math.abs((found?.quotedAtMs ?? 0) - quotedAtMs)).toBeLessThan(1_500)
    expect((await ahead.find('a'))?.quotedAtMs).toBe(quotedAtMs + aheadMs)
  })

  test('what has ended is deleted by one process at a time, and by each in its turn', async () => {
    const database = await testDatabase()
    const stores = await Promise.all([0, 1, 2].map(() => openOn(database)))
    for (let count = 0; count < 30; count += 1) await stores[0]?.save(together(at(`id-${count}`)))
    await database.query(`UPDATE quote_sets SET saved_at = saved_at - interval '1 hour'`)
    await Promise.all(stores.map((store) => store.purge()))
    await stores[1]?.purge()
    expect(await database.query('SELECT count(*)::int AS count FROM quote_sets')).toEqual([
      { count: 0 },
    ])
  })
})
