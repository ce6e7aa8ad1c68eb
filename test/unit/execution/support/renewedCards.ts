import type { ReviewCard } from '../../../../src/core/review.ts'
import { planSwap } from '../../../../src/execution/plan.ts'
import { eth, usdc } from '../../../support/executionService.ts'
import { createWorld } from '../../../support/executionWorld.ts'

// Cards, and members of cards, that a renewal is tried with.

export const coins = 10n ** 18n
export const stranger = '0x00000000000000000000000000000000000000cc'

export async function plannedCard(): Promise<ReviewCard> {
  const world = createWorld()
  const context = world.context(await world.openJournal())
  return (await planSwap(world.order({}), context)).card
}

export const fee = (amount: bigint): ReviewCard['fees'][number] => ({
  name: 'provider',
  token: eth,
  amount,
  percent: null,
  usdE18: amount * 3000n,
  included: false,
})
export const refundOf = (cost: bigint): NonNullable<ReviewCard['refund']> => ({
  token: usdc,
  fee: cost,
  atLeast: 50_000_000n - cost,
  feeUsdE18: cost,
  atLeastUsdE18: 50n * coins,
})
export const reason = (size: number): ReviewCard['typedReasons'] => [
  { code: 'loss', text: `The swap may lose ${size}%.`, size },
]
