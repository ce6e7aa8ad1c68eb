import { Command as Program, CommanderError, Option } from 'commander'
import { SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { readTonHash } from '../core/tonHash.ts'
import type { Command, WholeCtx } from '../commands/frame/command.ts'
import type { CommandCall, Printable } from '../commands/frame/shapes.ts'
import { commonFlags } from '../commands/inputs/flags.ts'
import { type Flag, type Given, givenOf } from '../commands/inputs/input.ts'
import type { CatalogEntry } from './catalog.ts'
import { earlyFlags, findCommand, isFlag } from './findCommand.ts'
import { rootHelp } from './help/rootHelp.ts'

/** A command with its parsed input. */
export type CommandLine = {
  help: null
  command: Command
  given: Given
  run: (ctx: WholeCtx) => Promise<Printable>
}

/** Result of a parsed line. */
export type Line = { help: string } | CommandLine

/** Callbacks while the line is parsed. */
export type Reader = {
  /** Called before any part of the line is echoed or loaded; null if no command was found. */
  refuseSecrets(entry: CatalogEntry | null): void
  /** Called with the command before its flags are checked. */
  found(command: Command): void
  version: string
  /** Columns of the help. */
  width: number
}

export type OpenLine<Read extends Line = Line> = {
  /** Flags read before the command is known; `read` refuses mistakes in them. */
  given: Given
  /**
   * Finds the command, loads it and reads its input.
   * @throws SwaprouteError INVALID_ARGUMENT, with a message for each kind of mistake
   */
  read(reader: Reader): Promise<Read>
}

/**
 * Parses a line with commander: first the flags of every command, which may be anywhere and decide
 * how a mistake in the rest is printed, then the command's own.
 */
export function openLine(argv: readonly string[], catalog: readonly CatalogEntry[]): OpenLine {
  const line = toCommanderWords(argv)
  const { entry, group, rest } = findCommand(line, catalog)
  const { program, given } = parserOf(earlyFlags, true)
  const { operands, unknown } = program.parseOptions(rest)
  // `--json=yes` is a mistake, but its error is still a JSON document.
  for (const { name } of commonFlags) {
    if (unknown.some((word) => word.startsWith(`--${name}=`))) given.set(name, [])
  }
  return {
    given,
    async read(reader) {
      reader.refuseSecrets(entry)
      if (entry === null) {
        const words = [...operands, ...unknown]
        return { help: await withoutCommand(words, group, given, catalog, reader) }
      }
      const command = await entry.load()
      reader.found(command)
      if (given.has('help')) {
        const { commandHelp } = await import('./help/commandHelp.ts')
        return { help: commandHelp(command, reader.width) }
      }
      const input = readFlags(command, rest)
      const run = command.prepare(input.given, input.words)
      return { help: null, command, given: input.given, run }
    },
  }
}

/** A command started by the program itself, with the common flags of the current run. */
export function openCall(
  { command: name, given: texts, words = [] }: CommandCall,
  common: Given,
  catalog: readonly CatalogEntry[],
): OpenLine<CommandLine> {
  const given = new Map([...common, ...givenOf(texts)])
  const entry = catalog.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`no command: ${name}`)
  return {
    given,
    async read(reader) {
      reader.refuseSecrets(entry)
      const command = await entry.load()
      reader.found(command)
      return { help: null, command, given, run: command.prepare(given, words) }
    },
  }
}

/** The same as words, to check for secrets. */
export function wordsOfCall({ given, words = [] }: CommandCall): string[] {
  return [...Object.entries(given).map(([name, text]) => `--${name}=${text}`), ...words]
}

/**
 * A line without a command: a topic, the first screen, or a mistake.
 * @param words the rest of the line without the known flags and their values
 * @throws SwaprouteError INVALID_ARGUMENT
 */
