import type { RouteFacts } from './facts.ts'
import { minutesText, usdText } from './numbers.ts'
import { plain } from './plain.ts'
import type { Column } from './table.ts'

/** A row of a list of routes, best first; `receive` is aligned with the other rows. */
export type RouteRow = { index: number; route: RouteFacts; receive: string }

/** Number, provider and amount received: the first columns of every list of routes. */
export function leadingColumns(symbol: string): Column<RouteRow>[] {
  return [
    { key: 'rank', title: '#', number: true, rank: 0, value: (row) => String(row.index + 1) },
    {
      key: 'provider',
      title: 'Provider',
      rank: 0,
      value: (row) => plain(row.route.providerType, 32),
      paint: (row, paint) => (row.index === 0 ? paint.bold : (text) => text),
    },
    {
      key: 'receive',
      title: symbol === '' ? 'Receive' : `Receive ${symbol}`,
      number: true,
      rank: 0,
      value: (row) => plain(row.receive, 96),
      paint: (row, paint) => (row.index === 0 ? paint.green : (text) => text),
    },
  ]
}

/** Whether the output of a deposit order is fixed or follows the market. */
export function rateWord({ rateType }: RouteFacts): string {
  if (rateType === 'fixed') return 'fixed'
  return rateType === 'float' ? 'floating' : 'market'
}

export const timeColumn: Column<RouteRow> = {
  key: 'time',
  title: 'Time',
  number: true,
  rank: 1,
  value: (row) => minutesText(row.route.estimate.durationInMinutes),
}

/** @param rank the higher, the earlier a narrow table drops the column */
export function valueColumn(rank: number): Column<RouteRow> {
  return {
    key: 'usd',
    title: 'Value',
    number: true,
    rank,
    value: (row) => usdText(row.route.estimate.destinationUsdAmount),
  }
}

export function noteColumn<Row extends RouteRow>(text: (row: Row) => string): Column<Row> {
  return {
    key: 'note',
    title: 'Note',
    rank: 0,
    shrinkTo: 8,
    value: text,
    paint: (_, paint) => paint.yellow,
  }
}

export function idColumn(rank: number): Column<RouteRow> {
  return { key: 'id', title: 'Id', whole: true, rank, value: (row) => plain(row.route.id ?? '') }
}
