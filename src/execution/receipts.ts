import { formatAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import type { JournalEvent } from '../store/eventSchema.ts'
import type { Journal } from '../store/journal.ts'
import type { JournalRecord } from '../store/records.ts'
import { fundsOf, hashesOf, spentOf, stateName, statusOf, statusWordOf } from './outcome.ts'
import { requireSwap } from './resumeSwap.ts'
import { type SwapState, replay } from './swapState.ts'
import type { ExecutionContext, SwapReceipt, SwapSummary } from './types.ts'

/**
 * Everything the journal knows of a swap, found by receipt id, its beginning, route id or hash.
 * @throws SwaprouteError SWAP_NOT_FOUND, STORE_DAMAGED
 */
export function receiptOf(
  journal: Journal,
  id: string,
  context: Pick<ExecutionContext, 'nativeToken'>,
): SwapReceipt {
  const swapId = requireSwap(journal, id)
  const records = journal.read(swapId)
  const state = replay(swapId, records)
  const { plan, terms } = state
  return {
    ...toSummary(state),
    fromAddress: plan.fromAddress,
    receiver: plan.receiver,
    refundAddress: plan.refundAddress,
    spender: terms.transaction.approvalAddress,
    idempotencyKey: plan.idempotencyKey,
    statusAnswer: statusOf(state),
    ...spentOf(state, context.nativeToken(plan.srcToken.blockchain)),
    allowanceLeft: state.allowance,
    events: records.map(toLine),
  }
}

/** Swaps that `resume` can go on with, newest first. */
export function openSwaps(journal: Journal, limit = 100): SwapSummary[] {
  return summaries(journal, { open: true, limit })
}

/** All swaps, newest first. */
export function swapHistory(journal: Journal, limit: number): SwapSummary[] {
  return summaries(journal, { limit })
}

/** The swap that already has an idempotency key; null while the key is free. */
export function findDuplicate(journal: Journal, idempotencyKey: string): SwapSummary | null {
  const swapId = journal.findByIdempotencyKey(idempotencyKey)
  return swapId === null ? null : toSummary(replay(swapId, journal.read(swapId)))
}

/** A swap that cannot be read is left out; `journal.damage()` then says what is lost. */
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

function toSummary(state: SwapState): SwapSummary {
  const { plan, terms, end } = state
  const settled = end === null || end.type === 'abandoned' ? null : end.received
  return {
    receiptId: state.swapId,
    id: terms.routeId,
    provider: plan.provider,
    createdAtMs: state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
    state: stateName(state),
    open: end === null,
    status: statusWordOf(statusOf(state)),
    funds: fundsOf(state),
    send: { token: plan.srcToken, amount: BigInt(plan.srcAmount) },
    receive: { token: plan.dstToken, expected: terms.dstAmount, atLeast: terms.dstMinAmount },
    received: settled === null ? null : { token: settled.token, amount: BigInt(settled.amount) },
    hashes: hashesOf(state),
  }
}

function toLine({ sequence, atMs, event }: JournalRecord): SwapReceipt['events'][number] {
  return { sequence, atMs, text: describe(event), hash: 'hash' in event ? event.hash : null }
}

/** One plain sentence per record. */
function describe(event: JournalEvent): string {
  const amount = (value: string, token: Token): string =>
    `${formatAmount(BigInt(value), token.decimals)} ${token.symbol}`
  switch (event.type) {
    case 'planned':
      return `Accepted: ${amount(event.srcAmount, event.srcToken)} for at least ${amount(event.dstMinAmount, event.dstToken)} by ${event.provider}`
    case 'accepted':
      return 'Went on with a new quote'
    case 'baseline':
      return 'Read the balance of the receiver'
    case 'signing':
      return `Took number ${event.nonce} for the ${legText(event.leg)}`
    case 'freed':
      return `Gave number ${event.nonce} back, nothing was signed with it`
    case 'signed':
      return `Signed the ${legText(event.leg)} with number ${event.nonce}`
    case 'sent':
      return event.refusal === null
        ? `Sent the ${legText(event.leg)}`
        : `Sent the ${legText(event.leg)}; the node said: ${event.refusal}`
    case 'confirmed':
      return event.succeeded
        ? `The ${legText(event.leg)} was mined in block ${event.blockNumber}`
        : `The ${legText(event.leg)} was mined in block ${event.blockNumber} and reverted`
    case 'nonce_passed':
      return `Another transaction was seen under the number of the ${legText(event.leg)}`
    case 'replaced':
      return `The ${legText(event.leg)} was replaced and can never be mined`
    case 'reorged':
      return `The block of the ${legText(event.leg)} left the chain`
    case 'allowance':
      return event.amount === '0' ? 'No allowance is left' : 'An allowance is left'
    case 'delivering':
      return 'Waiting for the delivery'
    case 'status':
      return 'The service reported a new status'
    case 'needs_action':
      return 'The service asks for an action'
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
      return `Given up before the payment: ${event.reason}`
    default:
      return event satisfies never
  }
}

function legText(leg: Extract<JournalEvent, { type: 'signed' }>['leg']): string {
  const texts = {
    approve_reset: 'reset of the allowance',
    approve: 'approval',
    pay: 'payment',
    revoke: 'revocation',
  }
  return texts[leg]
}
