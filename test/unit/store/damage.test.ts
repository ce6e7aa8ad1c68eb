import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { buildScript, runScript, startScript } from '../../support/executionScript.ts'
import { account, planned, signed } from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const swaps = 60
let template = ''

// Written by a process that has ended: in this one, SQLite would still hold pages and locks.
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'swaproute-store-'))
  const script = await buildScript(
    template,
    `import { openJournal } from './src/store/journal.ts'
     import { hashOf, planned, signed } from './test/unit/store/support/events.ts'
     const [folder, ending] = process.argv.slice(2)
     let clock = 1_000
     const journal = await openJournal(folder, { now: () => (clock += 1) })
     for (let n = 0; n < ${swaps}; n += 1) {
       const idempotencyKey = 'key-' + n
       journal.create('swap-' + n, planned({ routeId: 'route-' + n, idempotencyKey }))
       journal.append('swap-' + n, signed({ hash: hashOf(n) }))
     }
     if (ending === 'kill') process.kill(process.pid, 'SIGKILL')`,
  )
  runScript(script, join(template, 'ended'))
  await startScript(script, join(template, 'killed'), 'kill')
})
afterAll(() => rmSync(template, { recursive: true }))

/** A copy of a journal of 60 swaps with two records each, by a process that ended or was killed. */
function copyOf(name: 'ended' | 'killed'): { folder: string; file: string } {
  const folder = temporaryFolder()
  cpSync(join(template, name), folder, { recursive: true })
  return { folder, file: join(folder, 'journal.db') }
}

function expectRefusal(journal: Journal): void {
  const damaged = expect.objectContaining({ code: 'STORE_DAMAGED', exit: 14 })
  expect(() => journal.assertWritable()).toThrow(damaged)
  expect(() => journal.create('new', planned())).toThrow(damaged)
  expect(() => journal.append('swap-1', signed())).toThrow(damaged)
  expect(() => journal.tryLock('swap:one', null)).toThrow(damaged)
}

function refusalOf(work: () => unknown): SwaprouteError {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return thrown
    throw thrown
  }
  throw new Error('nothing was refused')
}

const digest = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

const overwrite = (file: string, position: number, length: number): void => {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(length, 0x5a), 0, length, position)
  closeSync(descriptor)
}

/** The start of the first page that contains a text. */
const pageWith = (file: string, text: string): number =>
  Math.floor(readFileSync(file).indexOf(text) / 4096) * 4096

const fits = {
  none: (count: number) => count === 0,
  some: (count: number) => count > 0 && count < swaps,
  all: (count: number) => count === swaps,
}

