import type { TonTrace } from '../../core/tonChain.ts'
import { readTonHash } from '../../core/tonHash.ts'
import type { TonAccess } from '../../wallet/types.ts'
import { claimedBefore } from '../evmClaims.ts'
import type { Session } from '../session.ts'
import type { Arrival } from '../settled.ts'
import type { SwapState } from '../state.ts'
import { sumOf } from './gains.ts'
import { requireTon } from './payer.ts'
import { gainsOf, proved } from './proof.ts'

/** What is known of a swap whose end is claimed; a session fits. */
export type ClaimedSwap = {
  context: Pick<Session['context'], 'ton' | 'journal'>
  state(): Pick<SwapState, 'swapId' | 'createdAtMs'> & {
    plan: Pick<
      SwapState['plan'],
      'srcToken' | 'dstToken' | 'srcAmount' | 'receiver' | 'refundAddress'
    > & { fromAddress: string | null }
    terms: Pick<SwapState['terms'], 'dstMinAmount'>
  }
}

/** The clocks of this machine and of the chain may differ by this much. */
const clockMarginMs = 60_000

/**
 * S2: a claimed delivery on TON, by transaction or message hash, held against everything that
 * followed from it. Null: not proved (yet).
 */
export async function tonDestinationArrival(
  { context, state }: ClaimedSwap,
  text: string,
): Promise<Arrival | null> {
  const { access } = requireTon(context)
  const { plan, terms, createdAtMs } = state()
  const trace = await traceOf(access, text)
  if (trace === null || isOfAnother(context, state().swapId, trace)) return null
  // A transaction from before the swap proves nothing.
  const oldestMs = createdAtMs - clockMarginMs
  if (trace.transactions.some(({ atSeconds }) => atSeconds * 1000 < oldestMs)) return null
  const gains = await gainsOf(access, trace, plan.dstToken, plan.receiver)
  if (gains.length === 0 || sumOf(gains) < terms.dstMinAmount) return null
  const arrival = await proved(access, gains, plan.dstToken)
  if (arrival?.amount == null) return null
  const left = arrival.amount - claimedBefore(context, state().swapId, arrival.hash)
  return left >= terms.dstMinAmount ? { ...arrival, amount: left } : null
}

/** S5: a claimed refund of a swap that was paid on TON. */
export async function tonRefundArrival(
  { context, state }: ClaimedSwap,
  text: string,
): Promise<Arrival | null> {
  const { access } = requireTon(context)
  const { plan, createdAtMs } = state()
  const trace = await traceOf(access, text)
  if (trace === null || isOfAnother(context, state().swapId, trace)) return null
  const oldestMs = createdAtMs - clockMarginMs
  if (trace.transactions.some(({ atSeconds }) => atSeconds * 1000 < oldestMs)) return null
  const owners = [plan.refundAddress, plan.fromAddress].filter((owner) => owner !== null)
  for (const owner of owners) {
    const gains = await gainsOf(access, trace, plan.srcToken, owner)
    // A third at least: dust that somebody sends along is no refund.
    if (gains.length === 0 || 3n * sumOf(gains) < BigInt(plan.srcAmount)) continue
    const arrival = await proved(access, gains, plan.srcToken)
    if (arrival?.amount == null) continue
    const left = arrival.amount - claimedBefore(context, state().swapId, arrival.hash)
    if (3n * left >= BigInt(plan.srcAmount)) return { ...arrival, amount: left }
  }
  return null
}

async function traceOf(access: TonAccess, text: string): Promise<TonTrace | null> {
  const hash = readTonHash(text)?.hex
  if (hash === undefined) return null
  return (await access.readTraceOf(hash)) ?? (await access.readTrace(hash))
}

/** What followed from the payment of another swap of ours is that one's, whatever is claimed. */
function isOfAnother(
  { journal }: Pick<Session['context'], 'journal'>,
  swapId: string,
  { transactions }: TonTrace,
): boolean {
  return transactions.some(({ inMessage }) => {
    const hash = inMessage?.normalizedHash ?? null
    const others = hash === null ? [] : journal.findByHash(hash).filter((one) => one !== swapId)
    const records = others.flatMap((other) => journal.read(other))
    return records.some(({ event }) => event.type === 'ton_signed' && event.hash === hash)
  })
}
