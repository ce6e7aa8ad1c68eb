import { SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import { errorLines, warningLines } from '../../format/errors.ts'
import { plain } from '../../format/plain.ts'
import { createAsk } from './ask.ts'
import { catalog } from './catalog.ts'
import { colourLevel, createPaint } from './colours.ts'
import { type Config, resolveConfig } from './config.ts'
import type { CommandEvent, Ctx, InterruptSummary } from './context.ts'
import { commandHelp, groupHelp, rootHelp } from './help.ts'
import type { Io } from './io.ts'
import { createLive, noLive } from './live.ts'
import {
  answerDocument,
  createSink,
  errorDocument,
  type Meta,
  type Mode,
  type Sink,
  toJson,
} from './output.ts'
import { findCommand, parseLine, scanCommonFlags } from './parse.ts'
import type { Services } from './services.ts'
import type { Command, Flags, Input, Printable, Screen, Warning } from './spec.ts'

/** What the frame cannot make itself: the layers below hand it in through main. */
export type Frame = {
  compose(config: Config, host: Host): Services
  /** Throws SECRET_IN_ARGUMENTS (SAFETY.md K2). `hashes`: the command takes 32-byte hashes. */
  refuseSecrets(argv: readonly string[], rules: { hashes: boolean }): void
}

/** What the composition root may use of the run. */
export type Host = {
  io: Io
  signal: AbortSignal
  ask: Ctx['ask']
  note: Ctx['note']
  warn: Ctx['warn']
  live: Ctx['live']
}

const widest = 200
const narrowest = 60
const pipeWidth = 120
/** How long a command may finish what it is doing once the user interrupts. */
const interruptGraceMs = 5_000

/** Commands whose words may be 32-byte hashes. */
const hashCommands: ReadonlySet<string> = new Set(['status', 'receipt', 'resume', 'tokens'])

/** One run of the program: the line is read, the command runs, the answer or error is printed. */
export async function run(argv: readonly string[], io: Io, frame: Frame): Promise<number> {
  const startedAtMs = io.now()
  const early = scanCommonFlags(argv)
  const state: RunState = {
    io,
    command: null,
    config: null,
    services: null,
    warnings: [],
    interrupted: null,
    flags: early,
    mode: modeOf(early),
    startedAtMs,
    sequence: 0,
  }
  const redact = (text: string): string => state.services?.redact(text) ?? text
  const stdout = createSink(io.stdout, redact)
  const stderr = createSink(io.stderr, redact)
  const noColour = early.on('no-color') || state.mode !== 'human'
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
  try {
    exit = await attempt(argv, frame, state, stdout, stderr, screens, controller.signal)
  } catch (thrown) {
    const error = failureOf(thrown, state, controller.signal)
    printError(error, state, stdout, stderr, screens.notes)
    exit = error.exit
  } finally {
    release()
    await state.services?.close()
    await Promise.all([stdout.flush(), stderr.flush()])
  }
  return stdout.failure() === null ? exit : Math.max(exit, 1)
}

type RunState = {
  io: Io
  command: string | null
  config: Config | null
  services: Services | null
  warnings: Warning[]
  interrupted: (() => InterruptSummary) | null
  flags: Flags<string>
  mode: Mode
  startedAtMs: number
  sequence: number
}

type Screens = { answer: Screen; notes: Screen }

async function attempt(
  argv: readonly string[],
  frame: Frame,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  screens: Screens,
  signal: AbortSignal,
): Promise<number> {
  const { io } = state
  const found = locate(argv, frame)
  if (found.entry === null) {
    const text =
      found.group === null ? rootHelp(catalog, io.version) : groupHelp(catalog, found.group)
    if (found.group !== null && !state.flags.on('help')) throw needsSubcommand(found.group)
    stdout.write(text)
    return 0
  }
  frame.refuseSecrets(argv, { hashes: hashCommands.has(found.entry.name) })
  const command = await found.entry.load()
  state.command = command.name
  if (state.flags.on('help')) {
    stdout.write(commandHelp(command))
    return 0
  }
  const input = parseLine(command, found.rest)
  refuseTwoModes(input.flags)
  state.flags = input.flags
  state.config = resolveConfig(input.flags, io)
  state.warnings.push(...state.config.warnings)

  const ctx = createContext(frame, state, state.config, stdout, stderr, screens, signal)
  const answer = await untilInterrupted(command, input, ctx)
  ctx.live.stop()
  printAnswer(command, answer, state, stdout, stderr, screens)
  return answer.exit
}

function locate(argv: readonly string[], frame: Frame): ReturnType<typeof findCommand> {
  try {
    return findCommand(argv, catalog)
  } catch (error) {
    // The message repeats a word of the line: a secret must be found first.
    frame.refuseSecrets(argv, { hashes: false })
    throw error
  }
}

function createContext(
  frame: Frame,
  state: RunState,
  config: Config,
  stdout: Sink,
  stderr: Sink,
  screens: Screens,
  signal: AbortSignal,
): Ctx {
  const { io, mode, flags } = state
  const quiet = flags.on('quiet')
  const forPeople = mode === 'human' || mode === 'plain'
  const mayAsk =
    io.terminal.stdin &&
    io.terminal.stderr &&
    forPeople &&
    !flags.on('no-input') &&
    !isSet(io.env['CI'])
  const drawn = io.terminal.stderr && forPeople && !quiet && io.env['TERM'] !== 'dumb'
  const live = drawn ? createLive(stderr, io.columns ?? 80) : noLive
  const host: Host = {
    io,
    signal,
    live,
    ask: createAsk(io, mayAsk, signal),
    note(lines) {
      if (!forPeople || quiet) return
      live.stop()
      stderr.write(lines.map((line) => `${line}\n`).join(''))
    },
    warn(code, message) {
      state.warnings.push({ code, message })
    },
  }
  const services = frame.compose(config, host)
  state.services = services
  return {
    ...host,
    mode,
    config,
    services,
    notes: screens.notes,
    verbose: flags.on('verbose'),
    repeated: repeatedFlags(flags),
    emit(event) {
      if (mode === 'ndjson') writeEvent(event, state, stdout)
    },
    onInterrupt(summary) {
      state.interrupted = summary
    },
  }
}

/** The command, or INTERRUPTED when it has not come to an end some time after the interrupt. */
async function untilInterrupted(command: Command, input: Input, ctx: Ctx): Promise<Printable> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    ctx.signal.addEventListener('abort', () => {
      timer = setTimeout(() => {
        reject(new SwaprouteError('INTERRUPTED', 'Interrupted.'))
      }, interruptGraceMs)
    })
  })
  try {
    return await Promise.race([command.run(input, ctx), overdue])
  } finally {
    clearTimeout(timer)
    ctx.live.stop()
  }
}

