import { lacksCallById } from '../api/missingCall.ts'
import type { StatusAnswer } from '../api/schemas.ts'
import { amountWithSymbol } from '../core/amounts.ts'
import type { SwaprouteError } from '../core/errors.ts'
import type { StatusName } from '../core/status.ts'
import type { EventOf } from '../store/eventSchema.ts'
import { attemptOf } from './attempts.ts'
import type { WaitOptions } from './context.ts'
import { stopIfInterrupted } from './errors.ts'
import { outageAsNull, silenceAsNull } from './outage.ts'
import { toJsonRecord } from './records.ts'
import type { DepositSession, Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'
import { statusOf, statusNameOf } from './status.ts'

/** Default wait for an end. */
const longestWaitMs = 30 * 60_000

export type EndEvidence = EventOf<'done'>['evidence']

/** What `follow` needs of a paid swap or an open order. */
export type Followed = {
  session: Session | DepositSession
  /** First, longest and slow pause between two checks, milliseconds. */
  pauses: { first: number; longest: number; slow: number }
  /** Prefix of the checkpoint names of an end. */
  prefix: '' | 'deposit_'
  /** Once, before the first poll. */
  begin(): Promise<void>
  /** Before every check; false when there is nothing left to check. */
  mayPoll(deadline: number): Promise<boolean>
  /** State by the chain itself; `ask`: only the service knows. */
  ownEnd(): Promise<Settled | 'wait' | 'ask'>
  ask(): Promise<StatusAnswer>
  /** Check claims on chain; null: not proved. */
  delivery(hash: string): Promise<Arrival | null>
  /** The same transaction, if it brought the receiver anything at all. */
  farDelivery(hash: string): Promise<Arrival | null>
  refund(hash: string): Promise<Arrival | null>
  /** Agreed amount, base units. */
  agreed(): bigint
  /** S3: whether the payment is still on chain. */
  isPaymentMined(refund: Arrival | null): Promise<boolean>
  /** Answer to record if the service does not know the swap; null to record nothing. */
  notFound(answer: StatusAnswer): Promise<StatusAnswer | null>
  isSameNews(before: StatusAnswer | null, answer: StatusAnswer): boolean
  /** Evidence of an end without an arrival. */
  fallback(answer: StatusAnswer): EndEvidence
}

/**
 * Follows a paid swap or an open order to its end or the time limit.
 *
 * Ends are written only with evidence: the payment's own receipt, read again, and for a delivery or
 * refund what the chain shows (S2, S5). The service's claims alone never end a swap well; they are
 * recorded as claims.
 */
export async function follow(followed: Followed, options: WaitOptions): Promise<void> {
  const { session, pauses, prefix } = followed
  const { context } = session
  const startedAtMs = context.now()
  const deadline = startedAtMs + (options.wait ? (options.maxWaitMs ?? longestWaitMs) : 0)
  const silence: Silence = { why: null }
  let pause = pauses.first
  if (session.state().end === null) await followed.begin()
  while (session.state().end === null) {
    stopIfInterrupted(session)
    if (!(await followed.mayPoll(deadline))) return
    const settled = await outageAsNull(poll(followed, silence))
    if (settled !== null) {
      await context.checkpoint(`${prefix}settling`)
      writeEnd(session, settled, followed.fallback(settled.answer))
      await context.checkpoint(`${prefix}${settled.type}`)
      return
    }
    // Asked again, the service would say the same.
    if (lacksCallById(silence.why)) {
      tellSilence(session, silence)
      return
    }
    const state = session.state()
    // An expired payment waits for `resume` with the key.
    if (state.kind === 'swap' && attemptOf(state, 'pay')?.stage === 'expired') return
    const status = statusOf(state)
    context.onEvent({ type: 'status', status, elapsedMs: context.now() - startedAtMs })
    if (needsUser(statusNameOf(status))) return
    if (context.now() >= deadline) {
      tellSilence(session, silence)
      return
    }
    const slow = status.status === 'LONG_PENDING' || status.status === 'NOT_FOUND'
    await context.sleep(Math.min(pause, deadline - context.now()))
    pause = Math.min(pause * 1.5, slow ? pauses.slow : pauses.longest)
  }
}

async function poll(followed: Followed, silence: Silence): Promise<Settled | null> {
  const found = await followed.ownEnd()
  if (found === 'wait') return null
  if (found !== 'ask') return found
  // Null when the service returns no status of a swap it must know.
  silence.why = null
  const answer = await silenceAsNull(followed.ask(), (why) => (silence.why = why))
  return answer === null ? null : await judge(followed, answer)
}

/** Checks the service's answer on chain; null while the swap has not ended. */
async function judge(followed: Followed, answer: StatusAnswer): Promise<Settled | null> {
  const { context } = followed.session
  const status = statusNameOf(answer)
  const hash = answer.destinationTxHash
  switch (status) {
    case 'SUCCESS': {
      const arrival = hash === null ? null : await outageAsNull(followed.delivery(hash))
      if (arrival !== null) return await unlessReorged(followed, { type: 'done', answer, arrival })
      const far = hash === null ? null : await outageAsNull(followed.farDelivery(hash))
      return await recordAnswer(
        followed,
        far?.amount == null
          ? notArrivedYet(answer, 'delivery')
          : farFromAgreed(answer, far, far.amount, followed.agreed()),
      )
    }
    case 'REVERTED': {
      const arrival = hash === null ? null : await outageAsNull(followed.refund(hash))
      return arrival === null
        ? await recordAnswer(followed, notArrivedYet(answer, 'refund'))
        : await unlessReorged(followed, { type: 'refunded', answer, arrival })
    }
    case 'FAIL':
      return context.ownReading === undefined
        ? await unlessReorged(followed, { type: 'failed', answer, arrival: null })
        : await recordAnswer(followed, failureInDoubt(answer))
    case 'REVERT':
      return context.ownReading === undefined
        ? await keepAction(followed, answer)
        : await recordAnswer(followed, failureInDoubt(answer))
    case 'READY_TO_CLAIM':
      return await keepAction(followed, answer)
    case 'NOT_FOUND': {
      const pending = await followed.notFound(answer)
      return pending === null
        ? null
        : await recordAnswer(followed, { ...pending, status: 'PENDING' })
    }
    case 'PENDING':
    case 'LONG_PENDING':
    case 'INDETERMINATE':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
      return await recordAnswer(followed, answer)
    default:
      return status satisfies never
  }
}

/** S3: before an end is written, the payment must still be on chain. */
async function unlessReorged(
  { isPaymentMined }: Followed,
  settled: Settled,
): Promise<Settled | null> {
  return (await isPaymentMined(settled.type === 'refunded' ? settled.arrival : null))
    ? settled
    : null
}

/** Records an answer if it is new. */
async function recordAnswer(
  { session: { state, append, context }, isSameNews }: Followed,
  answer: StatusAnswer,
): Promise<null> {
  if (isSameNews(state().answer, answer)) return null
  append({ type: 'status', answer: toJsonRecord(answer) })
  await context.checkpoint('reported')
  return null
}

/** Records that the user has to act, once for each such state. */
async function keepAction(
  { session: { state, append, context } }: Followed,
  answer: StatusAnswer,
): Promise<null> {
  if (!state().needsAction || state().answer?.status !== answer.status) {
    append({ type: 'needs_action', answer: toJsonRecord(answer) })
    await context.checkpoint('needs_action')
  }
  return null
}

/** Writes the end with its evidence (`fallback` where nothing arrived), and reports it. */
function writeEnd(
  { append, report }: Followed['session'],
  { type, answer, arrival }: Settled,
  fallback: EndEvidence,
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
  report('deliver', state, text, answer.destinationTxHash ?? undefined)
}

/** Error of the last status request; null: it was answered. */
type Silence = { why: SwaprouteError | null }

/** Warns that the service did not answer: otherwise the state would appear current. */
function tellSilence({ context }: Followed['session'], { why }: Silence): void {
  if (why === null) return
  const text = `The service returned no status when last asked: ${why.message}`
  context.onEvent({ type: 'warning', code: 'NOT_ASKED', text })
}

/** States that only the user can change. */
function needsUser(status: StatusName): boolean {
  return status === 'READY_TO_CLAIM' || status === 'REVERT' || status === 'INDETERMINATE'
}

/** A claimed end without evidence is still pending (S2, S5). */
export function notArrivedYet(answer: StatusAnswer, what: 'delivery' | 'refund'): StatusAnswer {
  const claimed = what === 'delivery' ? 'the delivery' : 'a refund'
  const note = `The provider reports ${claimed}; the chain does not show it yet.`
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/**
 * S10: the arrived amount is far from the agreed one: neither a success nor pending. Reported as
 * INDETERMINATE with both amounts; the journal stays open for a better end.
 */
function farFromAgreed(
  answer: StatusAnswer,
  { token }: Arrival,
  amount: bigint,
  agreed: bigint,
): StatusAnswer {
  const text = (value: bigint): string => amountWithSymbol(value, token)
  const note = `${text(amount)} arrived at the receiver instead of ${text(agreed)}.`
  return { ...answer, status: 'INDETERMINATE', note }
}

/**
 * A remote service's failure or refund request is only a claim, and a user who trusts it may pay
 * again (S1, I4): it is reported and ends nothing.
 */
export function failureInDoubt(answer: StatusAnswer): StatusAnswer {
  const note =
    answer.status === 'REVERT'
      ? 'The service reports that the swap failed and that you must start its refund. ' +
        'No chain confirms it: ask the provider before you pay again.'
      : 'The service reports that the swap failed. No chain confirms it: ask the provider before ' +
        'you pay again.'
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/** Whether two answers give the same status. */
export function isSameAnswer(before: StatusAnswer | null, answer: StatusAnswer): boolean {
  return (
    before !== null &&
    before.status === answer.status &&
    before.destinationTxHash === answer.destinationTxHash &&
    before.subStatus === answer.subStatus &&
    before.providerStatus === answer.providerStatus &&
    before.note === answer.note
  )
}

/** The arrival of an order, whose chain is that of its token. */
export function withBlockchain(arrival: Omit<Arrival, 'blockchain'> | null): Arrival | null {
  return arrival === null ? null : { ...arrival, blockchain: arrival.token.blockchain }
}
