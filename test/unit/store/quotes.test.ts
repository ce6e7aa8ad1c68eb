import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fromBigintJson, toBigintJson } from '../../../src/store/bigintJson.ts'
import { createLocalQuotes } from '../../../src/store/localQuotes.ts'
import { watchConnections } from './support/connections.ts'
import { temporaryFolder } from './support/folder.ts'
import { stored, together } from './support/quotes.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
describe('quotes', () => {
  test('a store whose folder was removed under it goes on in the new one, shared with others', async () => {
    const folder = temporaryFolder()
    const [service, other] = [0, 1].map(() => createLocalQuotes(folder, { now: () => 1_000 }))
    if (service === undefined || other === undefined) throw new Error('no store')
    await service.save(together(stored('before')))
    await other.save(together(stored('besides')))
    rmSync(folder, { recursive: true, force: true })
    const [, found] = await Promise.all([
      service.save(together(stored('after'), stored('later'))),
      service.find('before'),
    ])
    expect(found).toBeNull()
    expect(await other.find('after')).toMatchObject({ id: 'after' })
    await other.saveSwap('later', { transaction: {} })
    expect(await service.find('later')).toMatchObject({ swap: { transaction: {} } })
    service.close()
    other.close()
    const fresh = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await fresh.find('after')).toMatchObject({ id: 'after' })
    fresh.close()
  })

  test('nothing is made on disk before the first use', () => {
    const folder = temporaryFolder()
    createLocalQuotes(folder, { now: () => 1_000 }).close()
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that cannot be made is an error, until it can', async () => {
    const folder = temporaryFolder()
    writeFileSync(folder, 'a file')
    const store = createLocalQuotes(join(folder, 'state'), { now: () => 1_000 })
    await expect(store.find('one')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exit: 3,
      message: `The folder ${join(folder, 'state')} cannot be used: not a directory.`,
      hint: 'Set SWAPROUTE_HOME to a folder you can write.',
    })
    rmSync(folder)
    expect(await store.find('one')).toBeNull()
    store.close()
  })

  test('a closed store opens again when it is asked', async () => {
    const store = createLocalQuotes(temporaryFolder(), { now: () => 1_000 })
    await store.save(together(stored('one')))
    store.close()
    expect((await store.find('one'))?.id).toBe('one')
    store.close()
  })

  test('a stored quote of another version is as good as unknown', async () => {
    const folder = temporaryFolder()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    await store.save(together(stored('one')))
    await store.saveSwap('one', {})
    expect(await store.find('one')).not.toBeNull()
    const database = new Sqlite(join(folder, 'quotes.db'))
    database.exec(`UPDATE quotes SET quote = replace(quote, 'UNI_SWAP_V3', 'NEW_SWAP')`)
    database.close()
    expect(await store.find('one')).toBeNull()
    store.close()
  })
})

/** As SQLite would: no file can be broken on purpose while this process has it open. */
function failNextStatement(code: string): void {
  const failing = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code })
  })
  onTestFinished(() => failing.mockRestore())
}

