import { toRawTonAddress } from '../../chains/ton/address.ts'
import type { Token } from '../../core/token.ts'
import { readTonHash } from '../../core/tonHash.ts'
import type { TonTrace } from '../../core/tonChain.ts'
import type { TonAccess } from '../../wallet/types.ts'
import type { Arrival, Followed } from '../arrival.ts'
import { outageAsNull } from '../outage.ts'
import type { Session } from '../session.ts'
import type { Settled } from '../settled.ts'
import { attemptOf, type SwapState } from '../swapState.ts'
import { balanceChange, coinGains, type Gain, jettonGains, returnedCoins, sumOf } from './gains.ts'
import { requireTon } from './planTonSwap.ts'

/** A wallet that was paid shows its transaction within this time before the payment's own. */
const searchMarginSeconds = 600

/**
 * Where a swap on TON is, by everything that followed from the payment. Delivered: the receiver
 * got the bought token, at least the minimum. Refunded: the sold one came back whole. A trace that
 * ended with neither proves nothing yet: only the exchange can say more.
 */
export async function sameChainTonEnd(session: Session): Promise<Settled | 'wait' | 'ask'> {
  const { context, state, append, tell } = session
  const { access } = requireTon(context)
  const payment = attemptOf(state(), 'pay')
  if (payment?.signed?.type !== 'ton_signed') return 'wait'
  if (!state().delivering) {
    append({ type: 'delivering' })
    tell('deliver', 'started', 'Waiting for the exchange')
    await context.checkpoint('delivering')
  }
  const trace = await outageAsNull(access.readTrace(payment.signed.hash))
  if (trace === null) return 'wait'
  const settled = await outageAsNull(settle(session, trace))
  if (settled !== null) {
    recordCost(session, trace, settled)
    return settled
  }
  return trace.complete ? 'ask' : 'wait'
}

async function settle(session: Session, trace: TonTrace): Promise<Settled | null> {
  const { context, state } = session
  const { access } = requireTon(context)
  const { plan, terms } = state()
  const got = await gainsOf(access, trace, plan.dstToken, plan.receiver)
  const arrived = sumOf(got)
  // Of several messages some may be given back: then a finished trace shows what there is. Coins
  // come for other reasons too, so that only the whole minimum counts.
  const inPart = trace.complete && arrived > 0n && !plan.dstToken.native
  if (arrived > 0n && (arrived >= terms.dstMinAmount || inPart)) {
    const arrival = await proved(access, got, plan.dstToken, trace)
    if (arrival === null) return null
    return {
      type: 'done',
      answer: answerOf('SUCCESS', arrival.hash, plan.dstToken, plan.chainId),
      arrival,
    }
  }
  if (!trace.complete) return null
  const back = await refundIn(access, trace, state())
  if (back === null) return null
  const answer = answerOf('REVERTED', back.hash, plan.srcToken, plan.chainId)
  const note = 'The exchange did not carry the swap out and gave the money back.'
  return { type: 'refunded', answer: { ...answer, note }, arrival: back }
}

