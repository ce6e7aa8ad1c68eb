import { createHash } from 'node:crypto'
import { within } from '../../core/deadline.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { StoreAddress } from '../../core/storeAddress.ts'
import { numberIn, type Row, textIn } from '../database.ts'
import { packSet, unpackRoute } from '../quoteContent.ts'
import {
  claimMilliseconds,
  droppedPart,
  mostUnpaid,
  quoteMilliseconds,
  type QuoteRow,
  type QuoteStore,
  toQuoteRow,
} from '../quotes.ts'
import { createSharedBudgets } from './budgets.ts'
import { createClaims, type OwnRow } from './claims.ts'
import { connectDatabase, type Statement } from './database.ts'
import { prepareTables } from './migrations.ts'

export type SharedQuoteOptions = {
  /** Unix milliseconds. */
  now: () => number
  /** Called with the reason when an outage begins, and with null when it ends. */
  onOutage?: (reason: string | null) => void
  /** Maximum size of quotes in the database; the default is meant for several busy machines. */
  maxBytes?: number
}

const usualMaxBytes = 1024 * 1024 * 1024
/** Clocks of two machines that differ by less are as good as equal. */
const sameClockMs = 1_000
const readyMs = 2_000
/** Sets of routes that one statement deletes. */
const purgedAtOnce = 1_000
/** Any fixed number: one process at a time deletes what has ended. */
const purgeLock = 7_331_002
/** Longer keys do not fit into an index. */
const longestKey = 500

/** What a minute of a machine may lose; see `set_config` for what is on disk before the answer. */
const save: Statement = {
  name: 'save_quotes',
  text: `WITH saved AS (
      INSERT INTO quote_sets (created_ms, skew_ms, content)
      SELECT $1::bigint, round($2::float8 - extract(epoch FROM clock_timestamp())::float8 * 1000), $3
      FROM set_config('synchronous_commit', 'off', true) RETURNING set_id
    )
    INSERT INTO quote_ids (id, set_id) SELECT id, set_id FROM saved, unnest($4::text[]) AS id
    ON CONFLICT (id) DO NOTHING`,
}

const columns = `id, created_ms::float8 AS created_ms, skew_ms::float8 AS skew_ms, body, route, quote,
  swap, src_tx_hash, NULL AS service_url,
  extract(epoch FROM clock_timestamp())::float8 * 1000 AS database_ms`

/** The row of its own, or the set that the route is in. */
const find: Statement = {
  name: 'find_quote',
  text: `SELECT ${columns}, NULL::bytea AS content, 1 AS place FROM quotes WHERE id = $1
    UNION ALL
    SELECT id, created_ms::float8, skew_ms::float8, NULL, NULL, NULL, NULL, NULL, NULL,
      extract(epoch FROM clock_timestamp())::float8 * 1000, content, 2
    FROM quote_ids JOIN quote_sets USING (set_id) WHERE id = $1
    ORDER BY place LIMIT 1`,
}

const findByHash: Statement = {
  name: 'find_by_hash',
  text: `SELECT ${columns} FROM quotes WHERE src_tx_hash = $1 LIMIT 1`,
}

const findByName: Statement = {
  name: 'find_by_name',
  text: `SELECT ${columns} FROM quotes WHERE id = (SELECT id FROM order_names WHERE name = $1)`,
}

const findUnpaid: Statement = {
  name: 'find_unpaid',
  text: `SELECT ${columns} FROM quotes
    WHERE id IN (SELECT id FROM swap_payers WHERE payer = $1) AND src_tx_hash IS NULL
    ORDER BY quotes.created_ms DESC LIMIT ${mostUnpaid}`,
}

