import { SwaprouteError } from '../../core/errors.ts'
import { readSentence } from './sentence.ts'

/** Section of a flag in the help of a command; without one it comes last. */
export type FlagGroup =
  | 'swap'
  | 'parties'
  | 'route'
  | 'safety'
  | 'output'
  | 'listen'
  | 'callers'
  | 'operation'

/** Completion of a value in a shell. */
export type Completion =
  | 'account'
  | 'asset'
  | 'book'
  | 'chain'
  | 'code'
  | 'command'
  | 'file'
  | 'profile'
  | 'provider'
  | 'receipt'
  | 'sandbox-account'
  | 'setting'
  | 'shell'

/**
 * One input of a command, declared once as plain data: argv, the questions of a terminal and the
 * tools of agents all fill it, and help, man page and completion are printed from it.
 */
export type Flag = {
  /** Long name without dashes; in camel case it is the member of the command's input. */
  readonly name: string
  readonly short?: string
  /** Placeholder of the value; absent for a flag without a value. */
  readonly value?: string
  readonly repeatable?: true
  readonly choices?: readonly string[]
  readonly hint: string
  readonly group?: FlagGroup
  readonly values?: Completion
  /** Parses the text. Throws INVALID_ARGUMENT with a message for each mistake. */
  readonly read?: (text: string) => unknown
  /** Parses all texts of a repeatable flag. */
  readonly readAll?: (texts: readonly string[]) => unknown
}

type CamelCase<S extends string> = S extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : S

type ValueOf<F> = F extends { value: string }
  ? F extends { readAll: (texts: readonly string[]) => infer T }
    ? T
    : F extends { repeatable: true }
      ? readonly string[]
      :
          | (F extends { read: (text: string) => infer T }
              ? T
              : F extends { choices: readonly (infer Choice)[] }
                ? Choice
                : string)
          | undefined
  : boolean

/** The values of flags, by their names in camel case. */
export type Values<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as CamelCase<F['name']>]: ValueOf<F>
}

/**
 * Texts of flags by name, in the order of the command line; an empty list for a flag without a
 * value.
 */
export type Given = ReadonlyMap<string, readonly string[]>

/** The typed input of a command. */
export type Input<Flags extends readonly Flag[] = []> = Values<Flags> & {
  /** Positional words; empty if they are the sentence of a swap. */
  readonly words: readonly string[]
  /** The texts of the values, to print the same command line again. */
  readonly given: Given
}

/** Declaration of a command's input. */
export type InputDeclaration<Flags extends readonly Flag[] = readonly Flag[]> = {
  readonly flags: Flags
  /** Its words are `<amount> <from> [to] <to>`, equal to --amount, --from and --to. */
  readonly sentence?: true
  /** Pairs of flags of which only one may be given. */
  readonly conflicts?: readonly (readonly [one: string, other: string])[]
}

/**
 * The typed input of a command.
 * @throws SwaprouteError INVALID_ARGUMENT, or what a flag's `read` throws
 */
export function readInput<const Flags extends readonly Flag[]>(
  declaration: InputDeclaration<Flags>,
  given: Given,
  words: readonly string[],
): Input<Flags>
// An overload, since the members are computed from the declaration, as in `Values`.
export function readInput(
  { flags, sentence, conflicts = [] }: InputDeclaration,
  given: Given,
  words: readonly string[],
): Readonly<Record<string, unknown>> {
  const both = conflicts.find(([one, other]) => given.has(one) && given.has(other))
  if (both !== undefined) throw conflictOf(...both)
  const values = flags.map((flag): [string, unknown] => [
    camelCase(flag.name),
    valueOf(flag, given),
  ])
  const text = (name: string): string | undefined => given.get(name)?.[0]
  const asked =
    sentence === true
      ? readSentence(words, {
          amount: text('amount'),
          rawAmount: text('raw-amount'),
          from: text('from'),
          to: text('to'),
        })
      : {}
  const rest = sentence === true ? [] : words
  return { ...Object.fromEntries(values), ...asked, words: rest, given }
}

function valueOf(flag: Flag, given: Given): unknown {
  const { name, value, repeatable, read, readAll } = flag
  const texts = given.get(name)
  if (value === undefined) return texts !== undefined
  if (readAll !== undefined) return readAll(texts ?? [])
  if (repeatable === true) return texts ?? []
  const [text] = texts ?? []
  return text === undefined || read === undefined ? text : read(text)
}

function conflictOf(one: string, other: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', `--${one} and --${other} exclude each other.`, {
    hint: 'Use only one of them.',
  })
}

/** The member of a flag. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Texts of flags for a command started by another one. */
export function givenOf(texts: Readonly<Record<string, string | undefined>>): Given {
  return new Map(
    Object.entries(texts).flatMap(([name, text]): [string, string[]][] =>
      text === undefined ? [] : [[name, text === '' ? [] : [text]]],
    ),
  )
}
