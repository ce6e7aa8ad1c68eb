import { SwaprouteError } from '../../core/errors.ts'

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
const longestMs = 24 * 3_600_000

/**
 * `90s`, `30m`, `2h` in milliseconds; `fallback` where nothing was given. A bare number is refused
 * because its unit is a guess.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readDuration(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const match = /^(\d{1,6})([smh])$/.exec(text)
  const ms = Number(match?.[1] ?? Number.NaN) * (unitMs[match?.[2] ?? ''] ?? Number.NaN)
  if (ms > 0 && ms <= longestMs) return ms
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 40)}" is not a waiting time.`, {
    hint: 'Write a number with its unit, at most 24 hours: 90s, 30m, 2h.',
  })
}