/** On disk when the answer leaves. */
const saveSwap: Statement = {
  name: 'save_swap',
  text: `WITH stored AS (
      INSERT INTO quotes (id, created_ms, skew_ms, body, route, quote, swap)
      SELECT $1, $2::bigint, $3::bigint, $4, $5, $6, $7
      FROM set_config('synchronous_commit', 'on', true)
      ON CONFLICT (id) DO UPDATE SET swap = EXCLUDED.swap WHERE quotes.swap IS NULL
      RETURNING id
    ), named AS (
      INSERT INTO order_names (name, id) SELECT name, id FROM stored, unnest($8::text[]) AS name
      ON CONFLICT (name) DO UPDATE SET id = EXCLUDED.id
    ), paid AS (
      INSERT INTO swap_payers (payer, id) SELECT $9, id FROM stored WHERE $9::text <> ''
    )
    SELECT id FROM stored`,
}

const bindHash: Statement = {
  name: 'bind_hash',
  text: `UPDATE quotes SET src_tx_hash = $2 FROM set_config('synchronous_commit', 'on', true)
    WHERE id = $1`,
}

/** The time before which quotes end: that of their life, or a later one above the limit of size. */
const cutoff: Statement = {
  name: 'quote_cutoff',
  text: `SELECT greatest(
      clock_timestamp() - $1::float8 * interval '1 millisecond',
      CASE WHEN sum(octet_length(content)) > $2::float8
        THEN percentile_disc(1.0 / ${droppedPart}) WITHIN GROUP (ORDER BY saved_at) END
    )::text AS cutoff FROM quote_sets`,
}

const turn = `turn AS (SELECT pg_try_advisory_xact_lock(${purgeLock}) AS mine)`

const purgeSets: Statement = {
  name: 'purge_sets',
  text: `WITH ${turn}, gone AS (
      DELETE FROM quote_sets WHERE set_id IN (
        SELECT set_id FROM turn, quote_sets WHERE mine AND saved_at < $1::timestamptz
        ORDER BY saved_at LIMIT ${purgedAtOnce}
      ) RETURNING set_id
    ), ids AS (DELETE FROM quote_ids USING gone WHERE quote_ids.set_id = gone.set_id)
    SELECT count(*)::int AS count FROM gone`,
}

const purgeClaims: Statement = {
  name: 'purge_claims',
  text: `WITH ${turn}, gone AS (
      DELETE FROM order_claims WHERE id IN (
        SELECT id FROM turn, order_claims
        WHERE mine AND renewed_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
        LIMIT ${purgedAtOnce}
      ) RETURNING id
    )
    SELECT count(*)::int AS count FROM gone`,
}

/** A route whose order may have been opened is stored as long as its claim. */
const purgeQuotes: Statement = {
  name: 'purge_quotes',
  text: `WITH ${turn}, gone AS (
      DELETE FROM quotes WHERE id IN (
        SELECT id FROM turn, quotes WHERE mine AND swap IS NULL
          AND saved_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
          AND NOT EXISTS (SELECT FROM order_claims WHERE order_claims.id = quotes.id)
        LIMIT ${purgedAtOnce}
      ) RETURNING id
    )
    SELECT count(*)::int AS count FROM gone`,
}

/** Changes nothing; refused by a standby, by a role without the right, and without the table. */
const write: Statement = { name: 'ready', text: 'DELETE FROM quote_sets WHERE false' }

/**
 * Opens the store of an address, and creates or upgrades its tables if the role may. Times that
 * decide what ends are the database's; the time of a quote is corrected where the clock of the
 * machine that stored it differs from this one's.
 * @throws SwaprouteError CONFIG_INVALID, STORE_UNAVAILABLE as `migrateStore`
 */
