import { beforeEach, describe, expect, test } from 'vitest'

import { reviewCard } from '../../../src/format/review.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { atStake, confirmationFor } from '../../../src/execution/review.ts'
import type { ReviewCard } from '../../../src/core/review.ts'
import { arbUsdc, usd, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

// An order between chains that is not filled is given back less the fees of relayers (E16).

let world: World
beforeEach(() => {
  world = createWorld()
})

const cent = 10_000n

async function planned(fee: bigint, srcAmount: bigint, token: string = usdc.address) {
  world.decode = (call) => ({ ...call, refund: { token, held: srcAmount, fee } })
  const context = world.context(await world.openJournal())
  const order = world.order({ srcToken: usdc, dstToken: arbUsdc, srcAmount })
  return (await planSwap(order, context)).card
}

const codes = ({ typedReasons }: ReviewCard): string[] => typedReasons.map(({ code }) => code)

describe('the fees of a refund', () => {
  test('are on the card, with what comes back, and in what a yes puts at stake', async () => {
    const card = await planned(100n * cent, 50_000_000n)
    expect(card.refund).toMatchObject({ fee: 1_000_000n, atLeast: 49_000_000n, feeUsdE18: usd })
    const { refund: _, ...without } = card
    expect(atStake(card)).toBe((atStake(without) ?? 0n) + usd)
    const text = JSON.stringify(reviewCard(card))
    expect(text).toContain('at least 49 USDC comes back ($49.00)')
    expect(text).toContain('a refund costs up to 1 USDC ($1.00)')
    expect(codes(card)).toEqual([])
    expect(confirmationFor(card).flags).toBe('yes')
  })

  test('of three percent are typed', async () => {
    expect(codes(await planned(3n * cent, 1_010_000n))).not.toContain('refund')
    const card = await planned(3n * cent, 1_000_000n)
    expect(codes(card)).toContain('refund')
    expect(confirmationFor(card).flags).toBe('confirm_amount')
  })

  test('are a loss (P2)', async () => {
    const card = await planned(11n * cent, 1_000_000n)
    expect(codes(card)).toContain('loss')
    await expect(planned(51n * cent, 1_000_000n)).rejects.toMatchObject({
      context: { check: 'P2' },
    })
  })

  test('of more than five dollars are refused, of whatever part of the payment', async () => {
    expect((await planned(500n * cent, 400_000_000n)).refund?.fee).toBe(5_000_000n)
    await expect(planned(501n * cent, 400_000_000n)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E16' },
    })
  })

  test('are refused in a token that nobody knows', async () => {
    await expect(planned(1n, 50_000_000n, `0x${'ab'.repeat(20)}`)).rejects.toMatchObject({
      context: { check: 'E16' },
    })
  })

  test('that are nothing are not mentioned', async () => {
    expect((await planned(0n, 50_000_000n)).refund).toBeUndefined()
  })

  test('without a price leave the stake unknown, so that --yes alone is not enough', async () => {
    const card = await planned(1n, 50_000_000n)
    const refund = card.refund && { ...card.refund, feeUsdE18: null }
    expect(confirmationFor({ ...card, ...(refund && { refund }) }).flags).toBe('confirm_amount')
  })
})
