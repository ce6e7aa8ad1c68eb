import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Database } from '../../../src/store/database.ts'
import { openJournal } from '../../../src/store/journal.ts'
import { digestOf } from '../../../src/store/records.ts'
import { openDescriptors, showsDescriptors } from '../../support/descriptors.ts'
import { buildScript, startScript } from '../../support/executionScript.ts'
import {
  account,
  confirmed,
  hashOf,
  ordered,
  orderPlanned,
  planned,
  signed,
} from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const routeId = planned().routeId

test('the keys of a period are those of swaps that were not abandoned, read in the commit of the next', async () => {
  const folder = temporaryFolder()
  let nowMs = 1_000
  const journal = await openJournal(folder, { now: () => nowMs })
  journal.create('old', planned({ idempotencyKey: 'mcp:1:old' }))
  nowMs = 2_000
  journal.create('ended', planned({ idempotencyKey: 'mcp:2:ended' }))
  journal.append('ended', { type: 'abandoned', reason: 'refused', code: 'NO_ROUTE' })
  journal.create('other', planned({ idempotencyKey: 'invoice' }))
  journal.create('new', planned({ idempotencyKey: 'mcp:3:new' }))
  const other = await openJournal(folder, { now: () => nowMs })
  const seen: string[][] = []
  const check = (): void => {
    seen.push(other.keysSince('mcp:', 1_000))
    throw new SwaprouteError('CONFIRMATION_REQUIRED', 'above the limit')
  }
  expect(() => other.create('next', planned(), { check })).toThrow('above the limit')
  expect(seen).toEqual([['mcp:3:new']])
  expect(other.read('next')).toEqual([])
  journal.close()
  other.close()
})

describe('records', () => {
  test('come back in order, with sequence and format, from another handle', async () => {
    const folder = temporaryFolder()
    let clock = 100
    const journal = await openJournal(folder, { now: () => (clock += 1) })
    journal.create('aaaa-1', planned())
    journal.create('bbbb-2', planned())
    journal.append('aaaa-1', { type: 'signing', leg: 'pay', account, chainId: 1, nonce: 7 })
    journal.append('aaaa-1', signed())
    const other = await openJournal(folder, { now: () => 0 })
    expect(other.read('aaaa-1').map((r) => [r.sequence, r.format, r.atMs, r.event.type])).toEqual([
      [1, 1, 101, 'planned'],
      [2, 1, 103, 'signing'],
      [3, 1, 104, 'signed'],
    ])
    expect(other.read('aaaa-1')[2]?.event).toEqual(signed())
    expect(other.read('unknown')).toEqual([])
    journal.close()
    other.close()
  })

  test('never writes an invalid event, and stops all sending', async () => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    const none = { ...planned(), srcAmount: '-1' }
    expect(() => journal.create('aaaa-1', none)).toThrow(expect.objectContaining({ exit: 14 }))
    expect(() => journal.assertWritable()).toThrow(expect.objectContaining({ exit: 14 }))
    journal.close()
    const next = await openJournal(folder, { now: () => 0 })
    expect(next.damage()).toBeNull()
    expect(next.read('aaaa-1')).toEqual([])
    next.close()
  })

  test('one that an earlier program wrote all the same is refused on reading', async () => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    journal.create('aaaa-1', planned())
    const text = JSON.stringify({ ...planned(), srcAmount: '-1' })
    const database = new Sqlite(join(folder, 'journal.db'))
    database
      .prepare('UPDATE events SET event = ?, digest = ?')
      .run(text, digestOf('aaaa-1', 1, 1, 0, text))
    database.close()
    expect(() => journal.read('aaaa-1')).toThrow(/record 1 of swap aaaa-1 cannot be read/)
    expect(() => journal.assertWritable()).toThrow(expect.objectContaining({ exit: 14 }))
    expect(journal.damage()?.lost).toBe('swap aaaa-1')
    journal.close()
  })

  test('folder and files are the owner’s alone', async () => {
    const folder = temporaryFolder()
    const journal = await openJournal(folder, { now: () => 0 })
    journal.create('aaaa-1', planned())
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm', 'journal.db-mark']) {
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
    }
    journal.close()
  })
})

test.runIf(showsDescriptors)('closing gives the mark back', async () => {
  const folder = temporaryFolder()
  const journal = await openJournal(folder, { now: () => 0 })
  const mark = join(folder, 'journal.db-mark')
  expect(openDescriptors(mark)).toBe(1)
  journal.close()
  expect(openDescriptors(mark)).toBe(0)
})

