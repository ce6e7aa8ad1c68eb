import { SwaprouteError } from './errors.ts'
import { paymentsOf, type ProviderId } from './providerIds.ts'
import { growthMeasured } from './quote.ts'

// Rules besides the amounts that decide whether a provider is asked, chosen or refused.

// P8: an unenforced promise costs its provider nothing, so it is never chosen automatically.

/** The warning of a promise that no contract enforces and that is better than the market (P8). */
export const unenforcedGain = 7013
/**
 * Most that such a promise may exceed the market and still be chosen automatically, basis points.
 */
export const mostUnenforcedGainBps = 300

/** The provider of a promise and its form of payment; null: not reported by the service. */
export type Promised = {
  provider: string
  executionKind: string | null
  rateType?: 'fixed' | 'float' | null
}

/**
 * Whether a contract enforces the promise of the route; else its provider is trusted with the whole
 * amount.
 */
export function isEnforced({ provider, executionKind, rateType }: Promised): boolean {
  if (rateType === 'float' || executionKind === 'deposit') return false
  return executionKind !== null || paymentsOf(provider) === 'call'
}

/** Whether an unenforced amount is over 3% above the highest enforced one. */
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

/**
 * Providers that are trusted by name with the whole amount (docs/safety.md E17), as their kits
 * declare it of them; known here without loading one.
 */
const trustedProviders: readonly ProviderId[] = [
  'bridgers',
  'BRIDGERS',
  'meson',
  'squidrouter',
  'symbiosis',
]

export function isTrusted(provider: string): boolean {
  return trustedProviders.some((id) => id === provider)
}

/** The warning of a trusted provider's route from a remote backend, whose calls are refused (E17). */
const trustedElsewhere = 7015

export function trustedElsewhereWarning(provider: string): { code: number; reason: string } {
  const reason = `a call of ${provider} counts only where this machine asks ${provider} itself, without a backend`
  return { code: trustedElsewhere, reason }
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
 * Most that a route of the preferred provider may pay out less and still be chosen, basis points.
 */
export const preferredBoundBps = 200n

/** Warnings of routes that are not dangerous but never picked automatically. */
export const manualOnlyWarnings: ReadonlySet<number> = new Set([
  preferredIsWorse,
  unenforcedGain,
  growthMeasured,
  trustedElsewhere,
])

/** The numbers of the router's dangers: a route with one is hidden unless it is requested. */
export function isDanger({ code }: { code: number }): boolean {
  return code >= 7001 && code <= 7009
}

/** Whether a route with these warnings may be picked automatically. */
export function isAutoPicked(warnings: readonly { code: number }[]): boolean {
  return !warnings.some((warning) => isDanger(warning) || manualOnlyWarnings.has(warning.code))
}

/**
 * Providers whose orders need a refund address; a command line without one is refused before any
 * request. Their adapters read it here.
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

/** The error for a provider on the user's disabled list (docs/safety.md S6). */
export function disabledProvider(id: ProviderId): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${disabledReason(id)} (check S6)`, {
    hint: `No request was sent to it and nothing was signed. To use it, remove it from disabledProviders (SWAPROUTE_DISABLED_PROVIDERS); \`swaproute config list --origin\` shows where it is set. \`swaproute status\` still tracks earlier swaps made with it.`,
    context: { check: 'S6', provider: id },
  })
}

export function disabledReason(id: ProviderId): string {
  return `${id} is disabled by your settings.`
}
