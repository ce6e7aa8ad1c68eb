import { SwaprouteError } from '../core/errors.ts'

/**
 * More than any body of the contract has. The schemas bound each part as well, but look at every
 * entry and explain each one: 64 KiB of wrong entries would be megabytes of explanation.
 */
const maxDepth = 8
const maxEntries = 400

/**
 * The value of a request body.
 * @throws SwaprouteError INVALID_ARGUMENT when it is not JSON, nested too deeply or too long
 */
export function readBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'The body is not valid JSON.', { cause })
  }
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      const entries: unknown[] = Object.values(one)
      if (entries.length > maxEntries || depth === maxDepth) {
        throw new SwaprouteError(
          'INVALID_ARGUMENT',
          `The body is nested deeper than ${maxDepth} levels or has more than ${maxEntries} entries in one place.`,
        )
      }
      inner.push(...entries)
    }
    level = inner
  }
  return value
}