describe('finding', () => {
  test('by id, beginning, route id and hash, in any letter case', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 0 })
    journal.create('abcd1111', planned())
    journal.create('abcd2222', planned({ routeId: 'other-route' }))
    journal.append('abcd1111', signed({ hash: hashOf(0xabc) }))
    const cases: [string, string | null][] = [
      ['abcd1111', 'abcd1111'],
      ['ABCD1', 'abcd1111'],
      ['abcd', null],
      ['abc', null],
      ['%', null],
      [routeId.toUpperCase(), 'abcd1111'],
      [hashOf(0xabc).toUpperCase().replace('0X', '0x'), 'abcd1111'],
      ['nothing', null],
    ]
    for (const [text, expected] of cases)
      expect([text, journal.find(text)]).toEqual([text, expected])
    expect(journal.findByHash(hashOf(0xabc))).toEqual(['abcd1111'])
    expect(journal.findByHash(hashOf(1))).toEqual([])
    journal.close()
  })

  test('open swaps newest first; an end closes, what follows it does not reopen', async () => {
    let clock = 0
    const journal = await openJournal(temporaryFolder(), { now: () => (clock += 1) })
    for (const id of ['one', 'two', 'three']) journal.create(id, planned())
    journal.append('two', {
      type: 'done',
      answer: { status: 'SUCCESS' },
      evidence: { source: 'receipt', blockchain: 'ARBITRUM', hash: hashOf(9), blockNumber: '1' },
      received: null,
    })
    journal.append('two', { type: 'allowance', amount: '0' })
    expect(journal.list({ limit: 9 }).map((row) => row.swapId)).toEqual(['three', 'two', 'one'])
    expect(journal.list({ open: true, limit: 9 }).map((row) => row.swapId)).toEqual([
      'three',
      'one',
    ])
    expect(journal.list({ open: false, limit: 9 })).toEqual([
      { swapId: 'two', createdAtMs: 2, updatedAtMs: 5, open: false },
    ])
    expect(journal.list({ limit: 1 })).toHaveLength(1)
    expect(journal.list({ sinceMs: 2, limit: 9 }).map((row) => row.swapId)).toEqual(['three'])
    expect(journal.list({ open: true, sinceMs: 3, limit: 9 })).toEqual([])
    expect(journal.list({ open: false, sinceMs: 1, limit: 9 })).toHaveLength(1)
    expect(journal.findByHash(hashOf(9))).toEqual(['two'])
    journal.close()
  })

  test('a transaction of several swaps names all of them, the newest first', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 1 })
    for (const id of ['one', 'two', 'three']) {
      journal.create(id, planned())
      journal.append(id, { type: 'status', answer: { status: 'PENDING', srcTxHash: hashOf(9) } })
    }
    expect(journal.findByHash(hashOf(9).toUpperCase())).toEqual(['three', 'two', 'one'])
    expect(journal.find(hashOf(9))).toBe('three')
    journal.close()
  })
})

describe('addresses of earlier swaps', () => {
  test('are everybody who paid or was paid, each once; the oldest are left out first', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 0 })
    const { fromAddress } = planned()
    journal.create('one', planned({ receiver: '0xfirst' }))
    journal.create('two', orderPlanned({ receiver: '0xsecond', refundAddress: '0xrefund' }))
    journal.append('two', ordered)
    expect(journal.addresses(10).toSorted()).toEqual(
      [...new Set([fromAddress, '0xfirst', '0xsecond', '0xrefund', ordered.depositAddress])]
        .concat(orderPlanned().fromAddress === null ? [] : [orderPlanned().fromAddress ?? ''])
        .filter((address, index, all) => all.indexOf(address) === index)
        .toSorted(),
    )
    expect(journal.addresses(2)).not.toContain('0xfirst')
    journal.close()
  })
})

describe('idempotency keys', () => {
  test('belong to the first swap; force takes over; an abandoned swap gives its key back', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 0 })
    const keyed = planned({ idempotencyKey: 'order-1' })
    journal.create('one', keyed)
    expect(() => journal.create('two', keyed)).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE',
        context: expect.objectContaining({ receiptId: 'one' }),
      }),
    )
    expect(journal.read('two')).toEqual([])
    journal.create('three', keyed, { force: true })
    expect(journal.findByIdempotencyKey('order-1')).toBe('three')
    journal.append('three', { type: 'abandoned', reason: 'declined' })
    expect(journal.findByIdempotencyKey('order-1')).toBeNull()
    journal.create('four', keyed)
    expect(journal.findByIdempotencyKey('order-1')).toBe('four')
    journal.close()
  })
})

describe('sent transactions', () => {
  test('are pending per chain and account until mined or replaced, and again after a reorg', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 0 })
    journal.create('one', planned())
    journal.append('one', signed({ leg: 'approve', nonce: 6, hash: hashOf(6) }))
    journal.append('one', signed())
    const nonces = (): number[] =>
      journal.pendingTransactions(1, account.toUpperCase().replace('0X', '0x')).map((t) => t.nonce)
    expect(nonces()).toEqual([6, 7])
    expect(journal.pendingTransactions(2, account)).toEqual([])
    journal.append('one', confirmed({ leg: 'approve', hash: hashOf(6) }))
    expect(nonces()).toEqual([7])
    journal.append('one', { type: 'replaced', leg: 'pay', hash: hashOf(7) })
    expect(nonces()).toEqual([])
    journal.append('one', {
      type: 'reorged',
      leg: 'approve',
      hash: hashOf(6),
      blockHash: hashOf(1),
    })
    expect(nonces()).toEqual([6])
    journal.close()
  })
})

