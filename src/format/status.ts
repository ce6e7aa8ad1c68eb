import { blockchainName } from '../core/blockchainNames.ts'
import type { Card, CardRow } from './card.ts'
import { durationText, minutesText, timeText } from './numbers.ts'
import { plain, foreignQuotation } from './plain.ts'
import { type OrderView, paidToRows, receiverLines } from './receipt.ts'
import {
  type Fate,
  type NoSwap,
  type OrderHints,
  statusText,
  statusTitle,
  subStatusText,
} from './statusTexts.ts'

/** One end of a swap: chain, hash, and a link from our own explorer table (docs/safety.md X5). */
export type ChainSide = { blockchain: string | null; hash: string | null; link: string | null }

/** A transaction of ours besides the payment, such as its approval. */
export type StatusStep = ChainSide & { label: string }

/** Facts that this machine's journal adds to a status. */
export type OwnFacts = {
  receiptId: string
  startedAtMs: number
  /** Null while the swap is in progress. */
  endedAtMs: number | null
  /** The provider's estimate for the whole swap; null if absent. */
  expectedMinutes: number | null
  /** The agreed payment. */
  send: LegAmount
  /** The agreed amount and its minimum; null once something has arrived. */
  expected: { amount: LegAmount; atLeast: string } | null
  refundAddress: string | null
  /** What the payment to the receiver carries; null or absent: nothing. */
  receiverMemo?: { name: string; value: string } | null
  /** Own transactions before and after the payment. */
  before: readonly StatusStep[]
  after: readonly StatusStep[]
  /** The journal, one sentence each, oldest first. */
  events: readonly { atMs: number; text: string; hash: string | null }[]
}

/** The amount paid or received, in token units; with the address of an unlisted token. */
export type LegAmount = { amount: string; symbol: string | null; address: string | null }

export type StatusView = {
  status: string
  subStatus: string | null
  /** Next action according to the service; absent: unknown. */
  action?: string | null
  provider: string | null
  /** The bridge or exchange it uses; foreign text. */
  carrier: string | null
  /** Kind of a transaction that is not a swap; null: unknown, or it is a swap. */
  noSwap: NoSwap | null
  id: string | null
  /** The upstream's raw status and note; foreign text. */
  providerStatus: string | null
  note: string | null
  sent: LegAmount | null
  received: LegAmount | null
  /** Time of the source transaction. */
  paidAtMs: number | null
  /** Full address of the payer. */
  payer: string | null
  source: ChainSide
  destination: ChainSide
  updatedAtMs: number | null
  nowMs: number
  /** Full addresses if known. */
  receiver: string | null
  /** A deposit order, with its number if it may be shown; null for swaps without one. */
  order: OrderView | null
  fate: Fate | null
  /** Where the money is according to this machine's journal; null: derived from the status. */
  money: string | null
  /** TON: the wallet transaction that accepted the message of `source`. */
  srcTransactionHash: string | null
  /** TON: the kind of the hash in the request; null if unknown. */
  hashKind: string | null
  next: string | null
  /** Null for a swap of another machine. */
  own: OwnFacts | null
}

/** The state of a swap, with everything needed to verify it. */
export function statusCard(view: StatusView): Card {
  const known = statusText(view.status, hintsOf(view))
  const step = view.subStatus === 'AWAITING_DEPOSIT' ? null : view.subStatus
  const subStatus = step === null ? null : subStatusText(step)
  const deliveryLabel = view.status === 'REVERTED' ? 'Refund' : 'Delivery'
  return {
    title: [
      view.noSwap === null ? statusTitle(view.status, view.fate) : 'NOT A SWAP',
      ...carrierText(view),
    ].join(' · '),
    tone: known.tone,
    groups: [
      [
        {
          label: 'Meaning',
          value:
            subStatus === null
              ? known.meaning
              : `${known.meaning.replace(/\.$/, '')}: ${subStatus}.`,
          tone: known.tone,
        },
        { label: 'To do', value: known.action },
        { label: 'Money', value: view.money ?? known.money },
      ],
      amountRows(view),
      [
        ...stepRows(view.own?.before),
        ...legRows('Source', view.source),
        ...tonRows(view),
        ...(isSameTransaction(view)
          ? [{ label: deliveryLabel, value: 'in the same transaction' }]
          : legRows(deliveryLabel, view.destination)),
        ...stepRows(view.own?.after),
        ...(view.payer === null ? [] : [{ label: 'Payer', value: plain(view.payer) }]),
        ...(view.receiver === null
          ? []
          : [{ label: 'Receiver', value: receiverLines(view.receiver, view.own?.receiverMemo) }]),
        ...refundRows(view),
      ],
      detailRows(view),
    ],
    ...(view.next === null ? {} : { footer: view.next }),
  }
}

