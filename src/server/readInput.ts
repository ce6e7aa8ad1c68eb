import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '../api/endpoints.ts'
import { toParameterError } from '../api/envelopes.ts'
import { lenient } from '../api/lenient.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'

/** The input of a call. @throws SwaprouteError with its first problems */
export function readInput<Schema extends z.ZodType>(
  { input, otherNames = {} }: Endpoint & { input: Schema },
  given: unknown,
): z.output<Schema> {
  const read = lenient(input, isRecord(given) ? withOwnNames(given, otherNames) : given)
  const parsed = input.safeParse(read)
  if (!parsed.success) throw toParameterError(parsed.error, read)
  return parsed.data
}

function withOwnNames(
  given: Record<string, unknown>,
  otherNames: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const aliases = Object.entries(otherNames).filter(
    ([other, own]) => Object.hasOwn(given, other) && !Object.hasOwn(given, own),
  )
  return { ...given, ...Object.fromEntries(aliases.map(([other, own]) => [own, given[other]])) }
}

/** @throws SwaprouteError INVALID_ARGUMENT for a repeated parameter */
export function readQuery(context: Context): Record<string, string> {
  const parameters = Object.entries(context.req.queries())
  const repeated = parameters.find(([, values]) => values.length > 1)
  if (repeated !== undefined) {
    const name = JSON.stringify(repeated[0].slice(0, 60))
    throw new SwaprouteError('INVALID_ARGUMENT', `The parameter ${name} was given more than once.`)
  }
  return Object.fromEntries(parameters.map(([name, values]) => [name, values[0] ?? '']))
}
