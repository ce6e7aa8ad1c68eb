import type { Card, CardRow } from './card.ts'
import { durationText, timeText } from './numbers.ts'
import { plain, quoted } from './plain.ts'
import { type OrderView, paidToRows } from './receipt.ts'
import {
  type Fate,
  type NoSwap,
  type OrderHints,
  statusMeaning,
  statusTitle,
  subStatusMeaning,
} from './statusWords.ts'

/** One end of a swap: chain, hash, and a link from our own explorer table (docs/safety.md X5). */
export type ChainSide = { blockchain: string | null; hash: string | null; link: string | null }

/** What was paid or arrived, in token units; the address where no list has the symbol. */
export type LegAmount = { amount: string; symbol: string | null; address: string | null }

export type StatusView = {
  status: string
  subStatus: string | null
  provider: string | null
  /** The bridge or exchange below it; foreign text. */
  carrier: string | null
  /** What a transaction is that no provider carried; null: unknown, or it is a swap. */
  noSwap: NoSwap | null
  id: string | null
  /** The upstream's raw status and note; foreign text. */
  providerStatus: string | null
  note: string | null
  sent: LegAmount | null
  received: LegAmount | null
  /** When the source transaction was made. */
  paidAtMs: number | null
  /** Full address of who paid, of swaps made elsewhere. */
  payer: string | null
  source: ChainSide
  destination: ChainSide
  updatedAtMs: number | null
  nowMs: number
  /** Full addresses where they are known. */
  receiver: string | null
  /** A deposit order, with its number where it may be shown; null for swaps without one. */
  order: OrderView | null
  fate: Fate | null
  /** Where the money is according to this machine's journal; null: only the status says. */
  money: string | null
  /** TON: the wallet transaction that accepted the message of `source`. */
  srcTransactionHash: string | null
  /** TON: the kind of the hash in the request; null where unknown. */
  hashKind: string | null
  next: string | null
}

/** The state of a swap in plain words, with all that is needed to verify it yourself. */
export function statusCard(view: StatusView): Card {
  const known = statusMeaning(view.status, hintsOf(view))
  const step = view.subStatus === 'AWAITING_DEPOSIT' ? null : view.subStatus
  const subStatus = step === null ? null : subStatusMeaning(step)
  const refunded = view.status === 'REVERTED'
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
        ...legRows('Source', view.source),
        ...tonRows(view),
        ...legRows(refunded ? 'Refund' : 'Delivery', view.destination),
        ...(view.payer === null ? [] : [{ label: 'Payer', value: plain(view.payer) }]),
        ...(view.receiver === null ? [] : [{ label: 'Receiver', value: plain(view.receiver) }]),
      ],
      detailRows(view),
    ],
    ...(view.next === null ? {} : { footer: view.next }),
  }
}

/** A swap is known to be a deposit by its order, or by a step that only orders have. */
export function hintsOf({
  subStatus,
  order,
  fate,
  noSwap,
}: Pick<StatusView, 'subStatus' | 'order' | 'fate' | 'noSwap'>): OrderHints {
  return { subStatus, isDeposit: order !== null || subStatus !== null, fate, noSwap }
}

/** One line for `--watch` on a pipe and for progress: `PENDING · the swap is in progress`. */
export function statusLine(status: string, subStatus: string | null): string {
  const detail = subStatus === null ? null : subStatusMeaning(subStatus)
  const meaning = detail ?? statusMeaning(status).meaning.replace(/\.$/, '')
  return `${plain(status, 40)} · ${meaning}`
}

/** `lifi via across`; nothing where no provider is known. */
function carrierText({ provider, carrier }: StatusView): string[] {
  if (provider === null) return []
  const below = carrier === null || carrier === provider ? '' : ` via ${plain(carrier, 32)}`
  return [`${plain(provider, 32)}${below}`]
}

function amountRows(view: StatusView): CardRow[] {
  const { sent, received, source, destination, status } = view
  const paid = paidText(view)
  return [
    ...(sent === null ? [] : [{ label: 'Sent', value: legText(sent, source.blockchain) }]),
    ...(received === null
      ? []
      : [
          {
            label: status === 'REVERTED' ? 'Returned' : 'Received',
            value: legText(received, destination.blockchain),
          },
        ]),
    ...(paid === null ? [] : [{ label: 'Paid', value: paid }]),
  ]
}

/** `100 USDC on ETH`, with every digit. */
export function legText({ amount, symbol, address }: LegAmount, blockchain: string | null): string {
  const unlisted = address === null ? '' : ` (${plain(address)})`
  const token = symbol === null ? plain(address ?? '') : `${plain(symbol, 20)}${unlisted}`
  return `${plain(amount)} ${token}${blockchain === null ? '' : ` on ${plain(blockchain)}`}`
}

/** `2026-11-21 14:03:22 UTC (3h ago)`; null where the chain does not say. */
export function paidText({ paidAtMs, nowMs }: StatusView): string | null {
  if (paidAtMs === null) return null
  const ageMs = nowMs - paidAtMs
  return `${timeText(paidAtMs)}${ageMs < 0 ? '' : ` (${durationText(ageMs)} ago)`}`
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

/** A TON payment has two hashes, and users ask with either. */
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
  if (view.id !== null) rows.push({ label: 'Id', value: plain(view.id) })
  if (view.order?.number != null) rows.push({ label: 'Order', value: plain(view.order.number) })
  if (view.order !== null) {
    rows.push(...paidToRows(view.order, view.subStatus === 'AWAITING_DEPOSIT'))
  }
  if (view.providerStatus !== null) {
    rows.push({ label: 'Upstream', value: quoted(view.providerStatus) })
  }
  if (view.note !== null) rows.push({ label: 'Note', value: quoted(view.note) })
  if (view.updatedAtMs !== null) {
    const age = durationText(view.nowMs - view.updatedAtMs)
    rows.push({ label: 'Updated', value: `${timeText(view.updatedAtMs)} (${age} ago)` })
  }
  return rows
}
