import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isProviderId, type ProviderId } from '../../core/providerIds.ts'
import type { Folders } from './folders.ts'
import { readOwnFile } from './ownFile.ts'
import { chosenProfile, type Profile } from './profiles.ts'
import type { Given } from '../inputs/input.ts'
import type { CommandDocs, Io, Warning } from './shapes.ts'
import { type ServeSettings, toServeSettings } from './serveSettings.ts'
import type { Setting, SettingValue } from './setting.ts'
import {
  fixedSettings,
  isOtherVariable,
  maskedValue,
  settingByKey,
  settingByVariable,
} from './settings.ts'

export type Origin = 'flag' | 'environment' | 'profile' | 'file' | 'default'

/** A setting in force; `value` is masked, for `config list`. */
export type OriginRow = { key: string; value: string; origin: Origin; from: string }

/**
 * Settings of one provider; `apiSecret` for keys with two parts, `integratorId` only for Across.
 */
export type ProviderSettings = Partial<
  Record<'apiKey' | 'apiSecret' | 'url' | 'integratorId', string>
>

/**
 * Everything that can be set, decided once per run: flag > environment > profile > file > default.
 */
export type Config = {
  backend: 'embedded' | 'remote'
  /** Null: the public service's own address. */
  url: string | null
  apiKey: string | null
  referrer: string
  account: string | null
  passwordFile: string | null
  sandbox: boolean
  rpc: Readonly<Partial<Record<BlockchainId, readonly string[]>>>
  /** Rate limit for each public host without a published one; null: the default. */
  requestsPerSecond: number | null
  /** By upper-case provider name, as in the variables. */
  providers: Readonly<Record<string, ProviderSettings>>
  /** Requests per second to the hosts of a provider, by the same name, instead of what it publishes. */
  providerRates: Readonly<Record<string, number>>
  /** Fee share of each known integrator, basis points by lower-case address. */
  integrators: Readonly<Record<string, number>>
  /**
   * Maximum accepted loss against independent prices, basis points (docs/safety.md P2); null: 5000.
   */
  maxLossBps: number | null
  /** Disabled providers and contracts (docs/safety.md S6): never asked, chosen or paid. */
  disabled: {
    providers: readonly ProviderId[]
    /** `<chain>:<address>` as written. */
    contracts: readonly string[]
  }
  /** Default slippage, as `--slippage` takes it; null: the provider's. */
  slippage: string | null
  /** Assets that lists show first, `<chain>:<token>`. */
  favourites: readonly string[]
  /** Command to run when an awaited swap has ended; null: none. */
  notifyCommand: string | null
  /** The receiver book: addresses by name and chain. */
  receivers: Readonly<Record<string, Readonly<Partial<Record<BlockchainId, string>>>>>
  serve: ServeSettings
  folders: Folders
  /** The file that this run changes: the profile's or the configuration file, if it exists or not. */
  file: string
  /** The configuration file itself, whether it exists or not. */
  baseFile: string
  /** Its settings override those of the configuration file; null: none is chosen. */
  profile: Profile | null
  /** Why the file was ignored, for the commands that fix it; null if it was read. */
  fileProblem: SwaprouteError | null
  /** HTTPS_PROXY or ALL_PROXY, and NO_PROXY, as given; null without a proxy. */
  proxy: { url: string; noProxy: string } | null
  origins: readonly OriginRow[]
  /** Values that must never be printed. */
  secrets: readonly string[]
  warnings: readonly Warning[]
}

const defaults: readonly [key: string, value: SettingValue][] = [
  ['backend', 'embedded'],
  ['referrer', 'swaproute'],
  ['sandbox', false],
]

type Chosen = { setting: Setting; value: SettingValue; origin: Origin; from: string }

/**
 * @param command one that `mendsConfig` gets an invalid file reported in `fileProblem`
 * @throws SwaprouteError CONFIG_INVALID naming the setting and its origin; INVALID_ARGUMENT if that
 *   is a flag
 */
