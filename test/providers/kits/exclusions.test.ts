/** Exchanges and bridges that the user excluded: sent, and looked for in the answer. */
import { describe, expect, test } from 'vitest'

import type { Aggregator, AggregatorOffer } from '../../../src/providers/kits/evm/aggregator.ts'
import type { BridgeOffer } from '../../../src/providers/kits/evm/bridge.ts'
import { serviceUrl } from '../callCase.ts'
import { callCases, foreignCases } from '../cases.ts'
import { type Body, evm, play, quoteOf, refusal, requestOf, tokenOf } from '../depositSupport.ts'
import {
  aggregatorUrl,
  type AggregatorSwap,
  buildOf,
  coin,
  createTestAggregator,
  routeOf,
} from './evm/testAggregator.ts'
import { bridgeUrl, createTestBridge, quoteExchange } from './evm/testBridge.ts'
import { request as bridgeRequest, toBsc } from './evm/testBridgeSwaps.ts'

const usdc = tokenOf('ETH', 'USDC')
const swap: AggregatorSwap = {
  srcToken: usdc.address,
  dstToken: coin,
  srcAmount: 100_000_000n,
  dstAmount: 33_333_333_333_333_333n,
  sender: evm('alice'),
  recipient: evm('bob'),
  slippageBps: 49,
}
const notFound = { status: 404, retryAfterSeconds: null, body: {} }
const none = { lifi: [], rango: [], zerox: [], dflow: [] }
const request = requestOf(usdc, tokenOf('ETH', 'ETH'), swap.srcAmount, {
  fromAddress: swap.sender,
  receiver: swap.recipient,
})
const without = (names: string[]) => ({ foreignExclusions: { ...none, zerox: names } })

function aggregator(
  via: string[] | undefined,
  change: Partial<Aggregator> = { excludes: 'zerox' },
) {
  const told: (readonly string[])[] = []
  const provider = createTestAggregator({
    quote: ({ exclusions }) => {
      told.push(exclusions)
      return {
        url: aggregatorUrl + routeOf(swap).path,
        read: ({ data: { routeSummary: summary } }: Body): AggregatorOffer => ({
          srcToken: summary.tokenIn,
          dstToken: summary.tokenOut,
          srcAmount: BigInt(summary.amountIn),
          dstAmount: BigInt(summary.amountOut),
          gas: null,
          carry: summary,
          ...(via === undefined ? {} : { via }),
        }),
      }
    },
    ...change,
  })
  return { provider, told }
}

describe('an aggregator', () => {
  test.each([
    [
      ['Curve', 'Curve', 'a\u0000b', ' Across\n', '\u202emoc.live', '\u200b'],
      ['Curve', 'a b', 'Across', 'moc.live'],
    ],
    [['https://x.example'.padEnd(200, 'x')], ['[link removed]']],
    [['\n'], undefined],
    [undefined, undefined],
  ])('quotes %j as the names inside: each once, as one printable line', async (via, names) => {
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    const quote = await quoteOf(aggregator(via, {}).provider, request, context)
    expect(quote.steps[0]?.via).toEqual(names)
  })

  test.each([
    ['its own list', 'zerox', ['Curve']],
    ['no list', null, []],
    ['the list of another', 'dflow', []],
  ] as const)('is asked without the names of %s', async (_name, excludes, sent) => {
    const { provider, told } = aggregator([], excludes === null ? {} : { excludes })
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    await quoteOf(provider, { ...request, ...without(['Curve']) }, context)
    expect(told).toEqual([sent])
  })

  test.each([
    ['uses an excluded exchange', ['Uniswap', 'CURVE'], ['curve'], 'routes through CURVE'],
    ['does not say what it uses', undefined, ['curve'], 'does not say'],
  ])('refuses a route that %s', async (_name, via, names, text) => {
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    const asked = { ...request, ...without(names) }
    const error = await refusal(quoteOf(aggregator(via).provider, asked, context))
    expect(error).toMatchObject({ code: 'NO_ROUTE' })
    expect(error.message).toContain(text)
  })

  test.each([
    ['other exchanges', ['Uniswap'], ['curve']],
    ['an unknown path where nothing is excluded', undefined, []],
  ])('keeps a route of %s', async (_name, via, names) => {
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    const asked = { ...request, ...without(names) }
    await expect(quoteOf(aggregator(via).provider, asked, context)).resolves.toBeDefined()
  })

  test.each([
    [['Uniswap'], null],
    [['Uniswap', 'Curve'], 'NO_ROUTE'],
    [undefined, 'NO_ROUTE'],
  ])('builds only a call through what is allowed: %j', async (via, code) => {
    const asked = { ...request, ...without(['curve']) }
    const { provider } = aggregator(['Uniswap'], {
      excludes: 'zerox',
      build: ({ chain }) => ({
        url: `${aggregatorUrl}/${chain}/api/v1/route/build`,
        method: 'POST',
        body: buildOf(swap).request,
        read: ({ data: wire }: Body) => ({
          to: wire.routerAddress,
          data: wire.data,
          value: BigInt(wire.transactionValue),
          spender: wire.routerAddress,
          dstAmount: BigInt(wire.amountOut),
          ...(via === undefined ? {} : { via }),
        }),
      }),
    })
    const tape = play(aggregatorUrl, [routeOf(swap), routeOf(swap), buildOf(swap)])
    const quote = await quoteOf(provider, asked, tape.context)
    const building = provider.build(quote, tape.context)
    if (code === null) await expect(building).resolves.toBeDefined()
    else expect(await refusal(building)).toMatchObject({ code })
  })
})

