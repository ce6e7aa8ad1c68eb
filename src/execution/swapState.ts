import {
  type QuoteAllBody,
  type RouteItem,
  type StatusAnswer,
  quoteAllBody,
  routeItem,
  statusAnswer,
} from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { EvmTransaction } from '../core/transaction.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { Leg } from '../store/journalTables.ts'
import type { JournalRecord } from '../store/records.ts'

type EventOf<T extends JournalEvent['type']> = Extract<JournalEvent, { type: T }>

/** How far one signature of a leg has come. */
export type Stage = 'signing' | 'freed' | 'signed' | 'sent' | 'confirmed' | 'reverted' | 'replaced'

/** One signature of a leg, or the try at one. */
export type Attempt = {
  leg: Leg
  stage: Stage
  account: string
  chainId: number
  nonce: number
  /** Null until there are bytes. */
  signed: EventOf<'signed'> | null
  confirmed: EventOf<'confirmed'> | null
  /** First time another transaction was seen under our number. */
  passed: EventOf<'nonce_passed'> | null
}

/** Terms the user accepted last. */
export type AcceptedTerms = {
  routeId: string
  quotedAtMs: number
  route: RouteItem
  transaction: EvmTransaction
  dstAmount: bigint
  dstMinAmount: bigint
  typedReasons: string[]
}

export type End = EventOf<'done'> | EventOf<'refunded'> | EventOf<'failed'> | EventOf<'abandoned'>

/** A swap as its records tell it; nothing in it is remembered elsewhere. */
export type SwapState = {
  swapId: string
  plan: EventOf<'planned'>
  body: QuoteAllBody
  terms: AcceptedTerms
  attempts: Attempt[]
  baselines: EventOf<'baseline'>[]
  /** Allowance as last read after the payment; null while it was not. */
  allowance: bigint | null
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
  const [first, ...rest] = records
  if (first === undefined) {
    throw new SwaprouteError('SWAP_NOT_FOUND', `The journal knows no swap "${swapId}".`, {
      hint: '`swaproute history` lists the swaps of this machine; `swaproute status <hash>` looks on chain.',
    })
  }
  let state = begin(first)
  for (const record of rest) state = advance(state, record)
  return state
}

function begin({ swapId, event, atMs }: JournalRecord): SwapState {
  if (event.type !== 'planned') throw impossible(swapId, 'it does not begin with a plan')
  return {
    swapId,
    plan: event,
    body: understood(swapId, () => quoteAllBody.parse(event.body)),
    terms: toTerms(swapId, event),
    attempts: [],
    baselines: [],
    allowance: null,
    delivering: false,
    needsAction: false,
    answer: null,
    end: null,
    createdAtMs: atMs,
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
      throw impossible(swapId, 'it was planned twice')
    case 'accepted':
      return { ...state, terms: toTerms(swapId, event) }
    case 'baseline':
      return { ...state, baselines: [...state.baselines, event] }
    case 'allowance':
      return { ...state, allowance: BigInt(event.amount) }
    case 'delivering':
      return { ...state, delivering: true }
    case 'status':
      return { ...state, answer: readAnswer(event.answer), needsAction: false }
    case 'needs_action':
      return { ...state, answer: readAnswer(event.answer), needsAction: true }
    case 'done':
    case 'refunded':
    case 'failed':
      return { ...state, answer: readAnswer(event.answer), needsAction: false, end: event }
    case 'abandoned':
      return { ...state, end: event }
    case 'signing':
    case 'freed':
    case 'signed':
    case 'sent':
    case 'confirmed':
    case 'nonce_passed':
    case 'replaced':
    case 'reorged':
      return { ...state, attempts: advanceAttempts(swapId, state.attempts, event) }
    default:
      return event satisfies never
  }
}

type AttemptEvent = EventOf<
  'signing' | 'freed' | 'signed' | 'sent' | 'confirmed' | 'nonce_passed' | 'replaced' | 'reorged'
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
      (event.type === 'freed' || event.type === 'signed'
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
      return { ...attempt, stage: 'signed', signed: event }
    case 'sent':
      return { ...attempt, stage: 'sent' }
    case 'confirmed':
      return {
        ...attempt,
        stage: event.succeeded ? 'confirmed' : 'reverted',
        confirmed: event,
        passed: null,
      }
    case 'nonce_passed':
      return { ...attempt, passed: event }
    case 'replaced':
      return { ...attempt, stage: 'replaced' }
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

/** Signed, and neither mined nor replaced as far as the journal knows. */
export function isOpenAttempt({ stage }: Attempt): boolean {
  return stage === 'signed' || stage === 'sent'
}

/**
 * Addresses that may have an allowance because of this swap: those it approved, and the one its
 * payment was to use, whoever had approved it.
 */
export function approvedSpenders(state: SwapState): string[] {
  const spender = state.terms.transaction.approvalAddress
  const spenders = state.attempts.flatMap(({ leg, signed }) => {
    if (signed === null) return []
    if (leg === 'approve') return [`0x${signed.data.slice(34, 74)}`]
    return leg === 'pay' && spender !== null ? [spender] : []
  })
  return [...new Set(spenders.map((address) => address.toLowerCase()))]
}

function toTerms(swapId: string, event: EventOf<'planned'> | EventOf<'accepted'>): AcceptedTerms {
  const { routeId, quotedAtMs, typedReasons, transaction } = event
  return {
    routeId,
    quotedAtMs,
    route: understood(swapId, () => routeItem.parse(event.route)),
    transaction: { kind: 'evm', ...transaction, value: BigInt(transaction.value) },
    dstAmount: BigInt(event.dstAmount),
    dstMinAmount: BigInt(event.dstMinAmount),
    typedReasons,
  }
}

function understood<T>(swapId: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw impossible(swapId, 'a record cannot be understood', cause)
  }
}

function impossible(swapId: string, problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError(
    'STORE_DAMAGED',
    `The records of swap ${swapId} make no sense: ${problem}.`,
    {
      hint: 'Nothing was sent. Keep the journal, and look at the account with a block explorer.',
      context: { receiptId: swapId },
      funds: 'unknown',
      cause,
    },
  )
}
