import { SwaprouteError } from './errors.ts'
import { paymentsOf, type ProviderId } from './providerIds.ts'
import { growthMeasured } from './quote.ts'

// What decides, besides the amounts, whether a provider is asked, chosen or refused.

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

/** Whether a route with these warnings may be picked without the user having seen it. */
export function isChosenByItself(warnings: readonly { code: number }[]): boolean {
  return !warnings.some((warning) => isDanger(warning) || heldBack.has(warning.code))
}

/**
 * Providers whose orders need an address for refunds, so that a line without one is refused before
 * anything is asked or ordered. Their adapters read it here.
 */
const refundNeeds: readonly ProviderId[] = [
  'relay',
  'chainflip',
  'near_intents',
  'change_hero',
  'changelly',
]

export function needsRefundAddress(provider: string): boolean {
  return refundNeeds.some((id) => id === provider)
}

/**
 * A provider on the user's disabled list (docs/safety.md S6); one text for every place that refuses
 * it.
 */
export function disabledProvider(id: ProviderId): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${disabledReason(id)} (check S6)`, {
    hint: `No request was sent to it and nothing was signed. To use it, remove it from disabledProviders (SWAPROUTE_DISABLED_PROVIDERS); \`swaproute config list --origin\` shows where it is set. \`swaproute status\` still tracks earlier swaps made with it.`,
    context: { check: 'S6', provider: id },
  })
}

export function disabledReason(id: ProviderId): string {
  return `${id} is disabled by your settings.`
}
