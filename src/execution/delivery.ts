import type { StatusAnswer } from '../api/schemas.ts'
import { destinationArrival, refundArrival } from './arrival.ts'
import {
  type OrderedMoney,
  payoutArrival,
  refundArrival as orderRefund,
} from './deposit/depositArrival.ts'
import {
  failureInDoubt,
  farFromAgreed,
  isSameNews,
  keepAction,
  needsNobody,
  notSeenYet,
  placed,
  type Silence,
  tellSilence,
  writeEnd,
} from './following.ts'
import { outageAsNull, silenceAsNull } from './outage.ts'
import { statusOf, statusWordOf } from './outcome.ts'
import { railOf } from './rails.ts'
import { toJsonRecord } from './records.ts'
import { type Session, stopIfInterrupted } from './session.ts'
import type { Arrival, Settled } from './settled.ts'
import { type Attempt, attemptOf, isPaymentOver, paidBlock, type SwapState } from './swapState.ts'
import type { WaitOptions } from './types.ts'

/** How long delivery is waited for, unless the caller says otherwise. */
const deliveryWaitMs = 30 * 60_000
const firstPauseMs = 500
const longestPauseMs = 10_000
const slowPauseMs = 30_000

/**
 * Follows a paid swap to its end, or until the time is over. Ends are written only with evidence:
 * the payment's own receipt, read again, and for a delivery or refund what the chain shows. The
 * service's words alone never end a swap well.
 */
export async function followDelivery(session: Session, options: WaitOptions): Promise<void> {
  const { context, state } = session
  const startedAtMs = context.now()
  const deadline = startedAtMs + (options.wait ? (options.maxWaitMs ?? deliveryWaitMs) : 0)
  const silence: Silence = { why: null }
  let pause = firstPauseMs
  // It may have been seen mined in a block that has left the chain since.
  if (state().end === null) await (await railOf(session)).isPaymentStanding(session)
  while (state().end === null) {
    stopIfInterrupted(session)
    const payment = attemptOf(state(), 'pay')
    if (payment?.signed == null) return
    if (payment.stage === 'signed' || payment.stage === 'sent') {
      const rail = await railOf(session)
      await rail.awaitPayment(session, Math.max(0, deadline - context.now()))
    }
    const settled = await outageAsNull(lookOnce(session, silence))
    if (settled !== null) {
      await context.checkpoint('settling')
      writeEnd(session, settled, paymentEvidence(attemptOf(state(), 'pay')))
      await context.checkpoint(settled.type)
      return
    }
    // A payment that expired waits for whoever holds the key.
    if (attemptOf(state(), 'pay')?.stage === 'expired') return
    const status = statusOf(state())
    context.onEvent({ type: 'status', status, elapsedMs: context.now() - startedAtMs })
    if (needsNobody(statusWordOf(status))) return
    if (context.now() >= deadline) {
      tellSilence(session, silence)
      return
    }
    const slow = status.status === 'LONG_PENDING' || status.status === 'NOT_FOUND'
    await context.sleep(Math.min(pause, deadline - context.now()))
    pause = Math.min(pause * 1.5, slow ? slowPauseMs : longestPauseMs)
  }
}

async function lookOnce(session: Session, silence: Silence): Promise<Settled | null> {
  const { state, append, context } = session
  const payment = attemptOf(state(), 'pay')
  if (payment === null) return null
  if (isPaymentOver(state()) && payment.stage !== 'confirmed') {
    return { type: 'failed', answer: failedPayment(session, payment), arrival: null }
  }
  if (payment.stage !== 'confirmed') return null
  if (state().plan.swapType === 'on-chain') {
    const found = await (await railOf(session)).sameChainEnd(session)
    if (found === 'wait') return null
    if (found !== 'ask') return found
  }
  if (!state().delivering) {
    append({ type: 'delivering' })
    session.tell('deliver', 'started', 'Waiting for the delivery')
    await context.checkpoint('delivering')
  }
  const answer = await askService(session, silence)
  return answer === null ? null : await judge(session, answer)
}

/** Null when the service gives no status of a swap that it must know. */
async function askService(
  { context, state }: Session,
  silence: Silence,
): Promise<StatusAnswer | null> {
  const { terms } = state()
  const srcTxHash = attemptOf(state(), 'pay')?.signed?.hash
  if (srcTxHash === undefined) return null
  const query = { id: terms.routeId, srcTxHash }
  silence.why = null
  return await silenceAsNull(
    context.api.statusExtended(query, { signal: context.signal }),
    (why) => (silence.why = why),
  )
}

