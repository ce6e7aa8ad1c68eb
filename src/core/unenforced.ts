import { paymentsOf } from './providerIds.ts'

// P8: a promise that no contract enforces costs nothing, so it decides nothing by itself.

/** The warning of a promise that no contract enforces and that is better than the market (P8). */
export const unenforcedGain = 7013
/** What such a promise may be above the market and still be chosen by itself, basis points. */
export const mostUnenforcedGainBps = 300

/** Who promises what, and how it is paid; null: the service does not say. */
export type Promised = {
  provider: string
  executionKind: string | null
  rateType?: 'fixed' | 'float' | null
}

/** Whether a contract enforces what the route promises; else its provider is trusted with it all. */
export function isEnforced({ provider, executionKind, rateType }: Promised): boolean {
  if (rateType === 'float' || executionKind === 'deposit') return false
  return executionKind !== null || paymentsOf(provider) === 'call'
}

/** Whether an amount without enforcement is over 3% above the most that is enforced. */
export function isAboveEnforced(amount: bigint, mostEnforced: bigint): boolean {
  const most = BigInt(10_000 + mostUnenforcedGainBps)
  return mostEnforced > 0n && amount * 10_000n > mostEnforced * most
}

export function unenforcedWarning(
  provider: string,
  than: 'the market' | 'the best route that a contract enforces',
): { code: number; reason: string } {
  const reason = `${provider} promises over 3% more than ${than}, and no contract enforces it`
  return { code: unenforcedGain, reason }
}
