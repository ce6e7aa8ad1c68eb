import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '../../core/errors.ts'
import { providerIds } from '../../core/providerIds.ts'
import { statusNames } from '../../core/status.ts'
import type { Ctx } from '../../commands/frame/command.ts'
import { profileNames } from '../../commands/frame/profiles.ts'
import { commonFlags } from '../../commands/inputs/flags.ts'
import type { CommandDocs, ListedCommand } from '../../commands/frame/shapes.ts'
import type { Flag, Completion } from '../../commands/inputs/input.ts'
import { findCommand } from '../findCommand.ts'
import { topicNames } from '../topicNames.ts'

/** A possible next word, with its description. */
export type Candidate = { value: string; hint: string }

type Catalog = readonly ListedCommand[]

/** Makes the shell complete file names. */
const filesWord = ':files'
const files: Candidate[] = [{ value: filesWord, hint: '' }]

const mostReceipts = 20

/** Candidates for the last word, from this machine alone. */
export async function candidatesFor(
  words: readonly string[],
  ctx: Ctx<'assets' | 'journal'>,
): Promise<Candidate[]> {
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
  ctx: Ctx<'assets' | 'journal'>,
): Promise<Candidate[]> {
  const { catalog } = ctx
  if (before[0] === 'help') return before.length === 1 ? helpWords(catalog) : []
  const { entry, group, rest } = findCommand(before, catalog)
  if (entry === null) {
    if (current.startsWith('-')) return flagsOf(commonFlags, before)
    return group === null ? firstWords(catalog) : childrenOf(group, catalog)
  }
  const command = await entry.load()
  const flags: readonly Flag[] = [...command.flags, ...commonFlags]
  const last = before.at(-1) ?? ''
  const open = flags.find(({ name, short, value }) => {
    return (
      value !== undefined && (last === `--${name}` || (short !== undefined && last === `-${short}`))
    )
  })
  if (open !== undefined) {
    const { choices, values } = open
    return choices === undefined ? await offered(values ?? null, current, ctx) : named(choices)
  }
  if (current.startsWith('-')) return flagsOf(flags, before)
  return await wordsOf(command, positional(rest, flags), current, ctx)
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

/** Flags that are not given yet, or are repeatable. */
function flagsOf(flags: readonly Flag[], before: readonly string[]): Candidate[] {
  return flags
    .filter(({ name, repeatable }) => repeatable === true || !before.includes(`--${name}`))
    .map(({ name, hint }) => ({ value: `--${name}`, hint }))
}

/** Candidates for a positional word. */
async function wordsOf(
  { name, sentence, maxWords, wordValues = [] }: CommandDocs,
  given: readonly string[],
  current: string,
  ctx: Ctx<'assets' | 'journal'>,
): Promise<Candidate[]> {
  if (sentence !== true) {
    const place = Math.min(given.length, wordValues.length - 1)
    return given.length < maxWords ? await offered(wordValues[place] ?? null, current, ctx) : []
  }
  const place = given.filter((word) => word.toLowerCase() !== 'to').length
  if (place === 0) return name === 'swap' ? named(['max'], 'the full balance') : []
  if (place > 2) return []
  const to = place === 2 && given.at(-1)?.toLowerCase() !== 'to' ? named(['to']) : []
  return [...to, ...(await assetsFor(current, ctx))]
}

async function offered(
  values: Completion | null,
  current: string,
  ctx: Ctx<'assets' | 'journal'>,
): Promise<Candidate[]> {
  switch (values) {
    case 'account':
      return accounts(ctx)
    case 'asset':
      return await assetsFor(current, ctx)
    case 'book':
      return named(Object.keys(ctx.config.receivers), 'receiver book')
    case 'chain':
      return await chains(ctx)
    case 'code':
      return named([...Object.keys(errorCodes), ...statusNames])
    case 'command':
      return named(shown(ctx.catalog).map((entry) => entry.name.split(' ', 1)[0] ?? ''))
    case 'file':
      return files
    case 'profile':
      return named(profileNames(ctx.config.folders), 'profile')
    case 'provider':
      return named(providerIds)
    case 'receipt':
      return await receipts(ctx)
    case 'sandbox-account':
      return named(['alice', 'bob'])
    case 'setting': {
      const { explainedSettings } = await import('../../commands/config/explained.ts')
      return explainedSettings.map(({ key, line }) => ({ value: key, hint: line }))
    }
    case 'shell':
      return named(['bash', 'zsh', 'fish', 'powershell'])
    case null:
      return []
    default:
      return values satisfies never
  }
}

/** Chains up to the colon, then the tokens of that chain. */
async function assetsFor(current: string, ctx: Ctx<'assets'>): Promise<Candidate[]> {
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
    return [] // unknown chain: no candidates
  }
}

async function chains(ctx: Ctx<'assets'>, end = ''): Promise<Candidate[]> {
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

/** Names of the keystores only: a full list would read every file. */
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

async function receipts(ctx: Ctx<'journal'>): Promise<Candidate[]> {
  const journal = await ctx.services.journal()
  return journal.history(mostReceipts).map(({ receiptId, provider, status }) => ({
    value: receiptId,
    hint: `${status} ${provider}`,
  }))
}

function named(values: readonly string[], hint = ''): Candidate[] {
  return [...new Set(values)].map((value) => ({ value, hint }))
}
