/** A way through pools of two exchanges, from the search's choice to the transaction. */
import { expect, test } from 'vitest'

import type { Json, Quote, QuoteRequest } from '../../../src/core/quote.ts'
import { buildSwap } from '../../../src/providers/onchain/build.ts'
import type { MeasuredPath } from '../../../src/providers/onchain/choose.ts'
import { nothingFound } from '../../../src/providers/onchain/families/family.ts'
import {
  isUnoswapRow,
  type UnoswapHop,
  type UnoswapRow,
  unoswapRouter,
} from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { type Taxes, untaxed } from '../../../src/providers/onchain/taxes.ts'
import { toPoolQuote } from '../../../src/providers/onchain/toQuote.ts'
import { alice, bob, coin, erc20, toRequest } from './support/requests.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = erc20('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6)
const dai = erc20('ETH', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 18)
const eth = coin('ETH')
const [pair, pool] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const now = 1_760_000_000_999

function rowOf(id: string, family: UnoswapRow['family']): UnoswapRow {
  const found = chainRows('ETH')?.rows.find((row) => row.id === id && row.family === family)
  if (found === undefined || !isUnoswapRow(found)) throw new Error(`no ${id}`)
  return found
}

function hops(): [UnoswapHop, UnoswapHop] {
  const [sushi, uniswap] = [rowOf('SUSHI_SWAP', 'uniswap-v2'), rowOf('UNI_SWAP_V3', 'uniswap-v3')]
  if (sushi.family !== 'uniswap-v2' || uniswap.family !== 'uniswap-v3') throw new Error('rows')
  return [
    { row: sushi, pool: pair, numerator: 997_000_000 },
    { row: uniswap, pool, tier: 500 },
  ]
}

/** DAI over a pair of Sushi for USDC, then a V3 pool for WETH; the other way round for coins paid in. */
function measured(isBack = false): MeasuredPath {
  const tokens = [dai.address, usdc.address, weth]
  const [first, second] = hops()
  return {
    path: { row: first.row, tokens: isBack ? tokens.toReversed() : tokens, params: [] },
    answer: { amountOut: 10n ** 18n, amountMiddle: 2_999_000_000n, ticksCrossed: 1 },
    middle: [usdc],
    unoswap: isBack ? [second, first] : [first, second],
    priceImpactPercent: 0.1,
  }
}

const verdict = { state: 'on', checkedAtMs: now, ...nothingFound } as const

function quoteOf(request: QuoteRequest, isBack = false, taxes: Taxes = untaxed): Quote | null {
  return toPoolQuote(request, measured(isBack), verdict, { gasPrice: 10n ** 9n, taxes })
}

function whole(request: QuoteRequest, isBack = false): Quote {
  const quote = quoteOf(request, isBack)
  if (quote === null) throw new Error('no quote')
  return quote
}

const amountIn = 3n * 10n ** 21n

test('the quote names the exchange of each pool and approves the router that joins them', () => {
  const request = toRequest(dai, eth, amountIn, { receiver: bob })
  const quote = whole(request)
  expect(quote).toMatchObject({
    provider: 'SUSHI_SWAP',
    spender: unoswapRouter,
    dstAmount: 10n ** 18n,
    dstMinAmount: 995n * 10n ** 15n,
    // 75k, a pair, a V3 pool and a tick, unwrapping
    fees: { gas: { limit: 286_000n, price: 10n ** 9n } },
    steps: [
      { provider: 'SUSHI_SWAP', to: { token: usdc, amount: 2_999_000_000n } },
      { provider: 'UNI_SWAP_V3', from: { token: usdc }, to: { token: eth, amount: 10n ** 18n } },
    ],
  })
  const { targets, spenders } = createOnchainProvider().pinned(quote.provider, 'ETH')
  expect(targets).toContain(unoswapRouter)
  expect(spenders).toContain(unoswapRouter)
})

test.each([
  [
    'for coins',
    toRequest(dai, eth, amountIn, { receiver: bob }),
    false,
    '0xea76dddf',
    unoswapRouter,
  ],
  ['with coins', toRequest(eth, dai, 10n ** 18n, { receiver: bob }), true, '0x0f449d71', null],
] as const)('%s: the quoted minimum, the named receiver', (_, request, isBack, method, spender) => {
  const quote = whole(request, isBack)
  const { transaction, providerState } = buildSwap(quote, now)
  if (transaction.kind !== 'evm') throw new Error('not an EVM transaction')
  expect(transaction).toMatchObject({
    to: unoswapRouter,
    value: request.srcToken.native ? request.srcAmount : 0n,
    approvalAddress: spender,
  })
  expect(transaction.data.startsWith(method)).toBe(true)
  expect(transaction.data).toContain(bob.slice(2).toLowerCase())
  expect(transaction.data).toContain(quote.dstMinAmount.toString(16).padStart(64, '0'))
  expect(providerState).toEqual(quote.providerState)
})

test('without a receiver the payer is paid', () => {
  const quote = whole(toRequest(dai, eth, amountIn))
  const { transaction } = buildSwap(quote, now)
  expect(transaction).toMatchObject({
    data: expect.stringContaining(alice.slice(2).toLowerCase()) as string,
  })
})

test('tokens that take a part of each transfer do not go this way', () => {
  const taxes: Taxes = { ...untaxed, buyBps: 500n }
  expect(quoteOf(toRequest(dai, eth, amountIn), false, taxes)).toBeNull()
})

test('a path that its router cannot run is no quote', () => {
  const { unoswap = [], ...path } = measured()
  const request = toRequest(dai, eth, amountIn)
  const facts = { gasPrice: null, taxes: untaxed }
  const [first] = unoswap
  if (first === undefined) throw new Error('no hop')
  expect(toPoolQuote(request, { ...path, unoswap: [first] }, verdict, facts)).toBeNull()
  expect(toPoolQuote(request, { ...path, unoswap: [] }, verdict, facts)).toBeNull()
})

const changedHops = (quote: Quote, change: Record<string, Json>): Json => {
  const state = quote.providerState as { hops: Record<string, Json>[] }
  return { ...state, hops: state.hops.map((hop, at) => (at === 0 ? { ...hop, ...change } : hop)) }
}

test.each<[string, (quote: Quote) => Partial<Quote>]>([
  ['another exchange', () => ({ provider: 'PANCAKE_SWAP' })],
  ['another spender', () => ({ spender: rowOf('SUSHI_SWAP', 'uniswap-v2').router })],
  ['no spender', () => ({ spender: null })],
  ['a pool that is no address', (quote) => ({ providerState: changedHops(quote, { pool: '0x' }) })],
  ['a bent fee', (quote) => ({ providerState: changedHops(quote, { numerator: 1 }) })],
  ['an unknown exchange', (quote) => ({ providerState: changedHops(quote, { id: 'BALANCER' }) })],
  ['another source', (quote) => ({ request: { ...quote.request, srcToken: usdc } })],
  ['another direction', (quote) => ({ request: { ...quote.request, dstToken: dai } })],
])('a quote with %s is not built', (_, change) => {
  const quote = whole(toRequest(dai, eth, amountIn, { receiver: bob }))
  expect(() => buildSwap({ ...quote, ...change(quote) }, now)).toThrow(
    expect.objectContaining({ code: 'QUOTE_MISMATCH' }),
  )
})

test('the router itself is never the receiver', () => {
  const quote = whole(toRequest(dai, eth, amountIn, { receiver: unoswapRouter }))
  expect(() => buildSwap(quote, now)).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
})
