import {
  type QuoteAllBody,
  type RouteItem,
  type StatusAnswer,
  type SwapAnswer,
  quoteAllBody,
  routeItem,
  statusAnswer,
  swapAnswer,
} from '../../api/schemas.ts'
import type { JournalRecord } from '../../store/records.ts'
import { type End, type EventOf, impossible, understood, unknownSwap } from '../story.ts'
import type { Instruction } from './types.ts'

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
  let state = begin(first)
  for (const record of rest) state = advanceDeposit(state, record)
  return state
}

function begin({ swapId, event, atMs }: JournalRecord): DepositState {
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
