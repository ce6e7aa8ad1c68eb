import type { CallTerms } from '../../../chains/evm/calls.ts'

const mostPeriodSeconds = 31_536_000

/**
 * Who alone may fill a deposit of Across, as its SpokePool reads the parameter that every contract in
 * front of it passes on: up to a year it is a period, above that a time (SpokePool.sol,
 * `MAX_EXCLUSIVITY_PERIOD_SECONDS`, read 2026-11). Without a parameter, the named account has no right.
 */
export function exclusiveTo(
  relayer: string,
  parameter: number,
  accountOf = (address: string): string => address,
): Pick<CallTerms, 'exclusive'> {
  if (parameter === 0) return {}
  const isPeriod = parameter <= mostPeriodSeconds
  return { exclusive: { relayer: accountOf(relayer), until: BigInt(parameter), isPeriod } }
}
