import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { jsonIn } from '../core/json.ts'

/** The largest value of this program is some lists of coins, of 8 MiB at most each. */
const maxFileBytes = 16 * 1_048_576

/** Small JSON values by name; any of them may be lost at any time. */
export type JsonFiles = {
  /** Null for a value that is missing, unreadable, too large or refused by `accepts`. */
  read(name: string): unknown
  /**
   * Replaces the whole file atomically; on a full disk or in an unwritable folder the value is
   * lost.
   */
  write(name: string, value: unknown): void
}

/**
 * One file per name in a cache folder. Names are our own constants, never foreign text.
 *
 * @param accepts whether a file may be read, by its owner and mode; default: any
 */
export function createJsonFiles(
  folder: string,
  accepts: (found: Stats) => boolean = () => true,
): JsonFiles {
  const fileOf = (name: string): string => join(folder, `${name}.json`)
  return {
    read: (name) => {
      try {
        const text = textOf(fileOf(name), accepts)
        return text === null ? null : (jsonIn(text) ?? null)
      } catch {
        return null // missing or unreadable: rewritten later
      }
    },
    write: (name, value) => {
      const temporary = `${fileOf(name)}.${process.pid}`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        rmSync(temporary, { force: true }) // left by an ended process with the same pid, or a link
        writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flag: 'wx' })
        renameSync(temporary, fileOf(name))
      } catch {
        // Without a writable cache the next start is only slower.
      }
    },
  }
}

/** Null for anything but a regular file of an accepted size, owner and mode. */
function textOf(path: string, accepts: (found: Stats) => boolean): string | null {
  // A pipe without a writer would otherwise block. Checked on the open file, so that it cannot be
  // exchanged in between.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    const isFit = found.isFile() && found.size <= maxFileBytes && accepts(found)
    return isFit ? readFileSync(file, 'utf8') : null
  } finally {
    closeSync(file)
  }
}
