import { randomUUID } from 'node:crypto'
import { type ErrorCode, type SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { ExecutionContext, WaitOptions } from './context.ts'
import { accounted, withReceipt } from './errors.ts'
import { driveSwap } from './execute.ts'
import { withSwapLock } from './locks.ts'
import { isOutage } from './outage.ts'
import { type SwapOutcome, toOutcome } from './outcome.ts'
import { planSwap } from './plan.ts'
import type { DepositOrder, PlannedSwap, SwapOrder } from './planned.ts'
import { toOrderRecord, toPlannedRecord, toSwapOrder } from './records.ts'
import { readOrderCard } from './renewal.ts'
import { findRepeat, refuseNewRepeat, refuseOpenOrder, refuseUsedKey } from './repeat.ts'
import {
  type DepositSession,
  openDepositSession,
  openSession,
  openPayerSigner,
  type PreparedSigner,
} from './session.ts'
import { followOrder } from './deposit/followOrder.ts'
import { openOrder } from './deposit/openOrder.ts'
import { isWorseThanOrdered } from './deposit/paidOrder.ts'
import { payingContext } from './deposit/payingContext.ts'
import { confirmedOrder } from './deposit/plan.ts'
import { showOrder } from './deposit/showOrder.ts'

/**
 * Opens the order of a deposit route, shows where to pay, and follows it. Signs nothing.
 * @returns the state of the order, at least waiting for its deposit
 * @throws SwaprouteError DUPLICATE for an open order of the same swap or a used idempotency key,
 * DECLINED or CONFIRMATION_REQUIRED, and any error that stops an order from being opened or shown
 */
export async function executeDeposit(
  wanted: DepositOrder,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  const { journal } = context
  return await accounted(swapId, context, async () => {
    journal.assertWritable()
    refuseUsedKey(journal, wanted)
    refuseOpenOrder(journal, wanted, context.now())
    const { order, card } = await confirmedOrder(wanted, context)

    await context.checkpoint('order_confirmed')
    return await withSwapLock(context, swapId, async () => {
      journal.create(swapId, toOrderRecord(order, card, null), {
        force: order.force,
        // Again inside the commit: another process may have been as quick.
        check: () => refuseOpenOrder(journal, order, context.now()),
      })
      context.onEvent({ type: 'recorded', receiptId: swapId })
      await context.checkpoint('order_planned')
      const session = openDepositSession(swapId, context)
      await openOrder(session)
      await showOrder(session, 'order')
      if (options.wait) await followOrder(session, options)
      return toOutcome(session.state(), context, session.shown)
    })
  })
}

/**
 * A deposit route paid from an account of this machine: opens the order, then plans, reviews, signs
 * and follows its plain transfer, by the rules of any payment.
 * @throws SwaprouteError as `executeDeposit` until the order is open, then as `executeSwap`
 */
export async function payDeposit(
  wanted: SwapOrder,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const swapId = randomUUID()
  const { journal } = context
  return await accounted(swapId, context, async () => {
    journal.assertWritable()
    refuseUsedKey(journal, wanted)
    const repeatOf = findRepeat(journal, wanted, context.now())
    const { order, card, accepted } = await confirmedOrder(wanted, context, repeatOf)

    // Before anything is recorded or ordered, so that a missing key leaves nothing behind.
    const prepared = await openPayerSigner(order, context)
    try {
      await context.checkpoint('order_confirmed')
      return await withSwapLock(context, swapId, async () => {
        journal.create(swapId, toOrderRecord(order, card, accepted), {
          force: order.force,
          check: () => refuseNewRepeat(journal, order, context.now(), repeatOf),
        })
        context.onEvent({ type: 'recorded', receiptId: swapId })
        await context.checkpoint('order_planned')
        const session = openDepositSession(swapId, context)
        await openOrder(session)
        const planned = await planPayment(session, order, 'first')
        return await pay(session, planned, prepared, options)
      })
    } finally {
      await prepared.signer.close()
    }
  })
}

/**
 * Continues a recorded order from any point: finds an order whose answer was lost, then shows the
 * address again if allowed (D7) and follows the deposit, or pays it if an account was to. Call
 * under the swap's lock.
 */
export async function resumeOrder(
  swapId: string,
  context: ExecutionContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const session = openDepositSession(swapId, context)
  const { plan, end } = session.state()
  if (end === null) {
    await openOrder(session)
    if (plan.payment === 'signed') return await resumePaying(session, options)
    await showOrder(session, 'resume')
    await followOrder(session, options)
  }
  return toOutcome(session.state(), context, session.shown)
}

async function resumePaying(session: DepositSession, options: WaitOptions): Promise<SwapOutcome> {
  const { context, state } = session
  const order = toSwapOrder(state())
  const planned = await planPayment(session, order, 'again')
  const prepared = await openPayerSigner(order, context)
  try {
    return await pay(session, planned, prepared, options)
  } finally {
    await prepared.signer.close()
  }
}

/** The checked and accepted transfer. A refused order is abandoned and expires unpaid. */
async function planPayment(
  session: DepositSession,
  order: SwapOrder,
  round: 'first' | 'again',
): Promise<PlannedSwap> {
  const { context, state, append } = session
  try {
    const paying = payingContext(context, state())
    // The order was just read back, so the age of the quote does not matter.
    const planned = await planSwap({ ...order, quotedAtMs: context.now() }, paying)
    const ordered = readOrderCard(state().plan)
    const worse =
      ordered === null ? [] : isWorseThanOrdered(ordered, planned.card, order.minReceive)
    const replaced = ordered === null || worse.length === 0 ? null : { card: ordered, worse }
    await context.review({ ...planned.card, ...(replaced === null ? {} : { replaces: replaced }) })
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

/** Errors that may be gone at the next `resume`. */
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
  return toOutcome(session.state(), context)
}
