import { readdirSync, readFileSync } from 'node:fs'
import { SwaprouteError } from '../../core/errors.ts'
import type { StoreAddress } from '../../core/storeAddress.ts'
import { connectDatabase, type Query, type SharedDatabase } from './database.ts'
import { cannotStart, toFault } from './faults.ts'

/** One numbered file of `migrations/`, which the build puts beside this code. */
type Migration = { number: number; name: string; sql: string }

/** The number of the tables after a migration, and what it did. */
export type Migrated = { schema: number; applied: readonly string[] }

/** PostgreSQL 14. */
const oldestServer = 140_000
/** Any fixed number: processes that migrate one database wait for each other. */
const migrationLock = 7_331_001

/**
 * The tables of the store, documented in `migrations/*.sql`, are in the first schema of the role's
 * `search_path`: give the service a database or a schema of its own (`ALTER ROLE … SET search_path`,
 * or `?options=-csearch_path%3Dswaproute` in the address). `store_migrations` has a row for each file
 * that was applied. A change of the tables is a new file, never an edit, and the program before it
 * has to work with the new tables: others run it until they are replaced.
 */
const ledger = `CREATE TABLE store_migrations (
  number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
)`

export function ownMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.toSorted().map((name) => ({
    number: Number(name.slice(0, 4)),
    name,
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }))
}

/**
 * Applies what is missing; several processes may do so at once.
 * @throws SwaprouteError CONFIG_INVALID if the server or its tables do not fit, or the role may not
 *   create tables; STORE_UNAVAILABLE if the server does not answer
 */
export async function migrateStore(address: StoreAddress): Promise<Migrated> {
  const database = connectDatabase(address)
  try {
    return await prepareTables(database, address)
  } finally {
    await database.close()
  }
}

/**
 * The migrations that are missing, for a look at a store that changes nothing.
 * @throws SwaprouteError as `migrateStore`
 */
export async function missingMigrations(address: StoreAddress): Promise<readonly string[]> {
  const database = connectDatabase(address)
  try {
    return await onServer(database, address, async (query) => {
      const missing = await missingIn(query, address.shown, ownMigrations())
      return missing.map(({ name }) => name)
    })
  } finally {
    await database.close()
  }
}

/** As `migrateStore`, on the connections of a store. @param wanted for tests of an upgrade */
export async function prepareTables(
  database: SharedDatabase,
  address: StoreAddress,
  wanted: readonly Migration[] = ownMigrations(),
): Promise<Migrated> {
  return await onServer(database, address, (query) => migrate(query, address.shown, wanted))
}

async function onServer<T>(
  database: SharedDatabase,
  { shown }: StoreAddress,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  try {
    return await database.session(work)
  } catch (thrown) {
    const fault =
      thrown instanceof SwaprouteError && thrown.code === 'STORE_UNAVAILABLE'
        ? toFault(thrown.cause)
        : null
    throw fault === null ? thrown : cannotStart(shown, fault)
  }
}

async function migrate(
  query: Query,
  shown: string,
  wanted: readonly Migration[],
): Promise<Migrated> {
  const schema = wanted.at(-1)?.number ?? 0
  // Read first: a role that may only use the tables starts the service as well.
  if ((await missingIn(query, shown, wanted)).length === 0) return { schema, applied: [] }
  await query('BEGIN')
  await query(`SET LOCAL statement_timeout = 0`)
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  const missing = await missingIn(query, shown, wanted)
  try {
    if (missing.length === wanted.length) await query(ledger)
    for (const { number, name, sql } of missing) {
      await query(sql)
      await query('INSERT INTO store_migrations (number, name) VALUES ($1, $2)', [number, name])
    }
  } catch (thrown) {
    throw refused(thrown, shown) ?? thrown
  }
  await query('COMMIT')
  return { schema, applied: missing.map(({ name }) => name) }
}

/** @throws SwaprouteError CONFIG_INVALID if the server is too old, or its tables too new */
async function missingIn(
  query: Query,
  shown: string,
  wanted: readonly Migration[],
): Promise<Migration[]> {
  const [server] = await query(`SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS name`)
  if (Number(server?.['version']) < oldestServer) {
    const text = `The store ${shown} is PostgreSQL ${String(server?.['name'])}; 14 or later is needed.`
    throw new SwaprouteError('CONFIG_INVALID', text, { hint: 'Upgrade the server.' })
  }
  const newest = wanted.at(-1)?.number ?? 0
  const found = await schemaOf(query)
  if (found > newest) {
    const text = `The store ${shown} has tables of a newer version of swaproute (${found}; this one knows ${newest}).`
    throw new SwaprouteError('CONFIG_INVALID', text, {
      hint: 'Start the newer version, or give this one a database of its own.',
    })
  }
  return wanted.filter(({ number }) => number > found)
}

/**
 * The number of the last migration; 0 without tables. Read from the catalog: `to_regclass` may not see
 * what another process has committed while this one waited for its lock.
 */
async function schemaOf(query: Query): Promise<number> {
  const [ledgerRow] = await query(`SELECT EXISTS (SELECT FROM pg_catalog.pg_tables
    WHERE schemaname = current_schema() AND tablename = 'store_migrations') AS found`)
  if (ledgerRow?.['found'] !== true) return 0
  const [row] = await query('SELECT max(number) AS number FROM store_migrations')
  return Number(row?.['number'] ?? 0)
}

/** Without the right to create tables, or with tables of another program in their place. */
function refused(thrown: unknown, shown: string): SwaprouteError | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  if (code === '42501' || code === '3F000') {
    const text = `The tables of the store ${shown} are missing or old, and its user may not create tables.`
    return new SwaprouteError('CONFIG_INVALID', text, {
      hint: 'Run `swaproute serve --migrate` once, with SWAPROUTE_STORE for a user that may.',
      cause: thrown,
    })
  }
  if (code !== '42P07') return null
  const text = `The store ${shown} has tables of another program with the same names.`
  return new SwaprouteError('CONFIG_INVALID', text, {
    hint: 'Give the service a database or a schema of its own.',
    cause: thrown,
  })
}
