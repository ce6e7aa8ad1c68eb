import type { StatusAnswer } from '../api/schemas.ts'
import { errorCodes, type FundsState } from '../core/errors.ts'
import { type StatusWord, statusWords } from '../core/status.ts'
import { type Attempt, attemptOf } from './attempts.ts'
import type { DepositState, SwapState } from './state.ts'

const known: ReadonlySet<string> = new Set(statusWords)

/** S1: a word that the contract does not have is no answer, least of all a failure. */
export function statusWordOf({ status }: Pick<StatusAnswer, 'status'>): StatusWord {
  return isStatusWord(status) ? status : 'PENDING'
}

function isStatusWord(text: string): text is StatusWord {
  return known.has(text)
}

/** Exit status of a swap that was sent (cli contract, section 4). */
export function exitOfStatus(status: StatusWord): number {
  switch (status) {
    case 'SUCCESS':
      return 0
    case 'FAIL':
    case 'REVERT':
    case 'REVERTED':
      return errorCodes.SWAP_FAILED.exit
    case 'READY_TO_CLAIM':
      return errorCodes.ACTION_REQUIRED.exit
    case 'NOT_FOUND':
      return errorCodes.SWAP_NOT_FOUND.exit
    case 'PENDING':
    case 'LONG_PENDING':
    case 'INDETERMINATE':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
      return errorCodes.OUTCOME_UNKNOWN.exit
    default:
      return status satisfies never
  }
}

/** The journal's state in one word; before the payment with the leg it is at. */
export function stateName(state: SwapState): string {
  if (state.end !== null) return state.end.type
  if (state.needsAction) return 'needs_action'
  if (state.delivering) return 'delivering'
  const current = state.attempts.findLast(({ stage }) => stage !== 'freed')
  if (current === undefined) return 'planned'
  return current.leg === 'pay' ? current.stage : `${current.leg}_${current.stage}`
}

/** Where the money is, as far as the journal knows. */
export function fundsOf(state: SwapState): FundsState {
  const { end, allowance } = state
  const pay = attemptOf(state, 'pay')
  const approved = state.attempts.some(({ leg, signed }) => leg === 'approve' && signed !== null)
  const back: FundsState = approved && allowance !== 0n ? 'approved_only' : 'none_moved'
  if (end?.type === 'done') return 'delivered'
  if (end?.type === 'refunded') return 'refunding'
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

/** A TON wallet sent some of the messages of a payment, but not all. */
function isPartlySent({ stage, confirmed }: Attempt): boolean {
  return stage === 'reverted' && confirmed?.type === 'ton_confirmed' && confirmed.sentMessages > 0
}

/** The status in the contract's words: the end's, the service's last, or what follows from ours. */
export function statusOf(state: SwapState): StatusAnswer {
  const { plan, end, answer, terms } = state
  const pay = attemptOf(state, 'pay')
  const base = {
    id: terms.routeId,
    provider: plan.provider,
    srcTxHash: pay?.signed?.hash ?? null,
    updatedAt: new Date(state.updatedAtMs).toISOString(),
  }
  if (end?.type === 'abandoned') {
    const note = `Nothing was paid: ${end.reason}`
    return { status: 'NOT_FOUND', destinationTxHash: null, note, ...base }
  }
  if (answer !== null) return { ...answer, ...base, status: statusWordOf(answer) }
  if (pay === null || pay.signed === null) {
    return {
      status: 'NOT_FOUND',
      destinationTxHash: null,
      note: 'The payment is not signed yet.',
      ...base,
    }
  }
  return { status: 'PENDING', destinationTxHash: null, note: noteOf(pay), ...base }
}

function noteOf({ stage, passed, signed }: Attempt): string {
  if (stage === 'expired') {
    return 'The payment was not taken into a block in time and never can be; it may be signed again.'
  }
  if (passed !== null) {
    return 'Another transaction was mined under the number of the payment; waiting until that is final.'
  }
  if (stage === 'confirmed') return 'The payment is confirmed; the delivery is under way.'
  return signed?.type === 'ton_signed'
    ? 'The payment is sent and in no block yet.'
    : 'The payment is sent and not mined yet.'
}

/** The journal's state in one word (docs/safety.md section 3). */
export function depositStateName(state: DepositState): string {
  if (state.end !== null) return state.end.type
  return state.needsAction ? 'needs_action' : state.stage
}

/** Whether anybody has seen a payment. */
export function isPaid({ answer, end }: Pick<DepositState, 'answer' | 'end'>): boolean {
  if (end?.type === 'done' || end?.type === 'refunded') return true
  if (answer === null) return false
  const { subStatus, srcTxHash } = answer
  if (srcTxHash != null) return true
  if (subStatus != null) return subStatus !== 'AWAITING_DEPOSIT'
  const word = statusWordOf(answer)
  return word !== 'PENDING' && word !== 'NOT_FOUND' && word !== 'FAIL'
}

/** Where the money is, as far as the journal knows. */
export function depositFunds(state: DepositState): FundsState {
  const { end, answer } = state
  if (end?.type === 'done') return 'delivered'
  if (end?.type === 'refunded') return 'refunding'
  if (end?.type === 'failed') return isPaid(state) ? 'unknown' : 'none_moved'
  if (end?.type === 'abandoned' || !isPaid(state)) return 'none_moved'
  const word = answer === null ? null : statusWordOf(answer)
  if (word === 'INDETERMINATE') return 'unknown'
  return word === 'REVERT' || word === 'WAITING_FOR_REFUND_TRUSTLINE' ? 'refunding' : 'sent'
}

/** The status in the contract's words: the end's, the service's last, or what follows from ours. */
export function depositStatus(state: DepositState): StatusAnswer {
  const { plan, end, answer, stage } = state
  const base = {
    id: plan.routeId,
    provider: plan.provider,
    updatedAt: new Date(state.updatedAtMs).toISOString(),
  }
  if (end?.type === 'abandoned') {
    const note = `Nothing was paid: ${end.reason}`
    return { status: 'NOT_FOUND', destinationTxHash: null, note, ...base }
  }
  if (answer !== null) return { ...answer, ...base, status: statusWordOf(answer) }
  if (stage === 'ordered' || stage === 'awaiting_deposit') {
    const waiting = { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', destinationTxHash: null }
    return { ...waiting, sourceNetworkTitle: plan.srcToken.blockchain, ...base }
  }
  const note =
    stage === 'order_unknown'
      ? 'The answer to the order was lost; no address was shown.'
      : 'The order is not open yet.'
  return { status: 'NOT_FOUND', destinationTxHash: null, note, ...base }
}
