import type { StatusAnswer } from '../api/schemas.ts'
import { isClaimRoute } from '../core/claim.ts'
import { destinationArrival, refundArrival } from './arrival.ts'
import { type Attempt, attemptOf, isPaymentOver, paidBlock } from './attempts.ts'
import type { WaitOptions } from './context.ts'
import { type OrderedMoney, payoutArrival, orderRefundArrival } from './deposit/depositArrival.ts'
import { askOrderStatus } from './deposit/followOrder.ts'
import type { Driver } from './driver.ts'
import { type EndEvidence, follow, type Followed, isSameAnswer, withBlockchain } from './follow.ts'
import { driverOf } from './plan.ts'
import type { Session } from './session.ts'
import type { Settled } from './settled.ts'
import type { SwapState } from './state.ts'

/** Follows a paid swap to its end or the time limit. */
export async function followSwap(session: Session, options: WaitOptions): Promise<void> {
  await follow(paidSwap(session, await driverOf(session.state().plan)), options)
}

function paidSwap(session: Session, driver: Driver): Followed {
  const { context, state } = session
  return {
    session,
    pauses: { first: 500, longest: 10_000, slow: 30_000 },
    prefix: '',
    begin: async () => {
      // It may have been mined in a block that a reorg has dropped.
      await driver.isPaymentStanding(session)
    },
    mayPoll: async (deadline) => {
      const payment = attemptOf(state(), 'pay')
      if (payment?.signed == null) return false
      if (payment.stage === 'signed' || payment.stage === 'sent') {
        await driver.awaitPayment(session, Math.max(0, deadline - context.now()))
      }
      return true
    },
    ownEnd: () => ownEnd(session, driver),
    ask: async () => {
      const { terms, paidOrder } = state()
      const srcTxHash = attemptOf(state(), 'pay')?.signed?.hash
      if (paidOrder !== null && context.ownReading !== undefined) {
        return await askOrderStatus({ context, state: () => paidOrder }, srcTxHash)
      }
      const query = { id: terms.routeId, ...(srcTxHash === undefined ? {} : { srcTxHash }) }
      return await context.api.statusExtended(query, { signal: context.signal })
    },
    // An order may pay what its rate allows; any other swap at least its minimum.
    delivery: async (hash) =>
      state().paidOrder !== null
        ? withBlockchain(await payoutArrival(context, orderedMoney(state()), hash))
        : await destinationArrival(session, hash),
    farDelivery: async (hash) => {
      const own = state()
      if (own.paidOrder !== null)
        return withBlockchain(await payoutArrival(context, orderedMoney(own), hash, 'any'))
      const terms = { ...own.terms, dstMinAmount: 1n }
      return await destinationArrival({ context, state: () => ({ ...own, terms }) }, hash)
    },
    refund: async (hash) =>
      state().paidOrder !== null
        ? withBlockchain(await orderRefundArrival(context, orderedMoney(state()), hash))
        : await refundArrival(session, hash),
    agreed: () => {
      const { paidOrder, terms } = state()
      return paidOrder === null ? terms.dstMinAmount : terms.dstAmount
    },
    isPaymentMined: (refund) => driver.isPaymentStanding(session, refund),
    notFound: async (answer) => {
      // The payment is mined, so the service is only late (S1, S4), unless a reorg dropped the
      // block.
      if (!(await driver.isPaymentStanding(session))) return null
      return { ...answer, note: answer.note ?? 'Not indexed yet.' }
    },
    isSameNews: isSameAnswer,
    fallback: () => paymentEvidence(attemptOf(state(), 'pay')),
  }
}

/** The payment's outcome and, on one chain, the delivery. */
async function ownEnd(session: Session, driver: Driver): Promise<Settled | 'wait' | 'ask'> {
  const { state, append, context } = session
  const payment = attemptOf(state(), 'pay')
  if (payment === null) return 'wait'
  if (isPaymentOver(state()) && payment.stage !== 'confirmed') {
    return { type: 'failed', answer: failedPayment(session, payment), arrival: null }
  }
  if (payment.stage !== 'confirmed') return 'wait'
  if (state().plan.swapType === 'on-chain') {
    const found = await driver.sameChainEnd(session)
    if (found !== 'ask') return found
  }
  if (!state().delivering) {
    append({ type: 'delivering' })
    session.report('deliver', 'started', 'Waiting for the delivery')
    await context.checkpoint('delivering')
  }
  return 'ask'
}

/** Terms of an order paid by our transaction. */
export function orderedMoney(state: SwapState): OrderedMoney {
  const { plan, terms, swapId, createdAtMs, baselines } = state
  const amounts = { srcAmount: BigInt(plan.srcAmount), expected: terms.dstAmount }
  return { ...plan, ...amounts, swapId, createdAtMs, baselines, paidBlock: paidBlock(state) }
}

/** Evidence without an arrival: the payment's outcome, else the service's claim. */
function paymentEvidence(payment: Attempt | null): EndEvidence {
  const stage = payment?.stage
  const proved = stage === 'reverted' || stage === 'replaced' || stage === 'expired'
  const confirmed = payment?.confirmed
  return {
    source: proved ? 'receipt' : 'claim',
    blockchain: payment?.signed?.blockchain ?? null,
    hash: payment?.signed?.hash ?? null,
    blockNumber: confirmed?.type === 'confirmed' ? confirmed.blockNumber : null,
  }
}

function failedPayment({ state }: Session, { stage, signed, confirmed }: Attempt): StatusAnswer {
  const { plan, terms } = state()
  const { symbol } = plan.srcToken
  return { status: 'FAIL', destinationTxHash: null, note: noteOf() }

  function noteOf(): string {
    if (confirmed?.type === 'ton_confirmed') {
      const moved =
        confirmed.sentMessages === 0
          ? `The ${symbol} stayed in the wallet, only fees were spent.`
          : 'Messages already sent continue on their own: check them with an explorer.'
      return `The wallet accepted the payment, but ${confirmed.problem ?? 'it failed'}. ${moved}`
    }
    if (stage === 'expired') {
      return `The payment expired twice before a block included it: the ${symbol} was not paid.`
    }
    if (isClaimRoute(terms.routeId)) {
      return stage === 'reverted'
        ? 'The claim was mined but reverted: only gas was spent, and nothing was claimed.'
        : `Another transaction used the nonce of the claim ${signed?.hash}, so it can never be mined: nothing was claimed.`
    }
    return stage === 'reverted'
      ? `The payment was mined but reverted: the ${symbol} stayed in the account, only gas was spent.`
      : `Another transaction used the nonce of the payment ${signed?.hash}, so it can never be mined: the ${symbol} was not paid.`
  }
}
