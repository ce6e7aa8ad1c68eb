/** What a service may declare besides: limits, shares of integrators, several offers, opaque calls. */
import { describe, expect, test } from 'vitest'

import type { Aggregator, AggregatorOffer } from '../../../../src/providers/kits/evm/aggregator.ts'
import type { Bridge } from '../../../../src/providers/kits/evm/bridge.ts'
import { checkBuiltCall } from '../../../../src/providers/kits/evm/builtCall.ts'
import {
  type Body,
  evm,
  hash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
} from '../../depositSupport.ts'
import { createTestBridge, bridgeUrl, quoteExchange, testBridgeId } from './testBridge.ts'
import { build as buildBridge, request as bridgeRequest, toBsc } from './testBridgeSwaps.ts'
import {
  buildOf,
  coin,
  createTestAggregator,
  type AggregatorSwap,
  aggregatorUrl,
  routeOf,
  router,
  testAggregatorId,
} from './testAggregator.ts'
import { buildFrom, withNode } from '../support.ts'

const alice = evm('alice')
const bob = evm('bob')
const usdc = tokenOf('ETH', 'USDC')
const swap: AggregatorSwap = {
  srcToken: usdc.address,
  dstToken: coin,
  srcAmount: 100_000_000n,
  dstAmount: 33_333_333_333_333_333n,
  sender: alice,
  recipient: bob,
  slippageBps: 49,
}
const request = requestOf(usdc, tokenOf('ETH', 'ETH'), swap.srcAmount, {
  fromAddress: alice,
  receiver: bob,
})
const url = aggregatorUrl + routeOf(swap).path

/** An offer as the route has it, changed. */
function offerOf(
  { data: { routeSummary: told } }: Body,
  more: Partial<AggregatorOffer> = {},
): AggregatorOffer {
  return {
    srcToken: told.tokenIn,
    dstToken: told.tokenOut,
    srcAmount: BigInt(told.amountIn),
    dstAmount: BigInt(told.amountOut),
    gas: null,
    carry: told,
    ...more,
  }
}

function offering(read: (body: Body) => AggregatorOffer | AggregatorOffer[]) {
  return createTestAggregator({ quote: () => ({ url, read }) })
}

describe('limits', () => {
  const within = { min: 1_000_000n, max: 200_000_000n }

  test('of an offer are reported', async () => {
    const provider = offering((body) => offerOf(body, { limits: within }))
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    await expect(quoteOf(provider, request, context)).resolves.toMatchObject({ limits: within })
  })

  test.each([
    ['AMOUNT_TOO_LOW', { min: 100_000_001n, max: null }, { minAmount: '100.000001' }],
    ['AMOUNT_TOO_HIGH', { min: null, max: 99_000_000n }, { maxAmount: '99' }],
  ])('of an offer refuse an amount outside: %s', async (code, limits, context) => {
    const provider = offering((body) => offerOf(body, { limits }))
    const tape = play(aggregatorUrl, [routeOf(swap)])
    const error = await refusal(quoteOf(provider, request, tape.context))
    expect(error).toMatchObject({ code, context: { tokenSymbol: 'USDC', ...context } })
  })

  const refusing = (change: Partial<Aggregator>) =>
    createTestAggregator({
      refusal: (body) => ({ code: String((body as Body).code), reason: null }),
      ...change,
    })
  const refused = { ...routeOf(swap), status: 400, body: { code: 4009 } }

  test('of a refusal are named', async () => {
    const provider = refusing({
      refusal: (_body, { srcToken }) => ({
        code: '4009',
        reason: null,
        limits: { min: null, max: 5n * 10n ** BigInt(srcToken.decimals) },
      }),
    })
    const error = await refusal(quoteOf(provider, request, play(aggregatorUrl, [refused]).context))
    expect(error).toMatchObject({
      code: 'AMOUNT_TOO_HIGH',
      message: 'TestAggregator takes at most 5 USDC on this route.',
      context: { tokenSymbol: 'USDC', maxAmount: '5' },
    })
  })

  test.each([
    ['an answer', 200, { most: 7_000_000 }, { tokenSymbol: 'USDC', maxAmount: '7' }],
    ['an outage', 503, null, { tokenSymbol: 'USDC' }],
    ['another shape', 200, {}, { tokenSymbol: 'USDC' }],
  ])('are asked for where a refusal names no limit: %s', async (_name, status, body, context) => {
    const limits: Aggregator['limits'] = ({ chain }) => ({
      url: `${aggregatorUrl}/${chain}/limits`,
      read: (answer) => ({ min: null, max: BigInt((answer as Body).most) }),
    })
    const tape = play(aggregatorUrl, [refused, { path: '/ethereum/limits', status, body }])
    const error = await refusal(quoteOf(refusing({ limits }), request, tape.context))
    expect(tape.unused()).toEqual([])
    expect(error.code).toBe('AMOUNT_TOO_HIGH')
    expect(error.context).toEqual(context)
  })

  test('of a bridge are asked for as well', async () => {
    const limits: Bridge['limits'] = ({ srcChain }) => ({
      url: `${bridgeUrl}/limits/${srcChain}`,
      read: () => ({ min: 250_000_000n, max: null }),
    })
    const tape = play(bridgeUrl, [
      { ...quoteExchange(toBsc), status: 400, body: { errorId: 'ERROR_LOW_GIVE_AMOUNT' } },
      { path: '/limits/1', body: {} },
    ])
    const error = await refusal(quoteOf(createTestBridge({ limits }), bridgeRequest, tape.context))
    expect(error).toMatchObject({ code: 'AMOUNT_TOO_LOW', context: { minAmount: '250' } })
  })
})

