import { SwaprouteError } from '../core/errors.ts'
import { attemptOf } from './attempts.ts'
import type {
  DepositContext,
  ExecutionContext,
  LookContext,
  TrackContext,
  WaitOptions,
} from './context.ts'
import { resumeDeposit, resumePaying, withOrder } from './deposit/execute.ts'
import { payingContext } from './deposit/payingContext.ts'
import { accounted } from './errors.ts'
import { isAllowanceIdle, recordAllowance } from './evm/allowance.ts'
import { driveSwap } from './execute.ts'
import { followDelivery, followDeposit } from './follow.ts'
import { withSwapLock } from './locks.ts'
import { outageAsNull } from './outage.ts'
import { type SwapOutcome, toOutcome } from './outcome.ts'
import { driverOf } from './plan.ts'
import { receiptOf, requireSwap, type SwapReceipt } from './receipts.ts'
import { openDepositSession, openSession, refuseToSign, type Session } from './session.ts'
import { isDepositStory, orderOfStory, replay, replayDeposit } from './state.ts'

/**
 * Goes on with a recorded swap, whatever it was doing when its process ended: frees a number
 * without bytes, sends the same bytes again, waits, pays if it never paid, takes a left-over
 * allowance away, follows the delivery. Opens the signer only if something must be signed.
 * @param id receipt id or the beginning of one, route id, or any hash of the swap
 * @throws SwaprouteError as `executeSwap`; SWAP_NOT_FOUND for an unknown id, DUPLICATE while
 *   another process works on the swap
 */
export async function resumeSwap(
  id: string,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = requireSwap(context.journal, id)
  const work = async (): Promise<SwapOutcome> => {
    const session = openSession(swapId, context)
    try {
      await driveSwap(session, null, options)
      return toOutcome(session.state(), context)
    } finally {
      await session.closeSigner()
    }
  }
  return await accounted(swapId, context, () => withSwapLock(context, swapId, work))
}

/**
 * Follows a recorded swap without any key: what would have to be signed is left to `resumeSwap`.
 * @throws SwaprouteError SWAP_NOT_FOUND, DUPLICATE, INTERRUPTED, STORE_DAMAGED
 */
export async function trackSwap(
  id: string,
  context: TrackContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = requireSwap(context.journal, id)
  return await withSwapLock(context, swapId, async () => {
    const session = openSession(swapId, {
      ...context,
      openSigner: refuseToSign,
      review: refuseToSign,
    })
    await followSent(session, options)
    return toOutcome(session.state(), context)
  })
}

/** Follows what is signed already, to its end or until the time is over. */
export async function followSent(session: Session, options: WaitOptions): Promise<void> {
  if (session.state().end === null && attemptOf(session.state(), 'pay')?.signed != null) {
    const rail = await driverOf(session)
    await rail.awaitPayment(session, options.wait ? options.maxWaitMs : 0)
  }
  if (!isAllowanceIdle(session)) return
  await outageAsNull(recordAllowance(session))
  await followDelivery(session, options)
  if (session.state().end !== null) await outageAsNull(recordAllowance(session))
}

/**
 * Goes on with any recorded swap: one that is paid by a transaction, an order that is paid by
 * hand, or an order that a transaction of ours pays.
 * @param id receipt id or the beginning of one, route id, order number, address or hash
 * @throws SwaprouteError as `resumeSwap` and `resumeDeposit`
 */
export async function resumeAny(
  id: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = requireSwap(context.journal, id)
  context.onEvent({ type: 'recorded', receiptId: swapId })
  return await accounted(swapId, context, () => goOn(swapId, context, options))
}

async function goOn(
  swapId: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const records = context.journal.read(swapId)
  const order = orderOfStory(records)
  if (order.length === 0) return await resumeSwap(swapId, context, options)
  const state = replayDeposit(swapId, order)
  if (!isDepositStory(records)) {
    const outcome = await resumeSwap(swapId, payingContext(context, state), options)
    return withOrder(outcome, state)
  }
  const resume = state.plan.payment === 'signed' ? resumePaying : resumeDeposit
  return await withSwapLock(context, swapId, () => resume(swapId, context, options))
}

const once = { wait: false } as const

/**
 * One look at a swap of the journal: what is learnt is recorded, so that `status`, `history` and
 * `receipt` tell the same. Nothing is signed, and no bytes are handed to a node: that is left to
 * `resume`. Null: another process works on the swap, or the journal cannot be written.
 * @throws SwaprouteError UNSAFE_ROUTE for an order that is no longer what was shown, INTERRUPTED
 */
export async function lookAtSwap(
  swapId: string,
  context: LookContext,
): Promise<SwapReceipt | null> {
  const { journal } = context
  const quiet: DepositContext = {
    ...context,
    openSigner: refuseToSign,
    review: refuseToSign,
    confirmOrder: refuseToSign,
    present: refuseToSign,
  }
  try {
    const { open } = receiptOf(journal, swapId, context)
    if (open) {
      journal.assertWritable()
      const work = (): Promise<void> => look(swapId, quiet)
      await accounted(swapId, quiet, () => withSwapLock(quiet, swapId, work, false))
    }
    return receiptOf(journal, swapId, context)
  } catch (thrown) {
    const code = thrown instanceof SwaprouteError ? thrown.code : null
    if (code === 'DUPLICATE' || code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

async function look(swapId: string, context: DepositContext): Promise<void> {
  const records = context.journal.read(swapId)
  if (isDepositStory(records)) {
    await followDeposit(openDepositSession(swapId, context), once)
    return
  }
  const { end } = replay(swapId, records)
  if (end !== null) return
  const order = orderOfStory(records)
  const own = order.length === 0 ? context : payingContext(context, replayDeposit(swapId, order))
  const session = openSession(swapId, own)
  session.resends = false
  await followSent(session, once)
}