/** A swap is a deposit if it has an order, or a step that only orders have. */
export function hintsOf({
  subStatus,
  order,
  fate,
  noSwap,
  action,
}: Pick<StatusView, 'subStatus' | 'order' | 'fate' | 'noSwap' | 'action'>): OrderHints {
  const isDeposit = order !== null || subStatus !== null
  return { subStatus, isDeposit, fate, noSwap, action: action ?? null }
}

/** One line for `--watch` on a pipe and for progress: `PENDING · the swap is in progress`. */
export function statusLine(status: string, subStatus: string | null): string {
  const detail = subStatus === null ? null : subStatusText(subStatus)
  const meaning = detail ?? statusText(status).meaning.replace(/\.$/, '')
  return `${plain(status, 40)} · ${meaning}`
}

/** `lifi via across`; empty if no provider is known. */
function carrierText({ provider, carrier }: StatusView): string[] {
  if (provider === null) return []
  const below = carrier === null || carrier === provider ? '' : ` via ${plain(carrier, 32)}`
  return [`${plain(provider, 32)}${below}`]
}

function stepRows(steps: readonly StatusStep[] = []): CardRow[] {
  return steps.flatMap(({ label, ...side }) => legRows(label, side))
}

/** On one chain, one transaction pays and delivers. */
export function isSameTransaction({ source, destination }: StatusView): boolean {
  return (
    source.hash !== null &&
    source.hash === destination.hash &&
    source.blockchain === destination.blockchain
  )
}

/** The refund address, only if it differs from the payer. */
function refundRows({ own, payer }: StatusView): CardRow[] {
  const address = own?.refundAddress ?? null
  return address === null || address === payer
    ? []
    : [{ label: 'Refund to', value: plain(address) }]
}

/** `60.9678 USDC on ARBITRUM, at least 60.9678 USDC`; null once the amount is known. */
export function expectedLegText({ own, destination }: StatusView): string | null {
  const expected = own?.expected ?? null
  if (expected === null) return null
  const { amount, atLeast } = expected
  return `${legText(amount, destination.blockchain)}, at least ${legText({ ...amount, amount: atLeast }, null)}`
}

/** The planned payment, if the actual one is not known yet. */
function sentRows({ sent, own, source }: StatusView): CardRow[] {
  const amount = sent ?? own?.send ?? null
  if (amount === null) return []
  const label = sent !== null ? 'Sent' : source.hash === null ? 'To send' : 'Agreed'
  return [{ label, value: legText(amount, source.blockchain) }]
}

function amountRows(view: StatusView): CardRow[] {
  const { received, destination, status } = view
  const [paid, started, took] = [paidText(view), startedText(view), tookText(view)]
  const expected = received === null ? expectedLegText(view) : null
  return [
    ...sentRows(view),
    ...(received === null
      ? []
      : [
          {
            label: status === 'REVERTED' ? 'Returned' : 'Received',
            value: legText(received, destination.blockchain),
          },
        ]),
    ...(expected === null ? [] : [{ label: 'Expected', value: expected }]),
    ...(paid === null ? [] : [{ label: 'Paid', value: paid }]),
    ...(started === null ? [] : [{ label: 'Started', value: started }]),
    ...(took === null ? [] : [{ label: 'Took', value: took }]),
  ]
}

/** `100 USDC on Ethereum`, with every digit. */
export function legText({ amount, symbol, address }: LegAmount, blockchain: string | null): string {
  const unlisted = address === null ? '' : ` (${plain(address)})`
  const token = symbol === null ? plain(address ?? '') : `${plain(symbol, 20)}${unlisted}`
  return `${plain(amount)} ${token}${blockchain === null ? '' : ` on ${plain(blockchainName(blockchain), 40)}`}`
}

