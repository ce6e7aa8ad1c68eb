import { onAbort } from '../core/deadline.ts'
import { aliveMs, graceMs, outwaited } from '../core/lateness.ts'

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
  /** Milliseconds since the start. */
  elapsedMs(): number
  /** A provider made its first offer. */
  offered(): void
  /** Called when `waiting` may have changed. */
  reconsider(): void
  end(): void
}

export type Waiting = {
  /** When the first route that can be chosen arrived, milliseconds since the start; null: none yet. */
  soundAtMs: number | null
  /** Everyone waited for was silent in the last minutes. */
  onlySilent: boolean
}

/**
 * A silent provider must not delay the others' offers until the request's deadline. How many others
 * there are, and how many of them are silent, makes no difference: the clock starts with the first
 * route that can be chosen. From then on a provider has 2s, and in any case three times as long as
 * the median offer took, so that one that is slow but alive is heard. Providers that were silent
 * lately get the shorter of the two. Without a route that can be chosen there is nothing to show, and
 * all of them are waited for.
 */
export function createPatience(request: {
  signal: AbortSignal
  enough?: AbortSignal
  waiting: () => Waiting
}): Patience {
  const controller = new AbortController()
  const startedAtMs = performance.now()
  const elapsedMs = (): number => performance.now() - startedAtMs
  const offers: number[] = []
  let timer: NodeJS.Timeout | undefined
  let cut: Cut | null = null
  const giveUp = (because: Cut['because']): void => {
    if (controller.signal.aborted) return
    cut = { because, afterMs: elapsedMs() }
    controller.abort(because === 'slow' ? outwaited() : undefined)
  }
  const reconsider = (): void => {
    clearTimeout(timer)
    const { soundAtMs, onlySilent } = request.waiting()
    if (soundAtMs === null || controller.signal.aborted) return
    const restMs = limitMs(soundAtMs, offers, onlySilent) - elapsedMs()
    if (restMs <= 0) giveUp('slow')
    // Later requests may have gone to other hosts by then.
    else timer = setTimeout(reconsider, Math.ceil(restMs))
  }
  const { signal, enough } = request
  const leave = onAbort(signal, () => controller.abort(signal.reason))
  const leaveEnough = enough === undefined ? null : onAbort(enough, () => giveUp('enough'))
  return {
    signal: controller.signal,
    cut: () => cut,
    elapsedMs,
    offered: () => void offers.push(elapsedMs()),
    reconsider,
    end() {
      clearTimeout(timer)
      leave()
      leaveEnough?.()
    },
  }
}

/** Milliseconds since the start. */
function limitMs(soundAtMs: number, offers: readonly number[], onlySilent: boolean): number {
  const slowMs = aliveMs(offers)
  return onlySilent ? Math.min(graceMs, slowMs) : Math.max(soundAtMs + graceMs, slowMs)
}
