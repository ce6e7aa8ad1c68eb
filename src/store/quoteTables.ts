import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, numberIn, openDatabase, textIn } from './database.ts'
import { setTables } from './quoteSets.ts'

const format2 = `
  CREATE TABLE quotes (
    id TEXT NOT NULL, service_url TEXT, created_ms INTEGER NOT NULL, body TEXT NOT NULL,
    route TEXT NOT NULL, quote TEXT, swap TEXT, src_tx_hash TEXT
  );
  CREATE UNIQUE INDEX quotes_by_id ON quotes (id, ifnull(service_url, ''));
  CREATE INDEX quotes_without_swap ON quotes (created_ms) WHERE swap IS NULL;
  CREATE INDEX quotes_by_hash ON quotes (src_tx_hash) WHERE src_tx_hash IS NOT NULL`
/**
 * Format 1 had the program's own routes only; those of remote services were in a file beside it.
 */
const toFormat2 = `
  DROP INDEX quotes_without_swap;
  DROP INDEX quotes_by_hash;
  ALTER TABLE quotes RENAME TO quotes_1;
  ${format2};
  INSERT INTO quotes SELECT id, NULL, created_ms, body, route, quote, swap, src_tx_hash FROM quotes_1;
  DROP TABLE quotes_1`
/** Format 2 did not record who had asked, so none of its rows count as typed by the user. */
const toFormat3 = `ALTER TABLE quotes ADD COLUMN asker TEXT NOT NULL DEFAULT 'client'`
/** Format 3 did not store the names given for receivers. */
const toFormat4 = `ALTER TABLE quotes ADD COLUMN names TEXT`

/** Format 4 had a row for each route; one that was not swapped ends there within minutes. */
const toFormat5 = setTables

/** The tables of `quotes.db` and the upgrades of older formats. */
export const quoteTables: Pick<DatabaseOptions, 'format' | 'schema' | 'upgrades'> = {
  format: 5,
  schema: `${format2};${toFormat3};${toFormat4};${toFormat5}`,
  upgrades: [toFormat2, toFormat3, toFormat4, toFormat5],
}

const oldRoutes = `
  CREATE TABLE routes (
    id TEXT NOT NULL, service_url TEXT NOT NULL, quoted_ms INTEGER NOT NULL, body TEXT NOT NULL,
    route TEXT NOT NULL, PRIMARY KEY (id, service_url)
  )`

/**
 * Moves the routes of remote services from their file of format 1. An unreadable file is left in
 * place: its routes expire within an hour.
 */
export async function moveOldRoutes(folder: string, database: Database): Promise<void> {
  const file = join(folder, 'routes.db')
  if (!existsSync(file)) return
  try {
    const old = await openDatabase({ file, format: 1, schema: oldRoutes, synchronous: 'NORMAL' })
    if (old.state === 'damaged') {
      old.readable?.close()
      return
    }
    const sql = `INSERT OR IGNORE INTO quotes VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL, 'client', NULL)`
    database.transaction(() => {
      for (const row of old.database.all('SELECT * FROM routes')) {
        const texts = ['body', 'route'].map((name) => textIn(row, name))
        const given = [textIn(row, 'id'), textIn(row, 'service_url'), numberIn(row, 'quoted_ms')]
        database.run(sql, [...given, ...texts])
      }
    })
    old.database.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  } catch {
    // damaged, a link, or not ours: nothing is lost that could still be swapped
  }
}
