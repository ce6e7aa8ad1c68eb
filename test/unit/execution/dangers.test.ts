import { describe, expect, test } from 'vitest'

import type { ExecutionContext } from '../../../src/execution/context.ts'
import type { ReviewCard } from '../../../src/core/review.ts'
import {
  checkDangers,
  checkRemote,
  requireOwnAmount,
} from '../../../src/execution/checks/dangers.ts'
import { acceptedPlan, planSwap } from '../../../src/execution/plan.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { usdc } from '../../support/executionService.ts'
import type { SwapAnswer } from '../../../src/api/schemas.ts'
import { confirmationFor, dangerReasons } from '../../../src/execution/review.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

// A remote service is not believed about what is dangerous, nor about pools that are read here (V9).

const unlisted = { ...usdc, listed: false }

async function plan(world: World, order: SwapOrder, own: bigint | null, isRemote = true) {
  const context = world.context(await world.openJournal())
  const ownReading: NonNullable<ExecutionContext['ownReading']> = {
    obstacle: async () => null,
    read: async () => null,
    poolAmount: async () => own,
    status: () => Promise.reject(new Error('not asked')),
  }
  return await planSwap(order, isRemote ? { ...context, ownReading } : context)
}

const dangerous = (order: SwapOrder): SwapOrder => {
  return { ...order, request: { ...order.request, showDangerousRoutes: true } }
}

describe('an unlisted token', () => {
  test('of a service that warns of nothing is refused', async () => {
    const world = createWorld()
    await expect(plan(world, world.order({ srcToken: unlisted }), null)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'V9' },
    })
  })

  test('is typed with --dangerous', async () => {
    const world = createWorld()
    const { card } = await plan(world, dangerous(world.order({ srcToken: unlisted })), null)
    expect(card.typedReasons).toMatchObject([
      { code: 'dangerous', text: expect.stringContaining('in no token list') },
    ])
  })

  test('of the service in this process was judged there', async () => {
    const world = createWorld()
    const { card } = await plan(world, world.order({ srcToken: unlisted }), null, false)
    expect(card.typedReasons).toEqual([])
  })
})

test('a token without a confirmed price is refused without --dangerous', async () => {
  const world = createWorld()
  const order = world.order({})
  delete world.prices['USDC']
  await expect(plan(world, order, null)).rejects.toMatchObject({ context: { check: 'V9' } })
  const { card } = await plan(world, dangerous(order), null)
  expect(card.typedReasons.map(({ code }) => code)).toContain('dangerous')
})

describe('a promise that was hidden beside an enforced route (P8)', () => {
  const held = { code: 7013, reason: 'across promises over 3% more' }
  const marked = (order: SwapOrder): SwapOrder => {
    return { ...order, route: { ...order.route, warnings: [held] } }
  }

  test.each<[what: string, told: SwapAnswer['warnings'], reasons: number]>([
    ['is typed though the service that builds it warns of nothing', [], 1],
    ['is typed where the service repeats no warnings', undefined, 1],
    ['is shown once where the service warns of it as well', [held], 1],
  ])('%s', async (_, told, reasons) => {
    const world = createWorld()
    world.alterAnswer = (answer) => {
      if (told === undefined) delete answer.warnings
      else answer.warnings = told
    }
    const { card } = await plan(world, marked(world.order({})), null)
    expect(card.typedReasons.map(({ code }) => code)).toEqual(Array(reasons).fill('dangerous'))
    expect(confirmationFor(card).flags).toBe('confirm_amount')
  })

  test('stays typed when its quote is renewed alone', async () => {
    const world = createWorld()
    const order = marked(world.order({}))
    world.review = () => {
      world.clock += world.reviews.length === 1 ? 61_000 : 0
    }
    const context = world.context(await world.openJournal())
    const planned = await planSwap(order, context)
    const { card } = await acceptedPlan(planned, { repeatOf: null, reasons: [] }, context)
    expect(world.calls.quoteAll).toBe(1)
    expect(card.typedReasons.map(({ code }) => code)).toEqual(['dangerous'])
  })
})

describe('pools read from here', () => {
  test.each<[what: string, percent: bigint | null, isRefused: boolean]>([
    ['cannot be read', null, false],
    ['give the same', 100n, false],
    ['give less', 90n, false],
    ['give within the slippage and 1%', 101n, false],
    ['give far more', 104n, true],
  ])('that %s', async (_, percent, isRefused) => {
    const world = createWorld()
    const order = world.order({})
    const { card } = await plan(world, order, null)
    const own = percent === null ? null : (card.receive.expected * percent) / 100n
    const planned = plan(world, order, own)
    if (!isRefused) await expect(planned).resolves.toMatchObject({ card: { typedReasons: [] } })
    else await expect(planned).rejects.toMatchObject({ context: { check: 'V9' } })
  })
})

describe('to the unit', () => {
  const judged = (atLeast: bigint, told: ReviewCard['typedReasons'] = []) => {
    const amount = { token: unlisted, usdE18: 1n }
    return {
      send: { ...amount, amount: 1n },
      receive: {
        token: usdc,
        expected: 10_000n,
        atLeast,
        expectedUsdE18: 1n,
        atLeastUsdE18: 1n,
      },
      lossBps: null,
      typedReasons: told,
    }
  }

  test('a minimum of the slippage and 1% below is taken, a unit less is not', () => {
    expect(() => requireOwnAmount(10_000n, judged(9_850n), {})).not.toThrow()
    expect(() => requireOwnAmount(10_000n, judged(9_849n), {})).toThrow(
      'The pools give 0.01 USDC by a reading from here; the service guarantees 0.009849.',
    )
    expect(() => requireOwnAmount(10_000n, judged(9_800n), { slippage: 0.01 })).not.toThrow()
    expect(() => requireOwnAmount(10_000n, judged(9_799n), { slippage: 0.01 })).toThrow(/V9/)
  })

  test('does not repeat a warning of the service', async () => {
    const world = createWorld()
    const { request } = dangerous(world.order({}))
    expect(checkDangers(judged(1n), request)).toHaveLength(1)
    const other = { code: 'loss', text: 'It loses.' } as const
    expect(checkDangers(judged(1n, [other]), request)).toHaveLength(1)
    const told = { code: 'dangerous', text: 'The route is dangerous: unlisted.' } as const
    expect(checkDangers(judged(1n, [other, told]), request)).toEqual([])
  })

  test('warnings about the route are typed, quoted and without links', () => {
    const reasons = dangerReasons([
      { code: 7002, reason: 'FAKE is in no list' },
      { code: 7014, reason: 'growth only: see www.evil.example' },
      { code: 7101, reason: 'a refund costs' },
    ])
    expect(reasons.map(({ text }) => text)).toEqual([
      'The route is dangerous: "FAKE is in no list".',
      'The route has a warning: "growth only: see [link removed]".',
    ])
  })

  test('a minimum far below the market is refused first (P9)', () => {
    const world = createWorld()
    const { request } = dangerous(world.order({}))
    const poor = judged(1n)
    poor.receive.atLeastUsdE18 = 0n
    expect(() => checkRemote(poor, request)).toThrow(/less than independent prices/)
    expect(checkRemote(judged(1n), request)).toHaveLength(1)
  })
})
