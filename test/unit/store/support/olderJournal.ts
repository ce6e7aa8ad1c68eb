import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../../support/sqlite.ts'

/** The tables as the programs of their time made them. */
const tables = {
  events: `CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, swap_id TEXT NOT NULL, sequence INTEGER NOT NULL,
    format INTEGER NOT NULL, at_ms INTEGER NOT NULL, event TEXT NOT NULL, digest TEXT NOT NULL,
    UNIQUE (swap_id, sequence)
  )`,
  swaps: `CREATE TABLE swaps (
    swap_id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL,
    open INTEGER NOT NULL
  )`,
  names:
    'CREATE TABLE names (name TEXT NOT NULL, swap_id TEXT NOT NULL, PRIMARY KEY (name, swap_id))',
  idempotency: 'CREATE TABLE idempotency (key TEXT PRIMARY KEY, swap_id TEXT NOT NULL)',
  transactions: `CREATE TABLE transactions (
    hash TEXT PRIMARY KEY, swap_id TEXT NOT NULL, leg TEXT NOT NULL, chain_id INTEGER NOT NULL,
    account TEXT NOT NULL, nonce INTEGER NOT NULL, raw TEXT NOT NULL, settled INTEGER NOT NULL
  )`,
}
const locks = {
  1: `CREATE TABLE locks (
    name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
    realm TEXT NOT NULL, swap_id TEXT, since_ms INTEGER NOT NULL
  )`,
  2: `CREATE TABLE locks (
    name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
    realm TEXT NOT NULL, swap_id TEXT, since_ms INTEGER NOT NULL, renewed_ms INTEGER
  )`,
}
const indexes = [
  'CREATE INDEX swaps_by_time ON swaps (created_ms)',
  'CREATE INDEX transactions_by_account ON transactions (chain_id, account, settled)',
]

/** Puts the contents of a closed journal into a file as an older program would have written it. */
export function toOlderFormat(folder: string, format: 1 | 2): void {
  const file = join(folder, 'journal.db')
  const older = new Sqlite(`${file}-older`)
  older.exec('PRAGMA journal_mode=WAL')
  const made = { ...tables, locks: locks[format] }
  for (const sql of [...Object.values(made), ...indexes]) older.exec(sql)
  older.exec(`ATTACH '${file}' AS newer`)
  for (const [table, sql] of Object.entries(made)) {
    const columns = [...sql.matchAll(/(\w+) (?:TEXT|INTEGER)/g)].map(([, name]) => name).join(', ')
    older.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM newer.${table}`)
  }
  older.exec('DETACH newer')
  older.exec(`PRAGMA user_version=${format}`)
  older.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}-older${suffix}`, { force: true })
  renameSync(`${file}-older`, file)
}
