import { namedMemo, payeeOf } from '../chains/receiverMemos.ts'
import { statusAnswer, type StatusAnswer } from '../api/schemas.ts'
import { amountWithSymbol } from '../core/amounts.ts'
import { isClaimRoute, paymentWord } from '../core/claim.ts'
import { type FundsState, SwaprouteError } from '../core/errors.ts'
import { withoutLinks } from '../core/foreignReason.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { StatusName } from '../core/status.ts'
import type { Token } from '../core/token.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { Journal } from '../store/journal.ts'
import type { Leg } from '../store/journalTables.ts'
import type { JournalRecord } from '../store/records.ts'
import type { ExecutionContext } from './context.ts'
import {
  depositFacts,
  type DepositFacts,
  givenUpBy,
  hashesOf,
  receivedOf,
  spenderOf,
  spentOf,
  type SwapOutcome,
} from './outcome.ts'
import { orderNumber, replay, type State, unknownSwap } from './state.ts'
import { type SwapValues, valuesOf } from './values.ts'
import { fundsOf, routeIdOf, stateName, statusOf, statusNameOf } from './status.ts'

/** A line of `history`; derived from the journal only. */
export type SwapSummary = {
  receiptId: string
  id: string
  provider: ProviderId
  createdAtMs: number
  updatedAtMs: number
  /** State of the journal (docs/safety.md section 3). */
  state: string
  open: boolean
  status: StatusName
  /** Step of a deposit order, while it is open. */
  subStatus: string | null
  /** What the service advises; null: unknown. */
  action: string | null
  /** Whether a deposit order is paid by hand. */
  isDeposit: boolean
  funds: FundsState
  send: { token: Token; amount: bigint }
  receive: { token: Token; expected: bigint; atLeast: bigint }
  received: { token: Token; amount: bigint } | null
  hashes: SwapOutcome['hashes']
  givenUp: SwapOutcome['givenUp']
}

/** Everything the journal knows of a swap. */
export type SwapReceipt = SwapSummary & {
  /** Null for a deposit paid from an unknown wallet. */
  fromAddress: string | null
  receiver: string
  /** What the payment to the receiver carries; absent: nothing. */
  receiverMemo?: { name: string; value: string }
  refundAddress: string | null
  spender: string | null
  idempotencyKey: string | null
  /** When the payment was sent from here; null before, and for a deposit paid by hand. */
  paidAtMs: number | null
  /** When the swap ended, as far as this machine knows. */
  endedAtMs: number | null
  /** The provider's own estimate for the accepted route. */
  expectedMinutes: number | null
  statusAnswer: StatusAnswer
  spent: { token: Token; amount: bigint } | null
  feesPaid: { token: Token; amount: bigint } | null
  gasSpent: { token: Token; amount: bigint }
  allowanceLeft: bigint | null
  values: SwapValues
  events: {
    sequence: number
    atMs: number
    type: JournalEvent['type']
    text: string
    hash: string | null
  }[]
  deposit?: DepositFacts
}

/**
 * Everything the journal knows of a swap, found by receipt id, its beginning, route id or hash.
 * @throws SwaprouteError SWAP_NOT_FOUND, STORE_DAMAGED
 */
export function receiptOf(
  journal: Journal,
  id: string,
  context: Pick<ExecutionContext, 'nativeToken'>,
): SwapReceipt {
  const swapId = findReceiptId(journal, id)
  const records = journal.read(swapId)
  const state = replay(swapId, records)
  const { plan } = state
  const facts = depositFacts(state, false)
  const summary = toSummary(state)
  const costs = spentOf(state, context.nativeToken(plan.srcToken.blockchain))
  const { item } = (state.kind === 'order' ? state : state.terms).route
  return {
    ...summary,
    fromAddress: plan.fromAddress,
    receiver: plan.receiver,
    ...memoOf(state),
    refundAddress: plan.refundAddress,
    spender: spenderOf(state),
    idempotencyKey: plan.idempotencyKey,
    paidAtMs:
      records.find(({ event }) => event.type === 'sent' && event.leg === 'pay')?.atMs ?? null,
    endedAtMs: records.findLast(({ event }) => endings.has(event.type))?.atMs ?? null,
    expectedMinutes: item.estimate.durationInMinutes,
    statusAnswer: statusOf(state),
    ...costs,
    allowanceLeft: state.kind === 'order' ? null : state.allowance,
    values: valuesOf(state.kind === 'order' ? null : state.terms.card, {
      sent: costs.spent ?? summary.send,
      received: summary.received,
      gasSpent: costs.gasSpent,
    }),
    events: records.map((record) => toLine(record, paymentWord(summary.id))),
    ...(facts === null ? {} : { deposit: facts }),
  }
}