export async function openSharedStore(
  address: StoreAddress,
  { now, onOutage, maxBytes = usualMaxBytes }: SharedQuoteOptions,
): Promise<QuoteStore> {
  const database = connectDatabase(address, onOutage)
  const claims = createClaims(database)
  const close = async (): Promise<void> => {
    claims.close()
    await database.close()
  }
  try {
    await prepareTables(database, address)
  } catch (thrown) {
    await close()
    throw thrown
  }

  const rows = async (statement: Statement, value: string): Promise<QuoteRow[]> => {
    const found = await database.run(statement, () => [toKey(value)])
    const read = await Promise.all(found.map((row) => toQuoteRow(onThisClock(row, now()))))
    return read.filter((row) => row !== null)
  }
  const row = async (id: string): Promise<Row | null> => {
    const [found] = await database.run(find, () => [id])
    if (found === undefined || !(found['content'] instanceof Uint8Array)) return found ?? null
    return { ...found, ...unpackRoute(found['content'], id) }
  }
  const purgeAll = async (statement: Statement, value: unknown): Promise<void> => {
    for (;;) {
      const [gone] = await database.run(statement, () => [value])
      if (gone === undefined || numberIn(gone, 'count') < purgedAtOnce) return
    }
  }

  return {
    budgets: createSharedBudgets(database),
    save: async (quotes) => {
      if (quotes.routes.length === 0) return
      const content = packSet(quotes)
      const ids = quotes.routes.map(({ id }) => id)
      const createdMs = Math.round(quotes.quotedAtMs)
      await database.run(save, () => [createdMs, now(), content, ids])
    },
    purge: async () => {
      const [end] = await database.run(cutoff, () => [quoteMilliseconds, maxBytes])
      if (end !== undefined) await purgeAll(purgeSets, textIn(end, 'cutoff'))
      await purgeAll(purgeClaims, claimMilliseconds)
      await purgeAll(purgeQuotes, quoteMilliseconds)
    },
    find: async (id) => {
      const found = await row(toKey(id))
      return found === null ? null : await toQuoteRow(onThisClock(found, now()))
    },
    saveSwap: async (id, swap, names = [], payer = '') => {
      const key = toKey(id)
      const own = ownRow(await row(key))
      if (own[0] === null) return false
      const keys = [...new Set(names.map((name) => toKey(name.toLowerCase())))]
      const values = [key, ...own, JSON.stringify(swap), keys, toKey(payer)]
      const stored = await database.run(saveSwap, () => values)
      claims.end(key)
      return stored.length > 0
    },
    claimOrder: async (id) => {
      const key = toKey(id)
      return await claims.claim(key, ownRow(await row(key)))
    },
    releaseOrder: (id) => claims.release(toKey(id)),
    loseOrder: (id, refusal) => claims.lose(toKey(id), refusal),
    findLoss: (id) => claims.findLoss(toKey(id)),
    bindHash: async (id, srcTxHash) => {
      const hash = srcTxHash === null ? null : toKey(srcTxHash.toLowerCase())
      await database.run(bindHash, () => [toKey(id), hash])
    },
    findByHash: async (srcTxHash) => (await rows(findByHash, srcTxHash.toLowerCase()))[0] ?? null,
    findByName: async (name) => (await rows(findByName, name.toLowerCase()))[0] ?? null,
    findUnpaid: (payer) => rows(findUnpaid, payer),
    ready: async () => {
      await within(
        readyMs,
        database.run(write, () => [], 0),
        late,
      )
    },
    poolState: database.state,
    close,
  }
}

/** The columns that a row of its own begins with; nulls for a route that is unknown or damaged. */
function ownRow(row: Row | null): OwnRow {
  if (row === null || typeof row['body'] !== 'string') return [null, null, null, null, null]
  const quote = row['quote'] === null ? null : textIn(row, 'quote')
  const texts = [textIn(row, 'body'), textIn(row, 'route'), quote]
  return [numberIn(row, 'created_ms'), numberIn(row, 'skew_ms'), ...texts]
}

/** A quote lives a minute by one clock, whichever machine returned it (P5). */
function onThisClock(row: Row, nowMs: number): Row {
  const ownSkewMs = nowMs - numberIn(row, 'database_ms')
  const aheadMs = Math.round(numberIn(row, 'skew_ms') - ownSkewMs)
  if (Math.abs(aheadMs) <= sameClockMs) return row
  return { ...row, created_ms: numberIn(row, 'created_ms') - aheadMs }
}

/** As a text that PostgreSQL can store in an index: no NUL, not too long. */
function toKey(text: string): string {
  const clean = text.replaceAll('\0', '\ufffd')
  return clean.length <= longestKey ? clean : createHash('sha256').update(clean).digest('hex')
}

const late = (): SwaprouteError =>
  new SwaprouteError('STORE_UNAVAILABLE', 'The store of quotes does not answer.')
