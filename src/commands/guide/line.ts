import type { Ctx } from '../frame/command.ts'
import { commonFlags } from '../frame/flags.ts'
import { forShell } from '../frame/shell.ts'
import type { Flag, Input } from '../frame/shapes.ts'

/** The same flags with some set, and some taken away (null). */
export function withAnswers<Name extends string>(
  flags: Input<Name>['flags'],
  answers: Readonly<Record<string, string | null>>,
): Input<Name>['flags'] {
  const answered = (name: string): boolean => Object.hasOwn(answers, name)
  const valueOf = (name: string): string | undefined => answers[name] ?? undefined
  return {
    on: (name) => (answered(name) ? answers[name] !== null : flags.on(name)),
    text: (name) => (answered(name) ? valueOf(name) : flags.text(name)),
    list(name) {
      if (!answered(name)) return flags.list(name)
      const value = valueOf(name)
      return value === undefined ? [] : [value]
    },
  }
}

/** A completed line as it can be pasted into a shell: the words, every flag, where it runs. */
export async function lineOf(command: string, input: Input, ctx: Ctx): Promise<string> {
  const commands = await ctx.loadCommands()
  const docs = commands.find(({ name }) => name === command)
  const common = new Set<string>(commonFlags.map(({ name }) => name))
  const flags = (docs?.flags ?? []).filter(({ name }) => !common.has(name))
  return [
    `swaproute ${command}`,
    ...input.words.map(forShell),
    ...flags.flatMap((flag) => flagWords(flag, input)),
  ]
    .join(' ')
    .concat(ctx.repeated)
}

function flagWords({ name, value, repeatable }: Flag, { flags }: Input): string[] {
  if (!flags.on(name)) return []
  if (value === undefined) return [`--${name}`]
  const values = repeatable === true ? flags.list(name) : [flags.text(name) ?? '']
  return values.map((one) => `--${name} ${forShell(one)}`)
}
