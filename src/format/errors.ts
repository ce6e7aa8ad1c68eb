import type { SwaprouteError } from '../core/errors.ts'
import { fundsText } from './funds.ts'
import { noPaint, type Paint } from './paint.ts'
import { ownText, plain } from './plain.ts'
import { padEnd, wrap } from './width.ts'

const maxMessage = 600
const maxCauses = 4

/**
 * An error for people: code, one sentence, cause, where the money is if known, what to do next.
 * Message and cause may contain foreign text, so they are made plain; the hint is always our own
 * text.
 */
export function errorLines(error: SwaprouteError, width: number, paint: Paint = noPaint): string[] {
  const lines: string[] = []
  const first = `${error.code}: ${plain(error.message, maxMessage)}`
  for (const [index, line] of wrap(first, Math.max(20, width - 2)).entries()) {
    lines.push(index === 0 ? `${paint.red('✗')} ${paint.bold(line)}` : `  ${paint.bold(line)}`)
  }
  const cause = causeText(error)
  if (cause !== null) lines.push(...fact('cause', cause, width, paint))
  const money = error.money ?? (error.funds === null ? null : fundsText(error.funds))
  if (money !== null) lines.push(...fact('money', plain(money, maxMessage), width, paint))
  if (error.hint !== undefined) {
    lines.push(...fact('next', ownText(error.hint, maxMessage), width, paint))
  }
  return lines
}

/** A warning for people, wrapped. */
export function warningLines(message: string, width: number, paint: Paint = noPaint): string[] {
  return wrap(plain(message, maxMessage), Math.max(20, width - 2)).map((line, index) =>
    index === 0 ? `${paint.yellow('!')} ${line}` : `  ${line}`,
  )
}

/** The messages of an error's chain of causes, outermost first; null without a cause. */
export function causeText(error: Error): string | null {
  const messages: string[] = []
  let cause = error.cause
  for (let depth = 0; cause instanceof Error && depth < maxCauses; depth += 1) {
    const message = plain(cause.message)
    if (message !== '' && !error.message.includes(message) && !messages.includes(message)) {
      messages.push(message)
    }
    cause = cause.cause
  }
  return messages.length === 0 ? null : messages.join(' ← ')
}

function fact(label: string, text: string, width: number, paint: Paint): string[] {
  const indent = 9
  const room = Math.max(20, width - indent)
  return wrap(text, room).map((line, index) =>
    index === 0
      ? `  ${paint.dim(padEnd(label, indent - 2))}${line}`
      : `${' '.repeat(indent)}${line}`,
  )
}
