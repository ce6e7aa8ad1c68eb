import { onAbort } from '../core/deadline.ts'
import { aliveMs, graceMs, outwaited } from '../core/lateness.ts'

/** What the silent ones among later questions have, if earlier ones have used up the time. */
const leastMs = 250

/** The waiting of one search: those asked, how long answers take, and how long the rest has. */
export type Pace = {
  /** `work` with a signal that also aborts when the others have answered long enough ago. */
  keep<T>(parent: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

type Open = { sinceMs: number; controller: AbortController }

/**
 * A silent source costs a search 2s more than the others need, however many are silent, and
 * wherever in the search. Nothing is cut off before one has answered, nor in less than three times
 * the median.
 */
export function createPace(): Pace {
  const open = new Set<Open>()
  const durations: number[] = []
  let answeredAtMs: number | null = null
  let leftMs = graceMs
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    clearTimeout(timer)
    if (answeredAtMs === null || open.size === 0) return
    const nowMs = performance.now()
    const quietSinceMs = ({ sinceMs }: Open): number => Math.max(sinceMs, answeredAtMs ?? 0)
    const dueMs = (one: Open): number =>
      Math.max(quietSinceMs(one) + leftMs, one.sinceMs + aliveMs(durations))
    const due = [...open].filter((one) => dueMs(one) <= nowMs)
    const waitedMs = Math.max(0, ...due.map((one) => nowMs - quietSinceMs(one)))
    for (const one of due) {
      open.delete(one)
      one.controller.abort(outwaited())
    }
    if (due.length > 0) leftMs = Math.max(leastMs, leftMs - waitedMs)
    if (open.size === 0) return
    timer = setTimeout(look, Math.ceil(Math.min(...[...open].map(dueMs)) - nowMs))
  }

  return {
    async keep(parent, work) {
      const one = { sinceMs: performance.now(), controller: new AbortController() }
      const leave = onAbort(parent, () => one.controller.abort(parent.reason))
      open.add(one)
      look()
      try {
        const answer = await work(one.controller.signal)
        answeredAtMs = performance.now()
        durations.push(answeredAtMs - one.sinceMs)
        return answer
      } finally {
        leave()
        open.delete(one)
        look()
      }
    },
  }
}
