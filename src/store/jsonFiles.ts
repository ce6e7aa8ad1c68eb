import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/json.ts'

/** Small JSON values by name that may be lost at any time. */
export type JsonFiles = {
  /** Null where there is none or it cannot be read. */
  read(name: string): unknown
  /** Replaces the whole file at once; a full disk or a foreign folder only costs the value. */
  write(name: string, value: unknown): void
}

/** One file per name in a cache folder. Names are our own words, never foreign text. */
export function createJsonFiles(folder: string): JsonFiles {
  const fileOf = (name: string): string => join(folder, `${name}.json`)
  return {
    read: (name) => {
      try {
        return parseJson(readFileSync(fileOf(name), 'utf8'))
      } catch {
        return null // not there, cut short, or not ours: it is made again
      }
    },
    write: (name, value) => {
      const temporary = `${fileOf(name)}.${process.pid}`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        rmSync(temporary, { force: true }) // of an ended process with the same number, or a link
        writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flag: 'wx' })
        renameSync(temporary, fileOf(name))
      } catch {
        // A cache that cannot be written makes the next start slower, nothing else.
      }
    },
  }
}
