import type { z } from 'zod'
import { type ErrorCode, errorCodes, SwaprouteError } from '../core/errors.ts'
import { fieldProblem, isMissing } from './problems.ts'
import type { ErrorObject } from './routeSchema.ts'
import { isRecord } from '../core/json.ts'
import { foreignReason } from '../core/foreignReason.ts'

/**
 * Body of a failed call (service-facts section 8.2): a list of parameter problems, or one error.
 */
export type ErrorBody = { errors: ErrorObject[] } | { error: ErrorObject; id: string }

/** Whether the contract answers this number with the parameter envelope (domain 001). */
function isParameterCode(serviceCode: number): boolean {
  return serviceCode >= 1000 && serviceCode < 2000
}

export function toErrorObject(error: SwaprouteError): ErrorObject {
  const data = error.context
  return {
    code: error.serviceCode,
    reason: error.message,
    ...(Object.keys(data).length === 0 ? {} : { data }),
  }
}

/** HTTP statuses that may come with the parameter envelope; all others never do. */
export const parameterStatuses: ReadonlySet<number> = new Set([400, 422])

/** `id` names the failed call in the server's log. */
export function toErrorBody(error: SwaprouteError, id: string): ErrorBody {
  const object = toErrorObject(error)
  const aboutParameters = isParameterCode(error.serviceCode) && parameterStatuses.has(error.http)
  if (!aboutParameters) return { error: object, id }
  const issues = error.context['issues']
  return { errors: isErrorList(issues) ? issues : [object] }
}

/** A refusal lists the first problems only, not all that was sent. */
const maxIssues = 20

/**
 * The problems of a request as one error; the first of them are in `context.issues`.
 * @param given the parsed input, which shows whether a member was missing or invalid
 */
export function toParameterError(error: z.ZodError, given: unknown): SwaprouteError {
  // Only the first issue of a member: the others follow from it.
  const ofFields = new Map(error.issues.toReversed().map((one) => [one.path.join('.'), one]))
  const all = error.issues.filter((one) => ofFields.get(one.path.join('.')) === one)
  const issues = all.slice(0, maxIssues).map((issue) => toIssue(issue, given))
  const first = issues[0] ?? { code: 1999, reason: 'the body is malformed' }
  return new SwaprouteError(codeByNumber[first.code] ?? 'INVALID_ARGUMENT', `${first.reason}.`, {
    context: { issues },
  })
}

function toIssue(issue: z.core.$ZodIssue, given: unknown): ErrorObject {
  const reason = fieldProblem(issue, given)
  const isNullId = isRecord(given) && given['id'] === null
  const isId = issue.path.join('.') === 'id'
  if (isId && (isNullId || isMissing(issue, given))) {
    return { code: 1004, reason: `${reason}; it is the id of a quoted route` }
  }
  return { code: isMissing(issue, given) ? 1005 : 1999, reason }
}

const longestReason = 400

/** Error codes by the contract's number, for errors of a remote service. */
const codeByNumber: Readonly<Record<number, ErrorCode>> = {
  1001: 'RECEIVER_REQUIRED',
  1002: 'EQUAL_TOKENS',
  1003: 'QUOTE_MISMATCH',
  1004: 'QUOTE_EXPIRED',
  1005: 'MISSING_FIELD',
  1006: 'INVALID_ADDRESS',
  1999: 'INVALID_ARGUMENT',
  2001: 'NO_ROUTE',
  2002: 'CHAIN_UNAVAILABLE',
  2003: 'RATE_LIMITED',
  2004: 'AMOUNT_TOO_HIGH',
  2005: 'AMOUNT_TOO_LOW',
  2006: 'TOO_MANY_DECIMALS',
  3001: 'NEED_APPROVE',
  3002: 'NEED_APPROVE',
  3003: 'NOT_ENOUGH_BALANCE',
  3004: 'NOT_ENOUGH_NATIVE',
  3005: 'SIMULATION_FAILED',
  3006: 'UNSUPPORTED_RECEIVER',
  3007: 'UPSTREAM_REFUSED',
  3008: 'SIMULATION_FAILED',
}

/**
 * The error a service's answer carries, whatever its HTTP status: both envelopes, a bare
 * `{code, reason}`, and none (null). An unknown number is preserved and
 * counts as the service's failure.
 */
export function readErrorBody(body: unknown): SwaprouteError | null {
  if (!isRecord(body)) return null
  const list = body['errors']
  if (isErrorList(list)) {
    const first = list[0]
    return first === undefined ? null : toRemoteError(first, list)
  }
  if (isErrorObject(body['error'])) return toRemoteError(body['error'], null)
  return isErrorObject(body) && !('routes' in body) ? toRemoteError(body, null) : null
}

/**
 * The message of a failure in the default form of web frameworks: `{message}` with one text or
 * several. Null if absent.
 */
export function readPlainMessages(body: unknown): string | null {
  if (!isRecord(body)) return null
  const { message } = body
  const texts = Array.isArray(message) ? message.map(String) : [message]
  const words = texts.filter((text) => typeof text === 'string' && text !== '').join('; ')
  return words === '' ? null : quotedService(words)
}

function toRemoteError(object: ErrorObject, issues: ErrorObject[] | null): SwaprouteError {
  const code = codeByNumber[object.code] ?? 'UPSTREAM_FAILED'
  return new SwaprouteError(code, quotedService(object.reason), {
    serviceCode: object.code,
    context: { ...object.data, ...(issues === null || issues.length < 2 ? {} : { issues }) },
    ...(errorCodes[code].retry === 'later' ? { hint: 'Try again in a minute.' } : {}),
  })
}

/** X3: the service's own message, quoted, since it is not an instruction of this program. */
function quotedService(text: string): string {
  const reason = foreignReason(text, longestReason).replaceAll('"', "'")
  return reason === '' ? 'The service gave no reason.' : `The service returned: "${reason}"`
}

function isErrorObject(value: unknown): value is ErrorObject {
  return (
    isRecord(value) && Number.isSafeInteger(value['code']) && typeof value['reason'] === 'string'
  )
}

function isErrorList(value: unknown): value is ErrorObject[] {
  return Array.isArray(value) && value.every(isErrorObject)
}
