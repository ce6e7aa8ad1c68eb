import { SwaprouteError } from '../../../core/errors.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { readPayment, type SourceState } from '../../../evidence/arrival.ts'
import {
  type AddressState,
  type Deposited,
  readAddressState,
  readDeposited,
} from '../../../evidence/deposited.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { ProviderContext } from '../../types.ts'
import { orderAmountText } from './money.ts'
import { commonOf, noDestination, pending } from './pending.ts'
import type { KnownOrder, OrderReport, Reading } from './reading.ts'
import type { StoredOrder } from './state.ts'

// Orders that their provider calls unpaid or ended. The chain is asked before a note is written for
// the payment: by its hash, else at the order's own address.

/** Time a payment may need to be detected; an unpaid order does not end sooner. */
const lateGraceMs = 60 * 60_000

/** The provider has detected no payment. */
export async function awaitingStatus(report: OrderReport): Promise<SwapStatus> {
  const { provider, reading, order } = report
  const { name } = provider
  const isLate = isOver(report)
  const payment = await paymentOf(report)
  if (payment === 'failed') return paymentFailed(reading, order)
  if (payment !== null) {
    const notReported = `${name} has not detected a payment yet`
    const note = isLate
      ? `The payment deadline has passed, and ${notReported}.`
      : `${payment === 'confirmed' ? 'The payment is confirmed' : 'A payment was made'}, but ${notReported}; do not pay again.`
    return pending(report, note, { isPaid: true, isLong: isLate })
  }
  const deposited = await depositedOf(report)
  if (deposited.kind === 'paid') {
    const note = `${paidText(order, deposited)}, but ${name} has not detected it yet; do not pay again.${isLate ? askSupport(order) : ''}`
    return pending(report, note, { isPaid: true, isLong: isLate })
  }
  if (!isLate) return pending(report, reading.note)
  // A payment may be on its way; the provider's status counts only after the grace period.
  if (!isOver(report, lateGraceMs)) {
    return pending(report, 'The payment deadline has passed; do not pay.', { isOver: true })
  }
  return ended(report, deposited, `${name} reports that no payment arrived in time.`)
}

export function isOver({ order: { expiresAtMs }, context }: OrderReport, graceMs = 0): boolean {
  return expiresAtMs !== null && context.now() > expiresAtMs + graceMs
}

/** A failure counts once our payment is confirmed, or if none is known (S4). */
export async function failedStatus(report: OrderReport): Promise<SwapStatus> {
  const { provider, reading, order, ref, context } = report
  const { name } = provider
  const hash = ref.srcTxHash
  const isExpired = reading.state === 'expired'
  const claimed = `${name} reports that ${isExpired ? 'the order expired' : 'the swap failed'}`
  const payment = hash === null ? null : await readPayment(ref.srcBlockchain, hash, context)
  if (payment === 'failed') return paymentFailed(reading, order)
  if (payment === 'missing') return pending(report, `${claimed}; the payment is not confirmed yet.`)
  const isKnown = payment === 'confirmed' || reading.srcTxHash !== null
  const deposited: Deposited = isKnown ? { kind: 'paid', amount: null } : await depositedOf(report)
  // A late payment is exchanged or sent back by hand: the order has not ended.
  if (isExpired && deposited.kind === 'paid') {
    const paid = isKnown ? 'it was paid' : lowered(paidText(order, deposited))
    return pending(report, `${claimed}, but ${paid}.${askSupport(order)}`, { isLong: true })
  }
  return ended(report, deposited, reading.note ?? `${claimed}.`)
}

/** FAIL, with what to do where money was paid, or may have been. */
function ended({ reading, order }: OrderReport, deposited: Deposited, claimed: string): SwapStatus {
  const end = { status: 'FAIL', ...noDestination, ...commonOf(reading, order) } as const
  const { blockchain } = order.srcToken
  switch (deposited.kind) {
    case 'empty':
      return { ...end, note: `${claimed} Its address on ${blockchain} shows no payment.` }
    case 'paid': {
      const where = deposited.amount === null ? '' : ` ${paidText(order, deposited)}.`
      return { ...end, action: 'ask_support', note: `${claimed}${where}${askSupport(order)}` }
    }
    case 'unread': {
      const note = `${claimed} ${deposited.why}; if you have paid, ask its support with order ${order.orderId}.`
      return { ...end, action: 'ask_support', note }
    }
    default:
      return deposited satisfies never
  }
}

/**
 * State of the payment that is named for the order; null if absent. A text by which an order was found
 * may be its number, and counts only where the chain confirms it.
 */
async function paymentOf({ reading, ref, context }: OrderReport): Promise<SourceState | null> {
  const { srcBlockchain, srcTxHash } = ref
  if (srcTxHash !== null) {
    const payment = await readPayment(srcBlockchain, srcTxHash, context)
    const isHash = isTransactionHash(srcBlockchain, srcTxHash)
    const isNamed = isHash && ref.orderId !== null && ref.orderId !== srcTxHash
    if (isNamed || payment === 'confirmed' || payment === 'failed') return payment
  }
  const reported = reading.srcTxHash
  return reported !== null && isTransactionHash(srcBlockchain, reported) ? 'missing' : null
}

function depositedOf({ order, context }: OrderReport): Promise<Deposited> {
  const { srcToken: token, depositAddress: address, depositMemo: memo, createdAtMs, own } = order
  const { heldBefore, sentBefore } = own
  const isKnown = [heldBefore, sentBefore].every((text) => /^\d+$/.test(text ?? ''))
  const before = isKnown
    ? { balance: BigInt(heldBefore ?? ''), sent: BigInt(sentBefore ?? '') }
    : null
  return readDeposited({ token, address, memo, sinceMs: createdAtMs, before }, context)
}

/** Of an address before it is shown, for the stored order; nothing where it cannot be read. */
export async function addressBefore(
  place: { token: StoredOrder['srcToken']; address: string; memo: string | null },
  context: ProviderContext,
): Promise<Record<string, string>> {
  const state = await readAddressState(place, context).catch(
    (thrown: unknown): AddressState | null => {
      if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
      throw thrown
    },
  )
  return state === null ? {} : { heldBefore: String(state.balance), sentBefore: String(state.sent) }
}

function paidText(
  { srcToken, srcAmount }: KnownOrder,
  { amount }: Extract<Deposited, { kind: 'paid' }>,
): string {
  const address = `The address of the order on ${srcToken.blockchain}`
  if (amount === null) return `${address} was paid, and the money was moved on`
  const agreed =
    srcAmount === null || srcAmount === amount ? '' : ` of ${orderAmountText(srcAmount, srcToken)}`
  return `${address} has received ${orderAmountText(amount, srcToken)}${agreed}`
}

function lowered(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}

function askSupport({ orderId }: KnownOrder): string {
  return ` Ask its support with order ${orderId}.`
}

function paymentFailed(reading: Reading, order: KnownOrder): SwapStatus {
  const note = 'The payment itself failed on its chain; nothing was deposited.'
  return { status: 'FAIL', ...noDestination, ...commonOf(reading, order), note }
}