function memoOf({ plan, request }: State): Pick<SwapReceipt, 'receiverMemo'> {
  const { receiver, dstToken } = plan
  const memo = namedMemo(
    dstToken.blockchain,
    payeeOf(dstToken.blockchain, receiver, request.receiverMemo ?? null),
  )
  return memo === null ? {} : { receiverMemo: memo }
}

const endings: ReadonlySet<JournalEvent['type']> = new Set([
  'done',
  'refunded',
  'failed',
  'abandoned',
] as const)

/** Swaps that `resume` can go on with, newest first. */
export function openSwaps(journal: Journal, limit = 100): SwapSummary[] {
  return summaries(journal, { open: true, limit })
}

/** All swaps, newest first. */
export function swapHistory(journal: Journal, limit: number): SwapSummary[] {
  return summaries(journal, { limit })
}

/** Leaves out unreadable swaps; `journal.damage()` then reports what is lost. */
function summaries(journal: Journal, options: { open?: boolean; limit: number }): SwapSummary[] {
  return journal.list(options).flatMap(({ swapId }) => {
    try {
      return [toSummary(replay(swapId, journal.read(swapId)))]
    } catch (thrown) {
      if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return []
      throw thrown
    }
  })
}

function toSummary(state: State): SwapSummary {
  const { plan } = state
  const terms = state.kind === 'order' ? (state.order ?? plan) : state.terms
  const answer = statusOf(state)
  return {
    receiptId: state.swapId,
    id: routeIdOf(state),
    provider: plan.provider,
    createdAtMs: state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
    state: stateName(state),
    open: state.end === null,
    status: statusNameOf(answer),
    subStatus: answer.subStatus ?? null,
    action: answer.action ?? null,
    isDeposit: state.kind === 'order',
    funds: fundsOf(state),
    send: { token: plan.srcToken, amount: BigInt(plan.srcAmount) },
    receive: {
      token: plan.dstToken,
      expected: BigInt(terms.dstAmount),
      atLeast: BigInt(terms.dstMinAmount),
    },
    received: receivedOf(state),
    hashes: hashesOf(state),
    givenUp: givenUpBy(state),
  }
}

function toLine(
  { sequence, atMs, event }: JournalRecord,
  payment: string,
): SwapReceipt['events'][number] {
  return { sequence, atMs, type: event.type, text: describe(event, payment), hash: hashIn(event) }
}

function hashIn(event: JournalEvent): string | null {
  if (event.type === 'ton_confirmed') return event.transactionHash
  return 'hash' in event ? event.hash : null
}

const otherLegs = {
  approve_reset: 'reset of the allowance',
  approve: 'approval',
  revoke: 'revocation',
} as const

/**
 * One plain sentence per record.
 * @param payment what the main transaction is called: payment, or claim
 */
