import { SwaprouteError } from './errors.ts'
import type { ProviderId } from './providerIds.ts'

/** A provider on the user's own list (docs/safety.md S6), in the words of every place that meets it. */
export function disabledProvider(id: ProviderId): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `${disabledReason(id)} (check S6)`, {
    hint: `Nothing was asked of it and nothing was signed. Take it off disabledProviders (SWAPROUTE_DISABLED_PROVIDERS) if that is meant; \`swaproute config list --origin\` shows where it stands. Swaps that were made with it are still followed by \`swaproute status\`.`,
    context: { check: 'S6', provider: id },
  })
}

export function disabledReason(id: ProviderId): string {
  return `${id} is disabled by your own list.`
}
