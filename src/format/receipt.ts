import type { Token, TokenAmount } from '../core/token.ts'
import type { Card, CardRow } from './card.ts'
import { timeText } from './numbers.ts'
import { plain, foreignQuotation } from './plain.ts'
import { amountText, placed } from './review.ts'
import { type Fate, statusText, statusTitle } from './statusTexts.ts'

export type HashRow = {
  /** Of the receipt's `hashes`; `payout`: by another transaction than the delivery. */
  step: string
  label: string
  hash: string
  link: string | null
}

export type OrderView = {
  number: string | null
  amountToSend: string
  expiresAtMs: number | null
  record: PaidTo | null
}

/** The deposit address in the journal: a record, never a payment instruction (D7). */
export type PaidTo = { depositAddress: string; memo: { name: string; value: string } | null }

/** A swap started on this machine. Amounts in base units. */
export type ReceiptFacts = {
  title: string
  status: string
  subStatus: string | null
  /** Next action according to the service; null: unknown. */
  action: string | null
  note: string | null
  fate: Fate | null
  /** Where the money is, in one sentence. */
  money: string
  provider: string
  sent: TokenAmount
  /** True once the payment is confirmed; until then `sent` is the plan. */
  spent: boolean
  received: TokenAmount | null
  expected: { token: Token; expected: bigint; atLeast: bigint } | null
  /** Native coins paid as the declared fee. */
  feesPaid: TokenAmount | null
  gasSpent: TokenAmount | null
  payer: string | null
  receiver: string | null
  /** Memo or tag of the payment to the receiver, if any. */
  receiverMemo?: { name: string; value: string } | null
  refundAddress: string | null
  hashes: readonly HashRow[]
  allowanceLeft: bigint | null
  spender: string | null
  /** The order of a deposit route, once opened. */
  order: OrderView | null
  receiptId: string
  id: string
  createdAtMs: number | null
  updatedAtMs: number | null
  /** Time from the payment to the end, and the usual time; null if unknown. */
  took: string | null
  events: readonly { atMs: number; text: string; hash: string | null }[]
  next: string | null
}

/** The record of a swap from the journal: amounts with every digit, all hashes, all times. */
export function receiptCard(facts: ReceiptFacts): Card {
  const { tone, meaning, action } = statusText(facts.status, {
    subStatus: facts.subStatus,
    action: facts.action,
    isDeposit: facts.order !== null,
    fate: facts.fate,
  })
  // Only the provider can see a payment made by hand.
  const isUnseen =
    facts.status === 'PENDING' && facts.subStatus === 'AWAITING_DEPOSIT' && !facts.spent
  const { expected, received } = facts
  return {
    title: `${plain(facts.title)} · ${statusTitle(facts.status, facts.fate)} · ${plain(facts.provider, 32)}`,
    tone,
    groups: [
      [
        { label: 'State', value: meaning, tone },
        { label: 'To do', value: action },
        { label: 'Money', value: facts.money },
        ...(facts.note === null ? [] : [{ label: 'Note', value: foreignQuotation(facts.note) }]),
      ],
      [
        // A claim spends only gas.
        ...(facts.sent.amount === 0n
          ? []
          : [{ label: sentLabel(facts), value: placed(facts.sent) }]),
        ...(received === null
          ? []
          : [
              {
                label: facts.status === 'REVERTED' ? 'Returned' : 'Received',
                value: placed(received),
                tone: 'good' as const,
              },
            ]),
        ...(expected === null || received !== null
          ? []
          : [
              {
                label: 'Expected',
                value: `${placed({ token: expected.token, amount: expected.expected })}, at least ${amountText({ token: expected.token, amount: expected.atLeast })}`,
              },
            ]),
        ...(facts.feesPaid === null || facts.feesPaid.amount === 0n
          ? []
          : [{ label: 'Fee paid', value: amountText(facts.feesPaid) }]),
        ...(facts.gasSpent === null
          ? []
          : [{ label: 'Gas paid', value: amountText(facts.gasSpent) }]),
        ...(facts.payer === null ? [] : [{ label: 'Payer', value: plain(facts.payer) }]),
        ...(facts.receiver === null
          ? []
          : [{ label: 'Receiver', value: receiverLines(facts.receiver, facts.receiverMemo) }]),
        ...(facts.refundAddress === null
          ? []
          : [{ label: 'Refund to', value: plain(facts.refundAddress) }]),
      ],
      facts.hashes.map(({ label, hash, link }, index) => ({
        label,
        value: facts.hashes.slice(0, index).some((earlier) => earlier.hash === hash)
          ? 'in the same transaction'
          : [plain(hash), ...(link === null ? [] : [link])],
      })),
      allowanceRows(facts),
      [
        ...orderRows(facts, isUnseen),
        { label: 'Receipt', value: plain(facts.receiptId) },
        ...(facts.id === '' ? [] : [{ label: 'Route id', value: plain(facts.id) }]),
        ...timeRow('Started', facts.createdAtMs),
        ...timeRow('Updated', facts.updatedAtMs),
        ...(facts.took === null ? [] : [{ label: 'Took', value: facts.took }]),
      ],
      eventRows(facts),
    ],
    ...(facts.next === null ? {} : { footer: facts.next }),
  }
}