/**
 * `2026-11-21 14:03:22 UTC (4m ago, usually 2m)`; null if neither the chain nor the journal has the
 * time.
 */
function paidText(view: StatusView): string | null {
  const { paidAtMs, nowMs, own } = view
  if (paidAtMs === null) return null
  const isRunning = own !== null && own.endedAtMs === null
  return aged(paidAtMs, nowMs, isRunning ? usualText(own.expectedMinutes) : null)
}

/** Start time of a swap of this machine whose payment time is unknown. */
function startedText({ paidAtMs, nowMs, own }: StatusView): string | null {
  return paidAtMs !== null || own === null ? null : aged(own.startedAtMs, nowMs, null)
}

/**
 * `at most 45s, usually 2m`, from the payment until this machine saw the end, which may have been
 * earlier; null for swaps of another machine.
 */
export function tookText({
  paidAtMs,
  own,
}: {
  paidAtMs: number | null
  own: Pick<OwnFacts, 'endedAtMs' | 'expectedMinutes'> | null
}): string | null {
  if (paidAtMs === null || own === null || own.endedAtMs === null) return null
  const usual = usualText(own.expectedMinutes)
  const took = `at most ${durationText(Math.max(1_000, own.endedAtMs - paidAtMs))}`
  return usual === null ? took : `${took}, ${usual}`
}

function usualText(minutes: number | null): string | null {
  return minutes === null || minutes <= 0 ? null : `usually ${minutesText(minutes)}`
}

function aged(atMs: number, nowMs: number, more: string | null): string {
  const ageMs = nowMs - atMs
  const parts = [ageMs < 0 ? null : agoText(ageMs), more].filter((part) => part !== null)
  return `${timeText(atMs)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}

function agoText(ageMs: number): string {
  return ageMs < 1_000 ? 'just now' : `${durationText(ageMs)} ago`
}

function legRows(label: string, leg: ChainSide): CardRow[] {
  if (leg.hash === null) {
    return leg.blockchain === null
      ? []
      : [{ label, value: `${plain(leg.blockchain)}, no transaction yet` }]
  }
  return [
    {
      label,
      value: [
        ...(leg.blockchain === null ? [] : [plain(leg.blockchain)]),
        plain(leg.hash),
        ...(leg.link === null ? [] : [leg.link]),
      ],
    },
  ]
}

/** A TON payment has two hashes, and users search for either. */
function tonRows({ srcTransactionHash, hashKind }: StatusView): CardRow[] {
  const kind = hashKind === null ? undefined : hashKinds[hashKind]
  return [
    ...(srcTransactionHash === null
      ? []
      : [{ label: 'Accepted', value: ['transaction', plain(srcTransactionHash)] }]),
    ...(kind === undefined ? [] : [{ label: 'You gave', value: kind }]),
  ]
}

const hashKinds: Readonly<Record<string, string>> = {
  transaction: 'the hash of a TON transaction',
  message: 'the hash of a TON message, as sent',
  normalized_message: 'the hash of a TON message, normalized',
}

function detailRows(view: StatusView): CardRow[] {
  const rows: CardRow[] = []
  if (view.own !== null) rows.push({ label: 'Receipt', value: plain(view.own.receiptId) })
  if (view.id !== null) rows.push({ label: 'Id', value: plain(view.id) })
  if (view.order?.number != null) rows.push({ label: 'Order', value: plain(view.order.number) })
  if (view.order !== null) {
    rows.push(...paidToRows(view.order, view.subStatus === 'AWAITING_DEPOSIT'))
  }
  if (view.providerStatus !== null) {
    rows.push({ label: 'Upstream', value: foreignQuotation(view.providerStatus) })
  }
  if (view.note !== null) rows.push({ label: 'Note', value: foreignQuotation(view.note) })
  if (view.updatedAtMs !== null) {
    rows.push({ label: 'Updated', value: aged(view.updatedAtMs, view.nowMs, null) })
  }
  return rows
}
