import { randomUUID } from 'node:crypto'
import { type Database, type Row, asBytes, numberIn, textIn } from './database.ts'
import { type ProcessMark, type StartOf, isGone, ownMark, startOfProcess } from './processes.ts'

const columns = `pid, since_ms, ${asBytes('started', 'realm', 'swap_id')}`

/** The lock is ours until `release`, or somebody who lives still holds it. */
export type LockAnswer =
  | { taken: true; release: () => void }
  | { taken: false; holder: { pid: number; swapId: string | null; sinceMs: number } }

export const locksSchema = `
  CREATE TABLE locks (
    name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
    realm TEXT NOT NULL, swap_id TEXT, since_ms INTEGER NOT NULL
  )`

/**
 * Locks between processes, kept in the journal's own file. They are not reentrant: a second swap
 * in the same process waits like any other. A lock passes on only when its owner has ended.
 */
export function createLocks(
  database: Database,
  now: () => number,
  startOf: StartOf = startOfProcess,
): (name: string, swapId: string | null) => LockAnswer {
  let own: ProcessMark | null = null

  const holderOf = (name: string): LockAnswer | null => {
    const row = database.all(`SELECT ${columns} FROM locks WHERE name = ?`, [name])[0]
    if (row === undefined || isGone(markIn(row), startOf)) return null
    const holder = {
      pid: numberIn(row, 'pid'),
      swapId: row['swap_id'] === null ? null : textIn(row, 'swap_id'),
      sinceMs: numberIn(row, 'since_ms'),
    }
    return { taken: false, holder }
  }

  return (name, swapId) => {
    const held = holderOf(name) // without a write lock: many may be waiting
    if (held !== null) return held
    own ??= ownMark(startOf)
    const { pid, started, realm } = own
    const token = randomUUID()
    return database.transaction(() => {
      const late = holderOf(name)
      if (late !== null) return late
      database.run('INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?, ?)', [
        name,
        token,
        pid,
        started,
        realm,
        swapId,
        now(),
      ])
      const release = (): void => {
        database.run('DELETE FROM locks WHERE name = ? AND token = ?', [name, token])
      }
      return { taken: true, release }
    })
  }
}

function markIn(row: Row): ProcessMark {
  return {
    pid: numberIn(row, 'pid'),
    started: textIn(row, 'started'),
    realm: textIn(row, 'realm'),
  }
}
