import { SwaprouteError } from '../../core/errors.ts'
import type { Flag, Flags } from '../frame/shapes.ts'

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
const longestMs = 24 * 3_600_000
const defaultWaitMs = 30 * 60_000

/** Two flags, because a value of `--wait` that may be left out would take the next word. */
export const waitFlags = [
  { name: 'wait', hint: 'Wait until the swap ends, at most 30m' },
  {
    name: 'wait-for',
    value: 'TIME',
    hint: '--wait with another limit: 90s, 10m, 2h; --wait=TIME is the same',
  },
] as const satisfies readonly Flag[]

/**
 * How long a swap is waited for, in milliseconds: 30 minutes with `--wait` alone; null where neither
 * flag is given. A bare number is refused because its unit is a guess.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readWait(flags: Flags<'wait' | 'wait-for'>): number | null {
  const text = flags.text('wait-for')
  if (text === undefined) return flags.on('wait') ? defaultWaitMs : null
  const match = /^(\d{1,6})([smh])$/.exec(text)
  const ms = Number(match?.[1] ?? Number.NaN) * (unitMs[match?.[2] ?? ''] ?? Number.NaN)
  if (ms > 0 && ms <= longestMs) return ms
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 40)}" is not a waiting time.`, {
    hint: 'Write a number with its unit, at most 24 hours: 90s, 30m, 2h.',
  })
}
