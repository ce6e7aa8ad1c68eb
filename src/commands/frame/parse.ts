import { SwaprouteError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import type { CatalogEntry } from './catalog.ts'
import { commonFlags, moneyFlags, quoteFlags } from './flags.ts'
import type { Flag, Flags, Input } from './shapes.ts'

const wellKnownFlags: readonly Flag[] = [...commonFlags, ...quoteFlags, ...moneyFlags]
const numberLike = /^-\.?\d/

/**
 * Finds the command among the words of the line; flags may stand before it. Returns the rest of
 * the line with the command's own words taken out.
 * @throws SwaprouteError INVALID_ARGUMENT for an unknown command, with the nearest ones
 */
export function findCommand(
  argv: readonly string[],
  catalog: readonly CatalogEntry[],
): { entry: CatalogEntry; rest: string[] } | { entry: null; group: string | null } {
  const first = bareWords(argv, 0).find(({ word }) => isCommandWord(catalog, word))
  if (first === undefined) {
    const stranger = bareWords(argv, 0)[0]
    if (stranger === undefined) return { entry: null, group: null }
    throw unknownCommand(stranger.word, [...new Set(catalog.map(({ name }) => firstWord(name)))])
  }
  const second = bareWords(argv, first.index + 1)[0]
  const pair = catalog.find(({ name }) => name === `${first.word} ${second?.word ?? ''}`)
  const single = catalog.find(({ name }) => name === first.word)
  if (single !== undefined && pair === undefined) {
    return { entry: single, rest: without(argv, [first.index]) }
  }
  if (second === undefined) return { entry: null, group: first.word }
  if (pair === undefined) {
    const children = catalog
      .filter(({ name }) => name.startsWith(`${first.word} `))
      .map(({ name }) => name.slice(first.word.length + 1))
    throw unknownCommand(second.word, children, first.word)
  }
  return { entry: pair, rest: without(argv, [first.index, second.index]) }
}

/**
 * Reads the line of one command. Every problem is refused with its own sentence: unknown flag,
 * flag given twice, value missing or not among the choices, value where there is none, too many
 * words.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function parseLine(
  command: { name: string; flags: readonly Flag[]; maxWords: number },
  argv: readonly string[],
): Input {
  const known = [...command.flags, ...commonFlags]
  const given = new Map<string, string[]>()
  const words: string[] = []
  const pending = [...argv]

  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    if (word === '--') {
      words.push(...pending.splice(0))
    } else if (!isFlag(word)) {
      words.push(word)
    } else {
      readFlag(word, pending, known, given, command.name)
    }
  }
  if (words.length > command.maxWords) {
    const extra = words[command.maxWords] ?? ''
    throw refusal(`\`${command.name}\` does not know what to do with "${extra}".`, command.name)
  }
  return { flags: toFlags(given), words }
}

/** Flags of a line whose command is not known (yet): only those of every command. */
export function scanCommonFlags(argv: readonly string[]): Flags<string> {
  const given = new Map<string, string[]>()
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? ''
    if (word === '--') break
    if (!isFlag(word)) continue
    const [name, inline] = splitFlag(word)
    const flag = commonFlags.find((candidate) => matches(candidate, name))
    if (flag === undefined) continue
    const value = 'value' in flag ? (inline ?? argv[index + 1] ?? '') : ''
    given.set(flag.name, [value])
  }
  return toFlags(given)
}

function readFlag(
  word: string,
  pending: string[],
  known: readonly Flag[],
  given: Map<string, string[]>,
  command: string,
): void {
  const [name, inline] = splitFlag(word)
  const flag = known.find((candidate) => matches(candidate, name))
  if (flag === undefined) {
    const group = /^-([A-Za-z])(.+)$/.exec(word)
    const first = known.find(({ short }) => short === group?.[1])
    if (group === null || first === undefined) throw unknownFlag(name, known, command)
    // `-a1` carries its value; `-qv` is a group of switches.
    if (first.value === undefined) pending.unshift(`-${group[2] ?? ''}`)
    keep(first, first.value === undefined ? null : (group[2] ?? ''), given, command)
    return
  }
  if (flag.value === undefined && flag.optionalValue === undefined) {
    if (inline !== null) throw refusal(`--${flag.name} takes no value.`, command)
    keep(flag, null, given, command)
    return
  }
  if (flag.optionalValue !== undefined) {
    keep(flag, inline, given, command)
    return
  }
  const next = pending[0]
  const taken = inline ?? (next === undefined || isFlag(next) ? null : pending.shift())
  if (taken === null || taken === undefined || taken === '') {
    throw refusal(`--${flag.name} needs a value: --${flag.name} ${flag.value}.`, command)
  }
  keep(flag, taken, given, command)
}

