/** The routes of an answer, in the words of `swaproute quote`. */
import { readQuoteAll, type Route } from '../../../api/route.ts'
import type { QuoteAllAnswer } from '../../../api/schemas.ts'
import { usdText } from '../../../core/figures.ts'
import { isAutoPicked, manualOnlyWarnings } from '../../../core/providerChoice.ts'
import {
  dangerNames,
  expectedText,
  extraCostUsd,
  kindText,
  mostReceived,
  noteText,
} from '../../../format/facts.ts'
import { estimatedUsdText, minutesText } from '../../../format/numbers.ts'
import { assetText, foreignQuotation, plain } from '../../../format/plain.ts'
import { rateText } from '../../../format/rate.ts'
import { type RouteRow, toRows } from '../../../format/routeColumns.ts'
import { countRoutes, rankingNotes } from '../../../format/routeCounts.ts'
import { make } from './dom.ts'
import type { ChosenToken } from './tokenField.ts'

export type Asked = { amount: string; from: ChosenToken; to: ChosenToken }

/** What is on the page of an answer, and the same in one sentence. */
export type ShownRoutes = { elements: readonly Node[]; line: string; hasBest: boolean }

export function showRoutes(answer: QuoteAllAnswer, asked: Asked): ShownRoutes {
  const { routes, failed = [] } = readQuoteAll(answer)
  const counts = countRoutes({ routes, failed })
  const best = routes.findIndex(({ warnings }) => isAutoPicked(warnings))
  const notes = [
    ...(counts.dangers.length === 0
      ? []
      : [
          `Hidden as dangerous (${counts.dangers.join(', ')}). Tick “Show routes marked as dangerous” to see them.`,
        ]),
    ...rankingNotes(routes),
  ]
  const [first] = routes
  return {
    elements: [
      ...(first === undefined ? [] : [tableOf(routes, first, best, asked)]),
      make('ul', { class: 'notes' }, ...notes.map((note) => make('li', {}, note))),
      ...warningsOf(routes),
      ...reasonsOf(failed),
    ],
    line: lineOf(routes, best, counts.line),
    hasBest: best >= 0,
  }
}

type Column = { title: string; number?: boolean; text(row: RouteRow): string }

function columnsOf(symbol: string): Column[] {
  return [
    { title: 'Type', text: ({ route }) => kindText(route) },
    {
      title: `Receive ${symbol}`.trimEnd(),
      number: true,
      text: ({ receive }) => plain(receive, 96),
    },
    { title: 'At least', number: true, text: ({ least }) => plain(least, 96) },
    {
      title: 'Net',
      number: true,
      text: ({ net: { usd, estimated } }) => (estimated ? estimatedUsdText(usd) : usdText(usd)),
    },
    { title: 'Fees', number: true, text: ({ route }) => estimatedUsdText(extraCostUsd(route)) },
    {
      title: 'Time',
      number: true,
      text: ({ route }) => minutesText(route.item.estimate.durationInMinutes),
    },
    { title: 'Note', text: ({ route }) => noteText(route) },
  ]
}

/** Roles are written out: the cards of a narrow screen would otherwise lose them. */
function tableOf(routes: readonly Route[], first: Route, best: number, asked: Asked): HTMLElement {
  const { from, to } = first.item.tokens
  const columns = columnsOf(plain(to.symbol, 16))
  const head = ['#', 'Provider', ...columns.map(({ title }) => title)]
  const rows = toRows(routes, to).map((row) => {
    const isBest = row.index === best
    return make(
      'tr',
      { role: 'row', class: isBest ? 'best' : null },
      make('td', { role: 'cell', class: 'rank' }, String(row.index + 1)),
      make(
        'th',
        { role: 'rowheader', scope: 'row' },
        plain(row.route.provider, 32),
        isBest ? ' ' : null,
        isBest ? make('span', { class: 'badge' }, 'best') : null,
      ),
      ...columns.map(({ title, number = false, text }) => {
        const value = text(row)
        return make(
          'td',
          {
            role: 'cell',
            'data-label': title,
            class: [number ? 'number' : '', value === '' ? 'empty' : ''].join(' ').trim() || null,
          },
          value,
        )
      }),
    )
  })
  const listed = (token: ChosenToken): boolean => token.listed !== null
  const sides = [
    `${plain(asked.amount, 96)} ${assetText({ ...from, listed: listed(asked.from) })}`,
    assetText({ ...to, listed: listed(asked.to) }),
  ]
  const rate = rateOf(routes, asked, to)
  return make(
    'table',
    { role: 'table', class: 'routes' },
    make(
      'caption',
      {},
      make('span', { class: 'asked' }, sides.join(' → ')),
      rate === null ? null : make('span', { class: 'rate' }, `Best rate: ${rate}`),
    ),
    make(
      'thead',
      { role: 'rowgroup' },
      make(
        'tr',
        { role: 'row' },
        ...head.map((title, index) =>
          make(
            'th',
            {
              role: 'columnheader',
              scope: 'col',
              class: columns[index - 2]?.number === true ? 'number' : null,
            },
            title,
          ),
        ),
      ),
    ),
    make('tbody', { role: 'rowgroup' }, ...rows),
  )
}

function rateOf(
  routes: readonly Route[],
  asked: Asked,
  to: { symbol: string; decimals: number },
): string | null {
  const best = mostReceived(routes)
  if (best === undefined) return null
  const symbol = plain(best.item.tokens.from.symbol, 16)
  return rateText(
    { amount: asked.amount, symbol },
    { amount: expectedText(best, to), symbol: plain(to.symbol, 16) },
  )
}

/** The warnings of each route that has some, under the mark that the table gives it. */
function warningsOf(routes: readonly Route[]): HTMLElement[] {
  const items = routes.flatMap((route, index) => {
    const label = dangerNames(route.warnings).length > 0 ? 'Dangerous' : 'Note'
    return route.warnings.map(({ code, reason }) =>
      make(
        'li',
        { class: label === 'Dangerous' ? 'bad' : 'warn' },
        `${index + 1}. ${plain(route.provider, 32)} · ${manualOnlyWarnings.has(code) ? 'Skipped' : label}: ${foreignQuotation(reason)}`,
      ),
    )
  })
  if (items.length === 0) return []
  return [make('h3', {}, 'Warnings'), make('ul', { class: 'warnings' }, ...items)]
}

/** Why the other providers have no route, folded. */
function reasonsOf(
  failed: readonly { providerType: string; data: { reason: string } }[],
): HTMLElement[] {
  if (failed.length === 0) return []
  const items = failed.flatMap(({ providerType, data }) => [
    make(
      'div',
      {},
      make('dt', {}, plain(providerType, 32)),
      make('dd', {}, foreignQuotation(data.reason)),
    ),
  ])
  return [
    make('details', {}, make('summary', {}, 'Providers without a route'), make('dl', {}, ...items)),
  ]
}

function lineOf(routes: readonly Route[], best: number, counts: string): string {
  const route = routes[best]
  if (route === undefined) return counts
  const { to } = route.item.tokens
  return `${counts} Best: ${plain(expectedText(route, to), 96)} ${plain(to.symbol, 16)} by ${plain(route.provider, 32)}.`
}
