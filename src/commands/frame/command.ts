import type { FundsState } from '../../core/errors.ts'
import type { Ctx } from './context.ts'
import type { Answer, CommandDocs, Flag, Input, Printable, Screen } from './shapes.ts'

export type Command = CommandDocs & { run(input: Input, ctx: Ctx): Promise<Printable> }

/**
 * The member `funds` of a document whose answer or error says nothing of money: a command that is
 * about swaps made before knows nothing without the journal; any other one moved nothing itself.
 */
export function fundsWithoutWord(money: CommandDocs['money']): FundsState {
  return money === 'follows' ? 'unknown' : 'none_moved'
}

/**
 * A command: metadata as plain data, `run` which returns a value and prints nothing, `screen` and
 * `plain` which turn the value into lines.
 */
export function defineCommand<const F extends readonly Flag[], View>(
  command: Omit<CommandDocs, 'flags'> & {
    flags: F
    run(input: Input<F[number]['name']>, ctx: Ctx): Promise<Answer<View>>
    screen(view: View, screen: Screen): readonly string[]
    plain(view: View): readonly string[]
  },
): Command {
  return {
    ...command,
    async run(input, ctx) {
      const answer = await command.run(input, ctx)
      return {
        data: answer.data,
        screen: (screen) => command.screen(answer.view, screen),
        plain: () => command.plain(answer.view),
        funds: answer.funds ?? fundsWithoutWord(command.money),
        warnings: answer.warnings ?? [],
        exit: answer.failure?.exit ?? answer.exit ?? 0,
        failure: answer.failure ?? null,
      }
    },
  }
}
