import { setRaw } from './keyPress.ts'
import { type Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SwaprouteError } from '../../core/errors.ts'
import { isUtf8, toAscii } from '../../format/ascii.ts'
import { cellText } from '../../format/plain.ts'
import { wrap } from '../../format/width.ts'
import type { Io } from './shapes.ts'
import type { Prompts } from './prompts.ts'
import type { TypedAnswer } from './question.ts'

/**
 * Questions to the user. Each has a flag that answers it; `possible`: whether there is a terminal
 * to ask on.
 */
export type Ask = {
  possible: boolean
  /** Enter alone means no, unless `enter` is yes. `note` is redrawn each second. */
  confirm(question: string, enter?: 'yes' | 'no', note?: () => string): Promise<boolean>
  /** Whether the expected text was typed; a wrong answer is asked again (X6). */
  typed(question: string, expected: Expected, note?: () => string): Promise<boolean>
  /** Shows lines until Enter, then removes them from the terminal and its history. */
  reveal(lines: readonly string[], question: string): Promise<void>
  /** Index of the picked line. */
  choose(question: string, lines: readonly string[]): Promise<number>
  /** One row of a list, filtered by typing. */
  search<T>(question: string, list: SearchList<T>): Promise<T>
  /** A line of text; if `check` returns a reason, the question is repeated. */
  text(question: string, check: (text: string) => string | null, proposed?: string): Promise<string>
  /** Hidden input. */
  hidden(question: string): Promise<string>
}

/** What `search` offers. */
export type SearchList<T> = {
  /** The rows that match a typed text, best first. */
  find(text: string): readonly SearchRow<T>[]
  /** Settles when the rows have changed; they are redrawn unless the user has typed. */
  changed?: Promise<void>
}

/** `short` remains on the screen once the row is picked. */
export type SearchRow<T> = { line: string; short: string; value: T }

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
 * Time for draining type-ahead before a question: a terminal delivers it at once, and no user
 * answers faster than this.
 */
const drainMs = 50
const interruptKey = 0x03

/** Opened by the first question: most runs do not read standard input. */
type Context = { input: Readable; output: Writable; signal: AbortSignal }

/** Prompts go to stderr; stdout carries the answer only. The library prints text unchanged (X1). */
export function createAsk(
  io: Pick<Io, 'stdin' | 'stderr' | 'env'>,
  possible: boolean,
  signal: AbortSignal,
): Ask {
  const encode = isUtf8(io.env) ? (text: string): string => text : toAscii
  /** Wraps between words, which the library does not, after its prefix of two columns. */
  const wrapped = (text: string): string => wrap(text, columnsOf(io.stderr) - markWidth).join('\n')
  const broken = (text: string): string => wrapped(cellText(text))
  const guarded = async <T>(
    question: (prompts: Prompts, context: Context) => Promise<T>,
  ): Promise<T> => {
    if (!possible) {
      throw new SwaprouteError(
        'CONFIRMATION_REQUIRED',
        'An answer is needed, but this is not an interactive terminal.',
      )
    }
    // Loaded first, so that nothing delays the question after draining.
    const { prompts } = await import('./prompts.ts')
    if (await drainTypedKeys(io.stdin)) throw interruptedAtQuestion()
    const escape = new AbortController()
    const onKey = (_text: unknown, key: { name?: string } | undefined): void => {
      if (key?.name === 'escape') escape.abort()
    }
    io.stdin.on('keypress', onKey)
    const ended = AbortSignal.any([signal, escape.signal])
    try {
      const output = outputFor(io.stderr, encode)
      return await question(prompts, { input: io.stdin, output, signal: ended })
    } catch (cause) {
      // Recognized by name, because the library is loaded on demand.
      const name = cause instanceof Error ? cause.name : ''
      if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw cause
      throw interruptedAtQuestion()
    } finally {
      io.stdin.off('keypress', onKey)
    }
  }
  return {
    possible,
    confirm: (message, enter = 'no', note = () => '') =>
      guarded(({ question }, context) => {
        const choice = enter === 'yes' ? 'Y/n' : 'y/N'
        return question(
          {
            message: cellText(message),
            broken: wrapped,
            note: () => joined(choice, note()),
            read: (text) => yesOrNo(text, enter === 'yes'),
            theme,
          },
          context,
        )
      }),
    typed: (message, expected, note = () => '') =>
      guarded(({ question }, context) => {
        let tries = 0
        const read = (text: string): TypedAnswer | { again: string } => {
          const answer = text.trim().replace(/\s+/g, ' ')
          tries += 1
          if (expected.accepts(answer)) return { answer: true, shown: cellText(answer) }
          if (/^no?$/i.test(answer) || tries === mostTries) {
            return { answer: false, shown: cellText(answer) }
          }
          return { again: broken(expected.mismatch) }
        }
        return question(
          {
            message: cellText(message),
            broken: wrapped,
            note: () => cellText(note()),
            read,
            theme,
          },
          context,
        )
      }),
    reveal: async (lines, message) => {
      // The alternate screen has no scrollback, so nothing remains.
      io.stderr.write(`${otherScreen}${lines.map((line) => `${line}\r\n`).join('')}\r\n`)
      try {
        await guarded(({ input }, context) => input({ message: broken(message), theme }, context))
      } finally {
        io.stderr.write(firstScreen)
      }
    },
    choose: (message, lines) =>
      guarded(({ select }, context) => {
        const choices = lines.map((line, value) => ({ name: cellText(line), value }))
        return select({ message: broken(message), choices, loop: false, theme }, context)
      }),
    search: async (message, list) => {
      // Rows that change before the list is on the screen need no redraw.
      let isSettled = list.changed === undefined
      void list.changed?.then(() => {
        isSettled = true
      })
      return await guarded((prompts, context) =>
        searchList(prompts, context, broken(message), isSettled ? { find: list.find } : list),
      )
    },
    text: async (message, check, proposed) => {
      const answer = await guarded(({ input }, context) => {
        const validate = (text: string): true | string => {
          const refused = check(text.trim())
          return refused === null ? true : broken(refused)
        }
        const start = proposed === undefined ? {} : { default: cellText(proposed) }
        return input({ message: broken(message), validate, theme, ...start }, context)
      })
      return answer.trim()
    },
    hidden: (message) =>
      guarded(({ password }, context) => password({ message: broken(message), theme }, context)),
  }
}

