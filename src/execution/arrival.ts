import type { Token } from '../core/token.ts'
import type { EvmReceipt } from '../wallet/types.ts'
import { attemptOf, paidBlock } from './attempts.ts'
import { tokenGain, unwrapped } from './evidence.ts'
import {
  canRead,
  claimedBefore,
  type ClaimReading,
  heldBefore,
  isAnyHash,
  isBeforePayment,
  isTooOld,
  readClaimed,
} from './evmClaims.ts'
import { nativePayout } from './nativePayout.ts'
import type { Session } from './session.ts'
import type { Arrival } from './settled.ts'
import type { SwapState } from './state.ts'

/** The part of a session that looking needs. */
type Followed = { context: ClaimReading; state: Session['state'] }

/**
 * What a swap on one chain brought, from its own receipt. A payout in native coins leaves no log:
 * it is what was unwrapped, or else the change of the balance since before the payment; that is
 * also the second opinion on a token whose logs show too little. Zero is an amount as well.
 */
export async function sameChainArrival(
  { context, state }: Followed,
  receipt: EvmReceipt,
): Promise<Arrival> {
  const { dstToken, receiver } = state().plan
  const found: Arrival = {
    source: 'receipt',
    blockchain: dstToken.blockchain,
    hash: receipt.hash,
    blockNumber: receipt.blockNumber,
    token: dstToken,
    amount: null,
  }
  if (dstToken.native) {
    const amount = await nativeArrival(context, state(), receipt)
    return { ...found, amount: amount !== null && amount > 0n ? amount : null }
  }
  const gain = tokenGain(receipt.logs, dstToken.address, receiver)
  if (gain >= state().terms.dstMinAmount) return { ...found, amount: gain }
  const change = await balanceChange(context, state())
  if (change === null) return { ...found, amount: gain > 0n ? gain : null }
  return change > gain
    ? { ...found, source: 'balance', amount: change }
    : { ...found, amount: gain > 0n ? gain : 0n }
}

async function nativeArrival(
  context: ClaimReading,
  state: SwapState,
  receipt: EvmReceipt,
): Promise<bigint | null> {
  const { plan, terms } = state
  const { blockchain } = plan.dstToken
  const amount = unwrapped(receipt.logs, context.wrappedNative(blockchain))
  if (amount !== null && isPlausible(amount, terms)) return amount
  const change = await balanceChange(context, state)
  if (change === null) return amount
  const own = plan.receiver.toLowerCase() === plan.fromAddress.toLowerCase()
  const value = terms.transaction.kind === 'evm' ? terms.transaction.value : 0n
  const paid = own ? receipt.gasUsed * receipt.effectiveGasPrice + value : 0n
  return change + paid
}

/**
 * A claim held against the chain it is about; TON's reading is loaded only where it is needed.
 * Null: not proved (yet).
 */
export async function destinationArrival(session: Followed, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  if (state().plan.dstToken.blockchain !== 'TON' || context.ton === undefined) {
    return await evmDestinationArrival(session, hash)
  }
  const { tonDestinationArrival } = await import('./ton/tonClaims.ts')
  return await tonDestinationArrival(session, hash)
}

/** The same for a claimed refund. */
export async function refundArrival(session: Followed, hash: string): Promise<Arrival | null> {
  const { context, state } = session
  const back = await evmRefundArrival(session, hash)
  if (back !== null || context.ton === undefined) return back
  if (state().plan.srcToken.blockchain !== 'TON') return null
  const { tonRefundArrival } = await import('./ton/tonClaims.ts')
  return await tonRefundArrival(session, hash)
}

/**
 * S2: a claimed success between chains, held against the destination chain: the transaction is
 * there, younger than the payment, not evidence of another swap, and brought the receiver what was
 * promised. Null: not proved (yet), so the claim is not endorsed.
 */
async function evmDestinationArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan, terms, swapId, baselines } = state()
  const { dstToken, receiver } = plan
  const { blockchain } = dstToken
  const claim: Arrival = {
    source: 'claim',
    blockchain,
    hash,
    blockNumber: null,
    token: dstToken,
    amount: null,
  }
  if (!canRead(context, blockchain)) return isAnyHash(hash) ? claim : null
  const receipt = await readClaimed(context, blockchain, hash)
  if (receipt === null || isTooOld(baselines, blockchain, receipt)) return null
  const found = { ...claim, blockNumber: receipt.blockNumber, hash: receipt.hash }
  const claimed = claimedBefore(context, swapId, hash)
  if (dstToken.native) {
    const payout = await nativePayout(context, receipt, {
      blockchain,
      owner: receiver,
      before: heldBefore(baselines, blockchain),
      claimed,
      fits: (amount) => isPlausible(amount, terms),
    })
    return payout === null ? null : { ...found, ...payout }
  }
  const amount = tokenGain(receipt.logs, dstToken.address, receiver) - claimed
  return amount >= terms.dstMinAmount ? { ...found, source: 'receipt', amount } : null
}

/**
 * S5: a claimed refund, held against the chains it could be on. It must have reached the payer or
 * his refund address. Null: not proved.
 */
async function evmRefundArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan, swapId, baselines } = state()
  const owners = [plan.refundAddress, plan.fromAddress].filter((owner) => owner !== null)
  for (const token of [plan.srcToken, plan.dstToken]) {
    const { blockchain } = token
    if (!canRead(context, blockchain) || isOwnPayment(state(), hash)) continue
    const receipt = await readClaimed(context, blockchain, hash)
    const paid = blockchain === plan.srcToken.blockchain ? paidBlock(state()) : null
    if (receipt === null || isBeforePayment(baselines, blockchain, paid, receipt)) continue
    const claimed = claimedBefore(context, swapId, hash)
    const fits = (amount: bigint): boolean => isWorthARefund(amount, token, state())
    const found = { blockchain, hash, blockNumber: receipt.blockNumber, token }
    for (const owner of owners) {
      // Coins may come back wrapped.
      const address = token.native ? context.wrappedNative(blockchain) : token.address
      const amount = address === null ? 0n : tokenGain(receipt.logs, address, owner) - claimed
      if (fits(amount)) return { ...found, source: 'receipt', amount }
      if (!token.native) continue
      const due = { blockchain, owner, before: null, claimed, fits }
      const back = await nativePayout(context, receipt, due)
      if (back !== null) return { ...found, ...back }
    }
  }
  return null
}

/** Change of the receiver's balance since right before the payment; null when it was not read. */
async function balanceChange(
  context: ClaimReading,
  { plan, baselines }: SwapState,
): Promise<bigint | null> {
  const { blockchain, address } = plan.dstToken
  const before = heldBefore(baselines, blockchain)
  if (before === null) return null
  const [after] = await context.evm.readBalances(blockchain, plan.receiver, [address])
  return after === undefined ? null : after - before
}

function isOwnPayment(state: SwapState, hash: string): boolean {
  return attemptOf(state, 'pay')?.signed?.hash.toLowerCase() === hash.toLowerCase()
}

/** An amount that was not measured at the receiver itself: near what was quoted, or it is another. */
function isPlausible(amount: bigint, terms: SwapState['terms']): boolean {
  return amount >= terms.dstMinAmount && amount <= 3n * terms.dstAmount
}

/** A third at least: dust that somebody sends along is no refund. */
function isWorthARefund(amount: bigint, token: Token, { plan, terms }: SwapState): boolean {
  const isSource = token.blockchain === plan.srcToken.blockchain
  return amount > 0n && 3n * amount >= (isSource ? BigInt(plan.srcAmount) : terms.dstAmount)
}
