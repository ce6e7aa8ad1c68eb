import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Asker } from '../core/routeRequest.ts'
import { parseJson } from '../core/json.ts'
import type { Json } from '../core/quote.ts'
import {
  type Database,
  type DatabaseOptions,
  inodeOf,
  isDamage,
  numberIn,
  openDatabase,
  storeError,
  textIn,
  textOf,
} from './database.ts'
import { createLocalBudgets, hostBudgetsSchema } from './localBudgets.ts'
import { claimOrder, findLoss, loseOrder, orderClaimsSchema, releaseOrder } from './orderClaims.ts'
import { packSet } from './quoteContent.ts'
import {
  claimMilliseconds,
  droppedPart,
  mostUnpaid,
  quoteMilliseconds,
  type QuoteRow,
  type QuoteStore,
  toQuoteRow,
} from './quotes.ts'
import { dropSets, insertSet, keepRoute, type LocalQuoteSet, rowOf } from './quoteSets.ts'
import { moveOldRoutes, quoteTables } from './quoteTables.ts'
import { type ProcessMark, type StartOf, ownMark, startOfProcess } from './processes.ts'

/**
 * The quotes of this machine, in the file `quotes.db`, which is shared by all processes of a folder
 * and opened on first use. Routes of remote services are stored for an hour; ids are specific to a
 * service.
 */
export type LocalQuoteStore = Omit<QuoteStore, 'save' | 'find' | 'close'> & {
  save(quotes: LocalQuoteSet): Promise<void>
  /** @param serviceUrl the remote service that returned the route; null: this program */
  find(id: string, serviceUrl?: string | null): Promise<QuoteRow | null>
  /**
   * At most two ids of the last minutes that begin with the text, the shortest first; those of
   * other clients only if the client of this store has none.
   */
  idsBeginning(text: string, serviceUrl: string | null): Promise<string[]>
  /** The client that requested a quote, and its `names`; null if unknown here. */
  originOf(id: string, serviceUrl: string | null): Promise<{ asker: Asker; names: Json } | null>
  close(): void
}

export type LocalQuoteOptions = {
  /** Unix milliseconds. */
  now: () => number
  /** The client that saves quotes; default: the person at the command line. */
  asker?: Asker
  /** Called when a damaged file was moved aside. */
  onRepair?: (text: string) => void
  startOf?: StartOf
  /** Maximum size of quotes on disk; the default is meant for a busy service. */
  maxBytes?: number
}

