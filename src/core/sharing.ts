import { onAbort } from './deadline.ts'
import { SwaprouteError } from './errors.ts'

/** Work that is done once for all callers that ask for the same at the same time. */
export type Sharing<T> = {
  /**
   * @param key equal for callers that may share everything the work returns
   * @param work its signal aborts when every caller of this key has left
   * @throws SwaprouteError INTERRUPTED for a caller that leaves, without waiting for the others
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

type Running<T> = { value: Promise<T>; cut: AbortController; waiting: number }

const maxRemembered = 1_000

/**
 * @param clock milliseconds since any fixed point
 * @param rememberMs how long a value is given to later callers, 0 for those under way alone
 */
export function createSharing<T>(
  clock: () => number,
  rememberMs: (value: T) => number,
): Sharing<T> {
  const running = new Map<string, Running<T>>()
  const remembered = new Map<string, { value: T; untilMs: number }>()

  function remember(key: string, value: T): void {
    const ms = rememberMs(value)
    if (ms <= 0) return
    const nowMs = clock()
    remembered.delete(key)
    for (const [oldest, { untilMs }] of remembered) {
      if (untilMs > nowMs && remembered.size < maxRemembered) break
      remembered.delete(oldest)
    }
    remembered.set(key, { value, untilMs: nowMs + ms })
  }

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const cut = new AbortController()
    const made = { value: work(cut.signal), cut, waiting: 0 }
    running.set(key, made)
    made.value.then(
      (value) => {
        end(key, made)
        if (!cut.signal.aborted) remember(key, value)
      },
      () => end(key, made), // rejects for the waiting callers
    )
    return made
  }

  function end(key: string, one: Running<T>): void {
    if (running.get(key) === one) running.delete(key)
  }

  return {
    run: async (key, signal, work) => {
      if (signal.aborted) throw left()
      const known = remembered.get(key)
      if (known !== undefined && clock() < known.untilMs) return known.value
      const shared = running.get(key) ?? start(key, work)
      shared.waiting += 1
      let release = (): void => {}
      const leaving = new Promise<never>((_, reject) => {
        release = onAbort(signal, () => {
          reject(left())
          shared.waiting -= 1
          if (shared.waiting > 0) return
          end(key, shared)
          shared.cut.abort()
        })
      })
      try {
        return await Promise.race([shared.value, leaving])
      } finally {
        release()
      }
    },
  }
}

function left(): SwaprouteError {
  return new SwaprouteError('INTERRUPTED', 'The request was ended.')
}
