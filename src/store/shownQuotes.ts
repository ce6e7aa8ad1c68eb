import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { ShownRoutes } from '../core/routeRequest.ts'
import { createJsonFiles } from './jsonFiles.ts'

export type ShownQuotes = {
  remember(routes: ShownRoutes): void
  /** Null where this shell was shown none. */
  read(): (ShownRoutes & { shownAtMs: number }) | null
}

const shown = z.object({
  ids: z.array(z.string().nullable()),
  again: z.string().nullable(),
  shownAtMs: z.number(),
})
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
    remember(routes) {
      dropOld(place, now())
      // A full disk loses the new rows: the earlier ones must not pass for them.
      rmSync(join(place, `${name}.json`), { force: true })
      files.write(name, { ...routes, shownAtMs: now() })
    },
    read() {
      const found = shown.safeParse(files.read(name))
      return found.success ? found.data : null
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
