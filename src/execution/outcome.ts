import type { StatusAnswer } from '../api/schemas.ts'
import { type FundsState, errorCodes, isErrorCode } from '../core/errors.ts'
import { type StatusWord, statusWords } from '../core/status.ts'
import type { Token } from '../core/token.ts'
import type { End } from './story.ts'
import { type Attempt, type SwapState, attemptOf } from './swapState.ts'
import type { ExecutionContext, SwapOutcome } from './types.ts'

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

export function toOutcome(
  state: SwapState,
  context: Pick<ExecutionContext, 'nativeToken'>,
): SwapOutcome {
  const { plan, terms, end, swapId } = state
  const settled = end === null || end.type === 'abandoned' ? null : end
  return {
    id: terms.routeId,
    receiptId: swapId,
    provider: plan.provider,
    route: terms.route,
    transaction: toWireTransaction(terms.transaction),
    hashes: hashesOf(state),
    status: statusOf(state),
    funds: fundsOf(state),
    received:
      settled?.received == null
        ? null
        : { token: settled.received.token, amount: BigInt(settled.received.amount) },
    ...spentOf(state, context.nativeToken(plan.srcToken.blockchain)),
    allowanceLeft: state.allowance,
    warnings: warningsOf(state),
    givenUp: givenUpBy(end),
  }
}

function toWireTransaction(
  transaction: SwapState['terms']['transaction'],
): SwapOutcome['transaction'] {
  if (transaction.kind === 'ton') {
    return {
      tonMessages: transaction.messages.map(({ address, amount, payload, stateInit }) => ({
        address,
        amount: String(amount),
        ...(payload === null ? {} : { payload }),
        ...(stateInit === null ? {} : { stateInit }),
      })),
    }
  }
  const { to, data, value, approvalAddress } = transaction
  const spender = approvalAddress === null ? {} : { approvalAddress }
  return { to, data, value: String(value), ...spender }
}

/** Who may be allowed to spend the source token; null for native coins and on TON. */
export function spenderOf({ terms }: SwapState): string | null {
  return terms.transaction.kind === 'evm' ? terms.transaction.approvalAddress : null
}

/** Why a swap ended before its payment; null for every other end. */
export function givenUpBy(end: End | null): SwapOutcome['givenUp'] {
  if (end?.type !== 'abandoned') return null
  return { code: isErrorCode(end.code) ? end.code : null, reason: end.reason }
}

export function hashesOf(state: SwapState): SwapOutcome['hashes'] {
  const hash = (leg: Attempt['leg']): string | undefined => attemptOf(state, leg)?.signed?.hash
  const [approveReset, approve] = [hash('approve_reset'), hash('approve')]
  const [source, revoke] = [hash('pay'), hash('revoke')]
  const taken = attemptOf(state, 'pay')?.confirmed
  const arrived = state.end?.type === 'done' ? state.answer?.destinationTxHash : null
  const refund = state.end?.type === 'refunded' ? state.end.evidence.hash : null
  return {
    ...(approveReset === undefined ? {} : { approveReset }),
    ...(approve === undefined ? {} : { approve }),
    ...(source === undefined ? {} : { source }),
    ...(taken?.type === 'ton_confirmed' ? { sourceTransaction: taken.transactionHash } : {}),
    ...(arrived == null ? {} : { destination: arrived }),
    ...(refund === null ? {} : { refund }),
    ...(revoke === undefined ? {} : { revoke }),
  }
}

type Spent = Pick<SwapOutcome, 'spent' | 'feesPaid' | 'gasSpent'>

export function spentOf(state: SwapState, nativeToken: Token): Spent {
  const { srcToken, srcAmount } = state.plan
  const gasSpent = { token: nativeToken, amount: gasOf(state) }
  const pay = attemptOf(state, 'pay')
  if (pay?.stage !== 'confirmed' || pay.signed === null) {
    return { spent: null, feesPaid: null, gasSpent }
  }
  if (pay.signed.type === 'ton_signed') {
    // What is attached for the exchange's work mostly comes back; the cost is told in the end.
    const spent = { token: srcToken, amount: BigInt(srcAmount) - state.returned }
    return { spent, feesPaid: null, gasSpent }
  }
  const spent = pay.confirmed?.type === 'confirmed' ? pay.confirmed.spent : null
  if (spent === null) return { spent: null, feesPaid: null, gasSpent }
  const along = BigInt(pay.signed.value) - (srcToken.native ? BigInt(srcAmount) : 0n)
  return {
    spent: { token: srcToken, amount: BigInt(spent) },
    feesPaid: { token: nativeToken, amount: along },
    gasSpent,
  }
}

/** Gas of all own transactions; on TON what everything cost, once that is known. */
function gasOf({ attempts, cost }: SwapState): bigint {
  if (cost !== null) return cost
  let gas = 0n
  for (const { confirmed } of attempts) {
    if (confirmed?.type === 'confirmed') {
      gas += BigInt(confirmed.gasUsed) * BigInt(confirmed.effectiveGasPrice)
    }
    if (confirmed?.type === 'ton_confirmed') gas += BigInt(confirmed.fees)
  }
  return gas
}

function warningsOf(state: SwapState): SwapOutcome['warnings'] {
  const { allowance, end, plan, terms } = state
  const warnings: SwapOutcome['warnings'] = []
  if (allowance !== null && allowance > 0n) {
    warnings.push({
      code: 'ALLOWANCE_LEFT',
      text: `${spenderOf(state)} may still spend ${plan.srcToken.symbol} of the account; \`swaproute resume\` with its key takes that away.`,
    })
  }
  if (end?.type === 'done' && end.evidence.source === 'claim') {
    warnings.push({
      code: 'NOT_VERIFIED',
      text: `That the money arrived is the service's word: ${plan.dstToken.blockchain} cannot be read from here.`,
    })
  }
  if (end?.type === 'done' && end.received !== null) {
    if (BigInt(end.received.amount) < terms.dstMinAmount) {
      warnings.push({ code: 'BELOW_MINIMUM', text: 'Less arrived than the route had guaranteed.' })
    }
  }
  return warnings
}
