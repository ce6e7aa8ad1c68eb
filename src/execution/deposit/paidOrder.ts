import type { OrderCard, ReviewCard, ReviewReason } from '../../core/review.ts'
import { gasNotCompared } from '../evm/reasons.ts'
import { isWorse } from '../renewal.ts'
import { confirmationFor } from '../review.ts'

/** Members that come only from gas and the nodes of the paying chain: an order's card has none of them. */
const ofPayment: ReadonlySet<string> = new Set([
  'value',
  'loss',
  'gas_unknown',
  'one_node',
  gasNotCompared.code,
])

/**
 * Why the payment of an order needs another answer than the order (P7). What only one of the two
 * cards can show is not a change: gas, contract and simulation first appear on the payment's card.
 * @param floor as of `isWorse`
 */
export function isWorseThanOrdered(
  ordered: Omit<OrderCard, 'replaces'>,
  payment: ReviewCard,
  floor: bigint | null,
): ReviewReason[] {
  const own = <T extends { code: string }>(list: readonly T[]): T[] =>
    list.filter(({ code }) => ofPayment.has(code))
  const { refund: _, ...paid } = payment
  const accepted = {
    ...paid,
    ...ordered,
    fees: [...payment.fees.filter(({ name }) => name === 'gas'), ...ordered.fees],
    warnings: [...own(payment.warnings), ...ordered.warnings],
    typedReasons: [...own(payment.typedReasons), ...ordered.typedReasons],
  }
  // Without an address of its own, a refund goes back to the payer, as the order's card states.
  const refundAddress = payment.refundAddress ?? payment.from
  const next = { ...ordered, ...payment, refundAddress }
  return isWorse<ReviewCard & typeof ordered>(accepted, next, confirmationFor, floor)
}
