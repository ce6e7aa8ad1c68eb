import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../../src/store/eventSchema.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { openDescriptors, showsDescriptors } from '../../support/descriptors.ts'
import { watchConnections } from './support/connections.ts'
import { account, ended, hashOf, orderPlanned, ordered, planned, signed } from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const delivering: JournalEvent = { type: 'delivering' }
const newer = 'PRAGMA user_version=99'

/** A journal that was written and then altered with SQL, opened again; each record a second later. */
async function salvaged(write: (journal: Journal) => void, ...sql: string[]): Promise<Journal> {
  const folder = temporaryFolder()
  let clock = 0
  const journal = await openJournal(folder, { now: () => (clock += 1_000) })
  write(journal)
  journal.close()
  const database = new Sqlite(join(folder, 'journal.db'))
  for (const statement of sql) database.exec(statement)
  database.close()
  return await openJournal(folder, { now: () => 0 })
}

/** Three swaps of three records each. */
function writeThree(journal: Journal): void {
  for (const [number, id] of ['one', 'two', 'three'].entries()) {
    journal.create(id, planned({ routeId: `route-${id}` }))
    journal.append(id, signed({ hash: hashOf(number) }))
    journal.append(id, delivering)
  }
}

describe('the report of the loss', () => {
  test.each([
    ['nothing but the format', [newer], '0 of 9 records', ['three', 'two', 'one']],
    [
      'the last record',
      ['DELETE FROM events WHERE id = 9'],
      '1 of 9 records',
      ['three', 'two', 'one'],
    ],
    [
      'a first record',
      ['DELETE FROM events WHERE id = 4', newer],
      '1 of 9 records; incomplete swaps: two',
      ['three', 'one'],
    ],
    [
      'a record in the middle',
      ['DELETE FROM events WHERE id = 5', newer],
      '1 of 9 records; incomplete swaps: two',
      ['three', 'one'],
    ],
    [
      'last records that were altered',
      ['UPDATE events SET at_ms = 1 WHERE id IN (3, 6)', newer],
      '2 of 9 records; incomplete swaps: one, two',
      ['three'],
    ],
  ])('%s', async (_name, sql, lost, readable) => {
    const journal = await salvaged(writeThree, ...sql)
    expect(journal.damage()).toMatchObject({ lost })
    expect(journal.list({ limit: 9 }).map(({ swapId }) => swapId)).toEqual(readable)
    for (const id of ['one', 'two', 'three'])
      expect([id, journal.read(id).length > 0]).toEqual([id, readable.includes(id)])
    journal.close()
  })

  test.each([
    ['emptied', (file: string) => truncateSync(file, 0), 'everything in it'],
    ['overwritten', (file: string) => writeFileSync(file, 'PK'.repeat(4_000)), '9 of 9 records'],
  ])('a whole file: %s', async (_name, damage, lost) => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    writeThree(journal)
    journal.close()
    for (const name of ['journal.db-wal', 'journal.db-shm'])
      rmSync(join(folder, name), { force: true })
    damage(join(folder, 'journal.db'))
    const found = await openJournal(folder, { now: () => 0 })
    expect(found.damage()).toMatchObject({ lost })
    expect(found.list({ limit: 9 })).toEqual([])
    found.close()
  })

  test('the only record there was', async () => {
    const sql = ['DELETE FROM events']
    const journal = await salvaged((written) => written.create('one', planned()), ...sql)
    expect(journal.damage()).toEqual({
      problem: 'its last 1 records are missing',
      lost: '1 of 1 records',
    })
    journal.close()
  })

  test('without a mark it is what the file itself holds', async () => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    writeThree(journal)
    journal.close()
    const database = new Sqlite(join(folder, 'journal.db'))
    database.exec(newer)
    database.close()
    rmSync(join(folder, 'journal.db-mark'))
    const found = await openJournal(folder, { now: () => 0 })
    expect(found.damage()).toMatchObject({ lost: '0 of 9 records' })
    expect(found.list({ limit: 9 })).toHaveLength(3)
    found.close()
  })

  test('is empty for a file that never was a journal', async () => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    journal.close()
    for (const name of ['journal.db-wal', 'journal.db-shm'])
      rmSync(join(folder, name), { force: true })
    writeFileSync(join(folder, 'journal.db'), 'PK'.repeat(4_000))
    const found = await openJournal(folder, { now: () => 0 })
    expect(found.damage()).toMatchObject({ lost: '0 of 0 records' })
    found.close()
  })
})

