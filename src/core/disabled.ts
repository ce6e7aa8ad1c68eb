import { SwaprouteError } from './errors.ts'
import type { ProviderId } from './providerIds.ts'

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
