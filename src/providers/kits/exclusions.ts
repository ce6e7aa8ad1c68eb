import { changedError, SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { foreignReason } from '../../core/foreignReason.ts'

// Exchanges and bridges inside a service's routes that the user excluded (`foreignBlacklist`). They
// are sent where the service has a parameter for them, and its answer is checked in any case.

/** A service as far as exclusions matter: which of the user's lists is for it. */
type Excluding = { excludes?: keyof QuoteRequest['foreignExclusions'] | undefined }

/** Excluded names as the user wrote them; empty where the service has no exclusion list. */
export function exclusionsOf(
  { excludes }: Excluding,
  { foreignExclusions }: Pick<QuoteRequest, 'foreignExclusions'>,
): readonly string[] {
  return excludes === undefined ? [] : foreignExclusions[excludes]
}

/** A refusal, with what the service was asked to leave out: that may be why it has no route. */
export function explainExclusions(
  service: Excluding,
  request: Pick<QuoteRequest, 'foreignExclusions'>,
  thrown: unknown,
): unknown {
  const names = exclusionsOf(service, request)
  if (names.length === 0 || !(thrown instanceof SwaprouteError) || thrown.code !== 'NO_ROUTE') {
    return thrown
  }
  const left = foreignReason(names.join(', '), 120)
  const message = `${thrown.message} It was asked to exclude ${left} (foreignBlacklist).`
  return changedError(thrown, { message })
}

/** The names that a quote carries: foreign text, each once, without what a terminal would obey (X1). */
export function namesInside({ via }: { via?: readonly string[] }): { via?: string[] } {
  const names = [...new Set((via ?? []).map((name) => foreignReason(name, 64)))].filter(Boolean)
  return names.length === 0 ? {} : { via: names }
}

/**
 * @param via names of the exchanges and bridges of a route, in the service's spelling; absent: the
 *   answer does not say, so a route cannot be shown to be free of excluded ones
 * @throws SwaprouteError NO_ROUTE where the route uses an excluded one
 */
export function checkExclusions(
  service: Excluding & { name: string },
  via: readonly string[] | undefined,
  request: Pick<QuoteRequest, 'foreignExclusions'>,
): void {
  const excluded = new Set(exclusionsOf(service, request).map((one) => one.toLowerCase()))
  if (excluded.size === 0) return
  const refuse = (what: string): SwaprouteError =>
    new SwaprouteError('NO_ROUTE', `${service.name} ${what}.`)
  if (via === undefined) throw refuse('does not say which exchanges its route uses')
  const used = via.find((one) => excluded.has(one.toLowerCase()))
  if (used !== undefined)
    throw refuse(`routes through ${foreignReason(used, 40)}, which you excluded`)
}
