import { chainById } from '../../chains/chains.ts'
import { toRawTonAddress } from '../../chains/ton/address.ts'
import { amountWithSymbol } from '../../core/amounts.ts'
import type { Token } from '../../core/token.ts'
import type { TonTrace } from '../../core/tonChain.ts'
import { allCoins, balanceChange, type Gain, gainsOf, proved, sumOf } from '../../evidence/ton.ts'
import { hasTraceEnded } from '../../evidence/tonTraces.ts'
import type { TonAccess } from '../../wallet/types.ts'
import { type Attempt, attemptOf } from '../attempts.ts'
import { outageAsNull } from '../outage.ts'
import type { Session } from '../session.ts'
import type { Arrival, Settled } from '../settled.ts'
import type { SwapState } from '../state.ts'
import { requireTon } from './payer.ts'

/** Maximum wait of a delivered swap for its remaining messages. */
const straggleMs = 60_000

/** An end, and the returned part of the sold token. */
type End = { settled: Settled; returned: bigint }

type Paid = NonNullable<Attempt['signed']> & { type: 'ton_signed' }

/**
 * State of a TON swap, by the payment's trace. Delivered: the receiver got at least the minimum of
 * the bought token. Refunded: the sold token came back whole. A trace that ended with neither
 * proves nothing; only the exchange knows more.
 */
export async function sameChainTonEnd(session: Session): Promise<Settled | 'wait' | 'ask'> {
  const { context, state, append, report } = session
  const { access } = requireTon(context)
  const payment = attemptOf(state(), 'pay')
  const { signed = null, confirmed = null } = payment ?? {}
  if (signed?.type !== 'ton_signed' || confirmed?.type !== 'ton_confirmed') return 'wait'
  if (!state().delivering) {
    append({ type: 'delivering' })
    report('deliver', 'started', 'Waiting for the exchange')
    await context.checkpoint('delivering')
  }
  const found = await outageAsNull(access.readTraceOf(confirmed.transactionHash))
  if (found === null) return 'wait'
  const trace = { ...found, complete: hasTraceEnded(found) }
  const end = await outageAsNull(settle(session, trace, signed))
  if (end !== null) {
    recordCost(session, trace, end)
    return end.settled
  }
  return trace.complete ? 'ask' : 'wait'
}

/** Null while it has not ended or is not proved. */
async function settle(session: Session, trace: TonTrace, paid: Paid): Promise<End | null> {
  const { context, state } = session
  const { access } = requireTon(context)
  const { plan, terms } = state()
  const got = await gainsOf(access, trace, plan.dstToken, plan.receiver)
  const arrived = sumOf(got)
  const enough = got.length > 0 && arrived >= terms.dstMinAmount
  if (!trace.complete) {
    return enough && isStale(got, context.now()) ? await delivered(access, got, state(), 0n) : null
  }
  const back = await returnedIn(access, trace, state(), paid)
  const [sold, returned] = [BigInt(plan.srcAmount), sumOf(back.gains)]
  // Jettons sold: excess fees may return with unknown payloads, so the jettons decide.
  const isWhole = returned >= sold && (!enough || !plan.srcToken.native)
  if (isWhole) return await refunded(access, back, state())
  if (enough) return await delivered(access, got, state(), 0n)
  // Some messages were executed, the others refunded.
  const inPart = arrived > 0n && returned > 0n && !plan.dstToken.native
  const share = arrived * sold >= terms.dstMinAmount * (sold - returned)
  return inPart && share ? await delivered(access, got, state(), returned) : null
}

function isStale(gains: readonly Gain[], nowMs: number): boolean {
  const lastSeconds = gains.reduce((last, { transaction }) => {
    return Math.max(last, transaction.atSeconds)
  }, 0)
  return nowMs - lastSeconds * 1000 > straggleMs
}

async function delivered(
  access: TonAccess,
  gains: readonly Gain[],
  { plan }: SwapState,
  returned: bigint,
): Promise<End | null> {
  const { srcToken, dstToken } = plan
  const arrival = await proved(access, gains, dstToken)
  if (arrival === null) return null
  const amount = amountWithSymbol(returned, srcToken)
  const note = `The exchange executed part of the swap and returned ${amount}.`
  const answer = answerOf('SUCCESS', arrival.hash, dstToken)
  return {
    settled: { type: 'done', answer: returned === 0n ? answer : { ...answer, note }, arrival },
    returned,
  }
}

/** Money returned to the payer, and how it was measured. */
type Returned = { gains: readonly Gain[]; measure?: typeof allCoins }

async function refunded(
  access: TonAccess,
  { gains, measure }: Returned,
  { plan }: SwapState,
): Promise<End | null> {
  const { srcToken, srcAmount } = plan
  const found = await proved(access, gains, srcToken, measure)
  if (found?.amount == null) return null
  // With TON, excess fees may have come in the same message.
  const sold = BigInt(srcAmount)
  const arrival: Arrival = { ...found, amount: found.amount > sold ? sold : found.amount }
  const answer = answerOf('REVERTED', arrival.hash, srcToken)
  const note = 'The exchange did not execute the swap and returned the money.'
  return { settled: { type: 'refunded', answer: { ...answer, note }, arrival }, returned: 0n }
}

