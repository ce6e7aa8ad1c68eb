import { noPaint, type Paint } from './paint.ts'
import { cellText } from './plain.ts'
import { displayWidth, padEnd, wrap } from './width.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'quiet'

/**
 * One labelled fact; further lines appear below the first. An empty label continues the last row.
 */
export type CardRow = { label: string; value: string | readonly string[]; tone?: Tone }

export type Card = {
  title: string
  tone?: Tone
  /** Groups of rows, separated by an empty line; empty groups are left out. */
  groups: readonly (readonly CardRow[])[]
  /** What to do next; printed as the last line and never wrapped, so that it can be copied. */
  footer?: string
}

/**
 * A card with a rule on its left side only, so that addresses, hashes and commands can be copied
 * whole and a value longer than the terminal breaks nothing. Text wraps at `width`; words stay
 * whole.
 */
export function renderCard(card: Card, width: number, paint: Paint = noPaint): string[] {
  const groups = card.groups.filter((group) => group.length > 0)
  const labels = groups.flat().map((row) => displayWidth(row.label))
  const labelWidth = Math.min(16, Math.max(0, ...labels))
  const rule = paint.dim('│')
  const lines = [`${paint.dim('╭─')} ${paint.bold(toned(card.tone, cellText(card.title), paint))}`]

  for (const group of groups) {
    lines.push(rule)
    for (const row of group) lines.push(...cardRow(row, labelWidth, width, rule, paint))
  }
  lines.push(rule)
  lines.push(`${paint.dim('╰─')} ${footerText(card.footer ?? '')}`.trimEnd())
  return lines
}

/** Marks a command, which would be overlooked as a part of the frame. */
function footerText(footer: string): string {
  const text = cellText(footer)
  return /^(?:npx )?swaproute /.test(text) ? `Next: ${text}` : text
}

export function toned(tone: Tone | undefined, text: string, paint: Paint): string {
  switch (tone) {
    case 'good':
      return paint.green(text)
    case 'warn':
      return paint.yellow(text)
    case 'bad':
      return paint.red(text)
    case 'quiet':
      return paint.dim(text)
    case 'plain':
    case undefined:
      return text
  }
}

function cardRow(
  row: CardRow,
  labelWidth: number,
  width: number,
  rule: string,
  paint: Paint,
): string[] {
  const values = typeof row.value === 'string' ? [row.value] : row.value
  const room = Math.max(20, width - labelWidth - 5)
  const lines = values.flatMap((value) => wrap(cellText(value), room))
  return lines.flatMap((line, index) => {
    const label = paint.dim(padEnd(index === 0 ? cellText(row.label) : '', labelWidth))
    const text = toned(row.tone, line, paint)
    const wide = displayWidth(line)
    if (wide <= room || wide > width - 3) return `${rule}  ${label}  ${text}`.trimEnd()
    // A hash too long to fit beside its label is below it, unbroken.
    const below = `${rule}  ${' '.repeat(width - 3 - wide)}${text}`
    return index === 0 ? [`${rule}  ${label}`.trimEnd(), below] : [below]
  })
}
