import type { Asker } from '../core/routeRequest.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isUtf8, toAscii, toAsciiJson } from '../format/ascii.ts'
import { createAsk } from '../commands/frame/ask.ts'
import { catalog, type CatalogEntry } from './catalog.ts'
import {
  cleanError,
  failureOf,
  repeatedFlags,
  repeatedGiven,
  withFlags,
  withRepeated,
} from './failures.ts'
import { type Config, resolveConfig } from '../commands/frame/config.ts'
import type { Command, Host, WholeCtx } from '../commands/frame/command.ts'
import { foldersOf } from '../commands/frame/folders.ts'
import type { CommandCall, Io, Printable } from '../commands/frame/shapes.ts'
import type { Given } from '../commands/inputs/input.ts'
import { createLive, noLive } from '../commands/frame/liveRegion.ts'
import { createSink, type Mode, type Sink } from '../commands/frame/output.ts'
import {
  printAnswer,
  printLostAnswer,
  isColoured,
  printError,
  type RunState,
  type Screens,
  screenOf,
  toText,
  writeEvent,
} from './print.ts'
import { openCall, type OpenLine, openLine, wordsOfCall } from './line.ts'
import type { Services } from '../commands/frame/services.ts'

/** Dependencies that main injects into the frame. */
export type ProgramParts = {
  compose(config: Config, host: Host): Promise<Services>
  /** Throws SECRET_IN_ARGUMENTS (docs/safety.md K2). `hashes`: the command takes 32-byte hashes. */
  refuseSecrets(argv: readonly string[], rules: { hashes: boolean }): void
}

/** Default time a command may take to finish after an interrupt. */
const interruptGraceMs = 5_000

/** Commands whose words may be 32-byte hashes. */
const hashCommands: ReadonlySet<string> = new Set([
  'status',
  'receipt',
  'claim',
  'resume',
  'tokens',
  'sandbox deposit',
])

/**
 * One run of the program: parses the line, runs the command, prints the answer or error. A command
 * picked from the answer is a run of its own.
 */
export async function run(argv: readonly string[], io: Io, frame: ProgramParts): Promise<number> {
  return await runOpen(openLine(argv, catalog), argv, io, frame)
}

/** @param argv words to check for secrets */
async function runOpen(
  line: OpenLine,
  argv: readonly string[],
  io: Io,
  frame: ProgramParts,
): Promise<number> {
  const startedAtMs = io.now()
  const early = line.given
  const state: RunState = {
    io,
    command: null,
    money: undefined,
    playMoney: false,
    config: null,
    services: null,
    warnings: [],
    interrupted: null,
    ended: null,
    given: early,
    mode: modeOf(early),
    startedAtMs,
    sequence: 0,
  }
  const redact = (text: string): string => state.services?.redact(text) ?? text
  const isMachine = state.mode === 'json' || state.mode === 'ndjson'
  const shown = isUtf8(io.env) ? undefined : toAscii
  const stdout = createSink(io.stdout, redact, shown && isMachine ? toAsciiJson : shown)
  const stderr = createSink(io.stderr, redact, shown)
  const noColour = early.has('no-color') || state.mode !== 'human'
  const screens = {
    answer: await screenOf(io, 'stdout', noColour),
    notes: await screenOf(io, 'stderr', noColour),
  }
  const controller = new AbortController()
  const release = io.onInterrupt(() => {
    controller.abort()
    release()
  })
  let exit: number
  let next: CommandCall | null = null
  try {
    const ended = await attempt(
      argv,
      line,
      frame,
      state,
      stdout,
      stderr,
      screens,
      controller.signal,
    )
    exit = ended.exit
    next = ended.next
  } catch (thrown) {
    const failure = withFlags(failureOf(thrown, state, controller.signal), state.given)
    const error = cleanError(failure, redact)
    state.ended = { funds: error.funds, receiptId: receiptIn(error.context), failure: error }
    printError(error, state, stdout, stderr, screens.notes)
    exit = error.exit
  } finally {
    release()
    await state.services?.close()
    await Promise.all([stdout.flush(), stderr.flush()])
  }
  const fault = stdout.failure()
  if (fault === null) {
    if (next === null) return exit
    const open = openCall(next, repeatedGiven(state.given), catalog)
    return await runOpen(open, wordsOfCall(next), io, frame)
  }
  exit = printLostAnswer(fault, exit, repeatedFlags(state.given), state, stderr)
  await stderr.flush()
  return exit
}

/** The receipt id in an answer or in an error's context. */
function receiptIn(data: unknown): string | null {
  const found = typeof data === 'object' && data !== null && 'receiptId' in data
  return found && typeof data.receiptId === 'string' ? data.receiptId : null
}