test.each([
  [{}, null],
  [{ integratorAddress: bob, integratorFeeBps: 0 }, null],
  [
    { integratorAddress: bob, integratorFeeBps: 25 },
    { address: bob, feeBps: 25 },
  ],
])('the share of an integrator is asked for: %j', async (more, integrator) => {
  const told: unknown[] = []
  const provider = createTestAggregator({
    quote: (asked) => {
      told.push(asked.integrator)
      return { url, read: (body) => offerOf(body as Body) }
    },
  })
  const { context } = play(aggregatorUrl, [routeOf(swap)])
  await quoteOf(provider, { ...request, ...more }, context)
  expect(told).toEqual([integrator])
})

describe('several offers', () => {
  const two = (body: Body) => [
    offerOf(body, { variant: 'fast', carry: { ...body.data.routeSummary, checksum: '1' } }),
    offerOf(body, { variant: 'cheap' }),
  ]
  const quotesOf = async (read: (body: Body) => AggregatorOffer[]) => {
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    const { quotes } = await offering(read).quote(request, new Set([testAggregatorId]), context)
    return quotes
  }

  test('are quotes each, and the accepted one is built', async () => {
    const quotes = await quotesOf(two)
    expect(quotes.map(({ providerState }) => providerState)).toEqual(['fast', 'cheap'])
    const cheap = quotes[1]
    if (cheap === undefined) throw new Error('no second offer')
    const tape = play(aggregatorUrl, [routeOf(swap), buildOf(swap)])
    await expect(buildFrom(offering(two), cheap, tape.context)).resolves.toBeDefined()
    expect(tape.unused()).toEqual([])
  })

  test('one that is no longer made is not built', async () => {
    const [fast] = await quotesOf(two)
    if (fast === undefined) throw new Error('no offer')
    const provider = offering((body) => two(body).slice(1))
    const error = await refusal(provider.build(fast, play(aggregatorUrl, [routeOf(swap)]).context))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test('a bad one does not hide a good one', async () => {
    const quotes = await quotesOf((body) => [
      offerOf(body, { variant: 'other', srcAmount: 1n }),
      offerOf(body, { variant: 'cheap' }),
      offerOf(body, { variant: 'cheap', dstAmount: 1n }),
    ])
    expect(quotes).toMatchObject([{ providerState: 'cheap', dstAmount: swap.dstAmount }])
  })

  test.each([
    ['an empty list is', [], 'NO_ROUTE'],
    ['only bad ones are', [{ srcAmount: 1n }], 'UPSTREAM_FAILED'],
  ] as const)('%s no offer', async (_name, offers, code) => {
    const provider = offering((body) => offers.map((more) => offerOf(body, more)))
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    expect((await refusal(quoteOf(provider, request, context))).code).toBe(code)
  })

  test('of a bridge: the accepted one is asked for when it builds', async () => {
    const variants: (string | null)[] = []
    const provider = createTestBridge({
      quote: (asked) => ({
        url: bridgeUrl + quoteExchange(toBsc).path,
        read: () =>
          (['fast', 'cheap'] as const).map((variant) => ({
            ...asked,
            variant,
            srcAmount: toBsc.srcAmount,
            dstAmount: toBsc.dstAmount,
            dstMinAmount: toBsc.dstAmount,
            gas: null,
            durationSeconds: 1,
          })),
      }),
      build: ({ variant }) => {
        variants.push(variant)
        throw new Error('asked')
      },
    })
    const { context } = play(bridgeUrl, [quoteExchange(toBsc)])
    const { quotes } = await provider.quote(bridgeRequest, new Set([testBridgeId]), context)
    for (const quote of quotes)
      await expect(provider.build(quote, context)).rejects.toThrow('asked')
    expect(variants).toEqual(['fast', 'cheap'])
  })
})

describe('opaque calls', () => {
  const provider = createTestAggregator({ calls: 'opaque' })
  const built = async (bend: Partial<AggregatorSwap> = {}) => {
    const bent = { ...swap, ...bend }
    const tape = play(aggregatorUrl, [routeOf(swap), routeOf(swap), buildOf(bent)])
    const quote = await quoteOf(provider, request, tape.context)
    return { quote, tape, swap: await buildFrom(provider, quote, tape.context) }
  }

  test('are declared so, and built without being read', async () => {
    expect(provider.proofs).toEqual([{ kind: 'opaque' }])
    const { swap: made, quote } = await built({ bendData: () => '0x12345678' })
    expect(made.transaction).toMatchObject({ to: router, data: '0x12345678' })
    expect(made.dstMinAmount).toBe(quote.dstMinAmount)
  })

  test.each<[string, string, (data: Body) => void]>([
    ['another contract', 'E2', (data) => (data.routerAddress = bob)],
    ['another chain', 'E1', (data) => (data.chainId = 42161)],
    ['extra value', 'E5', (data) => (data.transactionValue = '1')],
  ])('but never for %s (%s)', async (_name, check, bend) => {
    const error = await refusal(built({ bendBody: ({ data }) => bend(data) }))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test('nor for less than was accepted, nor between chains', async () => {
    const { built: bridged, quote, tape } = await buildBridge(toBsc)
    const opaque = { ...createTestBridge(), proofs: [{ kind: 'opaque' as const }] }
    const crossing = await refusal(checkBuiltCall(opaque, bridged, quote, tape.context))
    expect(crossing).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } })
    const own = await built()
    const less = { ...own.swap, dstMinAmount: own.quote.dstMinAmount - 1n }
    const poor = await refusal(checkBuiltCall(provider, less, own.quote, own.tape.context))
    expect(poor).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E9' } })
    await expect(
      checkBuiltCall(provider, own.swap, own.quote, own.tape.context),
    ).resolves.toBeNull()
  })

  test('are followed by their receipt', async () => {
    const { quote, swap: made, tape } = await built()
    const paid = hash('payment')
    const mined = { hash: paid, from: alice, to: router, input: '0x12345678' } as const
    const told = (status: '0x0' | '0x1', to = router) =>
      provider.status(
        testAggregatorId,
        refOf(quote, made, { srcTxHash: paid }),
        withNode(tape.context, 'ETH', [{ ...mined, status, to }]),
      )
    await expect(told('0x1')).resolves.toMatchObject({ status: 'SUCCESS' })
    await expect(told('0x0')).resolves.toMatchObject({ status: 'FAIL' })
    await expect(told('0x1', bob)).resolves.toMatchObject({ status: 'NOT_FOUND' })
  })
})

test('orders that may end with a refund of nothing have a minimum that floats', async () => {
  const { context } = play(bridgeUrl, [quoteExchange(toBsc)])
  const quote = await quoteOf(createTestBridge({ returnsNothing: true }), bridgeRequest, context)
  expect(quote).toMatchObject({ rateType: 'float', dstMinAmount: toBsc.dstAmount })
})
