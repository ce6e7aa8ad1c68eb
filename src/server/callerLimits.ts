import { afterOne, left, untilNextMs } from '../core/bucket.ts'
import type { CallerLimit } from '../core/callerLimits.ts'

/**
 * One request held against its caller's limit. The headers are those of the Internet-Draft
 * httpapi-ratelimit-headers-06, which clients read most; later drafts join them in one.
 */
export type Counted = {
  headers: Readonly<Record<string, string>>
  /** Seconds until the next request fits; null if this one did. */
  retryAfterSeconds: number | null
}

/** Callers that are remembered: some 10 MB. A caller that is forgotten has its whole limit again. */
const maxCallers = 65_536

/**
 * Counts requests by caller in this process alone. A caller who was quiet may send all of a limit at
 * once; then it fills again steadily.
 * @param clock milliseconds since any fixed point
 */
export function createCallerLimits(
  clock: () => number,
): (caller: string, limit: CallerLimit) => Counted {
  /** When each caller's bucket is full again; the one that was used longest ago first. */
  const fullAt = new Map<string, number>()
  return (caller, { requests, seconds }) => {
    const nowMs = clock()
    const bucket = { intervalMs: (seconds * 1000) / requests, burst: requests }
    const before = fullAt.get(caller) ?? 0
    const missingMs = untilNextMs(bucket, before, nowMs)
    const fits = missingMs < 1 // less than a millisecond is rounding
    const after = fits ? afterOne(bucket, before, nowMs) : before
    fullAt.delete(caller)
    fullAt.set(caller, after)
    const [oldest] = fullAt.keys()
    if (fullAt.size > maxCallers && oldest !== undefined) fullAt.delete(oldest)
    return {
      headers: {
        'ratelimit-policy': `${requests};w=${seconds}`,
        'ratelimit-limit': String(requests),
        'ratelimit-remaining': String(left(bucket, after, nowMs)),
        'ratelimit-reset': String(Math.ceil(Math.max(0, after - nowMs) / 1000)),
      },
      retryAfterSeconds: fits ? null : Math.max(1, Math.ceil(missingMs / 1000)),
    }
  }
}