describe('locks', () => {
  const boot = 'boot-1'
  const running = (table: Record<number, string>) => (pid: number) => table[pid] ?? null

  test('one holder, also within a process; release frees only its own', async () => {
    const journal = await openJournal(temporaryFolder(), { now: () => 0 })
    const first = journal.tryLock('account:1:0xaa', 'one')
    const second = journal.tryLock('account:1:0xaa', 'two')
    expect(second).toMatchObject({ taken: false, holder: { pid: process.pid, swapId: 'one' } })
    expect(journal.tryLock('account:2:0xaa', 'two').taken).toBe(true)
    if (first.taken) first.release()
    const third = journal.tryLock('account:1:0xaa', 'two')
    expect(third.taken).toBe(true)
    if (first.taken) first.release()
    expect(journal.tryLock('account:1:0xaa', null).taken).toBe(false)
    journal.close()
  })

  test.each([
    ['the owner has ended', { [process.pid]: `${boot}/9` }, true],
    [
      'its number belongs to a later process',
      { [process.pid]: `${boot}/9`, 4242: `${boot}/8` },
      true,
    ],
    ['the machine was started again', { [process.pid]: 'boot-2/9', 4242: `${boot}/5` }, true],
    ['it still runs', { [process.pid]: `${boot}/9`, 4242: `${boot}/5` }, false],
    ['the system does not report the start', { [process.pid]: '/', 4242: '/' }, false],
  ])('pass on when %s: %o', async (_text, table, passes) => {
    const folder = temporaryFolder()
    const owner = await openJournal(folder, { now: () => 0 })
    owner.tryLock('swap:one', 'one')
    owner.close()
    markOwner(folder, 4242, `${boot}/5`)
    const journal = await openJournal(folder, { now: () => 0, startOf: running(table) })
    expect(journal.tryLock('swap:one', 'one').taken).toBe(passes)
    journal.close()
  })

  test('a killed process leaves its lock to the next', async () => {
    const folder = temporaryFolder()
    const script = await buildScript(
      folder,
      `import { openJournal } from './src/store/journal.ts'
       const journal = await openJournal(process.argv[2], { now: () => 0 })
       process.stdout.write(String(journal.tryLock('swap:one', 'one').taken))
       process.kill(process.pid, 'SIGKILL')`,
    )
    const end = await startScript(script, folder)
    expect(end).toMatchObject({ stdout: 'true', signal: 'SIGKILL' })
    const journal = await openJournal(folder, { now: () => 0 })
    expect(journal.tryLock('swap:one', 'one').taken).toBe(true)
    journal.close()
  })
})

describe('failing writes', () => {
  test.each(['INSERT INTO events', 'INSERT INTO locks', 'COMMIT'])(
    'after %s fails, nothing is written any more in this process',
    async (statement) => {
      const folder = temporaryFolder()
      let broken = false
      const wrap = (database: Database): Database => ({
        ...database,
        run: (sql, values) => {
          if (broken && sql.replace('OR REPLACE ', '').startsWith(statement))
            throw new Error('disk I/O error')
          return database.run(sql, values)
        },
        transaction: (work) =>
          database.transaction(() => {
            const result = work()
            if (broken && statement === 'COMMIT') throw new Error('disk I/O error')
            return result
          }),
      })
      const journal = await openJournal(folder, { now: () => 0, wrap })
      journal.create('one', planned())
      broken = true
      const failing = (): unknown =>
        statement.includes('locks') ? journal.tryLock('x', null) : journal.append('one', signed())
      expect(failing).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED', exit: 14 }))
      broken = false
      expect(() => journal.append('one', signed())).toThrow(/a write failed \(disk I\/O error\)/)
      expect(() => journal.assertWritable()).toThrow(/a write failed/)
      expect(() => journal.create('two', planned())).toThrow(/a write failed/)
      expect(journal.read('one')).toHaveLength(1)
      journal.close()
      const next = await openJournal(folder, { now: () => 0 })
      expect(next.append('one', signed()).sequence).toBe(2)
      next.close()
    },
  )
})

test('a removed database begins anew, without complaint about its old mark', async () => {
  const folder = temporaryFolder()
  const journal = await openJournal(folder, { now: () => 0 })
  journal.create('one', planned())
  journal.close()
  rmSync(join(folder, 'journal.db'))
  const next = await openJournal(folder, { now: () => 0 })
  expect(next.damage()).toBeNull()
  expect(next.list({ limit: 9 })).toEqual([])
  next.create('two', planned())
  next.close()
})

function markOwner(folder: string, pid: number, started: string): void {
  const database = new Sqlite(join(folder, 'journal.db'))
  database.prepare('UPDATE locks SET pid = ?, started = ?').run(pid, started)
  database.close()
}
