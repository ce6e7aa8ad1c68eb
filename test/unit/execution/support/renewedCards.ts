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

type Change = (card: ReviewCard) => Partial<ReviewCard>

/** What every comparison of cards reports of the amounts. */
export const amountRows: Readonly<
  Record<'send' | 'receive', { worse: Change; says: RegExp; fine?: Change }>
> = {
  send: {
    worse: ({ send }) => ({ send: { ...send, amount: send.amount + 1n } }),
    says: /You would pay/,
  },
  receive: {
    worse: ({ receive }) => ({ receive: { ...receive, expected: receive.expected - 1n } }),
    says: /You would get /,
    fine: ({ receive }) => ({ receive: { ...receive, expected: receive.expected + 1n } }),
  },
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
