import { SwaprouteError } from '../../core/errors.ts'
import type { Ctx } from '../frame/command.ts'
import type { Flag, Flags } from '../frame/shapes.ts'

/** Names a route of an earlier quote. */
export const pickFlags = [
  { name: 'id', value: 'ID', hint: 'Route id of an earlier quote; its beginning is enough' },
  { name: 'route', value: 'N', hint: 'Row of the last quote shown in this terminal' },
] as const satisfies readonly Flag[]

/**
 * The route that `--id` or `--route` names; undefined where neither is given.
 * @throws SwaprouteError INVALID_ARGUMENT, QUOTE_EXPIRED
 */
export async function pickedId(
  flags: Flags<'id' | 'route' | 'yes'>,
  ctx: Ctx,
): Promise<string | undefined> {
  const id = flags.text('id')
  const row = flags.text('route')
  if (row === undefined) return id
  if (id !== undefined) throw refusal('--id and --route exclude each other.', 'Keep one of them.')
  if (flags.on('yes')) {
    // Rows change with every quote; a script names what it has read.
    throw refusal(
      'A row number is for a person, and --yes is not one.',
      'Use --id with an id of `swaproute quote … --json`.',
    )
  }
  if (!/^[1-9]\d?$/.test(row)) {
    throw refusal(`"${row.slice(0, 20)}" is not a row.`, 'Write the number in front of a route.')
  }
  const ids = await ctx.services.shownRoutes()
  if (ids === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'No quote was shown in this terminal.', {
      hint: 'Get one with `swaproute quote`, then pick a row.',
      serviceCode: 1004,
    })
  }
  const found = ids[Number(row) - 1]
  if (found === undefined) {
    throw refusal(`The last quote has no row ${row}.`, `It has rows 1 to ${ids.length}.`)
  }
  if (found === null) {
    throw refusal(`Row ${row} is a preview and cannot be swapped.`, 'Pick another row.')
  }
  return found
}

function refusal(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, { hint })
}