/** After an interrupt every failure is the interrupt, with what was sent until then. */
function failureOf(thrown: unknown, state: RunState, signal: AbortSignal): SwaprouteError {
  const error = toSwaprouteError(thrown)
  if (!signal.aborted && error.code !== 'INTERRUPTED') return error
  const summary = state.interrupted?.()
  return new SwaprouteError(
    'INTERRUPTED',
    summary === undefined || summary.lines.length === 0
      ? 'Interrupted before anything was sent.'
      : `Interrupted. ${summary.lines.join(' ')}`,
    {
      ...(summary?.resume == null ? {} : { hint: `Go on with \`${summary.resume}\`.` }),
      context: { ...summary?.details },
      funds: summary?.funds ?? error.funds,
      cause: error.code === 'INTERRUPTED' ? undefined : thrown,
    },
  )
}

function printAnswer(
  command: Command,
  answer: Printable,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  { answer: screen, notes }: Screens,
): void {
  const { mode, io } = state
  if (mode === 'json' || mode === 'ndjson') {
    const warnings = [...answer.warnings, ...state.warnings]
    const document =
      answer.failure === null
        ? answerDocument(command.name, answer, metaOf(state), warnings)
        : errorDocument(command.name, answer.failure, metaOf(state), warnings, answer.data)
    writeDocument(document, state, stdout)
    return
  }
  printWarnings([...state.warnings, ...answer.warnings], state, stderr, notes)
  const lines = mode === 'plain' ? answer.plain() : answer.screen({ ...screen, nowMs: io.now() })
  const heading = state.config?.sandbox === true && command.raw !== true
  if (heading) {
    if (mode === 'plain') stderr.write(`${sandboxText}\n`)
    else stdout.write(`${screen.paint.inverse(` ${sandboxText} `)}\n\n`)
  }
  stdout.write(lines.map((line) => `${line}\n`).join(''))
  if (answer.failure !== null) {
    stderr.write(`\n${errorLines(answer.failure, notes.width, notes.paint).join('\n')}\n`)
  }
}

const sandboxText = 'SANDBOX: play money on local chains'

