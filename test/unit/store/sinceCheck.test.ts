/** Damage that comes up after the last check of the whole file. */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { buildScript, runScript } from '../../support/executionScript.ts'
import { createRandom } from '../../campaign/support/random.ts'
import { temporaryFolder } from './support/folder.ts'
import { askAll, expectNothingHidden } from './support/oracle.ts'

const swaps = 36
const pageBytes = 4096
const boot = 'boot-1'
const dayMs = 24 * 60 * 60_000
let template = ''

// Written by a process that has ended: in this one, SQLite would still hold pages and locks.
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'swaproute-store-'))
  const script = await buildScript(
    template,
    `import { openJournal } from './src/store/journal.ts'
     import { confirmed, ended, hashOf, planned, signed } from './test/unit/store/support/events.ts'
     const [folder] = process.argv.slice(2)
     let clock = 1_000
     const journal = await openJournal(folder, { now: () => (clock += 1) })
     for (let n = 0; n < ${swaps}; n += 1) {
       const names = { routeId: 'route-' + n, idempotencyKey: 'key-' + n, receiverName: 'name-' + n }
       journal.create('swap-' + n, planned(names))
       journal.append('swap-' + n, signed({ nonce: n, hash: hashOf(n) }))
       if (n % 3 === 0) continue
       journal.append('swap-' + n, confirmed({ hash: hashOf(n) }))
       if (n % 3 === 1) journal.append('swap-' + n, ended('done', hashOf(1_000 + n)))
     }
     journal.close()`,
  )
  runScript(script, join(template, 'home'))
})
afterAll(() => rmSync(template, { recursive: true }))

/** A copy with other bytes, and a mark with a check at 0 by the clock unless another is given. */
function copyWith(
  bytes: Buffer,
  check: Partial<{ atMs: number; inode: number; boot: string }> = {},
) {
  const folder = temporaryFolder()
  cpSync(join(template, 'home'), folder, { recursive: true })
  const file = join(folder, 'journal.db')
  writeFileSync(file, bytes)
  const { atMs, inode, boot: start } = { atMs: 0, inode: statSync(file).ino, boot, ...check }
  const line = `checked ${atMs} ${inode} ${start}\n`
  writeFileSync(`${file}-mark`, readFileSync(`${file}-mark`, 'utf8').slice(0, 21) + line)
  return folder
}

const intact = (): Buffer => readFileSync(join(template, 'home', 'journal.db'))

async function opened(folder: string, nowMs = 1): Promise<Journal> {
  return await openJournal(folder, { now: () => nowMs, boot })
}

function withPage(bytes: Buffer, page: number, content: Buffer): Buffer {
  const result = Buffer.from(bytes)
  content.copy(result, page * pageBytes, 0, pageBytes)
  return result
}

/** Damages of one page, as disks make them. */
const damages: [string, (bytes: Buffer, page: number) => Buffer][] = [
  ['zeros', (bytes, page) => withPage(bytes, page, Buffer.alloc(pageBytes))],
  [
    'the page before it',
    (bytes, page) => withPage(bytes, page, bytes.subarray((page - 1) * pageBytes)),
  ],
  [
    'an empty page of its kind',
    (bytes, page) => {
      const result = Buffer.from(bytes)
      result.writeUInt16BE(0, page * pageBytes + 3) // the number of its cells
      return result
    },
  ],
]

