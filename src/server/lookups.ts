import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import { onAbort } from '../core/deadline.ts'

/**
 * Searches for unknown hashes: each asks every chain. Callers of the same hash share one search,
 * and a hash that was not found is not searched again for a moment (V5).
 */
export type Lookups = {
  /** @param search its signal aborts when every caller of this hash has disconnected */
  find(
    query: StatusExtendedQuery,
    signal: AbortSignal,
    search: (signal: AbortSignal) => Promise<StatusAnswer>,
  ): Promise<StatusAnswer>
}

type Search = { answer: Promise<StatusAnswer>; cut: AbortController; waiting: number }

/** Short compared with the seconds until a node sees a payment. */
const rememberMs = 5_000
const maxRemembered = 1_000

export function createLookups(clock: () => number): Lookups {
  const running = new Map<string, Search>()
  const notFound = new Map<string, { answer: StatusAnswer; untilMs: number }>()

  function remember(key: string, answer: StatusAnswer): void {
    if (answer.status !== 'NOT_FOUND') return
    const [oldest] = notFound.keys()
    if (notFound.size >= maxRemembered && oldest !== undefined) notFound.delete(oldest)
    notFound.set(key, { answer, untilMs: clock() + rememberMs })
  }

  function start(key: string, search: (signal: AbortSignal) => Promise<StatusAnswer>): Search {
    const cut = new AbortController()
    const made = { answer: search(cut.signal), cut, waiting: 0 }
    running.set(key, made)
    made.answer.then(
      (found) => {
        end(key, made)
        remember(key, found)
      },
      () => end(key, made), // rejects for the waiting callers
    )
    return made
  }

  function end(key: string, search: Search): void {
    if (running.get(key) === search) running.delete(key)
  }

  return {
    find: async (query, signal, search) => {
      // An id is looked up immediately, and its status may change at any time.
      if (query.id !== undefined) return await search(signal)
      const key = JSON.stringify([query.srcTxHash?.toLowerCase(), query.srcTokenBlockchain])
      const known = notFound.get(key)
      if (known !== undefined && clock() < known.untilMs) return known.answer
      notFound.delete(key)
      const shared = running.get(key) ?? start(key, search)
      shared.waiting += 1
      const release = onAbort(signal, () => {
        shared.waiting -= 1
        if (shared.waiting > 0) return
        end(key, shared)
        shared.cut.abort()
      })
      try {
        return await shared.answer
      } finally {
        release()
      }
    },
  }
}
