import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SwaprouteError, systemFault } from '../../core/errors.ts'
import { ownText } from '../../format/plain.ts'
import { type Ctx, defineCommand } from '../../commands/frame/command.ts'
import { bashScript, fishScript, powershellScript, zshScript } from './scripts.ts'

type Shell = {
  script: string
  /** Path the shell loads it from; null if the shell has none. */
  file(env: Ctx['io']['env'], home: string): string | null
  /** A one-time step for the user; null if none. */
  once: string | null
}

const dataFolder = (env: Ctx['io']['env'], home: string): string =>
  env['XDG_DATA_HOME'] ?? join(home, '.local', 'share')
const configFolder = (env: Ctx['io']['env'], home: string): string =>
  env['XDG_CONFIG_HOME'] ?? join(home, '.config')

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    script: bashScript,
    file: (env, home) => join(dataFolder(env, home), 'bash-completion', 'completions', 'swaproute'),
    once: 'It needs the package bash-completion, and works in new shells.',
  },
  zsh: {
    script: zshScript,
    file: (_env, home) => join(home, '.zfunc', '_swaproute'),
    once: 'Once, in ~/.zshrc before compinit: fpath=(~/.zfunc $fpath)',
  },
  fish: {
    script: fishScript,
    file: (env, home) => join(configFolder(env, home), 'fish', 'completions', 'swaproute.fish'),
    once: null,
  },
  powershell: {
    script: powershellScript,
    file: () => null,
    once: 'Add this line to the file $PROFILE: swaproute completion powershell | Out-String | Invoke-Expression',
  },
}

type View =
  | { kind: 'script'; shell: string; script: string }
  | { kind: 'changed'; shell: string; file: string | null; once: string | null; removed: boolean }

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Completion for bash, zsh, fish and PowerShell',
  usage: '[bash|zsh|fish|powershell]',
  about:
    'Prints the script of a shell. --install writes it where the shell loads it from, and changes\n' +
    'nothing else; without a name, for the shell in $SHELL. Completes commands, flags, chains, tokens,\n' +
    'providers, accounts, receipts, codes, settings and files.',
  examples: [
    'swaproute completion --install',
    'swaproute completion zsh --install',
    'swaproute completion bash',
    'swaproute completion fish --uninstall',
  ],
  flags: [
    { name: 'install', hint: 'Write the script where the shell loads it from' },
    { name: 'uninstall', hint: 'Remove it again' },
  ],
  conflicts: [['install', 'uninstall']],
  maxWords: 1,
  wordValues: ['shell'],
  raw: true,
  async run(input, ctx: Ctx) {
    const changes = input.install || input.uninstall
    const own = changes ? (ctx.io.env['SHELL'] ?? '').split('/').at(-1) : undefined
    const [name = own ?? ''] = input.words
    const shell = Object.hasOwn(shells, name) ? shells[name] : undefined
    if (shell === undefined) {
      throw new SwaprouteError('INVALID_ARGUMENT', 'The shell is missing or unknown.', {
        hint: `Name one of ${Object.keys(shells).join(', ')}.`,
      })
    }
    const view: View = changes
      ? change(name, shell, input.uninstall, ctx)
      : { kind: 'script', shell: name, script: shell.script }
    return { data: view, view }
  },
  screen: (view: View) => linesOf(view),
  plain: (view) => linesOf(view),
})

function change(name: string, shell: Shell, removed: boolean, { io }: Ctx): View {
  const file = shell.file(io.env, io.home)
  try {
    if (file !== null && removed) rmSync(file, { force: true })
    if (file !== null && !removed) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, shell.script)
    }
  } catch (cause) {
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `${file ?? name} cannot be written: ${systemFault(cause)}.`,
      {
        hint: `\`swaproute completion ${name}\` prints the script.`,
      },
    )
  }
  return { kind: 'changed', shell: name, file, once: removed ? null : shell.once, removed }
}

function linesOf(view: View): string[] {
  if (view.kind === 'script') return view.script.trimEnd().split('\n')
  const { file, once, removed, shell } = view
  return [
    ...(file === null
      ? [`${shell} has no folder for completions.`]
      : [`${removed ? 'Removed' : 'Written'}: ${ownText(file)}`]),
    ...(once === null ? [] : [once]),
  ]
}
