import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Asker } from '../core/routeRequest.ts'
import { parseJson } from '../core/json.ts'
import type { Json, Quote } from '../core/quote.ts'
import { fromBigintJson, toBigintJson } from './bigintJson.ts'
import {
  type Database,
  type DatabaseOptions,
  type Row,
  inodeOf,
  isDamage,
  numberIn,
  openDatabase,
  storeError,
  textIn,
  textOf,
} from './database.ts'
import {
  type ClaimResult,
  claimOrder,
  findLoss,
  loseOrder,
  orderClaimsSchema,
  releaseOrder,
} from './orderClaims.ts'
import { moveOldRoutes, quoteTables } from './quoteTables.ts'
import { type ProcessMark, type StartOf, ownMark, startOfProcess } from './processes.ts'

/**
 * A route as it was given out. `body` is the request as interpreted, `route` the route item; both are
 * the contract's, `swap` is the service's own, and only the reader knows their members.
 */
export type QuoteRow = {
  id: string
  /** Address of the remote service that gave the route; null: this program. */
  serviceUrl: string | null
  quotedAtMs: number
  body: Json
  route: Json
  /** As the router found it; null for a route of a remote service. */
  quote: Quote | null
  /** The swap that was built from it. */
  swap: Json
  srcTxHash: string | null
}

/** `names`: how its parties were given, in the writer's own words; absent: by their addresses. */
export type NewQuote = Omit<QuoteRow, 'swap' | 'srcTxHash'> & { names?: Json }

/**
 * Routes by id, and the swaps built from them by source hash. The file `quotes.db` is shared by all
 * processes of a folder and opened on first use. Quotes that were not swapped end with their life, or
 * earlier where they would take too much space; what was swapped stays. Routes of remote services are
 * kept for an hour; an id means nothing to another service.
 */
export type QuoteStore = {
  save(quotes: readonly NewQuote[]): Promise<void>
  /** @param serviceUrl the remote service that gave the route; null: this program */
  find(id: string, serviceUrl?: string | null): Promise<QuoteRow | null>
  /**
   * At most two ids of the last minutes that begin with the text, the shortest first; those of
   * other askers only where the asker of this store has none.
   */
  idsBeginning(text: string, serviceUrl: string | null): Promise<string[]>
  /** Who asked for a quote, and its `names`; null: not known here. */
  originOf(id: string, serviceUrl: string | null): Promise<{ asker: Asker; names: Json } | null>
  /**
   * Keeps what `swap` answered, for a repeat and for `status`; false: another one was kept before and
   * stays. `names` are further words the swap is found by: the order's number, its deposit address.
   * `payer`: the account that is to pay it.
   */
  saveSwap(id: string, swap: Json, names?: readonly string[], payer?: string): Promise<boolean>
  /** To be called before an order is opened; exactly one caller of all processes may do it. */
  claimOrder(id: string): Promise<ClaimResult>
  /** The order was not opened for certain. */
  releaseOrder(id: string): Promise<void>
  /** The order may have been opened, but its answer was lost. */
  loseOrder(id: string, refusal: Json): Promise<void>
  findLoss(id: string): Promise<Json>
  /** Replaces an earlier hash: it is the caller who has proved it. Null takes it back. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
  findByHash(srcTxHash: string): Promise<QuoteRow | null>
  /** By a name of `saveSwap`, in any letter case. */
  findByName(name: string): Promise<QuoteRow | null>
  /** The newest swaps of a payer whose hash nobody has told. */
  findUnpaid(payer: string): Promise<QuoteRow[]>
  close(): void
}

export type QuoteStoreOptions = {
  /** Unix milliseconds. */
  now: () => number
  /** Who asks for what is saved; the person at the command line where it is left out. */
  asker?: Asker
  /** Told when a damaged file was put aside. */
  onRepair?: (text: string) => void
  startOf?: StartOf
  /** What quotes may take on disk; the usual is meant for a busy service. */
  maxBytes?: number
}

