import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { SwaprouteError, systemFault } from '../core/errors.ts'
import { type Connect, type Connection, loadSqlite, type SqlValue } from './engine.ts'

export type Row = Record<string, unknown>

/** The few calls the stores need, whichever library of SQLite runs (engine.ts). */
export type Database = {
  all(sql: string, values?: readonly SqlValue[]): Row[]
  /** Returns how many rows changed. */
  run(sql: string, values?: readonly SqlValue[]): number
  /** `BEGIN IMMEDIATE` … `COMMIT`; returns after the commit is on disk. */
  transaction<T>(work: () => T): T
  /** Several reads of one state of the file. */
  snapshot<T>(work: () => T): T
  close(): void
}

/** A database file, or its problem and a read-only handle. */
export type OpenedDatabase =
  | { state: 'usable'; database: Database }
  | { state: 'damaged'; problem: string; newer: boolean; readable: Database | null }

export type DatabaseOptions = {
  file: string
  /** Stored in `PRAGMA user_version`; a file with a higher one is not touched. */
  format: number
  /** SQL that creates the tables of a new file. */
  schema: string
  /** SQL that upgrades the tables by one format each, from format 1 on. */
  upgrades?: readonly string[]
  /** FULL where a lost record costs money; NORMAL for data that can be fetched again. */
  synchronous: 'FULL' | 'NORMAL'
  /** `PRAGMA incremental_vacuum` can return the space of deleted rows to the system. */
  givesSpaceBack?: boolean
  /**
   * Finds what the owner of the tables wants to know before anything is written; null database:
   * there are no tables yet. Reading the whole file is the owner's choice (`integrityProblem`).
   */
  verify?: (readable: Database | null) => string | null
}

/** Many programs that write at once on a slow disk wait long for each other. */
const busyMilliseconds = 60_000

/**
 * Opens a file with WAL, or creates it (folder 0700, file 0600). An existing file is first checked
 * through a read-only connection, because even closing a writing one would move pages: a damaged or
 * newer file stays byte for byte as it is.
 * @throws SwaprouteError CONFIG_INVALID if the location is not usable or not ours, or there is no
 *   SQLite; STORE_DAMAGED if it cannot be opened or created for another reason
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const connect = await loadSqlite()
  try {
    const verdict = prepareFile(options.file) ? inspectEmpty(options) : inspect(options, connect)
    if (verdict !== null) return verdict
    return { state: 'usable', database: openForWriting(options, connect) }
  } catch (thrown) {
    if (isDamage(thrown)) {
      return { state: 'damaged', problem: textOf(thrown), newer: false, readable: null }
    }
    if (thrown instanceof SwaprouteError) throw thrown
    throw storeError(options.file, textOf(thrown), thrown)
  }
}

/** The error of a store that is damaged or cannot be written; nothing is sent after it. */
export function storeError(file: string, problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('STORE_DAMAGED', `The store ${file} cannot be used: ${problem}.`, {
    hint: 'Nothing was sent. Keep the file: it may contain the only record of a swap. Free disk space or check the disk, or set SWAPROUTE_HOME to a new folder, which has no earlier swaps and no idempotency keys.',
    context: { file, problem },
    cause,
  })
}

/**
 * Creates a folder that only its owner can read, or restricts an existing one.
 * @throws SwaprouteError CONFIG_INVALID if it is not a folder this user can write
 */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode, uid } = statSync(folder)
    const self = process.getuid?.() ?? uid
    if (uid !== self && self !== 0) throw unusableFolder(folder, 'it belongs to another user')
    if ((mode & 0o077) !== 0) chmodSync(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown
    const cause = codeOf(thrown) === 'ENOENT' ? (faultAbove(folder) ?? thrown) : thrown
    throw unusableFolder(folder, systemFault(cause), cause)
  }
}

/** Why no folder can be made here: Node 20 to 24 call a read-only disk a missing folder. */
function faultAbove(folder: string): unknown {
  const above = dirname(folder)
  if (above !== folder && !existsSync(above)) return faultAbove(above)
  try {
    accessSync(above, constants.W_OK)
    return null
  } catch (thrown) {
    return thrown
  }
}

