import { SwaprouteError } from '../core/errors.ts'

/**
 * The public part of an internal error: no library messages, no paths (V7). Every HTTP 500 is
 * internal: settings, folders and files of this machine.
 */
export function publicError(error: SwaprouteError): SwaprouteError {
  return isOwnFault(error)
    ? new SwaprouteError('INTERNAL', 'The server failed; the id names the fault in its log.')
    : error
}

/** With the errors that caused it, the innermost last. */
export function faultOf({ code, message, cause }: SwaprouteError): Record<string, unknown> {
  const causes: string[] = []
  for (let inner = cause; inner instanceof Error && causes.length < 5; inner = inner.cause) {
    causes.push(inner.message)
  }
  return { code, error: message, ...(causes.length === 0 ? {} : { causes }) }
}

export function isOwnFault(error: SwaprouteError): boolean {
  return toHttpStatus(error.http) === 500
}

const httpStatuses = [400, 404, 409, 422, 500, 502, 503, 504] as const

export function toHttpStatus(status: number): (typeof httpStatuses)[number] {
  return httpStatuses.find((known) => known === status) ?? 500
}
