import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import {
  type Database,
  type DatabaseOptions,
  isDamage,
  numberIn,
  openDatabase,
  prepareFolder,
  textIn,
  textOf,
} from '../../../src/store/database.ts'
import { watchConnections } from './support/connections.ts'
import { temporaryFolder } from './support/folder.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

function optionsIn(folder: string, changes: Partial<DatabaseOptions> = {}): DatabaseOptions {
  return {
    file: join(folder, 'own.db'),
    format: 3,
    schema: 'CREATE TABLE notes (note TEXT NOT NULL);',
    synchronous: 'NORMAL',
    ...changes,
  }
}

async function usable(options: DatabaseOptions): Promise<Database> {
  const opened = await openDatabase(options)
  if (opened.state === 'damaged') throw new Error(opened.problem)
  return opened.database
}

/** A file in a folder of its own. */
function fileWith(content: string): DatabaseOptions {
  const folder = temporaryFolder()
  mkdirSync(folder, { mode: 0o700 })
  const options = optionsIn(folder)
  writeFileSync(options.file, content)
  return options
}

describe('a database', () => {
  test('is made once, with its format, and keeps what it is given', async () => {
    const options = optionsIn(temporaryFolder())
    const first = await usable(options)
    expect(first.run('INSERT INTO notes VALUES (?), (?)', ['a', 'b'])).toBe(2)
    first.close()
    const second = await usable(options)
    expect(second.all('SELECT * FROM notes ORDER BY note')).toEqual([{ note: 'a' }, { note: 'b' }])
    expect(second.all('PRAGMA user_version')).toEqual([{ user_version: 3 }])
    second.close()
  })

  test.each([
    ['FULL', 2],
    ['NORMAL', 1],
  ] as const)(
    'writes with the requested settings (%s) and waits a minute for others',
    async (word, value) => {
      const timeouts: unknown[] = []
      const verify = (readable: Database | null): null => {
        timeouts.push(readable?.all('PRAGMA busy_timeout')[0]?.['timeout'])
        return null
      }
      const options = optionsIn(temporaryFolder(), { synchronous: word, verify })
      for (let opening = 0; opening < 2; opening += 1) {
        const database = await usable(options)
        expect(database.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
        expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: value }])
        expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 60_000 }])
        database.close()
      }
      expect(timeouts).toEqual([undefined, 60_000])
    },
  )

  test('takes back a transaction that fails, and goes on', async () => {
    const database = await usable(optionsIn(temporaryFolder()))
    const add = (note: string): number => database.run('INSERT INTO notes VALUES (?)', [note])
    const failing = (): void =>
      database.transaction(() => {
        add('lost')
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(database.transaction(() => add('kept'))).toBe(1)
    expect(database.all('SELECT note FROM notes')).toEqual([{ note: 'kept' }])
    database.close()
  })

  test('leaves no connection open once it is closed', async () => {
    const options = optionsIn(temporaryFolder())
    const open = watchConnections()
    for (let opening = 0; opening < 2; opening += 1) {
      const database = await usable(options)
      expect(open()).toBe(1)
      database.close()
      expect(open()).toBe(0)
      expect(() => database.all('SELECT 1')).toThrow('not open')
    }
  })
})

describe('closes a folder that others could read', () => {
  test.each([
    [0o755, 0o700],
    [0o701, 0o700],
    [0o770, 0o700],
    [0o700, 0o700],
    [0o500, 0o500],
  ])('a folder of mode %i', (before, after) => {
    const folder = temporaryFolder()
    mkdirSync(folder)
    chmodSync(folder, before)
    prepareFolder(folder)
    expect(modeOf(folder)).toBe(after)
  })

  test('a new folder and those above it are made for the owner alone', () => {
    const folder = temporaryFolder()
    prepareFolder(join(folder, 'state'))
    expect([modeOf(folder), modeOf(join(folder, 'state'))]).toEqual([0o700, 0o700])
  })

  test.each([
    [0o644, 0o600],
    [0o601, 0o600],
    [0o600, 0o600],
    [0o700, 0o700],
  ])('a file of mode %i', async (before, after) => {
    const options = optionsIn(temporaryFolder())
    const database = await usable(options)
    database.close()
    chmodSync(options.file, before)
    const again = await usable(options)
    again.close()
    expect(modeOf(options.file)).toBe(after)
  })

  test.each([
    ['nothing', '', 0o644, 0o600],
    ['a single byte', '\n', 0o644, 0o600],
    ['nothing', '', 0o700, 0o700],
  ])('a file with %s in it: %s', async (_name, content, before, after) => {
    const options = fileWith(content)
    chmodSync(options.file, before)
    const database = await usable(options)
    database.run("INSERT INTO notes VALUES ('a')")
    expect([modeOf(options.file), modeOf(`${options.file}-wal`)]).toEqual([after, after])
    database.close()
  })

  test('a new file in a folder that is made for it', async () => {
    const folder = temporaryFolder()
    const database = await usable(optionsIn(folder))
    database.close()
    expect([modeOf(folder), modeOf(join(folder, 'own.db'))]).toEqual([0o700, 0o600])
  })
})

