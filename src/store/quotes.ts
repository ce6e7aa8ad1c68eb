import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/json.ts'
import type { Json, Quote } from '../core/quote.ts'
import { fromBigintJson, toBigintJson } from './bigintJson.ts'
import {
  type Database,
  type DatabaseOptions,
  type Row,
  isDamage,
  numberIn,
  openDatabase,
  storeError,
  textIn,
  textOf,
} from './database.ts'
import {
  type OrderClaim,
  claimOrder,
  findLoss,
  loseOrder,
  orderClaimsSchema,
  releaseOrder,
} from './orderClaims.ts'
import { type ProcessMark, type StartOf, ownMark, startOfProcess } from './processes.ts'

/** A quote as it was given out. `body` is the request as interpreted, `route` the route item. */
export type StoredQuote = {
  id: string
  createdAtMs: number
  body: Json
  quote: Quote
  route: Json
}

/** What became of the quote: the swap that was built from it and its source transaction. */
export type FoundQuote = StoredQuote & { swap: Json | null; srcTxHash: string | null }

/**
 * The service's memory: quotes by id, and the swaps built from them by source hash. It lies in
 * the file `quotes.db` and is shared by all processes of a folder. Quotes that were not swapped end
 * with their life, or earlier where they would take too much space; what was swapped stays. The
 * file is opened on first use.
 */
export type QuoteStore = {
  save(quotes: readonly StoredQuote[]): Promise<void>
  find(id: string): Promise<FoundQuote | null>
  /**
   * Keeps what `swap` answered, for a repeat and for `status`; the first one stays. `names` are
   * further words the swap is found by: the order's number, its deposit address.
   */
  saveSwap(id: string, swap: Json, names?: readonly string[]): Promise<void>
  /** To be called before an order is opened; exactly one caller of all processes may do it. */
  claimOrder(id: string): Promise<OrderClaim>
  /** The order was not opened for certain. */
  releaseOrder(id: string): Promise<void>
  /** The order may have been opened, but its answer is lost. */
  loseOrder(id: string, refusal: Json): Promise<void>
  findLoss(id: string): Promise<Json>
  /** Replaces an earlier hash: it is the caller who has proved it. Null takes it back. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
  findByHash(srcTxHash: string): Promise<FoundQuote | null>
  /** By a name of `saveSwap`, in any letter case. */
  findByName(name: string): Promise<FoundQuote | null>
  close(): void
}

export type QuoteStoreOptions = {
  /** Unix milliseconds. */
  now: () => number
  /** Told when a damaged file was put aside. */
  onRepair?: (text: string) => void
  startOf?: StartOf
  /** What quotes may take on disk; the usual is meant for a busy service. */
  maxBytes?: number
}

const format = 1
/** A quote lives for a minute (P5); a swap of its last moment may be a while in coming. */
const quoteMilliseconds = 6 * 60_000
/** Claims keep an order from being opened twice: longer than anybody would try again. */
const claimMilliseconds = 24 * 60 * 60 * 1000
/** More than a minute's quotes at the highest rate that was measured. */
const usualMaxBytes = 256 * 1024 * 1024
/** Beyond the limit this part of the quotes goes at once, the oldest, so that it is seldom done. */
const droppedPart = 8
/** Given back to the system in one go; the rest follows with the next quotes. */
const freedPages = 2_000
const schema = `
  CREATE TABLE quotes (
    id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, body TEXT NOT NULL, quote TEXT NOT NULL,
    route TEXT NOT NULL, swap TEXT, src_tx_hash TEXT
  );
  CREATE INDEX quotes_without_swap ON quotes (created_ms) WHERE swap IS NULL;
  CREATE INDEX quotes_by_hash ON quotes (src_tx_hash) WHERE src_tx_hash IS NOT NULL`

