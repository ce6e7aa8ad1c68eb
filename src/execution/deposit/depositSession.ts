import { SwaprouteError } from '../../core/errors.ts'
import type { JournalEvent } from '../../store/eventSchema.ts'
import type { ExecutionEvent, Step } from '../types.ts'
import { type DepositState, advanceDeposit, replayDeposit } from './depositState.ts'
import { depositFunds } from './depositOutcome.ts'
import type { DepositContext } from './types.ts'

/** One order being worked on in this process: its journal and its state. */
export type DepositSession = {
  swapId: string
  context: DepositContext
  state(): DepositState
  /** This process has read the order back and shown where to pay (D7). */
  shown: boolean
  /** On disk first, then in the state. */
  append(event: JournalEvent): void
  tell(
    step: Step,
    state: Extract<ExecutionEvent, { type: 'step' }>['state'],
    text: string,
    hash?: string,
  ): void
}

export function openDepositSession(swapId: string, context: DepositContext): DepositSession {
  const { journal } = context
  let state = replayDeposit(swapId, journal.read(swapId))
  const session: DepositSession = {
    swapId,
    context,
    state: () => state,
    shown: false,
    append: (event) => {
      try {
        state = advanceDeposit(state, journal.append(swapId, event))
      } catch (thrown) {
        throw afterLostJournal(session, thrown)
      }
    },
    tell: (step, stepState, text, hash) =>
      context.onEvent({
        type: 'step',
        step,
        state: stepState,
        text,
        blockchain:
          step === 'deliver' ? state.plan.dstToken.blockchain : state.plan.srcToken.blockchain,
        hash: hash ?? null,
      }),
  }
  return session
}

/** An address that was shown may have been paid: nothing says that it was not. */
function afterLostJournal(session: DepositSession, thrown: unknown): unknown {
  if (!(thrown instanceof SwaprouteError) || thrown.code !== 'STORE_DAMAGED') return thrown
  const { stage } = session.state()
  if (stage !== 'ordered' && stage !== 'awaiting_deposit') return thrown
  const hint = `Open no second order: this one stands, and what was paid to it is on its way. Once the disk is well: ${resumeOrderHint(session.swapId)}`
  return withReceipt(session, thrown, hint)
}

export function resumeOrderHint(swapId: string): string {
  return `Continue with \`swaproute resume ${swapId}\`; it never opens a second order.`
}

/** The same error, saying which swap it was and where the money is. */
export function withReceipt(
  { swapId, state }: Pick<DepositSession, 'swapId' | 'state'>,
  error: SwaprouteError,
  hint: string | undefined = error.hint,
): SwaprouteError {
  const { stage } = state()
  return new SwaprouteError(error.code, error.message, {
    ...(hint === undefined ? {} : { hint }),
    context: { ...error.context, receiptId: swapId },
    serviceCode: error.serviceCode,
    // Who has seen where to pay may have paid.
    funds: stage === 'awaiting_deposit' ? 'unknown' : depositFunds(state()),
    cause: error.cause ?? error,
  })
}

/** An order that is no longer what was shown (D7): whoever noted the address must not use it. */
export function changedOrder(session: DepositSession, error: SwaprouteError): SwaprouteError {
  const hint = `Pay nothing to an address you noted earlier. If you have paid, ask the provider's support with the order's number: \`swaproute receipt ${session.swapId}\`.`
  return withReceipt(session, error, hint)
}

/** The user's interrupt, as an error that says how to go on. */
export function stopIfInterrupted({ swapId, context, state }: DepositSession): void {
  if (!context.signal.aborted) return
  const shown = state().stage === 'awaiting_deposit'
  const message = shown
    ? `Interrupted; the order of swap ${swapId} goes on without this program.`
    : 'Interrupted; no address was shown, so nothing can have been paid.'
  throw new SwaprouteError('INTERRUPTED', message, {
    ...(shown ? { hint: resumeOrderHint(swapId) } : {}),
    context: { receiptId: swapId },
    funds: depositFunds(state()),
  })
}
