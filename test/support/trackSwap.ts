import type { ExecutionContext, WaitOptions } from '../../src/execution/context.ts'
import { withSwapLock } from '../../src/execution/locks.ts'
import { type SwapOutcome, toOutcome } from '../../src/execution/outcome.ts'
import { findReceiptId } from '../../src/execution/receipts.ts'
import { followSent } from '../../src/execution/resume.ts'
import { openSession, refuseToSign } from '../../src/execution/session.ts'

/** Follows a recorded swap without any key, for as long as is asked for. */
export async function trackSwap(
  id: string,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = findReceiptId(context.journal, id)
  return await withSwapLock(context, swapId, async () => {
    const keyless = { ...context, openSigner: refuseToSign, review: refuseToSign }
    const session = openSession(swapId, keyless)
    await followSent(session, options)
    return toOutcome(session.state(), context)
  })
}
