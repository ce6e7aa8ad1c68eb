import type { Readable, Writable } from 'node:stream'
import type { Asker } from '../../core/routeRequest.ts'
import type { FundsState, SwaprouteError } from '../../core/errors.ts'
import type { Paint } from '../../format/paint.ts'
import type { InputDeclaration, Completion } from '../inputs/input.ts'

/** Environment of one run: streams, variables, clock. Tests inject their own. */
export type Io = {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  /** Decided per stream: a pipe on one says nothing about the others. */
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean }
  /** Width of the terminal; null where there is none. */
  readonly columns: number | null
  /** Height of the terminal; absent where it is not known. */
  readonly rows?: number | undefined
  /** Writable, because a key is removed after reading (docs/safety.md K10). */
  env: Record<string, string | undefined>
  readonly cwd: string
  /** Home folder of the user, for the XDG defaults. */
  readonly home: string
  readonly version: string
  /** Of the running Node.js, without the v. */
  nodeVersion: string
  /** Unix milliseconds. */
  now: () => number
  /** Registers an interrupt callback; returns its removal. */
  onInterrupt: (callback: () => void) => () => void
}

/** Where a view is drawn. */
export type Screen = {
  /** Columns that text and cards are wrapped to. */
  width: number
  /** Columns a table may take: a pipe has no edge, and nothing is cut there. */
  tableWidth: number
  paint: Paint
  nowMs: number
}

export type Warning = { code: string; message: string }

/** What a command answers: `data` for machines, `view` for its own screen. */
export type Answer<View> = {
  data: unknown
  view: View
  funds?: FundsState
  warnings?: readonly Warning[]
  /** Exit status of a successful answer where it is not 0 (`--exit-status`, `--wait`). */
  exit?: number
  /** A failure with something to show (a swap that failed after sending). */
  failure?: SwaprouteError
  /** Asked once the answer is on the screen: the command to run next, in a run of its own, or null. */
  next?: () => Promise<CommandCall | null>
}

/** A command with what it is asked to do, without a line being written for it. */
export type CommandCall = {
  command: string
  /** Texts of its flags; an empty one for a flag that is just on. */
  given: Readonly<Record<string, string>>
  words?: readonly string[]
}

/** An answer that can be printed in every mode. */
export type Printable = {
  data: unknown
  screen(screen: Screen): readonly string[]
  plain(): readonly string[]
  /** With --quiet; absent: as on the screen. */
  brief?: () => readonly string[]
  funds: FundsState
  warnings: readonly Warning[]
  exit: number
  failure: SwaprouteError | null
  next?: () => Promise<CommandCall | null>
}

export type CommandDocs = InputDeclaration & {
  name: string
  summary: string
  /** Usage after the name: `<amount> <from> [to] <to>`. */
  usage: string
  about?: string
  examples: readonly string[]
  /** The answer is a file for a program (a completion script): printed without a heading. */
  raw?: true
  /** Always about the sandbox, whatever the flags say. */
  playMoney?: true
  /** Runs on the sandbox's chains without `--sandbox`. */
  inSandbox?: true
  /** Whose quotes it asks for, where they are not those of the person at the command line. */
  asker?: Asker
  /**
   * `moves`: may move money; `follows`: about money that may have moved before. Absent: neither.
   */
  money?: 'moves' | 'follows'
  /** Runs with a wrong configuration file, which it is there to mend. */
  mendsConfig?: true
  /** How long it may take to end once interrupted; 5s by default. */
  graceMs?: number
  /** Most words after the command. */
  maxWords: number
  /** What a shell offers for each of them; the last one also for all that follow. */
  wordValues?: readonly (Completion | null)[]
  /** Flags that it refuses with a sentence of its own; its help does not offer them. */
  refuses?: readonly string[]
}

/** A command of the program, loaded only when it is needed. */
export type ListedCommand = {
  /** One word, or two for `wallet new`. */
  name: string
  summary: string
  /** For programs: named in no help. */
  hidden?: true
  load(): Promise<CommandDocs>
}
