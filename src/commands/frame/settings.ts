import { isBlockchainId } from '../../core/blockchainIds.ts'
import { mayBePlain } from '../../core/hosts.ts'
import { nearest } from '../../core/nearest.ts'
import { type ProviderId, providerIds } from '../../core/providerIds.ts'
import { readStoreAddress } from '../../core/storeAddress.ts'
import { readSlippage } from '../inputs/values.ts'
import { serveSettingList } from './serveSettings.ts'
import {
  anyText,
  invalid,
  listed,
  oneOf,
  onOrOff,
  type Setting,
  setting,
  type SettingValue,
  wholeNumber,
} from './setting.ts'

/** Requests per second to each host that publishes no limit of its own. */
const requestRate = wholeNumber('a whole number of requests', 1, 9_999)

/** The settings with a fixed name; RPC and provider settings are created on demand. */
export const fixedSettings: readonly Setting[] = [
  setting('backend', 'SWAPROUTE_BACKEND', 'backend', oneOf('embedded', 'remote')),
  setting('url', 'SWAPROUTE_URL', 'url', webAddress),
  setting('apiKey', 'SWAPROUTE_API_KEY', null, anyText, true),
  setting('referrer', 'SWAPROUTE_REFERRER', 'referrer', anyText),
  setting('account', 'SWAPROUTE_ACCOUNT', 'account', anyText),
  setting('passwordFile', 'SWAPROUTE_PASSWORD_FILE', 'password-file', anyText),
  setting('sandbox', 'SWAPROUTE_SANDBOX', 'sandbox', onOrOff),
  setting('requestsPerSecond', 'SWAPROUTE_REQUESTS_PER_SECOND', null, requestRate),
  setting('disabledProviders', 'SWAPROUTE_DISABLED_PROVIDERS', null, providerNames),
  setting('disabledContracts', 'SWAPROUTE_DISABLED_CONTRACTS', null, contractNames),
  setting('maxLossBps', 'SWAPROUTE_MAX_LOSS_BPS', null, greatestLoss),
  setting('slippage', 'SWAPROUTE_SLIPPAGE', null, slippageText),
  setting('favourites', null, null, assetNames),
  setting('notifyCommand', null, null, anyText),
  ...serveSettingList,
]

/** Settings of every provider, with the suffix of their variable. */
const providerMembers = {
  apiKey: 'API_KEY',
  apiSecret: 'API_SECRET',
  url: 'URL',
  perSecond: 'PER_SECOND',
} as const

type ProviderMember = keyof typeof providerMembers

function isProviderMember(member: string | undefined): member is ProviderMember {
  return member !== undefined && Object.hasOwn(providerMembers, member)
}

/** Across identifies its partners by two bytes, besides the key. */
const acrossIntegrator: Setting = setting(
  'providers.ACROSS.integratorId',
  'SWAPROUTE_ACROSS_INTEGRATOR_ID',
  null,
  twoBytes,
)

/** Variables of the program that are not settings and are read elsewhere. */
const otherVariables: ReadonlySet<string> = new Set([
  'SWAPROUTE_HOME',
  'SWAPROUTE_PROFILE',
  'SWAPROUTE_PRIVATE_KEY',
  'SWAPROUTE_KILL_AT',
  'SWAPROUTE_WORKER',
])

/** The setting of a dotted name (`rpc.ETH`, `providers.lifi.apiKey`, `integrators.0x…`), or null. */
export function settingByKey(key: string): Setting | null {
  const fixed = fixedSettings.find((candidate) => candidate.key === key)
  if (fixed !== undefined) return fixed
  const [group, name = '', member, ...rest] = key.split('.')
  if (rest.length > 0 || name === '') return null
  if (group === 'rpc' && member === undefined && isBlockchainId(name)) return rpcSetting(name)
  if (group === 'providers' && isProviderMember(member)) {
    return providerSetting(name.toUpperCase(), member)
  }
  if (group === 'providers' && member === 'integratorId' && name.toUpperCase() === 'ACROSS') {
    return acrossIntegrator
  }
  if (group === 'receivers' && isReceiverName(name) && member !== undefined) {
    return isBlockchainId(member) ? setting(key, null, null, anyText) : null
  }
  if (group === 'integrators' && member === undefined && /^0x[0-9a-f]{40}$/i.test(name)) {
    return setting(`integrators.${name.toLowerCase()}`, null, null, feeShare)
  }
  return null
}

/** The setting of an environment variable; null if absent. */
export function settingByVariable(variable: string): Setting | null {
  const fixed = [...fixedSettings, acrossIntegrator].find(
    (candidate) => candidate.variable === variable,
  )
  if (fixed !== undefined) return fixed
  const chain = /^SWAPROUTE_RPC_([A-Z0-9_]+)$/.exec(variable)?.[1]
  if (chain !== undefined) return isBlockchainId(chain) ? rpcSetting(chain) : null
  const [, provider = '', word = ''] =
    /^SWAPROUTE_([A-Z0-9_]+)_(API_KEY|API_SECRET|URL|PER_SECOND)$/.exec(variable) ?? []
  const member = Object.keys(providerMembers).find(
    (each) => isProviderMember(each) && providerMembers[each] === word,
  )
  return isProviderMember(member) ? providerSetting(provider, member) : null
}

