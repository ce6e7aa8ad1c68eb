import { isDeepStrictEqual } from 'node:util'
import { type Database, type Row, asBytes, numberIn, textIn } from './database.ts'
import type { SqlValue } from './engine.ts'
import { claimedKey, recordColumns } from './records.ts'

// Reads of the derived tables, which have no digests. Between two checks of the whole file, a damaged
// page of an index could hide a row: an idempotency key, the last record of a swap, a transaction
// whose outcome is unknown. So every question whose empty answer lets money move is asked of two
// b-trees. They share no page, and one damaged page makes their answers differ.

type Query = { sql: string; values: readonly SqlValue[] }

/** @throws Error when the two answers differ */
function bothWays(database: Database, what: string, one: Query, other: Query): Row[] {
  const [rows, again] = database.snapshot(() =>
    [one, other].map(({ sql, values }) => database.all(sql, values)),
  )
  if (rows === undefined || !isDeepStrictEqual(rows, again)) {
    throw new Error(`${what} was altered on disk`)
  }
  return rows
}

/** The same statement by each of two indexes. */
function byIndexes(
  database: Database,
  what: string,
  [one, other]: readonly [string, string],
  sql: (index: string) => string,
  values: readonly SqlValue[],
): Row[] {
  return bothWays(
    database,
    what,
    { sql: sql(`INDEXED BY ${one}`), values },
    { sql: sql(`INDEXED BY ${other}`), values },
  )
}

/** The rows of a swap's records in their order. @throws Error when not all of them are found */
export function recordRows(database: Database, swapId: string): Row[] {
  const sql = `SELECT ${recordColumns} FROM events WHERE swap_id = ? ORDER BY sequence`
  const [rows, count] = database.snapshot(
    () => [database.all(sql, [swapId]), countOf(database, swapId)] as const,
  )
  if (rows.length < count) throw new Error(`record ${rows.length + 1} of swap ${swapId} is missing`)
  if (rows.length > count) throw new Error(`the entry of swap ${swapId} was altered on disk`)
  return rows
}

