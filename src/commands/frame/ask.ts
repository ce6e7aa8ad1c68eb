import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SwaprouteError } from '../../core/errors.ts'
import { cellText } from '../../format/plain.ts'
import type { Io } from './shapes.ts'
import type { Prompts } from './prompts.ts'

/** Questions to the user. Every one has a flag that answers it; `possible` says who may be asked. */
export type Ask = {
  possible: boolean
  confirm(question: string): Promise<boolean>
  /** Whether the expected text was typed; a wrong one is asked for again (X6). */
  typed(question: string, expected: Expected): Promise<boolean>
  /** The index of the line that was picked. */
  choose(question: string, lines: readonly string[]): Promise<number>
  /** What is typed is not shown. */
  hidden(question: string): Promise<string>
}

/** What has to be typed. */
export type Expected = {
  /** Whether a typed text, its runs of blanks made one, means it. */
  accepts(text: string): boolean
  /** Said below the question after a wrong answer. */
  mismatch: string
}

/** How often an answer may be typed wrongly before it counts as a no. */
const mostTries = 3
/**
 * How long type-ahead is read before a question: a terminal hands over what it holds at once, and
 * nobody reads and answers a question faster than this.
 */
const drainMs = 50
const interruptKey = 0x03

/** Prompts go to stderr; stdout carries the answer only. The library prints what it is handed (X1). */
export function createAsk(
  io: Pick<Io, 'stdin' | 'stderr'>,
  possible: boolean,
  signal: AbortSignal,
): Ask {
  const context = { input: io.stdin, output: io.stderr, signal }
  const guarded = async <T>(question: (prompts: Prompts) => Promise<T>): Promise<T> => {
    if (!possible) {
      throw new SwaprouteError(
        'CONFIRMATION_REQUIRED',
        'An answer is needed, but this is not an interactive terminal.',
      )
    }
    // Loaded first: between the drained keys and the question there must be no wait.
    const { prompts } = await import('./prompts.ts')
    if (await drainTypedKeys(io.stdin)) throw interruptedAtQuestion()
    try {
      return await question(prompts)
    } catch (cause) {
      // The library's own classes; told by name because it is loaded on demand.
      const name = cause instanceof Error ? cause.name : ''
      if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw cause
      throw interruptedAtQuestion()
    }
  }
  return {
    possible,
    confirm: (message) =>
      guarded(({ confirm }) =>
        confirm({ message: cellText(message), default: false, theme }, context),
      ),
    typed: (message, expected) =>
      guarded(async ({ input }) => {
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
      guarded(({ select }) => {
        const choices = lines.map((line, value) => ({ name: cellText(line), value }))
        return select({ message: cellText(message), choices, loop: false, theme }, context)
      }),
    hidden: (message) =>
      guarded(({ password }) => password({ message: cellText(message), theme }, context)),
  }
}

/** The library ends every answer with a green tick, a no and a refused one as well. */
const theme = { prefix: { idle: '?', done: '›' } }

function interruptedAtQuestion(): SwaprouteError {
  return new SwaprouteError('INTERRUPTED', 'Interrupted at the question.')
}

/**
 * Throws away what was typed before the question stands on the screen (X6), as sudo and ssh do: it
 * would answer something the user has not read. True: an interrupt was among it.
 */
async function drainTypedKeys(stdin: Readable): Promise<boolean> {
  let interrupted = false
  const discard = (chunk: Buffer | string): void => {
    interrupted ||= Buffer.from(chunk).includes(interruptKey)
  }
  // A line that is not ended stays with the terminal until it hands over every key.
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
