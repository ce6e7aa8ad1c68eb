import { toned } from './card.ts'
import { countText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { plain } from './plain.ts'
import { type PlainColumn, plainRows } from './table.ts'
import { padEnd, wrap } from './width.ts'

/** One finding of `doctor` or `serve --check`. `none`: there is nothing to check yet. */
export type CheckRow = {
  name: string
  state: 'good' | 'warn' | 'bad' | 'none'
  finding: string
  action: string | null
}

const marks = { good: '✓', warn: '!', bad: '✗', none: '·' } as const
const tones = { good: 'good', warn: 'warn', bad: 'bad', none: 'quiet' } as const
const indent = 4

/**
 * One line per check with its finding, and below it what to do.
 * @param aim what has to wait for a problem to be fixed
 */
export function checksScreen(
  rows: readonly CheckRow[],
  width: number,
  paint: Paint = noPaint,
  aim = 'before money can move',
): string[] {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  const room = width - nameWidth - indent
  const lines = rows.flatMap(({ name, state, finding, action }) => {
    const texts = [plain(finding, 600), ...(action === null ? [] : [`→ ${plain(action, 600)}`])]
    return texts
      .flatMap((text) => wrap(text, Math.max(20, room)))
      .map((text, index) =>
        index === 0
          ? `${toned(tones[state], marks[state], paint)} ${padEnd(name, nameWidth)}  ${text}`
          : `${' '.repeat(nameWidth + indent)}${text}`,
      )
  })
  const bad = rows.filter(({ state }) => state === 'bad').length
  const warned = rows.filter(({ state }) => state === 'warn').length
  const verdict =
    bad > 0
      ? `Not ready: ${countText(bad, 'problem')} to fix ${aim}.`
      : warned > 0
        ? `No blockers, ${countText(warned, 'warning')}.`
        : 'Ready.'
  return [...lines, '', verdict]
}

export function plainChecks(rows: readonly CheckRow[]): string[] {
  const column = (key: keyof CheckRow): PlainColumn<CheckRow> => ({
    key,
    value: (row) => plain(row[key] ?? '', 600),
  })
  return plainRows([column('name'), column('state'), column('finding'), column('action')], rows)
}
