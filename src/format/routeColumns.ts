import type { Route } from '../api/route.ts'
import { alignedAmounts } from './amounts.ts'
import { atLeastText, expectedText, type Net, netsOf } from './facts.ts'
import { usdText } from '../core/figures.ts'
import { estimatedUsdText, minutesText } from './numbers.ts'
import { plain } from './plain.ts'
import type { Column } from './table.ts'

/** A row of a list of routes, best first. */
export type RouteRow = {
  index: number
  route: Route
  /** Expected and minimum amount with every digit. */
  exact: { expected: string; atLeast: string }
  /** The same, aligned with the other rows. */
  receive: string
  least: string
  net: Net
}

/** @param to token that the routes pay out */
export function toRows(routes: readonly Route[], to: { decimals: number }): RouteRow[] {
  const exact = routes.map((route) => ({
    expected: expectedText(route, to),
    atLeast: atLeastText(route, to),
  }))
  const receive = alignedAmounts(exact.map(({ expected }) => expected))
  const least = alignedAmounts(exact.map(({ atLeast }) => atLeast))
  const nets = netsOf(routes)
  return routes.map((route, index) => ({
    index,
    route,
    exact: exact[index] ?? { expected: '', atLeast: '' },
    receive: receive[index] ?? '',
    least: least[index] ?? '',
    net: nets[index] ?? { usd: null, estimated: false },
  }))
}

/** Number and provider: the first columns of every list of routes. */
export const numberColumns: readonly Column<RouteRow>[] = [
  { key: 'rank', title: '#', number: true, rank: 0, value: (row) => String(row.index + 1) },
  {
    key: 'provider',
    title: 'Provider',
    rank: 0,
    value: (row) => plain(row.route.provider, 32),
    paint: (row, paint) => (row.index === 0 ? paint.bold : (text) => text),
  },
]

export function receiveColumn(symbol: string): Column<RouteRow> {
  return {
    key: 'receive',
    title: symbol === '' ? 'Receive' : `Receive ${symbol}`,
    number: true,
    rank: 0,
    value: (row) => plain(row.receive, 96),
    paint: (row, paint) => (row.index === 0 ? paint.green : (text) => text),
  }
}

/** The value of what is received, after all costs. */
export const netColumn: Column<RouteRow> = {
  key: 'net',
  title: 'Net',
  number: true,
  rank: 0,
  value: ({ net: { usd, estimated } }) => (estimated ? estimatedUsdText(usd) : usdText(usd)),
}

export const timeColumn: Column<RouteRow> = {
  key: 'time',
  title: 'Time',
  number: true,
  rank: 1,
  value: (row) => minutesText(row.route.item.estimate.durationInMinutes),
}

/** @param rank the higher, the earlier a narrow table drops the column */
export function valueColumn(rank: number): Column<RouteRow> {
  return {
    key: 'usd',
    title: 'Value',
    number: true,
    rank,
    value: (row) => usdText(row.route.item.estimate.destinationUsdAmount),
  }
}

export function noteColumn(text: (row: RouteRow) => string): Column<RouteRow> {
  return {
    key: 'note',
    title: 'Note',
    rank: 0,
    shrinkTo: 8,
    value: text,
    paint: (_, paint) => paint.yellow,
  }
}
