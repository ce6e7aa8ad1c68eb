import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/json.ts'
import type { Json, Quote } from '../core/quote.ts'
import { fromBigintJson, toBigintJson } from './bigintJson.ts'
import {
  type Database,
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
 * the file `quotes.db` and is shared by all processes of a folder. Quotes without a swap are
 * dropped after a day; what was swapped stays. The file is opened on first use.
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
  loseOrder(id: string): Promise<void>
  /** The first hash stays: an id is swapped once. */
  bindHash(id: string, srcTxHash: string): Promise<void>
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
}

const format = 1
const keptMilliseconds = 24 * 60 * 60 * 1000
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
  const { now, startOf = startOfProcess } = options
  let opening: Promise<Database> | null = null
  let mark: ProcessMark | null = null

  const putAside = (problem: string): void => {
    const aside = `${file}.damaged-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
    }
    options.onRepair?.(`The quote store was damaged (${problem}); it was moved to ${aside}.`)
  }
  const open = async (): Promise<Database> => {
    const found = await openDatabase({ file, format, schema, synchronous: 'NORMAL' })
    if (found.state === 'usable') return withClaims(found.database)
    found.readable?.close()
    // A newer program's quotes are healthy and its own: they are not moved out of its way.
    if (found.newer) throw storeError(file, found.problem)
    putAside(found.problem)
    const again = await openDatabase({ file, format, schema, synchronous: 'NORMAL' })
    if (again.state === 'damaged') throw storeError(file, again.problem)
    return withClaims(again.database)
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
          const oldest = now() - keptMilliseconds
          database.run('DELETE FROM quotes WHERE swap IS NULL AND created_ms < ?', [oldest])
          database.run('DELETE FROM order_claims WHERE since_ms < ?', [oldest])
        })
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
    loseOrder: (id) => run((database) => loseOrder(database, id)),
    bindHash: (id, srcTxHash) =>
      run((database) => {
        const sql = 'UPDATE quotes SET src_tx_hash = ? WHERE id = ? AND src_tx_hash IS NULL'
        database.run(sql, [srcTxHash.toLowerCase(), id])
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

function withClaims(database: Database): Database {
  for (const statement of orderClaimsSchema.split(';')) database.run(statement)
  return database
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
