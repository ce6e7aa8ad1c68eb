import { foreignReason } from '../../../core/foreignReason.ts'
import type { SubStatusName, SwapStatus } from '../../../core/status.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import { readPaidAt } from '../../../evidence/paidAt.ts'
import type { KnownOrder, OrderReport, OrderState, Reading } from './reading.ts'

const leastLongMs = 30 * 60_000
export const noDestination = { destinationTxHash: null } as const

const subStatusOf: Partial<Record<OrderState, SubStatusName>> = {
  awaiting: 'AWAITING_DEPOSIT',
  unlisted: 'AWAITING_DEPOSIT',
  confirming: 'CONFIRMING',
  exchanging: 'EXCHANGING',
  sending: 'SENDING',
  done: 'SENDING',
}

const unpaid: ReadonlySet<OrderState> = new Set(['awaiting', 'unlisted'])

/** Facts about the payment beyond the provider's status. */
type Payment = {
  /** It is late, or waits for a person. */
  isLong?: boolean
  /** The chain shows it, whatever the provider reports. */
  isPaid?: boolean
  /** It must no longer be sent. */
  isOver?: boolean
}

/**
 * PENDING with the step; LONG_PENDING where an action is awaited, or after four times the estimate,
 * whatever the provider calls it.
 */
export async function pending(
  report: OrderReport,
  note: string | undefined,
  { isLong = false, isPaid = false, isOver = false }: Payment = {},
): Promise<SwapStatus> {
  const { reading, order, ref, context } = report
  const longMs = Math.max(leastLongMs, 4_000 * (ref.durationSeconds ?? 0))
  const isUnderWay = isPaid || !unpaid.has(reading.state)
  const begunAtMs = isUnderWay && !isLong ? await begunAt(report) : null
  const isLate = begunAtMs !== null && context.now() - begunAtMs > longMs
  const text = isLate && reading.state === 'unknown' ? unknownNote(report, note) : note
  const reported = subStatusOf[reading.state]
  const subStatus = isPaid && reported === 'AWAITING_DEPOSIT' ? 'CONFIRMING' : reported
  return {
    status: isLong || isLate ? 'LONG_PENDING' : 'PENDING',
    ...(subStatus === undefined || isLong || isLate ? {} : { subStatus }),
    ...(isOver && subStatus === 'AWAITING_DEPOSIT' ? { action: 'wait' } : {}),
    ...noDestination,
    ...commonOf(reading, order),
    ...(text === undefined ? {} : { note: text }),
  }
}

/** When the order began; of an order opened elsewhere, by its payment. Null: unknown. */
async function begunAt({ reading, order, ref, context }: OrderReport): Promise<number | null> {
  const known = order.createdAtMs ?? ref.startedAtMs ?? ref.seenAtMs ?? null
  const hash = reading.srcTxHash ?? ref.srcTxHash
  if (known !== null || hash === null) return known
  return await readPaidAt(order.srcToken.blockchain, hash, context)
}

/** A status outside the provider's documentation may be an end of any kind (S1). */
export function unknownNote(report: ReportedStatus, note: string | undefined): string {
  const before = note === undefined ? '' : `${note} `
  return `${before}${report.provider.name} has reported the status ${quotedStatus(report)} for a long time, which may mean that the order has ended. ${whatToAsk(report)}`
}

/** What is known of an order whose terms may not be. */
type ReportedStatus = Pick<OrderReport, 'provider'> & {
  reading: Pick<Reading, 'upstreamStatus'>
  order: Pick<KnownOrder, 'orderId'>
}

/** What the provider reports of a payment that it has, and what to do. */
export function slowNote(
  report: OrderReport,
  state: 'on_hold' | 'delayed' | 'underpaid' | 'stopped' | 'refunding',
): string {
  const reports: Record<typeof state, string> = {
    on_hold: 'is holding the payment for a check and may ask for documents',
    delayed: 'reports a delay and is still working on it',
    underpaid: 'reports that less than the agreed amount arrived',
    stopped: `has stopped the order with the status ${quotedStatus(report)} and does not report where the money is`,
    refunding: 'reports a refund that is not complete yet',
  }
  return `${report.provider.name} ${reports[state]}. ${whatToAsk(report)}`
}

function quotedStatus({ reading }: Pick<ReportedStatus, 'reading'>): string {
  return `"${foreignReason(reading.upstreamStatus, 40)}"`
}

export function whatToAsk({ order }: Pick<ReportedStatus, 'order'>): string {
  const what = order.orderId === '' ? 'the hash of the payment' : `order ${order.orderId}`
  return `Ask its support with ${what}.`
}

export function commonOf(
  { upstreamStatus, srcTxHash }: Reading,
  { srcToken, srcAmount, dstToken, receiver, own }: KnownOrder,
): Partial<SwapStatus> {
  const isSaid = own['unsaid'] === undefined
  const isHash = srcTxHash !== null && isTransactionHash(srcToken.blockchain, srcTxHash)
  return {
    ...(isSaid ? { destinationBlockchain: dstToken.blockchain } : {}),
    providerStatus: foreignReason(upstreamStatus, 40),
    ...(isHash ? { sourceTxHash: srcTxHash } : {}),
    facts: {
      srcToken: { blockchain: srcToken.blockchain, address: srcToken.address },
      ...(srcAmount === null ? {} : { srcAmount }),
      ...(isSaid
        ? { dstToken: { blockchain: dstToken.blockchain, address: dstToken.address } }
        : {}),
      ...(own['unnamed'] === undefined ? { receiver } : {}),
    },
  }
}
