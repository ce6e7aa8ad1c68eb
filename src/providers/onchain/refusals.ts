import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import type { DeploymentRow } from './rows.ts'

// Why an exchange makes no offer.

export function noRoute(
  id: ProviderId,
  { srcToken, dstToken }: QuoteRequest,
  why: 'none' | 'too thin',
): SwaprouteError {
  const pair = `${srcToken.symbol} to ${dstToken.symbol} on ${srcToken.blockchain}`
  return why === 'none'
    ? new SwaprouteError('NO_ROUTE', `${id} has no pools that swap ${pair}.`)
    : new SwaprouteError(
        'NO_ROUTE',
        `The pools of ${id} have too little liquidity to swap this much ${pair}.`,
        { hint: 'Try a smaller amount.' },
      )
}

export function switchedOff(
  id: ProviderId,
  rows: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): SwaprouteError {
  const { reasons, chain } = refusedOn(rows, verdicts)
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `${id} is switched off on ${chain}: ${reasons.join('; ')}.`,
    {
      hint: 'Its contracts do not match the registry; the other exchanges are not affected.',
      context: { provider: id, reasons },
    },
  )
}

/** The answer of a node that is empty, behind or out of gas proves nothing about the contracts. */
export function unchecked(
  id: ProviderId,
  rows: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): SwaprouteError {
  const { reasons, chain } = refusedOn(rows, verdicts)
  return new SwaprouteError(
    'UPSTREAM_FAILED',
    `The contracts of ${id} on ${chain} could not be checked: ${reasons.join('; ')}.`,
    {
      hint: `The node may still be syncing. Try again, or set another one with SWAPROUTE_RPC_${chain}.`,
      context: { provider: id, reasons },
    },
  )
}

function refusedOn(
  rows: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): { chain: string; reasons: string[] } {
  const reasons = rows.flatMap((row) => {
    const verdict = verdictOf(verdicts, row)
    return verdict?.state === 'off' ? [verdict.reason] : []
  })
  return { chain: rows[0]?.blockchain ?? 'this chain', reasons }
}
