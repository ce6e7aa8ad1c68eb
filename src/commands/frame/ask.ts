import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SwaprouteError } from '../../core/errors.ts'
import { cellText } from '../../format/plain.ts'
import type { Io } from './shapes.ts'
import type { Prompts } from './prompts.ts'

/**
 * Questions to the user. Each has a flag that answers it; `possible`: whether a user can be asked.
 */
export type Ask = {
  possible: boolean
  confirm(question: string): Promise<boolean>
  /** Whether the expected text was typed; a wrong answer is asked again (X6). */
  typed(question: string, expected: Expected): Promise<boolean>
  /** Index of the picked line. */
  choose(question: string, lines: readonly string[]): Promise<number>
  /** Hidden input. */
  hidden(question: string): Promise<string>
}

/** The text to type. */
export type Expected = {
  /** Accepts a typed text with single spaces. */
  accepts(text: string): boolean
  /** Shown after a wrong answer. */
  mismatch: string
}

/** Wrong answers before the answer counts as no. */
const mostTries = 3
/**
 * How long type-ahead is drained before a question: a terminal delivers it at once, and no user
 * answers faster than this.
 */
const drainMs = 50
const interruptKey = 0x03

/** Opened by a question, not before: most runs read nothing from standard input. */
type Context = { input: Readable; output: Writable; signal: AbortSignal }

/** Prompts go to stderr; stdout carries the answer only. The library prints text unchanged (X1). */
export function createAsk(
  io: Pick<Io, 'stdin' | 'stderr'>,
  possible: boolean,
  signal: AbortSignal,
): Ask {
  const guarded = async <T>(
    question: (prompts: Prompts, context: Context) => Promise<T>,
  ): Promise<T> => {
    if (!possible) {
      throw new SwaprouteError(
        'CONFIRMATION_REQUIRED',
        'An answer is needed, but this is not an interactive terminal.',
      )
    }
    // Loaded first: there must be no wait between draining and the question.
    const { prompts } = await import('./prompts.ts')
    if (await drainTypedKeys(io.stdin)) throw interruptedAtQuestion()
    try {
      return await question(prompts, { input: io.stdin, output: io.stderr, signal })
    } catch (cause) {
      // Recognized by name, because the library is loaded on demand.
      const name = cause instanceof Error ? cause.name : ''
      if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw cause
      throw interruptedAtQuestion()
    }
  }
  return {
    possible,
    confirm: (message) =>
      guarded(({ confirm }, context) =>
        confirm({ message: cellText(message), default: false, theme }, context),
      ),
    typed: (message, expected) =>
      guarded(async ({ input }, context) => {
        let tries = 0
        let accepted = false
        const validate = (text: string): true | string => {
          const answer = text.trim().replace(/\s+/g, ' ')
          tries += 1
          accepted = expected.accepts(answer)
          if (accepted || /^no?$/i.test(answer) || tries === mostTries) return true
          return cellText(expected.mismatch)
        }
        const cleared = { ...theme, validationFailureMode: 'clear' } as const
        await input({ message: cellText(message), validate, theme: cleared }, context)
        return accepted
      }),
    choose: (message, lines) =>
      guarded(({ select }, context) => {
        const choices = lines.map((line, value) => ({ name: cellText(line), value }))
        return select({ message: cellText(message), choices, loop: false, theme }, context)
      }),
    hidden: (message) =>
      guarded(({ password }, context) => password({ message: cellText(message), theme }, context)),
  }
}

/** Replaces the library's green tick, which it also prints after a no. */
const theme = { prefix: { idle: '?', done: '›' } }

function interruptedAtQuestion(): SwaprouteError {
  return new SwaprouteError('INTERRUPTED', 'Interrupted at the question.')
}

/**
 * Discards keys typed before the question is on the screen (X6), as sudo and ssh do. True: an
 * interrupt was among them.
 */
async function drainTypedKeys(stdin: Readable): Promise<boolean> {
  let interrupted = false
  const discard = (chunk: Buffer | string): void => {
    interrupted ||= Buffer.from(chunk).includes(interruptKey)
  }
  // The terminal keeps an unfinished line until raw mode delivers it.
  setRaw(stdin, true)
  stdin.on('data', discard)
  stdin.resume()
  await wait(drainMs)
  stdin.off('data', discard)
  stdin.pause()
  if (interrupted) setRaw(stdin, false)
  return interrupted
}

function setRaw(stdin: Readable & { setRawMode?: (raw: boolean) => unknown }, raw: boolean): void {
  stdin.setRawMode?.(raw)
}
