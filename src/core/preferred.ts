import { growthMeasured } from './quote.ts'
import { unenforcedGain } from './unenforced.ts'

// The router's notes about a preferred provider: route warnings in the contract's 70xx range.

/**
 * On a route of the preferred provider that is worse than the best other one by more than the
 * bound.
 */
export const preferredIsWorse = 7010
/** On the route chosen instead of the preferred provider's. */
export const preferredNotTaken = 7011

/**
 * How much less a route of the preferred provider may pay out and still be chosen, basis points.
 */
export const preferredBoundBps = 200n

/** Warnings of routes that are not dangerous, and yet never picked by themselves. */
export const heldBack: ReadonlySet<number> = new Set([
  preferredIsWorse,
  unenforcedGain,
  growthMeasured,
])

/** The numbers of the router's dangers: a route with one is hidden unless it is requested. */
export function isDanger({ code }: { code: number }): boolean {
  return code >= 7001 && code <= 7009
}
