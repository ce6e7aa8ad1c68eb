import { SwaprouteError } from '../core/errors.ts'

/**
 * Whether a service cannot be asked about a swap that has an id and no hash (yet). Apart from the
 * calls themselves (statusCalls.ts), whose schemas would be loaded with every command.
 */
export function lacksCallById(thrown: unknown): boolean {
  return thrown instanceof SwaprouteError && thrown.context['missingCall'] !== undefined
}
