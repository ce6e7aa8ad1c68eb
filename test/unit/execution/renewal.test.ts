import { beforeEach, describe, expect, test } from 'vitest'

import type { RouteItem } from '../../../src/api/routeSchema.ts'
import type { OrderCard, ReviewCard } from '../../../src/core/review.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { type AcceptedCard, isWorse } from '../../../src/execution/renewal.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import { arbUsdc, dai, usd, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import {
  amountRows,
  coins,
  fee,
  plannedCard,
  reason,
  refundOf,
  stranger,
} from './support/renewedCards.ts'

let card: ReviewCard
beforeEach(async () => {
  card = await plannedCard()
})

type Change = (card: ReviewCard) => Partial<AcceptedCard>
/** What makes it worse, with which text, and what leaves it as good or better. */
type Row = { worse: Change; says: RegExp; fine?: Change }

const rows: Readonly<
  Record<Exclude<keyof ReviewCard | keyof OrderCard, 'replaces'>, Row | 'harmless'>
> = {
  occasion: 'harmless',
  routeId: 'harmless',
  provider: { worse: () => ({ provider: 'DODO' }), says: /provider changed to DODO/ },
  swapType: { worse: () => ({ swapType: 'cross-chain' }), says: /kind of swap/ },
  rateType: { worse: () => ({ rateType: 'float' }), says: /kind of rate changed to float/ },
  floats: { worse: () => ({ floats: true }), says: /no longer guarantees/ },
  quoted: 'harmless',
  ...amountRows,
  receiverName: 'harmless',
  priceImpactPercent: 'harmless',
  slippageBps: 'harmless',
  durationSeconds: 'harmless',
  limits: 'harmless',
  fees: {
    worse: ({ fees }) => ({ fees: [...fees, fee(4n * coins)] }),
    says: /A fee is 4 ETH/,
    fine: ({ fees }) => ({ fees: fees.filter(({ name }) => name === 'gas') }),
  },
  refund: {
    worse: () => ({ refund: refundOf(3n) }),
    says: /A refund may cost 0.000003 USDC; at least 49.999997 USDC comes back/,
    fine: () => ({}),
  },
  feesUsdE18: 'harmless',
  target: { worse: () => ({ target: stranger }), says: /contract changed/ },
  spender: {
    worse: () => ({ spender: stranger }),
    says: /spender changed/,
    fine: ({ spender }) => ({ spender: spender?.toUpperCase().replace('X', 'x') ?? null }),
  },
  from: { worse: () => ({ from: stranger }), says: /paying account/ },
  receiver: { worse: () => ({ receiver: stranger }), says: /receiver changed/ },
  receiverIsSender: 'harmless',
  receiverMemo: {
    worse: () => ({ receiverMemo: { name: 'memo', value: '7' } }),
    says: /memo of the receiver changed/,
  },
  notes: 'harmless',
  refundAddress: { worse: () => ({ refundAddress: stranger }), says: /refund address/ },
  quoteAgeMs: 'harmless',
  chainId: { worse: () => ({ chainId: 5 }), says: /chain changed to 5/ },
  approvals: {
    worse: ({ approvals }) => ({
      approvals: approvals.map((one) => ({ ...one, amount: one.amount + 1n })),
    }),
    says: /approval of 50.000001 USDC/,
    fine: () => ({ approvals: [] }),
  },
  maxGasCost: {
    worse: ({ maxGasCost }) => ({
      maxGasCost: { ...maxGasCost, amount: maxGasCost.amount + 1n },
    }),
    says: /Gas may cost up to/,
    fine: ({ maxGasCost }) => ({ maxGasCost: { ...maxGasCost, amount: 1n } }),
  },
  likelyGas: 'harmless',
  dataFee: 'harmless',
  path: 'harmless',
  simulation: {
    worse: () => ({ simulation: { kind: 'unavailable', reason: 'the node is old' } }),
    says: /could not be simulated this time/,
  },
  lossBps: 'harmless',
  warnings: {
    worse: ({ warnings }) => ({ warnings: [...warnings, { code: 'NEW', text: 'Mind this.' }] }),
    says: /New warning: Mind this/,
  },
  typedReasons: {
    worse: () => ({ typedReasons: reason(30) }),
    says: /may lose 30%/,
  },
  repeatOf: 'harmless',
  yesBlockedBy: { worse: () => ({ yesBlockedBy: 'Not simulated.' }), says: /Not simulated/ },
}

const worseThan = (accepted: ReviewCard, next: Partial<AcceptedCard>, floor?: bigint): string[] =>
  isWorse<AcceptedCard>(
    accepted,
    { ...accepted, ...next },
    (one) => confirmationFor({ ...accepted, ...one }),
    floor ?? null,
  ).map(({ text }) => text)

describe('a plan that replaces an accepted one', () => {
  test('is not worse than itself', () => {
    expect(worseThan(card, {})).toEqual([])
  })

  test.each(Object.entries(rows))('%s', (_, row) => {
    if (row === 'harmless') return
    expect(worseThan(card, row.worse(card)).join(' ')).toMatch(row.says)
    if (row.fine !== undefined) expect(worseThan(card, row.fine(card))).toEqual([])
  })

  test.each<[string, ReviewCard['typedReasons'], ReviewCard['typedReasons'], boolean]>([
    ['the same loss', reason(12), reason(12), false],
    ['noise of prices', reason(12), reason(12.2), false],
    ['just the noise of prices', reason(12), reason(12.25), false],
    ['a larger loss', reason(12), reason(12.3), true],
    ['a smaller loss', reason(12), reason(11), false],
    [
      'a reason without a measure',
      [{ code: 'value', text: 'x' }],
      [{ code: 'value', text: 'y' }],
      false,
    ],
    ['another reason', reason(12), [{ code: 'gain', text: 'too good', size: 1 }], true],
  ])('reasons by code and size: %s', (_, accepted, next, isAsked) => {
    const before = { ...card, typedReasons: accepted }
    expect(worseThan(before, { typedReasons: next }).length > 0).toBe(isAsked)
  })

  test('the least amount counts as well as the expected one', () => {
    const { receive } = card
    const next = { receive: { ...receive, atLeast: receive.atLeast - 1n } }
    expect(worseThan(card, next).join()).toMatch(/You would get at least/)
    expect(worseThan(card, next, receive.atLeast - 1n)).toEqual([])
    expect(worseThan(card, next, receive.atLeast)).toHaveLength(1)
  })

  test('another token is worse whatever its amount', () => {
    const next = { receive: { ...card.receive, token: arbUsdc } }
    expect(worseThan(card, next).join()).toMatch(/You would get USDC, not DAI/)
  })

  test('a fee may move by two percent with the price of its coin', () => {
    const before = { ...card, fees: [...card.fees, fee(100n)] }
    const with_ = (amount: bigint) => ({ fees: [...card.fees, fee(amount)] })
    expect(worseThan(before, with_(102n))).toEqual([])
    expect(worseThan(before, with_(103n))).toHaveLength(1)
  })

  test('an answer that was enough must be enough again', () => {
    const of = (usdE18: bigint): ReviewCard['send'] => ({ ...card.send, usdE18 })
    const accepted = { ...card, send: of(98n * usd) }
    expect(worseThan(accepted, { send: of(99n * usd) })).toEqual([])
    expect(worseThan(accepted, { send: of(101n * usd) }).join()).toMatch(/more than \$100/)
  })
})

describe('while the card is read for a minute', () => {
  /** What the world does in the meantime; answers as `--yes` does: no card twice. */
  async function renewed(change: (world: World) => void, world = createWorld()): Promise<World> {
    world.review = ({ replaces }) => {
      if (replaces !== undefined) {
        const texts = replaces.worse.map(({ text }) => text)
        throw new SwaprouteError('PRICE_MOVED', texts.join(' '))
      }
      world.clock += 61_000
      change(world)
    }
    await swap(world)
    return world
  }
  async function swap(world: World): Promise<SwapOutcome> {
    const context = world.context(await world.openJournal())
    return await executeSwap(await planSwap(world.order({}), context), context, { wait: true })
  }
  const feeOf = (world: World, amount: bigint): void => {
    world.pinned = { ...world.pinned, mostFixedFee: 10n * coins }
    const state = ({ fees }: { fees?: RouteItem['fees'] | undefined }): void => {
      if (fees === undefined) return
      const fixed = { fixedAmount: '0', fixedWeiAmount: String(amount), fixedUsdAmount: 4 }
      fees.gasTokenFees.provider = fixed
    }
    world.alterRoute = state
    world.alterAnswer = (answer) => {
      state(answer)
      answer.transaction.value = String(amount)
    }
  }
  const pricedAt = (world: World, price: bigint): void => {
    const { evm } = world.chains.ETH
    evm.readFees = () =>
      Promise.resolve({
        fees: { type: 'eip1559', maxFeePerGas: 2n * price, maxPriorityFeePerGas: 1n },
        usual: price,
      })
  }

  test('nothing changes: the renewed plan is signed without a second question', async () => {
    const world = await renewed(() => {})
    expect(world.reviews).toHaveLength(1)
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test.each<[string, (world: World) => void, RegExp]>([
    ['a fee appears', (world) => feeOf(world, 4_000_000n), /A fee is/],
    ['gas costs ten times as much', (world) => pricedAt(world, 10n), /Gas may cost up to/],
    [
      'the node stops simulating',
      (world) => {
        world.chains.ETH.simulation = 'unavailable'
      },
      /could not be simulated/,
    ],
    [
      'the swap becomes a large loss',
      (world) => {
        world.prices['DAI'] = { usd: 1n, confirmed: true }
        world.chains.ETH.rate = 700n
      },
      /You would get/,
    ],
  ])(
    '%s: shown again, and nothing is signed by an answer given before',
    async (_, change, says) => {
      const world = createWorld()
      await expect(renewed(change, world)).rejects.toMatchObject({
        code: 'PRICE_MOVED',
        message: expect.stringMatching(says),
        funds: 'none_moved',
      })
      expect(world.reviews).toHaveLength(2)
      expect(world.reviews[1]?.replaces?.card).toEqual(
        expect.objectContaining({ occasion: 'swap' }),
      )
      expect(world.signer.signatures).toEqual([])
      expect(world.chains.ETH.payments).toEqual([])
    },
  )

  test('the best of the routes of its provider replaces it', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({}), context)
    const wish = { srcToken: usdc, dstToken: dai, srcAmount: 50_000_000n }
    const { api } = context
    const routesAt = (rates: readonly bigint[]) =>
      rates.map((rate) => {
        world.chains.ETH.rate = rate
        return world.route(wish)
      })
    context.api = {
      ...api,
      quoteAll: async (request) => {
        const answer = await api.quoteAll(request, { signal: context.signal })
        // The chain pays the rate of the last one.
        return { ...answer, routes: routesAt([970n, 960n, 990n]) }
      },
    }
    world.review = () => {
      world.clock += world.reviews.length === 1 ? 61_000 : 0
    }
    const { received } = await executeSwap(planned, context, { wait: true })
    expect(received?.amount).toBe(49_500_000n)
    expect(world.reviews).toHaveLength(1)
  })
})