/** Whether a `SWAPROUTE_…` variable is known but not a setting. */
export function isOtherVariable(variable: string): boolean {
  return otherVariables.has(variable)
}

/** A value for the screen: secrets masked, addresses without user, password, path and query. */
export function maskedValue(setting: Setting, value: SettingValue): string {
  if (setting.key === 'serve.store') return readStoreAddress(String(value))?.shown ?? '********'
  if (setting.secret) return '********'
  const texts = typeof value === 'object' ? value : [String(value)]
  return texts.map((text) => (isAddress(setting) ? hostOnly(text) : text)).join(', ')
}

function isAddress({ key }: Setting): boolean {
  return key === 'url' || key.startsWith('rpc.') || key.endsWith('.url')
}

function rpcSetting(chain: string): Setting {
  return setting(`rpc.${chain}`, `SWAPROUTE_RPC_${chain}`, null, webAddresses)
}

function providerSetting(provider: string, member: ProviderMember): Setting {
  const variable = `SWAPROUTE_${provider}_${providerMembers[member]}`
  const isSecret = member === 'apiKey' || member === 'apiSecret'
  return setting(`providers.${provider}.${member}`, variable, null, memberReaders[member], isSecret)
}

/** Requests per second to the host of one provider; a slow plan has less than one. */
function hostRate(text: string, where: string): number {
  const rate = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (rate > 0) return rate
  throw invalid(where, 'must be a number of requests above 0 and below 10000')
}

const memberReaders: Readonly<Record<ProviderMember, Setting['read']>> = {
  apiKey: anyText,
  apiSecret: anyText,
  url: webAddress,
  perSecond: hostRate,
}

function twoBytes(text: string, where: string): string {
  if (/^0x[0-9a-f]{4}$/i.test(text)) return text
  throw invalid(where, 'must be 0x and four hexadecimal digits')
}

/** Fee share of an integrator in whole basis points. */
function feeShare(text: string, where: string): number {
  if (!/^\d{1,3}$/.test(text))
    throw invalid(where, 'must be a share in whole basis points, below 1000')
  return Number(text)
}

/** Maximum accepted loss in whole basis points; a loss of half is always refused. */
function greatestLoss(text: string, where: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 5_000) return Number(text)
  throw invalid(where, 'must be a loss in whole basis points, 0 to 5000')
}

function webAddress(text: string, where: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const secure = url?.protocol === 'https:'
  const local = url?.protocol === 'http:' && mayBePlain(url.hostname)
  if (!secure && !local) {
    throw invalid(
      where,
      'must be an https URL (plain http only for localhost and private networks)',
    )
  }
  return text
}

function webAddresses(text: string, where: string): string[] {
  return text.split(',').map((part) => webAddress(part.trim(), where))
}

/** The form of `--slippage`, the same in scripts and in the file. */
function slippageText(text: string, where: string): string {
  try {
    readSlippage(text)
    return text
  } catch {
    throw invalid(where, 'must be written like 0.5% or 50bps, at most 50%')
  }
}

/** Assets as on the command line; they are looked up only when used. */
function assetNames(text: string, where: string): string[] {
  return listed(text).map((name) => {
    if (/^[^:\s]{1,40}(?::[^\s]{1,150})?$/.test(name)) return name
    throw invalid(where, 'must be a list of <chain>:<token>')
  })
}

/** A name of the receiver book: a form that addresses, chains and ENS names do not have. */
export function isReceiverName(text: string): boolean {
  return /^[a-z][a-z0-9_-]{1,23}$/.test(text)
}

/** A name with two spellings (`lifi`, `LIFI`) means both: disabling errs on the safe side. */
function providerNames(text: string, where: string): ProviderId[] {
  return listed(text).flatMap((name) => {
    const meant = providerIds.filter((id) => id.toLowerCase() === name.toLowerCase())
    if (meant.length > 0) return meant
    const near = [...new Set(nearest(name, providerIds, 3))]
    const guess = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
    throw invalid(where, `names an unknown provider "${name.slice(0, 40)}"${guess}`)
  })
}

/** Checks only the form; chain and checksum are checked where the chains are known. */
function contractNames(text: string, where: string): string[] {
  return listed(text).map((name) => {
    if (/^[^:\s]+:[^\s]+$/.test(name)) return name
    throw invalid(where, 'must be a list of <chain>:<address>')
  })
}

function hostOnly(text: string): string {
  if (!URL.canParse(text)) return text
  const { protocol, host, pathname, search } = new URL(text)
  return pathname.length > 1 || search !== '' ? `${protocol}//${host}/…` : `${protocol}//${host}`
}