describe('what can still be read', () => {
  test('is listed with its times, open or ended, the newest first', async () => {
    const journal = await salvaged((written) => {
      for (const id of ['one', 'two', 'three']) written.create(id, planned())
      written.append('two', ended('done', hashOf(9)))
      written.append('two', { type: 'allowance', amount: '0' })
    }, newer)
    const one = { swapId: 'one', createdAtMs: 1_000, updatedAtMs: 1_000, open: true }
    const two = { swapId: 'two', createdAtMs: 2_000, updatedAtMs: 5_000, open: false }
    const three = { swapId: 'three', createdAtMs: 3_000, updatedAtMs: 3_000, open: true }
    expect(journal.list({ limit: 9 })).toEqual([three, two, one])
    expect(journal.list({ limit: 2 })).toEqual([three, two])
    expect(journal.list({ open: true, limit: 9 })).toEqual([three, one])
    expect(journal.list({ open: false, limit: 9 })).toEqual([two])
    expect(journal.list({ sinceMs: 1_000, limit: 9 })).toEqual([three, two])
    expect(journal.list({ open: true, sinceMs: 1_000, limit: 9 })).toEqual([three])
    expect(journal.read('nothing')).toEqual([])
    journal.close()
  })

  test('is found by id, beginning and name, where only one fits', async () => {
    const journal = await salvaged((written) => {
      written.create('abcd1', planned({ routeId: 'route-1' }))
      written.create('abcd12', planned({ routeId: 'route-2' }))
      written.create('wxyz1abcd', orderPlanned({ routeId: 'route-3' }))
      written.append('wxyz1abcd', ordered)
      written.append('wxyz1abcd', delivering)
    }, newer)
    const cases: [string, string | null][] = [
      ['ABCD1', 'abcd1'],
      ['abcd12', 'abcd12'],
      ['abcd', null],
      ['wxyz', 'wxyz1abcd'],
      ['wxy', null],
      ['yz1abcd', null],
      ['Route-2', 'abcd12'],
      ['ex-1', 'wxyz1abcd'],
      ['BC1QDEPOSIT', 'wxyz1abcd'],
      ['nothing', null],
    ]
    for (const [text, expected] of cases)
      expect([text, journal.find(text)]).toEqual([text, expected])
    expect(journal.findByHash('EX-1')).toEqual(['wxyz1abcd'])
    expect(journal.findByHash('nothing')).toEqual([])
    journal.close()
  })

  test('shows who has an idempotency key: the last that took it and did not give it back', async () => {
    const journal = await salvaged((written) => {
      written.create('one', planned({ idempotencyKey: 'key-1' }))
      written.append('one', delivering)
      written.create('two', planned({ idempotencyKey: 'key-2' }))
      written.create('three', orderPlanned({ idempotencyKey: 'key-2' }), { force: true })
      written.create('four', planned({ idempotencyKey: 'key-4' }))
      written.append('four', { type: 'abandoned', reason: 'declined' })
      written.create('five', planned())
    }, newer)
    expect(journal.findByIdempotencyKey('key-1')).toBe('one')
    expect(journal.findByIdempotencyKey('key-2')).toBe('three')
    expect(journal.findByIdempotencyKey('key-4')).toBeNull()
    expect(journal.findByIdempotencyKey('key-5')).toBeNull()
    journal.close()
  })

  test('shows nothing of what was sent: those numbers could not be trusted', async () => {
    const journal = await salvaged(writeThree, newer)
    const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' })
    expect(() => journal.pendingTransactions(1, account)).toThrow(damaged)
    expect(() => journal.settledTransactions(1, account, 0)).toThrow(damaged)
    journal.close()
  })
})

test('closing gives back what was opened, and changes nothing', async () => {
  const folder = temporaryFolder()
  const journal = await openJournal(folder, { now: () => 0 })
  writeThree(journal)
  journal.close()
  const file = join(folder, 'journal.db')
  const database = new Sqlite(file)
  database.exec(newer)
  database.close()
  const before = readFileSync(file)
  const open = watchConnections()
  const found = await openJournal(folder, { now: () => 0 })
  expect(open()).toBe(1)
  found.close()
  expect(open()).toBe(0)
  if (showsDescriptors) expect(openDescriptors(join(folder, 'journal.db-mark'))).toBe(0)
  expect(readFileSync(file).equals(before)).toBe(true)
})
