import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
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
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { buildScript, runScript, startScript } from '../../support/executionScript.ts'
import { planned, signed } from './support/events.ts'
import { temporaryFolder } from './support/folder.ts'

const swaps = 60
let template = ''

// Written by a process that has ended: in this one, SQLite would still hold pages and locks.
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'swaproute-store-'))
  const script = buildScript(
    template,
    `import { openJournal } from './src/store/journal.ts'
     import { hashOf, planned, signed } from './test/unit/store/support/events.ts'
     const [folder, ending] = process.argv.slice(2)
     const journal = await openJournal(folder, { now: () => 0 })
     for (let n = 0; n < ${swaps}; n += 1) {
       journal.create('swap-' + n, planned({ routeId: 'route-' + n }))
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
  expect(() => journal.claimIdempotencyKey('key', 'new')).toThrow(damaged)
}

const digest = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

const overwrite = (file: string, position: number, length: number): void => {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(length, 0x5a), 0, length, position)
  closeSync(descriptor)
}

/** Where the page begins on which a text stands for the first time. */
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
    /integrity check says/,
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
    /integrity check says|malformed/,
    'none',
  ],
  ['emptied', (file) => truncateSync(file, 0), /its last 120 records are missing/, 'none'],
  [
    'a newer format',
    (file) => withDatabase(file, 'PRAGMA user_version=99'),
    /has format 99, this program knows up to 1/,
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
      expect(() => journal.read('swap-1')).toThrow(/of swap swap-1|beginning of swap|is no text/)
      expect(journal.damage()?.lost).toBe('swap swap-1')
      expect(() => journal.append('swap-0', signed())).toThrow(
        expect.objectContaining({ exit: 14 }),
      )
      journal.close()
    },
  )

  test('SQLite drops what follows a broken frame of its log without a word; the mark tells', async () => {
    const intact = await openJournal(copyOf('killed').folder, { now: () => 0 })
    expect(intact.damage()).toBeNull()
    expect(intact.list({ limit: 99 })).toHaveLength(swaps)
    intact.close()

    const { folder, file } = copyOf('killed')
    const log = join(folder, 'journal.db-wal')
    overwrite(log, Math.floor(statSync(log).size / 50), 64)
    const before = [digest(log), digest(file)]
    const journal = await openJournal(folder, { now: () => 0 })
    expect(journal.damage()?.problem).toMatch(/its last \d+ records are missing/)
    expect(journal.list({ limit: 99 }).length).toBeGreaterThan(5)
    expectRefusal(journal)
    journal.close()
    expect(existsSync(log)).toBe(true)
    expect([digest(log), digest(file)]).toEqual(before)
  })
})

function withDatabase(file: string, sql: string): void {
  const database = new Libsql(file)
  database.exec(sql)
  database.close()
}
