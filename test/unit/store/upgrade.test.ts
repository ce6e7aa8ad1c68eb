import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import {
  account,
  confirmed,
  ended,
  hashOf,
  orderPlanned,
  ordered,
  planned,
  signed,
} from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'
import { toOlderFormat } from './support/olderJournal.ts'

/** Swaps of every kind of entry: open and ended, with keys, names, orders and transactions. */
async function writtenFolder(): Promise<string> {
  const folder = temporaryFolder()
  let clock = 1_000
  const journal = await openJournal(folder, { now: () => (clock += 1) })
  journal.create('first-1', planned({ idempotencyKey: 'key-1', receiverName: 'al"ice' }))
  journal.append('first-1', signed({ nonce: 1, hash: hashOf(1) }))
  journal.append('first-1', confirmed({ hash: hashOf(1) }))
  journal.append('first-1', ended('done', hashOf(9)))
  journal.append('first-1', { type: 'allowance', amount: '0' })
  journal.create('second-2', planned({ receiver: '0xother', receiverName: 'al"ice' }))
  journal.append('second-2', signed({ nonce: 2, hash: hashOf(2) }))
  journal.create('third-3', orderPlanned({ idempotencyKey: 'key-3', routeId: 'route-3' }))
  journal.append('third-3', ordered)
  journal.create('fourth-4', planned({ idempotencyKey: 'key-4' }))
  journal.append('fourth-4', { type: 'abandoned', reason: 'declined' })
  journal.close()
  return folder
}

/** Every answer a journal gives. */
function answersOf(journal: Journal): unknown {
  return {
    damage: journal.damage(),
    records: ['first-1', 'second-2', 'third-3', 'fourth-4', 'none'].map((id) => journal.read(id)),
    lists: [undefined, true, false].map((open) =>
      journal.list({ limit: 9, ...(open === undefined ? {} : { open }) }),
    ),
    countOpen: journal.countOpen(),
    found: ['first-1', 'firs', 'route-3', 'EX-1', hashOf(2), 'nothing'].map((text) =>
      journal.find(text),
    ),
    keys: ['key-1', 'key-3', 'key-4'].map((key) => journal.findByIdempotencyKey(key)),
    keysSince: journal.keysSince('key-', 1_003),
    pending: journal.pendingTransactions(1, account),
    settled: journal.settledTransactions(1, account, 0),
    addresses: journal.addresses(9),
    receivers: ['al"ice', 'bob'].map((name) => journal.lastReceiver(name)),
  }
}

describe.each([1, 2] as const)('a journal of format %i', (format) => {
  test('gives the same answers after its upgrade, and takes what follows', async () => {
    const folder = await writtenFolder()
    const fresh = await openJournal(folder, { now: () => 9_000 })
    const expected = answersOf(fresh)
    expect(expected).toMatchObject({
      damage: null,
      countOpen: 2,
      found: ['first-1', 'first-1', 'third-3', 'third-3', 'second-2', null],
      keys: ['first-1', 'third-3', null],
      keysSince: ['key-3'],
      pending: [{ swapId: 'second-2' }],
      settled: [{ swapId: 'first-1' }],
      receivers: ['0xother', null],
    })
    fresh.close()
    toOlderFormat(folder, format)
    const upgraded = await openJournal(folder, { now: () => 9_000 })
    expect(answersOf(upgraded)).toEqual(expected)
    expect(upgraded.append('second-2', confirmed({ hash: hashOf(2) })).sequence).toBe(3)
    expect(upgraded.append('third-3', ended('refunded', null)).sequence).toBe(3)
    upgraded.create('fifth-5', planned({ receiver: '0xnew', receiverName: 'al"ice' }))
    expect(upgraded.list({ open: true, limit: 9 }).map(({ swapId }) => swapId)).toEqual([
      'fifth-5',
      'second-2',
    ])
    expect(upgraded.pendingTransactions(1, account)).toEqual([])
    expect(upgraded.lastReceiver('al"ice')).toBe('0xnew')
    upgraded.close()
  })

  test('is checked as a whole before it is upgraded, whatever its mark says', async () => {
    const folder = await writtenFolder()
    toOlderFormat(folder, format)
    const database = new Sqlite(join(folder, 'journal.db'))
    database.exec("UPDATE swaps SET open = 0 WHERE swap_id = 'second-2'")
    database.close()
    const journal = await openJournal(folder, { now: () => 9_000 })
    expect(journal.damage()?.problem).toBe('swap second-2 is closed without an end')
    journal.close()
    const file = new Sqlite(join(folder, 'journal.db'))
    expect(file.prepare('PRAGMA user_version').all()).toEqual([{ user_version: format }])
    file.close()
  })
})