const damages: [string, (file: string) => void, RegExp, 'some' | 'none' | 'all'][] = [
  [
    'a page in the middle',
    (file) => overwrite(file, pageWith(file, '"routeId":"route-30"'), 4096),
    /integrity check reports/,
    'some',
  ],
  ['the first page', (file) => overwrite(file, 0, 4096), /not a database/, 'none'],
  [
    'something else in its place',
    (file) => writeFileSync(file, 'PK'.repeat(4000)),
    /not a database/,
    'none',
  ],
  [
    'cut in half',
    (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
    /integrity check reports|malformed/,
    'none',
  ],
  ['emptied', (file) => truncateSync(file, 0), /its last 120 records are missing/, 'none'],
  [
    'a newer format',
    (file) => withDatabase(file, 'PRAGMA user_version=99'),
    /has format 99; this program supports up to 3/,
    'all',
  ],
  [
    'rows removed',
    (file) => withDatabase(file, 'DELETE FROM events WHERE id > 100'),
    /its last 20 records are missing/,
    'some',
  ],
]

describe('a damaged journal', () => {
  test.each(damages)(
    '%s: is read as far as possible and never written',
    async (_name, damage, problem, kept) => {
      const { folder, file } = copyOf('ended')
      damage(file)
      const before = digest(file)
      const journal = await openJournal(folder, { now: () => 0 })
      expectRefusal(journal)
      expect(journal.damage()?.problem).toMatch(problem)
      const readable = journal.list({ limit: 999 })
      expect(journal.damage()?.lost).toMatch(/^(?:everything|\d+ of \d+ records)/)
      expect(fits[kept](readable.length)).toBe(true)
      for (const { swapId } of readable) {
        const number = Number(swapId.slice('swap-'.length))
        expect(journal.read(swapId)[0]?.event).toMatchObject({ routeId: `route-${number}` })
        expect(journal.find(`route-${number}`)).toBe(swapId)
      }
      journal.close()
      expect(digest(file)).toBe(before)
    },
  )

  test.each([
    [
      'its event',
      `UPDATE events SET event = replace(event, '250000000', '250000001') WHERE id = 3`,
    ],
    ['its number', 'UPDATE events SET sequence = 9 WHERE id = 4'],
    ['its time', 'UPDATE events SET at_ms = at_ms + 1 WHERE id = 4'],
    ['a missing row', 'DELETE FROM events WHERE id = 3'],
    [
      'bytes that are no text',
      `UPDATE events SET event = CAST(x'ff' || CAST(event AS BLOB) AS TEXT) WHERE id = 3`,
    ],
  ])(
    'an altered record (%s) is found on reading; nothing is sent after that',
    async (_name, sql) => {
      const { folder, file } = copyOf('ended')
      withDatabase(file, sql)
      const journal = await openJournal(folder, { now: () => 0 })
      expect(journal.read('swap-0')).toHaveLength(2)
      expect(() => journal.read('swap-1')).toThrow(/of swap swap-1|beginning of swap|is not text/)
      expect(journal.damage()?.lost).toBe('swap swap-1')
      expect(() => journal.append('swap-0', signed())).toThrow(
        expect.objectContaining({ exit: 14 }),
      )
      journal.close()
    },
  )

  /** Every fifth bit of the two places, in a table and in its index, that hold a key with its swap. */
  function* flipsOf(file: string, key: string): Generator<Buffer> {
    const bytes = readFileSync(file)
    for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
      if (bytes.toString('latin1', at - 1, at) === '"') continue // in a record
      for (let bit = -4 * 8; bit < 13 * 8; bit += 5) {
        const flipped = Buffer.from(bytes)
        const place = at + Math.floor(bit / 8)
        flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << (bit & 7)), place)
        yield flipped
      }
    }
  }

  test('a flipped bit never frees an idempotency key, nor gives it to another swap', async () => {
    const told = new Map<string, number>()
    for (const bytes of flipsOf(copyOf('ended').file, 'key-30')) {
      const folder = temporaryFolder()
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, 'journal.db'), bytes)
      const journal = await openJournal(folder, { now: () => 0 })
      const claim = (): unknown => journal.create('again', planned({ idempotencyKey: 'key-30' }))
      const { code, context } = refusalOf(claim)
      told.set(code, (told.get(code) ?? 0) + 1)
      // Some bits mean nothing: then it is the first swap that has the key, as ever.
      if (code === 'DUPLICATE') expect(context['receiptId']).toBe('swap-30')
      else expectRefusal(journal)
      expect(journal.read('swap-30')).toHaveLength(2)
      journal.close()
    }
    expect(told.get('STORE_DAMAGED')).toBeGreaterThan(40)
  }, 30_000)

  test('the row of a key whose owner was altered frees nothing; an intact one frees its own', async () => {
    const { folder, file } = copyOf('ended')
    withDatabase(file, `UPDATE idempotency SET swap_id = 'swap-31' WHERE key = 'key-30'`)
    const journal = await openJournal(folder, { now: () => 0 })
    journal.append('swap-31', { type: 'abandoned', reason: 'declined' })
    expect(journal.findByIdempotencyKey('key-31')).toBeNull()
    expect(journal.create('again', planned({ idempotencyKey: 'key-31' })).sequence).toBe(1)
    expect(() => journal.findByIdempotencyKey('key-30')).toThrow(
      expect.objectContaining({ code: 'STORE_DAMAGED' }),
    )
    expect(journal.damage()).toEqual({
      problem: 'the owner of idempotency key "key-30" was altered on disk',
      lost: 'the idempotency key "key-30"',
    })
    expectRefusal(journal)
    journal.close()
  })

  test.each([
    ['closed without an end', "UPDATE swaps SET open = 0 WHERE swap_id = 'swap-7'", /swap-7 is/],
    [
      'with another number',
      "UPDATE transactions SET nonce = 9 WHERE swap_id = 'swap-7'",
      /altered/,
    ],
    [
      'of another swap',
      "UPDATE transactions SET swap_id = 'swap-8' WHERE swap_id = 'swap-7'",
      /altered/,
    ],
  ])('the indexes of a swap (%s) are compared with its records', async (_name, sql, told) => {
    const intact = await openJournal(copyOf('ended').folder, { now: () => 0 })
    expect(intact.pendingTransactions(1, account)).toHaveLength(swaps)
    expect(intact.list({ open: true, limit: 99 })).toHaveLength(swaps)
    intact.close()
    const { folder, file } = copyOf('ended')
    withDatabase(file, sql)
    const journal = await openJournal(folder, { now: () => 0 })
    expect(() => [
      journal.pendingTransactions(1, account),
      journal.list({ open: true, limit: 99 }),
    ]).toThrow(told)
    expectRefusal(journal)
    journal.close()
  })

  test('SQLite silently drops what follows a broken frame of its log; the mark shows it', async () => {
    const intact = await openJournal(copyOf('killed').folder, { now: () => 0 })
    expect(intact.damage()).toBeNull()
    const rows = intact.list({ limit: 99 })
    expect(rows).toHaveLength(swaps)
    intact.close()

    const { folder, file } = copyOf('killed')
    const log = join(folder, 'journal.db-wal')
    overwrite(log, Math.floor(statSync(log).size / 50), 64)
    const before = [digest(log), digest(file)]
    const journal = await openJournal(folder, { now: () => 0 })
    expect(journal.damage()?.problem).toMatch(/its last \d+ records are missing/)
    const saved = journal.list({ limit: 99 })
    expect(saved.length).toBeGreaterThan(5)
    // The rest is the same as before, times included.
    expect(rows).toEqual(expect.arrayContaining(saved.slice(1)))
    expectRefusal(journal)
    journal.close()
    expect(existsSync(log)).toBe(true)
    expect([digest(log), digest(file)]).toEqual(before)
  })
})

function withDatabase(file: string, sql: string): void {
  const database = new Sqlite(file)
  database.exec(sql)
  database.close()
}
