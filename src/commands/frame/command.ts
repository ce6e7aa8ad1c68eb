import type { Asker } from '../../core/routeRequest.ts'
import type { FundsState } from '../../core/errors.ts'
import type { PlannedSwap } from '../../execution/planned.ts'
import type { Ask } from './ask.ts'
import type { Config } from './config.ts'
import type { Live } from './liveRegion.ts'
import type { Mode } from './output.ts'
import type { Services } from './services.ts'
import { type Flag, type Given, type Input, readInput } from '../inputs/input.ts'
import type {
  Answer,
  CommandCall,
  CommandDocs,
  Io,
  ListedCommand,
  Printable,
  Screen,
} from './shapes.ts'

/** A line of `--ndjson` before the last one. */
export type CommandEvent = {
  type: 'route' | 'progress' | 'status' | 'round'
  [member: string]: unknown
}

/** Environment of one run and its messages to the user. */
export type Host = {
  io: Io
  /** Aborts with the user's interrupt. */
  signal: AbortSignal
  ask: Ask
  asker: Asker
  live: Live
  quiet: boolean
  /** Lines for people on stderr; nothing with `--json`, `--ndjson` and `--quiet`. */
  note(lines: readonly string[]): void
  /** A problem that does not stop the command: on stderr, or in the document. */
  warn(code: string, message: string): void
}

/** Context of a command, with the services that it names. */
export type Ctx<Used extends keyof Services = never> = Omit<Host, 'io'> & {
  mode: Mode
  config: Config
  services: Pick<Services, Used>
  io: Pick<Io, 'stdin' | 'cwd' | 'home' | 'now' | 'version' | 'nodeVersion' | 'terminal' | 'env'>
  /** The screen of stderr, for cards in front of a question. */
  notes: Screen
  verbose: boolean
  /** Flags of this run that a suggested command needs too: ` --sandbox`, or empty. */
  repeated: string
  /** Every command of the program. */
  catalog: readonly ListedCommand[]
  /** Runs another command within this run; its answer is not printed. */
  runCommand(call: CommandCall): Promise<Printable>
  /**
   * Runs another command as with `--json`, within this run and its configuration: errors are in the
   * document, nothing is printed and no question is asked.
   */
  runDocument(call: CommandCall, hooks: DocumentHooks): Promise<Record<string, unknown>>
  /** Raw text on stdout, for a command whose answer is a protocol. */
  write(text: string): void
  /** Gets the swap that `--unsigned` prints, where another program carries it out. */
  onPlanned?: (planned: PlannedSwap) => void
  /** A line of `--ndjson`; nothing in the other modes. */
  emit(event: CommandEvent): void
  /** As `note`, also with `--quiet`: for what the user must see before answering. */
  show(lines: readonly string[]): void
  /** Sets the summary printed on an interrupt; null if nothing is known. */
  onInterrupt(summary: () => InterruptSummary | null): void
}

/** Context with every service, as the program has it. */
export type WholeCtx = Ctx<keyof Services>

/** Hooks of a `runDocument` run. */
export type DocumentHooks = {
  /** Ends this command alone. */
  signal: AbortSignal
  onEvent?: (event: CommandEvent) => void
  /** Gets the swap that `swap --unsigned` planned. */
  onPlanned?: (planned: PlannedSwap) => void
  /** Replaces services for this command. */
  services?: Partial<Services>
}

/** State of signatures, orders and money at an interrupt, and how to continue. */
export type InterruptSummary = {
  text: string
  details: Readonly<Record<string, unknown>>
  funds: FundsState
  /** Replaces the sentence of `funds` if that is too coarse. */
  money?: string
  /** Sentence with the command to continue. */
  next: string | null
}

export type Command = CommandDocs & {
  /**
   * Reads the input and returns a function that runs the command.
   * @throws SwaprouteError INVALID_ARGUMENT for an invalid value
   */
  prepare(given: Given, words: readonly string[]): (ctx: WholeCtx) => Promise<Printable>
}

/**
 * Default `funds` of a document: `unknown` for a command about earlier swaps, `none_moved` for any
 * other.
 */
export function fundsWithoutWord(money: CommandDocs['money']): FundsState {
  return money === 'follows' ? 'unknown' : 'none_moved'
}

/**
 * A command: metadata as plain data, `run` which returns a value and prints nothing, `screen` and
 * `plain` which turn the value into lines.
 */
export function defineCommand<const F extends readonly Flag[], View>(
  command: Omit<CommandDocs, 'flags'> & {
    flags: F
    run(input: Input<F>, ctx: WholeCtx): Promise<Answer<View>>
    screen(view: View, screen: Screen): readonly string[]
    plain(view: View): readonly string[]
    /** The bare answer, for --quiet and scripts. */
    brief?(view: View): readonly string[]
  },
): Command {
  return {
    ...command,
    prepare(given, words) {
      const input = readInput(command, given, words)
      return async (ctx) => {
        const answer = await command.run(input, ctx)
        return {
          data: answer.data,
          screen: (screen) => command.screen(answer.view, screen),
          plain: () => command.plain(answer.view),
          ...(command.brief === undefined
            ? {}
            : { brief: () => command.brief?.(answer.view) ?? [] }),
          funds: answer.funds ?? fundsWithoutWord(command.money),
          warnings: answer.warnings ?? [],
          exit: answer.failure?.exit ?? answer.exit ?? 0,
          failure: answer.failure ?? null,
          ...(answer.next === undefined ? {} : { next: answer.next }),
        }
      }
    },
  }
}