export function resolveConfig(
  given: Given,
  io: Io,
  folders: Folders,
  command?: Pick<CommandDocs, 'name' | 'mendsConfig' | 'makesProfile'>,
): Config {
  const isLenient = command?.mendsConfig === true
  const named = given.get('config')?.[0]
  const baseFile =
    named === undefined ? join(folders.config, 'config.json') : resolve(io.cwd, named)
  const profile = chosenProfile(given, io, { folders, mayCreate: command?.makesProfile === true })
  const chosen = new Map<string, Chosen>()
  const put = (setting: Setting, value: SettingValue, origin: Origin, from: string): void => {
    chosen.set(setting.key, { setting, value, origin, from })
  }

  for (const [key, value] of defaults) {
    const setting = settingByKey(key)
    if (setting !== null) put(setting, value, 'default', '')
  }
  const fileProblem = problemOf(isLenient, () => {
    for (const [setting, value] of readConfigFile(baseFile, named !== undefined && !isLenient)) {
      put(setting, value, 'file', baseFile)
    }
    for (const [setting, value] of profile === null ? [] : readConfigFile(profile.file, false)) {
      put(setting, value, 'profile', profile?.file ?? '')
    }
  })
  const { warnings } = readEnvironment(io, put)
  for (const setting of fixedSettings) {
    if (setting.flag === null || !given.has(setting.flag)) continue
    // Flags of other commands may have the same name.
    if (setting.command !== undefined && setting.command !== command?.name) continue
    const texts = given.get(setting.flag) ?? []
    const text = texts.length === 0 ? 'true' : texts.join(',')
    put(setting, setting.read(text, `--${setting.flag}`), 'flag', `--${setting.flag}`)
  }
  askRemote(given, chosen)
  const file = profile?.file ?? baseFile
  const settings = toConfig([...chosen.values()], folders, io, warnings)
  return { ...settings, file, baseFile, profile, fileProblem }
}

/**
 * The address of a service on the line asks that service.
 * @throws SwaprouteError INVALID_ARGUMENT for one beside `--backend embedded`
 */
function askRemote(given: Given, chosen: Map<string, Chosen>): void {
  const backend = chosen.get('backend')
  if (!given.has('url') || backend?.value !== 'embedded') return
  if (backend.origin === 'flag') {
    throw new SwaprouteError('INVALID_ARGUMENT', '--url needs --backend remote.', {
      hint: 'Leave out --backend: an address alone asks that service.',
    })
  }
  chosen.set('backend', { ...backend, value: 'remote', origin: 'flag', from: '--url' })
}

/** @throws the problem itself unless the caller fixes it */
function problemOf(isLenient: boolean, read: () => void): SwaprouteError | null {
  try {
    read()
    return null
  } catch (thrown) {
    if (isLenient && thrown instanceof SwaprouteError) return thrown
    throw thrown
  }
}

/**
 * The settings of a file, in its order.
 * @param text its content, if not read from disk
 * @throws SwaprouteError CONFIG_INVALID
 */
export function readConfigFile(
  file: string,
  required: boolean,
  text?: string,
): [Setting, SettingValue][] {
  return fileValues(file, required, text).map(([key, value]) => {
    const setting = settingByKey(key)
    if (setting === null) throw badFile(file, `has no setting ${key}`)
    return [setting, setting.read(value, `${key} in ${file}`)]
  })
}

function readEnvironment(
  { env }: Io,
  put: (setting: Setting, value: SettingValue, origin: Origin, from: string) => void,
): { warnings: Warning[] } {
  const warnings: Warning[] = []
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('SWAPROUTE_') || text === undefined) continue
    if (isOtherVariable(variable)) continue
    const setting = settingByVariable(variable)
    if (setting === null) {
      const message = `${variable} is not a setting of this program and has no effect.`
      warnings.push({ code: 'UNKNOWN_VARIABLE', message })
    } else if (text !== '') {
      put(setting, setting.read(text, variable), 'environment', variable)
    }
  }
  return { warnings }
}

/** Flattens the file's JSON to dotted names; every leaf is text, switch or a list of texts. */
function fileValues(
  path: string,
  required: boolean,
  given?: string,
): [key: string, text: string][] {
  // Checked first: Node's error, with a stack of minified scripts, takes 3 ms to create. In an
  // unreadable home the file's existence is unknown; code that needs it reports that.
  if (given === undefined && !required && !existsSync(path)) return []
  let text: string
  try {
    text = given ?? readOwnFile(path)
  } catch (cause) {
    if (cause instanceof SwaprouteError) throw cause
    throw badFile(path, 'cannot be read', cause)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw badFile(path, `is not JSON${placeOf(cause, text)}`) // the message would quote the file
  }
  if (!isObject(parsed)) throw badFile(path, 'must be a JSON object')
  return flatten(parsed, '', path)
}