/** The sold token came back to the payer, or to his refund address, whole. */
async function refundIn(
  access: TonAccess,
  trace: TonTrace,
  { plan }: SwapState,
): Promise<Arrival | null> {
  const sold = BigInt(plan.srcAmount)
  const owners = [plan.fromAddress, ...(plan.refundAddress === null ? [] : [plan.refundAddress])]
  for (const owner of owners) {
    const back = await gainsOf(access, trace, plan.srcToken, owner)
    if (sumOf(back) >= sold) return await proved(access, back, plan.srcToken, trace)
    // A message that its receiver refused bounces, and then its coins count as well.
    const raw = toRawTonAddress(owner)
    const bounced = trace.transactions.filter(
      ({ account, inMessage }) => account === raw && inMessage?.bounced === true,
    )
    const last = bounced.at(-1)
    if (plan.srcToken.native && raw !== null && last !== undefined) {
      const amount = returnedCoins(trace, raw)
      if (3n * amount >= 2n * sold) return arrivalOf(last.hash, plan.srcToken, min(amount, sold))
    }
  }
  return null
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

async function gainsOf(
  access: TonAccess,
  trace: TonTrace,
  token: Token,
  owner: string,
): Promise<Gain[]> {
  const raw = toRawTonAddress(owner)
  if (raw === null) return []
  if (token.native) return coinGains(trace, raw)
  return jettonGains(trace, await access.readJettonWallet(token.address, raw))
}

/**
 * The gains once more out of the account's own cells: an index may be wrong about what it tells.
 * Null: the node does not show them (yet).
 */
async function proved(
  access: TonAccess,
  gains: readonly Gain[],
  token: Token,
  trace: TonTrace,
): Promise<Arrival | null> {
  let amount = 0n
  let last: Gain | undefined
  for (const gain of gains) {
    const { account, hash, atSeconds } = gain.transaction
    const stored = await access.findStored(account, hash, atSeconds - searchMarginSeconds)
    if (stored === null) return null
    const one = { ...trace, transactions: [stored] }
    const again = token.native ? coinGains(one, account) : jettonGains(one, account)
    amount += sumOf(again)
    last = gain
  }
  if (last === undefined || amount !== sumOf(gains)) return null
  return arrivalOf(last.transaction.hash, token, amount)
}

function arrivalOf(hash: string, token: Token, amount: bigint): Arrival {
  return {
    source: 'receipt',
    blockchain: token.blockchain,
    hash,
    blockNumber: null,
    token,
    amount,
  }
}

function answerOf(
  status: string,
  destinationTxHash: string,
  { blockchain }: Token,
  chainId: number,
): Settled['answer'] {
  const place = { destinationNetworkTitle: blockchain, destinationNetworkChainId: chainId }
  return { status, destinationTxHash, ...place }
}

/** What it cost: everything that left the wallet and did not come back, without what was swapped. */
function recordCost({ state, append }: Session, trace: TonTrace, settled: Settled): void {
  const { plan } = state()
  const account = toRawTonAddress(plan.fromAddress)
  if (account === null) return
  const { type, arrival } = settled
  const isOwn = toRawTonAddress(plan.receiver) === account
  const isBought = type === 'done' && isOwn && arrival?.token.native === true
  const bought = isBought ? (arrival.amount ?? 0n) : 0n
  const sold = type === 'done' && plan.srcToken.native ? BigInt(plan.srcAmount) : 0n
  const cost = bought - sold - balanceChange(trace, account)
  append({ type: 'cost', amount: String(cost > 0n ? cost : 0n) })
}

/**
 * S2 for swaps from other chains: a claimed delivery on TON, by transaction or message hash, held
 * against everything that followed from it. Null: not proved (yet).
 */
export async function tonDestinationArrival(
  { context, state }: Followed,
  text: string,
): Promise<Arrival | null> {
  const { access } = requireTon(context)
  const { plan, terms, createdAtMs } = state()
  const trace = await traceOf(access, text)
  if (trace === null) return null
  // A transaction from before the swap proves nothing.
  const isOlder = trace.transactions.some(({ atSeconds }) => atSeconds * 1000 < createdAtMs)
  if (isOlder) return null
  const gains = await gainsOf(access, trace, plan.dstToken, plan.receiver)
  if (sumOf(gains) < terms.dstMinAmount || gains.length === 0) return null
  const arrival = await proved(access, gains, plan.dstToken, trace)
  if (arrival?.amount == null) return null
  const left = arrival.amount - claimedBefore(context, state().swapId, arrival.hash)
  return left >= terms.dstMinAmount ? { ...arrival, amount: left } : null
}

/** S5: a claimed refund of a swap that was paid on TON. */
export async function tonRefundArrival(
  { context, state }: Followed,
  text: string,
): Promise<Arrival | null> {
  const { access } = requireTon(context)
  const { plan } = state()
  const trace = await traceOf(access, text)
  if (trace === null) return null
  const owners = [plan.refundAddress, plan.fromAddress].filter((owner) => owner !== null)
  for (const owner of owners) {
    const gains = await gainsOf(access, trace, plan.srcToken, owner)
    // A third at least: dust that somebody sends along is no refund.
    if (3n * sumOf(gains) < BigInt(plan.srcAmount)) continue
    const arrival = await proved(access, gains, plan.srcToken, trace)
    if (arrival !== null) return arrival
  }
  return null
}

async function traceOf(access: TonAccess, text: string): Promise<TonTrace | null> {
  const hash = readTonHash(text)?.hex
  if (hash === undefined) return null
  return (await access.readTraceOf(hash)) ?? (await access.readTrace(hash))
}

/** One transaction may pay several swaps, but not the same money twice. */
function claimedBefore(
  { journal }: Pick<Session['context'], 'journal'>,
  swapId: string,
  hash: string,
): bigint {
  const other = journal.findByHash(hash)
  if (other === null || other === swapId) return 0n
  const end = journal.read(other).find(({ event }) => event.type === 'done')?.event
  return end?.type === 'done' && end.received !== null ? BigInt(end.received.amount) : 0n
}
