import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ReviewCard } from '../../../src/core/review.ts'
import { planEvmSwap } from '../../../src/execution/evm/plan.ts'
import type { PlannedEvmSwap } from '../../../src/execution/planned.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import { reviewCard } from '../../../src/format/review.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, bob, dai, eth, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

async function plan(world: World, changes: OrderChanges = {}): Promise<PlannedEvmSwap> {
  return await planEvmSwap(world.order(changes), world.context(await world.openJournal()))
}

/** The labels of the review. */
function textOf(card: ReviewCard): string[] {
  return reviewCard(card).groups.flatMap((rows) => rows.map(({ label }) => label))
}

describe('the content of a plan', () => {
  test('approval, transactions for another signer and every fact of the card', async () => {
    const world = createWorld()
    const { card, unsigned, approvals } = await plan(world)
    expect(approvals).toEqual([
      { leg: 'approve', token: usdc, spender: router, amount: 50_000_000n },
    ])
    expect(
      unsigned.map(({ leg, to, value, gasLimit }) => [leg, to, value, gasLimit === null]),
    ).toEqual([
      ['approve', usdc.address, 0n, false],
      ['pay', router, 0n, true],
    ])
    expect(card).toMatchObject({
      occasion: 'swap',
      provider: 'UNI_SWAP_V3',
      send: { token: usdc, amount: 50_000_000n, usdE18: 50n * 10n ** 18n },
      receive: { expected: 49_500_000n, atLeast: 49_005_000n, expectedUsdE18: 495n * 10n ** 17n },
      quoted: { expected: 49_500_000n, atLeast: 49_005_000n },
      slippageBps: 100,
      durationSeconds: 60,
      spender: router,
      target: router,
      receiver: alice,
      receiverIsSender: true,
      refundAddress: null,
      quoteAgeMs: 0,
      chainId: 1,
      lossBps: 100,
      typedReasons: [],
      yesBlockedBy: null,
      simulation: {
        kind: 'passed',
        changes: [
          { token: usdc, delta: -50_000_000n },
          { token: dai, delta: 49_500_000n },
        ],
      },
    })
    expect(card.fees.map(({ name, included }) => [name, included])).toEqual([['gas', false]])
    expect(card.feesUsdE18).toBe(card.fees[0]?.usdE18)
  })

  test('the whole request is sent again, with both parties and without the service’s checks', async () => {
    const world = createWorld()
    await plan(world, { refundAddress: bob })
    expect(world.calls.swap).toEqual([
      expect.objectContaining({
        srcAmount: 50_000_000n,
        fromAddress: alice,
        receiver: alice,
        refundAddress: bob,
        enableChecks: false,
        id: expect.stringMatching(/^00000000-/),
      }),
    ])
  })

  test.each<[string, (world: World) => void, string[]]>([
    ['nothing special', () => {}, []],
    ['an unpriced token', (world) => delete world.prices['DAI'], ['value_unknown']],
    [
      'one source only',
      (world) => (world.prices['DAI'] = { usd: 1n, confirmed: false }),
      ['value_unknown'],
    ],
    ['an unpriced gas coin', (world) => delete world.prices['ETH'], ['gas_unknown']],
    [
      '500 USD',
      (world) =>
        (world.prices = {
          ...world.prices,
          USDC: { usd: 10n, confirmed: true },
          DAI: { usd: 10n, confirmed: true },
        }),
      ['value'],
    ],
    ['a slippage above 3 %', (world) => (world.slippageBps = 301), ['slippage']],
    ['a loss of 10 %', (world) => (world.chains.ETH.rate = 900n), ['loss', 'market']],
    ['a gain above 20 %', (world) => (world.chains.ETH.rate = 1_201n), ['gain']],
    [
      'an expected amount 3.1 % below the market',
      (world) => (world.chains.ETH.rate = 969n),
      ['market'],
    ],
    ['one 3 % below it', (world) => (world.chains.ETH.rate = 970n), []],
    ['a gain of 20 %', (world) => (world.chains.ETH.rate = 1_200n), []],
    [
      'a price impact above 3 %',
      (world) => (world.alterRoute = ({ estimate }) => (estimate.priceImpact = 3.1)),
      ['price_impact'],
    ],
    [
      'a dangerous route',
      (world) =>
        (world.alterRoute = ({ warnings }) => warnings.push({ code: 7004, reason: 'odd' })),
      ['dangerous'],
    ],
  ])('%s asks for the amount accordingly', async (_name, change, reasons) => {
    const world = createWorld()
    change(world)
    const { card } = await plan(world)
    expect(card.typedReasons.map(({ code }) => code)).toEqual(reasons)
  })

  test('so does one that cannot measure another receiver; a failure there refuses', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const { evm } = world.chains.ETH
    const honest = evm.simulate
    evm.simulate = (blockchain, owner, calls) =>
      owner === bob
        ? Promise.resolve({ kind: 'unavailable', reason: 'the node had enough' })
        : honest(blockchain, owner, calls)
    const { card } = await planEvmSwap(world.order({ receiver: bob }), context)
    expect(card.yesBlockedBy).toContain('the node had enough')
    evm.simulate = async (blockchain, owner, calls) => {
      const simulation = await honest(blockchain, owner, calls)
      if (simulation.kind === 'simulated' && owner === bob) {
        return { ...simulation, failure: { index: 1, reason: 'no' } }
      }
      return simulation
    }
    const order = world.order({ receiver: bob })
    await expect(planEvmSwap(order, context)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  })

  test('a call that cannot be read needs its amount typed, on one chain and with a simulation', async () => {
    const world = createWorld()
    world.decode = () => null
    const { card } = await plan(world)
    expect(card.typedReasons.map(({ code }) => code)).toEqual(['unreadable'])
    expect(confirmationFor(card)).toMatchObject({
      interactive: 'type_amount',
      flags: 'confirm_amount',
    })
    world.chains.ETH.simulation = 'unavailable'
    expect(confirmationFor((await plan(world)).card).flags).toBe('impossible')
    await expect(plan(world, { dstToken: arbUsdc })).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E8' },
    })
  })

  test('a call without a minimum needs its amount typed, and so does a route that declares none', async () => {
    const world = createWorld()
    world.decode = (call) => ({ ...call, minOut: null, floats: true })
    await expect(plan(world, { dstToken: arbUsdc })).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E9' },
    })
    world.alterRoute = (route) => (route.rateType = 'float')
    const { card } = await plan(world, { dstToken: arbUsdc })
    expect(card.floats).toBe(true)
    expect(card.typedReasons).toEqual([
      {
        code: 'no_minimum',
        text: 'No minimum is guaranteed: across pays out what its fees leave.',
      },
    ])
    expect(confirmationFor(card)).toMatchObject({
      interactive: 'type_amount',
      flags: 'confirm_amount',
    })
    expect(textOf(card)).toContain('Not guaranteed')
    expect(textOf((await plan(createWorld())).card)).not.toContain('Not guaranteed')
  })

  test('a call whose delivery may wait for another call says so', async () => {
    const world = createWorld()
    const late = 'If nobody delivers, the tokens wait on SUI for a call.'
    world.decode = (call) => ({ ...call, late })
    const { card } = await plan(world, { dstToken: arbUsdc })
    expect(card.warnings).toEqual([{ code: 'LATE_DELIVERY', text: late }])
    expect(textOf(card)).toContain('Warning')
    expect((await plan(createWorld())).card.warnings).toEqual([])
  })

  test('a trusted call names whom one trusts, what a failed step pays, and needs --trust', async () => {
    const world = createWorld()
    world.alterRoute = (route) => (route.rateType = 'float')
    world.decode = (call) => ({ ...call, trusted: 'it pays USDC to your account' })
    const { card } = await plan(world, { dstToken: arbUsdc })
    expect(textOf(card)).toContain('Not guaranteed')
    expect(card.typedReasons).toEqual([
      {
        code: 'trusted',
        text: 'Not guaranteed by a contract: you trust across. If its last step fails, it pays USDC to your account.',
      },
    ])
    expect(confirmationFor(card)).toMatchObject({
      interactive: 'type_amount',
      flags: 'confirm_amount',
      trust: 'across',
    })
    expect(confirmationFor((await plan(createWorld())).card).trust).toBe(null)
  })

  test('an order that may end with a refund of nothing is not guaranteed, and its minimum holds', async () => {
    const world = createWorld()
    world.alterRoute = (route) => (route.rateType = 'float')
    world.decode = (call) => ({ ...call, returnsNothing: true })
    const { card } = await plan(world, { dstToken: arbUsdc })
    expect(textOf(card)).toContain('Not guaranteed')
    expect(card.typedReasons).toEqual([
      {
        code: 'no_minimum',
        text: 'No minimum is guaranteed: across may refund less than you pay instead of paying out.',
      },
    ])
    expect(confirmationFor(card).flags).toBe('confirm_amount')
    world.decode = (call) => ({ ...call, returnsNothing: true, minOut: 1n })
    await expect(plan(world, { dstToken: arbUsdc })).rejects.toMatchObject({
      context: { check: 'E9' },
    })
  })

  test('a node that cannot simulate blocks --yes', async () => {
    const world = createWorld()
    world.chains.ETH.simulation = 'unavailable'
    const { card } = await plan(world)
    expect(card.simulation).toEqual({ kind: 'unavailable', reason: 'the node does not offer it' })
    expect(card.yesBlockedBy).toContain('could not be simulated')
  })
})

