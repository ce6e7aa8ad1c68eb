import type { Database } from './database.ts'
import type { JournalEvent } from './eventSchema.ts'
import { leaseUpgrade, locksSchema } from './locks.ts'
import { keyOfSwap, lastSequence, ownerOfKey } from './lookups.ts'
import {
  type JournalRecord,
  digestOf,
  isBeginning,
  isEnd,
  namesIn,
  recordFormat,
} from './records.ts'

/** Role of a transaction in a swap; each is signed and confirmed on its own. */
export type Leg = 'approve_reset' | 'approve' | 'pay' | 'revoke'

/** `PRAGMA user_version` of the file; raised when older programs could not use its tables. */
export const journalFileFormat = 3

const format2 = `
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

/**
 * Format 2 had one index for each question, so only a check of the whole file showed a row that an
 * index had lost; lookups.ts compares two.
 */
const toFormat3 = `
  ALTER TABLE swaps ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
  UPDATE swaps SET records = (SELECT count(*) FROM events WHERE events.swap_id = swaps.swap_id);
  CREATE INDEX swaps_by_open ON swaps (open, created_ms);
  CREATE TABLE unfinished (swap_id TEXT PRIMARY KEY) WITHOUT ROWID;
  INSERT INTO unfinished SELECT swap_id FROM swaps WHERE open = 1;
  DROP INDEX transactions_by_account;
  CREATE INDEX transactions_by_account ON transactions (chain_id, account, settled, nonce);
  CREATE INDEX transactions_again ON transactions (account, chain_id, settled, nonce);
  CREATE INDEX names_again ON names (name, swap_id);
  CREATE INDEX keys_again ON idempotency (key, swap_id);
  CREATE TABLE receivers (name TEXT PRIMARY KEY, swap_id TEXT NOT NULL);
  CREATE INDEX receivers_again ON receivers (name, swap_id);
  INSERT OR REPLACE INTO receivers
    SELECT json_extract(event, '$.receiverName'), swap_id FROM events
    WHERE sequence = 1 AND instr(event, '"receiverName":"') > 0 AND json_valid(event)
      AND json_extract(event, '$.receiverName') IS NOT NULL
    ORDER BY id`

/** Events are the source of truth; all other tables are derived from them, in the same commit. */
export const journalSchema = `${format2};${toFormat3}`

/** From format 1 on. */
export const journalUpgrades: readonly string[] = [leaseUpgrade, toFormat3]

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

function updateIndex(database: Database, swapId: string, event: JournalEvent, atMs: number): void {
  if (isBeginning(event)) {
    database.run('INSERT INTO swaps VALUES (?, ?, ?, 1, 1)', [swapId, atMs, atMs])
    database.run('INSERT INTO unfinished VALUES (?)', [swapId])
    if ('receiverName' in event && event.receiverName !== undefined) {
      database.run('INSERT OR REPLACE INTO receivers VALUES (?, ?)', [event.receiverName, swapId])
    }
  } else {
    const open = isEnd(event) ? 0 : 1
    // A closed swap remains closed: later records only clear the allowance.
    const sql =
      'UPDATE swaps SET updated_ms = ?, open = min(open, ?), records = records + 1 WHERE swap_id = ?'
    database.run(sql, [atMs, open, swapId])
    if (isEnd(event)) database.run('DELETE FROM unfinished WHERE swap_id = ?', [swapId])
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