function describe(event: JournalEvent, payment: string): string {
  const legText = (leg: Leg): string => (leg === 'pay' ? payment : otherLegs[leg])
  const amount = (value: string, token: Token): string => amountWithSymbol(BigInt(value), token)
  switch (event.type) {
    case 'planned':
      if (isClaimRoute(event.routeId)) {
        return `Accepted: the claim of ${amount(event.dstMinAmount, event.dstToken)} by ${event.provider}`
      }
      return `Accepted: ${amount(event.srcAmount, event.srcToken)} for at least ${amount(event.dstMinAmount, event.dstToken)} by ${event.provider}`
    case 'order_planned':
      return `Accepted: ${amount(event.srcAmount, event.srcToken)} for about ${amount(event.dstAmount, event.dstToken)} by ${event.provider}`
    case 'ordering':
      return 'Requested the order'
    case 'order_unknown':
      return `The answer was lost: ${event.reason}`
    case 'ordered':
      return `${orderText(event)} was opened and read back`
    case 'awaiting_deposit':
      return 'Showed where to pay'
    case 'paying':
      return `Accepted: the order is paid from ${event.fromAddress}`
    case 'accepted':
      return 'Continued with a new quote'
    case 'baseline':
      return `Read the balance of ${event.owner} on ${event.blockchain} before the ${payment}`
    case 'signing':
      return `Reserved nonce ${event.nonce} for the ${legText(event.leg)}`
    case 'freed':
      return `Released nonce ${event.nonce}; nothing was signed with it`
    case 'signed':
      return `Signed the ${legText(event.leg)} with nonce ${event.nonce}`
    case 'ton_signed':
      return `Signed the ${legText(event.leg)} with nonce ${event.nonce}, valid until ${timeOf(event.validUntilSeconds)}`
    case 'ton_confirmed':
      return event.succeeded
        ? `The wallet accepted the ${legText(event.leg)} and sent everything`
        : `The wallet accepted the ${legText(event.leg)}, but ${event.problem ?? 'it failed'}`
    case 'seqno_passed':
      return `Another transfer used the nonce of the ${legText(event.leg)}`
    case 'expired':
      return `The ${legText(event.leg)} expired: at ${timeOf(event.chainSeconds)} by the chain's clock the wallet had not accepted it`
    case 'cost':
      return 'Recorded what the swap cost'
    case 'sent':
      return event.refusal === null
        ? `Sent the ${legText(event.leg)}`
        : `Sent the ${legText(event.leg)}; the node answered: ${event.refusal}`
    case 'confirmed':
      return event.succeeded
        ? `The ${legText(event.leg)} was mined in block ${event.blockNumber}`
        : `The ${legText(event.leg)} was mined in block ${event.blockNumber} and reverted`
    case 'nonce_passed':
      return `Another transaction used the nonce of the ${legText(event.leg)}`
    case 'replaced':
      return `The ${legText(event.leg)} was replaced and can never be mined`
    case 'reorged':
      return `The block of the ${legText(event.leg)} left the chain`
    case 'allowance':
      return event.amount === '0' ? 'No allowance is left' : 'An allowance is left'
    case 'delivering':
      return 'Waiting for the delivery'
    case 'status':
      return `The provider reported ${reportedIn(event.answer)}`
    case 'needs_action':
      return `The provider is waiting for you: ${reportedIn(event.answer)}`
    case 'done':
      return event.received === null
        ? 'Delivered'
        : `Delivered ${amount(event.received.amount, event.received.token)}`
    case 'refunded':
      return event.received === null
        ? 'Refunded'
        : `Refunded ${amount(event.received.amount, event.received.token)}`
    case 'failed':
      return 'Failed'
    case 'abandoned':
      return `Given up before the ${payment}: ${event.reason}`
    default:
      return event satisfies never
  }
}

const mostOfStatus = 60

/** `"exchanging" (EXCHANGING)`: the upstream status, and the state of the contract. */
function reportedIn(answer: unknown): string {
  const { success, data } = statusAnswer.safeParse(answer)
  if (!success) return 'a new status'
  const { status, subStatus, providerStatus } = data
  const contractStatus = subStatus ?? status
  const own = withoutLinks(providerStatus ?? '').replaceAll('"', "'")
  return own === '' ? contractStatus : `"${own.slice(0, mostOfStatus)}" (${contractStatus})`
}

function orderText(event: Extract<JournalEvent, { type: 'ordered' }>): string {
  const number = orderNumber(event)
  return number === null ? 'The order' : `Order ${number}`
}

/** A time by the chain's clock. */
function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** @throws SwaprouteError SWAP_NOT_FOUND */
export function findReceiptId(journal: Journal, id: string): string {
  const swapId = journal.find(id)
  if (swapId === null) throw unknownSwap(id)
  return swapId
}
