import { noPaint, type Paint } from './paint.ts'
import { cellText } from './plain.ts'
import { displayWidth, fit, padEnd, padStart, wrap } from './width.ts'

export type Column<Row> = {
  /** Stable name; `--plain` prints it as the heading. */
  key: string
  title: string
  /** Numbers: right-aligned and never shortened. */
  number?: boolean
  /** Addresses and hashes: never shortened, since users copy them. */
  whole?: boolean
  /** Sentences: wrapped between words instead of shortened. */
  wraps?: boolean
  /** 0 is never dropped; a narrow terminal drops the highest rank first. */
  rank: number
  /** Narrowest a text column may get before a column is dropped; 12 by default. */
  shrinkTo?: number
  value(row: Row): string
  paint?(row: Row, paint: Paint): (text: string) => string
}

/** A column of `--plain` alone. */
export type PlainColumn<Row> = Pick<Column<Row>, 'key' | 'value'>

export type RenderedTable = {
  lines: string[]
  /** Titles of the columns that were dropped. */
  hidden: string[]
}

const gap = '  '

/**
 * Rows under headings in at most `width` columns. Columns are dropped by rank, then text columns
 * are shortened or wrapped; numbers stay whole. Columns that are empty in every row are left out.
 */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  paint: Paint = noPaint,
): RenderedTable {
  const cells = new Map(
    columns.map((column) => [column, rows.map((row) => cellText(column.value(row)))]),
  )
  const filled = columns.filter((column) => cells.get(column)?.some((cell) => cell !== ''))
  const { kept, widths } = layOut(filled, cells, width)

  const line = (cell: (column: Column<Row>, columnWidth: number) => string): string =>
    kept
      .map((column, index) => cell(column, widths[index] ?? 0))
      .join(gap)
      .trimEnd()

  const heading = line((column, columnWidth) => align(column, column.title, columnWidth))
  const body = rows.flatMap((row, index) => {
    const texts = kept.map((column, at) => {
      const text = cells.get(column)?.[index] ?? ''
      return column.wraps === true ? wrap(text, widths[at] ?? 0) : [text]
    })
    return Array.from({ length: Math.max(...texts.map(({ length }) => length)) }, (_, below) =>
      line((column, columnWidth) => {
        const text = align(column, texts[kept.indexOf(column)]?.[below] ?? '', columnWidth)
        return column.paint === undefined ? text : column.paint(row, paint)(text)
      }),
    )
  })
  return {
    lines: [paint.dim(heading), ...body],
    hidden: filled.filter((column) => !kept.includes(column)).map((column) => column.title),
  }
}

/** The same rows for `--plain`: tab-separated, every column, a heading of keys. */
export function plainRows<Row>(
  columns: readonly PlainColumn<Row>[],
  rows: readonly Row[],
): string[] {
  return [
    columns.map((column) => column.key).join('\t'),
    ...rows.map((row) => columns.map((column) => cellText(column.value(row))).join('\t')),
  ]
}

function layOut<Row>(
  columns: readonly Column<Row>[],
  cells: ReadonlyMap<Column<Row>, string[]>,
  width: number,
): { kept: Column<Row>[]; widths: number[] } {
  const natural = (column: Column<Row>): number =>
    Math.max(displayWidth(column.title), ...(cells.get(column) ?? []).map(displayWidth))
  const longestWord = (column: Column<Row>): number =>
    Math.max(0, ...(cells.get(column) ?? []).flatMap((cell) => cell.split(' ').map(displayWidth)))
  const least = (column: Column<Row>): number =>
    column.number === true || column.whole === true
      ? natural(column)
      : column.wraps === true
        ? Math.min(natural(column), Math.max(longestWord(column), column.shrinkTo ?? width))
        : Math.min(natural(column), column.shrinkTo ?? 12)
  const total = (list: readonly Column<Row>[], of: (column: Column<Row>) => number): number =>
    list.reduce((sum, column) => sum + of(column), gap.length * Math.max(0, list.length - 1))

  let kept = [...columns]
  while (total(kept, least) > width) {
    const rank = Math.max(...kept.map((column) => column.rank))
    if (rank === 0) break
    const last = kept.findLastIndex((column) => column.rank === rank)
    kept = kept.filter((_, index) => index !== last)
  }

  // If the remaining columns are wider than the screen, a shortened word is better than a wrapped
  // line.
  const isTight = total(kept, least) > width
  const mayShrinkMore = ({ number, whole, shrinkTo }: Column<Row>): boolean =>
    isTight && number !== true && whole !== true && shrinkTo === undefined
  const floor = (column: Column<Row>): number =>
    mayShrinkMore(column)
      ? Math.min(least(column), column.wraps === true ? longestWord(column) : shortest)
      : least(column)
  const widths = kept.map(natural)
  let excess = total(kept, natural) - width
  while (excess > 0) {
    const index = widestShrinkable(kept, widths, floor)
    if (index === null) break
    widths[index] = (widths[index] ?? 0) - 1
    excess -= 1
  }
  return { kept, widths }
}

/** Minimum width of a text column without a limit of its own, if nothing else fits. */
const shortest = 6

function widestShrinkable<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  least: (column: Column<Row>) => number,
): number | null {
  let widest: number | null = null
  for (const [index, column] of columns.entries()) {
    const now = widths[index] ?? 0
    if (now <= least(column)) continue
    if (widest === null || now > (widths[widest] ?? 0)) widest = index
  }
  return widest
}

function align<Row>(column: Column<Row>, text: string, width: number): string {
  return column.number === true
    ? padStart(text, width)
    : padEnd(column.wraps === true ? text : fit(text, width), width)
}
