import { disabledReason } from '../core/providerChoice.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'

// The failure rows of providers that are not asked.

export function disabledError(id: ProviderId): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', disabledReason(id), { context: { check: 'S6' } })
}

export function withoutMemo(id: ProviderId): SwaprouteError {
  return new SwaprouteError('UNSUPPORTED_RECEIVER', `${id} cannot send a memo to the receiver.`, {
    context: { asked: false },
  })
}

/**
 * The failure row of a provider with a fee, under `skipFeeProviders`.
 * @param isAsked its quote shows the fee; else it is inside the rate
 */
export function withFee(id: ProviderId, isAsked: boolean): SwaprouteError {
  const reason = isAsked
    ? `${id} charges a fee on this route, and skipFeeProviders is set.`
    : `${id} takes its fee inside its rate, and skipFeeProviders is set.`
  return new SwaprouteError('NO_ROUTE', reason, { context: { asked: isAsked, leftOut: 'fee' } })
}

/** The failure row of a provider named by the user, even if it is unavailable. */
export function notAsked(id: ProviderId, unavailable: string | null): SwaprouteError {
  const reason = unavailable ?? `${id} does not serve this swap.`
  return new SwaprouteError('NO_ROUTE', reason, { context: { asked: false } })
}
