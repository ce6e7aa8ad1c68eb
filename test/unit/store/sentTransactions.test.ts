import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { JournalEvent } from '../../../src/store/eventSchema.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { watchConnections } from './support/connections.ts'
import {
  account,
  confirmed,
  hashOf,
  orderPlanned,
  planned,
  signed,
  tonConfirmed,
  tonHashOf,
  tonSigned,
} from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const ton = -239

async function emptyJournal(): Promise<Journal> {
  return await openJournal(temporaryFolder(), { now: () => 0 })
}

describe('a signed transaction', () => {
  test('is pending with its bytes, the very first of an account as well', async () => {
    const journal = await emptyJournal()
    journal.create('one', planned())
    journal.append('one', signed({ leg: 'approve', nonce: 0, hash: hashOf(1), raw: '0x02bb' }))
    journal.append('one', signed({ nonce: 1, hash: hashOf(2), raw: '0x02cc' }))
    expect(journal.pendingTransactions(1, account)).toEqual([
      { swapId: 'one', leg: 'approve', nonce: 0, hash: hashOf(1), raw: '0x02bb' },
      { swapId: 'one', leg: 'pay', nonce: 1, hash: hashOf(2), raw: '0x02cc' },
    ])
    journal.close()
  })

  test('is settled once it was mined, and found from its number on', async () => {
    const journal = await emptyJournal()
    journal.create('one', planned())
    for (const nonce of [0, 1, 2]) {
      journal.append('one', signed({ nonce, hash: hashOf(nonce) }))
      if (nonce < 2) journal.append('one', confirmed({ hash: hashOf(nonce) }))
    }
    const settledFrom = (from: number): number[] =>
      journal.settledTransactions(1, account, from).map(({ nonce }) => nonce)
    expect([settledFrom(0), settledFrom(1), settledFrom(2)]).toEqual([[0, 1], [1], []])
    expect(journal.settledTransactions(2, account, 0)).toEqual([])
    expect(journal.pendingTransactions(1, account).map(({ nonce }) => nonce)).toEqual([2])
    journal.close()
  })

  test.each<[string, JournalEvent]>([
    ['took', tonConfirmed(tonHashOf(3), tonHashOf(4))],
    [
      'can never take',
      { type: 'expired', leg: 'pay', hash: tonHashOf(3), nonce: 3, chainSeconds: 9 },
    ],
    ['took another instead of', { type: 'replaced', leg: 'pay', hash: tonHashOf(3) }],
  ])('of TON is pending with its message until the wallet %s it', async (_word, settling) => {
    const journal = await emptyJournal()
    journal.create('one', planned())
    const { boc } = tonSigned()
    journal.append('one', tonSigned())
    const pending = { swapId: 'one', leg: 'pay', nonce: 3, hash: tonHashOf(3), raw: boc }
    expect(journal.pendingTransactions(ton, account)).toEqual([pending])
    expect(journal.find(Buffer.from(tonHashOf(3), 'hex').toString('base64'))).toBe('one')
    journal.append('one', settling)
    expect(journal.pendingTransactions(ton, account)).toEqual([])
    expect(journal.settledTransactions(ton, account, 3)).toEqual([pending])
    journal.close()
  })
})

describe('a swap', () => {
  const refusal = new SwaprouteError('INVALID_ARGUMENT', 'Another swap pays this.', {})

  test('that a last check refuses is not written; the key and the journal stay free', async () => {
    const journal = await emptyJournal()
    const keyed = planned({ idempotencyKey: 'key-1' })
    const check = (): never => {
      throw refusal
    }
    expect(() => journal.create('one', keyed, { check })).toThrow(refusal)
    expect(journal.read('one')).toEqual([])
    expect(journal.findByIdempotencyKey('key-1')).toBeNull()
    expect(journal.create('two', keyed, { check: () => {} }).sequence).toBe(1)
    journal.close()
  })

  test('that is paid by a deposit is open like any other, and gives its key back', async () => {
    const journal = await emptyJournal()
    journal.create('one', orderPlanned({ idempotencyKey: 'key-1' }))
    expect(journal.list({ open: true, limit: 9 })).toEqual([
      { swapId: 'one', createdAtMs: 0, updatedAtMs: 0, open: true },
    ])
    journal.append('one', { type: 'abandoned', reason: 'declined' })
    expect(journal.list({ open: true, limit: 9 })).toEqual([])
    expect(journal.findByIdempotencyKey('key-1')).toBeNull()
    journal.close()
  })

  test('is found by four characters of its id, not by three', async () => {
    const journal = await emptyJournal()
    journal.create('wxyz1', planned())
    expect([journal.find('wxyz'), journal.find('wxy'), journal.find('xyz1')]).toEqual([
      'wxyz1',
      null,
      null,
    ])
    journal.close()
  })
})

describe('a lock', () => {
  test('shows its holder and since when, with or without a swap', async () => {
    let now = 5_000
    const journal = await openJournal(temporaryFolder(), { now: () => now })
    journal.tryLock('account:1:0xaa', 'one')
    journal.tryLock('folder', null)
    now = 6_000
    const holder = { pid: process.pid, host: hostname(), sinceMs: 5_000, isAlive: true }
    expect(journal.tryLock('account:1:0xaa', 'two')).toEqual({
      taken: false,
      holder: { ...holder, swapId: 'one', untilMs: expect.closeTo(65_000, -3) },
    })
    expect(journal.tryLock('folder', 'two')).toMatchObject({
      taken: false,
      holder: { ...holder, swapId: null },
    })
    journal.close()
  })

  test('that two want in the same moment is given to one', async () => {
    const folder = temporaryFolder()
    const quick = await openJournal(folder, { now: () => 1 })
    const late = await openJournal(folder, {
      now: () => 2,
      wrap: (database) => ({
        ...database,
        transaction: (work) => {
          expect(quick.tryLock('swap:one', 'one').taken).toBe(true)
          return database.transaction(work)
        },
      }),
    })
    expect(late.tryLock('swap:one', 'two')).toMatchObject({
      taken: false,
      holder: { pid: process.pid, swapId: 'one', sinceMs: 1 },
    })
    late.close()
    quick.close()
  })

  test('can be released after a failed write, without another write', async () => {
    let broken = false
    const journal = await openJournal(temporaryFolder(), {
      now: () => 0,
      wrap: (database) => ({
        ...database,
        run: (sql, values) => {
          if (broken) throw new Error('disk I/O error')
          return database.run(sql, values)
        },
      }),
    })
    const lock = journal.tryLock('swap:one', 'one')
    if (!lock.taken) throw new Error('it should be free')
    broken = true
    expect(() => journal.create('one', planned())).toThrow('a write failed')
    expect(lock.release).not.toThrow()
    journal.close()
  })
})

test('a journal that is closed holds no connection', async () => {
  const folder = temporaryFolder()
  const open = watchConnections()
  for (let opening = 0; opening < 2; opening += 1) {
    const journal = await openJournal(folder, { now: () => 0 })
    journal.list({ limit: 1 })
    expect(open()).toBe(1)
    journal.close()
    expect(open()).toBe(0)
  }
  expect(existsSync(join(folder, 'journal.db'))).toBe(true)
})
