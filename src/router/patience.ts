import { onAbort } from '../core/deadline.ts'

/** Percentage of providers that must have answered before the others get a time limit. */
const enoughPercent = 80
/** The rest get this many times the time taken so far, but at least `leastGraceMs`. */
const graceFactor = 3
const leastGraceMs = 2_000
/** With few providers, each is a large part of the offers. */
const fewProviders = 4
const leastGraceOfFewMs = 5_000

/** Reason and time of cutting off late providers. */
export type Cut = { because: 'slow' | 'enough'; afterMs: number }

/** Time limit for providers that have not answered yet. */
export type Patience = {
  /**
   * Aborts with the request, with the caller's `enough`, and when the late providers are cut off.
   */
  signal: AbortSignal
  /** Null while no provider is cut off, or when the request itself ended. */
  cut(): Cut | null
  /**
   * Called when an answer or the prices arrive; starts the time limit once enough have answered.
   */
  reconsider(asked: number, open: number): void
  end(): void
}

/**
 * A slow provider must not delay the others' offers until the request's deadline: once 80% have
 * answered, and a route can be picked, the rest get three times the time taken so far, at least 2s.
 * Of up to four providers all but one must have answered, and that one gets at least 5s: 80% of so
 * few would be all of them.
 */
export function createPatience(request: { signal: AbortSignal; enough?: AbortSignal }): Patience {
  const controller = new AbortController()
  const startedAtMs = performance.now()
  let timer: NodeJS.Timeout | null = null
  let cut: Cut | null = null
  const giveUp = (because: Cut['because']): void => {
    if (controller.signal.aborted) return
    cut = { because, afterMs: performance.now() - startedAtMs }
    controller.abort()
  }
  const { signal, enough } = request
  const leave = onAbort(signal, () => controller.abort(signal.reason))
  const leaveEnough = enough === undefined ? null : onAbort(enough, () => giveUp('enough'))
  return {
    signal: controller.signal,
    cut: () => cut,
    reconsider(asked, open) {
      if (timer !== null || open === 0 || asked - open < answersNeeded(asked)) return
      const least = asked > fewProviders ? leastGraceMs : leastGraceOfFewMs
      const graceMs = Math.max(least, graceFactor * (performance.now() - startedAtMs))
      timer = setTimeout(() => giveUp('slow'), graceMs)
    },
    end() {
      if (timer !== null) clearTimeout(timer)
      leave()
      leaveEnough?.()
    },
  }
}

function answersNeeded(asked: number): number {
  return asked > fewProviders ? Math.ceil((asked * enoughPercent) / 100) : asked - 1
}
