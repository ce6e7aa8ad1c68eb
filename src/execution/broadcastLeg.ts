import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Leg } from '../store/journalTables.ts'
import type { SignedEvm } from '../wallet/types.ts'
import { fundsOf } from './outcome.ts'
import { type Session, hashContext, resumeHint } from './session.ts'

/**
 * Hands the bytes over. What the node says, or that it says nothing, decides nothing; it is only
 * returned as text.
 */
export async function broadcastLeg(
  session: Session,
  leg: Leg,
  { raw }: Pick<SignedEvm, 'raw'>,
): Promise<string | null> {
  const { context, state, swapId } = session
  context.journal.assertOwned(swapId)
  session.lastBroadcastMs = context.now()
  const answer = context.evm.broadcast(state().plan.srcToken.blockchain, raw).then(
    ({ refusal }) => refusal,
    (thrown: unknown) => toSwaprouteError(thrown).message,
  )
  await context.checkpoint(`${leg}_broadcast`)
  return await answer
}

/** From here on an error must say that something may have been sent. */
export function recordSent(session: Session, leg: Leg, hash: string, refusal: string | null): void {
  try {
    session.append({ type: 'sent', leg, hash, refusal })
  } catch (cause) {
    throw lostTrack(session, leg, hash, cause)
  }
}

/**
 * The bytes are out, and the journal cannot say so any more.
 * @param how what is certain of them
 */
export function lostTrack(
  session: Session,
  leg: Leg,
  hash: string,
  cause: unknown,
  how: 'was sent' | 'may have been sent' = 'was sent',
): SwaprouteError {
  const { swapId, state } = session
  const what = leg === 'pay' ? 'The payment' : 'An approval'
  const message = `${what} ${how} as ${hash}, but the journal could not be written any more.`
  return new SwaprouteError('OUTCOME_UNKNOWN', message, {
    hint: `Do not swap again. Look at the hash with \`swaproute status ${hash}\`; once the disk is well: ${resumeHint(swapId)}`,
    context: { receiptId: swapId, ...hashContext(state()) },
    funds: leg === 'pay' ? 'sent' : leg === 'revoke' ? fundsOf(state()) : 'approved_only',
    cause,
  })
}