describe('a damaged quote store', () => {
  test('is put aside and begun anew', async () => {
    const folder = temporaryFolder()
    mkdirSync(folder)
    writeFileSync(join(folder, 'quotes.db'), 'PK'.repeat(5_000))
    const told: string[] = []
    const store = createLocalQuotes(folder, { now: () => 0, onRepair: (text) => told.push(text) })
    expect(await store.find('one')).toBeNull()
    await store.save(together(stored('two')))
    expect(await store.find('two')).not.toBeNull()
    expect(told).toEqual([
      expect.stringMatching(/was damaged .*moved to .*quotes\.db\.damaged-1970/),
    ])
    expect(readdirSync(folder)).toContain('quotes.db.damaged-1970-01-01T00-00-00-000Z')
    store.close()
  })

  test('of the earlier format names no asker, and does not count as one that a person typed', async () => {
    const folder = temporaryFolder()
    const first = createLocalQuotes(folder, { now: () => 1_000 })
    await first.save(together(stored('one')))
    await first.saveSwap('one', {})
    first.close()
    const database = new Sqlite(join(folder, 'quotes.db'))
    database.exec(
      `ALTER TABLE quotes DROP COLUMN names; ALTER TABLE quotes DROP COLUMN asker;
      DROP TABLE quote_sets; DROP TABLE quote_ids; PRAGMA user_version=2`,
    )
    database.close()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await store.originOf('one', null)).toEqual({ asker: 'client', names: null })
    await store.save(together({ ...stored('two'), names: [{ name: 'bob' }] }))
    expect(await store.originOf('two', null)).toEqual({ asker: 'person', names: [{ name: 'bob' }] })
    expect(await store.originOf('three', null)).toBeNull()
    store.close()
  })

  test('of a newer version is left where it is', async () => {
    const folder = temporaryFolder()
    const first = createLocalQuotes(folder, { now: () => 1_000 })
    await first.save(together(stored('one')))
    const database = new Sqlite(join(folder, 'quotes.db'))
    database.exec('PRAGMA user_version=6')
    database.close()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    await expect(store.find('one')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
    first.close()
    store.close()
  })

  test('takes its log with it, and leaves no connection open', async () => {
    const folder = temporaryFolder()
    mkdirSync(folder)
    for (const suffix of ['', '-wal', '-shm'])
      writeFileSync(join(folder, `quotes.db${suffix}`), `${suffix} `.repeat(2_000))
    const open = watchConnections()
    const store = createLocalQuotes(folder, { now: () => 0 })
    await store.save(together(stored('two')))
    const aside = join(folder, 'quotes.db.damaged-1970-01-01T00-00-00-000Z')
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('-wal '.repeat(2_000))
    expect(existsSync(`${aside}-shm`)).toBe(true)
    expect(open()).toBe(1)
    store.close()
    await vi.waitFor(() => expect(open()).toBe(0))
  })

  test('that is damaged again at once is an error', async () => {
    const folder = temporaryFolder()
    const damage = (): void => writeFileSync(join(folder, 'quotes.db'), 'PK'.repeat(5_000))
    mkdirSync(folder)
    damage()
    const store = createLocalQuotes(folder, { now: () => 0, onRepair: damage })
    await expect(store.find('one')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    store.close()
  })

  test('that shows only when it is used is put aside as well', async () => {
    const folder = temporaryFolder()
    const told: string[] = []
    const open = watchConnections()
    const store = createLocalQuotes(folder, { now: () => 0, onRepair: (text) => told.push(text) })
    await store.save(together(stored('one')))
    failNextStatement('SQLITE_CORRUPT')
    await store.save(together(stored('two')))
    expect(told).toEqual([expect.stringMatching(/was damaged \(SQLITE_CORRUPT\); it was moved to/)])
    expect(await store.find('one')).toBeNull()
    expect((await store.find('two'))?.id).toBe('two')
    expect(open()).toBe(1)
    store.close()
  })

  test('is not what a full disk makes of it', async () => {
    const folder = temporaryFolder()
    const told: string[] = []
    const store = createLocalQuotes(folder, { now: () => 0, onRepair: (text) => told.push(text) })
    await store.save(together(stored('one')))
    failNextStatement('SQLITE_FULL')
    await expect(store.find('one')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    expect((await store.find('one'))?.id).toBe('one')
    expect(told).toEqual([])
    store.close()
  })
})

test.each([
  [{ a: 1n, b: 'n:1', c: 's:', d: [-5n, 's:n:', null, 1.5, 'plain'] }],
  ['n:'],
  [0n],
  [{}],
])('bigint JSON brings back %o', (value) => {
  expect(fromBigintJson(toBigintJson(value))).toEqual(value)
})

describe('claims of orders', () => {
  /** Processes by their start; one that is left out has ended. */
  const running = (started: Record<number, string>) => (pid: number) => started[pid] ?? null

  test('the first answer stays, with its names; no claim is left behind it', async () => {
    const folder = temporaryFolder()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    await store.save(together(stored('a')))
    await store.claimOrder('a')
    expect(await store.saveSwap('a', { number: 1 }, ['EX-1'])).toBe(true)
    expect(await store.saveSwap('a', { number: 2 }, ['EX-2'])).toBe(false)
    expect((await store.findByName('EX-1'))?.swap).toEqual({ number: 1 })
    expect(await store.findByName('EX-2')).toBeNull()
    const file = new Sqlite(join(folder, 'quotes.db'))
    expect(file.prepare('SELECT count(*) AS count FROM order_claims').all()).toEqual([{ count: 0 }])
    file.close()
    store.close()
  })

  test('last as long as quotes, also those of an unknown quote', async () => {
    let now = 1_000
    const store = createLocalQuotes(temporaryFolder(), { now: () => now })
    expect(await store.claimOrder('unknown')).toBe('claimed')
    now += day
    await store.purge()
    expect(await store.claimOrder('unknown')).toBe('busy')
    now += 1
    await store.purge()
    expect(await store.claimOrder('unknown')).toBe('claimed')
    store.close()
  })

  test('a process that ended in the middle leaves an order that is lost', async () => {
    const folder = temporaryFolder()
    const own = process.pid
    const first = createLocalQuotes(folder, {
      now: () => 1_000,
      startOf: running({ [own]: 'x/1' }),
    })
    await first.save(together(stored('a')))
    expect(await first.claimOrder('a')).toBe('claimed')
    first.close()
    const same = createLocalQuotes(folder, { now: () => 1_000, startOf: running({ [own]: 'x/1' }) })
    expect(await same.claimOrder('a')).toBe('busy')
    same.close()
    const later = createLocalQuotes(folder, {
      now: () => 1_000,
      startOf: running({ [own]: 'x/2' }),
    })
    expect(await later.claimOrder('a')).toBe('lost')
    later.close()
  })

  test('a file of a version without claims gets them', async () => {
    const folder = temporaryFolder()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    await store.save(together(stored('a')))
    store.close()
    const file = new Sqlite(join(folder, 'quotes.db'))
    file.exec('DROP TABLE order_claims')
    file.exec('DROP TABLE order_names')
    file.close()
    const again = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await again.claimOrder('a')).toBe('claimed')
    expect((await again.find('a'))?.id).toBe('a')
    again.close()
  })
})