/** Whether there is a swap of this id. @throws Error when its records and its entry differ */
export function isRecorded(database: Database, swapId: string): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM events WHERE swap_id = ?) AS recorded,
    EXISTS (SELECT 1 FROM swaps WHERE swaps.swap_id = ?) AS listed`
  const [row = {}] = database.all(sql, [swapId, swapId])
  const recorded = numberIn(row, 'recorded')
  if (recorded === numberIn(row, 'listed')) return recorded === 1
  throw new Error(`the entry of swap ${swapId} was altered on disk`)
}

/** How many records a swap has by its entry in the table of swaps; 0 without an entry. */
function countOf(database: Database, swapId: string): number {
  const [row] = database.all('SELECT records FROM swaps WHERE swaps.swap_id = ?', [swapId])
  return row === undefined ? 0 : numberIn(row, 'records')
}

/** Sequence number of a swap's last record; 0 for none. @throws Error when the table of swaps differs */
export function lastSequence(database: Database, swapId: string): number {
  const sql = 'SELECT coalesce(max(sequence), 0) AS last FROM events WHERE swap_id = ?'
  const [row] = database.all(sql, [swapId])
  const last = row === undefined ? 0 : numberIn(row, 'last')
  if (last !== countOf(database, swapId)) {
    throw new Error(`record ${last + 1} of swap ${swapId} is missing`)
  }
  return last
}

const keyIndexes = ['sqlite_autoindex_idempotency_1', 'keys_again'] as const

/**
 * The swap that owns a key. A row counts only if that swap's first record, which has a digest,
 * claims the key.
 * @throws Error for a row that was altered on disk
 */
export function ownerOfKey(database: Database, key: string): string | null {
  const what = `the owner of idempotency key "${key}"`
  const sql = (index: string): string =>
    `SELECT ${asBytes('swap_id')} FROM idempotency ${index} WHERE key = ?`
  const [row] = byIndexes(database, what, keyIndexes, sql, [key])
  if (row === undefined) return null
  const swapId = textIn(row, 'swap_id')
  if (keyOfSwap(database, swapId) === key) return swapId
  throw new Error(`${what} was altered on disk`)
}

/** Keys with this beginning, of swaps started after a moment and not abandoned. */
export function keysSince(database: Database, beginning: string, sinceMs: number): string[] {
  const keys = newestSwaps(database, { sinceMs })
    .map((row) => keyOfSwap(database, textIn(row, 'swap_id')))
    .filter((key) => key !== null)
    .filter((key) => key.startsWith(beginning))
  return [...new Set(keys)].filter((key) => ownerOfKey(database, key) !== null)
}

/**
 * The idempotency key in a swap's first record; null if it claims none.
 * @throws Error when the record was altered or is missing
 */
export function keyOfSwap(database: Database, swapId: string): string | null {
  const sql = `SELECT ${recordColumns} FROM events WHERE swap_id = ? AND sequence = 1`
  const [row] = database.all(sql, [swapId])
  if (row === undefined) throw new Error(`the beginning of swap ${swapId} is missing`)
  return claimedKey(row)
}

const nameIndexes = ['sqlite_autoindex_names_1', 'names_again'] as const

/** Swaps with a name, the newest first. */
export function swapsNamed(database: Database, name: string): string[] {
  const sql = (index: string): string =>
    `SELECT ${asBytes('swap_id')} FROM names ${index} WHERE name = ? ORDER BY rowid DESC`
  const rows = byIndexes(database, 'the index of names', nameIndexes, sql, [name])
  return rows.map((row) => textIn(row, 'swap_id'))
}

const receiverIndexes = ['sqlite_autoindex_receivers_1', 'receivers_again'] as const

/** The newest swap to a receiver given by this name. */
export function lastSwapTo(database: Database, name: string): string | null {
  const sql = (index: string): string =>
    `SELECT ${asBytes('swap_id')} FROM receivers ${index} WHERE name = ?`
  const what = `the last swap to ${name}`
  const [row] = byIndexes(database, what, receiverIndexes, sql, [name])
  return row === undefined ? null : textIn(row, 'swap_id')
}

const transactionIndexes = ['transactions_by_account', 'transactions_again'] as const

/** Hash, swap and nonce of an account's transactions from a nonce on; lowest first. */
export function transactionRows(
  database: Database,
  settled: 0 | 1,
  chainId: number,
  account: string,
  from: number,
): Row[] {
  const sql = (index: string): string =>
    `SELECT ${asBytes('swap_id', 'hash')}, nonce FROM transactions ${index}
      WHERE settled = ? AND chain_id = ? AND account = ? AND nonce >= ? ORDER BY nonce, rowid`
  const values = [settled, chainId, account.toLowerCase(), from]
  return byIndexes(database, 'the list of sent transactions', transactionIndexes, sql, values)
}

/** Which swaps: ended or not, and started after a moment (Unix milliseconds). */
export type SwapChoice = { open?: boolean; sinceMs?: number; limit: number }

const swapColumns = `rowid AS place, ${asBytes('swap_id')}, created_ms, updated_ms, open`
const newestFirst = 'ORDER BY created_ms DESC, place DESC LIMIT ?'

/** Rows of the newest swaps, or of those started after a moment. */
export function newestSwaps(
  database: Database,
  { sinceMs = -1, limit = -1 }: Partial<SwapChoice>,
): Row[] {
  const byOpen = (open: 0 | 1): string =>
    `SELECT * FROM (SELECT ${swapColumns} FROM swaps INDEXED BY swaps_by_open
      WHERE open = ${open} AND created_ms > ? ${newestFirst})`
  return bothWays(
    database,
    'the list of swaps',
    {
      sql: `SELECT ${swapColumns} FROM swaps INDEXED BY swaps_by_time WHERE created_ms > ? ${newestFirst}`,
      values: [sinceMs, limit],
    },
    {
      sql: `${byOpen(0)} UNION ALL ${byOpen(1)} ${newestFirst}`,
      values: [sinceMs, limit, sinceMs, limit, limit],
    },
  )
}

/** Rows of the newest swaps that have or have not ended. */
export function swapsByEnd(
  database: Database,
  isOpen: boolean,
  { sinceMs = -1, limit }: Omit<SwapChoice, 'open'>,
): Row[] {
  if (isOpen) countUnfinished(database)
  const sql = `SELECT ${swapColumns} FROM swaps INDEXED BY swaps_by_open WHERE open = ? AND created_ms > ? ${newestFirst}`
  const rows = database.all(sql, [isOpen ? 1 : 0, sinceMs, limit])
  const known = 'SELECT 1 FROM unfinished WHERE swap_id = ?'
  for (const row of isOpen ? rows : []) {
    const swapId = textIn(row, 'swap_id')
    if (database.all(known, [swapId]).length === 0) throw new Error(alteredList)
  }
  return rows
}

const alteredList = 'the list of unfinished swaps was altered on disk'

/**
 * Number of swaps without an end. Each is listed twice, so that a flipped flag cannot hide one.
 * @throws Error naming a swap that is closed without an end
 */
export function countUnfinished(database: Database): number {
  const sql = `SELECT (SELECT count(*) FROM unfinished) AS listed,
    (SELECT count(*) FROM swaps INDEXED BY swaps_by_open WHERE open = 1) AS flagged`
  const [row = {}] = database.all(sql)
  const [listed, flagged] = [numberIn(row, 'listed'), numberIn(row, 'flagged')]
  if (listed === flagged) return listed
  const hidden = `SELECT ${asBytes('swap_id')} FROM unfinished
    WHERE swap_id NOT IN (SELECT swap_id FROM swaps WHERE open = 1) LIMIT 1`
  const [closed] = database.all(hidden)
  throw new Error(
    closed === undefined
      ? alteredList
      : `swap ${textIn(closed, 'swap_id')} is closed without an end`,
  )
}

/** At most two swaps whose id begins with a text. */
export function swapsBeginning(database: Database, text: string): string[] {
  const last = String.fromCodePoint(0x10_ffff)
  const sql = `SELECT ${asBytes('swap_id')} FROM swaps WHERE swaps.swap_id >= ? AND swaps.swap_id < ? LIMIT 2`
  return database.all(sql, [text, text + last]).map((row) => textIn(row, 'swap_id'))
}
