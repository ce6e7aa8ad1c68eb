import { SwaprouteError } from '../../core/errors.ts'
import { isSameToken } from '../../core/token.ts'
import type { Journal } from '../../store/journal.ts'
import { type DepositState, isDepositStory, replayDeposit } from './depositState.ts'
import { depositFacts, isPaid } from './depositOutcome.ts'
import type { DepositOrder } from './types.ts'

/** How long an order without a deadline of its own counts as open for the same payment. */
const windowMs = 24 * 60 * 60_000
/** More orders than anybody leaves open. */
const mostOpen = 500

type Wanted = Pick<DepositOrder, 'srcToken' | 'dstToken' | 'srcAmount' | 'receiver'>

/**
 * An order for the same pair, amount and receiver that waits to be paid and still may be; null
 * where there is none.
 */
function findOpenOrder(journal: Journal, wanted: Wanted, nowMs: number): DepositState | null {
  for (const { swapId } of journal.list({ open: true, limit: mostOpen })) {
    const state = readDeposit(journal, swapId)
    if (state !== null && isSameOrder(state, wanted) && isInWindow(state, nowMs)) return state
  }
  return null
}

/** @throws SwaprouteError DUPLICATE naming the open order */
export function refuseRepeat(journal: Journal, order: DepositOrder, nowMs: number): void {
  if (order.force) return
  const open = findOpenOrder(journal, order, nowMs)
  if (open === null) return
  const { swapId, plan } = open
  const message = `An order for the same swap is open at ${plan.provider} and waits to be paid.`
  throw new SwaprouteError('DUPLICATE', message, {
    hint: `Go on with it: \`swaproute resume ${swapId}\`. Add --force to open another one.`,
    context: {
      receiptId: swapId,
      id: plan.routeId,
      exchangeId: depositFacts(open, false)?.exchangeId ?? null,
    },
    funds: 'none_moved',
    money: 'Nothing was ordered or paid this time.',
  })
}

/** Null for swaps of another kind, and for stories that cannot be read: they refuse nothing. */
function readDeposit(journal: Journal, swapId: string): DepositState | null {
  try {
    const records = journal.read(swapId)
    return isDepositStory(records) ? replayDeposit(swapId, records) : null
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

function isSameOrder({ plan }: DepositState, wanted: Wanted): boolean {
  return (
    plan.payment === 'by_hand' &&
    isSameToken(plan.srcToken, wanted.srcToken) &&
    isSameToken(plan.dstToken, wanted.dstToken) &&
    BigInt(plan.srcAmount) === wanted.srcAmount &&
    plan.receiver === wanted.receiver
  )
}

/** Not paid as far as anybody knows, and not too late to be paid. */
function isInWindow(state: DepositState, nowMs: number): boolean {
  const expiresAtMs = state.order?.instruction.expiresAtMs ?? null
  return !isPaid(state) && nowMs < (expiresAtMs ?? state.createdAtMs + windowMs)
}
