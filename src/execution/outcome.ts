import { toWireTransaction } from '../api/builtRoute.ts'
import type { StatusAnswer, SwapAnswer, WireTransaction } from '../api/schemas.ts'
import type { RouteItem } from '../api/routeSchema.ts'
import { type ErrorCode, type FundsState, isErrorCode } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Token } from '../core/token.ts'
import { type Attempt, attemptOf } from './attempts.ts'
import type { ExecutionContext } from './context.ts'
import { orderNumber, type State, type SwapState } from './state.ts'
import { fundsOf, routeIdOf, statusOf } from './status.ts'

/** State of a swap; the same type for `swap`, `resume` and tracking. */
export type SwapOutcome = {
  /** Route id at the service, for `statusExtended`. */
  id: string
  /** Id in this machine's journal, for `resume` and `receipt`. */
  receiptId: string
  provider: ProviderId
  /** What the swap gives away, and what it is swapped to. */
  send: { token: Token; amount: bigint }
  dstToken: Token
  route: RouteItem
  transaction: WireTransaction
  /** Members are absent until the transaction exists. */
  hashes: {
    approveReset?: string
    approve?: string
    source?: string
    /** TON: the wallet's transaction; `source` is its incoming message. */
    sourceTransaction?: string
    destination?: string
    refund?: string
    revoke?: string
  }
  status: StatusAnswer
  funds: FundsState
  /** Amount delivered or refunded; null until own evidence shows it. */
  received: { token: Token; amount: bigint } | null
  /** What left the account for the payment; null until it is confirmed. */
  spent: { token: Token; amount: bigint } | null
  /** Native coins paid along as the declared fee; null until the payment is confirmed. */
  feesPaid: { token: Token; amount: bigint } | null
  /** Gas of all own transactions so far, in the native coin. */
  gasSpent: { token: Token; amount: bigint }
  /** Allowance still in force at the spender; null if absent or not read. */
  allowanceLeft: bigint | null
  warnings: { code: string; text: string }[]
  /** Why the swap was given up before its payment; else null. */
  givenUp: { code: ErrorCode | null; reason: string } | null
  /** Of a deposit route: the order, once it was opened and read back. */
  deposit?: DepositFacts
}

/** The order of a deposit route. */
export type DepositFacts = {
  /** Number of the order at its provider; null where it is the address to be paid. */
  exchangeId: string | null
  /** Token units. */
  amountToSend: string
  expiresAtMs: number | null
  /** By the user from any wallet, or by an account of this machine. */
  payment: 'by_hand' | 'signed'
  /** Address that was shown or paid; null before that. */
  record: { depositAddress: string; memo: { name: string; value: string } | null } | null
  /**
   * The instruction with the address, as the service worded it. Null unless this process has
   * just read it back and shown it (D7): the journal's copy is a record, not an instruction.
   */
  answer: SwapAnswer | null
}

/** @param shown whether this process has just shown where to pay the order */
export function toOutcome(
  state: State,
  context: Pick<ExecutionContext, 'nativeToken'>,
  shown = false,
): SwapOutcome {
  const { plan, swapId } = state
  const facts = depositFacts(state, shown)
  const { kind } = state
  return {
    id: routeIdOf(state),
    receiptId: swapId,
    provider: plan.provider,
    send: { token: plan.srcToken, amount: BigInt(plan.srcAmount) },
    dstToken: plan.dstToken,
    route: (kind === 'order' ? state.route : state.terms.route).item,
    transaction:
      kind === 'order'
        ? (facts?.answer?.transaction ?? {})
        : toWireTransaction(state.terms.transaction, {}),
    hashes: hashesOf(state),
    status: statusOf(state),
    funds: fundsOf(state),
    received: receivedOf(state),
    ...spentOf(state, context.nativeToken(plan.srcToken.blockchain)),
    allowanceLeft: kind === 'order' ? null : state.allowance,
    warnings: warningsOf(state),
    givenUp: givenUpBy(state),
    ...(facts === null ? {} : { deposit: facts }),
  }
}

/** Spender of the source token; null for native coins and on TON. */
export function spenderOf(state: State): string | null {
  if (state.kind === 'order' || state.terms.transaction.kind === 'ton') return null
  return state.terms.transaction.approvalAddress
}

/** Why a swap ended before its payment; null for every other end. */
export function givenUpBy({ end }: State): SwapOutcome['givenUp'] {
  if (end?.type !== 'abandoned') return null
  return { code: isErrorCode(end.code) ? end.code : null, reason: end.reason }
}