async function attempt(
  argv: readonly string[],
  open: OpenLine,
  frame: ProgramParts,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  screens: Screens,
  signal: AbortSignal,
): Promise<{ exit: number; next: CommandCall | null }> {
  const { io } = state
  if (state.given.has('version')) {
    stdout.write(`${io.version}\n`)
    return { exit: 0, next: null }
  }
  const line = await open.read({
    refuseSecrets: (entry) => refuseSecrets(argv, entry, frame),
    found(command) {
      state.command = command.name
      state.money = command.money
      state.playMoney = command.playMoney === true
    },
    version: io.version,
    width: screens.answer.width,
  })
  if (line.help !== null) {
    stdout.write(line.help)
    return { exit: 0, next: null }
  }
  const { command, given } = line
  refuseTwoModes(given)
  state.given = given
  const config = resolveConfig(given, io, await foldersOf(io), command)
  state.config =
    command.inSandbox === true ? { ...config, sandbox: true, backend: 'embedded' } : config
  state.warnings.push(...state.config.warnings)

  const { config: used } = state
  const asker = command.asker ?? 'person'
  const ctx = await createContext(frame, state, used, asker, stdout, stderr, screens, signal)
  const answer = await untilInterrupted(command, line.run, ctx)
  ctx.live.stop()
  const { funds, data, failure, warnings } = answer
  const printed = {
    ...answer,
    failure: failure === null ? null : withFlags(failure, given),
    warnings: warnings.map(({ code, message }) => ({
      code,
      message: withRepeated(message, ctx.repeated),
    })),
  }
  state.ended = { funds, receiptId: receiptIn(data), failure }
  printAnswer(command, printed, state, stdout, stderr, screens)
  const next = (await answer.next?.()) ?? null
  return { exit: answer.exit, next }
}

function refuseSecrets(
  argv: readonly string[],
  entry: CatalogEntry | null,
  frame: ProgramParts,
): void {
  frame.refuseSecrets(argv, { hashes: entry !== null && hashCommands.has(entry.name) })
}

async function createContext(
  frame: ProgramParts,
  state: RunState,
  config: Config,
  asker: Asker,
  stdout: Sink,
  stderr: Sink,
  screens: Screens,
  signal: AbortSignal,
): Promise<WholeCtx> {
  const { io, mode, given } = state
  const quiet = given.has('quiet')
  const forPeople = mode === 'human' || mode === 'plain'
  const mayAsk =
    io.terminal.stderr &&
    io.terminal.stdin &&
    forPeople &&
    !given.has('no-input') &&
    !isSet(io.env['CI'])
  const drawn =
    io.terminal.stderr &&
    mode === 'human' &&
    !quiet &&
    io.env['TERM'] !== 'dumb' &&
    !isSet(io.env['CI'])
  const live = drawn
    ? createLive(stderr, io.stderr, io.columns ?? 80, isColoured(screens.notes), io.rows)
    : noLive
  const show = (lines: readonly string[]): void => {
    if (!forPeople) return
    live.stop()
    stderr.write(toText(lines, screens.notes))
  }
  const host: Host = {
    io,
    signal,
    live,
    ask: createAsk(io, mayAsk, signal),
    asker,
    quiet,
    note(lines) {
      if (!quiet) show(lines)
    },
    warn(code, message) {
      state.warnings.push({ code, message: state.services?.redact(message) ?? message })
    },
  }
  const services = await frame.compose(config, host)
  state.services = services
  const ctx: WholeCtx = {
    ...host,
    mode,
    config,
    services,
    notes: screens.notes,
    show,
    verbose: given.has('verbose'),
    repeated: repeatedFlags(given),
    async runCommand(call) {
      const line = await openCall(call, new Map(), catalog).read({
        refuseSecrets: (entry) => refuseSecrets(wordsOfCall(call), entry, frame),
        found: () => undefined,
        version: io.version,
        width: screens.notes.width,
      })
      const repeated = config.sandbox ? ' --sandbox' : ctx.repeated
      return await line.run({ ...ctx, repeated })
    },
    catalog,
    async runDocument(call, hooks) {
      const { runDocument } = await import('./innerRun.ts')
      return await runDocument(call, hooks, {
        ctx,
        state,
        noAsk: createAsk(io, false, signal),
        refuseSecrets: (entry) => {
          refuseSecrets(wordsOfCall(call), entry, frame)
        },
      })
    },
    write: (text) => {
      stdout.write(text)
    },
    emit(event) {
      if (mode === 'ndjson') writeEvent(event, state, stdout)
    },
    onInterrupt(summary) {
      state.interrupted = summary
    },
  }
  return ctx
}

/** Runs the command; INTERRUPTED if it does not finish in time after an interrupt. */
async function untilInterrupted(
  command: Command,
  run: (ctx: WholeCtx) => Promise<Printable>,
  ctx: WholeCtx,
): Promise<Printable> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    ctx.signal.addEventListener('abort', () => {
      if (command.graceMs === null) return
      timer = setTimeout(() => {
        reject(new SwaprouteError('INTERRUPTED', 'Interrupted.'))
      }, command.graceMs ?? interruptGraceMs)
    })
  })
  try {
    return await Promise.race([run(ctx), overdue])
  } finally {
    clearTimeout(timer)
    ctx.live.stop()
  }
}

function modeOf(given: Given): Mode {
  if (given.has('json')) return 'json'
  if (given.has('ndjson')) return 'ndjson'
  return given.has('plain') ? 'plain' : 'human'
}

function refuseTwoModes(given: Given): void {
  const modes = ['json', 'ndjson', 'plain'].filter((name) => given.has(name))
  if (modes.length < 2) return
  const names = modes.map((name) => `--${name}`)
  throw new SwaprouteError('INVALID_ARGUMENT', `${names.join(' and ')} exclude each other.`, {
    hint: 'Use only one of them.',
  })
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
