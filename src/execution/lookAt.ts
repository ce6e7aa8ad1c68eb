import { SwaprouteError } from '../core/errors.ts'
import { withSwapLock } from './accountLock.ts'
import { openDepositSession } from './deposit/depositSession.ts'
import { isDepositStory, orderOfStory, replayDeposit } from './deposit/depositState.ts'
import { followDeposit } from './deposit/followDeposit.ts'
import { payingContext } from './deposit/paying.ts'
import type { DepositContext } from './deposit/types.ts'
import { receiptOf } from './receipts.ts'
import { followSent, refuseToSign } from './resumeSwap.ts'
import { openSession } from './session.ts'
import { accounted } from './standing.ts'
import { replay } from './swapState.ts'
import type { SwapReceipt } from './types.ts'

/** Looking opens no key, asks nothing and shows no address. */
export type LookContext = Omit<
  DepositContext,
  'openSigner' | 'openTonSigner' | 'review' | 'confirmOrder' | 'present'
>

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