/** Sold tokens returned to the payer or the refund address. */
async function returnedIn(
  access: TonAccess,
  trace: TonTrace,
  { plan }: SwapState,
  { messages }: Paid,
): Promise<Returned> {
  const sold = BigInt(plan.srcAmount)
  const { srcToken, fromAddress, refundAddress } = plan
  const owners = [fromAddress, ...(refundAddress === null ? [] : [refundAddress])]
  let most: Returned = { gains: [] }
  for (const owner of owners) {
    const gains = await gainsOf(access, trace, srcToken, owner)
    if (sumOf(gains) > sumOf(most.gains)) most = { gains }
  }
  const payer = toRawTonAddress(fromAddress)
  if (!srcToken.native || payer === null || sumOf(most.gains) >= sold) return most
  // Bounced or with an unknown payload: more came back than was attached for fees.
  const all = allCoins(trace, payer)
  const value = messages.reduce((sum, message) => sum + BigInt(message.value), 0n)
  const isWhole = sumOf(all) >= sold && sumOf(all) > value - sold
  return isWhole ? { gains: all, measure: allCoins } : most
}

function answerOf(
  status: string,
  destinationTxHash: string,
  { blockchain }: Token,
): Settled['answer'] {
  // The contract's chain id, as in every answer; the network id concerns only the wallet.
  const { apiBlockchainId } = chainById(blockchain)
  return {
    status,
    destinationTxHash,
    sourceNetworkTitle: blockchain,
    sourceNetworkChainId: apiBlockchainId,
    destinationNetworkTitle: blockchain,
    destinationNetworkChainId: apiBlockchainId,
  }
}

/**
 * Records the cost of an order's payment once all of its messages are done: TON attached to jettons
 * mostly returns later. An unreadable trace is read again before the end.
 *
 * @param refund the exchange's refund: receiving it costs a fee and may bring TON
 */
export async function recordOrderCost(session: Session, refund: Arrival | null): Promise<void> {
  const { state, append } = session
  const { plan, paidOrder, cost } = state()
  const confirmed = attemptOf(state(), 'pay')?.confirmed
  const account = toRawTonAddress(plan.fromAddress)
  if (paidOrder === null || account === null || confirmed?.type !== 'ton_confirmed') return
  if (cost !== null && refund === null) return
  const trace = await readEnded(session, confirmed.transactionHash)
  if (trace === null) return
  const paid = plan.srcToken.native ? BigInt(plan.srcAmount) : 0n
  const taking = refund === null ? 0n : await costOfRefund(session, refund, trace.id)
  const spent = taking - balanceChange(trace, account) - paid
  const amount = spent > 0n ? spent : 0n
  if (amount !== cost) append({ type: 'cost', amount: String(amount) })
}

/** Negative if jettons brought TON along; 0 if unknown. */
async function costOfRefund(session: Session, refund: Arrival, paidId: string): Promise<bigint> {
  const { plan } = session.state()
  const account = toRawTonAddress(plan.fromAddress)
  const isOurs = toRawTonAddress(plan.refundAddress ?? plan.fromAddress) === account
  if (account === null || !isOurs || refund.blockchain !== 'TON') return 0n
  const trace = await readEnded(session, refund.hash)
  if (trace === null) return 0n
  const coins = plan.srcToken.native ? (refund.amount ?? 0n) : 0n
  // Already counted with the payment.
  if (trace.id === paidId) return coins
  const cost = coins - balanceChange(trace, account)
  // Other TON received beside a TON refund belongs to another swap.
  return plan.srcToken.native && cost < 0n ? 0n : cost
}

/** The complete trace of a transaction; null while it is pending or unreadable. */
async function readEnded({ context }: Session, hash: string): Promise<TonTrace | null> {
  const trace = await outageAsNull(requireTon(context).access.readTraceOf(hash))
  return trace !== null && hasTraceEnded(trace) ? trace : null
}

/** Cost: everything that left the wallet and did not return, without the swapped amount. */
function recordCost({ state, append }: Session, trace: TonTrace, { settled, returned }: End): void {
  const { plan } = state()
  const account = toRawTonAddress(plan.fromAddress)
  if (account === null) return
  const { type, arrival } = settled
  const isOwn = toRawTonAddress(plan.receiver) === account
  const isBought = type === 'done' && isOwn && arrival?.token.native === true
  const bought = isBought ? (arrival.amount ?? 0n) : 0n
  const sold = type === 'done' && plan.srcToken.native ? BigInt(plan.srcAmount) - returned : 0n
  const cost = bought - sold - balanceChange(trace, account)
  append({
    type: 'cost',
    amount: String(cost > 0n ? cost : 0n),
    ...(returned === 0n ? {} : { returned: String(returned) }),
  })
}
