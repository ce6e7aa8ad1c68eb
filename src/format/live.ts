import type { LiveRow } from '../core/live.ts'
import { toned } from './card.ts'
import { durationText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { ownText, plain } from './plain.ts'
import { type Column, type PlainColumn, plainRows, renderTable } from './table.ts'
import { wrap } from './width.ts'

const tones = { ok: 'good', unexpected: 'warn', down: 'bad', skipped: 'quiet' } as const
const kinds = { node: 'Nodes', prices: 'Price sources', provider: 'Providers' } as const
const longestFinding = 400
const longestShape = 4_000

const cells: Column<LiveRow>[] = [
  { key: 'name', title: 'Name', rank: 0, value: ({ name }) => plain(name, 40) },
  { key: 'host', title: 'Host', rank: 1, shrinkTo: 16, value: ({ host }) => plain(host ?? '') },
  { key: 'state', title: 'State', rank: 0, value: ({ state }) => state },
  {
    key: 'latency',
    title: 'Answer',
    rank: 0,
    number: true,
    value: ({ latencyMs }) => (latencyMs === null ? '' : durationText(latencyMs)),
  },
]

/**
 * A table per kind, and below it the findings of `unexpected` and `down` rows; of `skipped` ones too
 * where only providers were asked.
 */
export function liveScreen(
  rows: readonly LiveRow[],
  width: number,
  paint: Paint = noPaint,
): string[] {
  const tables = (['node', 'prices', 'provider'] as const).flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    if (own.length === 0) return []
    const { lines } = renderTable(cells, own, width, paint)
    return [paint.bold(kinds[kind]), ...lines, '']
  })
  const isOfProviders = rows.every(({ kind }) => kind === 'provider')
  const notable = rows.filter(
    ({ state }) => state !== 'ok' && (state !== 'skipped' || isOfProviders),
  )
  const details = notable.flatMap(({ name, host, state, findings }) => {
    const title = [plain(name, 40), ...(host === null ? [] : [plain(host)])].join(' · ')
    const texts = findings.flatMap((text) => wrap(plain(text, longestFinding), width - 2))
    return [toned(tones[state], title, paint), ...texts.map((text) => `  ${text}`)]
  })
  return [...tables, ...details, ...(details.length === 0 ? [] : ['']), verdict(rows)]
}

function verdict(rows: readonly LiveRow[]): string {
  const count = (state: LiveRow['state']): number =>
    rows.filter((row) => row.state === state).length
  const parts = (['ok', 'unexpected', 'down', 'skipped'] as const)
    .map((state) => ({ state, number: count(state) }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => `${number} ${state}`)
  return parts.length === 0 ? 'Nothing was checked.' : `${parts.join(', ')}.`
}

export function plainLive(rows: readonly LiveRow[]): string[] {
  const texts: PlainColumn<LiveRow>[] = [
    { key: 'kind', value: ({ kind }) => kind },
    ...cells.slice(0, 3),
    { key: 'ms', value: ({ latencyMs }) => String(latencyMs ?? '') },
    {
      key: 'findings',
      value: ({ findings }) => findings.map((text) => plain(text, longestFinding)).join('; '),
    },
  ]
  return plainRows(texts, rows)
}

export type ReportFacts = { version: string; nodeVersion: string; platform: string; at: string }

/**
 * A text for an issue: the checks, the unexpected answers, and their structure without any value.
 */
export function liveReport(rows: readonly LiveRow[], facts: ReportFacts): string[] {
  const { version, nodeVersion, platform, at } = facts
  return [
    `swaproute ${version}, Node.js ${nodeVersion}, ${platform}, ${at}`,
    verdict(rows),
    ...rows.flatMap(({ kind, name, host, state, latencyMs, findings, shapes }) => {
      if (state === 'skipped') return []
      const time = latencyMs === null ? '' : `, ${durationText(latencyMs)}`
      return [
        '',
        `${kind} ${plain(name, 40)}${host === null ? '' : ` (${plain(host)})`}: ${state}${time}`,
        ...findings.map((text) => `  ${plain(text, longestFinding)}`),
        ...shapes.flatMap(({ call, status, shape }) => [
          `  ${ownText(call)} → ${status}`,
          `    ${plain(shape, longestShape)}`,
        ]),
      ]
    }),
  ]
}
