import { randomUUID } from 'node:crypto'
import { duplicateError } from '../store/journal.ts'
import { withSwapLock } from './accountLock.ts'
import { driveSwap } from './driveSwap.ts'
import { toOutcome } from './outcome.ts'
import { toPlannedRecord } from './records.ts'
import { findRepeat, refuseNewRepeat, repeatReasons } from './repeat.ts'
import { accounted } from './standing.ts'
import {
  openSession,
  openSignerFor,
  openTonSignerFor,
  type PreparedSigner,
  requireSignable,
} from './session.ts'
import {
  type ExecutionContext,
  isTonPlan,
  type PlannedSwap,
  type SwapOutcome,
  type WaitOptions,
} from './types.ts'

/**
 * Asks for the user's yes, then records, approves, pays and follows a planned swap. What it
 * answers is where the swap stands: PENDING at the worst once the payment may have left.
 * @throws SwaprouteError with `funds` saying where the money is: DUPLICATE for a used idempotency
 *   key or a repeat, DECLINED or CONFIRMATION_REQUIRED from the review, KEY_UNAVAILABLE, STORE_DAMAGED, and
 *   whatever stops a swap before its payment; OUTCOME_UNKNOWN or INTERRUPTED after it
 */
export async function executeSwap(
  planned: PlannedSwap,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  return await accounted(swapId, context, () => begin(swapId, planned, context, options))
}

async function begin(
  swapId: string,
  planned: PlannedSwap,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const { journal } = context
  const { idempotencyKey, force } = planned.order
  journal.assertWritable()
  if (idempotencyKey !== null && !force) {
    const earlier = journal.findByIdempotencyKey(idempotencyKey)
    if (earlier !== null) throw duplicateError(idempotencyKey, earlier)
  }
  if (isTonPlan(planned)) requireSignable(planned.cannotSign, planned.order.fromAddress)
  const repeatOf = findRepeat(journal, planned.order, context.now())
  const { card } = planned
  const typedReasons = [...repeatReasons(repeatOf), ...card.typedReasons]
  await context.review({ ...card, repeatOf, typedReasons })

  const prepared = await openPrepared(planned, context)
  try {
    await context.checkpoint('reviewed')
    return await withSwapLock(context, swapId, async () => {
      journal.create(swapId, toPlannedRecord(planned), {
        force,
        // Once more inside the commit: another process may have been as quick.
        check: () => refuseNewRepeat(journal, planned.order, context.now(), repeatOf),
      })
      context.onEvent({ type: 'recorded', receiptId: swapId })
      await context.checkpoint('planned')
      const session = openSession(swapId, context, prepared)
      await driveSwap(session, planned, options)
      return toOutcome(session.state(), context)
    })
  } finally {
    await prepared.signer.close()
  }
}

/** Before anything is recorded, so that a missing key leaves no swap behind. */
async function openPrepared(
  planned: PlannedSwap,
  context: ExecutionContext,
): Promise<PreparedSigner> {
  const { fromAddress } = planned.order
  return isTonPlan(planned)
    ? { kind: 'ton', signer: await openTonSignerFor(fromAddress, context) }
    : { kind: 'evm', signer: await openSignerFor(fromAddress, context) }
}
