import { SwaprouteError } from '../core/errors.ts'

/** The network failed, as against our own rules or the journal. */
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

/** Who does not answer proves nothing in either direction. */
export async function outageAsNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (isOutage(thrown)) return null
    throw thrown
  }
}
