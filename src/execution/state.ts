import { requestOf } from '../api/request.ts'
import { readRouteItem, type Route } from '../api/route.ts'
import {
  type StatusAnswer,
  type SwapAnswer,
  quoteAllBody,
  statusAnswer,
  swapAnswer,
} from '../api/schemas.ts'
import { routeItem } from '../api/routeSchema.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ReviewCard } from '../core/review.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { EvmTransaction, TonTransaction } from '../core/transaction.ts'
import type { EventOf, JournalEvent } from '../store/eventSchema.ts'
import type { JournalRecord } from '../store/records.ts'
import { readCard } from './renewal.ts'
import { type Attempt, type AttemptEvent, advanceAttempts, attemptOf } from './attempts.ts'

// The state of a swap or an order, derived from its journal records alone.

export type State = SwapState | DepositState

type Common = {
  swapId: string
  /** The quote request. */
  request: RouteRequest
  baselines: EventOf<'baseline'>[]
  needsAction: boolean
  /** The service's last answer. */
  answer: StatusAnswer | null
  end: End | null
  createdAtMs: number
  updatedAtMs: number
}

/** A swap paid by our own transaction. */
export type SwapState = Common & {
  kind: 'swap'
  plan: EventOf<'planned'>
  /** The order being paid, whose rate may move; null for other routes. */
  paidOrder: DepositState | null
  terms: AcceptedTerms
  attempts: Attempt[]
  /** Allowance last read after the payment; null if not read or possibly outdated. */
  allowance: bigint | null
  /** Final cost of a TON swap, nanoton; null until its messages are done. */
  cost: bigint | null
  /** Sold tokens returned by a partly executed swap, base units. */
  returned: bigint
  delivering: boolean
}

/** Terms the user accepted last. */
export type AcceptedTerms = {
  routeId: string
  quotedAtMs: number
  route: Route
  transaction: EvmTransaction | TonTransaction
  dstAmount: bigint
  dstMinAmount: bigint
  typedReasons: string[]
  /** What was shown; null in records of older versions. */
  card: ReviewCard | null
}

/** The order of a deposit route, before any payment of ours. */
export type DepositState = Common & {
  kind: 'order'
  plan: EventOf<'order_planned'>
  route: Route
  stage: DepositStage
  /** Null until the order was read back. */
  order: OpenedOrder | null
}

/** Stage of an order; the deposit's progress is in `answer`. */
export type DepositStage = 'planned' | 'ordering' | 'order_unknown' | 'ordered' | 'awaiting_deposit'

export type OpenedOrder = {
  instruction: Instruction
  /** Base units the provider promises now, and the minimum. */
  dstAmount: bigint
  dstMinAmount: bigint
  answer: SwapAnswer
}

/** The payment instruction; checked and read back before it is shown (D3 to D8). */
export type Instruction = {
  depositAddress: string
  /** Token units, exactly. */
  amountToSend: string
  exchangeId: string
  /** Required memo of the payment; null if absent. */
  memo: { name: string; value: string } | null
  /** Payment deadline; null if the provider returned none. Unix ms. */
  expiresAtMs: number | null
}

/** How a swap ends. */
export type End = EventOf<'done'> | EventOf<'refunded'> | EventOf<'failed'> | EventOf<'abandoned'>

/** @throws SwaprouteError SWAP_NOT_FOUND without records, STORE_DAMAGED for impossible ones */
export function replay(swapId: string, records: readonly JournalRecord[]): State {
  const [first, ...rest] = records
  if (first === undefined) throw unknownSwap(swapId)
  let state = begin(first)
  for (const record of rest) state = advance(state, record)
  return state
}

export function requireSwap(state: State): SwapState {
  if (state.kind === 'swap') return state
  throw impossible(state.swapId, 'it does not begin with a plan')
}

export function requireOrder(state: State): DepositState {
  if (state.kind === 'order') return state
  throw impossible(state.swapId, 'it does not begin with an order')
}

function begin({ swapId, event, atMs }: JournalRecord): State {
  if (event.type === 'planned') return beginSwap(swapId, event, atMs, null)
  if (event.type !== 'order_planned') throw impossible(swapId, 'it does not begin with a plan')
  return {
    ...commonOf(swapId, event, atMs),
    kind: 'order',
    plan: event,
    route: understood(swapId, () => readRouteItem(routeItem.parse(event.route))),
    stage: 'planned',
    order: null,
  }
}

function beginSwap(
  swapId: string,
  event: EventOf<'planned'> | EventOf<'paying'>,
  atMs: number,
  paidOrder: DepositState | null,
): SwapState {
  return {
    ...commonOf(swapId, event, atMs),
    kind: 'swap',
    plan: { ...event, type: 'planned' },
    paidOrder,
    terms: toTerms(swapId, event),
    attempts: [],
    allowance: null,
    cost: null,
    returned: 0n,
    delivering: false,
    createdAtMs: paidOrder?.createdAtMs ?? atMs,
  }
}

function commonOf(
  swapId: string,
  { body, srcToken, dstToken, srcAmount }: EventOf<'planned' | 'order_planned' | 'paying'>,
  atMs: number,
): Common {
  return {
    swapId,
    request: understood(swapId, () =>
      requestOf(quoteAllBody.parse(body), { srcToken, dstToken }, BigInt(srcAmount)),
    ),
    baselines: [],
    needsAction: false,
    answer: null,
    end: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  }
}

/**
 * The state after one more record.
 * @throws SwaprouteError STORE_DAMAGED for an impossible one
 */
