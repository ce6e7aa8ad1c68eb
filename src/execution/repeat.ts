import { isSameParty } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { OrderCard, Repeat, ReviewCard, ReviewReason } from '../core/review.ts'
import { isSameToken } from '../core/token.ts'
import { duplicateError, type Journal } from '../store/journal.ts'
import type { JournalRecord } from '../store/records.ts'
import { depositFacts } from './outcome.ts'
import { attemptOf } from './attempts.ts'
import { unsafe } from './checks/unsafe.ts'
import type { DepositOrder, SwapOrder } from './planned.ts'
import { type DepositState, replay, type State } from './state.ts'
import { isPaid } from './status.ts'

/** How long a repeat of the same swap counts as accidental. */
const windowMs = 10 * 60_000
/** More swaps than one account pays within the window. */
const mostChecked = 200

type Intent = Pick<SwapOrder, 'request' | 'fromAddress' | 'receiver' | 'idempotencyKey' | 'force'>

/**
 * A recent swap of the same account, tokens, amount and receiver that has not failed; null
 * if there is none, with `--force`, or with an idempotency key.
 */
export function findRepeat(journal: Journal, order: Intent, nowMs: number): Repeat | null {
  if (order.force || order.idempotencyKey !== null) return null
  const recent = journal.list({ limit: mostChecked, sinceMs: nowMs - windowMs })
  for (const { swapId, createdAtMs } of recent) {
    if (isSameIntent(journal.read(swapId), order)) {
      return { receiptId: swapId, agoMs: nowMs - createdAtMs }
    }
  }
  return null
}

/**
 * Called when a swap is recorded: refuses a repeat that appeared after the user was asked.
 * @param asked the repeat the user was asked about
 * @throws SwaprouteError DUPLICATE
 */
export function refuseNewRepeat(
  journal: Journal,
  order: Intent,
  nowMs: number,
  asked: Repeat | null,
): void {
  const repeat = findRepeat(journal, order, nowMs)
  if (repeat !== null && repeat.receiptId !== asked?.receiptId) throw repeatError(repeat, '')
}

/**
 * E15: a contract that only measures the growth of a balance is not called while a payout of the same
 * token is on its way to the receiver: a call that triggers that transfer inside itself can keep the payment.
 * @throws SwaprouteError UNSAFE_ROUTE naming the swap that is still open
 */
export function refuseOwnPayout(
  journal: Journal,
  { card }: { card: Pick<ReviewCard, 'typedReasons' | 'receive' | 'receiver' | 'provider'> },
): void {
  if (card.typedReasons.every(({ code }) => code !== 'growth')) return
  const { receive, receiver, provider } = card
  for (const { swapId } of journal.list({ open: true, limit: mostOpen })) {
    const state = readState(journal, swapId)
    if (state === null || !isUnderWay(state)) continue
    const { plan } = state
    if (!isSameToken(plan.dstToken, receive.token) || !isSameParty(plan.receiver, receiver))
      continue
    throw unsafe(
      'E15',
      `${provider} only measures that your balance grows, and ${receive.token.symbol} of an earlier swap is still on its way to you (${swapId}).`,
      { receiptId: swapId },
    )
  }
}

/** A8: a name that means another address than in the last swap to it is typed. */
export function movedName(
  journal: Journal,
  { receiver, receiverName }: Pick<OrderCard, 'receiver' | 'receiverName'>,
): ReviewReason[] {
  const last = receiverName === undefined ? null : journal.lastReceiver(receiverName)
  if (last === null || isSameParty(last, receiver)) return []
  const text = `${receiverName} is another address than in your last swap to it, ${last}.`
  return [{ code: 'name_moved', text }]
}

/**
 * The card of a plan that is shown or printed here and executed elsewhere, with what the journal
 * has against it (A8, E15). Reads only.
 * @param open the journal of this machine; null: nothing was ever recorded
 * @throws SwaprouteError UNSAFE_ROUTE (E15)
 */
export async function besideJournal<Card extends Judged>(
  card: Card,
  open: () => Promise<Journal | null>,
): Promise<Card> {
  const { receiverName, typedReasons } = card
  const isAsked = receiverName !== undefined || typedReasons.some(({ code }) => code === 'growth')
  if (!isAsked) return card
  const reasons = await readBeside(card, open)
  return { ...card, typedReasons: [...reasons, ...typedReasons] }
}

type Judged = Parameters<typeof refuseOwnPayout>[1]['card'] & Parameters<typeof movedName>[1]

async function readBeside(
  card: Judged,
  open: () => Promise<Journal | null>,
): Promise<ReviewReason[]> {
  try {
    const journal = await open()
    if (journal === null) return []
    refuseOwnPayout(journal, { card })
    const moved = movedName(journal, card)
    return journal.damage() === null ? moved : [...moved, journalUnread]
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    return [journalUnread]
  }
}

const journalUnread: ReviewReason = {
  code: 'journal_unread',
  text: 'The journal cannot be read in full: payouts on their way to the receiver, and earlier swaps to its name, may be missing.',
}

