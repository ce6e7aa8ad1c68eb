import type { StatusAnswer } from '../api/schemas.ts'
import type { SwaprouteError } from '../core/errors.ts'
import { formatAmount } from '../core/amounts.ts'
import type { Token } from '../core/token.ts'
import type { StatusWord } from '../core/status.ts'
import type { EventOf } from './story.ts'
import { toJsonRecord } from './records.ts'
import type { Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'

// What following a paid swap and following an order have in common.

type Followed = Pick<Session, 'append' | 'tell'> & {
  context: Pick<Session['context'], 'checkpoint' | 'onEvent'>
  state: () => { answer: StatusAnswer | null; needsAction: boolean }
}

/** Why the service said nothing when it was asked last; null: it answered. */
export type Silence = { why: SwaprouteError | null }

/** The time is over and the service did not answer: without a word of it the state looks current. */
export function tellSilence({ context }: Followed, { why }: Silence): void {
  if (why === null) return
  const text = `The service gave no status when it was asked last: ${why.message}`
  context.onEvent({ type: 'warning', code: 'NOT_ASKED', text })
}

/** States in which waiting changes nothing: the user has to act, or to look himself. */
export function needsNobody(word: StatusWord): boolean {
  return word === 'READY_TO_CLAIM' || word === 'REVERT' || word === 'INDETERMINATE'
}

/** A claimed end without evidence is none (S2, S5). */
export function notSeenYet(answer: StatusAnswer, what: 'delivery' | 'refund'): StatusAnswer {
  const told = what === 'delivery' ? 'the delivery' : 'a refund'
  const note = `The provider reports ${told}; it is not seen on the chain yet.`
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/**
 * S10: money arrived, and far from what was agreed. Neither a success nor anything to wait for: it
 * is told by its own word with both amounts, and the journal stays open for a better end.
 */
export function farFromAgreed(
  answer: StatusAnswer,
  { token, amount }: { token: Token; amount: bigint },
  agreed: bigint,
): StatusAnswer {
  const text = (value: bigint): string => `${formatAmount(value, token.decimals)} ${token.symbol}`
  const note = `${text(amount)} arrived at the receiver instead of ${text(agreed)}.`
  return { ...answer, status: 'INDETERMINATE', note }
}

/**
 * A remote service's failure, or its call to start a refund, is its word alone, and whoever
 * believes it may pay again (S1, I4): it is told, and ends nothing.
 */
export function failureInDoubt(answer: StatusAnswer): StatusAnswer {
  const note =
    answer.status === 'REVERT'
      ? 'The service says that the swap failed and that its refund has to be started by you. ' +
        'Nothing here proves it: ask its provider before you pay again.'
      : 'The service says that the swap failed. Nothing here proves it: ask its provider before ' +
        'you pay again.'
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/** Whether two answers say the same of where a swap is. */
export function isSameNews(before: StatusAnswer | null, answer: StatusAnswer): boolean {
  return (
    before !== null &&
    before.status === answer.status &&
    before.destinationTxHash === answer.destinationTxHash &&
    before.subStatus === answer.subStatus &&
    before.providerStatus === answer.providerStatus &&
    before.note === answer.note
  )
}

/** Records that the user has to act, once for each such state. */
export async function keepAction(
  { state, append, context }: Followed,
  answer: StatusAnswer,
): Promise<null> {
  if (!state().needsAction || state().answer?.status !== answer.status) {
    append({ type: 'needs_action', answer: toJsonRecord(answer) })
    await context.checkpoint('needs_action')
  }
  return null
}

/** The same for the arrival of an order, whose chain is that of its token. */
export function placed(arrival: Omit<Arrival, 'blockchain'> | null): Arrival | null {
  return arrival === null ? null : { ...arrival, blockchain: arrival.token.blockchain }
}

/** Writes the end with its evidence, `fallback` where nothing arrived, and tells it. */
export function writeEnd(
  { append, tell }: Followed,
  { type, answer, arrival }: Settled,
  fallback: EventOf<'done'>['evidence'],
): void {
  append({
    type,
    answer: toJsonRecord(answer),
    received:
      arrival === null || arrival.amount === null
        ? null
        : { token: arrival.token, amount: String(arrival.amount) },
    evidence:
      arrival === null
        ? fallback
        : {
            source: arrival.source,
            blockchain: arrival.blockchain,
            hash: arrival.hash,
            blockNumber: arrival.blockNumber === null ? null : String(arrival.blockNumber),
          },
  })
  const text = { done: 'Delivered', refunded: 'Refunded', failed: 'Failed' }[type]
  const state = type === 'done' ? 'done' : 'failed'
  tell('deliver', state, text, answer.destinationTxHash ?? undefined)
}
