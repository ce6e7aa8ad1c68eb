import { randomUUID } from 'node:crypto'
import { type ErrorOptions, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { attemptOf, isOpenAttempt } from './attempts.ts'
import type { ExecutionContext, WaitOptions } from './context.ts'
import { accounted, afterLostJournal, hashContext, resumeHint } from './errors.ts'
import {
  hasAllowance,
  isAllowanceIdle,
  recordAllowance,
  tryClearAllowance,
} from './evm/allowance.ts'
import { followSwap } from './followSwap.ts'
import { withAccountLock, withSwapLock } from './locks.ts'
import { outageAsNull } from './outage.ts'
import { type SwapOutcome, toOutcome } from './outcome.ts'
import { acceptedPlan, driverOf, freshPlan } from './plan.ts'
import { isTonPlan, type PlannedSwap } from './planned.ts'
import { toPlannedRecord } from './records.ts'
import {
  findRepeat,
  movedName,
  refuseNewRepeat,
  refuseOwnPayout,
  refuseUsedKey,
  repeatReasons,
} from './repeat.ts'
import { openSession, openPayerSigner, requireSignable, type Session } from './session.ts'
import { fundsOf } from './status.ts'

/**
 * Asks for the user's yes, then records, approves, pays and follows a planned swap.
 * @returns the state of the swap; at worst PENDING once the payment may have left
 * @throws SwaprouteError with `funds` saying where the money is: DUPLICATE for a used idempotency
 * key or a repeat, DECLINED or CONFIRMATION_REQUIRED from the review, KEY_UNAVAILABLE,
 * STORE_DAMAGED, and whatever stops a swap before its payment; OUTCOME_UNKNOWN or INTERRUPTED after
 * it
 */
export async function executeSwap(
  planned: PlannedSwap,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  const { journal } = context
  const { order } = planned
  return await accounted(swapId, context, async () => {
    journal.assertWritable()
    refuseUsedKey(journal, order)
    refuseOwnPayout(journal, planned)
    if (isTonPlan(planned)) requireSignable(planned.cannotSign, order.fromAddress)
    const repeatOf = findRepeat(journal, order, context.now())
    const reasons = [...repeatReasons(repeatOf), ...movedName(journal, planned.card)]
    const accepted = await acceptedPlan(planned, { repeatOf, reasons }, context)

    const prepared = await openPayerSigner(order, context)
    try {
      await context.checkpoint('reviewed')
      return await withSwapLock(context, swapId, async () => {
        journal.create(swapId, toPlannedRecord(accepted), {
          force: order.force,
          // Again inside the commit: another process may have been as quick.
          check: () => {
            refuseNewRepeat(journal, order, context.now(), repeatOf)
            refuseOwnPayout(journal, accepted)
            context.reserve?.(accepted.card)
          },
        })
        context.onEvent({ type: 'recorded', receiptId: swapId })
        await context.checkpoint('planned')
        const session = openSession(swapId, context, prepared)
        await driveSwap(session, accepted, options)
        return toOutcome(session.state(), context)
      })
    } finally {
      await prepared.signer.close()
    }
  })
}

/**
 * Drives a recorded swap as far as possible: payment, allowance, delivery. Works from the journal,
 * so it does not matter which process started the swap.
 * @param planned the plan of this process; null: a new plan is created if a payment is still due
 */
export async function driveSwap(
  session: Session,
  planned: PlannedSwap | null,
  options: WaitOptions,
): Promise<void> {
  try {
    await drive(session, planned, options)
  } catch (thrown) {
    throw afterLostJournal(session, thrown)
  }
}

async function drive(
  session: Session,
  planned: PlannedSwap | null,
  options: WaitOptions,
): Promise<void> {
  const { state } = session
  const unsettled = !isAllowanceIdle(session) || hasAllowance(session)
  if (state().end === null && unsettled) {
    await locked(session, planned, () => payUnderLock(session, planned, options))
  } else if (hasAllowance(session)) {
    await locked(session, planned, () => tryClearAllowance(session))
  }
  await session.closeSigner() // K8: following needs no key
  if (!isAllowanceIdle(session)) return
  const wasClear = !hasAllowance(session)
  await followSwap(session, options)
  if (!wasClear || !isAllowanceIdle(session)) return
  // A payment dropped in a reorg has its allowance again and may end without using it; a revocation
  // may be dropped too.
  if (state().end !== null) await outageAsNull(recordAllowance(session))
  if (!hasAllowance(session)) return
  await locked(session, planned, () => tryClearAllowance(session))
  await session.closeSigner()
}

/** If the lock is taken, an earlier run may already have paid; the error reports it. */
async function locked(
  session: Session,
  planned: PlannedSwap | null,
  work: () => Promise<void>,
): Promise<void> {
  let isOurs = false
  try {
    await withAccountLock(session, async () => {
      isOurs = true
      await work()
    })
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    await abandonUntouched(session, planned, error)
    throw isOurs || error.code === 'STORE_DAMAGED' ? thrown : explain(session, error)
  }
}

async function payUnderLock(
  session: Session,
  planned: PlannedSwap | null,
  { wait }: WaitOptions,
): Promise<void> {
  try {
    const driver = await driverOf(session.state().plan)
    await driver.pay(session, (current) => freshPlan(session, current ?? planned), wait)
  } catch (thrown) {
    throw await afterFailure(session, planned, toSwaprouteError(thrown))
  }
  if (isAllowanceIdle(session)) await tryClearAllowance(session)
}

/**
 * Ends a swap that failed before its payment was signed and revokes its allowance, unless a retry
 * may succeed: then it stays open for `resume`.
 */
async function afterFailure(
  session: Session,
  planned: PlannedSwap | null,
  error: SwaprouteError,
): Promise<SwaprouteError> {
  const { state, append } = session
  const payment = attemptOf(state(), 'pay')
  if (error.code === 'STORE_DAMAGED') return withoutJournal(session, error)
  // It was sent, or another process owns the swap now: nothing more is written or signed here.
  if (error.code === 'OUTCOME_UNKNOWN' && error.funds !== 'approved_only') return error
  // Proved expired, a payment is as good as never signed.
  if (payment !== null && payment.stage !== 'expired') return explain(session, error)
  if (await abandonUntouched(session, planned, error)) return error
  if (!isRefusal(error) || state().attempts.some(isOpenAttempt)) return explain(session, error)
  append({ type: 'abandoned', reason: error.message, code: error.code })
  await session.context.checkpoint('abandoned')
  await tryClearAllowance(session)
  return withFacts(session, error, hintAfterRefusal(session))
}

function hintAfterRefusal({ state, swapId }: Session): string {
  if (state().terms.transaction.kind === 'ton') return 'The payment was not made. Get a new quote.'
  return fundsOf(state()) === 'approved_only'
    ? `The payment was not made, but an allowance is left: ${resumeHint(swapId)}`
    : 'The payment was not made and the allowance is revoked. Get a new quote.'
}

/**
 * Ends a swap for which nothing was signed and frees its idempotency key. A resumed one ends only
 * for final reasons: the command may succeed later, or with the flag the error names.
 */
async function abandonUntouched(
  { state, append, context }: Session,
  planned: PlannedSwap | null,
  error: SwaprouteError,
): Promise<boolean> {
  const untouched = state().attempts.every(({ signed }) => signed === null)
  if (!untouched || error.code === 'STORE_DAMAGED' || error.code === 'OUTCOME_UNKNOWN') return false
  if (planned === null && !isRefusal(error)) return false
  if (state().end === null) {
    append({ type: 'abandoned', reason: error.message, code: error.code })
    await context.checkpoint('abandoned')
  }
  return true
}

/** Nothing more can be written, so nothing more is sent; states what was sent before. */
function withoutJournal(session: Session, error: SwaprouteError): SwaprouteError {
  const { state, swapId } = session
  if (state().attempts.every(({ signed }) => signed === null)) return error
  const hint = `The payment was not made, but an approval was. Keep the journal; once the disk works again: ${resumeHint(swapId)}`
  return withFacts(session, error, hint)
}

/** A final refusal, not an outage, an interrupt or a missing answer. */
function isRefusal({ code, retry }: SwaprouteError): boolean {
  if (code === 'CONFIRMATION_REQUIRED' || code === 'INTERRUPTED' || code === 'INTERNAL')
    return false
  return retry !== 'later' && code !== 'KEY_UNAVAILABLE' && code !== 'NOT_ENOUGH_NATIVE'
}

function explain(session: Session, error: SwaprouteError): SwaprouteError {
  return withFacts(session, error, error.hint ?? resumeHint(session.swapId))
}

/** The same error with the swap's id and the state of its money. */
function withFacts(
  { swapId, state }: Session,
  error: SwaprouteError,
  hint: string,
): SwaprouteError {
  const resumable = state().end === null && !hint.includes(swapId)
  const options: ErrorOptions = {
    hint: resumable ? `${hint} ${resumeHint(swapId)}` : hint,
    context: { ...error.context, receiptId: swapId, ...hashContext(state()) },
    serviceCode: error.serviceCode,
    funds: fundsOf(state()),
    cause: error.cause ?? error,
  }
  return new SwaprouteError(error.code, error.message, options)
}
