import { randomUUID } from 'node:crypto'
import { duplicateError } from '../../store/journal.ts'
import type { JournalEvent } from '../../store/eventSchema.ts'
import { withSwapLock } from '../accountLock.ts'
import { toJsonRecord } from '../records.ts'
import { accounted } from '../standing.ts'
import type { SwapOutcome, WaitOptions } from '../types.ts'
import { confirmedOrder } from './confirmedOrder.ts'
import { openDepositSession } from './depositSession.ts'
import { toDepositOutcome } from './depositOutcome.ts'
import { followDeposit } from './followDeposit.ts'
import { handOut } from './handOut.ts'
import { ensureOrder } from './openOrder.ts'
import { refuseRepeat } from './repeatGuard.ts'
import type { DepositContext, DepositOrder, OrderCard } from './types.ts'

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
  refuseRepeat(journal, wanted, context.now())
  const { order, card } = await confirmedOrder(wanted, context)

  await context.checkpoint('order_confirmed')
  return await withSwapLock(context, swapId, async () => {
    journal.create(swapId, toOrderRecord(order, card, 'by_hand'), {
      force: order.force,
      // Once more inside the commit: another process may have been as quick.
      check: () => refuseRepeat(journal, order, context.now()),
    })
    context.onEvent({ type: 'recorded', receiptId: swapId })
    await context.checkpoint('order_planned')
    const session = openDepositSession(swapId, context)
    await ensureOrder(session)
    await handOut(session, 'order')
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
    await ensureOrder(session)
    await handOut(session, 'resume')
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

/** The first record of an order. */
export function toOrderRecord(
  order: DepositOrder & { maxFeeUsdE18?: bigint | null },
  { routeId, provider, receive }: Pick<OrderCard, 'routeId' | 'provider' | 'receive'>,
  payment: 'by_hand' | 'signed',
): Extract<JournalEvent, { type: 'order_planned' }> {
  return {
    type: 'order_planned',
    provider,
    body: toJsonRecord(order.body),
    srcToken: order.srcToken,
    dstToken: order.dstToken,
    srcAmount: String(order.srcAmount),
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    refundAddress: order.refundAddress,
    minReceive: order.minReceive === null ? null : String(order.minReceive),
    maxFeeUsdE18: order.maxFeeUsdE18 == null ? null : String(order.maxFeeUsdE18),
    maxLossBps: order.maxLossBps,
    idempotencyKey: order.idempotencyKey,
    routeId,
    quotedAtMs: order.quotedAtMs,
    route: toJsonRecord(order.route),
    dstAmount: String(receive.expected),
    dstMinAmount: String(receive.atLeast),
    payment,
  }
}
