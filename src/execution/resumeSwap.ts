import { SwaprouteError } from '../core/errors.ts'
import type { Journal } from '../store/journal.ts'
import { recordAllowance, isAllowanceIdle } from './allowance.ts'
import { withSwapLock } from './accountLock.ts'
import { followDelivery } from './delivery.ts'
import { driveSwap } from './driveSwap.ts'
import { outageAsNull } from './outage.ts'
import { toOutcome } from './outcome.ts'
import { railOf } from './rails.ts'
import { openSession, type Session } from './session.ts'
import { accounted } from './standing.ts'
import { attemptOf } from './swapState.ts'
import type { ExecutionContext, SwapOutcome, TrackContext, WaitOptions } from './types.ts'

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
    const rail = await railOf(session)
    await rail.awaitPayment(session, options.wait ? options.maxWaitMs : 0)
  }
  if (!isAllowanceIdle(session)) return
  await outageAsNull(recordAllowance(session))
  await followDelivery(session, options)
  if (session.state().end !== null) await outageAsNull(recordAllowance(session))
}

/** @throws SwaprouteError SWAP_NOT_FOUND */
export function requireSwap(journal: Journal, id: string): string {
  const swapId = journal.find(id)
  if (swapId !== null) return swapId
  throw new SwaprouteError('SWAP_NOT_FOUND', `The journal knows no swap "${id}".`, {
    hint: '`swaproute history` lists the swaps of this machine; `swaproute status <hash>` looks on chain.',
  })
}

export function refuseToSign(): Promise<never> {
  return Promise.reject(
    new SwaprouteError('KEY_UNAVAILABLE', 'Following a swap signs nothing.', {
      hint: 'Use `swaproute resume`.',
    }),
  )
}
