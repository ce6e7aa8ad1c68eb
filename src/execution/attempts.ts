import type { EventOf } from '../store/eventSchema.ts'
import type { Leg } from '../store/journalTables.ts'

/** Progress of one signed transaction. */
export type Stage =
  | 'signing'
  | 'freed'
  | 'signed'
  | 'sent'
  | 'confirmed'
  | 'reverted'
  | 'replaced'
  /** TON only: proved never to be accepted, so that it may be signed again, once. */
  | 'expired'

/** One attempt to sign and send a transaction. */
export type Attempt = {
  leg: Leg
  stage: Stage
  account: string
  /** Global id of the network on TON. */
  chainId: number
  /** Seqno on TON. */
  nonce: number
  /** Null until there are bytes. */
  signed: EventOf<'signed'> | EventOf<'ton_signed'> | null
  confirmed: EventOf<'confirmed'> | EventOf<'ton_confirmed'> | null
  /** First time another transaction was found with our nonce. */
  passed: EventOf<'nonce_passed'> | EventOf<'seqno_passed'> | null
}

export type AttemptEvent = EventOf<
  | 'signing'
  | 'freed'
  | 'signed'
  | 'ton_signed'
  | 'sent'
  | 'confirmed'
  | 'ton_confirmed'
  | 'nonce_passed'
  | 'seqno_passed'
  | 'replaced'
  | 'expired'
  | 'reorged'
>

/** The attempts after one more record; null for a record without its signature. */
export function advanceAttempts(attempts: Attempt[], event: AttemptEvent): Attempt[] | null {
  if (event.type === 'signing') {
    const { leg, account, chainId, nonce } = event
    const none = { signed: null, confirmed: null, passed: null }
    return [...attempts, { leg, stage: 'signing', account, chainId, nonce, ...none }]
  }
  const last = attempts.findLastIndex(
    (attempt) =>
      attempt.leg === event.leg &&
      (event.type === 'freed' || event.type === 'signed' || event.type === 'ton_signed'
        ? attempt.stage === 'signing'
        : attempt.signed?.hash === event.hash),
  )
  const attempt = attempts[last]
  return attempt === undefined ? null : attempts.with(last, advanceAttempt(attempt, event))
}

function advanceAttempt(
  attempt: Attempt,
  event: Exclude<AttemptEvent, EventOf<'signing'>>,
): Attempt {
  switch (event.type) {
    case 'freed':
      return { ...attempt, stage: 'freed' }
    case 'signed':
    case 'ton_signed':
      return { ...attempt, stage: 'signed', signed: event }
    case 'sent':
      return { ...attempt, stage: 'sent' }
    case 'confirmed':
    case 'ton_confirmed':
      return {
        ...attempt,
        stage: event.succeeded ? 'confirmed' : 'reverted',
        confirmed: event,
        passed: null,
      }
    case 'nonce_passed':
    case 'seqno_passed':
      return { ...attempt, passed: event }
    case 'replaced':
      return { ...attempt, stage: 'replaced' }
    case 'expired':
      return { ...attempt, stage: 'expired' }
    case 'reorged':
      return { ...attempt, stage: 'sent', confirmed: null, passed: null }
    default:
      return event satisfies never
  }
}

type Attempts = { attempts: readonly Attempt[] }

/** The current attempt of a transaction: the last one whose nonce was not released. */
export function attemptOf({ attempts }: Attempts, leg: Leg): Attempt | null {
  return attempts.findLast((attempt) => attempt.leg === leg && attempt.stage !== 'freed') ?? null
}

/** Block of the payment on an EVM chain; null while it is not mined. */
export function paidBlock(state: Attempts): bigint | null {
  const mined = attemptOf(state, 'pay')?.confirmed
  return mined?.type === 'confirmed' ? BigInt(mined.blockNumber) : null
}

/** Signed, and neither mined nor replaced as far as the journal knows. */
export function isOpenAttempt({ stage }: Attempt): boolean {
  return stage === 'signed' || stage === 'sent'
}

/** Number of payment signatures proved to have expired. */
function expiriesOf({ attempts }: Attempts): number {
  return attempts.filter(({ leg, stage }) => leg === 'pay' && stage === 'expired').length
}

/** A payment on TON may be signed again once its first signature is proved to have expired. */
const maxExpiries = 2

/** The payment is confirmed, or can never be. */
export function isPaymentOver(state: Attempts): boolean {
  switch (attemptOf(state, 'pay')?.stage) {
    case 'confirmed':
    case 'reverted':
    case 'replaced':
      return true
    case 'expired':
      return expiriesOf(state) >= maxExpiries
    case 'signing':
    case 'freed':
    case 'signed':
    case 'sent':
    case undefined:
      return false
  }
}

export function isOwnPayment(state: Attempts, hash: string): boolean {
  return attemptOf(state, 'pay')?.signed?.hash.toLowerCase() === hash.toLowerCase()
}
