import type { StatusAnswer } from '../../api/schemas.ts'
import type { FundsState } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { givenUpBy, statusWordOf } from '../outcome.ts'
import type { DepositFacts, ExecutionContext, SwapOutcome, SwapSummary } from '../types.ts'
import type { DepositState } from './depositState.ts'
import { orderNumber } from './types.ts'

/** The journal's state in one word (docs/safety.md section 3). */
function depositStateName(state: DepositState): string {
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

function depositHashes({ answer, end }: DepositState): SwapOutcome['hashes'] {
  const source = answer?.srcTxHash
  const arrived = end?.type === 'done' ? answer?.destinationTxHash : null
  const refund = end?.type === 'refunded' ? end.evidence.hash : null
  return {
    ...(source == null ? {} : { source }),
    ...(arrived == null ? {} : { destination: arrived }),
    ...(refund === null ? {} : { refund }),
  }
}

/** @param shown whether this process has just shown where to pay */
export function depositFacts(
  { order, plan, stage }: DepositState,
  shown: boolean,
): DepositFacts | null {
  if (order === null) return null
  const { amountToSend, expiresAtMs, memo, depositAddress } = order.instruction
  const record = stage === 'awaiting_deposit' ? { depositAddress, memo } : null
  const answer = shown ? order.answer : null
  const exchangeId = orderNumber({ ...order.instruction, extraFields: memo })
  return { exchangeId, amountToSend, expiresAtMs, payment: plan.payment, record, answer }
}

export function toDepositOutcome(
  state: DepositState,
  context: Pick<ExecutionContext, 'nativeToken'>,
  shown: boolean,
): SwapOutcome {
  const { plan, swapId } = state
  const facts = depositFacts(state, shown)
  return {
    id: plan.routeId,
    receiptId: swapId,
    provider: plan.provider,
    route: state.route,
    transaction: facts?.answer?.transaction ?? {},
    hashes: depositHashes(state),
    status: depositStatus(state),
    funds: depositFunds(state),
    received: receivedOf(state),
    spent: null,
    feesPaid: null,
    gasSpent: { token: context.nativeToken(plan.srcToken.blockchain), amount: 0n },
    allowanceLeft: null,
    warnings: warningsOf(state),
    givenUp: givenUpBy(state.end),
    ...(facts === null ? {} : { deposit: facts }),
  }
}

export function depositSummary(state: DepositState): SwapSummary {
  const { plan, order } = state
  return {
    receiptId: state.swapId,
    id: plan.routeId,
    provider: plan.provider,
    createdAtMs: state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
    state: depositStateName(state),
    open: state.end === null,
    status: statusWordOf(depositStatus(state)),
    funds: depositFunds(state),
    send: { token: plan.srcToken, amount: BigInt(plan.srcAmount) },
    receive: {
      token: plan.dstToken,
      expected: order?.dstAmount ?? BigInt(plan.dstAmount),
      atLeast: order?.dstMinAmount ?? BigInt(plan.dstMinAmount),
    },
    received: receivedOf(state),
    hashes: depositHashes(state),
    givenUp: givenUpBy(state.end),
  }
}

function receivedOf({ end }: DepositState): { token: Token; amount: bigint } | null {
  if (end === null || end.type === 'abandoned' || end.received === null) return null
  return { token: end.received.token, amount: BigInt(end.received.amount) }
}

function warningsOf({ end, plan, order }: DepositState): SwapOutcome['warnings'] {
  if (end === null || end.type === 'abandoned' || end.type === 'failed') return []
  const warnings: SwapOutcome['warnings'] = []
  const { received, evidence } = end
  if (evidence.source === 'claim') {
    const [what, where] =
      end.type === 'done'
        ? ['the money arrived', plan.dstToken.blockchain]
        : ['the money came back', plan.srcToken.blockchain]
    const text = `That ${what} is the service's word: ${where} cannot be read from here.`
    warnings.push({ code: 'NOT_VERIFIED', text })
  }
  if (end.type === 'done' && received !== null && order !== null) {
    if (BigInt(received.amount) < order.dstMinAmount) {
      warnings.push({ code: 'BELOW_MINIMUM', text: 'Less arrived than the order had promised.' })
    }
  }
  return warnings
}