function isUnderWay(state: State): boolean {
  return state.kind === 'order' ? isPaid(state) : (attemptOf(state, 'pay')?.signed ?? null) !== null
}

/** @throws SwaprouteError DUPLICATE for an idempotency key that is already used */
export function refuseUsedKey(
  journal: Journal,
  { idempotencyKey, force }: Pick<SwapOrder, 'idempotencyKey' | 'force'>,
): void {
  if (idempotencyKey === null || force) return
  const earlier = journal.findByIdempotencyKey(idempotencyKey)
  if (earlier !== null) throw duplicateError(idempotencyKey, earlier)
}

/** Asks for the amount on a terminal; in scripts it is refused. */
export function repeatReasons(repeat: Repeat | null): ReviewReason[] {
  return repeat === null ? [] : [{ code: 'repeat', text: sentence(repeat) }]
}

/** The refusal of an unconfirmed repeat. */
export function repeatError(repeat: Repeat, repeated: string): SwaprouteError {
  const { receiptId } = repeat
  return new SwaprouteError('DUPLICATE', `${sentence(repeat)} Nothing was sent now.`, {
    hint: `See it with \`swaproute receipt ${receiptId}${repeated}\`, or add --force to swap again.`,
    context: { receiptId },
  })
}

function sentence({ receiptId, agoMs }: Repeat): string {
  const minutes = Math.floor(agoMs / 60_000)
  const when =
    minutes === 0 ? 'less than a minute' : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `The same swap was started ${when} ago: ${receiptId}.`
}

function isSameIntent(records: readonly JournalRecord[], order: Intent): boolean {
  const event = records[0]?.event
  if (event?.type !== 'planned' && event?.type !== 'order_planned') return false
  if (event.type === 'order_planned' && event.payment === 'by_hand') return false
  return (
    isSameToken(event.srcToken, order.request.srcToken) &&
    isSameToken(event.dstToken, order.request.dstToken) &&
    BigInt(event.srcAmount) === order.request.srcAmount &&
    isSameParty(event.fromAddress ?? '', order.fromAddress) &&
    isSameParty(event.receiver, order.receiver) &&
    !records.some(cameToNothing)
  )
}

/** Nothing was paid, or it was refunded: then a repeat is intended. */
function cameToNothing({ event }: JournalRecord): boolean {
  return event.type === 'abandoned' || event.type === 'refunded' || event.type === 'failed'
}

/** How long an order without a deadline of its own counts as open for the same payment. */
const orderWindowMs = 24 * 60 * 60_000
/** More orders than a user leaves open. */
const mostOpen = 500

type Wanted = Pick<DepositOrder, 'request' | 'receiver'>

/** An unpaid, still payable order for the same pair, amount and receiver; null without one. */
function findOpenOrder(journal: Journal, wanted: Wanted, nowMs: number): DepositState | null {
  for (const { swapId } of journal.list({ open: true, limit: mostOpen })) {
    const state = readDeposit(journal, swapId)
    if (state !== null && isSameOrder(state, wanted) && isInWindow(state, nowMs)) return state
  }
  return null
}

/** @throws SwaprouteError DUPLICATE naming the open order */
export function refuseOpenOrder(journal: Journal, order: DepositOrder, nowMs: number): void {
  if (order.force) return
  const open = findOpenOrder(journal, order, nowMs)
  if (open === null) return
  const { swapId, plan } = open
  const message = `You already have an unpaid order for this swap at ${plan.provider}.`
  throw new SwaprouteError('DUPLICATE', message, {
    hint: `Continue it with \`swaproute resume ${swapId}\`, or add --force to open another one.`,
    context: {
      receiptId: swapId,
      id: plan.routeId,
      exchangeId: depositFacts(open, false)?.exchangeId ?? null,
    },
    funds: 'none_moved',
    money: 'Nothing was ordered or paid this time.',
  })
}

/** Null for other kinds of swap and for unreadable records. */
function readDeposit(journal: Journal, swapId: string): DepositState | null {
  const state = readState(journal, swapId)
  return state?.kind === 'order' ? state : null
}

/** Null for unreadable records. */
function readState(journal: Journal, swapId: string): State | null {
  try {
    return replay(swapId, journal.read(swapId))
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

function isSameOrder({ plan }: DepositState, wanted: Wanted): boolean {
  return (
    plan.payment === 'by_hand' &&
    isSameToken(plan.srcToken, wanted.request.srcToken) &&
    isSameToken(plan.dstToken, wanted.request.dstToken) &&
    BigInt(plan.srcAmount) === wanted.request.srcAmount &&
    plan.receiver === wanted.receiver
  )
}

/** Not known to be paid, and not too late to pay. */
function isInWindow(state: DepositState, nowMs: number): boolean {
  const expiresAtMs = state.order?.instruction.expiresAtMs ?? null
  return !isPaid(state) && nowMs < (expiresAtMs ?? state.createdAtMs + orderWindowMs)
}
