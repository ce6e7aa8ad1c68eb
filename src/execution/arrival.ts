import type { Token } from '../core/token.ts'
import type { EvmReceipt } from '../evidence/evm.ts'
import { tokenGain, unwrapped } from '../evidence/logs.ts'
import { paidBlock, isOwnPayment } from './attempts.ts'
import {
  canRead,
  type Claim,
  type ClaimReading,
  evmClaimedArrival,
  balanceBefore,
} from './claimedArrivals.ts'
import type { Session } from './session.ts'
import type { Arrival } from './settled.ts'
import type { SwapState } from './state.ts'

/** Transaction ids of other chains: hex, base58, base64, and explorer formats. */
const anyHash = /^[A-Za-z0-9+/_=@.:-]{16,200}$/

/** The part of a session needed for reading. */
type Followed = { context: ClaimReading; state: Session['state'] }

/**
 * What a one-chain swap brought, from its receipt. A native payout leaves no log: it is the
 * unwrapped amount, or else the balance change since before the payment, which also rechecks a
 * token whose logs show too little. Zero is a valid amount.
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
 * Checks a claim: the transaction exists, is younger than the swap, is not evidence of another
 * swap, and brought an owner a fitting amount. Null: not proved (yet).
 */
export async function claimedArrival(
  context: ClaimReading,
  claim: Claim,
  hash: string,
): Promise<Arrival | null> {
  const { token } = claim
  const { blockchain } = token
  if (blockchain === 'TON' && context.ton !== undefined) {
    const { tonClaimedArrival } = await import('./ton/claimedArrivals.ts')
    return await tonClaimedArrival({ ...context, ton: context.ton }, claim, hash)
  }
  if (canRead(context, blockchain)) return await evmClaimedArrival(context, claim, hash)
  if (!anyHash.test(hash)) return null
  return { source: 'claim', blockchain, hash, blockNumber: null, token, amount: null }
}

/**
 * S2: checks a claimed delivery on the destination chain: the receiver got what was promised. Null:
 * not proved (yet).
 */
export async function destinationArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan, terms, swapId, createdAtMs, baselines } = state()
  const { dstToken, receiver } = plan
  const { blockchain, native } = dstToken
  const claim: Claim = {
    swapId,
    createdAtMs,
    baselines,
    paidBlock: null,
    token: dstToken,
    owners: [receiver],
    before: balanceBefore(baselines, blockchain),
    maybeWrapped: false,
    // Events and messages name the receiver of a token; for native coins other income cannot be
    // excluded.
    fits: (amount) =>
      native && blockchain !== 'TON' ? isPlausible(amount, terms) : amount >= terms.dstMinAmount,
  }
  return await claimedArrival(context, claim, hash)
}

/**
 * S5: checks a claimed refund on the possible chains: it reached the payer or the refund address.
 * Null: not proved.
 */
export async function refundArrival(
  { context, state }: Followed,
  hash: string,
): Promise<Arrival | null> {
  const { plan, swapId, createdAtMs, baselines } = state()
  const { srcToken, dstToken } = plan
  const owners = [plan.refundAddress, plan.fromAddress].filter((owner) => owner !== null)
  const claimOf = (token: Token): Claim => ({
    swapId,
    createdAtMs,
    baselines,
    paidBlock: token.blockchain === srcToken.blockchain ? paidBlock(state()) : null,
    token,
    owners,
    before: null,
    maybeWrapped: true,
    fits: (amount) => isWorthARefund(amount, token, state()),
  })
  for (const token of [srcToken, dstToken]) {
    if (!canRead(context, token.blockchain) || isOwnPayment(state(), hash)) continue
    const back = await claimedArrival(context, claimOf(token), hash)
    if (back !== null) return back
  }
  const isOnTon = srcToken.blockchain === 'TON' && context.ton !== undefined
  return isOnTon ? await claimedArrival(context, claimOf(srcToken), hash) : null
}

/** Change of the receiver's balance since right before the payment; null when it was not read. */
async function balanceChange(
  context: ClaimReading,
  { plan, baselines }: SwapState,
): Promise<bigint | null> {
  const { blockchain, address } = plan.dstToken
  const before = balanceBefore(baselines, blockchain)
  if (before === null) return null
  const [after] = await context.evm.readBalances(blockchain, plan.receiver, [address])
  return after === undefined ? null : after - before
}

/** Whether an amount not measured at the receiver is near the quoted one. */
function isPlausible(amount: bigint, terms: SwapState['terms']): boolean {
  return amount >= terms.dstMinAmount && amount <= 3n * terms.dstAmount
}

/** At least a third: dust is not a refund. */
function isWorthARefund(amount: bigint, token: Token, { plan, terms }: SwapState): boolean {
  const isSource = token.blockchain === plan.srcToken.blockchain
  return amount > 0n && 3n * amount >= (isSource ? BigInt(plan.srcAmount) : terms.dstAmount)
}