/**
 * Ensures that no other user can replace this folder: write permission for others is removed from
 * parents we own, and the other parents must already deny it.
 * @throws SwaprouteError CONFIG_INVALID
 */
export function guardFolder(folder: string): void {
  if (process.getuid === undefined) return
  for (let one = dirname(folder); one !== dirname(one); one = dirname(one)) {
    const { mode, uid } = statSync(one)
    // In a folder like /tmp every user may add entries, but only an entry's owner may move it.
    if ((mode & 0o002) === 0 || (mode & 0o1000) !== 0) continue
    if (uid !== process.getuid()) {
      throw unusableFolder(folder, `every user can replace it in ${one}`)
    }
    chmodSync(one, mode & 0o7755)
  }
}

function unusableFolder(folder: string, problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `The folder ${folder} cannot be used: ${problem}.`, {
    hint: 'Set SWAPROUTE_HOME to a folder you can write.',
    context: { folder, problem },
    cause,
  })
}

/**
 * Refuses to open a symbolic link: writing through it would change another program's file.
 * @throws SwaprouteError CONFIG_INVALID
 */
export function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new SwaprouteError('CONFIG_INVALID', `${file} is a link, which is not followed.`, {
    hint: 'Move the file itself there, or set SWAPROUTE_HOME to another folder.',
    context: { file },
  })
}

/** Distinguishes a file from a later one with the same name; null if absent. */
export function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null
}

/** Creates folder and file before SQLite does, so that no other user can ever read them. */
function prepareFile(file: string): boolean {
  prepareFolder(dirname(file))
  for (const suffix of ['', '-wal', '-shm']) refuseLink(file + suffix)
  try {
    const fresh = !existsSync(file) || statSync(file).size === 0
    if (fresh) closeSync(openSync(file, 'a', 0o600))
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
    accessSync(file, constants.R_OK | constants.W_OK)
    return fresh
  } catch (thrown) {
    if (isForbidden(thrown)) throw unusableFile(file, thrown)
    throw thrown
  }
}

function unusableFile(file: string, cause: unknown): SwaprouteError {
  const message = `The file ${file} cannot be used: ${systemFault(cause)}.`
  return new SwaprouteError('CONFIG_INVALID', message, {
    hint: 'Change its owner and mode with chown and chmod, or set SWAPROUTE_HOME to a new folder, which has no earlier swaps.',
    context: { file },
    cause,
  })
}

function isForbidden(thrown: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(thrown))
}

function inspectEmpty(options: DatabaseOptions): OpenedDatabase | null {
  const problem = options.verify?.(null) ?? null
  return problem === null ? null : { state: 'damaged', problem, newer: false, readable: null }
}

/**
 * Null: no problem. A connection that cannot read yet (another process is creating the file) proves
 * nothing.
 */
function inspect(options: DatabaseOptions, connect: Connect): OpenedDatabase | null {
  let readable: Database | null = null
  const damaged = (problem: string, newer = false): OpenedDatabase => ({
    state: 'damaged',
    problem,
    newer,
    readable,
  })
  try {
    readable = adapt(connect(options.file, true))
    readable.all(`PRAGMA busy_timeout=${busyMilliseconds}`)
    // Both in one read: another process may be creating the tables at this moment.
    const [found] = readable.all(
      'SELECT user_version AS format, (SELECT count(*) FROM sqlite_master) AS tables FROM pragma_user_version',
    )
    const format = Number(found?.['format'])
    if (format > options.format) {
      return damaged(`it has format ${format}; this program supports up to ${options.format}`, true)
    }
    if (format === 0 && Number(found?.['tables']) > 0) return damaged('it is a different database')
    const problem = options.verify?.(format === 0 ? null : readable) ?? null
    if (problem !== null) return damaged(problem)
  } catch (thrown) {
    if (isDamage(thrown)) return damaged(textOf(thrown))
  }
  readable?.close()
  return null
}

/**
 * Reads the whole file. Unlike `quick_check` it compares every index with its table: a row that its
 * index has lost (a last record, an idempotency key) would otherwise count as never written. Null:
 * no problem.
 */
export function integrityProblem(database: Database): string | null {
  const check = database.all('PRAGMA integrity_check(1)')[0]?.['integrity_check']
  return check === 'ok' ? null : `its integrity check reports "${oneLine(String(check))}"`
}

