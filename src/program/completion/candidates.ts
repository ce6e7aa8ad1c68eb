import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '../../core/errors.ts'
import { providerIds } from '../../core/providerIds.ts'
import { statusWords } from '../../core/status.ts'
import type { Ctx } from '../../commands/frame/command.ts'
import { commonFlags } from '../../commands/frame/flags.ts'
import type { CommandDocs, Flag, ListedCommand } from '../../commands/frame/shapes.ts'
import { topicNames } from '../help/topicNames.ts'

/** A word that may stand next, with what it is. */
export type Candidate = { value: string; hint: string }

type Catalog = readonly ListedCommand[]

/** Asks the shell itself for names of files. */
const filesWord = ':files'
const files: Candidate[] = [{ value: filesWord, hint: '' }]

/** Flags whose value is a file. */
const fileFlags: ReadonlySet<string> = new Set([
  'config',
  'keystore',
  'out',
  'password-file',
  'quote',
  'token-file',
])
const assetFlags: ReadonlySet<string> = new Set(['from', 'to'])
const providerFlags: ReadonlySet<string> = new Set(['provider', 'exclude'])
const bookFlags: ReadonlySet<string> = new Set(['receiver', 'refund-to'])
const mostReceipts = 20

/** Everything that may stand in place of the last word; asks nobody but this machine. */
export async function candidatesFor(words: readonly string[], ctx: Ctx): Promise<Candidate[]> {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const found = await possible(before, current, ctx)
  return found.filter(
    ({ value }) => value === filesWord || value.toLowerCase().startsWith(current.toLowerCase()),
  )
}

async function possible(
  before: readonly string[],
  current: string,
  ctx: Ctx,
): Promise<Candidate[]> {
  const { catalog } = ctx
  const { entry, group, rest } = commandIn(before, catalog)
  if (entry === null) {
    if (current.startsWith('-')) return flagsOf(commonFlags, before)
    return group === null ? firstWords(catalog) : childrenOf(group, catalog)
  }
  if (entry === 'help') return rest.length === 0 ? helpWords(catalog) : []
  const command = await entry.load()
  const flags: readonly Flag[] = [...command.flags, ...commonFlags]
  const last = before.at(-1) ?? ''
  const open = flags.find(({ name, short, value }) => {
    return (
      value !== undefined && (last === `--${name}` || (short !== undefined && last === `-${short}`))
    )
  })
  if (open !== undefined) return await valuesOf(open, current, ctx)
  if (current.startsWith('-')) return flagsOf(flags, before)
  return await wordsOf(command, positional(rest, flags), current, ctx)
}

type Found = {
  entry: ListedCommand | 'help' | null
  /** A first word with commands below it, whose second word is still to come. */
  group: string | null
  rest: readonly string[]
}

/** The command of a line; flags may stand before it. */
function commandIn(words: readonly string[], catalog: Catalog): Found {
  const taking = new Set(commonFlags.flatMap((flag) => ('value' in flag ? [`--${flag.name}`] : [])))
  let index = 0
  while (words[index]?.startsWith('-') === true) index += taking.has(words[index] ?? '') ? 2 : 1
  const [first, second] = words.slice(index)
  if (first === undefined) return { entry: null, group: null, rest: [] }
  if (first === 'help') return { entry: 'help', group: null, rest: words.slice(index + 1) }
  const whole = catalog.find(({ name }) => name === `${first} ${second ?? ''}`)
  if (whole !== undefined) return { entry: whole, group: null, rest: words.slice(index + 2) }
  const single = catalog.find(({ name }) => name === first)
  if (single !== undefined) return { entry: single, group: null, rest: words.slice(index + 1) }
  return { entry: null, group: first, rest: [] }
}

/** The words that are neither flags nor their values. */
function positional(words: readonly string[], flags: readonly Flag[]): string[] {
  const taking = new Set(
    flags.flatMap(({ name, short, value }) =>
      value === undefined ? [] : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
    ),
  )
  return words.filter((word, index) => !word.startsWith('-') && !taking.has(words[index - 1] ?? ''))
}

function firstWords(catalog: Catalog): Candidate[] {
  const seen = new Map<string, string>()
  for (const { name, summary } of shown(catalog)) {
    const [first = name] = name.split(' ', 1)
    if (!seen.has(first)) seen.set(first, name === first ? summary : 'Several commands')
  }
  return [...seen, ['help', 'A command or a topic'] as const].map(([value, hint]) => ({
    value,
    hint,
  }))
}

function childrenOf(group: string, catalog: Catalog): Candidate[] {
  return shown(catalog).flatMap(({ name, summary }) =>
    name.startsWith(`${group} `) ? [{ value: name.slice(group.length + 1), hint: summary }] : [],
  )
}

function shown(catalog: Catalog): ListedCommand[] {
  return catalog.filter(({ hidden }) => hidden !== true)
}

function helpWords(catalog: Catalog): Candidate[] {
  return [...firstWords(catalog), ...topicNames.map((value) => ({ value, hint: 'topic' }))]
}

