import { SwaprouteError } from '../core/errors.ts'
import { disabledReason } from '../core/providerChoice.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { Provider } from '../providers/types.ts'
import type { ProviderFailure } from './offers.ts'

/** The request, the providers to ask and the options of the answer. */
export type RoutePlan = {
  request: QuoteRequest
  /** Its routes come first; the others are asked as well. */
  preferred: ProviderId | null
  /** Only the preferred provider is asked. */
  onlyPreferred: boolean
  /**
   * Why the preferred provider is unavailable: no key, or no service in the sandbox. Null if
   * available.
   */
  preferredUnavailable: string | null
  excluded: ReadonlySet<ProviderId>
  /** Disabled in the settings: never asked, and listed as failed. */
  disabled?: ReadonlySet<ProviderId>
  deposits: 'onlyDeposits' | 'noDeposits' | 'all'
  /** Deposit routes come before all others. */
  preferDeposit: boolean
  skipFeeProviders: boolean
  /** For the whole calculation; every provider's own deadline is earlier. */
  timeoutMs: number
  /** Native coin of the source chain, which pays gas and fixed fees. */
  nativeToken: Token
}

/** A provider, and for which of its identifiers it is asked. */
export type Selected = { provider: Provider; wanted: ReadonlySet<ProviderId> }

/** The providers to ask, and for which of their identifiers; no network access. */
export function selectProviders(plan: RoutePlan, providers: readonly Provider[]): Selected[] {
  return fittingProviders(plan, providers).flatMap(({ provider, wanted }) => {
    const allowed = [...wanted].filter((id) => whyUnasked(plan, provider, id) === null)
    return allowed.length === 0 ? [] : [{ provider, wanted: new Set(allowed) }]
  })
}

/** Providers that fit the request and are not asked, with the reason. */
export function unaskedOf(plan: RoutePlan, providers: readonly Provider[]): ProviderFailure[] {
  return fittingProviders(plan, providers).flatMap(({ provider, wanted }) =>
    [...wanted].flatMap((id) => {
      const error = whyUnasked(plan, provider, id)
      return error === null ? [] : [{ provider: id, error }]
    }),
  )
}

/** Null if it is asked. */
function whyUnasked(
  { disabled, request, skipFeeProviders }: RoutePlan,
  { capabilities }: Provider,
  id: ProviderId,
): SwaprouteError | null {
  if (disabled?.has(id) === true) return disabledError(id)
  if (request.receiverMemo !== undefined && capabilities.receiverMemo !== true) {
    return withoutMemo(id)
  }
  return skipFeeProviders && capabilities.chargesFee ? withFee(id, false) : null
}

function fittingProviders(plan: RoutePlan, providers: readonly Provider[]): Selected[] {
  return providers.flatMap((each) => {
    const provider = formOf(each, plan.deposits)
    if (plan.deposits === 'onlyDeposits' && !provider.capabilities.deposit) return []
    if (plan.deposits === 'noDeposits' && provider.capabilities.deposit) return []
    const { receiver, fromAddress } = plan.request
    const foreignReceiver = receiver !== null && fromAddress !== null && receiver !== fromAddress
    if (foreignReceiver && !provider.capabilities.recipient) return []
    const wanted = provider
      .supports(plan.request)
      .filter((id) => !plan.excluded.has(id))
      .filter((id) => !plan.onlyPreferred || id === plan.preferred)
    return wanted.length === 0 ? [] : [{ provider, wanted: new Set(wanted) }]
  })
}

/** The form of a provider with deposits and signed calls that the request wants. */
function formOf(provider: Provider, deposits: RoutePlan['deposits']): Provider {
  const { forms } = provider
  if (forms === undefined || deposits === 'all') return provider
  return deposits === 'onlyDeposits' ? forms.deposit : forms.signed
}

// The failure rows of providers that are not asked.

function disabledError(id: ProviderId): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', disabledReason(id), { context: { check: 'S6' } })
}

function withoutMemo(id: ProviderId): SwaprouteError {
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
