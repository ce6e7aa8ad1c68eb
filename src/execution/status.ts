import type { StatusAnswer } from '../api/schemas.ts'
import { paymentWord } from '../core/claim.ts'
import type { FundsState } from '../core/errors.ts'
import { isStatusName, type StatusName } from '../core/status.ts'
import { type Attempt, attemptOf } from './attempts.ts'
import type { DepositState, State, SwapState } from './state.ts'

/** S1: a status outside the contract is not an answer, and never a failure. */
export function statusNameOf({ status }: Pick<StatusAnswer, 'status'>): StatusName {
  return isStatusName(status) ? status : 'PENDING'
}

/**
 * The journal's state as one contract status (docs/safety.md section 3); before the payment with its
 * transaction.
 */
export function stateName(state: State): string {
  if (state.end !== null) return state.end.type
  if (state.needsAction) return 'needs_action'
  if (state.kind === 'order') return state.stage
  if (state.delivering) return 'delivering'
  const current = state.attempts.findLast(({ stage }) => stage !== 'freed')
  if (current === undefined) return 'planned'
  return current.leg === 'pay' ? current.stage : `${current.leg}_${current.stage}`
}

/** Where the money is, as far as the journal knows. */
export function fundsOf(state: State): FundsState {
  if (state.end?.type === 'done') return 'delivered'
  if (state.end?.type === 'refunded') return 'refunding'
  return state.kind === 'order' ? orderFunds(state) : swapFunds(state)
}

function swapFunds(state: SwapState): FundsState {
  const { end, allowance } = state
  const pay = attemptOf(state, 'pay')
  const approved = state.attempts.some(({ leg, signed }) => leg === 'approve' && signed !== null)
  const back: FundsState = approved && allowance !== 0n ? 'approved_only' : 'none_moved'
  if (end?.type === 'abandoned') return back
  if (end?.type === 'failed') {
    return pay?.stage === 'confirmed' || (pay !== null && isPartlySent(pay)) ? 'unknown' : back
  }
  if (pay === null || pay.signed === null) return back
  if (isPartlySent(pay)) return 'unknown'
  switch (pay.stage) {
    case 'sent':
    case 'confirmed':
      return state.answer?.status === 'INDETERMINATE' ? 'unknown' : 'sent'
    case 'reverted':
    case 'replaced':
    case 'expired':
      return back
    case 'signed':
    case 'signing':
    case 'freed':
      return 'unknown'
    default:
      return pay.stage satisfies never
  }
}

/** A TON wallet sent only some of a payment's messages. */
function isPartlySent({ stage, confirmed }: Attempt): boolean {
  return stage === 'reverted' && confirmed?.type === 'ton_confirmed' && confirmed.sentMessages > 0
}

function orderFunds(state: DepositState): FundsState {
  const { end, answer } = state
  if (end?.type === 'failed') return isPaid(state) ? 'unknown' : 'none_moved'
  if (end?.type === 'abandoned' || !isPaid(state)) return 'none_moved'
  const status = answer === null ? null : statusNameOf(answer)
  if (status === 'INDETERMINATE') return 'unknown'
  return status === 'REVERT' || status === 'WAITING_FOR_REFUND_TRUSTLINE' ? 'refunding' : 'sent'
}

/** Whether the service reports a payment of the order. */
export function isPaid({ answer, end }: Pick<DepositState, 'answer' | 'end'>): boolean {
  if (end?.type === 'done' || end?.type === 'refunded') return true
  if (answer === null) return false
  const { subStatus, srcTxHash } = answer
  if (srcTxHash != null) return true
  if (subStatus != null) return subStatus !== 'AWAITING_DEPOSIT'
  const status = statusNameOf(answer)
  if (status === 'FAIL') return answer.action === 'ask_support'
  return status !== 'PENDING' && status !== 'NOT_FOUND'
}

/**
 * The status in the contract's terms: of the end, else the service's last, else derived from our
 * state.
 */
export function statusOf(state: State): StatusAnswer {
  const { plan, end, answer } = state
  const base = {
    id: routeIdOf(state),
    provider: plan.provider,
    ...(state.kind === 'order' ? {} : { srcTxHash: attemptOf(state, 'pay')?.signed?.hash ?? null }),
    updatedAt: new Date(state.updatedAtMs).toISOString(),
  }
  if (end?.type === 'abandoned') {
    const note = `Nothing was paid: ${end.reason}`
    return { status: 'NOT_FOUND', destinationTxHash: null, note, ...base }
  }
  if (answer !== null) return { ...answer, ...base, status: statusNameOf(answer) }
  return { ...(state.kind === 'order' ? orderStatus(state) : swapStatus(state)), ...base }
}

function swapStatus(state: SwapState): StatusAnswer {
  const pay = attemptOf(state, 'pay')
  const what = paymentWord(state.terms.routeId)
  return pay === null || pay.signed === null
    ? { status: 'NOT_FOUND', destinationTxHash: null, note: `The ${what} is not signed yet.` }
    : { status: 'PENDING', destinationTxHash: null, note: noteOf(pay, what) }
}

function noteOf({ stage, passed, signed }: Attempt, what: string): string {
  if (stage === 'expired') {
    return `The ${what} expired before a block included it; it may be signed again.`
  }
  if (passed !== null) {
    return `Another transaction with the nonce of the ${what} was mined; waiting until that is final.`
  }
  if (stage === 'confirmed') return `The ${what} is confirmed; the delivery is under way.`
  return signed?.type === 'ton_signed'
    ? `The ${what} was sent and is not in a block yet.`
    : `The ${what} was sent and is not mined yet.`
}

function orderStatus({ stage, plan }: DepositState): StatusAnswer {
  if (stage === 'ordered' || stage === 'awaiting_deposit') {
    const waiting = { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', destinationTxHash: null }
    return { ...waiting, sourceNetworkTitle: plan.srcToken.blockchain }
  }
  const note =
    stage === 'order_unknown'
      ? 'The answer to the order was lost; no address was shown.'
      : 'The order is not open yet.'
  return { status: 'NOT_FOUND', destinationTxHash: null, note }
}

/** Id of the route that was accepted last. */
export function routeIdOf(state: State): string {
  return state.kind === 'order' ? state.plan.routeId : state.terms.routeId
}
