import { SwaprouteError } from '../core/errors.ts'

/** HTTP statuses of a missing path. */
const noPathStatuses: ReadonlySet<unknown> = new Set([404, 405, 501])

/** Whether a service lacks the call, and so did nothing. */
export function isNoPath(thrown: unknown): thrown is SwaprouteError {
  return thrown instanceof SwaprouteError && noPathStatuses.has(thrown.context['httpStatus'])
}

/**
 * Whether a service cannot be asked about a swap that has an id and no hash (yet). Separate from
 * the calls themselves (statusCalls.ts), whose schemas would load with every command.
 */
export function lacksCallById(thrown: unknown): thrown is SwaprouteError {
  return thrown instanceof SwaprouteError && thrown.context['missingCall'] !== undefined
}