/** Rows of `search` on the screen at once. */
const shownRows = 9

/** Repeats the question with the changed rows, once, if no key was pressed. */
async function searchList<T>(
  { search }: Prompts,
  context: Context,
  message: string,
  list: SearchList<T>,
): Promise<T> {
  const ask = (given: Context & { clearPromptOnDone?: boolean }): Promise<T> =>
    search(
      {
        message,
        pageSize: shownRows,
        theme: { ...theme, style: { keysHelpTip: () => searchHelp } },
        source: (text) =>
          list.find(text ?? '').map(({ line, short, value }) => ({
            name: cellText(line),
            short: cellText(short),
            value,
          })),
      },
      given,
    )
  if (list.changed === undefined) return ask(context)
  const redraw = new AbortController()
  const first = {
    ...context,
    clearPromptOnDone: false,
    signal: AbortSignal.any([context.signal, redraw.signal]),
  }
  let touched = false
  const onKey = (): void => {
    touched = true
  }
  context.input.on('keypress', onKey)
  void list.changed.then(() => {
    if (touched) return
    first.clearPromptOnDone = true
    redraw.abort()
  })
  try {
    return await ask(first)
  } catch (cause) {
    if (!redraw.signal.aborted || context.signal.aborted || touched) throw cause
  } finally {
    context.input.off('keypress', onKey)
  }
  // A key meant for the old rows must not pick one of the new ones.
  if (await drainTypedKeys(context.input)) throw interruptedAtQuestion()
  return ask(context)
}

const searchHelp = 'Type to narrow down, Enter to pick, Esc to leave'

// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, private mode 1049 (read 2026-11)
const otherScreen = '\u001B[?1049h\u001B[H'
const firstScreen = '\u001B[?1049l'

const yes: TypedAnswer = { answer: true, shown: 'Yes' }
const no: TypedAnswer = { answer: false, shown: 'No' }

function yesOrNo(text: string, enter: boolean): TypedAnswer | { again: string } {
  const word = text.trim().toLowerCase()
  if (word === '') return enter ? yes : no
  if ('yes'.startsWith(word)) return yes
  return 'no'.startsWith(word) ? no : { again: 'Answer y or n.' }
}

function joined(choice: string, note: string): string {
  return note === '' ? choice : `${choice}, ${cellText(note)}`
}

/** Replaces the library's green tick, which it also prints after a no. */
const theme = { prefix: { idle: '?', done: '›' } }

/** Width of the library's prefix and a space, before a question and before an error. */
const markWidth = 2

function columnsOf(stream: Writable & { columns?: number }): number {
  return stream.columns ?? 80
}

/** The terminal for questions: the library ends its output after each, the terminal stays open. */
function outputFor(
  stream: Writable & { columns?: number; rows?: number },
  encode: (text: string) => string,
): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      // Not buffered: other lines are written to the terminal as well.
      stream.write(encode(String(chunk)))
      done()
    },
  })
  const { columns, rows } = stream
  return Object.assign(output, { isTTY: true, columns, rows, end: () => output })
}

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
  // The terminal buffers an unfinished line until raw mode delivers it.
  setRaw(stdin, true)
  stdin.on('data', discard)
  stdin.resume()
  await wait(drainMs)
  stdin.off('data', discard)
  stdin.pause()
  if (interrupted) setRaw(stdin, false)
  return interrupted
}
