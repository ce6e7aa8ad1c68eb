import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { refuseLink } from './database.ts'

/** When the whole of a database file was last read without finding damage. */
export type WholeCheck = {
  /** Unix milliseconds. */
  atMs: number
  inode: number
  /** Identifies the machine's start; empty if the system does not report it. */
  boot: string
}

/**
 * The number of the last committed record, stored beside the database and written after each
 * commit; on a second line, the last check of the whole file. SQLite silently ends its recovery at
 * the first broken frame of its log; a database with fewer records than the mark has lost
 * acknowledged ones. The mark itself is not flushed: if a power failure loses it, it only proves
 * less, and the file is checked again.
 */
export type Mark = {
  /** Value found on opening; 0 if absent. */
  found: number
  /** Found on opening; null if absent. */
  checked: WholeCheck | null
  write(sequence: number): void
  remember(check: WholeCheck): void
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
  const [first = '', second = ''] = readFileSync(writing, 'utf8').split('\n')
  const found = Number.parseInt(first, 10)
  let isClosed = false
  const writeLine = (line: string, position: number): void => {
    if (isClosed) throw new Error('The mark is closed.')
    writeSync(writing, `${line}\n`, position)
  }
  const write = (sequence: number): void => writeLine(String(sequence).padStart(digits, '0'), 0)
  return {
    found: Number.isSafeInteger(found) && found > 0 ? found : 0,
    checked: readCheck(second),
    write,
    remember: ({ atMs, inode, boot }) => {
      if (first === '') write(0) // the second line has a place of its own
      writeLine(`checked ${atMs} ${inode} ${boot}`, digits + 1)
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      closeSync(writing)
    },
  }
}

function readCheck(line: string): WholeCheck | null {
  const [, atMs, inode, boot] = /^checked (\d{1,15}) (\d{1,20}) (\S*)$/.exec(line) ?? []
  if (atMs === undefined || inode === undefined || boot === undefined) return null
  return { atMs: Number(atMs), inode: Number(inode), boot }
}
