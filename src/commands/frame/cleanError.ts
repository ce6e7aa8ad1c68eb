import { SwaprouteError } from '../../core/errors.ts'

/** Faults of libraries may nest; deeper ones are not shown anyway. */
const maxCauses = 8

/**
 * The same error without secrets (K9). All text is redacted again where it leaves, but what was
 * wrapped at the width of a terminal or cut by then is no longer recognized.
 */
export function cleanError(
  error: SwaprouteError,
  redact: (text: string) => string,
): SwaprouteError {
  const clean = new SwaprouteError(error.code, redact(error.message), {
    ...(error.hint === undefined ? {} : { hint: redact(error.hint) }),
    context: cleanRecord(error.context, redact),
    serviceCode: error.serviceCode,
    ...(error.funds === null ? {} : { funds: error.funds }),
    ...(error.money === undefined ? {} : { money: redact(error.money) }),
    cause: cleanCause(error.cause, redact, 0),
  })
  return clean
}

function cleanCause(cause: unknown, redact: (text: string) => string, depth: number): unknown {
  if (!(cause instanceof Error) || depth === maxCauses) return undefined
  const clean = new Error(redact(cause.message), {
    cause: cleanCause(cause.cause, redact, depth + 1),
  })
  if (cause.stack !== undefined) clean.stack = redact(cause.stack)
  return clean
}

function cleanRecord(
  record: Record<string, unknown>,
  redact: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, cleanValue(value, redact)]),
  )
}

function cleanValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, redact))
  // Only plain objects: a date or a class would lose what it is.
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? cleanRecord({ ...value }, redact) : value
}
