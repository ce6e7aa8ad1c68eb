import type { Route } from '../../api/route.ts'
import type { Ctx } from '../frame/command.ts'
import type { CommandCall } from '../frame/shapes.ts'
import { quoteLifeMs } from '../../core/review.ts'
import { openAccount } from '../quoting.ts'

/** Whether a key on the terminal may pick a route of the displayed table. */
export function mayPick({ ask, io, mode, quiet, services }: Ctx<'hasEnvironmentKey'>): boolean {
  const isWatched = ask.possible && io.terminal.stdout && mode === 'human' && !quiet
  // The picked swap is a run of its own, and a key in the environment serves one run only.
  return isWatched && !services.hasEnvironmentKey()
}

/**
 * Waits for a key below the table: 1 to 9 picks a row, Enter the best route. Null if the user quits
 * or the quote has expired. A key alone sends nothing: the swap shows its review first.
 */
export async function pickRow(
  routes: readonly Route[],
  best: number,
  fromAddress: string | undefined,
  ctx: Ctx,
): Promise<CommandCall | null> {
  const ids = routes.slice(0, 9).map(({ id }) => id)
  if (ids.every((id) => id === null)) return null
  const { readKey } = await import('../frame/keyPress.ts')
  const enter = best < 0 ? '' : ` · Enter takes ${best + 1}`
  const rows = ids.length === 1 ? '1' : `1–${ids.length}`
  ctx.show(['', ctx.notes.paint.dim(`Press ${rows} to swap a route${enter} · q leaves`)])
  const rowOf = (key: string): number =>
    key === '' ? best : /^[1-9]$/.test(key) ? Number(key) - 1 : -1
  const key = await readKey(ctx.io, (typed) => routes[rowOf(typed)]?.id != null, {
    timeoutMs: quoteLifeMs,
    signal: ctx.signal,
  })
  if (key === null) return null
  const route = routes[rowOf(key)]
  if (route?.id == null) return null
  const command = route.executionKind === 'deposit' ? 'deposit' : 'swap'
  const account = command === 'swap' ? openAccount(ctx, fromAddress) : undefined
  return { command, given: { id: route.id, ...(account === undefined ? {} : { account }) } }
}
