import type { StatusAnswer } from '../api/schemas.ts'
import { isTrusted } from '../core/providerChoice.ts'
import type { EvmReceipt } from '../evidence/evm.ts'
import { destinationArrival, refundArrival, sameChainArrival } from './arrival.ts'
import { attemptOf, isOwnPayment } from './attempts.ts'
import type { ExecutionContext } from './context.ts'
import {
  moneyOf,
  type OrderedMoney,
  payoutArrival,
  orderRefundArrival,
} from './deposit/depositArrival.ts'
import { failureInDoubt, notArrivedYet } from './follow.ts'
import { orderedMoney } from './followSwap.ts'
import { outageAsNull } from './outage.ts'
import { replay, type SwapState } from './state.ts'
import { statusOf, statusNameOf } from './status.ts'

type HoldContext = Pick<
  ExecutionContext,
  'evm' | 'ton' | 'hasChain' | 'chainId' | 'wrappedNative' | 'journal'
>

/** How the end of a recorded swap is checked on its chains. */
type Proof = {
  delivered(hash: string): Promise<boolean>
  refunded(hash: string): Promise<boolean>
  failed(): Promise<boolean>
}

/**
 * The verified part of a remote service's answer about a swap of this machine: an end counts if the
 * journal has it or the chain shows it (S2, S5), a failure only if the payment itself failed (S4).
 * Writes and sends nothing.
 */
export async function verifiedStatus(
  swapId: string,
  answer: StatusAnswer,
  context: HoldContext,
): Promise<StatusAnswer> {
  const state = replay(swapId, context.journal.read(swapId))
  if (state.end !== null) return statusOf(state)
  const isOrder = state.kind === 'order'
  return await verified(answer, isOrder ? ofOrder(context, moneyOf(state)) : ofSwap(context, state))
}

async function verified(answer: StatusAnswer, proof: Proof): Promise<StatusAnswer> {
  const { destinationTxHash: hash } = answer
  const shows = async (check: Promise<boolean>): Promise<boolean> =>
    (await outageAsNull(check)) === true
  const status = statusNameOf(answer)
  switch (status) {
    case 'SUCCESS':
      if (hash !== null && (await shows(proof.delivered(hash)))) return answer
      return notArrivedYet(answer, 'delivery')
    case 'REVERTED':
      if (hash !== null && (await shows(proof.refunded(hash)))) return answer
      return notArrivedYet(answer, 'refund')
    case 'FAIL':
    case 'REVERT':
      return (await shows(proof.failed())) ? answer : failureInDoubt(answer)
    case 'PENDING':
    case 'LONG_PENDING':
    case 'NOT_FOUND':
    case 'INDETERMINATE':
    case 'READY_TO_CLAIM':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
      return { ...answer, status }
    default:
      return status satisfies never
  }
}

function ofOrder(context: HoldContext, money: OrderedMoney): Proof {
  return {
    delivered: async (hash) => (await payoutArrival(context, money, hash)) !== null,
    refunded: async (hash) => (await orderRefundArrival(context, money, hash)) !== null,
    failed: async () => false,
  }
}

function ofSwap(context: HoldContext, state: SwapState): Proof {
  const session = { context, state: () => state }
  const order = state.paidOrder === null ? null : ofOrder(context, orderedMoney(state))
  return {
    delivered: async (hash) => {
      if (order !== null) return await order.delivered(hash)
      const own = isOwnPayment(state, hash) ? await paymentReceipt(context, state) : null
      if (own === null || isTrusted(state.plan.provider))
        return (await destinationArrival(session, hash)) !== null
      if (!own.succeeded || state.plan.swapType !== 'on-chain') return false
      const { amount } = await sameChainArrival(session, own)
      return state.plan.dstToken.native || (amount ?? 0n) >= state.terms.dstMinAmount
    },
    refunded: async (hash) =>
      order !== null ? await order.refunded(hash) : (await refundArrival(session, hash)) !== null,
    failed: async () => (await paymentReceipt(context, state))?.succeeded === false,
  }
}

/** Null for an unmined payment, and on TON, where `resume` checks payments. */
async function paymentReceipt(context: HoldContext, state: SwapState): Promise<EvmReceipt | null> {
  const signed = attemptOf(state, 'pay')?.signed
  if (signed?.type !== 'signed') return null
  return await context.evm.readReceipt(signed.blockchain, signed.hash)
}
