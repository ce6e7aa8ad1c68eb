import type { Token } from '../../core/token.ts'
import { isNear } from '../../evidence/expected.ts'
import { claimedArrival } from '../arrival.ts'
import { type Claim, type ClaimReading, balanceBefore } from '../claimedArrivals.ts'
import type { Arrival } from '../settled.ts'
import type { DepositState } from '../state.ts'

/** Terms of an order, independent of its payer. */
export type OrderedMoney = {
  swapId: string
  createdAtMs: number
  srcToken: Token
  srcAmount: bigint
  dstToken: Token
  /** Promised base units; the rate may move until the payment is confirmed. */
  expected: bigint
  receiver: string
  refundAddress: string | null
  fromAddress: string | null
  baselines: DepositState['baselines']
  /** Block of our payment on an EVM chain; null if not mined or not ours. */
  paidBlock: bigint | null
}

export function moneyOf(state: DepositState): OrderedMoney {
  const { plan, order, swapId, createdAtMs, baselines } = state
  const expected = order?.dstAmount ?? BigInt(plan.dstAmount)
  const srcAmount = BigInt(plan.srcAmount)
  return { ...plan, srcAmount, expected, swapId, createdAtMs, baselines, paidBlock: null }
}

/**
 * S2: checks a claimed payout on the destination chain: the receiver got between a third and three
 * times the expected amount, since rates may float. Null: not proved (yet).
 * @param size `any`: any amount, which is not a success
 */
export async function payoutArrival(
  context: ClaimReading,
  money: OrderedMoney,
  hash: string,
  size: 'plausible' | 'any' = 'plausible',
): Promise<Arrival | null> {
  const { dstToken, receiver, expected, baselines } = money
  const claim: Claim = {
    ...money,
    paidBlock: null,
    token: dstToken,
    owners: [receiver],
    before: balanceBefore(baselines, dstToken.blockchain),
    maybeWrapped: false,
    fits: (amount) => (size === 'any' ? amount > 0n : isNear(amount, expected)),
  }
  return await claimedArrival(context, claim, hash)
}

/**
 * S5: checks a claimed refund on the source chain: it reached the refund address or the payer.
 * Null: not proved.
 */
export async function orderRefundArrival(
  context: ClaimReading,
  money: OrderedMoney,
  hash: string,
): Promise<Arrival | null> {
  const { srcToken, srcAmount, refundAddress, fromAddress } = money
  const claim: Claim = {
    ...money,
    token: srcToken,
    owners: [refundAddress, fromAddress].filter((owner) => owner !== null),
    before: null,
    maybeWrapped: false,
    // Dust is not a refund.
    fits: (amount) => 3n * amount >= srcAmount,
  }
  return await claimedArrival(context, claim, hash)
}
