import { SwaprouteError } from '../../core/errors.ts'
import { cellText } from '../../format/plain.ts'
import type { Io } from './io.ts'

/** Questions to the user. Every one has a flag that answers it; `possible` says who may be asked. */
export type Ask = {
  possible: boolean
  confirm(question: string): Promise<boolean>
  /** True when exactly `expected` was typed; an empty answer means no. */
  typed(question: string, expected: string): Promise<boolean>
  /** The index of the line that was picked. */
  choose(question: string, lines: readonly string[]): Promise<number>
  /** What is typed is not shown. */
  hidden(question: string): Promise<string>
}

/** Prompts go to stderr; stdout carries the answer only. The library prints what it is handed (X1). */
export function createAsk(io: Io, possible: boolean, signal: AbortSignal): Ask {
  const context = { input: io.stdin, output: io.stderr, signal }
  const guarded = async <T>(question: () => Promise<T>): Promise<T> => {
    if (!possible) {
      throw new SwaprouteError(
        'CONFIRMATION_REQUIRED',
        'An answer is needed and nobody can be asked.',
      )
    }
    try {
      return await question()
    } catch (cause) {
      // The library's own classes; told by name because it is loaded on demand.
      const name = cause instanceof Error ? cause.name : ''
      if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw cause
      throw new SwaprouteError('INTERRUPTED', 'Interrupted at the question.', { cause })
    }
  }
  return {
    possible,
    confirm: (message) =>
      guarded(async () => {
        const { confirm } = await import('@inquirer/prompts')
        return confirm({ message: cellText(message), default: false }, context)
      }),
    typed: (message, expected) =>
      guarded(async () => {
        const { input } = await import('@inquirer/prompts')
        const answer = await input({ message: cellText(message) }, context)
        return answer.trim().replace(/\s+/g, ' ') === cellText(expected)
      }),
    choose: (message, lines) =>
      guarded(async () => {
        const { select } = await import('@inquirer/prompts')
        const choices = lines.map((line, value) => ({ name: cellText(line), value }))
        return select({ message: cellText(message), choices, loop: false }, context)
      }),
    hidden: (message) =>
      guarded(async () => {
        const { password } = await import('@inquirer/prompts')
        return password({ message: cellText(message) }, context)
      }),
  }
}
