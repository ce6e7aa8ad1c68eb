import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { ShownRoutes } from '../core/routeRequest.ts'
import { createJsonFiles } from './jsonFiles.ts'

export type ShownQuotes = {
  remember(routes: ShownRoutes): void
  /** Null if none were shown in this shell. */
  read(): (ShownRoutes & { shownAtMs: number }) | null
}

const shown = z.object({
  ids: z.array(z.string().nullable()),
  again: z.string().nullable(),
  shownAtMs: z.number(),
})
const keptMs = 24 * 60 * 60_000

/**
 * A file for each shell, since row numbers refer to the list in the same terminal.
 *
 * @param shell process id of the shell; a reused one finds an old quote, whose routes have expired
 */
export function createShownQuotes(folder: string, shell: number, now: () => number): ShownQuotes {
  const place = join(folder, 'shown')
  const files = createJsonFiles(place)
  const name = `shell-${shell}`
  return {
    remember(routes) {
      dropOld(place, now())
      // On a full disk the new rows are lost; the earlier ones must not be taken for them.
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
