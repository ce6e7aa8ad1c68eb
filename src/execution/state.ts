import type { EventOf } from '../store/eventSchema.ts'
import {
  quoteAllBody,
  type QuoteAllBody,
  routeItem,
  type RouteItem,
  statusAnswer,
  type StatusAnswer,
  swapAnswer,
  type SwapAnswer,
} from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { EvmTransaction, TonTransaction } from '../core/transaction.ts'
import { advanceAttempts, type Attempt, attemptOf } from './attempts.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { JournalRecord } from '../store/records.ts'

/** What the user has to send; checked and read back before anybody sees it (D3 to D8). */
export type Instruction = {
  depositAddress: string
  /** Token units, exactly. */
  amountToSend: string
  exchangeId: string
  /** Must go along with the payment; null: the order needs none. */
  memo: { name: string; value: string } | null
  /** Nothing may be paid after this moment; null where the provider names none. Unix ms. */
  expiresAtMs: number | null
}

/**
 * The number by which an order may be spoken of at any time. Null where it is the address itself,
 * which is shown only right after it was read back (D7), or gives the memo away.
 */
export function orderNumber({
  exchangeId,
  depositAddress,
  extraFields,
}: {
  exchangeId: string
  depositAddress: string
  extraFields: { value: string } | null
}): string | null {
  const told = [depositAddress, ...(extraFields === null ? [] : [extraFields.value])]
  return told.some((secret) => exchangeId.includes(secret)) ? null : exchangeId
}

/** How the story of a swap ends. */
export type End = EventOf<'done'> | EventOf<'refunded'> | EventOf<'failed'> | EventOf<'abandoned'>

export function unknownSwap(id: string): SwaprouteError {
  return new SwaprouteError('SWAP_NOT_FOUND', `The journal knows no swap "${id}".`, {
    hint: '`swaproute history` lists the swaps of this machine; `swaproute status <hash>` looks on chain.',
  })
}

/** @throws SwaprouteError STORE_DAMAGED when a record is not what this version writes */
export function understood<T>(swapId: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw impossible(swapId, 'a record cannot be understood', cause)
  }
}

export function impossible(swapId: string, problem: string, cause?: unknown): SwaprouteError {
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

/** How far an order has come; what happens to the deposit is in `answer`. */
export type DepositStage = 'planned' | 'ordering' | 'order_unknown' | 'ordered' | 'awaiting_deposit'

/** An order as its records tell it; nothing in it is remembered elsewhere. */
export type DepositState = {
  swapId: string
  plan: EventOf<'order_planned'>
  body: QuoteAllBody
  route: RouteItem
  stage: DepositStage
  /** Null until the order was read back. */
  order: OpenedOrder | null
  baselines: EventOf<'baseline'>[]
  needsAction: boolean
  /** The service's last answer. */
  answer: StatusAnswer | null
  end: End | null
  createdAtMs: number
  updatedAtMs: number
}

export type OpenedOrder = {
  instruction: Instruction
  /** Base units; what the provider promises now, and the least of it. */
  dstAmount: bigint
  dstMinAmount: bigint
  answer: SwapAnswer
}

/** Whether these records are of an order that is not paid by a transaction of ours. */
export function isDepositStory(records: readonly JournalRecord[]): boolean {
  const [first] = records
  return (
    first?.event.type === 'order_planned' && !records.some(({ event }) => event.type === 'paying')
  )
}

/** The records that are about an order, up to a payment of ours; none for swaps of another kind. */
export function orderOfStory(records: readonly JournalRecord[]): JournalRecord[] {
  if (records[0]?.event.type !== 'order_planned') return []
  const paying = records.findIndex(({ event }) => event.type === 'paying')
  return records.slice(0, paying === -1 ? undefined : paying)
}

/** @throws SwaprouteError SWAP_NOT_FOUND without records, STORE_DAMAGED for impossible ones */
export function replayDeposit(swapId: string, records: readonly JournalRecord[]): DepositState {
  const [first, ...rest] = records
  if (first === undefined) throw unknownSwap(swapId)
  let state = beginOrder(first)
  for (const record of rest) state = advanceDeposit(state, record)
  return state
}

function beginOrder({ swapId, event, atMs }: JournalRecord): DepositState {
  if (event.type !== 'order_planned') throw impossible(swapId, 'it does not begin with an order')
  return {
    swapId,
    plan: event,
    body: understood(swapId, () => quoteAllBody.parse(event.body)),
    route: understood(swapId, () => routeItem.parse(event.route)),
    stage: 'planned',
    order: null,
    baselines: [],
    needsAction: false,
    answer: null,
    end: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  }
}

/** The state after one more record. */
export function advanceDeposit(
  before: DepositState,
  { swapId, event, atMs }: JournalRecord,
): DepositState {
  const state = { ...before, updatedAtMs: atMs }
  const readAnswer = (answer: unknown): StatusAnswer =>
    understood(swapId, () => statusAnswer.parse(answer))
  switch (event.type) {
    case 'ordering':
    case 'order_unknown':
      return { ...state, stage: event.type }
    case 'ordered':
      return { ...state, stage: 'ordered', order: toOpenedOrder(swapId, event) }
    case 'awaiting_deposit':
      if (state.order === null) throw impossible(swapId, 'an order was shown before it was opened')
      return { ...state, stage: 'awaiting_deposit' }
    case 'baseline':
      return { ...state, baselines: [...state.baselines, event] }
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
    case 'planned':
    case 'order_planned':
    case 'paying':
    case 'accepted':
    case 'signing':
    case 'freed':
    case 'signed':
    case 'ton_signed':
    case 'sent':
    case 'confirmed':
    case 'ton_confirmed':
    case 'seqno_passed':
    case 'expired':
    case 'cost':
    case 'nonce_passed':
    case 'replaced':
    case 'reorged':
    case 'allowance':
    case 'delivering':
      throw impossible(swapId, `"${event.type}" in an order that is paid by hand`)
    default:
      return event satisfies never
  }
}

function toOpenedOrder(swapId: string, event: EventOf<'ordered'>): OpenedOrder {
  const { depositAddress, amountToSend, exchangeId, extraFields, expiresAtMs } = event
  return {
    instruction: { depositAddress, amountToSend, exchangeId, memo: extraFields, expiresAtMs },
    dstAmount: BigInt(event.dstAmount),
    dstMinAmount: BigInt(event.dstMinAmount),
    answer: understood(swapId, () => swapAnswer.parse(event.answer)),
  }
}
