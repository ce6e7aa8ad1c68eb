import type { Ctx } from './context.ts'
import type { Answer, CommandDocs, Flag, Input, Printable, Screen } from './shapes.ts'

export type Command = CommandDocs & { run(input: Input, ctx: Ctx): Promise<Printable> }

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
        funds: answer.funds ?? 'none_moved',
        warnings: answer.warnings ?? [],
        exit: answer.failure?.exit ?? answer.exit ?? 0,
        failure: answer.failure ?? null,
      }
    },
  }
}