const askers: readonly Asker[] = ['person', 'client', 'agent']
/** A quote lives for a minute (P5); a swap of its last moment may be a while in coming. */
const quoteMilliseconds = 6 * 60_000
/** How long the beginning of an id is enough: later ones would only make it ambiguous. */
const shortIdMilliseconds = quoteMilliseconds
const remoteMilliseconds = 60 * 60_000
/** Claims keep an order from being opened twice: longer than anybody would try again. */
const claimMilliseconds = 24 * 60 * 60 * 1000
/** More than a minute's quotes at the highest rate that was measured. */
const usualMaxBytes = 256 * 1024 * 1024
/** Beyond the limit this part of the quotes goes at once, the oldest, so that it is seldom done. */
const droppedPart = 8
/** More swaps than one account asks for without paying them. */
const mostUnpaid = 20
/** Given back to the system in one go; the rest follows with the next quotes. */
const freedPages = 2_000
/** Does nothing yet: folder and file are made, and libsql is loaded, on first use. */
export function createQuoteStore(folder: string, options: QuoteStoreOptions): QuoteStore {
  const file = join(folder, 'quotes.db')
  const { now, asker = 'person', startOf = startOfProcess, maxBytes = usualMaxBytes } = options
  const description: DatabaseOptions = {
    file,
    ...quoteTables,
    synchronous: 'NORMAL',
    givesSpaceBack: true,
  }
  let opening: Promise<Database> | null = null
  let openFile: number | null = null // of the open database
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
    const database = withClaims(await openOrReplace(), file)
    openFile = inodeOf(file)
    await moveOldRoutes(folder, database)
    return database
  }
  const openOrReplace = async (): Promise<Database> => {
    const found = await openDatabase(description)
    if (found.state === 'usable') return found.database
    found.readable?.close()
    // A newer program's quotes are healthy and its own: they are not moved out of its way.
    if (found.newer) throw storeError(file, found.problem)
    putAside(found.problem)
    const again = await openDatabase(description)
    if (again.state === 'damaged') throw storeError(file, again.problem)
    return again.database
  }
  const opened = async (): Promise<Database> => {
    try {
      // A reset of the sandbox removes the file under a running service.
      if (opening !== null && openFile !== null && inodeOf(file) !== openFile) {
        openFile = null
        const gone = opening
        opening = gone.then((database) => {
          database.close()
          return open()
        })
      }
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
      openFile = null
      database.close()
      putAside(textOf(thrown))
      return work(await opened())
    }
  }
  const rowsWhere = async (
    where: string,
    values: readonly (string | null)[],
  ): Promise<(QuoteRow | null)[]> => {
    const sql = `SELECT * FROM quotes WHERE ${where}`
    return await Promise.all((await run((database) => database.all(sql, values))).map(toQuoteRow))
  }
  const findWhere = async (...given: Parameters<typeof rowsWhere>): Promise<QuoteRow | null> =>
    (await rowsWhere(...given))[0] ?? null

  return {
    save: (quotes) =>
      run((database) => {
        database.transaction(() => {
          for (const quote of quotes) insert(database, quote, asker)
          dropOld(database, now())
          if (usedBytes(database) > maxBytes) dropOldest(database)
        })
        database.all(`PRAGMA incremental_vacuum(${freedPages})`)
      }),
    find: (id, serviceUrl = null) => findWhere('id = ? AND service_url IS ?', [id, serviceUrl]),
    idsBeginning: (text, serviceUrl) =>
      run((database) => {
        const sql = `SELECT id, asker = ? AS own FROM quotes
          WHERE lower(substr(id, 1, ?)) = ? AND service_url IS ? AND created_ms >= ?
          ORDER BY own DESC, length(id) LIMIT 2`
        const sinceMs = now() - shortIdMilliseconds
        const values = [asker, text.length, text.toLowerCase(), serviceUrl, sinceMs]
        const found = database.all(sql, values)
        return found.filter(({ own }) => own === found[0]?.['own']).map((row) => textIn(row, 'id'))
      }),
    originOf: (id, serviceUrl) =>
      run((database) => {
        const sql = 'SELECT asker, names FROM quotes WHERE id = ? AND service_url IS ?'
        const [row] = database.all(sql, [id, serviceUrl])
        if (row === undefined) return null
        const asker = askers.find((known) => known === row['asker']) ?? 'client'
        return { asker, names: row['names'] === null ? null : parseJson(textIn(row, 'names')) }
      }),
    saveSwap: (id, swap, names = [], payer = '') =>
      run((database) => {
        const sql =
          'UPDATE quotes SET swap = ? WHERE id = ? AND service_url IS NULL AND swap IS NULL'
        return database.transaction(() => {
          if (database.run(sql, [JSON.stringify(swap), id]) === 0) return false
          for (const name of names) {
            const values = [name.toLowerCase(), id]
            database.run('INSERT OR REPLACE INTO order_names VALUES (?, ?)', values)
          }
          if (payer !== '') database.run('INSERT INTO swap_payers VALUES (?, ?)', [payer, id])
          releaseOrder(database, id)
          return true
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
        const sql = 'UPDATE quotes SET src_tx_hash = ? WHERE id = ? AND service_url IS NULL'
        database.run(sql, [srcTxHash?.toLowerCase() ?? null, id])
      }),
    findByHash: (srcTxHash) => findWhere('src_tx_hash = ? LIMIT 1', [srcTxHash.toLowerCase()]),
    findByName: (name) =>
      findWhere('id = (SELECT id FROM order_names WHERE name = ?) AND service_url IS NULL', [
        name.toLowerCase(),
      ]),
    findUnpaid: async (payer) => {
      const where = `id IN (SELECT id FROM swap_payers WHERE payer = ?) AND service_url IS NULL
        AND src_tx_hash IS NULL ORDER BY created_ms DESC LIMIT ${mostUnpaid}`
      return (await rowsWhere(where, [payer])).filter((row) => row !== null)
    },
    close: () => {
      const ending = opening
      opening = null
      ending?.then(
        (database) => database.close(),
        () => {}, // it never opened, and the caller has the error
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

/** A route of a remote service replaces its own earlier one; an id of this program is given once. */
function insert(
  database: Database,
  { id, serviceUrl, quotedAtMs, body, route, quote, names = null }: NewQuote,
  asker: Asker,
): void {
  const onRepeat = serviceUrl === null ? 'IGNORE' : 'REPLACE'
  const texts = [JSON.stringify(body), JSON.stringify(route)]
  const json = quote === null ? null : toBigintJson(quote)
  const given = names === null ? null : JSON.stringify(names)
  const values = [id, serviceUrl, quotedAtMs, ...texts, json, asker, given]
  const row = '(?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?)'
  database.run(`INSERT OR ${onRepeat} INTO quotes VALUES ${row}`, values)
}

/** A quote whose order may have been opened stays as long as its claim: it says what became of it. */
function dropOld(database: Database, nowMs: number): void {
  database.run('DELETE FROM order_claims WHERE since_ms < ?', [nowMs - claimMilliseconds])
  database.run(
    `DELETE FROM quotes WHERE swap IS NULL AND created_ms < ? AND service_url IS NULL
      AND id NOT IN (SELECT id FROM order_claims)`,
    [nowMs - quoteMilliseconds],
  )
  database.run('DELETE FROM quotes WHERE swap IS NULL AND created_ms < ? AND service_url NOTNULL', [
    nowMs - remoteMilliseconds,
  ])
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

async function toQuoteRow(row: Row): Promise<QuoteRow | null> {
  const { readQuote } = await import('./quoteSchema.ts')
  const json = (name: string): Json => parseJson(textIn(row, name))
  const textOrNull = (name: string): string | null =>
    row[name] === null ? null : textIn(row, name)
  try {
    const quote = textOrNull('quote')
    return {
      id: textIn(row, 'id'),
      serviceUrl: textOrNull('service_url'),
      quotedAtMs: numberIn(row, 'created_ms'),
      body: json('body'),
      route: json('route'),
      quote: quote === null ? null : readQuote(fromBigintJson(quote)),
      swap: row['swap'] === null ? null : json('swap'),
      srcTxHash: textOrNull('src_tx_hash'),
    }
  } catch {
    return null // written by another version: as good as unknown, the caller quotes again
  }
}
