import type { RequestServices } from '../frame/services.ts'
import type { Ctx } from '../frame/command.ts'
import type { Input } from '../inputs/input.ts'
import type { GuidedCommand, GuidedInput } from './fillIn.ts'

/**
 * The input completed by questions on a terminal. Without a terminal, and with `--yes`, it is
 * unchanged, and anything missing is an error later.
 */
export async function completeRequest<I extends GuidedInput>(
  command: GuidedCommand,
  input: I,
  ctx: Ctx<RequestServices | 'findQuote' | 'journal' | 'shownRoutes' | 'sleep' | 'wallet'>,
): Promise<I> {
  if (!ctx.ask.possible || input.yes === true || input.quote !== undefined) return input
  const isPriceOnly = command === 'quote' || command === 'best'
  if (isPriceOnly && isWhole(input)) return input
  const { fillIn } = await import('./fillIn.ts')
  return await fillIn(command, input, ctx)
}

function isWhole({ amount, rawAmount, from, to }: GuidedInput): boolean {
  return (amount ?? rawAmount) !== undefined && from !== undefined && to !== undefined
}

/**
 * The input with a swap, picked on a terminal among those of this machine if the line names none.
 * @param which `open`: only unfinished swaps, without a question if there is at most one
 */
export async function completeSubject<I extends Pick<Input, 'words'> & { yes?: boolean }>(
  input: I,
  ctx: Ctx<'journal'>,
  which: 'all' | 'open' = 'all',
): Promise<I> {
  if (input.words.length > 0 || !ctx.ask.possible || input.yes === true) return input
  const { askOwnSwap } = await import('./ownSwaps.ts')
  const receiptId = await askOwnSwap(which, ctx)
  return receiptId === null ? input : { ...input, words: [receiptId] }
}
