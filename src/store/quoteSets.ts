import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isRecord, parseJson } from '../core/json.ts'
import type { Asker } from '../core/routeRequest.ts'
import type { Json, Quote, QuoteRequest } from '../core/quote.ts'
import { toBigintJson } from './bigintJson.ts'
import { bytesIn, type Database, numberIn, type Row, textIn } from './database.ts'

/**
 * The routes of one answer. `body` is the request as interpreted, `route` the route item, both in
 * the contract's form; only the reader interprets their members.
 */
export type QuoteSet = {
  /** Address of the remote service that returned the routes; null: this program. */
  serviceUrl: string | null
  quotedAtMs: number
  body: object
  routes: readonly {
    id: string
    route: object
    /** The quote from the router; null for a route of a remote service. */
    quote: Quote | null
  }[]
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

/** What `content` is, as JSON, compressed: routes of one answer repeat each other's words. */
type Content = {
  body: object
  /** The request of the first quote in bigint JSON, left out of each quote with the same one. */
  request: string | null
  routes: { id: string; route: object; quote: string | null }[]
}

/** Far above any answer; a damaged row must not fill the memory. */
const maxContentBytes = 16 * 1024 * 1024
/** The fastest: repeated words are found at any level. */
const level = 1

/** The column `content` of a set. A worker thread would cost more than compressing it (measured). */
export function packSet({ body, routes }: QuoteSet): Uint8Array {
  const common = routes[0]?.quote?.request ?? null
  const content: Content = {
    body,
    request: common === null ? null : toBigintJson(common),
    routes: routes.map(({ id, route, quote }) => {
      return { id, route, quote: quote === null ? null : quoteText(quote, common) }
    }),
  }
  return deflateRawSync(JSON.stringify(content), { level })
}

function quoteText({ request, ...quote }: Quote, common: QuoteRequest | null): string {
  return toBigintJson(request === common ? quote : { ...quote, request })
}

/** In the caller's transaction. */
export function insertSet(
  database: Database,
  { serviceUrl, quotedAtMs, routes, names }: QuoteSet,
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
  return { ...row, ...textsOf(bytesIn(set, 'content'), id) }
}

function textsOf(content: Uint8Array, id: string): Row {
  try {
    const text = inflateRawSync(content, { maxOutputLength: maxContentBytes }).toString('utf8')
    const { body, request, routes } = recordOf(JSON.parse(text))
    const found = Array.isArray(routes)
      ? routes.map(recordOf).find((each) => each['id'] === id)
      : {}
    const { route, quote } = recordOf(found)
    return {
      body: JSON.stringify(body),
      route: JSON.stringify(route),
      quote: typeof quote === 'string' ? whole(quote, request) : null,
    }
  } catch {
    return {} // damaged, or written by another version
  }
}

/** The bigint JSON of a quote, with the common request if it has none; its texts stay as written. */
function whole(quote: string, request: unknown): string {
  const common = typeof request === 'string' ? { request: parseJson(request) } : {}
  return JSON.stringify({ ...common, ...recordOf(JSON.parse(quote)) })
}

function recordOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value
  throw new TypeError('not an object')
}
