import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { StoreAddress } from '../../core/storeAddress.ts'
import type { Row } from '../database.ts'
import { toFault, type StoreFault, unavailable } from './faults.ts'

/** Prepared once for each connection by its name; every value is a parameter. */
export type Statement = { name: string; text: string }

/** Values of a statement, made when it is sent: waiting for a connection may take a while. */
export type Values = () => unknown[]

export type SharedDatabase = {
  /**
   * Runs a statement that has the same effect when it is repeated: it is sent again after an outage
   * in the middle of it, whose effect is unknown.
   * @param patienceMs how long an outage is waited for; none in one that is known
   * @throws SwaprouteError STORE_UNAVAILABLE
   */
  run(statement: Statement, values: Values, patienceMs?: number): Promise<Row[]>
  /** Several statements on one connection, in a transaction of their own; repeated as a whole. */
  session<T>(work: (query: Query) => Promise<T>): Promise<T>
  state(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type Query = (text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Limits of one process. The parameters of the address `connect_timeout` (seconds, as in libpq),
 * `statement_timeout` (milliseconds) and `pool_max_conns` replace them; a server needs a connection
 * more than all processes together may open.
 */
const limits = { connectMs: 2_000, statementMs: 5_000, connections: 10 }
/** A connection without work is closed after this time. */
const idleMs = 30_000
/** A restart of a server, or a standby that takes over at once, is waited for. */
const usualPatienceMs = 3_000
const firstPauseMs = 50
const longestPauseMs = 1_000

/**
 * A pool of connections to the first host that takes writes. Connections are made when they are
 * needed, names are looked up each time, and after a failure the next host is tried, so a server that
 * comes back, or another one in its place, is used without a restart. With PgBouncer in front
 * (1.21 or later, for prepared statements), it needs `ignore_startup_parameters=statement_timeout`,
 * or the address `statement_timeout=0`.
 * @param onOutage called with the reason when an outage begins, and with null when it ends
 */
export function connectDatabase(
  address: StoreAddress,
  onOutage: (reason: string | null) => void = () => undefined,
): SharedDatabase {
  let current = 0
  let pool: Pool | null = null
  let isAway = false
  const left = new Set<Pool>() // with connections that are still open

  const opened = (): Pool => (pool ??= createPool(address.urls[current] ?? ''))
  /** The next attempt gets new connections, to the next host; calls that wait fail on their own. */
  const leave = (failed: Pool): void => {
    if (pool !== failed) return
    pool = null
    current = (current + 1) % address.urls.length
    if (failed.totalCount === 0) return
    left.add(failed)
    failed.on('remove', () => {
      if (failed.totalCount === 0) left.delete(failed)
    })
  }
  const onFault = (fault: StoreFault, failed: Pool): void => {
    if (fault.kind === 'host') leave(failed)
    if (fault.kind === 'busy') return
    if (!isAway) onOutage(fault.reason)
    isAway = true
  }
  const onAnswer = (): void => {
    if (isAway) onOutage(null)
    isAway = false
  }

  const repeat = async <T>(
    work: (client: PoolClient) => Promise<T>,
    patienceMs: number,
  ): Promise<T> => {
    const untilMs = performance.now() + patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const used = opened()
      try {
        const result = await onClient(used, work)
        onAnswer()
        return result
      } catch (thrown) {
        const fault = toFault(thrown)
        if (fault === null) throw thrown
        onFault(fault, used)
        if (fault.kind === 'setup' || performance.now() + pauseMs > untilMs) {
          throw unavailable(fault)
        }
        await wait(pauseMs)
      }
    }
  }

  return {
    run: (statement, values, patienceMs = isAway ? 0 : usualPatienceMs) =>
      repeat(
        async (client) => (await client.query<Row>({ ...statement, values: values() })).rows,
        patienceMs,
      ),
    session: (work) =>
      repeat(
        (client) => work(async (text, values) => (await client.query<Row>(text, values)).rows),
        usualPatienceMs,
      ),
    state: () => ({
      total: pool?.totalCount ?? 0,
      idle: pool?.idleCount ?? 0,
      waiting: pool?.waitingCount ?? 0,
    }),
    close: async () => {
      const ending = pool === null ? [...left] : [...left, pool]
      pool = null
      left.clear()
      await Promise.all(ending.map((one) => one.end()))
    },
  }
}

/** Parameters of the address that `pg` would read otherwise, or not at all. */
const ownParameters =
  /(?<=[?&])(connect_timeout|statement_timeout|pool_max_conns)=(\d{1,6})(?:&|$)/g

function createPool(url: string): Pool {
  const parameters = new Map([...url.matchAll(ownParameters)].map(([, name, text]) => [name, text]))
  const given = (name: string, otherwise: number): number =>
    Number(parameters.get(name) ?? otherwise)
  const statementMs = given('statement_timeout', limits.statementMs)
  const pool = new Pool({
    connectionString: url.replace(ownParameters, ''),
    application_name: 'swaproute',
    max: given('pool_max_conns', limits.connections),
    connectionTimeoutMillis: given('connect_timeout', limits.connectMs / 1000) * 1000,
    idleTimeoutMillis: idleMs,
    allowExitOnIdle: true,
    keepAlive: true,
    ...(statementMs === 0 ? {} : { statement_timeout: statementMs }),
    // The server ends a statement itself; this is for one that no longer answers.
    query_timeout: (statementMs === 0 ? limits.statementMs : statementMs) + 1_000,
  })
  // Each connection reports its end; the statement on it, if any, fails as well.
  const ignore = (): void => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

/** A connection on which something failed is not used again. */
async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let hasFailed = true
  try {
    const result = await work(client)
    hasFailed = false
    return result
  } finally {
    client.release(hasFailed)
  }
}