describe('a file is refused', () => {
  test('that holds tables of something else', async () => {
    const options = fileWith('')
    const foreign = new Sqlite(options.file)
    foreign.exec('CREATE TABLE theirs (a)')
    foreign.close()
    const before = readFileSync(options.file)
    const opened = await openDatabase(options)
    expect(opened).toMatchObject({
      state: 'damaged',
      problem: 'it is a different database',
      newer: false,
    })
    expect(readFileSync(options.file).equals(before)).toBe(true)
  })

  test('but not one whose making was interrupted before its tables', async () => {
    const options = fileWith('')
    const begun = new Sqlite(options.file)
    begun.exec('PRAGMA journal_mode=WAL')
    begun.close()
    expect(statSync(options.file).size).toBeGreaterThan(0)
    const seen: unknown[] = []
    const database = await usable({
      ...options,
      verify: (readable) => {
        seen.push(readable)
        return null
      },
    })
    expect(seen).toEqual([null])
    expect(database.all('SELECT * FROM notes')).toEqual([])
    database.close()
  })

  test('that is not a database', async () => {
    const content = 'PK'.repeat(4_000)
    const options = fileWith(content)
    expect(await openDatabase(options)).toMatchObject({ state: 'damaged', newer: false })
    expect(readFileSync(options.file, 'utf8')).toBe(content)
  })

  test('of a newer format, but not of an older one', async () => {
    const options = optionsIn(temporaryFolder())
    const database = await usable(options)
    database.close()
    expect(await openDatabase({ ...options, format: 2 })).toMatchObject({
      state: 'damaged',
      problem: 'it has format 3; this program supports up to 2',
      newer: true,
    })
    const later = await usable({ ...options, format: 4 })
    later.close()
  })

  test('whose owner finds fault with it, made or not', async () => {
    const verify = (readable: Database | null): string => (readable === null ? 'none' : 'wrong')
    const options = optionsIn(temporaryFolder())
    const refused = { state: 'damaged', newer: false }
    expect(await openDatabase({ ...options, verify })).toEqual({
      ...refused,
      problem: 'none',
      readable: null,
    })
    const database = await usable(options)
    database.close()
    const opened = await openDatabase({ ...options, verify })
    expect(opened).toMatchObject({ ...refused, problem: 'wrong' })
    if (opened.state === 'usable') throw new Error('it was opened for writing')
    expect(opened.readable?.all('SELECT * FROM notes')).toEqual([])
    expect(() => opened.readable?.run(`INSERT INTO notes VALUES ('a')`)).toThrow('readonly')
    opened.readable?.close()
  })

  test('that is broken when it is opened for writing', async () => {
    const options = optionsIn(temporaryFolder())
    const verify = (): null => {
      writeFileSync(options.file, 'PK'.repeat(4_000))
      return null
    }
    expect(await openDatabase({ ...options, verify })).toEqual({
      state: 'damaged',
      problem: 'file is not a database',
      newer: false,
      readable: null,
    })
  })

  test('but not one that could not be looked at: others may be making it', async () => {
    const options = optionsIn(temporaryFolder())
    const first = await usable(options)
    first.close()
    const verify = (): never => {
      throw withCode('SQLITE_BUSY')
    }
    const second = await usable({ ...options, verify })
    second.close()
  })

  test('that cannot be made', async () => {
    const { file } = fileWith('')
    await expect(openDatabase(optionsIn(join(file, 'state')))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exit: 3,
      context: { folder: join(file, 'state'), problem: 'not a directory' },
    })
  })
})

const withCode = (code: unknown): Error => Object.assign(new Error('x'), { code })

describe('errors and columns', () => {
  test.each([
    ['SQLITE_CORRUPT', true],
    ['SQLITE_CORRUPT_INDEX', true],
    ['SQLITE_NOTADB', true],
    ['SQLITE_NOTADB_2', true],
    ['SQLITE_BUSY', false],
    ['SQLITE_FULL', false],
    ['NO_SQLITE_CORRUPT', false],
    ['', false],
    [11, false],
    ['ERR_OUT_OF_RANGE', true],
    ['ERR_SQLITE_ERROR', false],
  ])('%s is damage of the file: %s', (code, expected) => {
    expect(isDamage(withCode(code))).toBe(expected)
  })

  // Node has one code for all errors of SQLite, and the extended result code beside it.
  test.each([
    ['SQLITE_CORRUPT', 11, true],
    ['SQLITE_CORRUPT_INDEX', 779, true],
    ['SQLITE_NOTADB', 26, true],
    ['SQLITE_BUSY', 5, false],
    ['SQLITE_FULL', 13, false],
    ['SQLITE_IOERR_READ', 266, false],
    ['a text', '11', false],
  ])('Node’s error of %s (%s) is damage of the file: %s', (_name, errcode, expected) => {
    expect(isDamage(Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode }))).toBe(expected)
  })

  test.each([undefined, null, 'SQLITE_CORRUPT', new Error('SQLITE_CORRUPT')])(
    'an error without a code is not damage: %s',
    (thrown) => expect(isDamage(thrown)).toBe(false),
  )

  test('prints an error on one short line', () => {
    expect(textOf(new Error(' disk\n\tI/O   error '))).toBe('disk I/O error')
    expect(textOf('a text')).toBe('a text')
    expect(textOf(new Error('x'.repeat(300)))).toBe('x'.repeat(200))
  })

  const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer

  test.each([
    ['text', 'text'],
    [bytes(0xc3, 0xa4), 'ä'],
    [bytes(0xef, 0xbb, 0xbf, 0x61), '\uFEFFa'],
  ])('a column of text: %o', (value, expected) => {
    expect(textIn({ a: value }, 'a')).toBe(expected)
  })

  test.each([1, null, undefined, bytes(0xff, 0x61)])('a column that is not text: %o', (value) => {
    expect(() => textIn({ a: value }, 'a')).toThrow('column a is not text')
  })

  test('a column of numbers, and one with another value', () => {
    expect(numberIn({ a: 7 }, 'a')).toBe(7)
    for (const value of ['7', null, undefined])
      expect(() => numberIn({ a: value }, 'a')).toThrow('column a is not a number')
  })
})
