import { paymentTitle } from '../core/claim.ts'
import { toSwaprouteError } from '../core/errors.ts'
import type { EventOf } from '../store/eventSchema.ts'
import type { Leg } from '../store/journalTables.ts'
import { type Attempt, attemptOf, isOpenAttempt } from './attempts.ts'
import { lostTrack, stopIfInterrupted } from './errors.ts'
import type { Session } from './session.ts'
import type { SwapState } from './state.ts'

// One transaction from nonce to outcome: the part common to all chains.

/** Chain-specific parts of sending. */
export type Sending<Signed> = Pick<EventOf<'signing'>, 'account' | 'chainId' | 'nonce'> & {
  leg: Leg
  /** Noun for messages: "transaction" or "transfer". */
  what: string
  /** Signs the frozen plan and checks the bytes against it (E13). */
  sign(): Promise<Signed>
  toRecord(signed: Signed): EventOf<'signed'> | EventOf<'ton_signed'>
  broadcast(signed: Signed): Promise<{ refusal: string | null }>
}

/**
 * Signs and sends one transaction: nonce, then bytes, then broadcast, each on disk before the next.
 * Returns after the node's answer, whatever it is: only the chain decides. Call under the account's
 * lock.
 * @param freeze reads the remaining values; the plan is frozen afterwards
 */
export async function signAndSend<Signed>(
  session: Session,
  freeze: () => Promise<Sending<Signed>>,
): Promise<void> {
  const { context, append, report } = session
  stopIfInterrupted(session)
  const sending = await freeze()
  const { leg, account, chainId, nonce } = sending
  append({ type: 'signing', leg, account, chainId, nonce })
  await context.checkpoint(`${leg}_signing`)

  const signed = await signOrFree(session, sending)
  const record = sending.toRecord(signed)
  append(record)
  await context.checkpoint(`${leg}_signed`)

  const refusal = await handOver(session, leg, () => sending.broadcast(signed))
  recordSent(session, leg, record.hash, refusal)
  if (refusal !== null) {
    const text = `The node did not accept the ${sending.what} (${refusal}); only the chain decides.`
    context.onEvent({ type: 'warning', code: 'BROADCAST_REFUSED', text })
  }
  report(leg, 'sent', describeSent(leg, session.state()), record.hash)
  await context.checkpoint(`${leg}_sent`)
}

/** Releases a nonce whose bytes were never created or never sent. */
async function signOrFree<Signed>(
  session: Session,
  { leg, nonce, sign }: Sending<Signed>,
): Promise<Signed> {
  try {
    return await sign()
  } catch (thrown) {
    session.append({ type: 'freed', leg, nonce })
    throw thrown
  }
}

/** Releases nonces that an earlier process reserved without signing. */
export async function freeUnsigned({ state, append, context }: Session): Promise<void> {
  for (const { leg, stage, nonce } of state().attempts) {
    if (stage !== 'signing') continue
    append({ type: 'freed', leg, nonce })
    await context.checkpoint('freed')
  }
}

/** Sends the bytes. The node's answer or silence decides nothing; it is returned as text. */
export async function handOver(
  session: Session,
  leg: Leg,
  broadcast: () => Promise<{ refusal: string | null }>,
): Promise<string | null> {
  const { context, swapId } = session
  context.journal.assertOwned(swapId)
  session.lastBroadcastMs = context.now()
  const answer = broadcast().then(
    ({ refusal }) => refusal,
    (thrown: unknown) => toSwaprouteError(thrown).message,
  )
  await context.checkpoint(`${leg}_broadcast`)
  return await answer
}

/** After this, an error must say that something may have been sent. */
export function recordSent(session: Session, leg: Leg, hash: string, refusal: string | null): void {
  appendSent(session, { type: 'sent', leg, hash, refusal }, hash)
}

/**
 * Records the outcome of sent bytes.
 * @param hash named in the error if that fails
 */
export function appendSent(
  session: Session,
  event: EventOf<'sent'> | EventOf<'confirmed'> | EventOf<'ton_confirmed'>,
  hash: string,
): void {
  try {
    session.append(event)
  } catch (cause) {
    throw lostTrack(session, event.leg, hash, cause)
  }
}

/**
 * Checks an open signature until its outcome is known or time is up. Checks first, so that a
 * resumed swap with a mined transaction continues at once.
 * @param check one check of the chain; true once the attempt is settled
 */
export async function awaitFate(
  session: Session,
  leg: Leg,
  waitMs: number,
  firstPauseMs: number,
  check: (attempt: Attempt) => Promise<boolean>,
): Promise<void> {
  const { context, state } = session
  const deadline = context.now() + waitMs
  let pause = firstPauseMs
  for (;;) {
    const attempt = attemptOf(state(), leg)
    if (attempt === null || !isOpenAttempt(attempt)) return
    if (await check(attempt)) {
      await context.checkpoint(`${leg}_confirmed`)
      return
    }
    stopIfInterrupted(session)
    if (context.now() >= deadline) return
    await context.sleep(Math.min(pause, deadline - context.now()))
    pause = Math.min(pause * 1.5, longestPauseMs)
  }
}

const longestPauseMs = 8_000

function describeSent(leg: Leg, { terms }: SwapState): string {
  return leg === 'pay'
    ? `${paymentTitle(terms.routeId)} sent`
    : leg === 'revoke'
      ? 'Revoking the allowance'
      : 'Approval sent'
}
