import {
  type QuoteAllBody,
  type RouteItem,
  type StatusAnswer,
  quoteAllBody,
  routeItem,
  statusAnswer,
} from '../api/schemas.ts'
import type { EvmTransaction, TonTransaction } from '../core/transaction.ts'
import type { Leg } from '../store/journalTables.ts'
import type { JournalRecord } from '../store/records.ts'
import { type End, type EventOf, impossible, understood, unknownSwap } from './story.ts'

/** How far one signature of a leg has come. */
export type Stage =
  | 'signing'
  | 'freed'
  | 'signed'
  | 'sent'
  | 'confirmed'
  | 'reverted'
  | 'replaced'
  /** TON only: proved never to have been taken, so that it may be signed again, once. */
  | 'expired'

/** One signature of a leg, or the try at one. */
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
  /** First time another transaction was seen under our number. */
  passed: EventOf<'nonce_passed'> | EventOf<'seqno_passed'> | null
}

/** Terms the user accepted last. */
export type AcceptedTerms = {
  routeId: string
  quotedAtMs: number
  route: RouteItem
  transaction: EvmTransaction | TonTransaction
  dstAmount: bigint
  dstMinAmount: bigint
  typedReasons: string[]
}

/** A swap as its records tell it; nothing in it is remembered elsewhere. */
export type SwapState = {
  swapId: string
  plan: EventOf<'planned'>
  /** It pays the order of a deposit route; what that brings is up to a rate that may move. */
  paysOrder: boolean
  body: QuoteAllBody
  terms: AcceptedTerms
  attempts: Attempt[]
  baselines: EventOf<'baseline'>[]
  /** Allowance as last read after the payment; null while it was not, or while that may be over. */
  allowance: bigint | null
  /** What a swap on TON cost in the end, native base units; null until its messages are done. */
  cost: bigint | null
  /** Of the sold token: what a swap that was carried out in part gave back. */
  returned: bigint
  delivering: boolean
  needsAction: boolean
  /** The service's last answer. */
  answer: StatusAnswer | null
  end: End | null
  createdAtMs: number
  updatedAtMs: number
}

/** @throws SwaprouteError SWAP_NOT_FOUND without records, STORE_DAMAGED for impossible ones */
export function replay(swapId: string, records: readonly JournalRecord[]): SwapState {
  const [first] = records
  if (first === undefined) throw unknownSwap(swapId)
  // A payment of ours for a deposit order begins once the order is open; the rest is the order's.
  const start = records.findIndex(({ event }) => event.type === 'paying')
  const [plan = first, ...rest] = records.slice(Math.max(start, 0))
  let state = begin(plan, first.atMs)
  for (const record of rest) state = advance(state, record)
  return state
}

function begin({ swapId, event, atMs }: JournalRecord, createdAtMs: number): SwapState {
  if (event.type !== 'planned' && event.type !== 'paying') {
    throw impossible(swapId, 'it does not begin with a plan')
  }
  return {
    swapId,
    plan: { ...event, type: 'planned' },
    paysOrder: event.type === 'paying',
    body: understood(swapId, () => quoteAllBody.parse(event.body)),
    terms: toTerms(swapId, event),
    attempts: [],
    baselines: [],
    allowance: null,
    cost: null,
    returned: 0n,
    delivering: false,
    needsAction: false,
    answer: null,
    end: null,
    createdAtMs,
    updatedAtMs: atMs,
  }
}

/** The state after one more record. */
export function advance(before: SwapState, { swapId, event, atMs }: JournalRecord): SwapState {
  const state = { ...before, updatedAtMs: atMs }
  const readAnswer = (answer: unknown): StatusAnswer =>
    understood(swapId, () => statusAnswer.parse(answer))
  switch (event.type) {
    case 'planned':
    case 'paying':
      throw impossible(swapId, 'it was planned twice')
    case 'order_planned':
    case 'ordering':
    case 'order_unknown':
    case 'ordered':
    case 'awaiting_deposit':
      throw impossible(swapId, 'an order was opened after its payment began')
    case 'accepted':
      return { ...state, terms: toTerms(swapId, event) }
    case 'baseline':
      return { ...state, baselines: [...state.baselines, event] }
    case 'allowance':
      return { ...state, allowance: BigInt(event.amount) }
    case 'cost':
      return { ...state, cost: BigInt(event.amount), returned: BigInt(event.returned ?? 0) }
    case 'delivering':
      return { ...state, delivering: true }
    case 'status':
      return { ...state, answer: readAnswer(event.answer), needsAction: false }
    case 'needs_action':
      return { ...state, answer: readAnswer(event.answer), needsAction: true }
    case 'done':
    case 'refunded':
    case 'failed': {
      // A revocation may have left the chain between the last look and the end: to be looked at again.
      const allowance = attemptOf(state, 'revoke') === null ? state.allowance : null
      const answer = readAnswer(event.answer)
      return { ...state, allowance, answer, needsAction: false, end: event }
    }
    case 'abandoned':
      return { ...state, end: event }
    case 'signing':
    case 'freed':
    case 'signed':
    case 'ton_signed':
    case 'sent':
    case 'confirmed':
    case 'ton_confirmed':
    case 'nonce_passed':
    case 'seqno_passed':
    case 'replaced':
    case 'expired':
      return { ...state, attempts: advanceAttempts(swapId, state.attempts, event) }
    case 'reorged': {
      // Whatever was read of the allowance was read in blocks that may be gone as well.
      const attempts = advanceAttempts(swapId, state.attempts, event)
      return { ...state, attempts, allowance: null }
    }
    default:
      return event satisfies never
  }
}

