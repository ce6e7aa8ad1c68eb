import { lacksCallById } from '../api/missingCall.ts'
import type { StatusAnswer } from '../api/schemas.ts'
import { formatAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { StatusWord } from '../core/status.ts'
import type { Token } from '../core/token.ts'
import { destinationArrival, refundArrival } from './arrival.ts'
import { type Attempt, attemptOf, isPaymentOver, paidBlock } from './attempts.ts'
import type { WaitOptions } from './context.ts'
import {
  moneyOf,
  type OrderedMoney,
  refundArrival as orderRefund,
  payoutArrival,
  refundArrival,
} from './deposit/depositArrival.ts'
import { changedOrder, stopIfInterrupted, stopOrderIfInterrupted } from './errors.ts'
import { outageAsNull, silenceAsNull } from './outage.ts'
import { driverOf } from './plan.ts'
import { toJsonRecord } from './records.ts'
import type { DepositSession, Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'
import type { SwapState } from './state.ts'
import type { EventOf } from '../store/eventSchema.ts'
import { depositStatus, statusOf, statusWordOf } from './status.ts'

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
  if (state().end === null) await (await driverOf(session)).isPaymentStanding(session)
  while (state().end === null) {
    stopIfInterrupted(session)
    const payment = attemptOf(state(), 'pay')
    if (payment?.signed == null) return
    if (payment.stage === 'signed' || payment.stage === 'sent') {
      const rail = await driverOf(session)
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
    const found = await (await driverOf(session)).sameChainEnd(session)
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
      if (!(await (await driverOf(session)).isPaymentStanding(session))) return null
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
  const rail = await driverOf(session)
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

// What following a paid swap and following an order have in common.

type Followed = Pick<Session, 'append' | 'tell'> & {
  context: Pick<Session['context'], 'checkpoint' | 'onEvent'>
  state: () => { answer: StatusAnswer | null; needsAction: boolean }
}

/** Why the service said nothing when it was asked last; null: it answered. */
export type Silence = { why: SwaprouteError | null }

/** The time is over and the service did not answer: without a word of it the state looks current. */
export function tellSilence({ context }: Followed, { why }: Silence): void {
  if (why === null) return
  const text = `The service gave no status when it was asked last: ${why.message}`
  context.onEvent({ type: 'warning', code: 'NOT_ASKED', text })
}

/** States in which waiting changes nothing: the user has to act, or to look himself. */
export function needsNobody(word: StatusWord): boolean {
  return word === 'READY_TO_CLAIM' || word === 'REVERT' || word === 'INDETERMINATE'
}

/** A claimed end without evidence is none (S2, S5). */
export function notSeenYet(answer: StatusAnswer, what: 'delivery' | 'refund'): StatusAnswer {
  const told = what === 'delivery' ? 'the delivery' : 'a refund'
  const note = `The provider reports ${told}; it is not seen on the chain yet.`
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/**
 * S10: money arrived, and far from what was agreed. Neither a success nor anything to wait for: it
 * is told by its own word with both amounts, and the journal stays open for a better end.
 */
export function farFromAgreed(
  answer: StatusAnswer,
  { token, amount }: { token: Token; amount: bigint },
  agreed: bigint,
): StatusAnswer {
  const text = (value: bigint): string => `${formatAmount(value, token.decimals)} ${token.symbol}`
  const note = `${text(amount)} arrived at the receiver instead of ${text(agreed)}.`
  return { ...answer, status: 'INDETERMINATE', note }
}

/**
 * A remote service's failure, or its call to start a refund, is its word alone, and whoever
 * believes it may pay again (S1, I4): it is told, and ends nothing.
 */
export function failureInDoubt(answer: StatusAnswer): StatusAnswer {
  const note =
    answer.status === 'REVERT'
      ? 'The service says that the swap failed and that its refund has to be started by you. ' +
        'Nothing here proves it: ask its provider before you pay again.'
      : 'The service says that the swap failed. Nothing here proves it: ask its provider before ' +
        'you pay again.'
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/** Whether two answers say the same of where a swap is. */
export function isSameNews(before: StatusAnswer | null, answer: StatusAnswer): boolean {
  return (
    before !== null &&
    before.status === answer.status &&
    before.destinationTxHash === answer.destinationTxHash &&
    before.subStatus === answer.subStatus &&
    before.providerStatus === answer.providerStatus &&
    before.note === answer.note
  )
}

/** Records that the user has to act, once for each such state. */
export async function keepAction(
  { state, append, context }: Followed,
  answer: StatusAnswer,
): Promise<null> {
  if (!state().needsAction || state().answer?.status !== answer.status) {
    append({ type: 'needs_action', answer: toJsonRecord(answer) })
    await context.checkpoint('needs_action')
  }
  return null
}

/** The same for the arrival of an order, whose chain is that of its token. */
export function placed(arrival: Omit<Arrival, 'blockchain'> | null): Arrival | null {
  return arrival === null ? null : { ...arrival, blockchain: arrival.token.blockchain }
}

/** Writes the end with its evidence, `fallback` where nothing arrived, and tells it. */
export function writeEnd(
  { append, tell }: Followed,
  { type, answer, arrival }: Settled,
  fallback: EventOf<'done'>['evidence'],
): void {
  append({
    type,
    answer: toJsonRecord(answer),
    received:
      arrival === null || arrival.amount === null
        ? null
        : { token: arrival.token, amount: String(arrival.amount) },
    evidence:
      arrival === null
        ? fallback
        : {
            source: arrival.source,
            blockchain: arrival.blockchain,
            hash: arrival.hash,
            blockNumber: arrival.blockNumber === null ? null : String(arrival.blockNumber),
          },
  })
  const text = { done: 'Delivered', refunded: 'Refunded', failed: 'Failed' }[type]
  const state = type === 'done' ? 'done' : 'failed'
  tell('deliver', state, text, answer.destinationTxHash ?? undefined)
}

/** How long a deposit is waited for, unless the caller says otherwise. */
const depositWaitMs = 30 * 60_000

const orderFirstPauseMs = 1_000

const orderLongestPauseMs = 15_000

const orderSlowPauseMs = 30_000

/** Exchanges of the sandbox take a second for each step. */
const sandboxPauseMs = 400

type Evidence = EventOf<'done'>['evidence']

/**
 * Follows an open order to its end, or until the time is over. A good end is written only with
 * evidence (S2, S5); the service's words alone are kept as what they are.
 */
export async function followDeposit(session: DepositSession, options: WaitOptions): Promise<void> {
  const { context, state } = session
  const startedAtMs = context.now()
  const deadline = startedAtMs + (options.wait ? (options.maxWaitMs ?? depositWaitMs) : 0)
  const [longest, slowest] = context.sandbox
    ? [sandboxPauseMs, sandboxPauseMs]
    : [orderLongestPauseMs, orderSlowPauseMs]
  const silence: Silence = { why: null }
  let pause = Math.min(orderFirstPauseMs, longest)
  while (state().end === null && state().order !== null) {
    stopOrderIfInterrupted(session)
    const answer = await askAboutOrder(session, silence)
    // Asked again, it would say the same.
    if (lacksCallById(silence.why)) {
      tellSilence(session, silence)
      return
    }
    const settled = answer === null ? null : await outageAsNull(judgeOrder(session, answer))
    if (settled !== null) {
      await context.checkpoint('deposit_settling')
      writeEnd(session, settled, claim(session, settled.answer))
      await context.checkpoint(`deposit_${settled.type}`)
      return
    }
    const status = depositStatus(state())
    context.onEvent({ type: 'status', status, elapsedMs: context.now() - startedAtMs })
    if (needsNobody(statusWordOf(status))) return
    if (context.now() >= deadline) {
      tellSilence(session, silence)
      return
    }
    const slow = status.status === 'LONG_PENDING' || status.status === 'NOT_FOUND'
    await context.sleep(Math.min(pause, deadline - context.now()))
    pause = Math.min(pause * 1.5, slow ? slowest : longest)
  }
}

/** Null when the service gives no status of an order that it must know. */
async function askAboutOrder(
  session: DepositSession,
  silence: Silence,
): Promise<StatusAnswer | null> {
  const { context, state } = session
  const { routeId } = state().plan
  silence.why = null
  try {
    return await silenceAsNull(
      context.api.statusExtended({ id: routeId }, { signal: context.signal }),
      (why) => (silence.why = why),
    )
  } catch (thrown) {
    const changed = thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE'
    throw changed ? changedOrder(session, thrown) : thrown
  }
}

/** Holds the service's answer against the chain; null while the order is not at its end. */
async function judgeOrder(session: DepositSession, answer: StatusAnswer): Promise<Settled | null> {
  const word = statusWordOf(answer)
  const hash = answer.destinationTxHash
  const money = moneyOf(session.state())
  switch (word) {
    case 'SUCCESS': {
      const arrival =
        hash === null
          ? null
          : placed(await outageAsNull(payoutArrival(session.context, money, hash)))
      if (arrival !== null) return { type: 'done', answer, arrival }
      const far = hash === null ? null : await farPayout(session, hash)
      return await keepAnswer(
        session,
        far === null ? notSeenYet(answer, 'delivery') : farFromAgreed(answer, far, money.expected),
      )
    }
    case 'REVERTED': {
      const arrival =
        hash === null
          ? null
          : placed(await outageAsNull(refundArrival(session.context, money, hash)))
      if (arrival !== null) return { type: 'refunded', answer, arrival }
      return await keepAnswer(session, notSeenYet(answer, 'refund'))
    }
    case 'FAIL':
      return session.context.ownReading === undefined
        ? { type: 'failed', answer, arrival: null }
        : await keepAnswer(session, failureInDoubt(answer))
    case 'REVERT':
      return session.context.ownReading === undefined
        ? await keepAction(session, answer)
        : await keepAnswer(session, failureInDoubt(answer))
    case 'READY_TO_CLAIM':
      return await keepAction(session, answer)
    case 'NOT_FOUND':
      // The order was read back: whoever does not know it now is only late, or has forgotten (S1).
      return session.state().answer === null
        ? null
        : await keepAnswer(session, {
            ...answer,
            status: 'PENDING',
            destinationTxHash: null,
            note: answer.note ?? 'The service does not tell the state of the order now.',
          })
    case 'PENDING':
    case 'LONG_PENDING':
    case 'INDETERMINATE':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
      return await keepAnswer(session, answer)
    default:
      return word satisfies never
  }
}

/** A payout that the chain shows, of an amount that is far from what was agreed. */
async function farPayout(
  { context, state }: DepositSession,
  hash: string,
): Promise<{ token: Token; amount: bigint } | null> {
  const found = await outageAsNull(payoutArrival(context, moneyOf(state()), hash, 'any'))
  return found?.amount == null ? null : { token: found.token, amount: found.amount }
}

/** Records an answer when it says something new. */
async function keepAnswer(
  { state, append, context }: DepositSession,
  answer: StatusAnswer,
): Promise<null> {
  const before = state().answer
  const same = isSameNews(before, answer) && before?.srcTxHash === answer.srcTxHash
  if (same) return null
  append({ type: 'status', answer: toJsonRecord(answer) })
  await context.checkpoint('reported')
  return null
}

/** For ends without an arrival: only the service's word. */
function claim(session: DepositSession, answer: StatusAnswer): Evidence {
  const { blockchain } = session.state().plan.srcToken
  return { source: 'claim', blockchain, hash: answer.srcTxHash ?? null, blockNumber: null }
}
