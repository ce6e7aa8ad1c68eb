import { type Budgets, nextMsOf, partOf } from '../../core/budgets.ts'
import { numberIn } from '../database.ts'
import type { SharedDatabase, Statement } from './database.ts'

/** `takePart` (src/core/budgets.ts) by the database's clock, as one statement. */
const take: Statement = {
  name: 'take_budget',
  text: `UPDATE host_budgets SET (tokens, granted, filled_at) = (
      SELECT available - part, part, at FROM (
        SELECT at, available,
          CASE WHEN paused_until > at THEN 0 ELSE floor(least($4::float8, available)) END AS part
        FROM (
          SELECT at, least($3::float8,
            tokens + $2::float8 * greatest(0, extract(epoch FROM at - filled_at)::float8)) AS available
          FROM clock_timestamp() AS at
        ) AS filled
      ) AS taken
    )
    FROM set_config('synchronous_commit', 'off', true)
    WHERE host = $1
    RETURNING granted, tokens, CASE WHEN paused_until > filled_at
      THEN extract(epoch FROM paused_until - filled_at)::float8 * 1000 ELSE 0 END AS paused_ms`,
}

const begin: Statement = {
  name: 'begin_budget',
  text: `INSERT INTO host_budgets (host, tokens) SELECT $1, $2::float8
    FROM set_config('synchronous_commit', 'off', true) ON CONFLICT (host) DO NOTHING`,
}

const pause: Statement = {
  name: 'pause_budget',
  text: `UPDATE host_budgets
    SET paused_until = greatest(paused_until, clock_timestamp() + $2::float8 * interval '1 millisecond')
    FROM set_config('synchronous_commit', 'off', true) WHERE host = $1`,
}

/** A request does not wait for the budget in an outage: the process goes on with its last part. */
const patienceMs = 0

/** Budgets of all processes on a database. */
export function createSharedBudgets(database: SharedDatabase): Budgets {
  return {
    take: async (host, rate, wanted) => {
      const { capacity } = partOf(rate)
      const values = (): unknown[] => [host, rate.perSecond, capacity, wanted]
      let [row] = await database.run(take, values, patienceMs)
      if (row === undefined) {
        await database.run(begin, () => [host, capacity], patienceMs)
        ;[row] = await database.run(take, values, patienceMs)
      }
      if (row === undefined) throw new Error(`the budget of ${host} is gone`)
      const nextMs = nextMsOf(numberIn(row, 'tokens'), rate)
      return {
        requests: numberIn(row, 'granted'),
        nextMs: Math.max(nextMs, numberIn(row, 'paused_ms')),
      }
    },
    pause: async (host, forMs) => {
      await database.run(pause, () => [host, forMs], patienceMs)
    },
  }
}