function keep(
  flag: Flag,
  value: string | null,
  given: Map<string, string[]>,
  command: string,
): void {
  const before = given.get(flag.name)
  if (before !== undefined && flag.repeatable !== true) {
    throw refusal(`--${flag.name} is given twice.`, command)
  }
  if (value !== null && flag.choices !== undefined && !flag.choices.includes(value)) {
    throw refusal(`--${flag.name} is one of ${flag.choices.join(', ')}, not "${value}".`, command)
  }
  given.set(flag.name, [...(before ?? []), value ?? ''])
}

function toFlags(given: ReadonlyMap<string, readonly string[]>): Flags<string> {
  return {
    on: (name) => given.has(name),
    text: (name) => given.get(name)?.find((value) => value !== ''),
    list: (name) => given.get(name) ?? [],
  }
}

/** Words that are neither flags nor values of flags this function knows, with their places. */
function bareWords(argv: readonly string[], from: number): { word: string; index: number }[] {
  const found: { word: string; index: number }[] = []
  for (let index = from; index < argv.length; index += 1) {
    const word = argv[index] ?? ''
    if (word === '--') break
    if (!isFlag(word)) {
      found.push({ word, index })
      continue
    }
    const [name, inline] = splitFlag(word)
    const flag = wellKnownFlags.find((candidate) => matches(candidate, name))
    if (flag?.value !== undefined && inline === null) index += 1
  }
  return found
}

function isCommandWord(catalog: readonly CatalogEntry[], word: string): boolean {
  return catalog.some(({ name }) => firstWord(name) === word)
}

function firstWord(name: string): string {
  return name.split(' ', 1)[0] ?? name
}

function without(argv: readonly string[], places: readonly number[]): string[] {
  return argv.filter((_, index) => !places.includes(index))
}

/** A dash and something that is no number: `-5` is an amount, and a lone `-` means stdin. */
function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-' && !numberLike.test(word)
}

function splitFlag(word: string): [name: string, inline: string | null] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  return equals === -1 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)]
}

function matches(flag: Flag, word: string): boolean {
  return word === `--${flag.name}` || (flag.short !== undefined && word === `-${flag.short}`)
}

function refusal(message: string, command: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: `\`swaproute ${command} --help\` lists what it takes.`,
  })
}

function unknownFlag(name: string, known: readonly Flag[], command: string): SwaprouteError {
  const meant = nearest(
    name.replace(/^-+/, ''),
    known.map((flag) => flag.name),
    2,
  )
  const guess = meant.length === 0 ? '' : `Did you mean --${meant.join(' or --')}? `
  return new SwaprouteError('INVALID_ARGUMENT', `\`${command}\` has no flag ${name}.`, {
    hint: `${guess}\`swaproute ${command} --help\` lists its flags.`,
    context: { flag: name, suggestions: meant },
  })
}

function unknownCommand(word: string, names: readonly string[], parent?: string): SwaprouteError {
  const meant = nearest(word, names, 2)
  const prefix = parent === undefined ? '' : `${parent} `
  const shown = names.map((name) => `\`${prefix}${name}\``)
  const guess =
    meant.length === 0
      ? parent === undefined
        ? ''
        : `It has ${shown.join(', ')}. `
      : `Did you mean \`swaproute ${prefix}${meant.join(`\` or \`swaproute ${prefix}`)}\`? `
  return new SwaprouteError('INVALID_ARGUMENT', `There is no command "${prefix}${word}".`, {
    hint: `${guess}\`swaproute --help\` lists all commands.`,
    context: { command: `${prefix}${word}`, suggestions: meant },
  })
}