const askers: readonly Asker[] = ['person', 'client', 'agent']
/** Time during which the beginning of an id is enough; more ids would make it ambiguous. */
const shortIdMilliseconds = quoteMilliseconds
const remoteMilliseconds = 60 * 60_000
/** More than the quotes of their life at the highest measured rate. */
const usualMaxBytes = 256 * 1024 * 1024
/** A process that has saved this part of the limit purges before its timer is due. */
const purgedPart = 16
/** Pages returned to the system at once; the rest follows with later purges. */
const freedPages = 2_000
/** Lazy: folder and file are created, and SQLite is loaded, on first use. */
export function createLocalQuotes(folder: string, options: LocalQuoteOptions): LocalQuoteStore {
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
  let savedBytes = 0 // since the last purge

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
    const database = withSideTables(await openOrReplace(), file)
    openFile = inodeOf(file)
    await moveOldRoutes(folder, database)
    return database
  }
  const openOrReplace = async (): Promise<Database> => {
    const found = await openDatabase(description)
    if (found.state === 'usable') return found.database
    found.readable?.close()
    // The file of a newer version is valid and is not moved aside.
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
      opening = null // the next call may succeed
      throw thrown
    }
  }
  const run = async <T>(work: (database: Database) => T): Promise<T> => {
    const database = await opened()
    try {
      return work(database)
    } catch (thrown) {
      if (!isDamage(thrown)) throw storeError(file, textOf(thrown), thrown)
      // Quotes are short-lived: a file damaged while open is replaced too.
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

  const purge = (database: Database): void => {
    savedBytes = 0
    database.transaction(() => {
      dropOld(database, now())
      if (usedBytes(database) > maxBytes) dropOldest(database)
    })
    database.all(`PRAGMA incremental_vacuum(${freedPages})`)
  }

  return {
    save: async (quotes) => {
      if (quotes.routes.length === 0) return
      const content = packSet(quotes)
      await run((database) => {
        database.transaction(() => insertSet(database, quotes, content, asker))
        savedBytes += content.length
        if (savedBytes > maxBytes / purgedPart) purge(database)
      })
    },
    purge: () => run(purge),
    find: async (id, serviceUrl = null) => {
      const row = await run((database) => rowOf(database, id, serviceUrl))
      return row === null ? null : await toQuoteRow(row)
    },
    idsBeginning: (text, serviceUrl) =>
      run((database) => {
        const sql = `SELECT DISTINCT id, asker = ? AS own FROM (
            SELECT id, asker, service_url, created_ms FROM quotes UNION ALL
            SELECT id, asker, service_url, created_ms FROM quote_ids JOIN quote_sets USING (set_id)
          ) WHERE lower(substr(id, 1, ?)) = ? AND service_url IS ? AND created_ms >= ?
          ORDER BY own DESC, length(id) LIMIT 2`
        const sinceMs = now() - shortIdMilliseconds
        const values = [asker, text.length, text.toLowerCase(), serviceUrl, sinceMs]
        const found = database.all(sql, values)
        return found.filter(({ own }) => own === found[0]?.['own']).map((row) => textIn(row, 'id'))
      }),
    originOf: (id, serviceUrl) =>
      run((database) => {
        const sql = `SELECT asker, names FROM quotes WHERE id = ? AND service_url IS ? UNION ALL
          SELECT asker, names FROM quote_ids JOIN quote_sets USING (set_id)
          WHERE id = ? AND service_url IS ? LIMIT 1`
        const [row] = database.all(sql, [id, serviceUrl, id, serviceUrl])
        if (row === undefined) return null
        const asker = askers.find((known) => known === row['asker']) ?? 'client'
        return { asker, names: row['names'] === null ? null : parseJson(textIn(row, 'names')) }
      }),
    saveSwap: (id, swap, names = [], payer = '') =>
      run((database) => {
        const sql =
          'UPDATE quotes SET swap = ? WHERE id = ? AND service_url IS NULL AND swap IS NULL'
        return database.transaction(() => {
          keepRoute(database, id)
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
        keepRoute(database, id)
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
    ready: async () => {
      await run((database) => database.all('SELECT count(*) FROM order_claims'))
    },
    poolState: () => null,
    budgets: createLocalBudgets(run, now),
    close: () => {
      const ending = opening
      opening = null
      ending?.then(
        (database) => database.close(),
        () => {}, // opening failed, and the caller has the error
      )
    },
  }
}

function withSideTables(database: Database, file: string): Database {
  try {
    const schema = `${orderClaimsSchema};${hostBudgetsSchema}`
    for (const statement of schema.split(';')) database.run(statement)
    return database
  } catch (thrown) {
    database.close()
    throw storeError(file, textOf(thrown), thrown)
  }
}

/** A quote whose order may have been opened is stored as long as its claim. */
function dropOld(database: Database, nowMs: number): void {
  database.run('DELETE FROM order_claims WHERE since_ms < ?', [nowMs - claimMilliseconds])
  for (const [whose, lifeMs] of [
    ['service_url IS NULL', quoteMilliseconds],
    ['service_url NOTNULL', remoteMilliseconds],
  ] as const) {
    const isOver = `created_ms < ? AND ${whose}`
    const unclaimed = 'swap IS NULL AND id NOT IN (SELECT id FROM order_claims)'
    database.run(`DELETE FROM quotes WHERE ${isOver} AND ${unclaimed}`, [nowMs - lifeMs])
    dropSets(database, isOver, [nowMs - lifeMs])
  }
  database.run('DELETE FROM order_losses WHERE id NOT IN (SELECT id FROM order_claims)')
}

function dropOldest(database: Database): void {
  const part = `(SELECT 1 + count(*) / ${droppedPart} FROM quote_sets)`
  dropSets(database, `set_id IN (SELECT set_id FROM quote_sets ORDER BY created_ms LIMIT ${part})`)
}

/** Size of the file without its free pages. */
function usedBytes(database: Database): number {
  const sql =
    'SELECT (page_count - freelist_count) * page_size AS used FROM pragma_page_count, pragma_freelist_count, pragma_page_size'
  const [row] = database.all(sql)
  return row === undefined ? 0 : numberIn(row, 'used')
}
