/** The stores of quotes, for tests that hold for each of them. */
import Libsql from 'libsql'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createLocalQuotes } from '../../../../src/store/localQuotes.ts'
import { openSharedStore } from '../../../../src/store/postgres/sharedQuotes.ts'
import type { QuoteStore } from '../../../../src/store/quotes.ts'
import { hasPostgres, testDatabase } from '../../../support/postgres.ts'
import { temporaryFolder } from './folder.ts'

/** One store that several processes use. */
export type TestStore = {
  /** Unix milliseconds of every process. */
  clock: { nowMs: number }
  /** Another process on the store, closed after the test. */
  open(options?: { maxBytes?: number }): Promise<QuoteStore>
  /** Lets time pass for the store as well. */
  pass(ms: number): Promise<void>
  /** Rows of a table. */
  count(table: string): Promise<number>
}

type Engine = { name: string; skipped: boolean; create(): Promise<TestStore> }

function closed<Store extends QuoteStore>(store: Store): Store {
  onTestFinished(async () => {
    await store.close()
  })
  return store
}

async function local(): Promise<TestStore> {
  const folder = temporaryFolder()
  const clock = { nowMs: 1_000_000 }
  return {
    clock,
    open: async (options = {}) =>
      closed(createLocalQuotes(folder, { now: () => clock.nowMs, ...options })),
    pass: async (ms) => void (clock.nowMs += ms),
    count: async (table) => {
      const file = new Libsql(join(folder, 'quotes.db'))
      const [row] = file.prepare(`SELECT count(*) AS count FROM ${table}`).all()
      file.close()
      return (row as { count: number }).count
    },
  }
}

const timed = { quote_sets: 'saved_at', quotes: 'saved_at', order_claims: 'renewed_at' }

async function postgres(): Promise<TestStore> {
  const database = await testDatabase()
  const clock = { nowMs: Date.now() }
  return {
    clock,
    open: async (options = {}) =>
      closed(await openSharedStore(database.address, { now: () => clock.nowMs, ...options })),
    pass: async (ms) => {
      clock.nowMs += ms
      for (const [table, column] of Object.entries(timed)) {
        await database.query(
          `UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 millisecond'`,
          [ms],
        )
      }
    },
    count: async (table) => {
      const [row] = await database.query(`SELECT count(*)::int AS count FROM ${table}`)
      return Number(row?.['count'])
    },
  }
}

export const engines: readonly Engine[] = [
  { name: 'a file', skipped: false, create: local },
  { name: 'PostgreSQL', skipped: !hasPostgres, create: postgres },
]
