import { type Candidate, candidatesFor } from './candidates.ts'
import { type Ctx, defineCommand } from '../../commands/frame/command.ts'

/**
 * Called by a shell on each Tab with the words so far, the last one unfinished, after `--`. Prints
 * one candidate per line, a tab and its description; `:files` makes the shell complete file names.
 */
export const completeCommand = defineCommand({
  name: '__complete',
  summary: 'Candidates for a shell; the completion scripts call it',
  usage: '-- <words>',
  examples: ['swaproute __complete -- quote 1 eth:'],
  flags: [],
  maxWords: 200,
  mendsConfig: true,
  raw: true,
  async run(input, ctx: Ctx<'assets' | 'journal'>) {
    const candidates = await candidatesFor(input.words, ctx)
    return { data: candidates, view: candidates }
  },
  screen: lines,
  plain: lines,
})

function lines(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ value, hint }) => (hint === '' ? value : `${value}\t${hint}`))
}