/** Flags that are not given yet, or may be given again. */
function flagsOf(flags: readonly Flag[], before: readonly string[]): Candidate[] {
  return flags
    .filter(({ name, repeatable }) => repeatable === true || !before.includes(`--${name}`))
    .map(({ name, hint }) => ({ value: `--${name}`, hint }))
}

async function valuesOf(flag: Flag, current: string, ctx: Ctx): Promise<Candidate[]> {
  const { name, choices } = flag
  if (choices !== undefined) return named(choices)
  if (fileFlags.has(name)) return files
  if (assetFlags.has(name)) return await assetsFor(current, ctx)
  if (providerFlags.has(name)) return named(providerIds)
  if (bookFlags.has(name)) return named(Object.keys(ctx.config.receivers), 'receiver book')
  if (name === 'account') return accounts(ctx)
  if (name === 'chain') return await chains(ctx)
  return []
}

async function wordsOf(
  { name }: CommandDocs,
  given: readonly string[],
  current: string,
  ctx: Ctx,
): Promise<Candidate[]> {
  const place = given.filter((word) => word.toLowerCase() !== 'to').length
  switch (name) {
    case 'quote':
    case 'best':
    case 'deposit':
    case 'swap': {
      if (place === 0) return name === 'swap' ? named(['max'], 'all the account has') : []
      if (place > 2) return []
      const to = place === 2 && given.at(-1)?.toLowerCase() !== 'to' ? named(['to']) : []
      return [...to, ...(await assetsFor(current, ctx))]
    }
    case 'status':
    case 'receipt':
    case 'resume':
    case 'claim':
      return place === 0 ? await receipts(ctx) : []
    case 'chains':
      return place === 0 ? await chains(ctx) : []
    case 'tokens':
      return place === 0 ? await assetsFor(current, ctx) : []
    case 'providers':
      return place === 0 ? named(providerIds) : []
    case 'providers check':
      return named(providerIds)
    case 'explain':
      return place === 0 ? named([...Object.keys(errorCodes), ...statusWords]) : []
    case 'schema':
      return place === 0
        ? named(shown(ctx.catalog).map((entry) => entry.name.split(' ', 1)[0] ?? ''))
        : []
    case 'completion':
      return place === 0 ? named(['bash', 'zsh', 'fish', 'powershell']) : []
    case 'config get':
    case 'config set':
    case 'config unset': {
      const { explainedSettings } = await import('../../commands/config/explained.ts')
      return place === 0
        ? explainedSettings.map(({ key, line }) => ({ value: key, hint: line }))
        : []
    }
    case 'book remove':
      return place === 0 ? named(Object.keys(ctx.config.receivers)) : []
    case 'book add':
      return place === 1 ? await chains(ctx) : []
    case 'wallet address':
    case 'wallet balance':
    case 'wallet default':
    case 'wallet rename':
    case 'wallet export':
    case 'wallet remove':
      return place === 0 ? accounts(ctx) : []
    case 'sandbox fund':
      return place === 0
        ? named(['alice', 'bob'])
        : place === 2
          ? await assetsFor(current, ctx)
          : []
    case 'sandbox fault':
      return place === 0 ? named(providerIds) : []
    default:
      return []
  }
}

/** Chains up to the colon, then the tokens of that chain. */
async function assetsFor(current: string, ctx: Ctx): Promise<Candidate[]> {
  const assets = await ctx.services.assets()
  const colon = current.indexOf(':')
  if (colon < 0) {
    return [
      ...ctx.config.favourites.map((value) => ({ value, hint: 'favourite' })),
      ...(await chains(ctx, ':')),
    ]
  }
  const chain = current.slice(0, colon)
  try {
    const { id } = assets.chain(chain)
    return assets
      .tokens(id)
      .map(({ symbol, name }) => ({ value: `${chain}:${symbol}`, hint: name }))
  } catch {
    return [] // no such chain: nothing to offer
  }
}

async function chains(ctx: Ctx, end = ''): Promise<Candidate[]> {
  const assets = await ctx.services.assets()
  return assets
    .chains()
    .filter(({ testnet }) => !testnet)
    .flatMap(({ id, name, aliases }) =>
      [id.toLowerCase(), ...aliases.slice(0, 1)].map((word) => ({
        value: `${word}${end}`,
        hint: name,
      })),
    )
}

/** Names of the keystores alone: to list them properly every file would be read. */
function accounts({ config }: Ctx): Candidate[] {
  if (config.sandbox) return named(['alice', 'bob'], 'sandbox account')
  try {
    return readdirSync(join(config.folders.config, 'accounts'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ value: file.slice(0, -'.json'.length), hint: 'account' }))
  } catch {
    return []
  }
}

async function receipts(ctx: Ctx): Promise<Candidate[]> {
  const journal = await ctx.services.journal()
  return journal.history(mostReceipts).map(({ receiptId, provider, status }) => ({
    value: receiptId,
    hint: `${status} ${provider}`,
  }))
}

function named(values: readonly string[], hint = ''): Candidate[] {
  return [...new Set(values)].map((value) => ({ value, hint }))
}
