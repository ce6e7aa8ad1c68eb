import { SwaprouteError } from '../core/errors.ts'
import { attemptOf } from './attempts.ts'
import type { ExecutionContext, CheckContext, WaitOptions } from './context.ts'
import { resumeOrder } from './executeDeposit.ts'
import { followOrder } from './deposit/followOrder.ts'
import { payingContext } from './deposit/payingContext.ts'
import { accounted } from './errors.ts'
import { isAllowanceIdle, recordAllowance } from './evm/allowance.ts'
import { driveSwap } from './execute.ts'
import { followSwap } from './followSwap.ts'
import { withSwapLock } from './locks.ts'
import { outageAsNull } from './outage.ts'
import { type SwapOutcome, toOutcome } from './outcome.ts'
import { driverOf } from './plan.ts'
import { findReceiptId, receiptOf, type SwapReceipt } from './receipts.ts'
import { openDepositSession, openSession, refuseToSign, type Session } from './session.ts'
import { replay } from './state.ts'

/**
 * Continues a recorded swap from any point: releases an unused nonce, sends the same bytes again,
 * waits, pays if it never paid, revokes a left-over allowance, follows the delivery. Opens the
 * signer only if something must be signed. An order without a payment of ours (yet) continues in
 * `resumeOrder`.
 * @param id receipt id or the beginning of one, route id, order number, address or hash
 * @throws SwaprouteError as `executeSwap` and `executeDeposit`; SWAP_NOT_FOUND for an unknown id,
 * DUPLICATE while another process works on the swap
 */
export async function resumeSwap(
  id: string,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = findReceiptId(context.journal, id)
  context.onEvent({ type: 'recorded', receiptId: swapId })
  return await accounted(swapId, context, async () => {
    const recorded = replay(swapId, context.journal.read(swapId))
    if (recorded.kind === 'order') {
      return await withSwapLock(context, swapId, () => resumeOrder(swapId, context, options))
    }
    const { paidOrder } = recorded
    const own = paidOrder === null ? context : payingContext(context, paidOrder)
    return await withSwapLock(own, swapId, async () => {
      const session = openSession(swapId, own)
      try {
        await driveSwap(session, null, options)
        return toOutcome(session.state(), context)
      } finally {
        await session.closeSigner()
      }
    })
  })
}

const single = { wait: false } as const

/**
 * Checks a recorded swap once and records the result, so that `status`, `history` and `receipt`
 * agree. Signs and sends nothing: that is left to `resume`. Null: another process works on the
 * swap, or the journal cannot be written.
 * @throws SwaprouteError UNSAFE_ROUTE for an order that has changed since it was shown, INTERRUPTED
 */
export async function checkSwap(
  swapId: string,
  context: CheckContext,
): Promise<SwapReceipt | null> {
  const { journal } = context
  const quiet: ExecutionContext = {
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
      const work = (): Promise<void> => check(swapId, quiet)
      await accounted(swapId, quiet, () => withSwapLock(quiet, swapId, work, false))
    }
    return receiptOf(journal, swapId, context)
  } catch (thrown) {
    const code = thrown instanceof SwaprouteError ? thrown.code : null
    if (code === 'DUPLICATE' || code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

async function check(swapId: string, context: ExecutionContext): Promise<void> {
  const recorded = replay(swapId, context.journal.read(swapId))
  if (recorded.kind === 'order') {
    await followOrder(openDepositSession(swapId, context), single)
    return
  }
  const { end, paidOrder } = recorded
  if (end !== null) return
  const own = paidOrder === null ? context : payingContext(context, paidOrder)
  const session = openSession(swapId, own)
  session.resends = false
  await followSent(session, single)
}

/** Follows what is already signed to its end or the time limit; signs nothing. */
export async function followSent(session: Session, options: WaitOptions): Promise<void> {
  const { state } = session
  if (state().end === null && attemptOf(state(), 'pay')?.signed != null) {
    const driver = await driverOf(state().plan)
    await driver.awaitPayment(session, options.wait ? options.maxWaitMs : 0)
  }
  if (!isAllowanceIdle(session)) return
  await outageAsNull(recordAllowance(session))
  await followSwap(session, options)
  if (state().end !== null) await outageAsNull(recordAllowance(session))
}
