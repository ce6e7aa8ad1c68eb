import { plain, foreignQuotation } from './plain.ts'
import { minutesText } from './numbers.ts'
import {
  type ChainSide,
  expectedLegText,
  hintsOf,
  isSameTransaction,
  legText,
  type StatusView,
} from './status.ts'
import { statusText } from './statusTexts.ts'

/** Incremented when a line changes its content or position; otherwise lines are only added. */
const reportFormat = 1

/** Circumstances of a report. */
export type ReportFrame = {
  /** Version of this program. */
  version: string
  madeAtMs: number
  /** Play money on local chains. */
  sandbox: boolean
  /** The text the user asked about. */
  subject: string
  /** The sources asked: `across and the chains`. */
  asked: string
  /** Sources without an answer. */
  notAsked: readonly string[]
}

type Row = readonly [label: string, value: string | null]

/**
 * A text for a support ticket: one fact per line, always in this order, times in UTC. It has public
 * facts only: addresses, hashes, ids, amounts, states. It has no accounts, paths or settings, and
 * no deposit address, which a reader might pay to (docs/safety.md D7).
 * @param exit status of `--exit-status`
 */
export function statusReport(view: StatusView, exit: number, frame: ReportFrame): string[] {
  const { meaning, action, money } = statusText(view.status, hintsOf(view))
  const { own, order, source, destination } = view
  const step = view.subStatus === null ? '' : ` (${plain(view.subStatus, 40)})`
  return [
    ...heading(frame),
    ...rows([
      ['Status', `${plain(view.status, 40)}${step}`],
      ['Exit code', String(exit)],
      ['Meaning', meaning],
      ['To do', action],
      ['Money', view.money ?? money],
      ['Provider', view.provider === null ? null : plain(view.provider, 40)],
      ['Bridge', view.carrier === null ? null : plain(view.carrier, 40)],
      [
        'Provider says',
        view.providerStatus === null ? null : foreignQuotation(view.providerStatus),
      ],
      ['Note', view.note === null ? null : foreignQuotation(view.note)],
      ['Order number', order?.number == null ? null : plain(order.number)],
      ['Receipt id', own === null ? null : plain(own.receiptId)],
      ['Route id', view.id === null ? null : plain(view.id)],
      ['Sent', view.sent === null ? null : legText(view.sent, source.blockchain)],
      ['Agreed', own === null || view.sent !== null ? null : legText(own.send, source.blockchain)],
      ['Expected', expectedLegText(view)],
      [
        view.status === 'REVERTED' ? 'Returned' : 'Received',
        view.received === null ? null : legText(view.received, destination.blockchain),
      ],
      ['Payer', textOf(view.payer)],
      ['Receiver', textOf(view.receiver)],
      ['Receiver memo', textOf(own?.receiverMemo?.value ?? null)],
      ['Refund address', textOf(own?.refundAddress ?? null)],
      ...(own?.before ?? []).flatMap((side) => sideRows(side.label, side)),
      ...sideRows('Source', source),
      ['Source transaction', textOf(view.srcTransactionHash)],
      ...(isSameTransaction(view)
        ? [['Destination', 'the same transaction'] as const]
        : sideRows('Destination', destination)),
      ...(own?.after ?? []).flatMap((side) => sideRows(side.label, side)),
      ['Started', own === null ? null : isoTime(own.startedAtMs)],
      ['Paid', view.paidAtMs === null ? null : isoTime(view.paidAtMs)],
      ['Ended, as seen here', own?.endedAtMs == null ? null : isoTime(own.endedAtMs)],
      ['Updated', view.updatedAtMs === null ? null : isoTime(view.updatedAtMs)],
      ['Usual time', own?.expectedMinutes == null ? null : minutesText(own.expectedMinutes)],
    ]),
    ...asking(frame),
    ...timeline(own?.events ?? []),
  ]
}

/** The report of a request that could not be answered. */
export function failedReport(
  failure: { code: string; exit: number },
  frame: ReportFrame,
): string[] {
  return [
    ...heading(frame),
    ...rows([
      ['Status', `unknown (${failure.code})`],
      ['Exit code', String(failure.exit)],
      [
        'Meaning',
        'Not every source that could know this swap answered, so nothing is known about it.',
      ],
    ]),
    ...asking(frame),
  ]
}

function heading({ version, madeAtMs, subject, sandbox }: ReportFrame): string[] {
  return rows([
    ['Report', `swaproute status, format ${reportFormat}`],
    ['Program', `swaproute ${plain(version, 40)}`],
    ['Made at', isoTime(madeAtMs)],
    ['Network', sandbox ? 'sandbox, play money' : null],
    ['Asked for', foreignQuotation(subject)],
  ])
}

function asking({ asked, notAsked }: ReportFrame): string[] {
  return rows([
    ['Asked', plain(asked)],
    ['Not asked', notAsked.length === 0 ? 'none' : notAsked.map((name) => plain(name)).join(', ')],
  ])
}

/** Each hash once: signing, sending and mining have the same. */
function timeline(events: NonNullable<StatusView['own']>['events']): string[] {
  if (events.length === 0) return []
  const seen = new Set<string>()
  return [
    'Timeline:',
    ...events.map(({ atMs, text, hash }) => {
      const isNew = hash !== null && !seen.has(hash)
      if (hash !== null) seen.add(hash)
      return `  ${isoTime(atMs)}  ${plain(text)}${isNew ? `  ${plain(hash)}` : ''}`
    }),
  ]
}

function sideRows(label: string, { blockchain, hash, link }: ChainSide): Row[] {
  const parts = [blockchain, hash].flatMap((part) => (part === null ? [] : [plain(part)]))
  return [
    [label, parts.length === 0 ? null : parts.join(' ')],
    [`${label} link`, link],
  ]
}

function rows(all: readonly Row[]): string[] {
  return all.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}

function textOf(text: string | null): string | null {
  return text === null ? null : plain(text)
}

/** `2026-11-21T14:03:22Z`, without fractions, for ticket systems. */
function isoTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z')
}
