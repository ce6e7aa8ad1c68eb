import { changedError, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { InterruptSummary } from '../commands/frame/command.ts'
import type { RunState } from './print.ts'
import type { Given } from '../commands/inputs/input.ts'
import { forShell } from '../commands/inputs/commandLine.ts'

/** The same error with pasteable commands in its hint. */
export function withFlags(error: SwaprouteError, given: Given): SwaprouteError {
  const { hint } = error
  if (hint === undefined) return error
  return changedError(error, { hint: withRepeated(hint, repeatedFlags(given)) })
}

/**
 * The error that ends the run. For a command that moves money, `funds` is none_moved unless set by
 * the execution, the journal or this run.
 */
export function failureOf(thrown: unknown, state: RunState, signal: AbortSignal): SwaprouteError {
  const error = withClockHint(toSwaprouteError(thrown), state)
  const summary = state.interrupted?.() ?? null
  if (signal.aborted || error.code === 'INTERRUPTED') return interruption(error, summary, state)
  if (error.funds !== null || state.money !== 'moves') return error
  return changedError(error, { funds: summary?.funds ?? 'none_moved' })
}

/** In the sandbox a deadline is refused (E8) if a chain's clock was moved. */
function withClockHint(error: SwaprouteError, { config }: RunState): SwaprouteError {
  const { check, deadlineSeconds } = error.context
  if (config?.sandbox !== true || check !== 'E8' || deadlineSeconds === undefined) return error
  const hint =
    'Nothing was signed. A chain whose clock was moved (`sandbox fault … advance`) stays ahead: `swaproute sandbox reset` sets all clocks back.'
  return changedError(error, { hint })
}

/**
 * After an interrupt every failure becomes the interrupt, with one sentence about signatures and
 * orders.
 */
function interruption(
  error: SwaprouteError,
  summary: InterruptSummary | null,
  { money }: RunState,
): SwaprouteError {
  if (summary !== null) {
    return new SwaprouteError('INTERRUPTED', summary.text, {
      ...(summary.next === null ? {} : { hint: summary.next }),
      context: { ...error.context, ...summary.details },
      funds: summary.funds,
      ...(summary.money === undefined ? {} : { money: summary.money }),
    })
  }
  if (error.code === 'INTERRUPTED' && error.funds !== null) return error
  const isKnown = money === 'moves' && error.funds === null
  return new SwaprouteError(
    'INTERRUPTED',
    isKnown ? 'Interrupted before anything was sent.' : 'Interrupted.',
    {
      context: error.context,
      ...(isKnown ? { funds: 'none_moved' } : error.funds === null ? {} : { funds: error.funds }),
    },
  )
}

/** Errors of libraries may nest; deeper ones are not shown. */
const maxCauses = 8

/**
 * The same error without secrets (K9). Output is redacted again, but a wrapped or cut secret would
 * no longer be recognized.
 */
export function cleanError(
  error: SwaprouteError,
  redact: (text: string) => string,
): SwaprouteError {
  const clean = new SwaprouteError(error.code, redact(error.message), {
    ...(error.hint === undefined ? {} : { hint: redact(error.hint) }),
    context: cleanRecord(error.context, redact),
    serviceCode: error.serviceCode,
    ...(error.funds === null ? {} : { funds: error.funds }),
    ...(error.money === undefined ? {} : { money: redact(error.money) }),
    cause: cleanCause(error.cause, redact, 0),
  })
  return clean
}

function cleanCause(cause: unknown, redact: (text: string) => string, depth: number): unknown {
  if (!(cause instanceof Error) || depth === maxCauses) return undefined
  const clean = new Error(redact(cause.message), {
    cause: cleanCause(cause.cause, redact, depth + 1),
  })
  if (cause.stack !== undefined) clean.stack = redact(cause.stack)
  return clean
}

function cleanRecord(
  record: Record<string, unknown>,
  redact: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, cleanValue(value, redact)]),
  )
}

function cleanValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, redact))
  // Only plain objects: dates and classes would lose their type.
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? cleanRecord({ ...value }, redact) : value
}

const repeatedNames = ['config', 'profile', 'backend', 'url', 'sandbox']

/** Flags that a suggested command needs to run in the same place. */
export function repeatedFlags(given: Given): string {
  return repeatedNames
    .flatMap((name) => {
      const texts = given.get(name)
      if (texts === undefined) return []
      return [name, ...texts.map(forShell)].map((word, index) =>
        index === 0 ? ` --${word}` : ` ${word}`,
      )
    })
    .join('')
}

/** The same, for a command that this run starts. */
export function repeatedGiven(given: Given): Given {
  return new Map([...given].filter(([name]) => repeatedNames.includes(name)))
}

const ownCommand = /`swaproute (?:claim|resume|receipt|history|status)\b[^`]*`/g

/** Adds this run's flags to the commands in a sentence, so that they run in the same place. */
export function withRepeated(text: string, repeated: string): string {
  return text.replace(ownCommand, (command) =>
    command.includes(repeated.trim()) ? command : `${command.slice(0, -1)}${repeated}\``,
  )
}
