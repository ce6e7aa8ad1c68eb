import { paymentWord } from '../core/claim.ts'
import { changedError, type FundsState, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Journal } from '../store/journal.ts'
import type { Leg } from '../store/journalTables.ts'
import { attemptOf } from './attempts.ts'
import { type DepositState, replay, type State, type SwapState } from './state.ts'
import { fundsOf, isPaid, routeIdOf } from './status.ts'

// Errors that say where the money is.

/** What an error is about. */
type Subject<S extends State> = { swapId: string; state(): S }

/**
 * The bytes may be out, but the journal can no longer be written.
 * @param how whether they were sent
 */
export function lostTrack(
  { swapId, state }: Subject<SwapState>,
  leg: Leg,
  hash: string,
  cause: unknown,
  how: 'was sent' | 'may have been sent' = 'was sent',
): SwaprouteError {
  const what = leg === 'pay' ? `The ${paymentWord(routeIdOf(state()))}` : 'An approval'
  const message = `${what} ${how} as ${hash}, but the journal can no longer be written.`
  return new SwaprouteError('OUTCOME_UNKNOWN', message, {
    hint: `Do not swap again. Check the hash with \`swaproute status ${hash}\`; once the disk works again: ${resumeHint(swapId)}`,
    context: { receiptId: swapId, ...hashContext(state()) },
    funds: leg === 'pay' ? 'sent' : leg === 'revoke' ? fundsOf(state()) : 'approved_only',
    cause,
  })
}

/** The state of a swap's money in the journal. */
type Standing = {
  funds: FundsState
  /** A payment may have left, or the payment address was shown. */
  mayBePaid: boolean
  hashes: Record<string, string>
}

/**
 * Runs work on a recorded swap. Its error states where the money is, from what is on disk (S8).
 * Once a payment may have left, no outage or bug may end as "nothing sent": the user would pay
 * again.
 */
export async function accounted<T>(
  swapId: string,
  { journal }: { journal: Journal },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw byTheJournal(swapId, journal, toSwaprouteError(thrown))
  }
}

function byTheJournal(swapId: string, journal: Journal, error: SwaprouteError): SwaprouteError {
  const standing = readStanding(swapId, journal)
  if (standing === 'unreadable') return changedError(error, { funds: error.funds ?? 'unknown' })
  if (standing === null) return changedError(error, { funds: error.funds ?? 'none_moved' })
  const funds = error.funds ?? standing.funds
  if (!standing.mayBePaid || !readsAsUnsent(error)) return changedError(error, { funds })
  const isNamed = error.hint?.includes(swapId) === true
  return new SwaprouteError('OUTCOME_UNKNOWN', `Following the swap stopped: ${error.message}`, {
    hint: isNamed && error.hint !== undefined ? error.hint : resumeHint(swapId),
    context: { ...error.context, receiptId: swapId, ...standing.hashes, code: error.code },
    funds,
    cause: error.cause ?? error,
  })
}

/** Exit codes 1 to 5 mean to a script that nothing was sent (cli contract, section 4). */
function readsAsUnsent({ exit }: SwaprouteError): boolean {
  return exit >= 1 && exit <= 5
}

/** Null if nothing was recorded, so nothing was signed or ordered. */
function readStanding(swapId: string, journal: Journal): Standing | null | 'unreadable' {
  try {
    const records = journal.read(swapId)
    if (records.length === 0) return null
    const state = replay(swapId, records)
    const funds = fundsOf(state)
    if (state.kind === 'order') {
      const isShown = state.end === null && state.stage === 'awaiting_deposit'
      return { funds, mayBePaid: isShown || isPaid(state), hashes: {} }
    }
    const mayBePaid = funds !== 'none_moved' && funds !== 'approved_only'
    return { funds, mayBePaid, hashes: hashContext(state) }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return 'unreadable'
    throw thrown
  }
}

/** The user's interrupt, as an error with what was sent or shown, and how to go on. */
export function stopIfInterrupted({
  swapId,
  context,
  state,
}: Subject<State> & { context: { signal: AbortSignal } }): void {
  if (!context.signal.aborted) return
  const now = state()
  const funds = fundsOf(now)
  const goesOn = now.kind === 'order' ? now.stage === 'awaiting_deposit' : funds !== 'none_moved'
  const [what, nothing, hint] =
    now.kind === 'order'
      ? [
          `the order of swap ${swapId}`,
          'no address was shown, so nothing can have been paid.',
          resumeOrderHint(swapId),
        ]
      : [`swap ${swapId}`, 'nothing was sent.', resumeHint(swapId)]
  const message = goesOn ? `${what} continues without this program.` : nothing
  throw new SwaprouteError('INTERRUPTED', `Interrupted; ${message}`, {
    ...(goesOn ? { hint } : {}),
    context: { receiptId: swapId, ...(now.kind === 'order' ? {} : hashContext(now)) },
    funds,
  })
}

export function resumeHint(swapId: string): string {
  return `Continue with \`swaproute resume ${swapId}\`; it never pays twice.`
}

/** Hashes of everything that was signed, for machines. */
export function hashContext(state: SwapState): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const { leg, signed } of state.attempts) if (signed !== null) hashes[leg] = signed.hash
  return hashes
}

/**
 * The error of a failed journal write; first states whether a payment is out or an address was
 * shown and may have been paid.
 */
export function afterLostJournal({ swapId, state }: Subject<State>, thrown: unknown): unknown {
  if (!(thrown instanceof SwaprouteError) || thrown.code !== 'STORE_DAMAGED') return thrown
  const now = state()
  if (now.kind === 'order') {
    if (now.stage !== 'ordered' && now.stage !== 'awaiting_deposit') return thrown
    const hint = `Do not open a second order: this one is open, and what you paid to it is on its way. Once the disk works again: ${resumeOrderHint(swapId)}`
    return withReceipt({ swapId, state: () => now }, thrown, hint)
  }
  const payment = attemptOf(now, 'pay')
  if (payment?.signed == null) return thrown
  const how = payment.stage === 'signed' ? 'may have been sent' : 'was sent'
  return lostTrack({ swapId, state: () => now }, 'pay', payment.signed.hash, thrown, how)
}

export function resumeOrderHint(swapId: string): string {
  return `Continue with \`swaproute resume ${swapId}\`; it never opens a second order.`
}

/** The same error with the swap's id and the state of its money. */
export function withReceipt(
  { swapId, state }: Subject<DepositState>,
  error: SwaprouteError,
  hint: string | undefined = error.hint,
): SwaprouteError {
  const { stage } = state()
  return new SwaprouteError(error.code, error.message, {
    ...(hint === undefined ? {} : { hint }),
    context: { ...error.context, receiptId: swapId },
    serviceCode: error.serviceCode,
    // A user who was shown the address may have paid.
    funds: stage === 'awaiting_deposit' ? 'unknown' : fundsOf(state()),
    cause: error.cause ?? error,
  })
}

/** The order differs from what was shown (D7): an address noted earlier must not be used. */
export function changedOrder(
  session: Subject<DepositState>,
  error: SwaprouteError,
): SwaprouteError {
  const hint = `Pay nothing to an address you noted earlier. If you have paid, ask the provider's support with the order's number: \`swaproute receipt ${session.swapId}\`.`
  return withReceipt(session, error, hint)
}