function flatten(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  path: string,
): [string, string][] {
  return Object.entries(object).flatMap(([name, value]): [string, string][] => {
    const key = `${prefix}${name}`
    if (['string', 'number', 'boolean'].includes(typeof value)) return [[key, String(value)]]
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      return [[key, value.join(',')]]
    }
    if (isObject(value)) return flatten(value, `${key}.`, path)
    throw badFile(path, `has a value of the wrong kind at ${key}`)
  })
}

function toConfig(
  chosen: readonly Chosen[],
  folders: Folders,
  { env }: Io,
  warnings: readonly Warning[],
): Omit<Config, 'file' | 'baseFile' | 'profile' | 'fileProblem'> {
  const valueOf = (key: string): SettingValue | undefined =>
    chosen.find(({ setting }) => setting.key === key)?.value
  const textOf = (key: string): string | null => {
    const value = valueOf(key)
    return typeof value === 'string' ? value : null
  }
  const numberOf = (key: string): number | null => {
    const value = valueOf(key)
    return typeof value === 'number' ? value : null
  }
  const listOf = (key: string): readonly string[] => {
    const value = valueOf(key)
    return typeof value === 'object' ? value : []
  }
  const rpc: Partial<Record<BlockchainId, readonly string[]>> = {}
  const providers: Record<string, ProviderSettings> = {}
  const providerRates: Record<string, number> = {}
  const integrators: Record<string, number> = {}
  const receivers: Record<string, Partial<Record<BlockchainId, string>>> = {}
  for (const { setting, value } of chosen) {
    const [group, name = '', member] = setting.key.split('.')
    if (group === 'rpc' && isBlockchainId(name) && typeof value === 'object') rpc[name] = value
    if (group === 'integrators' && typeof value === 'number') integrators[name] = value
    if (group === 'receivers' && member !== undefined && isBlockchainId(member)) {
      const entry = (receivers[name] ??= {})
      if (typeof value === 'string') entry[member] = value
    }
    if (group === 'providers' && typeof value === 'number') providerRates[name] = value
    if (group === 'providers' && typeof value === 'string') {
      const entry = (providers[name] ??= {})
      if (isProviderSetting(member)) entry[member] = value
    }
  }
  return {
    backend: valueOf('backend') === 'remote' ? 'remote' : 'embedded',
    url: textOf('url'),
    apiKey: textOf('apiKey'),
    referrer: textOf('referrer') ?? '',
    account: textOf('account'),
    passwordFile: textOf('passwordFile'),
    sandbox: valueOf('sandbox') === true,
    rpc,
    requestsPerSecond: numberOf('requestsPerSecond'),
    providers,
    providerRates,
    integrators,
    maxLossBps: numberOf('maxLossBps'),
    disabled: {
      providers: listOf('disabledProviders').filter(isProviderId),
      contracts: listOf('disabledContracts'),
    },
    slippage: textOf('slippage'),
    favourites: listOf('favourites'),
    notifyCommand: textOf('notifyCommand'),
    receivers,
    serve: toServeSettings(valueOf),
    folders,
    proxy: proxyOf(env),
    origins: chosen.map(({ setting, value, origin, from }) => ({
      key: setting.key,
      value: maskedValue(setting, value),
      origin,
      from,
    })),
    secrets: chosen.flatMap(({ setting, value }) =>
      setting.secret && typeof value === 'string' ? [value] : [],
    ),
    warnings,
  }
}

/** The lower-case name wins, as in curl; an empty value switches the proxy off. */
function proxyOf(env: Io['env']): Config['proxy'] {
  const either = (name: string): string | undefined => env[name.toLowerCase()] ?? env[name]
  const url = either('HTTPS_PROXY') ?? either('ALL_PROXY') ?? ''
  return url === '' ? null : { url, noProxy: either('NO_PROXY') ?? '' }
}

/** ` (line 3)`, if the parser reports a position. */
function placeOf(cause: unknown, text: string): string {
  const [, position] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? []
  if (position === undefined) return ''
  return ` (line ${text.slice(0, Number(position)).split('\n').length})`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function badFile(path: string, problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `The configuration file ${path} ${problem}.`, {
    hint: 'Fix it with `swaproute config edit`; `swaproute config list --all` explains every setting.',
    cause,
  })
}

function isProviderSetting(member: string | undefined): member is keyof ProviderSettings {
  return member !== undefined && ['apiKey', 'apiSecret', 'url', 'integratorId'].includes(member)
}
