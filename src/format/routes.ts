import type { Route } from '../api/route.ts'
import type { FailedItem } from '../api/schemas.ts'
import { expectedText, extraCostUsd, kindText, mostReceived, noteText, pathText } from './facts.ts'
import { percentText } from '../core/figures.ts'
import { countText, estimatedUsdText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { assetText, plain, foreignQuotation } from './plain.ts'
import { rateText } from './rate.ts'
import { countLines } from './routeCounts.ts'
import {
  netColumn,
  noteColumn,
  numberColumns,
  receiveColumn,
  type RouteRow,
  timeColumn,
  toRows,
} from './routeColumns.ts'
import { type Column, type PlainColumn, plainRows, renderTable } from './table.ts'
import { wrap } from './width.ts'

/** The request, for the heading of every screen about it. */
export type Asked = {
  amount: string
  from: { symbol: string; address: string; blockchain: string; listed: boolean }
  to: { symbol: string; address: string; blockchain: string; listed: boolean; decimals: number }
}

/** A command ready to paste, and the row of the route that it takes, from 1. */
export type NextStep = { row: number; line: string }

export type RoutesView = {
  asked: Asked
  routes: readonly Route[]
  failed: readonly FailedItem[]
  /** `--failed`: rows instead of counts. */
  showFailed: boolean
  /**
   * The command that executes the first route that may be chosen automatically; null if there is
   * none.
   */
  next: NextStep | null
  holdsSeconds: number
  /** `--provider`: named on the screen if it has no route. */
  preferred: string | null
  /** After an interrupt: how many had answered, of how many; null for a finished quote. */
  unfinished: { calculated: number; total: number | null } | null
  /** `--watch`: change of each row since the previous round. */
  changes?: readonly string[] | null
  /** `--watch`: providers that no longer have a route. */
  gone?: readonly string[]
  /** Maximum number of rows; the others are counted. */
  mostRows?: number
}

/** `250 USDC on ETH → USDC on ARBITRUM` */
function askedText(asked: Asked): string {
  return `${plain(asked.amount)} ${assetText(asked.from)} → ${assetText(asked.to)}`
}

/** The request and its best rate. */
export function heading(
  { asked, routes }: Pick<RoutesView, 'asked' | 'routes'>,
  width: number,
  paint: Paint,
): string[] {
  const best = mostReceived(routes)
  const rate =
    best === undefined
      ? null
      : rateText(
          { amount: asked.amount, symbol: plain(asked.from.symbol, 16) },
          { amount: expectedText(best, asked.to), symbol: plain(asked.to.symbol, 16) },
        )
  return [
    ...wrap(askedText(asked), width).map((line) => paint.bold(line)),
    ...(rate === null ? [] : wrap(`Best rate: ${rate}`, width).map((line) => paint.dim(line))),
  ]
}

/**
 * The whole answer of `quote`: heading, routes best first, and the hidden routes with their
 * reasons.
 */
export function routesScreen(view: RoutesView, width: number, paint: Paint = noPaint): string[] {
  if (view.unfinished !== null) return unfinishedScreen(view, view.unfinished, width, paint)
  const { lines, hidden } = routesTable(view, width, paint)
  const { gone = [], mostRows = view.routes.length } = view
  const unseen = view.routes.length - mostRows
  const footer = [
    ...(unseen > 0 ? [`${countText(unseen, 'more route')} at the end of the list.`] : []),
    ...(gone.length === 0
      ? []
      : [`Gone since the last round: ${gone.map((id) => plain(id, 32)).join(', ')}.`]),
    ...countLines(view),
    ...(hidden.length === 0
      ? []
      : [`Hidden at this width: ${hidden.join(', ')}. See --plain or --json.`]),
  ]
  return [
    ...heading(view, width, paint),
    '',
    ...(view.routes.length === 0 ? [] : [...lines, '']),
    ...footer.flatMap((line) => wrap(line, width)).map((line) => paint.dim(line)),
    ...(view.showFailed ? failedTable(view.failed, width, paint) : []),
    ...(view.next === null
      ? []
      : [
          '',
          `Valid for ${view.holdsSeconds}s. To swap ${rowText(view.next)}:`,
          `  ${view.next.line}`,
        ]),
  ]
}

/** Names the row if routes before it are not chosen automatically. */
export function rowText({ row }: NextStep): string {
  return row === 1 ? 'the first route' : `route ${row}`
}

/** The routes that had arrived when the user interrupted. */
function unfinishedScreen(
  { asked, routes }: RoutesView,
  { calculated, total }: NonNullable<RoutesView['unfinished']>,
  width: number,
  paint: Paint,
): string[] {
  const note = `${calculated} of ${countText(total ?? calculated, 'provider')} answered. Fees and prices are not checked yet.`
  return [
    ...wrap(askedText(asked), width).map((line) => paint.bold(line)),
    '',
    ...arrivingRoutes(routes, asked.to, width, paint),
    '',
    ...wrap(note, width).map((line) => paint.dim(line)),
  ]
}

/** Routes as they arrive; prices, fees and ids follow with the final answer. */
export function arrivingRoutes(
  routes: readonly Route[],
  to: Asked['to'],
  width: number,
  paint: Paint = noPaint,
): string[] {
  const columns = routeColumns(plain(to.symbol, 16)).filter(({ key }) => arriving.has(key))
  return renderTable(columns, toRows(routes, to), width, paint).lines
}

const arriving: ReadonlySet<string> = new Set([
  'rank',
  'provider',
  'receive',
  'type',
  'time',
  'path',
])

function routesTable(
  { routes, asked: { to }, changes, mostRows = routes.length }: RoutesView,
  width: number,
  paint: Paint = noPaint,
): { lines: string[]; hidden: string[] } {
  const symbol = routes.length === 0 ? '' : plain(to.symbol, 16)
  const columns = routeColumns(symbol)
  return renderTable(
    changes == null ? columns : columns.toSpliced(4, 0, changeColumn(changes)),
    toRows(routes, to).slice(0, mostRows),
    width,
    paint,
  )
}

function changeColumn(changes: readonly string[]): Column<RouteRow> {
  return {
    key: 'change',
    title: 'Change',
    number: true,
    rank: 0,
    value: ({ index }) => changes[index] ?? '',
    paint: ({ index }, paint) =>
      changes[index]?.startsWith('-') === true ? paint.red : paint.green,
  }
}

/** `--quiet`: the rows alone, unwrapped. */
export function briefRoutes(view: RoutesView): string[] {
  return routesTable(view, Number.POSITIVE_INFINITY).lines.slice(1)
}

/** `--plain`: one line per route with every digit. */
export function plainRoutes(routes: readonly Route[], to: Asked['to']): string[] {
  return plainRows(plainColumns(to), toRows(routes, to))
}

/** Columns in order of importance: a narrow screen drops the last ones. */
function routeColumns(symbol: string): Column<RouteRow>[] {
  return [
    ...numberColumns,
    { key: 'type', title: 'Type', rank: 0, shrinkTo: 13, value: (row) => kindText(row.route) },
    receiveColumn(symbol),
    netColumn,
    {
      key: 'fees',
      title: 'Fees',
      number: true,
      rank: 2,
      value: (row) => estimatedUsdText(extraCostUsd(row.route)),
    },
    timeColumn,
    {
      key: 'least',
      title: 'At least',
      number: true,
      rank: 3,
      value: (row) => plain(row.least, 96),
    },
    {
      key: 'impact',
      title: 'Impact',
      number: true,
      rank: 4,
      value: (row) => percentText(row.route.item.estimate.priceImpact),
    },
    noteColumn((row) => noteText(row.route)),
    { key: 'path', title: 'Path', rank: 5, shrinkTo: 16, value: (row) => pathText(row.route) },
  ]
}

const plainColumns = (to: Asked['to']): PlainColumn<RouteRow>[] => [
  { key: 'rank', value: (row) => String(row.index + 1) },
  { key: 'id', value: (row) => plain(row.route.id ?? '') },
  { key: 'provider', value: (row) => plain(row.route.provider) },
  { key: 'type', value: (row) => plain(row.route.item.swapType) },
  { key: 'receive', value: (row) => plain(row.exact.expected) },
  { key: 'atLeast', value: (row) => plain(row.exact.atLeast) },
  { key: 'symbol', value: () => plain(to.symbol) },
  { key: 'usd', value: (row) => numberText(row.route.item.estimate.destinationUsdAmount) },
  { key: 'feesUsd', value: (row) => numberText(extraCostUsd(row.route)) },
  { key: 'minutes', value: (row) => numberText(row.route.item.estimate.durationInMinutes) },
  { key: 'impactPercent', value: (row) => numberText(row.route.item.estimate.priceImpact) },
  { key: 'note', value: (row) => noteText(row.route) },
  { key: 'path', value: (row) => pathText(row.route) },
  { key: 'rate', value: (row) => plain(row.route.rateType ?? '') },
  { key: 'kind', value: (row) => plain(row.route.executionKind ?? 'unknown') },
  { key: 'netUsd', value: (row) => numberText(row.net.usd) },
]

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? 'unknown' : String(value)
}

export function failedTable(failed: readonly FailedItem[], width: number, paint: Paint): string[] {
  if (failed.length === 0) return []
  const columns: Column<FailedItem>[] = [
    {
      key: 'provider',
      title: 'Provider',
      rank: 0,
      value: ({ providerType }) => plain(providerType, 32),
    },
    { key: 'code', title: 'Code', number: true, rank: 0, value: ({ data }) => String(data.code) },
    {
      key: 'reason',
      title: 'Why there is no route',
      rank: 0,
      shrinkTo: 20,
      wraps: true,
      value: ({ data }) => foreignQuotation(data.reason),
    },
  ]
  return ['', ...renderTable(columns, failed, width, paint).lines]
}

/** `--plain --failed`: the lines after the routes and an empty line. */
export function plainFailed(failed: readonly FailedItem[]): string[] {
  return plainRows<FailedItem>(
    [
      { key: 'provider', value: ({ providerType }) => plain(providerType) },
      { key: 'code', value: ({ data }) => String(data.code) },
      { key: 'reason', value: ({ data }) => foreignQuotation(data.reason) },
    ],
    failed,
  )
}