export function receivedOf({ end }: State): SwapOutcome['received'] {
  if (end === null || end.type === 'abandoned' || end.received === null) return null
  return { token: end.received.token, amount: BigInt(end.received.amount) }
}

export function hashesOf(state: State): SwapOutcome['hashes'] {
  const { end, answer } = state
  const arrived = end?.type === 'done' ? answer?.destinationTxHash : null
  const refund = end?.type === 'refunded' ? end.evidence.hash : null
  const ends = {
    ...(arrived == null ? {} : { destination: arrived }),
    ...(refund === null ? {} : { refund }),
  }
  if (state.kind === 'order') {
    const source = answer?.srcTxHash
    return { ...(source == null ? {} : { source }), ...ends }
  }
  const hash = (leg: Attempt['leg']): string | undefined => attemptOf(state, leg)?.signed?.hash
  const [approveReset, approve] = [hash('approve_reset'), hash('approve')]
  const [source, revoke] = [hash('pay'), hash('revoke')]
  const taken = attemptOf(state, 'pay')?.confirmed
  return {
    ...(approveReset === undefined ? {} : { approveReset }),
    ...(approve === undefined ? {} : { approve }),
    ...(source === undefined ? {} : { source }),
    ...(taken?.type === 'ton_confirmed' ? { sourceTransaction: taken.transactionHash } : {}),
    ...ends,
    ...(revoke === undefined ? {} : { revoke }),
  }
}

type Spent = Pick<SwapOutcome, 'spent' | 'feesPaid' | 'gasSpent'>

export function spentOf(state: State, nativeToken: Token): Spent {
  if (state.kind === 'order') {
    return { spent: null, feesPaid: null, gasSpent: { token: nativeToken, amount: 0n } }
  }
  const { srcToken, srcAmount } = state.plan
  const gasSpent = { token: nativeToken, amount: gasOf(state) }
  const pay = attemptOf(state, 'pay')
  if (pay?.stage !== 'confirmed' || pay.signed === null) {
    return { spent: null, feesPaid: null, gasSpent }
  }
  if (pay.signed.type === 'ton_signed') {
    // Most attached TON is returned; the cost is known at the end.
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

/** Gas of all our transactions; on TON the total cost, once known. */
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

function warningsOf(state: State): SwapOutcome['warnings'] {
  const { end, plan } = state
  const warnings: SwapOutcome['warnings'] = []
  if (state.kind === 'swap' && state.allowance !== null && state.allowance > 0n) {
    warnings.push({
      code: 'ALLOWANCE_LEFT',
      text: `${spenderOf(state)} may still spend ${plan.srcToken.symbol} of the account; \`swaproute resume\` with its key revokes that.`,
    })
  }
  if (end?.type !== 'done' && end?.type !== 'refunded') return warnings
  const isDone = end.type === 'done'
  if (end.evidence.source === 'claim' && (isDone || state.kind === 'order')) {
    const [what, where] = isDone
      ? ['the money arrived', plan.dstToken.blockchain]
      : ['the money came back', plan.srcToken.blockchain]
    const text = `Only the service reports that ${what}: ${where} cannot be read from here.`
    warnings.push({ code: 'NOT_VERIFIED', text })
  }
  const promised = state.kind === 'order' ? state.order?.dstMinAmount : state.terms.dstMinAmount
  if (isDone && end.received !== null && promised !== undefined) {
    const who = state.kind === 'order' ? 'the order had promised' : 'the route had guaranteed'
    if (BigInt(end.received.amount) < promised) {
      warnings.push({ code: 'BELOW_MINIMUM', text: `Less arrived than ${who}.` })
    }
  }
  return warnings
}

/**
 * The order of a deposit route; null for other swaps, and until it was read back.
 * @param shown whether this process has just shown where to pay
 */
export function depositFacts(state: State, shown: boolean): DepositFacts | null {
  const opened = state.kind === 'order' ? state : state.paidOrder
  if (opened?.order == null) return null
  const { order, plan, stage } = opened
  const { amountToSend, expiresAtMs, memo, depositAddress } = order.instruction
  const record = stage === 'awaiting_deposit' ? { depositAddress, memo } : null
  const answer = shown ? order.answer : null
  const exchangeId = orderNumber({ ...order.instruction, extraFields: memo })
  return { exchangeId, amountToSend, expiresAtMs, payment: plan.payment, record, answer }
}
