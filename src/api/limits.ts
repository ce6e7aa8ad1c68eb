import type { Effect } from '../http/types.ts'

/** The contract's own time for a calculation. */
const usualSeconds = 30
/** An order is read back after it was opened; cut off in between, its state would be unknown. */
const leastOrderSeconds = 10

/**
 * Seconds a call may take (H4).
 * @param timeout of its request, if any
 */
export function limitSeconds(effect: Effect, timeout: unknown): number {
  const asked = typeof timeout === 'number' ? timeout : usualSeconds
  return effect === 'order' ? Math.max(asked, leastOrderSeconds) : asked
}
