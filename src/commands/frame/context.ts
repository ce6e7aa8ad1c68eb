import type { FundsState } from '../../core/errors.ts'
import type { Ask } from './ask.ts'
import type { Config } from './config.ts'
import type { Io } from './io.ts'
import type { Live } from './live.ts'
import type { Mode } from './output.ts'
import type { Services } from './services.ts'
import type { CommandDocs, Printable, Screen } from './shapes.ts'

/** A line of `--ndjson` before the last one. */
export type CommandEvent = { type: 'route' | 'progress' | 'status'; [member: string]: unknown }

/** Everything a command may touch. */
export type Ctx = {
  mode: Mode
  config: Config
  services: Services
  ask: Ask
  live: Live
  /** Ends with the user's interrupt. */
  signal: AbortSignal
  io: Pick<Io, 'stdin' | 'cwd' | 'now' | 'version' | 'nodeVersion' | 'terminal' | 'env'>
  /** The screen of stderr, for cards in front of a question. */
  notes: Screen
  verbose: boolean
  /** Flags of this run that a suggested command needs as well: ` --sandbox`, or nothing. */
  repeated: string
  /** What every command takes, for completion. */
  loadCommands(): Promise<readonly CommandDocs[]>
  /** Runs another command line with the layers of this run; its answer is not printed. */
  runLine(words: readonly string[]): Promise<Printable>
  /** A line of `--ndjson`; nothing in the other modes. */
  emit(event: CommandEvent): void
  /** Lines for people on stderr; nothing with `--json`, `--ndjson` and `--quiet`. */
  note(lines: readonly string[]): void
  /** As `note`, with `--quiet` too: what somebody must see before he answers. */
  show(lines: readonly string[]): void
  /** A problem that does not stop the command: on stderr, or in the document. */
  warn(code: string, message: string): void
  /** What must be said should the user interrupt from here on; null: nothing is known. */
  onInterrupt(summary: () => InterruptSummary | null): void
}

/** What is known of signatures, orders and money when the user interrupts, and how to go on. */
export type InterruptSummary = {
  text: string
  details: Readonly<Record<string, unknown>>
  funds: FundsState
  /** Where the sentence of `funds` is too coarse. */
  money?: string
  /** The sentence with the command that goes on. */
  next: string | null
}
