import { SwaprouteError } from '../../core/errors.ts'
import { ownText, plain } from '../../format/plain.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import type { Setting, SettingValue } from '../frame/setting.ts'
import { maskedValue } from '../frame/settings.ts'
import { changeConfig } from '../frame/writeConfig.ts'
import { knownSetting, requiredWord, warnOfFile } from './knownSetting.ts'

type View = { key: string; value: string | null; origin: string; from: string }

export const configGetCommand = defineCommand({
  name: 'config get',
  summary: 'The value of one setting that is in force',
  usage: '<key>',
  about: 'Prints only the value, with secrets masked, and nothing if it is not set.',
  examples: ['swaproute config get account', 'swaproute config get rpc.ETH --json'],
  flags: [],
  maxWords: 1,
  wordValues: ['setting'],
  mendsConfig: true,
  async run(input, ctx: Ctx) {
    const { key } = knownSetting(requiredWord(input.words[0], 'key', 'config get account'))
    const row = ctx.config.origins.find((one) => one.key === key)
    const view: View = {
      key,
      value: row?.value ?? null,
      origin: row?.origin ?? 'default',
      from: row?.from ?? '',
    }
    warnOfFile(ctx)
    return { data: view, view }
  },
  raw: true,
  screen: ({ value }) => (value === null ? [] : [ownText(value)]),
  plain: ({ value }) => (value === null ? [] : [ownText(value)]),
})

export const configSetCommand = defineCommand({
  name: 'config set',
  summary: 'Write a setting to the configuration file',
  usage: '<key> <value>',
  about:
    'Secrets are not accepted on the command line, where every process can read them: leave the value\n' +
    'out and type it, or pipe it in. With --profile, the setting goes to the file of that profile,\n' +
    'which is created with its first setting.',
  examples: [
    'swaproute config set account main',
    'swaproute config set slippage 0.5%',
    'swaproute config set rpc.ETH https://eth.example.org',
    'swaproute config set account office --profile work',
    'swaproute config set providers.LIFI.apiKey < key.txt',
  ],
  flags: [],
  maxWords: 2,
  wordValues: ['setting', null],
  mendsConfig: true,
  makesProfile: true,
  async run(input, ctx: Ctx) {
    const usage = 'config set account main'
    const setting = knownSetting(requiredWord(input.words[0], 'key', usage))
    const text = setting.secret
      ? await readSecret(setting, input.words[1], ctx)
      : requiredWord(input.words[1], 'value', usage)
    const value = setting.read(text, setting.key)
    refuseBrokenFile(ctx)
    await changeConfig(ctx.config.file, { [setting.key]: value })
    warnOfOverride(setting, ctx)
    return written(setting, value, ctx)
  },
  screen: (view: View) => [`${view.key} is now ${ownText(view.value ?? 'not set')}.`],
  plain: (view) => plainView(view),
})

export const configUnsetCommand = defineCommand({
  name: 'config unset',
  summary: 'Remove a setting from the configuration file',
  usage: '<key>',
  examples: ['swaproute config unset slippage'],
  flags: [],
  maxWords: 1,
  wordValues: ['setting'],
  mendsConfig: true,
  async run(input, ctx: Ctx) {
    const text = requiredWord(input.words[0], 'key', 'config unset slippage')
    // Unknown keys too: they may be what is wrong with the file.
    const { file } = ctx.config
    const isInFile = ctx.config.origins.some(({ key, from }) => key === text && from === file)
    const setting = ctx.config.fileProblem === null && !isInFile ? knownSetting(text) : null
    await changeConfig(file, { [text]: null })
    const data: View = { key: text, value: null, origin: 'default', from: '' }
    return { data, view: { ...data, wasInFile: setting === null } }
  },
  screen: ({ key, wasInFile }) => [
    `${plain(key)} ${wasInFile ? 'is no longer' : 'was not'} in the file.`,
  ],
  plain: (view) => plainView(view),
})

export const configPathCommand = defineCommand({
  name: 'config path',
  summary: 'Where the configuration file is',
  usage: '',
  examples: ['swaproute config path'],
  flags: [],
  maxWords: 0,
  mendsConfig: true,
  raw: true,
  async run(_input, ctx: Ctx) {
    const { file, folders, profile } = ctx.config
    return { data: { file, folders, profile: profile?.name ?? null }, view: file }
  },
  screen: (file) => [ownText(file)],
  plain: (file) => [ownText(file)],
})

function plainView({ key, value, origin, from }: View): string[] {
  return [
    ['key', 'value', 'origin', 'from'].join('\t'),
    [key, value ?? '', origin, from].map((cell) => plain(cell)).join('\t'),
  ]
}

function written(
  setting: Setting,
  value: SettingValue,
  { config }: Ctx,
): { data: View; view: View } {
  const shown = maskedValue(setting, value)
  const origin = config.profile === null ? 'file' : 'profile'
  const view: View = { key: setting.key, value: shown, origin, from: config.file }
  return { data: view, view }
}

/** Typed on a terminal, or piped in; never an argument (docs/safety.md K2). */
async function readSecret(
  { key }: Setting,
  argument: string | undefined,
  ctx: Ctx,
): Promise<string> {
  if (argument !== undefined) {
    throw new SwaprouteError('SECRET_IN_ARGUMENTS', `${key} is secret, and arguments are not.`, {
      hint: `Leave the value out: \`swaproute config set ${key}\` asks for it, or reads a pipe.`,
    })
  }
  if (ctx.ask.possible) return (await ctx.ask.hidden(`Value of ${key}`)).trim()
  if (ctx.io.terminal.stdin) {
    throw new SwaprouteError('CONFIRMATION_REQUIRED', `The value of ${key} is missing.`, {
      hint: 'Pipe it in, or run the command in a terminal.',
    })
  }
  const chunks: string[] = []
  for await (const chunk of ctx.io.stdin) chunks.push(String(chunk))
  return chunks.join('').trim()
}

/** An invalid file is not extended. */
function refuseBrokenFile({ config }: Ctx): void {
  if (config.fileProblem !== null) throw config.fileProblem
}

/** A written setting has no effect while a flag or a variable overrides it. */
function warnOfOverride({ key }: Setting, { config, warn }: Ctx): void {
  const row = config.origins.find((one) => one.key === key)
  if (row?.origin !== 'flag' && row?.origin !== 'environment') return
  warn('OVERRIDDEN', `${row.from} overrides the file: ${key} stays ${row.value} where it is set.`)
}
