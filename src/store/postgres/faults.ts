import { SwaprouteError } from '../../core/errors.ts'
import { textOf } from '../database.ts'

/**
 * Why a statement failed, other than by a mistake of this program. `host`: this server is away, stops
 * or takes no writes, and another one may have its role; `full`: it has no room for more connections
 * or data; `busy`: this statement waited too long; `setup`: a person has to change something.
 */
export type StoreFault = { kind: 'host' | 'full' | 'busy' | 'setup'; reason: string; cause: Error }

/**
 * Kinds by the beginning of an SQLSTATE.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html (read 2026-11)
 */
const kinds: readonly [beginning: string, kind: StoreFault['kind']][] = [
  ['08', 'host'],
  ['57P', 'host'], // shutting down, crashed, starting
  ['25006', 'host'], // a standby: another server may have become the primary
  ['26000', 'host'], // a prepared statement of another session, after a pooler's fail-over
  ['0A000', 'host'], // a prepared statement of the tables before a migration
  ['53', 'full'],
  ['57014', 'busy'], // statement_timeout
  ['55P03', 'busy'],
  ['40', 'busy'],
  ['58', 'full'],
  ['28', 'setup'],
  ['3D', 'setup'],
  ['3F', 'setup'],
  ['42501', 'setup'],
  ['42P01', 'setup'],
]

/** Null for a mistake of this program. */
export function toFault(thrown: unknown): StoreFault | null {
  const isOwn = thrown instanceof SwaprouteError || thrown instanceof TypeError
  if (isOwn || !(thrown instanceof Error)) return null
  const cause = thrown
  const reason = reasonOf(thrown)
  // Only errors of the server have a severity; all others are those of a connection.
  if ('severity' in thrown && 'code' in thrown) {
    const code = String(thrown.code)
    const kind = kinds.find(([beginning]) => code.startsWith(beginning))?.[1]
    return kind === undefined ? null : { kind, reason, cause }
  }
  const hasNoFree = thrown.message === 'timeout exceeded when trying to connect'
  return hasNoFree
    ? { kind: 'busy', reason: 'all connections of this process are in use', cause }
    : { kind: 'host', reason, cause }
}

/** Of several addresses of one name, the last one's error. */
function reasonOf(thrown: Error): string {
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors.at(-1) : null
  return textOf(inner ?? thrown)
}

/** For callers of the service, who learn nothing about the server. */
export function unavailable({ cause }: StoreFault): SwaprouteError {
  return new SwaprouteError('STORE_UNAVAILABLE', 'The store of quotes is not available.', {
    hint: 'Try again in a few seconds.',
    cause,
  })
}

/** For the operator, before the service starts. */
export function cannotStart(shown: string, { kind, reason, cause }: StoreFault): SwaprouteError {
  return kind === 'setup'
    ? new SwaprouteError('CONFIG_INVALID', `The store ${shown} cannot be used: ${reason}.`, {
        hint: 'Check user, database and rights; `swaproute serve --migrate` creates the tables.',
        cause,
      })
    : new SwaprouteError('STORE_UNAVAILABLE', `The store ${shown} is not available: ${reason}.`, {
        hint: 'Start PostgreSQL, or check the address in SWAPROUTE_STORE.',
        cause,
      })
}
