import type { ProviderContext } from '../../types.ts'

/** The largest list of coins a provider may send (H3). */
export const listBytes = 8 * 1_048_576

/**
 * Loads a provider's list at most once in `ms`; a failed load is retried on the next call. One
 * entry per key (a coin, a network); `''` for a single list.
 */
export function cachedFor<T>(
  ms: number,
  load: (key: string, context: ProviderContext) => Promise<T>,
): (key: string, context: ProviderContext) => Promise<T> {
  const cache = new Map<string, { atMs: number; value: T }>()
  return async (key, context) => {
    const known = cache.get(key)
    if (known !== undefined && context.now() - known.atMs < ms) return known.value
    const value = await load(key, context)
    cache.set(key, { atMs: context.now(), value })
    return value
  }
}
