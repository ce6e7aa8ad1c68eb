import type { Asker } from '../core/routeRequest.ts'
import type { Json } from '../core/quote.ts'
import { bytesIn, type Database, numberIn, type Row, textIn } from './database.ts'
import { type QuoteSet, unpackRoute } from './quoteContent.ts'

/** Routes of this program or of a remote service. */
export type LocalQuoteSet = QuoteSet & {
  /** Address of the remote service that returned the routes; absent or null: this program. */
  serviceUrl?: string | null
  /** The names its parties were given by, in the writer's own form; absent if by address. */
  names?: Json
}

/** One row for each answer, and one short one for each id in it. */
export const setTables = `
  CREATE TABLE quote_sets (
    set_id INTEGER PRIMARY KEY, service_url TEXT, created_ms INTEGER NOT NULL, asker TEXT NOT NULL,
    names TEXT, content BLOB NOT NULL
  );
  CREATE INDEX quote_sets_by_time ON quote_sets (created_ms);
  CREATE TABLE quote_ids (
    id TEXT NOT NULL, set_id INTEGER NOT NULL, PRIMARY KEY (id, set_id)
  ) WITHOUT ROWID;
  CREATE INDEX quote_ids_by_set ON quote_ids (set_id)`

/** In the caller's transaction. */
export function insertSet(
  database: Database,
  { serviceUrl = null, quotedAtMs, routes, names }: LocalQuoteSet,
  content: Uint8Array,
  asker: Asker,
): void {
  const given = names === undefined || names === null ? null : JSON.stringify(names)
  const values = [serviceUrl, quotedAtMs, asker, given, content]
  database.run('INSERT INTO quote_sets VALUES (NULL, ?, ?, ?, ?, ?)', values)
  const ids = JSON.stringify(routes.map(({ id }) => id))
  const sql =
    'INSERT OR IGNORE INTO quote_ids SELECT value, (SELECT max(set_id) FROM quote_sets) FROM json_each(?)'
  database.run(sql, [ids])
}

/**
 * The columns of a route. Of this program, its own row has its swap; of a remote service, the newest
 * answer counts.
 */
export function rowOf(database: Database, id: string, serviceUrl: string | null): Row | null {
  const own = (): Row | null => {
    const sql = 'SELECT * FROM quotes WHERE id = ? AND service_url IS ?'
    return database.all(sql, [id, serviceUrl])[0] ?? null
  }
  const inSet = (): Row | null => rowInSet(database, id, serviceUrl)
  return serviceUrl === null ? (own() ?? inSet()) : (inSet() ?? own())
}

/** Gives a route of this program a row of its own, if it is known and has none. */
export function keepRoute(database: Database, id: string): void {
  const row = rowInSet(database, id, null)
  if (row === null || row['route'] === undefined) return
  const names = ['body', 'route', 'quote', 'asker', 'names']
  const texts = names.map((name) => (row[name] === null ? null : textIn(row, name)))
  const sql = `INSERT OR IGNORE INTO quotes (id, created_ms, ${names.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`
  database.run(sql, [id, numberIn(row, 'created_ms'), ...texts])
}

/** Deletes the sets of a condition with their ids. */
export function dropSets(database: Database, where: string, values: readonly number[] = []): void {
  const ids = `DELETE FROM quote_ids WHERE set_id IN (SELECT set_id FROM quote_sets WHERE ${where})`
  database.run(ids, values)
  database.run(`DELETE FROM quote_sets WHERE ${where}`, values)
}

/**
 * A route of a set in the columns of `quotes`, the newest if several sets have the id; null if
 * there is none. Its texts are null if the set is damaged or of another version.
 */
function rowInSet(database: Database, id: string, serviceUrl: string | null): Row | null {
  const sql = `SELECT quote_sets.* FROM quote_ids JOIN quote_sets USING (set_id)
    WHERE id = ? AND service_url IS ? ORDER BY set_id DESC LIMIT 1`
  const [set] = database.all(sql, [id, serviceUrl])
  if (set === undefined) return null
  const { service_url, created_ms, asker, names } = set
  const row = { id, service_url, created_ms, asker, names, swap: null, src_tx_hash: null }
  return { ...row, ...unpackRoute(bytesIn(set, 'content'), id) }
}
