import { isLoopbackHost } from './bases.ts'

/** Requests a host takes: a steady rate and how many may leave at once (H7). */
export type Rate = { perSecond: number; burst: number }

/** For hosts that publish no number: enough for a person, too little to be taken for an attack. */
const usual: Rate = { perSecond: 20, burst: 40 }

/** Limits that hosts publish, or answer 429 beyond, for callers without a key (read 2026-11). */
const known: Readonly<Record<string, Rate>> = {
  'https://api.dexscreener.com': { perSecond: 5, burst: 30 },
  'https://api.coingecko.com': { perSecond: 0.2, burst: 5 },
  // Unpublished; five a second keep clear of its 429.
  'https://api.ston.fi': { perSecond: 5, burst: 10 },
  // Published for its list of tokens alone. A quote and the swap it becomes are three requests.
  'https://backend.swap.coffee': { perSecond: 1, burst: 4 },
}

/** Null on this machine, which may be asked as fast as it answers. */
export function rateOf(origin: string): Rate | null {
  return isLoopbackHost(new URL(origin).hostname) ? null : (known[origin] ?? usual)
}