/** The receiver and its memo, as shown on every card. */
export function receiverLines(
  receiver: string,
  memo: { name: string; value: string } | null | undefined,
  name?: string,
): string[] {
  return [
    plain(receiver),
    ...(name === undefined ? [] : [`named ${plain(name, 64)}`]),
    ...(memo == null ? [] : [`with the ${plain(memo.name, 30)} ${plain(memo.value, 256)}`]),
  ]
}

/** A detected payment may differ from the agreed amount. */
function sentLabel({ spent, order, hashes, gasSpent, note }: ReceiptFacts): string {
  // For a payment by hand the note may name a different amount.
  if (spent && order !== null && gasSpent === null && note !== null) return 'Agreed'
  if (spent) return 'Sent'
  return order !== null && hashes.length > 0 ? 'Agreed' : 'To send'
}

function allowanceRows({ allowanceLeft, spender, sent }: ReceiptFacts): CardRow[] {
  if (allowanceLeft === null || spender === null) return []
  const left = allowanceLeft > 0n
  return [
    {
      label: 'Allowance',
      value: left
        ? [
            `${amountText({ token: sent.token, amount: allowanceLeft })} can still be spent by`,
            plain(spender),
          ]
        : 'fully used',
      ...(left ? { tone: 'warn' as const } : {}),
    },
  ]
}

function orderRows({ order }: ReceiptFacts, isUnpaid: boolean): CardRow[] {
  if (order === null) return []
  const { number, expiresAtMs } = order
  return [
    ...(number === null ? [] : [{ label: 'Order', value: plain(number) }]),
    ...(expiresAtMs === null || !isUnpaid
      ? []
      : [{ label: 'Pay before', value: timeText(expiresAtMs) }]),
    ...paidToRows(order, isUnpaid),
  ]
}

/**
 * The recorded deposit address. The order may have changed or ended since, so only a new read-back
 * shows where to pay (D7); this shows where the order asked you to pay.
 */
export function paidToRows({ record, expiresAtMs }: OrderView, isUnpaid: boolean): CardRow[] {
  if (record === null) return []
  const { depositAddress, memo } = record
  const warning = isUnpaid
    ? expiresAtMs === null
      ? 'For the record only. Before you pay, run `swaproute resume`: it reads the order back.'
      : `For the record only. Before you pay, run \`swaproute resume\`: it reads the order back. Do not pay after ${timeText(expiresAtMs)}.`
    : 'For the record only. Do not pay to it again.'
  return [
    {
      label: 'Deposit to',
      value: [
        plain(depositAddress),
        ...(memo === null ? [] : [`${plain(memo.name, 30)} ${plain(memo.value, 256)}`]),
        warning,
      ],
    },
  ]
}

function timeRow(label: string, atMs: number | null): CardRow[] {
  return atMs === null ? [] : [{ label, value: timeText(atMs) }]
}

/** Each hash once, without repeated entries, since polling records the same status many times. */
function eventRows({ events }: ReceiptFacts): CardRow[] {
  const seen = new Set<string>()
  const lines = events.filter(({ text }, index) => text !== events[index - 1]?.text)
  return lines.map(({ atMs, text, hash }, index) => {
    const isNew = hash !== null && !seen.has(hash)
    if (hash !== null) seen.add(hash)
    return {
      label: index === 0 ? 'History' : '',
      value: [`${timeText(atMs)}  ${plain(text)}`, ...(isNew ? [plain(hash)] : [])],
    }
  })
}
