import { formatAmount } from '../../core/amounts.ts'
import { plain } from '../../format/plain.ts'
import type { ReceiptFacts } from '../../format/receipt.ts'

const columns = [
  'receiptId',
  'id',
  'status',
  'provider',
  'sent',
  'sentSymbol',
  'received',
  'receivedSymbol',
  'source',
  'destination',
  'createdAt',
] as const

/** `--plain` of one receipt: a heading and one line. */
export function plainReceipt(facts: ReceiptFacts): string[] {
  return [columns.join('\t'), plainReceiptLine(facts)]
}

function plainReceiptLine(facts: ReceiptFacts): string {
  const { sent, received } = facts
  const hash = (label: string): string =>
    facts.hashes.find((row) => row.label === label)?.hash ?? ''
  return [
    facts.receiptId,
    facts.id,
    facts.status,
    facts.provider,
    formatAmount(sent.amount, sent.token.decimals),
    sent.token.symbol,
    received === null ? '' : formatAmount(received.amount, received.token.decimals),
    received === null ? '' : received.token.symbol,
    hash('Payment'),
    hash('Delivery'),
    facts.createdAtMs === null ? '' : new Date(facts.createdAtMs).toISOString(),
  ]
    .map((cell) => plain(cell))
    .join('\t')
}
