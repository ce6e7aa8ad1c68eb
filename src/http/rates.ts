import type { Rate } from '../core/budgets.ts'
import { isLoopbackHost } from '../core/hosts.ts'

/**
 * For hosts without a published limit: enough for one user, too little to be taken for an attack.
 */
const usual: Rate = { perSecond: 20, burst: 40 }

/** Limits that price services publish for callers without a key (read 2026-11). */
const known: Readonly<Record<string, Rate>> = {
  'https://api.dexscreener.com': { perSecond: 5, burst: 30 },
  'https://api.coingecko.com': { perSecond: 0.2, burst: 5 },
}

export type RateOptions = {
  /** Origins the user configured: a private server has no limit of ours. */
  named: ReadonlySet<string>
  /** The user's own steady rate instead of the default; null if not set. */
  perSecond: number | null
}

/** Null for no limit: this machine, and the user's own servers. */
export function rateOf(origin: string, { named, perSecond }: RateOptions): Rate | null {
  if (isLoopbackHost(new URL(origin).hostname)) return null
  const published = known[origin]
  if (published !== undefined) return published
  if (named.has(origin)) return null
  return perSecond === null ? usual : { perSecond, burst: perSecond * 2 }
}