export function advance(before: State, { event, atMs }: JournalRecord): State {
  const state = { ...before, updatedAtMs: atMs }
  if (isCommon(event)) return advanceCommon(state, event)
  return state.kind === 'order' ? advanceOrder(state, event) : advanceSwap(state, event)
}

/** Events common to swaps and orders. */
type CommonEvent = EventOf<'baseline' | 'status' | 'needs_action'> | End

const common: ReadonlySet<JournalEvent['type']> = new Set<CommonEvent['type']>([
  'baseline',
  'status',
  'needs_action',
  'done',
  'refunded',
  'failed',
  'abandoned',
])

function isCommon(event: JournalEvent): event is CommonEvent {
  return common.has(event.type)
}

function advanceCommon(state: State, event: CommonEvent): State {
  const readAnswer = (answer: unknown): StatusAnswer =>
    understood(state.swapId, () => statusAnswer.parse(answer))
  switch (event.type) {
    case 'baseline':
      return { ...state, baselines: [...state.baselines, event] }
    case 'status':
      return { ...state, answer: readAnswer(event.answer), needsAction: false }
    case 'needs_action':
      return { ...state, answer: readAnswer(event.answer), needsAction: true }
    case 'done':
    case 'refunded':
    case 'failed': {
      const ended = { answer: readAnswer(event.answer), needsAction: false, end: event }
      if (state.kind === 'order') return { ...state, ...ended }
      // A reorg may have dropped a revocation between the last check and the end: check again.
      const allowance = attemptOf(state, 'revoke') === null ? state.allowance : null
      return { ...state, ...ended, allowance }
    }
    case 'abandoned':
      return { ...state, end: event }
    default:
      return event satisfies never
  }
}

function advanceOrder(state: DepositState, event: Exclude<JournalEvent, CommonEvent>): State {
  const { swapId, updatedAtMs } = state
  switch (event.type) {
    case 'ordering':
    case 'order_unknown':
      return { ...state, stage: event.type }
    case 'ordered':
      return { ...state, stage: 'ordered', order: toOpenedOrder(swapId, event) }
    case 'awaiting_deposit':
      if (state.order === null) throw impossible(swapId, 'an order was shown before it was opened')
      return { ...state, stage: 'awaiting_deposit' }
    case 'paying':
      return beginSwap(swapId, event, updatedAtMs, state)
    case 'planned':
    case 'order_planned':
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

function advanceSwap(state: SwapState, event: Exclude<JournalEvent, CommonEvent>): SwapState {
  const { swapId } = state
  switch (event.type) {
    case 'accepted':
      return { ...state, terms: toTerms(swapId, event) }
    case 'allowance':
      return { ...state, allowance: BigInt(event.amount) }
    case 'cost':
      return { ...state, cost: BigInt(event.amount), returned: BigInt(event.returned ?? 0) }
    case 'delivering':
      return { ...state, delivering: true }
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
      return withAttempts(state, event)
    case 'reorged':
      // The allowance was read in blocks that may be gone too.
      return { ...withAttempts(state, event), allowance: null }
    case 'planned':
    case 'paying':
      throw impossible(swapId, 'it was planned twice')
    case 'order_planned':
    case 'ordering':
    case 'order_unknown':
    case 'ordered':
    case 'awaiting_deposit':
      throw impossible(swapId, 'an order was opened after its payment began')
    default:
      return event satisfies never
  }
}

function withAttempts(state: SwapState, event: AttemptEvent): SwapState {
  const attempts = advanceAttempts(state.attempts, event)
  if (attempts === null) throw impossible(state.swapId, `"${event.type}" without a signature`)
  return { ...state, attempts }
}

function toTerms(
  swapId: string,
  event: EventOf<'planned'> | EventOf<'paying'> | EventOf<'accepted'>,
): AcceptedTerms {
  const { routeId, quotedAtMs, typedReasons, transaction } = event
  return {
    routeId,
    quotedAtMs,
    route: understood(swapId, () => readRouteItem(routeItem.parse(event.route))),
    transaction: toTransaction(transaction),
    dstAmount: BigInt(event.dstAmount),
    dstMinAmount: BigInt(event.dstMinAmount),
    typedReasons,
    card: event.card === undefined ? null : readCard(event.card),
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

function toOpenedOrder(swapId: string, event: EventOf<'ordered'>): OpenedOrder {
  const { depositAddress, amountToSend, exchangeId, extraFields, expiresAtMs } = event
  return {
    instruction: { depositAddress, amountToSend, exchangeId, memo: extraFields, expiresAtMs },
    dstAmount: BigInt(event.dstAmount),
    dstMinAmount: BigInt(event.dstMinAmount),
    answer: understood(swapId, () => swapAnswer.parse(event.answer)),
  }
}

/**
 * The order id that may always be shown. Null if it is the address itself, which is shown only
 * right after a read-back (D7), or reveals the memo.
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
  const secrets = [depositAddress, ...(extraFields === null ? [] : [extraFields.value])]
  return secrets.some((secret) => exchangeId.includes(secret)) ? null : exchangeId
}

export function unknownSwap(id: string): SwaprouteError {
  return new SwaprouteError('SWAP_NOT_FOUND', `The journal has no swap "${id}".`, {
    hint: '`swaproute history` lists the swaps of this machine; `swaproute status <hash>` reads the chain.',
  })
}

/** @throws SwaprouteError STORE_DAMAGED when a record is not what this version writes */
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
    `The records of swap ${swapId} are inconsistent: ${problem}.`,
    {
      hint: 'Nothing was sent. Keep the journal, and check the account with a block explorer.',
      context: { receiptId: swapId },
      funds: 'unknown',
      cause,
    },
  )
}