type AttemptEvent = EventOf<
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

function advanceAttempts(swapId: string, attempts: Attempt[], event: AttemptEvent): Attempt[] {
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
  if (attempt === undefined) throw impossible(swapId, `"${event.type}" without a signature`)
  return attempts.with(last, advanceAttempt(attempt, event))
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

/** The attempt of a leg that counts: the last one that was not given back. */
export function attemptOf(state: SwapState, leg: Leg): Attempt | null {
  return (
    state.attempts.findLast((attempt) => attempt.leg === leg && attempt.stage !== 'freed') ?? null
  )
}

/** The block of the payment on an EVM chain; null while it is not seen in one. */
export function paidBlock(state: SwapState): bigint | null {
  const seen = attemptOf(state, 'pay')?.confirmed
  return seen?.type === 'confirmed' ? BigInt(seen.blockNumber) : null
}

/** Signed, and neither mined nor replaced as far as the journal knows. */
export function isOpenAttempt({ stage }: Attempt): boolean {
  return stage === 'signed' || stage === 'sent'
}

/** How often a signature of the payment was proved to have expired. */
function expiriesOf({ attempts }: SwapState): number {
  return attempts.filter(({ leg, stage }) => leg === 'pay' && stage === 'expired').length
}

/** A payment on TON may be signed again once its first signature is proved to have expired. */
const maxExpiries = 2

/** The payment is confirmed, or can never be. */
export function isPaymentOver(state: SwapState): boolean {
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

/**
 * Addresses that may have an allowance because of this swap: those it approved, and the one its
 * payment was to use, whoever had approved it.
 */
export function approvedSpenders(state: SwapState): string[] {
  const { transaction } = state.terms
  if (transaction.kind === 'ton') return [] // nothing is ever approved there
  const spender = transaction.approvalAddress
  const spenders = state.attempts.flatMap((attempt) => {
    const approved = attempt.leg === 'approve' ? spenderIn(attempt) : null
    if (approved !== null) return [approved]
    const isPaid = attempt.leg === 'pay' && attempt.signed !== null
    return isPaid && spender !== null ? [spender.toLowerCase()] : []
  })
  return [...new Set(spenders)]
}

/**
 * Whether an approval of this swap is in force as far as the journal knows: nothing used it up or
 * took it away after it, nor is on its way to. What a node reads of it at that time decides nothing:
 * it may be behind, or the approval's block was just taken back, and the approval comes again.
 */
export function isGranted({ attempts }: SwapState, spender: string): boolean {
  const granted = attempts.findLastIndex(
    (attempt) =>
      attempt.leg === 'approve' &&
      spenderIn(attempt) === spender &&
      (isOpenAttempt(attempt) || attempt.stage === 'confirmed'),
  )
  if (granted === -1) return false
  return !attempts.slice(granted + 1).some((attempt) => {
    const { leg, stage } = attempt
    if (leg === 'pay') return stage === 'confirmed'
    if (leg === 'approve' || spenderIn(attempt) !== spender) return false
    return stage === 'confirmed' || (leg === 'revoke' && isOpenAttempt(attempt))
  })
}

/** Whose allowance a transaction of ours sets, in lower case; null for payments and without bytes. */
function spenderIn({ leg, signed }: Attempt): string | null {
  if (leg === 'pay' || signed?.type !== 'signed') return null
  return `0x${signed.data.slice(34, 74)}`.toLowerCase()
}

function toTerms(
  swapId: string,
  event: EventOf<'planned'> | EventOf<'paying'> | EventOf<'accepted'>,
): AcceptedTerms {
  const { routeId, quotedAtMs, typedReasons, transaction } = event
  return {
    routeId,
    quotedAtMs,
    route: understood(swapId, () => routeItem.parse(event.route)),
    transaction: toTransaction(transaction),
    dstAmount: BigInt(event.dstAmount),
    dstMinAmount: BigInt(event.dstMinAmount),
    typedReasons,
  }
}

function toTransaction(record: EventOf<'planned'>['transaction']): EvmTransaction | TonTransaction {
  if (!('kind' in record)) return { kind: 'evm', ...record, value: BigInt(record.value) }
  const messages = record.messages.map((message) => ({
    ...message,
    amount: BigInt(message.amount),
  }))
  return { kind: 'ton', messages }
}
