import { randomUUID } from 'node:crypto'
import { type ErrorCode, type SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { withSwapLock } from '../accountLock.ts'
import { driveSwap } from '../driveSwap.ts'
import { isOutage } from '../outage.ts'
import { toOutcome } from '../outcome.ts'
import { planSwap } from '../planSwap.ts'
import { toPlannedRecord } from '../records.ts'
import { accounted } from '../standing.ts'
import { findRepeat, refuseNewRepeat } from '../repeat.ts'
import { openSession, openSignerFor, openTonSignerFor, type PreparedSigner } from '../session.ts'
import type {
  ExecutionContext,
  PlannedSwap,
  SwapOrder,
  SwapOutcome,
  WaitOptions,
} from '../types.ts'
import { confirmedOrder } from './confirmedOrder.ts'
import { depositFacts, toDepositOutcome } from './depositOutcome.ts'
import { type DepositSession, openDepositSession, withReceipt } from './depositSession.ts'
import type { DepositState } from './depositState.ts'
import { refuseUsedKey, toOrderRecord } from './executeDeposit.ts'
import { ensureOrder } from './openOrder.ts'
import { payingContext } from './paying.ts'
import type { DepositContext } from './types.ts'

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
  return await accounted(swapId, context, () => begin(swapId, order, context, options))
}

async function begin(
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
      await ensureOrder(session)
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
    await ensureOrder(session)
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
