import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createJsonFiles } from './jsonFiles.ts'

/** The routes of the last quote that one shell was shown, in the order of its rows. */
export type ShownQuotes = {
  /** @param ids null for a row that cannot be swapped */
  remember(ids: readonly (string | null)[]): void
  /** Null where this shell was shown none. */
  read(): readonly (string | null)[] | null
}

const shown = z.object({ ids: z.array(z.string().nullable()) })
const keptMs = 24 * 60 * 60_000

/**
 * A file for each shell: what one terminal shows must not decide what a row means in another.
 *
 * @param shell process id of the shell; one that is used again later finds an old quote, whose
 * routes no service holds any more
 */
export function createShownQuotes(folder: string, shell: number, now: () => number): ShownQuotes {
  const place = join(folder, 'shown')
  const files = createJsonFiles(place)
  const name = `shell-${shell}`
  return {
    remember(ids) {
      dropOld(place, now())
      files.write(name, { ids })
    },
    read() {
      const found = shown.safeParse(files.read(name))
      return found.success ? found.data.ids : null
    },
  }
}

function dropOld(place: string, nowMs: number): void {
  try {
    for (const file of readdirSync(place)) {
      const path = join(place, file)
      if (nowMs - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true })
    }
  } catch {
    // not there yet, or another process was faster
  }
}