function printError(
  error: SwaprouteError,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  { width, paint }: Screen,
): void {
  if (state.mode === 'json' || state.mode === 'ndjson') {
    const document = errorDocument(state.command, error, metaOf(state), state.warnings)
    writeDocument(document, state, stdout)
    return
  }
  if (state.config?.sandbox === true) stderr.write(`${paint.inverse(` ${sandboxText} `)}\n`)
  printWarnings(state.warnings, state, stderr, { width, paint, nowMs: 0 })
  const lines = errorLines(error, width, paint)
  if (state.flags.on('verbose')) lines.push(...verboseLines(error))
  stderr.write(lines.map((line) => `${line}\n`).join(''))
}

function printWarnings(
  warnings: readonly Warning[],
  state: RunState,
  stderr: Sink,
  { width, paint }: Screen,
): void {
  if (state.flags.on('quiet')) return
  for (const { message } of warnings) {
    stderr.write(
      warningLines(message, width, paint)
        .map((line) => `${line}\n`)
        .join(''),
    )
  }
}

/** Facts for the support desk; a stack only for faults of our own. */
function verboseLines(error: SwaprouteError): string[] {
  const lines: string[] = []
  if (Object.keys(error.context).length > 0) {
    lines.push(
      ...toJson(error.context, 2)
        .split('\n')
        .map((line) => `  ${plain(line, 2000)}`),
    )
  }
  const fault = error.code === 'INTERNAL' && error.cause instanceof Error ? error.cause : null
  if (fault?.stack !== undefined) {
    lines.push(...fault.stack.split('\n').map((line) => `  ${plain(line, 400)}`))
  }
  return lines
}

function writeEvent(event: CommandEvent, state: RunState, stdout: Sink): void {
  state.sequence += 1
  const { type, ...rest } = event
  stdout.write(`${toJson({ type, seq: state.sequence, ...rest })}\n`)
}

function writeDocument(document: Record<string, unknown>, state: RunState, stdout: Sink): void {
  if (state.mode === 'ndjson') {
    state.sequence += 1
    stdout.write(`${toJson({ type: 'result', seq: state.sequence, ...document })}\n`)
    return
  }
  stdout.write(`${toJson(document, state.io.terminal.stdout ? 2 : undefined)}\n`)
}

function metaOf({ config, io, startedAtMs }: RunState): Meta {
  const nowMs = io.now()
  return {
    backend: config?.backend ?? 'embedded',
    sandbox: config?.sandbox ?? false,
    generatedAt: new Date(nowMs).toISOString(),
    durationMs: nowMs - startedAtMs,
    version: io.version,
  }
}

async function screenOf(io: Io, stream: 'stdout' | 'stderr', noColour: boolean): Promise<Screen> {
  const terminal = io.terminal[stream]
  const wanted = Number(io.env['COLUMNS'])
  const natural = terminal ? (io.columns ?? 80) : pipeWidth
  const columns = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : natural
  return {
    width: Math.min(widest, Math.max(narrowest, columns)),
    paint: await createPaint(colourLevel(io.env, terminal, noColour)),
    nowMs: io.now(),
  }
}

/** What decides where a command runs has to stand in the next one as well. */
function repeatedFlags(flags: Flags<string>): string {
  const parts = ['config', 'backend', 'url', 'sandbox'].flatMap((name) => {
    const value = flags.text(name)
    return flags.on(name) ? [value === undefined ? `--${name}` : `--${name} ${value}`] : []
  })
  return parts.map((part) => ` ${part}`).join('')
}

function modeOf(flags: Flags<string>): Mode {
  if (flags.on('json')) return 'json'
  if (flags.on('ndjson')) return 'ndjson'
  return flags.on('plain') ? 'plain' : 'human'
}

function refuseTwoModes(flags: Flags<string>): void {
  const given = ['json', 'ndjson', 'plain'].filter((name) => flags.on(name))
  if (given.length < 2) return
  const names = given.map((name) => `--${name}`)
  throw new SwaprouteError('INVALID_ARGUMENT', `${names.join(' and ')} exclude each other.`, {
    hint: 'Keep one of them.',
  })
}

function needsSubcommand(word: string): SwaprouteError {
  const children = catalog
    .filter(({ name }) => name.startsWith(`${word} `))
    .map(({ name }) => name.slice(word.length + 1))
  return new SwaprouteError('INVALID_ARGUMENT', `\`${word}\` needs one of its commands.`, {
    hint: `It has ${children.join(', ')}; \`swaproute ${word} --help\` explains them.`,
  })
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
