import { SwaprouteError } from '../../core/errors.ts'
import { quoteLifeMs } from '../../core/review.ts'
import { durationText } from '../../format/numbers.ts'
import type { Ctx } from '../frame/command.ts'
import type { EarlierQuote } from '../frame/services.ts'
import type { Flag } from '../inputs/input.ts'

/** Flags that name a route of an earlier quote. */
export const pickFlags = [
  {
    name: 'id',
    value: 'ID',
    group: 'swap',
    hint: 'Route id of an earlier quote; its beginning is enough',
  },
  {
    name: 'route',
    value: 'N',
    group: 'swap',
    hint: 'Row of the last quote shown in this terminal',
  },
] as const satisfies readonly Flag[]

/**
 * Id of the route that `--id` or `--route` names; undefined if neither is given.
 * @throws SwaprouteError INVALID_ARGUMENT, QUOTE_EXPIRED
 */
export async function pickedId(
  input: { id?: string | undefined; route?: string | undefined; yes?: boolean },
  ctx: Ctx<'shownRoutes'>,
): Promise<string | undefined> {
  const { id, route: row } = input
  if (row === undefined) return id
  if (id !== undefined)
    throw refusal('--id and --route exclude each other.', 'Use only one of them.')
  if (input.yes === true) {
    // Rows change with every quote; a script must name the id it has read.
    throw refusal(
      '--yes cannot be combined with --route.',
      'Rows change with every quote: use --id with an id from `swaproute quote … --json`.',
    )
  }
  if (!/^[1-9]\d?$/.test(row)) {
    throw refusal(`"${row.slice(0, 20)}" is not a row.`, 'Use a number from the # column.')
  }
  const shown = await ctx.services.shownRoutes()
  if (shown === null) {
    throw expired(
      'No quote was shown in this terminal.',
      `Get one with \`swaproute quote${ctx.repeated}\`, then pick a row.`,
    )
  }
  const { ids, again, shownAtMs } = shown
  const ageMs = Math.floor((ctx.io.now() - shownAtMs) / 1000) * 1000
  if (ageMs > quoteLifeMs) {
    throw expired(
      `The last quote is ${durationText(ageMs)} old; a route is valid for ${quoteLifeMs / 1000}s.`,
      again === null ? 'Get a new quote.' : `Get a new one: \`${again}\``,
    )
  }
  const found = ids[Number(row) - 1]
  if (found === undefined) {
    throw refusal(
      `The last quote has no row ${row}.`,
      ids.length === 1 ? 'It has one row.' : `It has rows 1 to ${ids.length}.`,
    )
  }
  if (found === null) {
    throw refusal(`Row ${row} is a preview and cannot be swapped.`, 'Pick another row.')
  }
  return found
}

/**
 * A route of an earlier quote, with its request.
 * @throws SwaprouteError QUOTE_EXPIRED
 */
export async function earlierQuote(id: string, ctx: Ctx<'findQuote'>): Promise<EarlierQuote> {
  const found = await ctx.services.findQuote(id)
  if (found !== null) return found
  throw expired(
    'This route id is not known on this machine, or has expired.',
    `The first 4 characters of an id are enough. A route is valid for ${quoteLifeMs / 1000}s: get a new quote.`,
    { id },
  )
}

function expired(message: string, hint: string, context = {}): SwaprouteError {
  return new SwaprouteError('QUOTE_EXPIRED', message, { hint, serviceCode: 1004, context })
}

function refusal(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, { hint })
}