test.each([
  [['Stargate'], null],
  [['Across'], 'NO_ROUTE'],
  [undefined, 'NO_ROUTE'],
])('a bridge through %j without Across', async (via, code) => {
  const offer: Omit<BridgeOffer, 'srcToken' | 'dstToken'> = {
    srcAmount: toBsc.srcAmount,
    dstAmount: toBsc.dstAmount,
    dstMinAmount: toBsc.dstAmount,
    gas: null,
    durationSeconds: 1,
    ...(via === undefined ? {} : { via }),
  }
  const provider = createTestBridge({
    excludes: 'lifi',
    quote: ({ srcToken, dstToken, exclusions }) => {
      expect(exclusions).toEqual(['across'])
      return {
        url: bridgeUrl + quoteExchange(toBsc).path,
        read: () => ({ ...offer, srcToken, dstToken }),
      }
    },
  })
  const { context } = play(bridgeUrl, [quoteExchange(toBsc)])
  const asked = { ...bridgeRequest, foreignExclusions: { ...none, lifi: ['across'] } }
  const quoting = quoteOf(provider, asked, context)
  if (code === null) await expect(quoting).resolves.toBeDefined()
  else expect(await refusal(quoting)).toMatchObject({ code })
})

test('every service with an exclusion list, and no other, names what it had to leave out', async () => {
  const names = ['Nowhere']
  const everyone = { lifi: names, rango: names, zerox: names, dflow: names }
  const told: string[] = []
  for (const [id, { create, request: asked }] of [...callCases, ...foreignCases]) {
    const { context } = play(serviceUrl, [])
    const http = { ...context.http, send: async () => notFound }
    const ask = (foreignExclusions: typeof everyone) =>
      quoteOf(create(serviceUrl), { ...asked, foreignExclusions }, { ...context, http })
    const [plainly, without] = [await refusal(ask({ ...none })), await refusal(ask(everyone))]
    if (plainly.code !== 'NO_ROUTE') continue
    expect(plainly.message, id).not.toContain('asked to exclude')
    const note = ' It was asked to exclude Nowhere (foreignBlacklist).'
    if (without.message === `${plainly.message}${note}`) told.push(id.split(',')[0] ?? '')
    else expect(without.message, id).toBe(plainly.message)
  }
  expect([...new Set(told)].toSorted()).toEqual(['DFLOW', 'LIFI', 'RANGO', 'ZRX', 'lifi', 'rango'])
})

test('the route names the exchanges inside, where the service returns them', async () => {
  const stepOf = async (via: string[] | undefined) => {
    const { context } = play(aggregatorUrl, [routeOf(swap)])
    return (await quoteOf(aggregator(via).provider, request, context)).steps[0]
  }
  expect(await stepOf(['Uniswap', 'Curve'])).toMatchObject({ via: ['Uniswap', 'Curve'] })
  expect(await stepOf(undefined)).not.toHaveProperty('via')
})
