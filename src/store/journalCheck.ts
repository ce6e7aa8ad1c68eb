import {
  type Database,
  asBytes,
  inodeOf,
  integrityProblem,
  numberIn,
  textIn,
  textOf,
} from './database.ts'
import type { Mark, WholeCheck } from './mark.ts'
import { assertIntact, endTypes, recordColumns } from './records.ts'

/** How long a check of the whole file counts. */
const checkedForMs = 24 * 60 * 60_000
/** More records than one run of the program writes. */
const tailLength = 64

/** The checks of one run; the whole file is read at most once. */
export type Checks = {
  /** For `openDatabase`; null database: there are no tables yet. Null: no problem. */
  onOpening(readable: Database | null): string | null
  /** The whole file, unless it has been read on opening. Null: no problem. */
  whole(database: Database): string | null
  /** Notes in the mark that the whole file was read; called when the file may be written. */
  remember(): void
}

/**
 * The whole file is read once a day, after each start of the machine, which may follow a loss of
 * power, and where the file came from elsewhere. Damage that comes up in between is found by reading
 * what it affects: records have digests, and lookups.ts asks twice.
 */
export function createChecks(mark: Mark, file: string, now: () => number, boot: string): Checks {
  const current = (): WholeCheck => ({ atMs: now(), inode: inodeOf(file) ?? 0, boot })
  const isDue = (): boolean => mark.checked === null || isOver(mark.checked, current())
  let made: WholeCheck | null = null
  const whole = (database: Database): string | null => {
    if (made !== null) return null
    const problem = wholeProblem(database)
    if (problem === null) made = current()
    return problem
  }
  return {
    whole,
    onOpening: (readable) => {
      if (readable === null) return mark.found > 0 ? missingText(mark.found) : null
      return (isDue() ? whole(readable) : null) ?? tailProblem(readable, mark.found)
    },
    remember: () => {
      if (made !== null) mark.remember(made)
    },
  }
}

function isOver(checked: WholeCheck, now: WholeCheck): boolean {
  if (checked.inode !== now.inode || checked.boot !== now.boot) return true
  return Math.abs(now.atMs - checked.atMs) >= checkedForMs
}

/**
 * What every opening finds, whatever the size of the file: records that were committed and are gone,
 * and altered ones among the last. Null: no problem.
 */
function tailProblem(database: Database, marked: number): string | null {
  const missing = marked - lastRecord(database)
  if (missing > 0) return missingText(missing)
  const sql = `SELECT ${recordColumns} FROM events ORDER BY id DESC LIMIT ${tailLength}`
  const rows = database.all(sql)
  try {
    for (const [index, row] of rows.entries()) {
      assertIntact(row)
      const before = rows[index + 1]
      const id = numberIn(row, 'id')
      const gap = before === undefined ? 0 : id - numberIn(before, 'id') - 1
      if (gap !== 0) return `${gap} records before its record ${id} are missing`
    }
  } catch (thrown) {
    return textOf(thrown)
  }
  return null
}

function missingText(count: number): string {
  return `its last ${count} records are missing`
}

/** What only reading the whole file finds: pages, indexes, and flags that no record explains. */
function wholeProblem(database: Database): string | null {
  const problem = integrityProblem(database)
  if (problem !== null) return problem
  const ends = endTypes.map((type) => `event GLOB '{"type":"${type}"*'`).join(' OR ')
  const sql = `SELECT ${asBytes('swap_id')} FROM swaps WHERE open <> 1 AND swap_id NOT IN (SELECT swap_id FROM events WHERE ${ends}) LIMIT 1`
  const [row] = database.all(sql)
  return row === undefined ? null : `swap ${textIn(row, 'swap_id')} is closed without an end`
}

/** Number of the file's last record; 0 for none. */
export function lastRecord(database: Database): number {
  const row = database.all('SELECT coalesce(max(id), 0) AS last FROM events')[0]
  return row === undefined ? 0 : numberIn(row, 'last')
}
