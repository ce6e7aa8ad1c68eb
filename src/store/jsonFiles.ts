import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/json.ts'

/** Small JSON values by name; any of them may be lost at any time. */
export type JsonFiles = {
  /** Null for a value that is missing or unreadable. */
  read(name: string): unknown
  /**
   * Replaces the whole file atomically; on a full disk or in an unwritable folder the value is
   * lost.
   */
  write(name: string, value: unknown): void
}

/** One file per name in a cache folder. Names are our own constants, never foreign text. */
export function createJsonFiles(folder: string): JsonFiles {
  const fileOf = (name: string): string => join(folder, `${name}.json`)
  return {
    read: (name) => {
      try {
        return parseJson(readFileSync(fileOf(name), 'utf8'))
      } catch {
        return null // missing, truncated or foreign: rewritten later
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