/** Holds the service's answer against the chain; null while the swap is not at its end. */
async function judge(session: Session, answer: StatusAnswer): Promise<Settled | null> {
  const { context } = session
  const word = statusWordOf(answer)
  const hash = answer.destinationTxHash
  switch (word) {
    case 'SUCCESS': {
      const arrival = hash === null ? null : await outageAsNull(claimedDelivery(session, hash))
      if (arrival !== null) return await confirmed(session, { type: 'done', answer, arrival })
      const far = hash === null ? null : await outageAsNull(farDelivery(session, hash))
      const { paysOrder, terms } = session.state()
      const agreed = paysOrder ? terms.dstAmount : terms.dstMinAmount
      return await keep(
        session,
        far?.amount == null
          ? notSeenYet(answer, 'delivery')
          : farFromAgreed(answer, { token: far.token, amount: far.amount }, agreed),
      )
    }
    case 'REVERTED': {
      const arrival = hash === null ? null : await outageAsNull(claimedRefund(session, hash))
      if (arrival !== null) return await confirmed(session, { type: 'refunded', answer, arrival })
      return await keep(session, notSeenYet(answer, 'refund'))
    }
    case 'FAIL':
      return context.ownReading === undefined
        ? await confirmed(session, { type: 'failed', answer, arrival: null })
        : await keep(session, failureInDoubt(answer))
    case 'REVERT':
      return context.ownReading === undefined
        ? await keepAction(session, answer)
        : await keep(session, failureInDoubt(answer))
    case 'READY_TO_CLAIM':
      return await keepAction(session, answer)
    case 'NOT_FOUND':
      // The payment is mined: the service is only late (S1, S4), unless its block was taken back.
      if (!(await (await railOf(session)).isPaymentStanding(session))) return null
      return await keep(session, {
        ...answer,
        status: 'PENDING',
        note: answer.note ?? 'Not indexed yet.',
      })
    case 'PENDING':
    case 'LONG_PENDING':
    case 'INDETERMINATE':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
      return await keep(session, answer)
    default:
      return word satisfies never
  }
}

/** An order is held against what its rate may become; anything else against its minimum. */
async function claimedDelivery(session: Session, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  return state().paysOrder
    ? placed(await payoutArrival(context, orderedMoney(state()), hash))
    : await destinationArrival(session, hash)
}

/** The same transaction, if it brought the receiver anything at all. */
async function farDelivery({ context, state }: Session, hash: string): Promise<Arrival | null> {
  const own = state()
  if (own.paysOrder) return placed(await payoutArrival(context, orderedMoney(own), hash, 'any'))
  const terms = { ...own.terms, dstMinAmount: 1n }
  return await destinationArrival({ context, state: () => ({ ...own, terms }) }, hash)
}

async function claimedRefund(session: Session, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  return state().paysOrder
    ? placed(await orderRefund(context, orderedMoney(state()), hash))
    : await refundArrival(session, hash)
}

/** An order that a transaction of ours pays, as looking for its end wants it. */
export function orderedMoney(state: SwapState): OrderedMoney {
  const { plan, terms, swapId, createdAtMs, baselines } = state
  const amounts = { srcAmount: BigInt(plan.srcAmount), expected: terms.dstAmount }
  return { ...plan, ...amounts, swapId, createdAtMs, baselines, paidBlock: paidBlock(state) }
}

/** S3: before an end is written, the payment must still be where it was seen. */
async function confirmed(session: Session, settled: Settled): Promise<Settled | null> {
  const rail = await railOf(session)
  const refund = settled.type === 'refunded' ? settled.arrival : null
  return (await rail.isPaymentStanding(session, refund)) ? settled : null
}

/** Records an answer when it says something new. */
async function keep({ state, append, context }: Session, answer: StatusAnswer): Promise<null> {
  if (isSameNews(state().answer, answer)) return null
  append({ type: 'status', answer: toJsonRecord(answer) })
  await context.checkpoint('reported')
  return null
}

/** For ends without an arrival: the payment's own fate, or else only the service's word. */
function paymentEvidence(payment: Attempt | null): {
  source: 'receipt' | 'claim'
  blockchain: NonNullable<Attempt['signed']>['blockchain'] | null
  hash: string | null
  blockNumber: string | null
} {
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
  const { symbol } = state().plan.srcToken
  return { status: 'FAIL', destinationTxHash: null, note: noteOf() }

  function noteOf(): string {
    if (confirmed?.type === 'ton_confirmed') {
      const moved =
        confirmed.sentMessages === 0
          ? `The ${symbol} stayed in the wallet, only fees were spent.`
          : 'The messages that were sent go on by themselves: look at them with an explorer.'
      return `The wallet took the payment, but ${confirmed.problem ?? 'it failed'}. ${moved}`
    }
    if (stage === 'expired') {
      return `The payment was not taken into a block in time, twice, and never can be: the ${symbol} was not paid.`
    }
    return stage === 'reverted'
      ? `The payment was mined but reverted: the ${symbol} stayed in the account, only gas was spent.`
      : `Another transaction took the number of the payment ${signed?.hash}: it can never be mined, the ${symbol} was not paid.`
  }
}
