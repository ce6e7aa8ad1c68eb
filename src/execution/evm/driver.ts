import { amountWithSymbol } from '../../core/amounts.ts'
import { paymentWord } from '../../core/claim.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isTrusted } from '../../core/providerChoice.ts'
import type { PlannedApproval } from '../../core/review.ts'
import { sameChainArrival } from '../arrival.ts'
import { type Attempt, attemptOf, isOpenAttempt } from '../attempts.ts'
import { readBaseline } from '../baseline.ts'
import type { Driver, FreshPlan } from '../driver.ts'
import { hashContext, resumeHint } from '../errors.ts'
import { outageAsNull } from '../outage.ts'
import { isTonPlan, type PlannedEvmSwap, type PlannedSwap } from '../planned.ts'
import type { Session } from '../session.ts'
import type { Arrival } from '../settled.ts'
import type { AcceptedTerms } from '../state.ts'
import { freeUnsigned } from '../transaction.ts'
import { approvalCall, planApprovals } from './allowance.ts'
import { planEvmSwap } from './plan.ts'
import {
  awaitTransaction,
  minedWaitMs,
  recheckTransaction,
  sendTransaction,
} from './transaction.ts'

/** Planning, paying and following on EVM chains. */
export const evmDriver: Driver = {
  plan: planEvmSwap,
  pay: makePayment,
  awaitPayment: (session, waitMs) => awaitTransaction(session, 'pay', waitMs),
  isPaymentStanding: async (session) => {
    const receipt = await outageAsNull(recheckTransaction(session, 'pay'))
    return receipt?.succeeded === true
  },
  sameChainEnd: async (session) => {
    const receipt = await outageAsNull(recheckTransaction(session, 'pay'))
    // Mined again in another block with a different result: check again.
    if (receipt === null || !receipt.succeeded) return 'wait'
    const { plan, terms } = session.state()
    // A later transaction pays it out.
    if (isTrusted(plan.provider)) return 'ask'
    const arrival = await outageAsNull(sameChainArrival(session, receipt))
    if (arrival === null) return 'wait'
    // Not proved by logs or balance: ask the service and check its claim.
    if (!plan.dstToken.native && arrival.amount === null) return 'ask'
    const short = whatIsMissing(arrival, terms)
    const answer = {
      status: short === null ? 'SUCCESS' : 'FAIL',
      destinationTxHash: receipt.hash,
      ...(short === null ? {} : { note: short }),
      sourceNetworkTitle: plan.srcToken.blockchain,
      sourceNetworkChainId: plan.chainId,
      destinationNetworkTitle: plan.dstToken.blockchain,
      destinationNetworkChainId: plan.chainId,
    }
    return { type: short === null ? 'done' : 'failed', answer, arrival }
  },
}

/**
 * S2: a mined payment is not yet a delivery; the contract had to enforce the minimum. Null if
 * enough arrived, and for native coins that could not be measured.
 */
function whatIsMissing(
  { token, amount }: Arrival,
  { dstMinAmount: minimum, routeId }: AcceptedTerms,
): string | null {
  if (token.native || (amount ?? 0n) >= minimum) return null
  const text = (value: bigint): string => amountWithSymbol(value, token)
  return (
    `The ${paymentWord(routeId)} was mined, but only ${text(amount ?? 0n)} of the guaranteed ${text(minimum)} arrived. ` +
    'Keep the transaction hash and ask the provider; do not use this route again.'
  )
}

/** How often approvals may be repeated because a new quote has a different spender. */
const maxRounds = 3

/**
 * Approves and pays, or continues where an earlier process stopped, until the payment is mined or
 * time is up. There is at most one signed payment per swap, ever (I1). Call under the account's
 * lock.
 * @param wait false: check once and return even if the payment is not mined
 */
async function makePayment(session: Session, fresh: FreshPlan, wait: boolean): Promise<void> {
  await freeUnsigned(session)
  await recheckPayment(session)
  if (attemptOf(session.state(), 'pay') === null) {
    const ready = await approve(session, fresh)
    await readBaseline(session)
    await session.context.checkpoint('baseline')
    const { to, data, value } = ready.transaction
    await sendTransaction(session, 'pay', { from: ready.order.fromAddress, to, data, value })
  }
  await awaitTransaction(session, 'pay', wait ? minedWaitMs : 0)
}

/**
 * A mined payment may have been dropped in a reorg: then its nonce is not free for a revocation,
 * and its bytes are sent again. No answer changes nothing.
 */
async function recheckPayment(session: Session): Promise<void> {
  await outageAsNull(recheckTransaction(session, 'pay'))
}

/** Ensures the exact allowance; returns the fresh plan it is for. */
async function approve(session: Session, fresh: FreshPlan): Promise<PlannedEvmSwap> {
  for (const leg of ['approve_reset', 'approve'] as const) await finishApproval(session, leg)
  let plan = evmOnly(await fresh(null))
  for (let round = 0; round < maxRounds; round += 1) {
    const approvals = await missingApprovals(session, plan)
    if (approvals.length === 0) return plan
    for (const approval of approvals) {
      await sendTransaction(session, approval.leg, approvalCall(plan.order.fromAddress, approval))
      await finishApproval(session, approval.leg)
    }
    plan = evmOnly(await fresh(plan))
  }
  throw new SwaprouteError('PRICE_MOVED', 'The allowance did not stay as it was set.', {
    hint: 'The payment was not made. Check the token with a block explorer before you try again.',
    context: { spender: plan.transaction.approvalAddress },
  })
}

function evmOnly(planned: PlannedSwap): PlannedEvmSwap {
  if (isTonPlan(planned)) throw new Error('a plan for another chain')
  return planned
}

async function missingApprovals(
  { context }: Session,
  { order, transaction }: PlannedEvmSwap,
): Promise<PlannedApproval[]> {
  const spender = transaction.approvalAddress
  if (spender === null) return []
  const { fromAddress, request } = order
  const { srcToken, srcAmount } = request
  const { address, blockchain } = srcToken
  const current = await context.evm.readAllowance(blockchain, address, fromAddress, spender)
  return planApprovals(srcToken, spender, current, srcAmount)
}

/** Waits for a sent approval; a reverted or replaced one is not signed again. */
async function finishApproval(session: Session, leg: 'approve_reset' | 'approve'): Promise<void> {
  await awaitTransaction(session, leg)
  const attempt = attemptOf(session.state(), leg)
  if (attempt === null || attempt.stage === 'confirmed') return
  if (isOpenAttempt(attempt)) throw notMined(session, attempt)
  const what =
    attempt.stage === 'reverted'
      ? 'The approval was mined, but the token refused it.'
      : 'Another transaction was mined in place of the approval.'
  throw new SwaprouteError('SWAP_FAILED', `${what} The payment was not made.`, {
    hint: 'Your tokens are still in the account. Start the swap again.',
    context: { receiptId: session.swapId, ...hashContext(session.state()) },
  })
}

function notMined({ swapId, state }: Session, { signed }: Attempt): SwaprouteError {
  const message = `The approval ${signed?.hash} is not mined yet; the payment was not made.`
  return new SwaprouteError('OUTCOME_UNKNOWN', message, {
    hint: resumeHint(swapId),
    context: { receiptId: swapId, ...hashContext(state()) },
    funds: 'approved_only',
  })
}
