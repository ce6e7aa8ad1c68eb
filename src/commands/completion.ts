import { SwaprouteError } from '../core/errors.ts'
import { commonFlags } from './frame/flags.ts'
import { defineCommand } from './frame/command.ts'
import type { CommandDocs } from './frame/shapes.ts'
import { bashScript, fishScript, type Listed, zshScript } from './completion/scripts.ts'

const shells: Readonly<Record<string, (commands: readonly Listed[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Completion script for a shell',
  usage: '<bash|zsh|fish>',
  examples: [
    'swaproute completion bash > ~/.local/share/bash-completion/completions/swaproute',
    'swaproute completion zsh > ~/.zfunc/_swaproute',
    'swaproute completion fish > ~/.config/fish/completions/swaproute.fish',
  ],
  flags: [],
  maxWords: 1,
  raw: true,
  async run(input, ctx) {
    const [shell = ''] = input.words
    const make = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (make === undefined) {
      throw new SwaprouteError('INVALID_ARGUMENT', 'The shell is missing or not known.', {
        hint: `Name one of ${Object.keys(shells).join(', ')}.`,
      })
    }
    const script = make((await ctx.loadCommands()).map(toListed))
    return { data: { shell, script }, view: script.trimEnd().split('\n') }
  },
  screen: (lines) => lines,
  plain: (lines) => lines,
})

function toListed({ name, summary, flags }: CommandDocs): Listed {
  return {
    name,
    summary,
    flags: [...flags, ...commonFlags].map((flag) => ({
      name: flag.name,
      hint: flag.hint,
      takesValue: 'value' in flag && flag.value !== undefined,
      choices: 'choices' in flag && flag.choices !== undefined ? flag.choices : [],
    })),
  }
}