/** Does nothing yet: folder and file are made, and libsql is loaded, on first use. */
export function createQuoteStore(folder: string, options: QuoteStoreOptions): QuoteStore {
  const file = join(folder, 'quotes.db')
  const { now, startOf = startOfProcess, maxBytes = usualMaxBytes } = options
  const description: DatabaseOptions = {
    file,
    format,
    schema,
    synchronous: 'NORMAL',
    givesSpaceBack: true,
  }
  let opening: Promise<Database> | null = null
  let mark: ProcessMark | null = null

  const putAside = (problem: string): void => {
    const aside = `${file}.damaged-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`
    try {
      for (const suffix of ['', '-wal', '-shm']) {
        if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
      }
    } catch (thrown) {
      throw storeError(file, textOf(thrown), thrown)
    }
    options.onRepair?.(`The quote store was damaged (${problem}); it was moved to ${aside}.`)
  }
  const open = async (): Promise<Database> => {
    const found = await openDatabase(description)
    if (found.state === 'usable') return withClaims(found.database, file)
    found.readable?.close()
    // A newer program's quotes are healthy and its own: they are not moved out of its way.
    if (found.newer) throw storeError(file, found.problem)
    putAside(found.problem)
    const again = await openDatabase(description)
    if (again.state === 'damaged') throw storeError(file, again.problem)
    return withClaims(again.database, file)
  }
  const opened = async (): Promise<Database> => {
    try {
      return await (opening ??= open())
    } catch (thrown) {
      opening = null // the next call may find the disk free again
      throw thrown
    }
  }
  const run = async <T>(work: (database: Database) => T): Promise<T> => {
    const database = await opened()
    try {
      return work(database)
    } catch (thrown) {
      if (!isDamage(thrown)) throw storeError(file, textOf(thrown), thrown)
      // Quotes are worth a minute: a file that breaks while open is replaced as well.
      opening = null
      database.close()
      putAside(textOf(thrown))
      return work(await opened())
    }
  }
  const findWhere = async (where: string, value: string): Promise<FoundQuote | null> => {
    const row = await run(
      (database) => database.all(`SELECT * FROM quotes WHERE ${where}`, [value])[0],
    )
    return row === undefined ? null : await toFoundQuote(row)
  }

  return {
    save: (quotes) =>
      run((database) => {
        const sql = 'INSERT OR IGNORE INTO quotes VALUES (?, ?, ?, ?, ?, NULL, NULL)'
        database.transaction(() => {
          for (const { id, createdAtMs, body, quote, route } of quotes) {
            const texts = [JSON.stringify(body), toBigintJson(quote), JSON.stringify(route)]
            database.run(sql, [id, createdAtMs, ...texts])
          }
          dropOld(database, now())
          if (usedBytes(database) > maxBytes) dropOldest(database)
        })
        database.all(`PRAGMA incremental_vacuum(${freedPages})`)
      }),
    find: (id) => findWhere('id = ?', id),
    saveSwap: (id, swap, names = []) =>
      run((database) => {
        const sql = 'UPDATE quotes SET swap = ? WHERE id = ? AND swap IS NULL'
        database.transaction(() => {
          if (database.run(sql, [JSON.stringify(swap), id]) === 0) return
          for (const name of names) {
            const values = [name.toLowerCase(), id]
            database.run('INSERT OR REPLACE INTO order_names VALUES (?, ?)', values)
          }
          releaseOrder(database, id)
        })
      }),
    claimOrder: (id) =>
      run((database) => {
        mark ??= ownMark(startOf)
        return claimOrder(database, id, mark, now(), startOf)
      }),
    releaseOrder: (id) => run((database) => releaseOrder(database, id)),
    loseOrder: (id, refusal) => run((database) => loseOrder(database, id, refusal)),
    findLoss: (id) => run((database) => findLoss(database, id)),
    bindHash: (id, srcTxHash) =>
      run((database) => {
        const sql = 'UPDATE quotes SET src_tx_hash = ? WHERE id = ?'
        database.run(sql, [srcTxHash?.toLowerCase() ?? null, id])
      }),
    findByHash: (srcTxHash) => findWhere('src_tx_hash = ? LIMIT 1', srcTxHash.toLowerCase()),
    findByName: (name) =>
      findWhere('id = (SELECT id FROM order_names WHERE name = ?)', name.toLowerCase()),
    close: () => {
      const ending = opening
      opening = null
      ending?.then(
        (database) => database.close(),
        () => {}, // it never opened; whoever asked was told
      )
    },
  }
}

function withClaims(database: Database, file: string): Database {
  try {
    for (const statement of orderClaimsSchema.split(';')) database.run(statement)
    return database
  } catch (thrown) {
    database.close()
    throw storeError(file, textOf(thrown), thrown)
  }
}

/** A quote whose order may have been opened stays as long as its claim: it says what became of it. */
function dropOld(database: Database, nowMs: number): void {
  database.run('DELETE FROM order_claims WHERE since_ms < ?', [nowMs - claimMilliseconds])
  database.run(
    'DELETE FROM quotes WHERE swap IS NULL AND created_ms < ? AND id NOT IN (SELECT id FROM order_claims)',
    [nowMs - quoteMilliseconds],
  )
  database.run('DELETE FROM order_losses WHERE id NOT IN (SELECT id FROM order_claims)')
}

function dropOldest(database: Database): void {
  database.run(
    `DELETE FROM quotes WHERE id IN (
      SELECT id FROM quotes WHERE swap IS NULL AND id NOT IN (SELECT id FROM order_claims)
      ORDER BY created_ms LIMIT (SELECT 1 + count(*) / ${droppedPart} FROM quotes WHERE swap IS NULL))`,
  )
}

/** Of the file, without what is free in it. */
function usedBytes(database: Database): number {
  const sql =
    'SELECT (page_count - freelist_count) * page_size AS used FROM pragma_page_count, pragma_freelist_count, pragma_page_size'
  const [row] = database.all(sql)
  return row === undefined ? 0 : numberIn(row, 'used')
}

async function toFoundQuote(row: Row): Promise<FoundQuote | null> {
  const { readQuote } = await import('./quoteSchema.ts')
  const json = (name: string): Json => parseJson(textIn(row, name))
  const textOrNull = (name: string): string | null =>
    row[name] === null ? null : textIn(row, name)
  try {
    return {
      id: textIn(row, 'id'),
      createdAtMs: numberIn(row, 'created_ms'),
      body: json('body'),
      quote: readQuote(fromBigintJson(textIn(row, 'quote'))),
      route: json('route'),
      swap: row['swap'] === null ? null : json('swap'),
      srcTxHash: textOrNull('src_tx_hash'),
    }
  } catch {
    return null // written by another version: as good as unknown, the caller quotes again
  }
}
