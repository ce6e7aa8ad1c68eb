import { type Database, asBytes, numberIn, textIn } from './database.ts'
import type { JournalEvent } from './eventSchema.ts'
import { leaseUpgrade, locksSchema } from './locks.ts'
import {
  type JournalRecord,
  claimedKey,
  digestOf,
  endTypes,
  isBeginning,
  isEnd,
  namesIn,
  recordColumns,
  recordFormat,
} from './records.ts'

/** Role of a transaction in a swap; each is signed and confirmed on its own. */
export type Leg = 'approve_reset' | 'approve' | 'pay' | 'revoke'

/** `PRAGMA user_version` of the file; raised when older programs could not use its tables. */
export const journalFileFormat = 2

/** Events are the source of truth; all other tables are derived from them, in the same commit. */
export const journalSchema = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, swap_id TEXT NOT NULL, sequence INTEGER NOT NULL,
    format INTEGER NOT NULL, at_ms INTEGER NOT NULL, event TEXT NOT NULL, digest TEXT NOT NULL,
    UNIQUE (swap_id, sequence)
  );
  CREATE TABLE swaps (
    swap_id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL,
    open INTEGER NOT NULL
  );
  CREATE INDEX swaps_by_time ON swaps (created_ms);
  CREATE TABLE names (name TEXT NOT NULL, swap_id TEXT NOT NULL, PRIMARY KEY (name, swap_id));
  CREATE TABLE idempotency (key TEXT PRIMARY KEY, swap_id TEXT NOT NULL);
  CREATE TABLE transactions (
    hash TEXT PRIMARY KEY, swap_id TEXT NOT NULL, leg TEXT NOT NULL, chain_id INTEGER NOT NULL,
    account TEXT NOT NULL, nonce INTEGER NOT NULL, raw TEXT NOT NULL, settled INTEGER NOT NULL
  );
  CREATE INDEX transactions_by_account ON transactions (chain_id, account, settled);
  ${locksSchema}`

/** From format 1. */
export const journalUpgrade = leaseUpgrade

/** Adds the swap's next record; must be called inside a transaction. */
export function insertEvent(
  database: Database,
  swapId: string,
  event: JournalEvent,
  atMs: number,
): JournalRecord {
  const sequence = 1 + lastSequence(database, swapId)
  const text = JSON.stringify(event)
  const digest = digestOf(swapId, sequence, recordFormat, atMs, text)
  database.run(
    'INSERT INTO events (swap_id, sequence, format, at_ms, event, digest) VALUES (?, ?, ?, ?, ?, ?)',
    [swapId, sequence, recordFormat, atMs, text, digest],
  )
  updateIndex(database, swapId, event, atMs)
  return { swapId, sequence, format: recordFormat, atMs, event }
}

/** Null if the key now belongs to this swap, otherwise the swap that owns it. */
export function claimKey(
  database: Database,
  key: string,
  swapId: string,
  force: boolean,
): string | null {
  if (force) database.run('DELETE FROM idempotency WHERE key = ?', [key])
  const owner = ownerOfKey(database, key)
  if (owner === null) database.run('INSERT INTO idempotency VALUES (?, ?)', [key, swapId])
  return owner
}

/**
 * The swap that owns a key. The table has no checksums: a row counts only if that swap's first
 * record claims the key. The integrity check on opening proves that no row is missing: each key is
 * stored twice, in the table and in its index.
 * @throws Error for a row that was altered on disk
 */
export function ownerOfKey(database: Database, key: string): string | null {
  const sql = `SELECT ${asBytes('swap_id')} FROM idempotency WHERE key = ?`
  const row = database.all(sql, [key])[0]
  if (row === undefined) return null
  const swapId = textIn(row, 'swap_id')
  if (keyOfSwap(database, swapId) === key) return swapId
  throw new Error(`the owner of idempotency key "${key}" was altered on disk`)
}

/** Keys with this beginning, of swaps started after a moment and not abandoned. */
export function keysSince(database: Database, beginning: string, sinceMs: number): string[] {
  const sql = `SELECT ${asBytes('key')} FROM idempotency JOIN swaps USING (swap_id)
    WHERE created_ms > ? AND substr(key, 1, length(?2)) = ?2`
  const keys = database.all(sql, [sinceMs, beginning]).map((row) => textIn(row, 'key'))
  return keys.filter((key) => ownerOfKey(database, key) !== null)
}

/**
 * Checks that every closed swap has a final event: otherwise a flipped flag would hide it from the
 * list of open swaps.
 * @throws Error naming a swap that is closed without one
 */
export function assertEnded(database: Database): void {
  const ends = endTypes.map((type) => `event GLOB '{"type":"${type}"*'`).join(' OR ')
  const sql = `SELECT ${asBytes('swap_id')} FROM swaps WHERE open <> 1 AND swap_id NOT IN (SELECT swap_id FROM events WHERE ${ends}) LIMIT 1`
  const row = database.all(sql)[0]
  if (row !== undefined) throw new Error(`swap ${textIn(row, 'swap_id')} is closed without an end`)
}

function keyOfSwap(database: Database, swapId: string): string | null {
  const sql = `SELECT ${recordColumns} FROM events WHERE swap_id = ? AND sequence = 1`
  const row = database.all(sql, [swapId])[0]
  return row === undefined ? null : claimedKey(row)
}

/** Sequence number of the file's last record; 0 for none. */
export function lastRecord(database: Database): number {
  const row = database.all('SELECT coalesce(max(id), 0) AS last FROM events')[0]
  return row === undefined ? 0 : numberIn(row, 'last')
}

function lastSequence(database: Database, swapId: string): number {
  const sql = 'SELECT coalesce(max(sequence), 0) AS last FROM events WHERE swap_id = ?'
  const row = database.all(sql, [swapId])[0]
  return row === undefined ? 0 : numberIn(row, 'last')
}

function updateIndex(database: Database, swapId: string, event: JournalEvent, atMs: number): void {
  if (isBeginning(event)) {
    database.run('INSERT INTO swaps VALUES (?, ?, ?, 1)', [swapId, atMs, atMs])
  } else {
    const open = isEnd(event) ? 0 : 1
    // A closed swap remains closed: later records only clear the allowance.
    const sql = 'UPDATE swaps SET updated_ms = ?, open = min(open, ?) WHERE swap_id = ?'
    database.run(sql, [atMs, open, swapId])
  }
  for (const name of namesIn(event)) {
    database.run('INSERT OR IGNORE INTO names VALUES (?, ?)', [name, swapId])
  }
  if (event.type === 'signed' || event.type === 'ton_signed') {
    const { hash, leg, chainId, account, nonce } = event
    const raw = event.type === 'signed' ? event.raw : event.boc
    const values = [hash, swapId, leg, chainId, account.toLowerCase(), nonce, raw, 0]
    database.run('INSERT OR IGNORE INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?)', values)
  }
  if (isSettling(event)) {
    const settled = event.type === 'reorged' ? 0 : 1
    database.run('UPDATE transactions SET settled = ? WHERE hash = ?', [settled, event.hash])
  }
  if (event.type === 'abandoned') freeKey(database, swapId)
}

/** Uses the swap's own record: a row with an altered owner must not release another swap's key. */
function freeKey(database: Database, swapId: string): void {
  const key = keyOfSwap(database, swapId)
  if (key === null) return
  database.run('DELETE FROM idempotency WHERE key = ? AND swap_id = ?', [key, swapId])
}

type Settling = Extract<
  JournalEvent,
  { type: 'confirmed' | 'ton_confirmed' | 'replaced' | 'expired' | 'reorged' }
>

/** Whether this event settles or reopens the outcome of a signed transaction. */
function isSettling(event: JournalEvent): event is Settling {
  return settling.has(event.type)
}

const settling: ReadonlySet<JournalEvent['type']> = new Set([
  'confirmed',
  'ton_confirmed',
  'replaced',
  'expired',
  'reorged',
])
