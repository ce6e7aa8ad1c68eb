import { type FundsState, type SwaprouteError, errorCodes, systemFault } from '../core/errors.ts'
import { errorLines, warningLines } from '../format/errors.ts'
import { noPaint, type Paint } from '../format/paint.ts'
import { plain, terminalLine } from '../format/plain.ts'
import {
  type Command,
  type CommandEvent,
  fundsWithoutWord,
  type InterruptSummary,
} from '../commands/frame/command.ts'
import type { Config } from '../commands/frame/config.ts'
import {
  answerDocument,
  errorDocument,
  type Meta,
  type Mode,
  type Sink,
  toJsonText,
} from '../commands/frame/output.ts'
import type { Services } from '../commands/frame/services.ts'
import type { Given } from '../commands/inputs/input.ts'
import type { CommandDocs, Io, Printable, Screen, Warning } from '../commands/frame/shapes.ts'

/** State of one run; filled while the line is parsed. */
export type RunState = {
  io: Io
  command: string | null
  money: CommandDocs['money']
  playMoney: boolean
  config: Config | null
  services: Services | null
  warnings: Warning[]
  interrupted: (() => InterruptSummary | null) | null
  /** Result of the command; null before. */
  ended: {
    funds: FundsState | null
    receiptId: string | null
    failure: SwaprouteError | null
  } | null
  given: Given
  mode: Mode
  startedAtMs: number
  sequence: number
}

export type Screens = { answer: Screen; notes: Screen }

/** The document of `--json` for an answer of this run. */
export function documentOfAnswer(
  command: Pick<Command, 'name'>,
  answer: Printable,
  state: RunState,
): Record<string, unknown> {
  const warnings = [...answer.warnings, ...state.warnings]
  const { failure, funds, data } = answer
  return failure === null
    ? answerDocument(command.name, answer, metaOf(state), warnings)
    : errorDocument(command.name, failure, metaOf(state), warnings, failure.funds ?? funds, data)
}

/** The document of `--json` for an error that ended this run. */
export function documentOfError(error: SwaprouteError, state: RunState): Record<string, unknown> {
  const funds = error.funds ?? fundsWithoutWord(state.money)
  return errorDocument(state.command, error, metaOf(state), state.warnings, funds)
}

export function printAnswer(
  command: Command,
  answer: Printable,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  { answer: screen, notes }: Screens,
): void {
  const { mode, io } = state
  if (mode === 'json' || mode === 'ndjson') {
    writeDocument(documentOfAnswer(command, answer, state), state, stdout)
    return
  }
  printWarnings([...state.warnings, ...answer.warnings], state, stderr, notes)
  const brief = state.given.has('quiet') && mode === 'human' ? answer.brief : undefined
  const lines =
    brief?.() ?? (mode === 'plain' ? answer.plain() : answer.screen({ ...screen, nowMs: io.now() }))
  const heading = isSandbox(state) && command.raw !== true && brief === undefined
  if (heading) {
    // The output for scripts has the same first line everywhere.
    if (mode === 'plain') stderr.write(`${sandboxText}\n`)
    else stdout.write(`${screen.paint.inverse(` ${sandboxText} `)}\n\n`)
  }
  stdout.write(toText(lines, screen))
  if (answer.failure !== null) {
    stderr.write(toText(['', ...errorLines(answer.failure, notes.width, notes.paint)], notes))
  }
}

const sandboxText = 'SANDBOX: play money on local chains'

export function printError(
  error: SwaprouteError,
  state: RunState,
  stdout: Sink,
  stderr: Sink,
  { width, paint }: Pick<Screen, 'width' | 'paint'>,
): void {
  if (state.mode === 'json' || state.mode === 'ndjson') {
    writeDocument(documentOfError(error, state), state, stdout)
    return
  }
  if (isSandbox(state)) stderr.write(`${paint.inverse(` ${sandboxText} `)}\n`)
  printWarnings(state.warnings, state, stderr, { width, paint })
  const lines = errorLines(error, width, paint)
  if (state.given.has('verbose')) lines.push(...verboseLines(error))
  stderr.write(toText(lines, { paint }))
}

/** Sentences about the money, if this run may have moved some. */
const fates: Partial<Record<FundsState, string>> = {
  approved_only: 'An approval was sent, the payment was not',
  sent: 'The payment was sent',
  delivered: 'The swap was completed',
  refunding: 'The payment was sent and is on its way back',
  unknown: 'The payment may have been sent',
}

/**
 * For an answer that could not be written to stdout: prints one line on stderr, in every mode, with
 * what was sent, so that a swap that moved money is never silent. Returns the exit status.
 */
