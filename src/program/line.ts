import { Command as Program, Option } from 'commander'
import { SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { readTonHash } from '../core/tonHash.ts'
import type { CatalogEntry } from './catalog.ts'
import type { Command } from '../commands/frame/command.ts'
import { commonFlags, moneyFlags, quoteFlags } from '../commands/frame/flags.ts'
import { rootHelp } from './help/rootHelp.ts'
import type { Flag, Flags, Input } from '../commands/frame/shapes.ts'

/** A parsed line. */
export type Line = { help: string } | { help: null; command: Command; input: Input }

/** Callbacks while the line is read. */
export type Reader = {
  /** Called before any part of the line is echoed or loaded; null: no command was found. */
  refuseSecrets(entry: CatalogEntry | null): void
  /** Called with the command before its flags are checked. */
  found(command: Command): void
  version: string
  /** Columns of the help. */
  width: number
}

export type OpenLine = {
  /** Flags known before the command; `read` refuses mistakes in them. */
  flags: Flags<string>
  /**
   * Finds the command, loads it and reads its flags and words.
   * @throws SwaprouteError INVALID_ARGUMENT, with a sentence for each kind of mistake
   */
  read(reader: Reader): Promise<Line>
}

/**
 * Reads a line with commander, in two passes: here the flags of every command, in `read` the command
 * with its own flags. For commander unknown flags are allowed and every value is optional; this file
 * refuses both at the end, because an error in the middle of the line would hide a `--json` after it.
 */
export function openLine(argv: readonly string[], catalog: readonly CatalogEntry[]): OpenLine {
  const given = createGiven()
  const program = new Program('swaproute')
    .helpOption(false)
    .exitOverride()
    .allowUnknownOption()
    .argument('[words...]')
  for (const flag of commonFlags) addFlag(program, flag, given)
  // Before the command, the value of such a flag must not be taken for the command.
  for (const flag of [...quoteFlags, ...moneyFlags]) {
    addFlag(program, { ...flag, short: undefined }, given)
  }
  const { operands, unknown } = program.parseOptions(toCommanderWords(argv))
  // `--json=yes` is a mistake whose error is still a JSON document.
  for (const { name } of commonFlags) {
    if (unknown.some((word) => word.startsWith(`--${name}=`))) given.keep(name, null)
  }
  return {
    flags: given.flags,
    async read(reader) {
      const answer: { line: Line | null } = { line: null }
      addCommands(program, catalog, given, reader, (line) => {
        answer.line = line
      })
      await program.parseAsync([...operands, ...unknown], { from: 'user' })
      return answer.line ?? { help: rootHelp(catalog, reader.version) }
    },
  }
}

/**
 * Adds every command of the catalog, without its flags: they follow when commander meets its name.
 * `answer` takes what the line asks for.
 */
function addCommands(
  program: Program,
  catalog: readonly CatalogEntry[],
  given: Given,
  reader: Reader,
  answer: (line: Line) => void,
): void {
  program.configureOutput({ writeErr: () => undefined })

  const addGroup = (parent: Program, name: string): Program => {
    const group = parent.command(name)
    return group
      .argument('[words...]')
      .allowUnknownOption()
      .action(async (words: string[]) => {
        const word = words.find((candidate) => !isFlag(candidate))
        if (word !== undefined && hasCommand(group, word)) return readFrom(group, word, words)
        reader.refuseSecrets(null)
        const names = group.commands.map((command) => command.name())
        if (word !== undefined) throw unknownCommand(word, names, name)
        if (!given.flags.on('help')) throw needsCommand(name, names)
        const { groupHelp } = await import('./help/commandHelp.ts')
        answer({ help: groupHelp(catalog, name, reader.width) })
      })
  }

  for (const entry of catalog) {
    const [first = '', second] = entry.name.split(' ')
    const parent =
      second === undefined
        ? program
        : (program.commands.find((command) => command.name() === first) ?? addGroup(program, first))
    const loaded: { command: Command | null } = { command: null }
    const leaf = parent
      .command(second ?? first)
      .argument('[words...]')
      .allowUnknownOption()
      .action(async (words: string[]) => {
        const { command } = loaded
        if (command === null) throw new Error(`${entry.name} is not loaded`)
        const word = words.find((candidate) => !isFlag(candidate))
        if (word !== undefined && hasCommand(leaf, word)) return readFrom(leaf, word, words)
        if (given.flags.on('help')) {
          const { commandHelp } = await import('./help/commandHelp.ts')
          return answer({ help: commandHelp(command, reader.width) })
        }
        refuseMistakes(command, given, words)
        answer({ help: null, command, input: { flags: given.flags, words: words.map(toPlain) } })
      })
    parent.hook('preSubcommand', async (_parent, chosen) => {
      if (chosen !== leaf || loaded.command !== null) return
      reader.refuseSecrets(entry)
      const command = await entry.load()
      loaded.command = command
      reader.found(command)
      for (const flag of [...command.flags, ...commonFlags]) addFlag(leaf, flag, given)
    })
  }

  program.action(async (words: string[]) => {
    const word = words.find((candidate) => hasCommand(program, candidate))
    if (word !== undefined) return readFrom(program, word, words)
    reader.refuseSecrets(null)
    const help = await helpWithoutCommand(words, given, catalog, reader)
    answer({ help })
  })
}

/**
 * A line without a command: a topic, the first screen, or a mistake.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
async function helpWithoutCommand(
  words: readonly string[],
  given: Given,
  catalog: readonly CatalogEntry[],
  reader: Reader,
): Promise<string> {
  const asked = given.flags.on('help')
  const topic = words.find((candidate) => !isFlag(candidate))
  if (asked && (topic !== undefined || words.includes('--all'))) {
    const { isTopic, topicHelp } = await import('./help/topics.ts')
    const name = topic ?? 'commands'
    if (isTopic(name)) return topicHelp(name, catalog, reader.width)
  }
  if (topic !== undefined) {
    const { withoutSuchCommand } = await import('./help/unknown.ts')
    throw withoutSuchCommand(toPlain(topic), catalog, asked)
  }
  const known = commonFlags.map(({ name }) => name)
  const [stranger] = words
  if (stranger !== undefined && !asked) {
    const { withoutSuchFlag } = await import('./help/unknown.ts')
    throw withoutSuchFlag(stranger, known)
  }
  if (asked || given.entries().length === 0) return rootHelp(catalog, reader.version)
  throw new SwaprouteError('INVALID_ARGUMENT', 'The command is missing.', {
    hint: '`swaproute help` shows how to begin; `swaproute help commands` lists all commands.',
  })
}

/** Reads the words again with the command in front: flags of its own came before it. */
async function readFrom(program: Program, command: string, words: string[]): Promise<void> {
  const rest = words.toSpliced(words.indexOf(command), 1)
  await program.parseAsync([command, ...rest], { from: 'user' })
}

function hasCommand(program: Program, word: string): boolean {
  return program.commands.some((command) => command.name() === word)
}

/** Values are optional for commander, so that a flag is never read as another's value. */
function addFlag(program: Program, flag: FlagRow, given: Given): void {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  const value = flag.value === undefined ? '' : ` [${flag.value}]`
  program
    .addOption(new Option(`${short}--${flag.name}${value}`))
    .on(`option:${flag.name}`, (text: string | null | undefined) => {
      given.keep(flag.name, text == null ? null : toPlain(text))
    })
}

type FlagRow = Omit<Flag, 'short'> & { short?: string | undefined }

type Given = {
  flags: Flags<string>
  /** Each flag with its values in the order of the line; null: given without one. */
  entries(): [name: string, values: readonly (string | null)[]][]
  keep(name: string, value: string | null): void
}

function createGiven(): Given {
  const given = new Map<string, (string | null)[]>()
  return {
    flags: {
      on: (name) => given.has(name),
      text: (name) => given.get(name)?.find((value) => value !== null) ?? undefined,
      list: (name) => given.get(name)?.filter((value) => value !== null) ?? [],
    },
    entries: () => [...given],
    keep(name, value) {
      given.set(name, [...(given.get(name) ?? []), value === '' ? null : value])
    },
  }
}

/** @throws SwaprouteError INVALID_ARGUMENT for the first mistake in a line with a known command */
function refuseMistakes(command: Command, given: Given, words: readonly string[]): void {
  const { name, maxWords } = command
  const known = new Map([...command.flags, ...commonFlags].map((flag) => [flag.name, flag]))
  for (const [flag, values] of given.entries()) {
    const row = known.get(flag)
    if (row === undefined) throw unknownFlag(`--${flag}`, [...known.keys()], name)
    const mistake = mistakeIn(row, values)
    if (mistake !== null && !words.some(isFlag)) throw refusal(mistake, name)
  }
  const stranger = words.find(isFlag)
  if (stranger !== undefined) {
    const [flag = ''] = stranger.startsWith('--') ? stranger.split('=', 1) : [stranger]
    const takesNone = flag !== stranger && known.has(flag.slice(2))
    if (takesNone) throw refusal(`${flag} takes no value.`, name)
    throw unknownFlag(flag, [...known.keys()], name)
  }
  const extra = words[maxWords]
  if (extra !== undefined) {
    throw refusal(`Unexpected argument "${toPlain(extra)}".`, name)
  }
}

function mistakeIn(flag: Flag, values: readonly (string | null)[]): string | null {
  const { name, value, choices, repeatable } = flag
  if (value !== undefined && values.includes(null)) {
    return `--${name} needs a value: --${name} ${value}.`
  }
  if (values.length > 1 && repeatable !== true) return `--${name} is given twice.`
  const odd = values.find((text) => text !== null && choices?.includes(text) === false)
  if (odd == null || choices === undefined) return null
  return `--${name} is one of ${choices.join(', ')}, not "${odd}".`
}

/** Marks a word that commander would read as a flag; process arguments cannot contain it. */
const wordMark = '\0'
const numberLike = /^-\.?\d/

/**
 * The line as commander gets it. Words that begin with a dash are marked: those after `--`, numbers
 * in any spelling (`-5`, `-1,000`, `-1%`), of which commander recognizes only some, and hashes of TON
 * as base64url, of which one in 64 begins with a dash.
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

/** A lone `-` means standard input. */
function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-'
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
