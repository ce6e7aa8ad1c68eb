import { formatAmount } from '../core/amounts.ts'
import type { FundsState } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { shortAmount } from './amounts.ts'
import { shortAddress, timeText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { isLookAlike, plain } from './plain.ts'
import { fateOf, statusMeaning, statusTitle } from './statusWords.ts'
import { type Column, plainRows, renderTable } from './table.ts'

/** A line of `history`; the summaries of the execution fit as they are. */
export type HistoryRow = {
  receiptId: string
  id: string
  provider: string
  createdAtMs: number
  status: string
  open: boolean
  send: { token: Token; amount: bigint }
  receive: { token: Token; expected: bigint }
  received: { token: Token; amount: bigint } | null
  hashes: { source?: string; destination?: string }
  funds: FundsState
  givenUp: object | null
}

/** The swaps of this machine, newest first. */
export function historyScreen(
  rows: readonly HistoryRow[],
  width: number,
  paint: Paint = noPaint,
  repeated = '',
): string[] {
  if (rows.length === 0) return ['No swaps on this machine yet.']
  const { lines, hidden } = renderTable(columns, rows, width, paint)
  const open = rows.filter((row) => row.open).length
  return [
    ...lines,
    '',
    ...(rows.some((row) => !hasLeft(row)) ? ['Amounts in parentheses have not moved.'] : []),
    ...(open === 0
      ? []
      : [`${open} unfinished. Continue the latest with \`swaproute resume${repeated}\`.`]),
    ...(hidden.length === 0 ? [] : [`Hidden at this width: ${hidden.join(', ')}.`]),
    `\`swaproute receipt <id>${repeated}\` shows all details of a swap.`,
  ]
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
      const hints = { subStatus: null, isDeposit: false, fate: fateOf(row) }
      const { tone } = statusMeaning(row.status, hints)
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

const plainColumns: Column<HistoryRow>[] = [
  { key: 'receiptId', title: '', rank: 0, value: (row) => plain(row.receiptId) },
  { key: 'id', title: '', rank: 0, value: (row) => plain(row.id) },
  { key: 'status', title: '', rank: 0, value: (row) => plain(row.status) },
  { key: 'createdAt', title: '', rank: 0, value: (row) => new Date(row.createdAtMs).toISOString() },
  {
    key: 'sent',
    title: '',
    rank: 0,
    value: (row) => formatAmount(row.send.amount, row.send.token.decimals),
  },
  { key: 'sentSymbol', title: '', rank: 0, value: (row) => plain(row.send.token.symbol) },
  {
    key: 'received',
    title: '',
    rank: 0,
    value: (row) =>
      row.received === null ? '' : formatAmount(row.received.amount, row.received.token.decimals),
  },
  { key: 'receivedSymbol', title: '', rank: 0, value: (row) => plain(row.receive.token.symbol) },
  { key: 'chains', title: '', rank: 0, value: (row) => chains(row) },
  { key: 'provider', title: '', rank: 0, value: (row) => plain(row.provider) },
  { key: 'source', title: '', rank: 0, value: (row) => plain(row.hashes.source ?? '') },
  { key: 'destination', title: '', rank: 0, value: (row) => plain(row.hashes.destination ?? '') },
]

function sentText(row: HistoryRow): string {
  return hasLeft(row) ? short(row.send) : `(${short(row.send)})`
}

/** Whether the payment left the account, or may have. */
function hasLeft({ funds }: HistoryRow): boolean {
  return funds !== 'none_moved' && funds !== 'approved_only'
}

function short({ token, amount }: { token: Token; amount: bigint }): string {
  const tag = isLookAlike(token.symbol) ? ' [look-alike?]' : ''
  return `${shortAmount(formatAmount(amount, token.decimals))} ${plain(token.symbol, 10)}${tag}`
}

function chains({ send, receive }: HistoryRow): string {
  const from = plain(send.token.blockchain)
  const to = plain(receive.token.blockchain)
  return from === to ? from : `${from} → ${to}`
}