async function withoutCommand(
  words: readonly string[],
  group: string | null,
  given: Given,
  catalog: readonly CatalogEntry[],
  reader: Reader,
): Promise<string> {
  const asked = given.has('help')
  const word = words.find((candidate) => !isFlag(candidate))
  if (group !== null) {
    const names = catalog.flatMap(({ name }) =>
      name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
    )
    if (word !== undefined) throw unknownCommand(toPlain(word), names, group)
    if (!asked) throw needsCommand(group, names)
    const { groupHelp } = await import('./help/commandHelp.ts')
    return groupHelp(catalog, group, reader.width)
  }
  if (asked && (word !== undefined || words.includes('--all'))) {
    const { isTopic, topicHelp } = await import('./help/topics.ts')
    const name = word ?? 'commands'
    if (isTopic(name)) return topicHelp(name, catalog, reader.width)
  }
  if (word !== undefined) {
    const { withoutSuchCommand } = await import('./help/unknown.ts')
    throw withoutSuchCommand(toPlain(word), catalog, asked)
  }
  const names: string[] = commonFlags.map(({ name }) => name)
  const [stranger] = words
  if (stranger !== undefined && !asked) {
    const { withoutSuchFlag } = await import('./help/unknown.ts')
    throw withoutSuchFlag(stranger, names)
  }
  if (asked || given.size === 0) return rootHelp(catalog, reader.version)
  throw new SwaprouteError('INVALID_ARGUMENT', 'The command is missing.', {
    hint: '`swaproute help` shows how to begin; `swaproute help commands` lists all commands.',
  })
}

/** The flags of a line as parsed by commander, in order. */
type Parser = {
  program: Program
  given: Map<string, string[]>
  names: string[]
  /** Flags whose value is empty, or has the form of a flag, which commander accepts. */
  empty: Set<string>
}

/** @param lenient accepts any value or none, since the whole line is not known yet */
function parserOf(flags: readonly Flag[], lenient: boolean): Parser {
  const given = new Map<string, string[]>()
  const names: string[] = []
  const empty = new Set<string>()
  const program = new Program()
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .allowUnknownOption(lenient)
    .argument('[words...]')
  for (const { name, short, value, choices } of flags) {
    const spelt = `${short === undefined ? '' : `-${short}, `}--${name}`
    const placeholder = lenient ? `[${value ?? ''}]` : `<${value ?? ''}>`
    const option = new Option(value === undefined ? spelt : `${spelt} ${placeholder}`)
    program.addOption(choices === undefined || lenient ? option : option.choices(choices))
    program.on(`option:${name}`, (text: string | null | undefined) => {
      names.push(name)
      if (text === '' || text?.startsWith('--') === true) empty.add(name)
      given.set(name, [...(given.get(name) ?? []), ...(text == null ? [] : [toPlain(text)])])
    })
  }
  return { program, given, names, empty }
}

/** @throws SwaprouteError INVALID_ARGUMENT for the first mistake in a line with a known command */
function readFlags(
  command: Command,
  rest: readonly string[],
): { given: Given; words: readonly string[] } {
  const flags: readonly Flag[] = [...command.flags, ...commonFlags]
  const { program, given, names, empty } = parserOf(flags, false)
  try {
    program.parse(rest, { from: 'user' })
  } catch (thrown) {
    throw thrown instanceof CommanderError ? toMistake(thrown, flags, command.name) : thrown
  }
  for (const { name, value, repeatable } of flags) {
    if (value !== undefined && empty.has(name)) {
      throw refusal(needsValue(name, value), command.name)
    }
    const isRepeated = names.indexOf(name) !== names.lastIndexOf(name)
    if (isRepeated && repeatable !== true)
      throw refusal(`--${name} was given more than once.`, command.name)
  }
  const words = program.args.map(toPlain)
  const extra = words[command.maxWords]
  if (extra !== undefined) throw refusal(`Unexpected argument "${extra}".`, command.name)
  return { given, words }
}

/**
 * Maps commander's errors by their codes, which are part of its interface; the facts are in quotes.
 */
