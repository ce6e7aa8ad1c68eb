import type { StatusAnswer } from '../../api/schemas.ts'
import { lacksCallById } from '../../api/missingCall.ts'
import type { Token } from '../../core/token.ts'
import { SwaprouteError } from '../../core/errors.ts'
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
} from '../following.ts'
import { outageAsNull, silenceAsNull } from '../outage.ts'
import { statusWordOf } from '../outcome.ts'
import { toJsonRecord } from '../records.ts'
import type { Settled } from '../settled.ts'
import type { EventOf } from '../story.ts'
import type { WaitOptions } from '../types.ts'
import { moneyOf, payoutArrival, refundArrival } from './depositArrival.ts'
import { depositStatus } from './depositOutcome.ts'
import { changedOrder, type DepositSession, stopIfInterrupted } from './depositSession.ts'

/** How long a deposit is waited for, unless the caller says otherwise. */
const depositWaitMs = 30 * 60_000
const firstPauseMs = 1_000
const longestPauseMs = 15_000
const slowPauseMs = 30_000
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
    : [longestPauseMs, slowPauseMs]
  const silence: Silence = { why: null }
  let pause = Math.min(firstPauseMs, longest)
  while (state().end === null && state().order !== null) {
    stopIfInterrupted(session)
    const answer = await askService(session, silence)
    // Asked again, it would say the same.
    if (lacksCallById(silence.why)) {
      tellSilence(session, silence)
      return
    }
    const settled = answer === null ? null : await outageAsNull(judge(session, answer))
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
async function askService(session: DepositSession, silence: Silence): Promise<StatusAnswer | null> {
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
async function judge(session: DepositSession, answer: StatusAnswer): Promise<Settled | null> {
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
