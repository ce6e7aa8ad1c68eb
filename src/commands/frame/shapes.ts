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
  /** Per stream: one may be a pipe while the others are terminals. */
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean }
  /** Width of the terminal; null if absent. */
  readonly columns: number | null
  /** Height of the terminal; absent if unknown. */
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
  /** Columns of a table; a pipe has no width, so nothing is cut there. */
  tableWidth: number
  paint: Paint
  nowMs: number
}

export type Warning = { code: string; message: string }

/** Answer of a command: `data` for machines, `view` for its own screen. */
export type Answer<View> = {
  data: unknown
  view: View
  funds?: FundsState
  warnings?: readonly Warning[]
  /** Exit status of a successful answer if not 0 (`--exit-status`, `--wait`). */
  exit?: number
  /** A failure with something to show (a swap that failed after sending). */
  failure?: SwaprouteError
  /**
   * Called once the answer is on the screen: the command to run next, in a run of its own, or null.
   */
  next?: () => Promise<CommandCall | null>
}

/** A call of a command from within the program, without a command line. */
export type CommandCall = {
  command: string
  /** Texts of its flags; empty for a flag without a value. */
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
  /** The answer is a file for another program (a completion script), printed without a heading. */
  raw?: true
  /** Always about the sandbox, whatever the flags. */
  playMoney?: true
  /** Runs on the sandbox's chains without `--sandbox`. */
  inSandbox?: true
  /** The client its quotes belong to, if not the user at the command line. */
  asker?: Asker
  /**
   * `moves`: may move money; `follows`: about money that may have moved earlier. Absent: neither.
   */
  money?: 'moves' | 'follows'
  /** Runs with an invalid configuration file, in order to fix it. */
  mendsConfig?: true
  /** Creates the profile of `--profile` if it does not exist. */
  makesProfile?: true
  /** Time it may take to end once interrupted; 5s by default, null: it has a limit of its own. */
  graceMs?: number | null
  /** Maximum number of positional arguments. */
  maxWords: number
  /** Completions for each of them; the last one also applies to all that follow. */
  wordValues?: readonly (Completion | null)[]
  /** Flags that it refuses with an error of its own; its help omits them. */
  refuses?: readonly string[]
}

/** A command of the program, loaded only when it is needed. */
export type ListedCommand = {
  /** One word, or two for `wallet new`. */
  name: string
  summary: string
  /** For programs: not listed in help. */
  hidden?: true
  load(): Promise<CommandDocs>
}
