import { formatAmount } from '../core/amounts.ts'
import type { FundsState } from '../core/errors.ts'
import type { Token, TokenAmount } from '../core/token.ts'
import { shortAmount } from './amounts.ts'
import { shortAddress, timeText } from './numbers.ts'
import { hasLeft } from './funds.ts'
import { noPaint, type Paint } from './paint.ts'
import { isLookAlike, plain } from './plain.ts'
import { fateOf, type StatusText, statusText, statusTitle } from './statusTexts.ts'
import { type Column, type PlainColumn, plainRows, renderTable } from './table.ts'
import { wrap } from './width.ts'

/** A line of `history`; summaries of the execution have this form. */
export type HistoryRow = {
  receiptId: string
  id: string
  provider: string
  createdAtMs: number
  status: string
  subStatus: string | null
  action: string | null
  isDeposit: boolean
  open: boolean
  send: TokenAmount
  receive: { token: Token; expected: bigint }
  received: TokenAmount | null
  hashes: { source?: string; destination?: string }
  funds: FundsState
  givenUp: object | null
}

/** Options of a list of swaps. */
export type HistoryOptions = {
  /** Flags that a suggested command needs too. */
  repeated: string
  /** The command that shows one of them. */
  command: 'receipt' | 'status'
  /** Unfinished swaps of the whole journal; null: not listed separately. */
  open: number | null
}

/**
 * The swaps of this machine, newest first; unfinished ones come before all others, with their next
 * action.
 */
export function historyScreen(
  rows: readonly HistoryRow[],
  width: number,
  paint: Paint = noPaint,
  { repeated, command, open }: HistoryOptions = { repeated: '', command: 'receipt', open: null },
): string[] {
  if (rows.length === 0) return ['No swaps on this machine yet.']
  const ordered = open === null ? rows : rows.toSorted((a, b) => rankOf(a) - rankOf(b))
  const firstId = plain(ordered[0]?.receiptId ?? '').slice(0, 8)
  const { lines, hidden } = renderTable(columns, ordered, width, paint)
  return [
    ...lines,
    '',
    ...(rows.some((row) => !hasLeft(row.funds)) ? ['Amounts in parentheses have not moved.'] : []),
    ...(open === null ? [] : openLines(ordered, open, width, repeated)),
    ...(hidden.length === 0 ? [] : [`Hidden at this width: ${hidden.join(', ')}.`]),
    ...wrap(
      `\`swaproute ${command} ${firstId}${repeated}\` shows all details of the first.`,
      width,
    ),
  ]
}

function rankOf({ open }: HistoryRow): number {
  return open ? 0 : 1
}

const mostExplained = 5

function openLines(
  rows: readonly HistoryRow[],
  inAll: number,
  width: number,
  repeated: string,
): string[] {
  const listed = rows.filter(({ open }) => open)
  if (listed.length === 0) {
    return inAll === 0 ? [] : [`${inAll} unfinished; \`swaproute history --open${repeated}\`.`]
  }
  const explained = listed.slice(0, mostExplained)
  const more = inAll - explained.length
  return [
    `${inAll} unfinished:`,
    ...explained.flatMap((row) => {
      const id = plain(row.receiptId).slice(0, 8)
      const { action } = meaningOf(row)
      return [
        ...wrap(action, Math.max(20, width - 12)).map(
          (line, index) => `  ${index === 0 ? id : ' '.repeat(8)}  ${line}`,
        ),
        `            swaproute ${nextCommand(row, id)}${repeated}`,
      ]
    }),
    ...(more > 0 ? [`  and ${more} more: \`swaproute history --open${repeated}\`.`] : []),
    '',
  ]
}

function nextCommand({ status, hashes }: HistoryRow, id: string): string {
  if (status === 'READY_TO_CLAIM' && hashes.source !== undefined) {
    return `claim ${plain(hashes.source)}`
  }
  return status === 'INDETERMINATE' || status === 'REVERT'
    ? `status ${id} --report`
    : `resume ${id}`
}

function meaningOf(row: HistoryRow): StatusText {
  const { status, subStatus, action, isDeposit } = row
  return statusText(status, { subStatus, action, isDeposit, fate: fateOf(row) })
}

export function plainHistory(rows: readonly HistoryRow[]): string[] {
  return plainRows(plainColumns, rows)
}

const columns: Column<HistoryRow>[] = [
  { key: 'receipt', title: 'Receipt', rank: 0, value: (row) => plain(row.receiptId).slice(0, 8) },
  {
    key: 'state',
    title: 'State',
    rank: 0,
    value: (row) => statusTitle(row.status, fateOf(row)),
    paint: (row, paint) => {
      const { tone } = meaningOf(row)
      return tone === 'good' ? paint.green : tone === 'bad' ? paint.red : paint.yellow
    },
  },
  {
    key: 'when',
    title: 'When (UTC)',
    whole: true,
    rank: 2,
    value: (row) => timeText(row.createdAtMs).slice(0, 16),
  },
  { key: 'sent', title: 'Sent', number: true, rank: 0, value: sentText },
  {
    key: 'received',
    title: 'Received',
    number: true,
    rank: 0,
    value: (row) =>
      row.received === null
        ? `(${short({ token: row.receive.token, amount: row.receive.expected })})`
        : short(row.received),
  },
  {
    key: 'path',
    title: 'Chains',
    rank: 3,
    value: (row) => chains(row),
  },
  { key: 'provider', title: 'Provider', rank: 4, value: (row) => plain(row.provider, 24) },
  {
    key: 'source',
    title: 'Payment',
    rank: 5,
    value: (row) => (row.hashes.source === undefined ? '' : shortAddress(row.hashes.source)),
  },
]

const plainColumns: PlainColumn<HistoryRow>[] = [
  { key: 'receiptId', value: (row) => plain(row.receiptId) },
  { key: 'id', value: (row) => plain(row.id) },
  { key: 'status', value: (row) => plain(row.status) },
  { key: 'createdAt', value: (row) => new Date(row.createdAtMs).toISOString() },
  { key: 'sent', value: (row) => formatAmount(row.send.amount, row.send.token.decimals) },
  { key: 'sentSymbol', value: (row) => plain(row.send.token.symbol) },
  {
    key: 'received',
    value: (row) =>
      row.received === null ? '' : formatAmount(row.received.amount, row.received.token.decimals),
  },
  { key: 'receivedSymbol', value: (row) => plain(row.receive.token.symbol) },
  { key: 'chains', value: (row) => chains(row) },
  { key: 'provider', value: (row) => plain(row.provider) },
  { key: 'source', value: (row) => plain(row.hashes.source ?? '') },
  { key: 'destination', value: (row) => plain(row.hashes.destination ?? '') },
]

function sentText(row: HistoryRow): string {
  return hasLeft(row.funds) ? short(row.send) : `(${short(row.send)})`
}

function short({ token, amount }: TokenAmount): string {
  const tag = isLookAlike(token.symbol) ? ' [look-alike?]' : ''
  return `${shortAmount(formatAmount(amount, token.decimals))} ${plain(token.symbol, 10)}${tag}`
}

function chains({ send, receive }: HistoryRow): string {
  const from = plain(send.token.blockchain)
  const to = plain(receive.token.blockchain)
  return from === to ? from : `${from} → ${to}`
}
