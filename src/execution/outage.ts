import { type ErrorCode, SwaprouteError } from '../core/errors.ts'

/** Whether the network failed, not a safety rule or the journal. */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof SwaprouteError)) return false
  const { code } = thrown
  return (
    code === 'CHAIN_UNAVAILABLE' ||
    code === 'UPSTREAM_FAILED' ||
    code === 'UPSTREAM_REFUSED' ||
    code === 'RATE_LIMITED' ||
    code === 'TIMED_OUT' ||
    code === 'OVERLOADED' ||
    code === 'BACKEND_UNREACHABLE'
  )
}

/**
 * Errors that a service failure must not hide: safety rules, a damaged journal, the user's
 * interrupt.
 */
const ours: ReadonlySet<ErrorCode> = new Set(['UNSAFE_ROUTE', 'STORE_DAMAGED', 'INTERRUPTED'])

/**
 * Null if the service returns no status of a sent swap, whether it is down, has forgotten the swap,
 * refuses the key or returns nonsense: this proves nothing about the swap.
 */
export async function silenceAsNull<T>(
  asked: Promise<T>,
  onSilence: (why: SwaprouteError) => void,
): Promise<T | null> {
  try {
    return await asked
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || ours.has(thrown.code)) throw thrown
    onSilence(thrown)
    return null
  }
}

/** An outage proves nothing in either direction. */
export async function outageAsNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (isOutage(thrown)) return null
    throw thrown
  }
}
