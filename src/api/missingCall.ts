import { SwaprouteError } from '../core/errors.ts'

/** HTTP statuses of a path that is not there. */
const noPathStatuses: ReadonlySet<unknown> = new Set([404, 405, 501])

/** Whether a service does not have the call: then nothing was done for it. */
export function isNoPath(thrown: unknown): thrown is SwaprouteError {
  return thrown instanceof SwaprouteError && noPathStatuses.has(thrown.context['httpStatus'])
}

/**
 * Whether a service cannot be asked about a swap that has an id and no hash (yet). Apart from the
 * calls themselves (statusCalls.ts), whose schemas would be loaded with every command.
 */
export function lacksCallById(thrown: unknown): thrown is SwaprouteError {
  return thrown instanceof SwaprouteError && thrown.context['missingCall'] !== undefined
}
