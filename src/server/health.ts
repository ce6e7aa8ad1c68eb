import { within } from '../core/deadline.ts'
import type { Log } from '../core/log.ts'
import { createSharing } from '../core/sharing.ts'

/** Something that the service cannot work without. */
export type Probe = {
  /** Its label in the metrics. */
  name: string
  /** In plain words, as in "the store". */
  part: string
  /** Rejects if it does not answer. */
  check(signal: AbortSignal): Promise<unknown>
}

/** The parts that do not answer; none when the service is ready. */
export type Readiness = { failing: readonly Probe[] }

/** Anyone may ask, so an answer is kept for a moment. */
const rememberMs = 3_000
/** A part that answers later counts as failing. */
const probeLimitMs = 2_000

/**
 * Checks all parts at once, for all callers together, and not again for a moment. A change is
 * logged.
 * @param clock milliseconds since any fixed point
 */
export function createReadiness(
  probes: readonly Probe[],
  clock: () => number,
  log: Log,
): () => Promise<Readiness> {
  const checks = createSharing<Readiness>(clock, () => rememberMs)
  const never = new AbortController().signal
  let last = ''
  return () =>
    checks.run('', never, async () => {
      const answers = await Promise.all(probes.map(isAnswering))
      const failing = probes.filter((_, at) => answers[at] !== true)
      const parts = failing.map(({ part }) => part)
      const now = parts.join(', ')
      if (now !== last) {
        if (now === '') log.info({}, 'ready again')
        else log.warn({ failing: parts }, 'not ready')
      }
      last = now
      return { failing }
    })
}

async function isAnswering({ check }: Probe): Promise<boolean> {
  const end = new AbortController()
  try {
    // The limit also holds for a check that ignores its signal.
    await within(probeLimitMs, check(end.signal), late)
    return true
  } catch {
    return false
  } finally {
    end.abort()
  }
}

const late = (): Error => new Error('the part did not answer in time')
