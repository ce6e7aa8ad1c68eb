import { isLoopbackHost } from './bases.ts'

/** Requests a host takes: a steady rate and how many may leave at once (H7). */
export type Rate = { perSecond: number; burst: number }

/** For hosts that publish no number: enough for a person, too little to be taken for an attack. */
const usual: Rate = { perSecond: 20, burst: 40 }

/** Limits that hosts publish for callers without a key (read 2026-11). */
const published: Readonly<Record<string, Rate>> = {
  'https://api.dexscreener.com': { perSecond: 5, burst: 30 },
  'https://api.coingecko.com': { perSecond: 0.2, burst: 5 },
}

/** Null on this machine, which may be asked as fast as it answers. */
export function rateOf(origin: string): Rate | null {
  return isLoopbackHost(new URL(origin).hostname) ? null : (published[origin] ?? usual)
}
