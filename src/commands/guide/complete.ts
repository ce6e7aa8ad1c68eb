import type { Ctx } from '../frame/command.ts'
import type { assetFlags } from '../frame/flags.ts'
import type { Input } from '../frame/shapes.ts'
import { readSentence } from '../request/values.ts'
import type { GuidedCommand } from './fillIn.ts'

/**
 * The line with everything that is missing, asked for on a terminal. Where nobody can be asked,
 * and with `--yes`, the line stays as it is: whatever is missing is then an error.
 */
export async function completeRequest<Name extends string>(
  command: GuidedCommand,
  input: Input<Name>,
  ctx: Ctx,
): Promise<Input<Name>> {
  const flags: Input['flags'] = input.flags
  if (!ctx.ask.possible || flags.on('yes') || flags.on('quote')) return input
  const isPriceOnly = command === 'quote' || command === 'best'
  if (isPriceOnly && isWhole({ words: input.words, flags })) return input
  const { fillIn } = await import('./fillIn.ts')
  return await fillIn(command, input, ctx)
}

function isWhole({ words, flags }: Input<(typeof assetFlags)[number]['name']>): boolean {
  const { amount, rawAmount, from, to } = readSentence(words, flags)
  return (amount ?? rawAmount) !== null && from !== null && to !== null
}

/**
 * The line with the swap it is about, picked on a terminal among those of this machine where it
 * names none.
 * @param which `open`: only swaps that have not ended, and no question where there is one at most
 */
export async function completeSubject<Name extends string>(
  input: Input<Name>,
  ctx: Ctx,
  which: 'all' | 'open' = 'all',
): Promise<Input<Name>> {
  const flags: Input['flags'] = input.flags
  if (input.words.length > 0 || !ctx.ask.possible || flags.on('yes')) return input
  const { askOwnSwap } = await import('./ownSwaps.ts')
  const receiptId = await askOwnSwap(which, ctx)
  return receiptId === null ? input : { ...input, words: [receiptId] }
}
