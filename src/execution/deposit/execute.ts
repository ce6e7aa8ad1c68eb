import { randomUUID } from 'node:crypto'
import { type ErrorCode, type SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import type { DepositContext, ExecutionContext, WaitOptions } from '../context.ts'
import { openOrder } from './openOrder.ts'
import { payingContext } from './payingContext.ts'
import { confirmedOrder } from './plan.ts'
import { showOrder } from './showOrder.ts'
import { accounted, withReceipt } from '../errors.ts'
import { driveSwap } from '../execute.ts'
import { followDeposit } from '../follow.ts'
import { withSwapLock } from '../locks.ts'
import { isOutage } from '../outage.ts'
import { depositFacts, type SwapOutcome, toDepositOutcome, toOutcome } from '../outcome.ts'
import { planSwap } from '../plan.ts'
import type { DepositOrder, PlannedSwap, SwapOrder } from '../planned.ts'
import { toOrderRecord, toPlannedRecord } from '../records.ts'
import { findRepeat, refuseNewRepeat, refuseOpenOrder } from '../repeat.ts'
import {
  type DepositSession,
  openDepositSession,
  openSession,
  openSignerFor,
  openTonSignerFor,
  type PreparedSigner,
} from '../session.ts'
import type { DepositState } from '../state.ts'
import { duplicateError } from '../../store/journal.ts'

/**
 * Opens the order of a deposit route, shows where to pay, and follows it. Signs nothing. What it
 * answers is where the order stands: waiting for its deposit at the least.
 * @throws SwaprouteError DUPLICATE for an open order of the same swap or a used idempotency key,
 *   DECLINED or CONFIRMATION_REQUIRED, and whatever keeps an order from being opened or shown
 */
export async function executeDeposit(
  order: DepositOrder,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  return await accounted(swapId, context, () => begin(swapId, order, context, options))
}

async function begin(
  swapId: string,
  wanted: DepositOrder,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const { journal } = context
  journal.assertWritable()
  refuseUsedKey(wanted, context)
  refuseOpenOrder(journal, wanted, context.now())
  const { order, card } = await confirmedOrder(wanted, context)

  await context.checkpoint('order_confirmed')
  return await withSwapLock(context, swapId, async () => {
    journal.create(swapId, toOrderRecord(order, card, 'by_hand'), {
      force: order.force,
      // Once more inside the commit: another process may have been as quick.
      check: () => refuseOpenOrder(journal, order, context.now()),
    })
    context.onEvent({ type: 'recorded', receiptId: swapId })
    await context.checkpoint('order_planned')
    const session = openDepositSession(swapId, context)
    await openOrder(session)
    await showOrder(session, 'order')
    if (options.wait) await followDeposit(session, options)
    return toDepositOutcome(session.state(), context, session.shown)
  })
}

/**
 * Goes on with a recorded order, whatever it was doing when its process ended: looks for an order
 * whose answer was lost, shows the address again where that is still right (D7), follows the
 * deposit. To be called under the swap's lock.
 */
export async function resumeDeposit(
  swapId: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const session = openDepositSession(swapId, context)
  if (session.state().end === null) {
    await openOrder(session)
    await showOrder(session, 'resume')
    await followDeposit(session, options)
  }
  return toDepositOutcome(session.state(), context, session.shown)
}

/** @throws SwaprouteError DUPLICATE */
export function refuseUsedKey(
  { idempotencyKey, force }: Pick<DepositOrder, 'idempotencyKey' | 'force'>,
  { journal }: Pick<DepositContext, 'journal'>,
): void {
  if (idempotencyKey === null || force) return
  const earlier = journal.findByIdempotencyKey(idempotencyKey)
  if (earlier !== null) throw duplicateError(idempotencyKey, earlier)
}

/**
 * A deposit route that is paid from an account of this machine: opens the order, then plans,
 * reviews, signs and follows the plain transfer that pays it, by the rules of any other payment.
 * @throws SwaprouteError as `executeDeposit` until the order is open, then as `executeSwap`
 */
export async function payDeposit(
  order: SwapOrder,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  return await accounted(swapId, context, () => beginPaying(swapId, order, context, options))
}

async function beginPaying(
  swapId: string,
  wanted: SwapOrder,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const { journal } = context
  journal.assertWritable()
  refuseUsedKey(wanted, context)
  const repeatOf = findRepeat(journal, wanted, context.now())
  const { order, card } = await confirmedOrder(wanted, context, repeatOf)

  // Before anything is recorded or ordered, so that a missing key leaves nothing behind.
  const prepared = await openPrepared(order, context)
  try {
    await context.checkpoint('order_confirmed')
    return await withSwapLock(context, swapId, async () => {
      const record = toOrderRecord(order, card, 'signed')
      journal.create(swapId, record, {
        force: order.force,
        check: () => refuseNewRepeat(journal, order, context.now(), repeatOf),
      })
      context.onEvent({ type: 'recorded', receiptId: swapId })
      await context.checkpoint('order_planned')
      const session = openDepositSession(swapId, context)
      await openOrder(session)
      return await pay(session, await plan(session, order, 'first'), prepared, options)
    })
  } finally {
    await prepared.signer.close()
  }
}

/**
 * Goes on with an order that was to be paid from an account and was not yet. To be called under
 * the swap's lock.
 */
export async function resumePaying(
  swapId: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const session = openDepositSession(swapId, context)
  if (session.state().end === null) {
    await openOrder(session)
    const order = orderOf(session.state(), context.now())
    const planned = await plan(session, order, 'again')
    const prepared = await openPrepared(order, context)
    try {
      return await pay(session, planned, prepared, options)
    } finally {
      await prepared.signer.close()
    }
  }
  return toDepositOutcome(session.state(), context, false)
}

/** The transfer, checked and accepted. An order that is not to be paid is given up: it ends unpaid. */
async function plan(
  session: DepositSession,
  order: SwapOrder,
  round: 'first' | 'again',
): Promise<PlannedSwap> {
  const { context, state, append } = session
  try {
    const paying = payingContext(context, state())
    // The order has been read back a moment ago: it holds, however old the quote is.
    const planned = await planSwap({ ...order, quotedAtMs: context.now() }, paying)
    await context.review(planned.card)
    return planned
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    const over = error.code !== 'STORE_DAMAGED' && (round === 'first' || isForGood(error))
    if (over) {
      append({ type: 'abandoned', reason: error.message, code: error.code })
      await context.checkpoint('abandoned')
    }
    throw withReceipt(session, error)
  }
}

/** What the next `resume` may find otherwise. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'CONFIRMATION_REQUIRED',
  'INTERRUPTED',
  'INTERNAL',
  'KEY_UNAVAILABLE',
  'NOT_ENOUGH_NATIVE',
  'NOT_ENOUGH_BALANCE',
])

function isForGood(error: SwaprouteError): boolean {
  return !passing.has(error.code) && !isOutage(error)
}

async function pay(
  { swapId, context, state }: DepositSession,
  planned: PlannedSwap,
  prepared: PreparedSigner,
  options: WaitOptions,
): Promise<SwapOutcome> {
  await context.checkpoint('order_reviewed')
  context.journal.append(swapId, { ...toPlannedRecord(planned), type: 'paying' })
  await context.checkpoint('planned')
  const session = openSession(swapId, payingContext(context, state()), prepared)
  await driveSwap(session, planned, options)
  return withOrder(toOutcome(session.state(), context), state())
}

export function withOrder(outcome: SwapOutcome, state: DepositState): SwapOutcome {
  const facts = depositFacts(state, false)
  return facts === null ? outcome : { ...outcome, deposit: facts }
}

/** The swap that was asked for, out of the records of its order. */
function orderOf({ plan: wish, body, route, swapId }: DepositState, nowMs: number): SwapOrder {
  const { fromAddress } = wish
  if (fromAddress === null) throw new Error(`nobody was to pay swap ${swapId}`)
  const bigintOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
  return {
    body,
    route,
    quotedAtMs: nowMs,
    srcToken: wish.srcToken,
    dstToken: wish.dstToken,
    srcAmount: BigInt(wish.srcAmount),
    fromAddress,
    receiver: wish.receiver,
    refundAddress: wish.refundAddress,
    minReceive: bigintOf(wish.minReceive),
    maxFeeUsdE18: bigintOf(wish.maxFeeUsdE18),
    maxLossBps: wish.maxLossBps,
    idempotencyKey: wish.idempotencyKey,
    force: false,
  }
}

async function openPrepared(
  { fromAddress, srcToken }: { fromAddress: string; srcToken: Token },
  context: ExecutionContext,
): Promise<PreparedSigner> {
  return srcToken.blockchain === 'TON'
    ? { kind: 'ton', signer: await openTonSignerFor(fromAddress, context) }
    : { kind: 'evm', signer: await openSignerFor(fromAddress, context) }
}
