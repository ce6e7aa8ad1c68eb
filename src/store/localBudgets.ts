import { type Bucket, type Budgets, takePart } from '../core/budgets.ts'
import { type Database, numberIn } from './database.ts'

/** Created beside the quotes of every version; older programs ignore it. */
export const hostBudgetsSchema = `
  CREATE TABLE IF NOT EXISTS host_budgets (
    host TEXT PRIMARY KEY, tokens REAL NOT NULL, filled_ms REAL NOT NULL, paused_until_ms REAL NOT NULL
  )`

/** Budgets of all processes on a file. @param run a call on the open database */
export function createLocalBudgets(
  run: <T>(work: (database: Database) => T) => Promise<T>,
  now: () => number,
): Budgets {
  const write = (database: Database, host: string, bucket: Bucket): void => {
    const { tokens, filledAtMs, pausedUntilMs } = bucket
    const values = [host, tokens, filledAtMs, pausedUntilMs]
    database.run('INSERT OR REPLACE INTO host_budgets VALUES (?, ?, ?, ?)', values)
  }
  return {
    take: (host, rate, wanted) =>
      run((database) =>
        database.transaction(() => {
          const { bucket, part } = takePart(bucketOf(database, host), rate, wanted, now())
          write(database, host, bucket)
          return part
        }),
      ),
    pause: (host, forMs) =>
      run((database) =>
        database.transaction(() => {
          const bucket = bucketOf(database, host)
          if (bucket === null) return
          const pausedUntilMs = Math.max(bucket.pausedUntilMs, now() + forMs)
          write(database, host, { ...bucket, pausedUntilMs })
        }),
      ),
  }
}

function bucketOf(database: Database, host: string): Bucket | null {
  const [row] = database.all('SELECT * FROM host_budgets WHERE host = ?', [host])
  if (row === undefined) return null
  return {
    tokens: numberIn(row, 'tokens'),
    filledAtMs: numberIn(row, 'filled_ms'),
    pausedUntilMs: numberIn(row, 'paused_until_ms'),
  }
}