function toMistake(
  { code, message }: CommanderError,
  flags: readonly Flag[],
  command: string,
): SwaprouteError {
  const [, name = ''] = /option '(?:-\w, )?--([\w-]+)/.exec(message) ?? []
  const flag = flags.find((one) => one.name === name)
  const [, text = ''] = /argument '(.*)' is invalid/s.exec(message) ?? []
  const lacksValue =
    code === 'commander.optionMissingArgument' || text.startsWith('--') || text === ''
  if (code !== 'commander.unknownOption' && flag?.value !== undefined && lacksValue) {
    return refusal(needsValue(name, flag.value), command)
  }
  if (code === 'commander.invalidArgument') {
    const choices = flag?.choices?.join(', ') ?? ''
    return refusal(`--${name} is one of ${choices}, not "${toPlain(text)}".`, command)
  }
  const [, stranger = ''] = /unknown option '(.*)'/s.exec(message) ?? []
  const [spelt = ''] = stranger.startsWith('--') ? stranger.split('=', 1) : [stranger]
  const names = flags.map((one) => one.name)
  return spelt !== stranger && names.includes(spelt.slice(2))
    ? refusal(`${spelt} takes no value.`, command)
    : unknownFlag(spelt, names, command)
}

function needsValue(name: string, value: string): string {
  return `--${name} needs a value: --${name} ${value}.`
}

/** Prefix of a word that commander would parse as a flag; process arguments cannot contain it. */
const wordMark = '\0'
const numberLike = /^-\.?\d/

/**
 * The line for commander. Words that begin with a dash are marked: those after `--`, numbers in any
 * spelling (`-5`, `-1,000`, `-1%`), of which commander recognizes only some, and TON hashes as
 * base64url, of which one in 64 begins with a dash.
 * `--wait=TIME` becomes `--wait --wait-for=TIME`, and `help` at the start `--help` at the end.
 */
function toCommanderWords(argv: readonly string[]): string[] {
  const line = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
  const end = line.includes('--') ? line.indexOf('--') : line.length
  return line.flatMap((word, index) => {
    if (word.startsWith('-') && (index > end || isWord(word))) return wordMark + word
    if (index === end || !word.startsWith('--wait=')) return word
    const time = word.slice('--wait='.length)
    return time === '' ? '--wait' : ['--wait', `--wait-for=${time}`]
  })
}

function isWord(text: string): boolean {
  return numberLike.test(text) || readTonHash(text) !== null
}

function toPlain(word: string): string {
  return word.startsWith(wordMark) ? word.slice(1) : word
}

function refusal(message: string, command: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: `\`swaproute ${command} --help\` lists what it takes.`,
  })
}

function unknownFlag(name: string, known: readonly string[], command: string): SwaprouteError {
  const meant = nearest(name.replace(/^-+/, ''), known, 2)
  const guess = meant.length === 0 ? '' : `Did you mean --${meant.join(' or --')}? `
  return new SwaprouteError('INVALID_ARGUMENT', `\`${command}\` has no flag ${name}.`, {
    hint: `${guess}\`swaproute ${command} --help\` lists its flags.`,
    context: { flag: name, suggestions: meant },
  })
}

function unknownCommand(marked: string, names: readonly string[], parent: string): SwaprouteError {
  const word = toPlain(marked)
  const meant = nearest(word, names, 2)
  const prefix = `${parent} `
  const shown = names.map((name) => `\`${prefix}${name}\``)
  const guess =
    meant.length === 0
      ? `Subcommands: ${shown.join(', ')}. `
      : `Did you mean \`swaproute ${prefix}${meant.join(`\` or \`swaproute ${prefix}`)}\`? `
  return new SwaprouteError('INVALID_ARGUMENT', `There is no command "${prefix}${word}".`, {
    hint: `${guess}\`swaproute help commands\` lists all commands.`,
    context: { command: `${prefix}${word}`, suggestions: meant },
  })
}

function needsCommand(group: string, names: readonly string[]): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', `\`${group}\` needs one of its commands.`, {
    hint: `Subcommands: ${names.join(', ')}; \`swaproute ${group} --help\` explains them.`,
  })
}
