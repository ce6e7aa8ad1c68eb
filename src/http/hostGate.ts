import type { Rate } from '../core/budgets.ts'
import { afterOne, untilNextMs } from '../core/bucket.ts'
import type { SwaprouteError } from '../core/errors.ts'
import { rateLimited, upstreamFault } from './faults.ts'

const breakerLimits = { failures: 5, restMs: 15_000 } as const
/** Pauses after a 429 without a time: each is twice the previous one, up to a minute. */
const limitPauses = { firstMs: 1_000, longestMs: 60_000 } as const

/** Others are not kept waiting for a silent host for this long; requests to it are still sent. */
const silenceKeptMs = 10 * 60_000

/** When hosts were last found silent, Unix milliseconds; kept between runs. */
export type Silences = {
  /** Null for a host that was not. */
  read(host: string): number | null
  write(host: string, atMs: number | null): void
}

/**
 * State of one host: its rate, a requested pause, whether it is down, and whether it was silent,
 * the only part that outlives the process.
 */
export type HostGate = {
  /**
   * Takes a place in the queue. `waitMs` is how long to wait before sending; an error means the
   * request must not be sent: the breaker is open, or the wait would exceed `maxWaitMs`.
   */
  enter(nowMs: number, maxWaitMs: number): { waitMs: number } | { refused: SwaprouteError }
  /** Stops requests until then, as the host asked (Retry-After). */
  pauseUntil(untilMs: number): void
  /** The host rate-limited a request without naming a time (429). */
  limited(nowMs: number): void
  succeeded(): void
  /** Records a connection failure, a time-out or a 5xx; `what` as in "refused the connection". */
  failed(nowMs: number, what: string): void
  /** A byte of an answer arrived. */
  heard(): void
  /**
   * No byte arrived in a time in which others answer. The first silence counts, so that a host that
   * then gets little time has all of it again after ten minutes.
   */
  silent(nowMs: number): void
  isSilent(nowMs: number): boolean
  /** The request ended without information about the host (the user's interrupt). */
  withdrawn(): void
}

/**
 * A token bucket (core/bucket.ts) and a breaker: after five failures in a row no request is sent to
 * the host for 15s, then one request probes it (H8). Silence does not count for the breaker unless a
 * request's own time is over: a short wait of a quote must not refuse the order after it.
 */
export function createHostGate(
  host: string,
  rate: Rate | null,
  silences: Silences = createSilences(),
): HostGate {
  const bucket = rate === null ? null : { intervalMs: 1000 / rate.perSecond, burst: rate.burst }
  let fullAtMs = 0
  let pausedUntilMs = 0
  let limitPauseMs = 0
  let failures = 0
  let lastFailure = ''
  let openUntilMs = 0
  let probing = false
  const isSilent = (nowMs: number): boolean => {
    const atMs = silences.read(host)
    return atMs !== null && atMs <= nowMs && nowMs - atMs < silenceKeptMs
  }

  return {
    enter(nowMs, maxWaitMs) {
      const resting = failures >= breakerLimits.failures && nowMs < openUntilMs
      if (resting || probing) {
        const seconds = Math.max(1, Math.ceil((openUntilMs - nowMs) / 1000))
        const text = `failed ${failures} times in a row (it ${lastFailure}) and gets no requests for ${seconds}s`
        return { refused: upstreamFault(host, 'breaker', text, { check: 'H8' }) }
      }
      const bucketMs = bucket === null ? 0 : untilNextMs(bucket, fullAtMs, nowMs)
      const waitMs = Math.max(0, bucketMs, pausedUntilMs - nowMs)
      if (waitMs > maxWaitMs) return { refused: rateLimited(host, Math.ceil(waitMs / 1000)) }
      if (bucket !== null) fullAtMs = afterOne(bucket, fullAtMs, nowMs)
      probing = failures >= breakerLimits.failures
      return { waitMs }
    },
    pauseUntil(untilMs) {
      pausedUntilMs = Math.max(pausedUntilMs, untilMs)
    },
    // Requests under way at the same time are refused for the same reason: they count once.
    limited(nowMs) {
      failures = 0
      probing = false
      if (nowMs < pausedUntilMs) return
      limitPauseMs = Math.min(
        limitPauses.longestMs,
        Math.max(limitPauses.firstMs, limitPauseMs * 2),
      )
      pausedUntilMs = nowMs + limitPauseMs
    },
    succeeded() {
      failures = 0
      limitPauseMs = 0
      probing = false
    },
    failed(nowMs, what) {
      failures += 1
      lastFailure = what
      probing = false
      if (failures >= breakerLimits.failures) openUntilMs = nowMs + breakerLimits.restMs
    },
    heard() {
      if (silences.read(host) !== null) silences.write(host, null)
    },
    silent(nowMs) {
      if (!isSilent(nowMs)) silences.write(host, nowMs)
    },
    isSilent,
    withdrawn() {
      probing = false
    },
  }
}

/** For this process alone. */
function createSilences(): Silences {
  const known = new Map<string, number>()
  return {
    read: (host) => known.get(host) ?? null,
    write: (host, atMs) => void (atMs === null ? known.delete(host) : known.set(host, atMs)),
  }
}