function openForWriting(options: DatabaseOptions, connect: Connect): Database {
  const database = adapt(connect(options.file, false))
  // The timeout comes first: switching to WAL needs the lock that another opener may hold.
  database.all(`PRAGMA busy_timeout=${busyMilliseconds}`)
  // Only a file without tables accepts it; an older one reuses the space and never shrinks.
  if (options.givesSpaceBack === true) database.all('PRAGMA auto_vacuum=INCREMENTAL')
  database.all('PRAGMA journal_mode=WAL')
  database.all(`PRAGMA synchronous=${options.synchronous}`)
  if (formatOf(database) < options.format) {
    database.transaction(() => {
      // Another process may have just created them.
      const found = formatOf(database)
      if (found === options.format) return
      const steps = found === 0 ? [options.schema] : (options.upgrades ?? []).slice(found - 1)
      for (const statement of steps.join(';').split(';')) {
        if (statement.trim() !== '') database.run(statement)
      }
      database.run(`PRAGMA user_version=${options.format}`)
    })
  }
  return database
}

function adapt(connection: Connection): Database {
  let isInside = false
  const between = <T>(begin: string, work: () => T): T => {
    connection.exec(begin)
    isInside = true
    try {
      const result = work()
      connection.exec('COMMIT')
      return result
    } catch (thrown) {
      rollBack(connection)
      throw thrown
    } finally {
      isInside = false
    }
  }
  return {
    all: (sql, values = []) => connection.all(sql, values).filter(isRow),
    run: (sql, values = []) => connection.run(sql, values),
    transaction: (work) => between('BEGIN IMMEDIATE', work),
    snapshot: (work) => (isInside ? work() : between('BEGIN', work)),
    close: () => {
      connection.close()
    },
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // SQLite has already rolled back (full disk); the first error is the one to report
  }
}

/**
 * Text columns of a SELECT, as bytes: on invalid UTF-8 from a flipped bit, libsql 0.5 would end the
 * whole process (`Utf8Error`), and Node would change the text.
 */
export function asBytes(...columns: string[]): string {
  return columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(', ')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Rows of the stores have text and numbers; the type of `name` is checked, not assumed. */
export function textIn(row: Row, name: string): string {
  const value = row[name]
  const bytes = bytesOf(value)
  if (bytes !== null) return decodeText(bytes, name)
  if (typeof value !== 'string') throw new TypeError(`column ${name} is not text`)
  return value
}

function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new TypeError(`column ${name} is not text`, { cause })
  }
}

export function bytesIn(row: Row, name: string): Uint8Array {
  const bytes = bytesOf(row[name])
  if (bytes === null) throw new TypeError(`column ${name} is not a BLOB`)
  return bytes
}

/** libsql returns an ArrayBuffer for a BLOB. */
function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return value instanceof Uint8Array ? value : null
}

export function numberIn(row: Row, name: string): number {
  const value = row[name]
  if (typeof value !== 'number') throw new TypeError(`column ${name} is not a number`)
  return value
}

function formatOf(database: Database): number {
  const [row] = database.all('PRAGMA user_version')
  return row === undefined ? 0 : numberIn(row, 'user_version')
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: https://sqlite.org/rescode.html (2026-11-29). */
const damageCodes: ReadonlySet<number> = new Set([11, 26])

/** Whether SQLite reports that the file itself is broken, as opposed to busy, full or forbidden. */
export function isDamage(thrown: unknown): boolean {
  const code = codeOf(thrown)
  // Node's own: an integer beyond 2^53, which no row of ours contains.
  if (code === 'ERR_OUT_OF_RANGE') return true
  // Node's for all errors of SQLite, with the extended result code beside it.
  if (code === 'ERR_SQLITE_ERROR') return damageCodes.has(resultOf(thrown) & 0xff)
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')
}

function resultOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return 0
  return typeof thrown.errcode === 'number' ? thrown.errcode : 0
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return ''
  return typeof thrown.code === 'string' ? thrown.code : ''
}

export function textOf(thrown: unknown): string {
  return oneLine(thrown instanceof Error ? thrown.message : String(thrown))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}
