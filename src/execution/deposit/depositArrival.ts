import type { Token } from '../../core/token.ts'
import type { EvmReceipt } from '../../wallet/types.ts'
import { tokenGain } from '../evidence.ts'
import {
  canRead,
  claimedBefore,
  type ClaimReading,
  heldBefore,
  isAnyHash,
  isBeforePayment,
  isTooOld,
  readClaimed,
} from '../evmClaims.ts'
import { type CoinsDue, nativePayout } from '../nativePayout.ts'
import type { DepositState } from '../state.ts'
import type { ClaimedSwap } from '../ton/tonClaims.ts'

/** What own reading shows of money that an order paid out; `amount` null: it cannot be measured. */
export type DepositArrival = {
  /** `claim`: nobody here reads the chain; a hash that it can have is all there is. */
  source: 'receipt' | 'balance' | 'claim'
  hash: string
  blockNumber: bigint | null
  token: Token
  amount: bigint | null
}

/** What an order is about, whoever pays it. */
export type OrderedMoney = {
  swapId: string
  createdAtMs: number
  srcToken: Token
  srcAmount: bigint
  dstToken: Token
  /** Base units that were promised; the rate may move until the payment is confirmed. */
  expected: bigint
  receiver: string
  refundAddress: string | null
  fromAddress: string | null
  baselines: DepositState['baselines']
  /** Where our payment was mined on an EVM chain; null where it was not, or is not ours. */
  paidBlock: bigint | null
}

export function moneyOf(state: DepositState): OrderedMoney {
  const { plan, order, swapId, createdAtMs, baselines } = state
  const expected = order?.dstAmount ?? BigInt(plan.dstAmount)
  const srcAmount = BigInt(plan.srcAmount)
  return { ...plan, srcAmount, expected, swapId, createdAtMs, baselines, paidBlock: null }
}

/**
 * S2: a claimed payout, held against the destination chain: the transaction is there, younger than
 * the order, not evidence of another swap, and brought the receiver between a third and three times
 * of what was expected (rates may float). Null: not proved (yet), so the claim is not endorsed.
 * @param size `any`: what arrived at all, which ends nothing well
 */
export async function payoutArrival(
  context: ClaimReading,
  money: OrderedMoney,
  hash: string,
  size: 'plausible' | 'any' = 'plausible',
): Promise<DepositArrival | null> {
  const { dstToken, receiver, expected, baselines } = money
  const { blockchain } = dstToken
  const fits = (amount: bigint): boolean =>
    size === 'any' ? amount > 0n : isPlausible(amount, expected)
  if (blockchain === 'TON' && context.ton !== undefined) {
    return await tonPayout(context, money, hash, size === 'any' ? 1n : (expected + 2n) / 3n, fits)
  }
  if (!canRead(context, blockchain)) return claimOf(dstToken, hash)
  const receipt = await readClaimed(context, blockchain, hash)
  if (receipt === null || isTooOld(baselines, blockchain, receipt)) return null
  return await arrivalAt(context, receipt, dstToken, {
    owner: receiver,
    before: heldBefore(baselines, blockchain),
    claimed: claimedBefore(context, money.swapId, hash),
    fits,
  })
}

/**
 * S5: a claimed refund, held against the source chain. It must have reached the refund address, or
 * the payer. Null: not proved.
 */
export async function refundArrival(
  context: ClaimReading,
  money: OrderedMoney,
  hash: string,
): Promise<DepositArrival | null> {
  const { srcToken, srcAmount, refundAddress, fromAddress, baselines, paidBlock } = money
  const { blockchain } = srcToken
  if (blockchain === 'TON' && context.ton !== undefined) {
    const { tonRefundArrival } = await import('../ton/tonClaims.ts')
    return await tonRefundArrival(tonFollowed(context, money), hash)
  }
  if (!canRead(context, blockchain)) return claimOf(srcToken, hash)
  const receipt = await readClaimed(context, blockchain, hash)
  if (receipt === null || isBeforePayment(baselines, blockchain, paidBlock, receipt)) return null
  const claimed = claimedBefore(context, money.swapId, hash)
  // Dust that somebody sends along is no refund.
  const fits = (amount: bigint): boolean => 3n * amount >= srcAmount
  for (const owner of [refundAddress, fromAddress]) {
    if (owner === null) continue
    const due = { owner, before: null, claimed, fits }
    const arrival = await arrivalAt(context, receipt, srcToken, due)
    if (arrival !== null) return arrival
  }
  return null
}

/** What a transaction brought an owner, if it can be what he is due. */
async function arrivalAt(
  context: ClaimReading,
  receipt: EvmReceipt,
  token: Token,
  due: Omit<CoinsDue, 'blockchain'>,
): Promise<DepositArrival | null> {
  const { hash, blockNumber } = receipt
  if (token.native) {
    const { blockchain } = token
    const payout = await nativePayout(context, receipt, { blockchain, ...due })
    return payout === null ? null : { ...payout, hash, blockNumber, token }
  }
  const amount = tokenGain(receipt.logs, token.address, due.owner) - due.claimed
  return due.fits(amount) ? { source: 'receipt', hash, blockNumber, token, amount } : null
}

async function tonPayout(
  context: ClaimReading,
  money: OrderedMoney,
  hash: string,
  least: bigint,
  fits: (amount: bigint) => boolean,
): Promise<DepositArrival | null> {
  const { tonDestinationArrival } = await import('../ton/tonClaims.ts')
  const arrival = await tonDestinationArrival(tonFollowed(context, money, least), hash)
  return arrival?.amount != null && fits(arrival.amount) ? arrival : null
}

/** An order as TON's reading of claims wants it. */
function tonFollowed(
  context: ClaimReading,
  { swapId, createdAtMs, srcAmount, ...plan }: OrderedMoney,
  least = 0n,
): ClaimedSwap {
  const terms = { dstMinAmount: least }
  const state = { swapId, createdAtMs, plan: { ...plan, srcAmount: String(srcAmount) }, terms }
  return { context, state: () => state }
}

function claimOf(token: Token, hash: string): DepositArrival | null {
  if (!isAnyHash(hash)) return null
  return { source: 'claim', hash, blockNumber: null, token, amount: null }
}

function isPlausible(amount: bigint, expected: bigint): boolean {
  return amount > 0n && 3n * amount >= expected && amount <= 3n * expected
}