describe('whichever page is damaged, nothing that was written counts as never written', () => {
  test.each(damages)(
    '%s',
    async (_name, damage) => {
      const bytes = intact()
      const journal = await opened(copyWith(bytes))
      const expected = askAll(journal, swaps)
      expect(Object.values(expected)).not.toContain('damaged')
      journal.close()
      const pages = bytes.length / pageBytes
      let told = 0
      for (let page = 1; page < pages; page += 1) {
        const folder = copyWith(damage(bytes, page))
        const damaged = await opened(folder)
        if (expectNothingHidden(damaged, swaps, expected)) told += 1
        damaged.close()
      }
      expect(told).toBeGreaterThan(pages / 2)
    },
    120_000,
  )

  test('a flipped bit', async () => {
    const random = createRandom(7)
    const bytes = intact()
    const journal = await opened(copyWith(bytes))
    const expected = askAll(journal, swaps)
    journal.close()
    let told = 0
    for (let flip = 0; flip < 60; flip += 1) {
      const flipped = Buffer.from(bytes)
      const at = pageBytes + random.below(bytes.length - pageBytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random.below(8)), at)
      const damaged = await opened(copyWith(flipped))
      if (expectNothingHidden(damaged, swaps, expected)) told += 1
      damaged.close()
    }
    expect(told).toBeGreaterThan(10)
  }, 120_000)
})

describe('the whole file is read', () => {
  /** A page in the middle, which no tail and no question of the openings below touches. */
  const damaged = (): Buffer => {
    const bytes = intact()
    const page = Math.floor(bytes.indexOf('"routeId":"route-9"') / pageBytes)
    return withPage(bytes, page, Buffer.alloc(pageBytes, 0x5a))
  }

  test.each([
    ['was never read', { boot: 'of another program version' }, 1],
    ['was read a day ago', {}, dayMs],
    ['was read in a future that the clock has left', { atMs: 2 * dayMs }, 1],
    ['was read before the machine started', { boot: 'boot-0' }, 1],
    ['was another file then', { inode: 1 }, 1],
  ])('where it %s', async (_when, check, nowMs) => {
    const journal = await opened(copyWith(damaged(), check), nowMs)
    expect(journal.damage()?.problem).toMatch(/integrity check reports/)
    journal.close()
  })

  test('not where that was less than a day ago, unless it is asked for', async () => {
    const journal = await opened(copyWith(damaged()), dayMs - 1)
    expect(journal.damage()).toBeNull()
    expect(journal.countOpen()).toBe(swaps - swaps / 3)
    journal.check()
    expect(journal.damage()?.problem).toMatch(/integrity check reports/)
    expect(() => journal.assertWritable()).toThrow(expect.objectContaining({ exit: 14 }))
    journal.close()
  })

  test.each([
    ['on opening', (_journal: Journal): void => {}, null],
    ['when it is asked for', (journal: Journal): void => journal.check(), 0],
  ])('and that is remembered: %s', async (_when, act, atMs) => {
    const folder = copyWith(intact(), atMs === null ? { boot: 'boot-0' } : { atMs })
    const mark = (): string => readFileSync(join(folder, 'journal.db-mark'), 'utf8')
    const { ino } = statSync(join(folder, 'journal.db'))
    const journal = await opened(folder, 5_000)
    act(journal)
    expect(mark()).toMatch(new RegExp(`^\\d{20}\nchecked 5000 ${ino} boot-1\n`))
    journal.append('swap-0', { type: 'delivering' })
    expect(mark()).toMatch(new RegExp(`^\\d{20}\nchecked 5000 ${ino} boot-1\n`))
    journal.close()
  })
})

describe('every opening finds what is wrong with the last records', () => {
  test.each([
    ['altered', "UPDATE events SET event = replace(event, '1', '2') WHERE id = last", /altered/],
    ['gone', 'DELETE FROM events WHERE id = last', /its last 1 records are missing/],
    [
      'gone before the last',
      'DELETE FROM events WHERE id = last - 9',
      /1 records before its record/,
    ],
  ])('%s', async (_name, sql, problem) => {
    const folder = copyWith(intact())
    const database = new Sqlite(join(folder, 'journal.db'))
    database.exec(sql.replace('last', '(SELECT max(id) FROM events)'))
    database.close()
    const journal = await opened(folder)
    expect(journal.damage()?.problem).toMatch(problem)
    journal.close()
  })
})
