import { onAbort } from '../core/abort.ts'

/** Of the providers asked, so many must have answered before the others are hurried, percent. */
const enoughPercent = 80
/** The others then have as long again as all this took, three times over, but at least this. */
const graceFactor = 3
const leastGraceMs = 2_000
/** Where few are asked each of them is a large part of the offers. */
const fewProviders = 4
const leastGraceOfFewMs = 5_000

/** Who was cut off, and when. */
export type Cut = { because: 'slow' | 'enough'; afterMs: number }

/** How long the providers that have not answered yet are waited for. */
export type Patience = {
  /** Ends with the request, with the caller's `enough`, and when the slow ones are given up. */
  signal: AbortSignal
  /** Null as long as nobody was cut off, or the request itself ended. */
  cut(): Cut | null
  /** Whether the grace of the last ones begins: to be called when an answer, or a price, is there. */
  reconsider(asked: number, open: number): void
  end(): void
}

/**
 * One provider that does not answer must not hold the others' offers until the request's deadline:
 * once 80 % of those asked have answered, and something can be chosen, the others have three times
 * the time taken so far, at least 2 s. Of up to four providers all but one must have answered, and
 * that one has at least 5 s: 80 % of so few would be all of them.
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
