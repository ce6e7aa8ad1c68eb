import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

/**
 * The number of the last committed record, kept beside the database and written after each
 * commit. SQLite ends its recovery silently at the first broken frame of its log; a database
 * that then knows less than the mark has lost acknowledged records. The mark itself is not
 * flushed: lost with the power, it only proves less.
 */
export type Mark = {
  /** Value found on opening; 0 for none. */
  found: number
  write(sequence: number): void
  close(): void
}

const digits = 20

/** `fresh`: the database is being made now, an older mark belongs to one the user removed. */
export function openMark(file: string, fresh: boolean): Mark {
  if (fresh) rmSync(file, { force: true })
  const descriptor = openSync(file, fresh ? 'w' : 'a+', 0o600)
  closeSync(descriptor)
  const found = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const writing = openSync(file, 'r+')
  return {
    found: Number.isSafeInteger(found) && found > 0 ? found : 0,
    write: (sequence) => {
      writeSync(writing, `${String(sequence).padStart(digits, '0')}\n`, 0)
    },
    close: () => closeSync(writing),
  }
}