describe('what cannot be planned', () => {
  test.each<[string, (world: World) => void, OrderChanges, object]>([
    [
      'an old quote',
      (world) => (world.clock += 60_001),
      { quotedAtMs: 1_700_000_000_000 },
      { code: 'QUOTE_EXPIRED', context: { check: 'P5' } },
    ],
    [
      'too few tokens',
      () => {},
      { srcAmount: 1_000_000_001n },
      {
        code: 'NOT_ENOUGH_BALANCE',
        message:
          'The account holds 1000 USDC on Ethereum; the swap needs 1000.000001 USDC, so 0.000001 USDC is missing.',
        context: { missing: '1', held: '1000000000' },
      },
    ],
    [
      'too few native coins to swap',
      () => {},
      { srcToken: eth, srcAmount: 10n ** 19n + 1n },
      { code: 'NOT_ENOUGH_BALANCE', context: { missing: '1' } },
    ],
    [
      'nothing left for gas',
      () => {},
      { srcToken: eth, srcAmount: 10n ** 19n },
      { code: 'NOT_ENOUGH_NATIVE', message: expect.stringContaining('the swap and its gas needs') },
    ],
    [
      'fees above --max-fee-usd',
      () => {},
      { maxFeeUsdE18: 1n },
      { code: 'PRICE_MOVED', context: { check: 'max-fee-usd' } },
    ],
    [
      'fees of unknown value',
      (world) => delete world.prices['ETH'],
      { maxFeeUsdE18: 10n ** 20n },
      { code: 'PRICE_MOVED' },
    ],
    [
      'a chain that is not EVM',
      () => {},
      { srcToken: { ...usdc, blockchain: 'TON' } },
      { code: 'INVALID_ARGUMENT' },
    ],
    [
      'a route without an id',
      (world) => (world.alterRoute = (route) => (route.id = null)),
      {},
      { code: 'QUOTE_EXPIRED' },
    ],
    [
      'an unknown provider',
      (world) => (world.alterRoute = (route) => (route.providerType = 'unheard_of')),
      {},
      { code: 'UPSTREAM_REFUSED' },
    ],
    [
      'no transaction',
      (world) => (world.alterAnswer = (answer) => (answer.transaction = {})),
      {},
      { code: 'UPSTREAM_REFUSED' },
    ],
    [
      'an invalid amount',
      (world) => (world.alterAnswer = ({ transaction }) => (transaction.value = '1e18')),
      {},
      { code: 'UPSTREAM_REFUSED', context: { field: 'value' } },
    ],
    [
      'a call that would fail',
      (world) => (world.alterRoute = () => (world.chains.ETH.rate = 1n)),
      {},
      { code: 'SIMULATION_FAILED', message: expect.stringContaining('The payment would fail') },
    ],
  ])('%s', async (_name, change, order, expected) => {
    const world = createWorld()
    change(world)
    await expect(plan(world, order)).rejects.toMatchObject({ ...expected, funds: null })
    await expect(plan(world, order)).rejects.toThrow(SwaprouteError)
  })

  test('gas that costs more than 250 USD', async () => {
    const world = createWorld()
    // So that the gas is a small part of it.
    world.prices['USDC'] = { usd: 100n, confirmed: true }
    world.prices['DAI'] = { usd: 100n, confirmed: true }
    world.prices['ETH'] = { usd: 2n * 10n ** 15n, confirmed: true }
    await expect(plan(world)).rejects.toMatchObject({ context: { check: 'E11' } })
    world.prices['ETH'] = { usd: 10n ** 15n, confirmed: true }
    await expect(plan(world)).resolves.toMatchObject({ chainId: 1 })
  })
})
