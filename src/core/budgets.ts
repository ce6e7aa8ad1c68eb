/** The rate limit of a host: a steady rate and how many requests may leave at once (H7). */
export type Rate = { perSecond: number; burst: number }

/** Requests that a process may send to a host before it asks for more. */
export type Part = {
  /** 0: none is left at this moment. */
  requests: number
  /** Milliseconds until another one may be had. */
  nextMs: number
}

/**
 * Rate limits of hosts that several processes share, so that together they stay below what a host
 * accepts. A host is named by its origin.
 */
export type Budgets = {
  /** Takes up to `wanted` requests, to be sent within `partOf(rate).lifeMs`; the rest is lost. */
  take(host: string, rate: Rate, wanted: number): Promise<Part>
  /** No process gets a request before this time is over (Retry-After). */
  pause(host: string, forMs: number): Promise<void>
}

/**
 * How long a part lasts and what the shared bucket holds: as much less than the burst as the rate
 * brings in that time, since requests of one moment may have been taken from `lifeMs` before it on.
 * With it, no window of any length has more than `perSecond` × length + `burst` requests.
 */
export function partOf({ perSecond, burst }: Rate): { lifeMs: number; capacity: number } {
  const seconds = Math.max(0, Math.min(1, (burst - 1) / (2 * perSecond)))
  return { lifeMs: seconds * 1000, capacity: burst - perSecond * seconds }
}

/** A shared bucket; times in milliseconds of one clock. */
export type Bucket = { tokens: number; filledAtMs: number; pausedUntilMs: number }

/** The bucket after a part was taken from it, and the part. A new bucket is full (`bucket` null). */
export function takePart(
  bucket: Bucket | null,
  rate: Rate,
  wanted: number,
  nowMs: number,
): { bucket: Bucket; part: Part } {
  const { capacity } = partOf(rate)
  const { tokens, filledAtMs, pausedUntilMs } = bucket ?? {
    tokens: capacity,
    filledAtMs: nowMs,
    pausedUntilMs: 0,
  }
  const gained = (Math.max(0, nowMs - filledAtMs) / 1000) * rate.perSecond
  const available = Math.min(capacity, tokens + gained)
  const pausedMs = Math.max(0, pausedUntilMs - nowMs)
  const requests = pausedMs > 0 ? 0 : Math.floor(Math.min(wanted, available))
  const left = available - requests
  return {
    bucket: { tokens: left, filledAtMs: nowMs, pausedUntilMs },
    part: { requests, nextMs: Math.max(pausedMs, nextMsOf(left, rate)) },
  }
}

/** Milliseconds until a bucket with so many tokens has a whole one. */
export function nextMsOf(tokens: number, { perSecond }: Rate): number {
  return Math.max(0, Math.ceil(((1 - tokens) / perSecond) * 1000))
}
