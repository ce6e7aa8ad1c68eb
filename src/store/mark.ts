import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { refuseLink } from './database.ts'

/**
 * The number of the last committed record, stored beside the database and written after each
 * commit. SQLite silently ends its recovery at the first broken frame of its log; a database with
 * fewer records than the mark has lost acknowledged ones. The mark itself is not flushed: if a
 * power failure loses it, it only proves less.
 */
export type Mark = {
  /** Value found on opening; 0 if absent. */
  found: number
  write(sequence: number): void
  /** A second call does nothing, since the descriptor may have been reused. */
  close(): void
}

const digits = 20

/**
 * @param fresh the database is being created now, so an older mark belongs to one the user removed
 * @throws SwaprouteError CONFIG_INVALID for a link
 */
export function openMark(file: string, fresh: boolean): Mark {
  if (fresh) rmSync(file, { force: true })
  refuseLink(file)
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants
  // Windows does not have this flag, despite its type.
  const noLink: number | undefined = O_NOFOLLOW
  const writing = openSync(file, O_RDWR | O_CREAT | (noLink ?? 0), 0o600)
  const found = Number.parseInt(readFileSync(writing, 'utf8'), 10)
  let isClosed = false
  return {
    found: Number.isSafeInteger(found) && found > 0 ? found : 0,
    write: (sequence) => {
      if (isClosed) throw new Error('The mark is closed.')
      writeSync(writing, `${String(sequence).padStart(digits, '0')}\n`, 0)
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      closeSync(writing)
    },
  }
}
