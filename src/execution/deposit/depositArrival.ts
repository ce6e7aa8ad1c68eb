import type { Token } from '../../core/token.ts'
import { isNear } from '../../evidence/expected.ts'
import { claimedArrival } from '../arrival.ts'
import { type Claim, type ClaimReading, heldBefore } from '../claims.ts'
import type { Arrival } from '../settled.ts'
import type { DepositState } from '../state.ts'

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
 * S2: a claimed payout, held against the destination chain: the receiver got between a third and
 * three times of what was expected, since rates may float. Null: not proved (yet).
 * @param size `any`: what arrived at all, which ends nothing well
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
    before: heldBefore(baselines, dstToken.blockchain),
    maybeWrapped: false,
    fits: (amount) => (size === 'any' ? amount > 0n : isNear(amount, expected)),
  }
  return await claimedArrival(context, claim, hash)
}

/**
 * S5: a claimed refund, held against the source chain: it reached the refund address, or the
 * payer. Null: not proved.
 */
export async function refundArrival(
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
    // Dust that somebody sends along is no refund.
    fits: (amount) => 3n * amount >= srcAmount,
  }
  return await claimedArrival(context, claim, hash)
}
