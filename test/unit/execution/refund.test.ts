import { beforeEach, describe, expect, test } from 'vitest'

import { checkRefund, greatestLoss } from '../../../src/execution/checks/amounts.ts'
import { reviewCard } from '../../../src/format/review.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { atStake, confirmationFor } from '../../../src/execution/review.ts'
import { orderFeeNote } from '../../../src/core/quote.ts'
import type { OrderCard, ReviewCard, ReviewRefund } from '../../../src/core/review.ts'
import { orderConfirmation, planOrder } from '../../../src/execution/deposit/plan.ts'
import { isWorse } from '../../../src/execution/renewal.ts'
import { orderCard } from '../../../src/format/order.ts'
import { arbUsdc, usd, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

// An order between chains that is not filled is given back less the fees of relayers (E16).

let world: World
beforeEach(() => {
  world = createWorld()
})

const cent = 10_000n

async function planned(fee: bigint, srcAmount: bigint, token: string = usdc.address) {
  world.decode = (call) => ({ ...call, refund: { token, amount: srcAmount, fee } })
  const context = world.context(await world.openJournal())
  const order = world.order({ srcToken: usdc, dstToken: arbUsdc, srcAmount })
  return (await planSwap(order, context)).card
}

type Reasons = Pick<ReviewCard | OrderCard, 'typedReasons'>
const codes = ({ typedReasons }: Reasons): string[] => typedReasons.map(({ code }) => code)

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

  test('are refused in an unknown token', async () => {
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

/** An order that is paid to an address, whose provider reports the cost of a refund. */
async function plannedOrder(fee: bigint | null, srcAmount: bigint) {
  world.alterRoute = (route) => {
    if (fee === null) return
    const data = { refundFee: String(fee) }
    route.warnings.push({ code: orderFeeNote, reason: 'a refund costs up to some USDC', data })
  }
  const context = world.context(await world.openJournal())
  return planOrder(world.order({ srcToken: usdc, dstToken: arbUsdc, srcAmount }), context)
}

describe('the fees of a deposit that is sent back', () => {
  test('are on its card among the figures, and only there', async () => {
    const card = await plannedOrder(100n * cent, 50_000_000n)
    expect(card.refund).toMatchObject({ fee: 1_000_000n, atLeast: 49_000_000n, feeUsdE18: usd })
    const text = JSON.stringify(orderCard(card))
    expect(text).toContain('at least 49 USDC comes back ($49.00)')
    expect(text).toContain('a refund costs up to 1 USDC ($1.00)')
    expect(text).not.toContain('some USDC')
    expect(codes(card)).toEqual([])
  })

  test('count in what a yes puts at stake (K12)', async () => {
    const flagsOf = async (fee: bigint | null): Promise<string> =>
      orderConfirmation(await plannedOrder(fee, 99_500_000n), 'signed').flags
    expect(await flagsOf(null)).toBe('yes')
    expect(await flagsOf(50n * cent)).toBe('yes')
    expect(await flagsOf(51n * cent)).toBe('confirm_amount')
  })

  test('of three percent are typed, and are a loss (P2)', async () => {
    expect(codes(await plannedOrder(2n * cent, 1_000_000n))).not.toContain('refund')
    expect(codes(await plannedOrder(3n * cent, 1_000_000n))).toContain('refund')
    expect(codes(await plannedOrder(11n * cent, 1_000_000n))).toContain('loss')
    for (const fee of [51n * cent, 100n * cent, 200n * cent]) {
      await expect(plannedOrder(fee, 1_000_000n)).rejects.toMatchObject({
        context: { check: 'P2' },
      })
    }
  })

  test('may be above five dollars: no contract holds the money', async () => {
    expect((await plannedOrder(800n * cent, 400_000_000n)).refund?.fee).toBe(8_000_000n)
  })

  test('that grow while the quote is renewed are shown again (P7)', async () => {
    const [before, now] = [
      await plannedOrder(cent, 50_000_000n),
      await plannedOrder(2n * cent, 50_000_000n),
    ]
    const worse = (one: OrderCard, other: OrderCard): string[] =>
      isWorse(one, other, (card) => orderConfirmation(card, 'signed')).map(({ text }) => text)
    expect(worse(before, now)).toEqual([
      'A refund may cost 0.02 USDC; at least 49.98 USDC comes back.',
    ])
    expect(worse(now, before)).toEqual([])
  })

  test('ignores fees that are not a number', async () => {
    for (const told of ['', '0', '-1', '1e3', '01', 7, null, { fee: 1 }]) {
      world.alterRoute = (route) => {
        const data = { refundFee: told }
        route.warnings.push({ code: orderFeeNote, reason: 'a refund costs a lot', data })
      }
      const context = world.context(await world.openJournal())
      const card = await planOrder(world.order({ srcToken: usdc, dstToken: arbUsdc }), context)
      expect(card.refund).toBeUndefined()
      expect(JSON.stringify(orderCard(card))).toContain('a refund costs a lot')
    }
  })
})

describe('what comes back', () => {
  const back = (fee: bigint, atLeast: bigint): ReviewRefund => ({
    token: usdc,
    fee,
    atLeast,
    feeUsdE18: fee,
    atLeastUsdE18: atLeast,
  })

  test('shows its costs in percent', () => {
    expect(checkRefund(back(325n, 9_675n))).toEqual([
      { code: 'refund', text: 'A refund costs up to 3.25% of the payment.', size: 3.25 },
    ])
    expect(checkRefund(back(299n, 9_701n))).toEqual([])
    expect(checkRefund(null)).toEqual([])
  })

  test.each<[what: string, least: bigint | null, refund: ReviewRefund | null, bps: number | null]>([
    ['a gain where there is no refund', 150n, null, -5_000],
    ['the refund where the arrival has no price', null, back(10n, 90n), 1_000],
    ['a gain of the refund alone', null, back(0n, 150n), -5_000],
    ['the arrival where it is less', 80n, back(10n, 90n), 2_000],
    ['the refund where that is less', 95n, back(10n, 90n), 1_000],
    ['nothing where neither is known', null, null, null],
  ])('counts %s', (_, least, refund, bps) => {
    expect(greatestLoss(100n, least, refund)).toBe(bps)
  })
})
