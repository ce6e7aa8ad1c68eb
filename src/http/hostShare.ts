import { type Budgets, partOf, type Rate } from '../core/budgets.ts'
import { within } from '../core/deadline.ts'
import { rateLimited } from './faults.ts'

/** A part that arrives later is not waited for: the budget's store is away. */
const takeLimitMs = 500

export type HostShareOptions = {
  /** As errors name it. */
  host: string
  origin: string
  rate: Rate
  budgets: Budgets
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** This process's share of a budget. */
export type HostShare = {
  /**
   * Waits until a request may be sent.
   * @throws SwaprouteError RATE_LIMITED if that would take longer than `maxWaitMs`; what `sleep`
   *   throws when the signal aborts
   */
  enter(maxWaitMs: number, signal: AbortSignal): Promise<void>
  /** The host asked all its callers to wait. */
  pause(forMs: number): void
}

/**
 * Takes requests from a shared budget in parts: as many as were used of the last one, or as wait
 * now, for about a second. So a busy host costs the store a statement or two each second, however
 * many requests it gets; a slow rate is taken one by one. While the store is away, the process goes
 * on with a part of the last size, never faster than the rate.
 */
export function createHostShare(options: HostShareOptions): HostShare {
  const { host, origin, rate, budgets, now, sleep } = options
  const { lifeMs } = partOf(rate)
  let left = 0 // of the present part
  let endsAtMs = 0 // of the present part
  let nextAtMs = 0 // no part is asked for before
  let used = 0 // since the last part was asked for
  let lastPart = 0
  let waiting = 0
  let taking: Promise<void> | null = null

  const take = async (): Promise<void> => {
    const askedAtMs = now()
    const wanted = Math.max(waiting, used + 1)
    used = 0
    try {
      const part = await within(takeLimitMs, budgets.take(origin, rate, wanted), late)
      left = part.requests
      lastPart = part.requests
      nextAtMs = part.requests === 0 ? now() + Math.max(1, part.nextMs) : askedAtMs + lifeMs / 2
    } catch {
      left = lastPart
      nextAtMs = askedAtMs + Math.max(1_000, (lastPart / rate.perSecond) * 1000)
    }
    // Calls that wait get their requests, even if the answer took longer than a part lasts.
    endsAtMs = Math.max(askedAtMs + lifeMs, now() + 1)
  }

  return {
    enter: async (maxWaitMs, signal) => {
      const untilMs = now() + maxWaitMs
      waiting += 1
      try {
        // More wait than the whole budget has in that time.
        const most = rate.burst + (rate.perSecond * maxWaitMs) / 1000
        if (waiting > most) throw rateLimited(host, Math.ceil(waiting / rate.perSecond))
        for (;;) {
          if (left > 0 && now() < endsAtMs) {
            left -= 1
            used += 1
            return
          }
          const waitMs = taking === null ? nextAtMs - now() : 0
          if (now() + waitMs > untilMs) throw rateLimited(host, Math.ceil(waitMs / 1000))
          if (waitMs > 0) await sleep(waitMs, signal)
          else await (taking ??= take().finally(() => (taking = null)))
        }
      } finally {
        waiting -= 1
      }
    },
    // The part that is left ends with it in this process; a failure leaves the pause to it alone.
    pause: (forMs) => void budgets.pause(origin, forMs).catch(() => undefined),
  }
}

const late = (): Error => new Error('the budget did not answer')
