import type { Route } from '../api/route.ts'
import type { FailedItem } from '../api/schemas.ts'
import { blockchainName } from '../core/blockchainNames.ts'
import { expectedText, marksOf, netsOf, rateName } from './facts.ts'
import { minutesText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { plain } from './plain.ts'
import { countLines } from './routeCounts.ts'
import { type Asked, failedTable, heading, type NextStep, rowText } from './routes.ts'
import {
  netColumn,
  noteColumn,
  numberColumns,
  receiveColumn,
  type RouteRow,
  timeColumn,
  toRows,
  valueColumn,
} from './routeColumns.ts'
import { type Column, type PlainColumn, plainRows, renderTable } from './table.ts'
import { wrap } from './width.ts'

export type DepositRoutesView = {
  asked: Asked
  routes: readonly Route[]
  failed: readonly FailedItem[]
  showFailed: boolean
  /** Name of the memo a payment on the source chain may need (`destination tag`); null if none. */
  memoName: string | null
  /**
   * The command that orders the first route that may be chosen automatically; null if there is
   * none.
   */
  next: NextStep | null
}

/** Routes paid by a deposit, best first, with their kind of rate and limits. */
export function depositRoutesScreen(
  view: DepositRoutesView,
  width: number,
  paint: Paint = noPaint,
): string[] {
  const { lines, hidden } = renderTable(
    columnsOf(view),
    toRows(view.routes, view.asked.to),
    width,
    paint,
  )
  const { memoName, asked } = view
  const footer = [
    ...countLines({ ...view, preferred: null }),
    ...(memoName === null
      ? []
      : [
          `Payments on ${blockchainName(asked.from.blockchain)} may need a ${memoName}; the order shows it first.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [`Hidden at this width: ${hidden.join(', ')}. See --plain or --json.`]),
  ]
  return [
    ...heading(view, width, paint),
    '',
    ...lines,
    '',
    ...footer.flatMap((line) => wrap(line, width)).map((line) => paint.dim(line)),
    ...(view.showFailed ? failedTable(view.failed, width, paint) : []),
    ...(view.next === null ? [] : ['', `To order ${rowText(view.next)}:`, `  ${view.next.line}`]),
  ]
}

export function plainDepositRoutes(routes: readonly Route[], to: Asked['to']): string[] {
  return plainRows(plainColumns(to), toRows(routes, to))
}

/** One line for a pick: `exolix · floating · about 612.4 USDC · 20 min`. */
export function depositChoice(route: Route, to: Asked['to']): string {
  return [
    plain(route.provider, 32),
    rateName(route),
    `${plain(expectedText(route, to), 96)} ${plain(to.symbol, 16)}`,
    minutesText(route.item.estimate.durationInMinutes),
    ...marksOf(route.warnings),
  ].join(' · ')
}

function columnsOf({ routes, asked }: DepositRoutesView): Column<RouteRow>[] {
  const [to, from] = [asked.to, asked.from].map(({ symbol }) =>
    routes.length === 0 ? '' : plain(symbol, 16),
  )
  return [
    ...numberColumns,
    { key: 'type', title: 'Type', rank: 0, value: (row) => rateName(row.route) },
    receiveColumn(to ?? ''),
    netOrValue(routes),
    {
      key: 'min',
      title: `Least ${from}`,
      number: true,
      rank: 2,
      value: (row) => plain(row.route.item.limits?.min ?? '', 40),
    },
    {
      key: 'max',
      title: `Most ${from}`,
      number: true,
      rank: 3,
      value: (row) => plain(row.route.item.limits?.max ?? '', 40),
    },
    timeColumn,
    noteColumn((row) => marksOf(row.route.warnings).join(', ')),
  ]
}

/**
 * On many chains the payment's cost depends on the paying wallet: then the value is shown alone.
 */
function netOrValue(routes: readonly Route[]): Column<RouteRow> {
  return netsOf(routes).some(({ usd }) => usd !== null) ? netColumn : valueColumn(0)
}

const plainColumns = (to: Asked['to']): PlainColumn<RouteRow>[] => [
  { key: 'rank', value: (row) => String(row.index + 1) },
  { key: 'id', value: (row) => plain(row.route.id ?? '') },
  { key: 'provider', value: (row) => plain(row.route.provider) },
  { key: 'rate', value: (row) => rateName(row.route) },
  { key: 'receive', value: (row) => plain(row.exact.expected) },
  { key: 'atLeast', value: (row) => plain(row.exact.atLeast) },
  { key: 'symbol', value: () => plain(to.symbol) },
  { key: 'min', value: (row) => plain(row.route.item.limits?.min ?? '') },
  { key: 'max', value: (row) => plain(row.route.item.limits?.max ?? '') },
  { key: 'minutes', value: (row) => String(row.route.item.estimate.durationInMinutes) },
]
