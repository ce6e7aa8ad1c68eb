import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import { createSharing } from '../core/sharing.ts'

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

/** Short compared with the seconds until a node sees a payment. */
const rememberMs = 5_000

export function createLookups(clock: () => number): Lookups {
  const searches = createSharing<StatusAnswer>(clock, ({ status }) =>
    status === 'NOT_FOUND' ? rememberMs : 0,
  )
  return {
    find: async (query, signal, search) => {
      // An id is looked up immediately, and its status may change at any time.
      if (query.id !== undefined) return await search(signal)
      const key = JSON.stringify([query.srcTxHash?.toLowerCase(), query.srcTokenBlockchain])
      return await searches.run(key, signal, search)
    },
  }
}