export function printLostAnswer(
  fault: Error,
  exit: number,
  repeated: string,
  { ended, interrupted }: RunState,
  stderr: Sink,
): number {
  const failure = ended?.failure ?? null
  const sentences = [`could not write the answer to stdout: ${systemFault(fault)}.`]
  if (failure !== null) sentences.push(`${failure.code}: ${failure.message}`)
  // Only commands that execute swaps set an interrupt summary.
  const funds = interrupted === null ? null : (ended?.funds ?? null)
  const fate = funds === null ? undefined : fates[funds]
  if (fate !== undefined) {
    const receipt = ended?.receiptId == null ? 'history' : `receipt ${ended.receiptId}`
    sentences.push(`${fate}: do not repeat the command, see \`swaproute ${receipt}${repeated}\`.`)
  }
  stderr.write(`${plain(sentences.join(' '), 2000)}\n`)
  if (exit !== 0) return exit
  return (fate === undefined ? errorCodes.INTERNAL : errorCodes.OUTCOME_UNKNOWN).exit
}

function printWarnings(
  warnings: readonly Warning[],
  state: RunState,
  stderr: Sink,
  { width, paint }: Pick<Screen, 'width' | 'paint'>,
): void {
  if (state.given.has('quiet')) return
  for (const { message } of warnings) {
    stderr.write(toText(warningLines(message, width, paint), { paint }))
  }
}

/** Details for support; a stack trace only for our own bugs. */
function verboseLines(error: SwaprouteError): string[] {
  const lines: string[] = []
  if (Object.keys(error.context).length > 0) {
    lines.push(
      ...toJsonText(error.context, 2)
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

export function writeEvent(event: CommandEvent, state: RunState, stdout: Sink): void {
  state.sequence += 1
  const { type, ...rest } = event
  const play = isSandbox(state) ? { sandbox: true } : {}
  stdout.write(`${toJsonText({ type, seq: state.sequence, ...play, ...rest })}\n`)
}

export function toText(lines: readonly string[], screen: Pick<Screen, 'paint'>): string {
  const coloured = isColoured(screen)
  return lines.map((line) => `${terminalLine(line, coloured)}\n`).join('')
}

export function isColoured({ paint }: Pick<Screen, 'paint'>): boolean {
  return paint !== noPaint
}

function writeDocument(document: Record<string, unknown>, state: RunState, stdout: Sink): void {
  if (state.mode === 'ndjson') {
    state.sequence += 1
    stdout.write(`${toJsonText({ type: 'result', seq: state.sequence, ...document })}\n`)
    return
  }
  stdout.write(`${toJsonText(document, state.io.terminal.stdout ? 2 : undefined)}\n`)
}

function isSandbox({ config, playMoney }: RunState): boolean {
  return playMoney || config?.sandbox === true
}

function metaOf(state: RunState): Meta {
  const { config, io, startedAtMs } = state
  const nowMs = io.now()
  return {
    backend: config?.backend ?? 'embedded',
    sandbox: isSandbox(state),
    generatedAt: new Date(nowMs).toISOString(),
    durationMs: nowMs - startedAtMs,
    version: io.version,
  }
}

const widest = 200
const narrowest = 60
const pipeWidth = 120
const noEdge = 10_000
export async function screenOf(
  io: Io,
  stream: 'stdout' | 'stderr',
  noColour: boolean,
): Promise<Screen> {
  const terminal = io.terminal[stream]
  const wanted = Number(io.env['COLUMNS'])
  const natural = terminal ? (io.columns ?? 80) : pipeWidth
  const isSet = Number.isSafeInteger(wanted) && wanted > 0
  const width = Math.min(widest, Math.max(narrowest, isSet ? wanted : natural))
  return {
    width,
    tableWidth: terminal || isSet ? width : noEdge,
    paint: await createPaint(colourLevel(io.env, terminal, noColour)),
    nowMs: io.now(),
  }
}

export type ColourLevel = 0 | 1 | 2 | 3

/**
 * Colour level of a stream. `--no-color` and NO_COLOR turn colours off, FORCE_COLOR forces a level,
 * otherwise only terminals have them. https://no-color.org, https://force-color.org (2026-11)
 */
export function colourLevel(
  env: Readonly<Record<string, string | undefined>>,
  terminal: boolean,
  noColour: boolean,
): ColourLevel {
  if (noColour) return 0
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) {
    if (forced === '0' || forced === 'false') return 0
    if (forced === '2') return 2
    return forced === '3' ? 3 : 1
  }
  if ((env['NO_COLOR'] ?? '') !== '' || !terminal || env['TERM'] === 'dumb') return 0
  const { COLORTERM = '', TERM = '' } = env
  if (/^(truecolor|24bit)$/.test(COLORTERM)) return 3
  return TERM.includes('256color') ? 2 : 1
}

/** The colours of a stream; the library is only loaded if there are any. */
export async function createPaint(level: ColourLevel): Promise<Paint> {
  if (level === 0) return noPaint
  const { Chalk } = await import('chalk')
  return new Chalk({ level })
}
