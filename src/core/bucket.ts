/**
 * A token bucket as one number, the time at which the bucket would be full again: the generic cell
 * rate algorithm, as ATM networks defined it (ITU-T I.371).
 */

/** A steady rate, and how many may leave at once. */
export type Bucket = { intervalMs: number; burst: number }

/** How long until one more fits; 0 or less if it fits now. */
export function untilNextMs(
  { intervalMs, burst }: Bucket,
  fullAtMs: number,
  nowMs: number,
): number {
  return Math.max(fullAtMs, nowMs) - nowMs - intervalMs * (burst - 1)
}

/** The number after one more. */
export function afterOne({ intervalMs }: Bucket, fullAtMs: number, nowMs: number): number {
  return Math.max(fullAtMs, nowMs) + intervalMs
}

/** How many more fit now. */
export function left({ intervalMs, burst }: Bucket, fullAtMs: number, nowMs: number): number {
  // A millionth of one is rounding.
  return Math.max(0, Math.floor(burst - Math.max(0, fullAtMs - nowMs) / intervalMs + 1e-6))
}
