import { expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Json, Quote } from '../../../src/core/quote.ts'
import { buildSwap } from '../../../src/providers/onchain/build.ts'
import { readOnchain } from '../../support/declaredCalls.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import {
  createFakeChain,
  pool,
  v2Router,
  v3Quoter,
  v3Router,
  wrappedToken,
} from './support/fakeChain.ts'
import { alice, bob, coin, erc20, toRequest } from './support/requests.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = erc20('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6)
const wethToken = erc20('ETH', weth, 'WETH', 18)
const eth = coin('ETH')
const v2 = {
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  wrapped: weth,
}
const v3 = {
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  wrapped: weth,
}
const now = 1_760_000_000_999
const deadline = (1_760_000_000 + 1200).toString(16)

async function quoteOf(
  id: 'UNISWAP_V2' | 'UNI_SWAP_V3' | 'WRAPPED',
  request = toRequest(usdc, eth, 3_000_000_000n),
): Promise<Quote> {
  const chain = createFakeChain('ETH')
  const rates = [pool(usdc.address, weth, 1e12 / 3000, 10n ** 24n)]
  chain.place(v2.router, v2Router(v2, [...rates, pool(weth, usdc.address, 3000e-12, 10n ** 13n)]))
  chain.place(v3.router, v3Router(v3, '02'))
  chain.place(
    v3.quoter,
    v3Quoter(
      v3.factory,
      rates.map((each) => ({ ...each, fee: 500 })),
    ),
  )
  chain.place(weth, wrappedToken())
  const { quotes } = await createOnchainProvider().quote(request, new Set([id]), chain.context)
  const [quote] = quotes
  if (quote === undefined) throw new Error(`no quote of ${id}`)
  return quote
}

test.each(['UNISWAP_V2', 'UNI_SWAP_V3'] as const)(
  '%s: the quoted minimum, the named receiver, twenty minutes',
  async (id) => {
    const quote = await quoteOf(id, toRequest(usdc, eth, 3_000_000_000n, { receiver: bob }))
    const built = buildSwap(quote, now)
    const { transaction } = built
    if (transaction.kind !== 'evm') throw new Error('not an EVM transaction')
    const router = id === 'UNISWAP_V2' ? v2.router : v3.router
    expect(transaction).toMatchObject({ to: router, value: 0n, approvalAddress: router })
    expect(readOnchain(transaction.to, transaction.data)).toMatchObject({
      recipient: bob.toLowerCase(),
      srcToken: usdc.address.toLowerCase(),
      dstToken: eth.address,
      amountIn: 3_000_000_000n,
      minOut: quote.dstMinAmount,
    })
    expect(transaction.data).toContain(deadline.padStart(64, '0'))
    expect(built).toMatchObject({
      dstAmount: quote.dstAmount,
      dstMinAmount: quote.dstMinAmount,
      fees: quote.fees,
      orderId: null,
      uniqueInfo: {},
      providerState: quote.providerState,
    })
  },
)

test('without a receiver the payer is paid; a coin is paid as value without a spender', async () => {
  const quote = await quoteOf('UNISWAP_V2', toRequest(eth, usdc, 10n ** 18n))
  const { transaction } = buildSwap(quote, now)
  expect(transaction).toMatchObject({ value: 10n ** 18n, approvalAddress: null })
  if (transaction.kind !== 'evm') throw new Error('not an EVM transaction')
  expect(readOnchain(transaction.to, transaction.data)?.recipient).toBe(alice.toLowerCase())
})

test('wrapping calls the token itself', async () => {
  const wrap = await quoteOf('WRAPPED', toRequest(eth, wethToken, 5n))
  expect(buildSwap(wrap, now).transaction).toEqual({
    kind: 'evm',
    to: weth,
    data: '0xd0e30db0',
    value: 5n,
    approvalAddress: null,
  })
  const unwrap = await quoteOf('WRAPPED', toRequest(wethToken, eth, 5n))
  expect(buildSwap(unwrap, now).transaction).toEqual({
    kind: 'evm',
    to: weth,
    data: `0x2e1a7d4d${'5'.padStart(64, '0')}`,
    value: 0n,
    approvalAddress: null,
  })
})

function codeOf(quote: Quote): string {
  try {
    buildSwap(quote, now)
    return 'built'
  } catch (thrown) {
    return thrown instanceof SwaprouteError ? thrown.code : 'foreign error'
  }
}

test('addresses that cannot be paid', async () => {
  const quote = await quoteOf('UNI_SWAP_V3')
  const withReceiver = (receiver: string | null, fromAddress: string | null = alice): Quote => ({
    ...quote,
    request: { ...quote.request, receiver, fromAddress },
  })
  expect(codeOf(withReceiver(null))).toBe('built')
  expect(codeOf(withReceiver(null, null))).toBe('MISSING_FIELD')
  for (const receiver of [
    '0x0000000000000000000000000000000000000000',
    '0x0000000000000000000000000000000000000001',
    '0x0000000000000000000000000000000000000002',
    v3.router,
    'bob.eth',
  ]) {
    expect(codeOf(withReceiver(receiver))).toBe('INVALID_ADDRESS')
  }

  const wrap = await quoteOf('WRAPPED', toRequest(eth, wethToken, 5n))
  const wrapFor = (receiver: string | null, fromAddress: string | null): Quote => ({
    ...wrap,
    request: { ...wrap.request, receiver, fromAddress },
  })
  expect(codeOf(wrapFor(alice.toLowerCase(), alice))).toBe('built')
  expect(codeOf(wrapFor(bob, alice))).toBe('UNSUPPORTED_RECEIVER')
  expect(codeOf(wrapFor(bob, null))).toBe('MISSING_FIELD')
})

test('a state that names anything outside the registry is refused', async () => {
  const [pair, pools] = [await quoteOf('UNISWAP_V2'), await quoteOf('UNI_SWAP_V3')]
  const changed = (quote: Quote, change: { [key: string]: Json }): Quote => {
    const { providerState } = quote
    if (
      typeof providerState !== 'object' ||
      providerState === null ||
      Array.isArray(providerState)
    ) {
      throw new Error('no state')
    }
    return { ...quote, providerState: { ...providerState, ...change } }
  }
  const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
  const cases: Quote[] = [
    ...[pair, pools].flatMap((quote) => [
      changed(quote, { router: bob }),
      changed(quote, { router: 7 }),
      changed(quote, { family: 'wrapped' }),
      changed(quote, { family: null }),
      changed(quote, { direction: 'tokens' }),
      changed(quote, { direction: 'sideways' }),
      changed(quote, { path: [usdc.address] }),
      changed(quote, { path: [usdc.address, dai] }),
      changed(quote, { path: [dai, weth] }),
      changed(quote, { path: [usdc.address, 'nonsense', weth] }),
      changed(quote, { path: 'nonsense' }),
      { ...quote, providerState: null },
      { ...quote, providerState: [] },
      { ...quote, spender: null },
      { ...quote, spender: bob },
      { ...quote, request: { ...quote.request, srcToken: wethToken } },
    ]),
    changed(pair, { flags: [1] }),
    changed(pair, { nativeWord: null }),
    changed(pair, { nativeWord: 'GOLD' }),
    changed(pools, { fees: [] }),
    changed(pools, { fees: [2 ** 24] }),
    changed(pools, { fees: [-1] }),
    changed(pools, { fees: ['500'] }),
    changed(pools, { fees: [500, 500] }),
    changed(pools, { routerKind: 'router01' }),
    changed(await quoteOf('WRAPPED', toRequest(eth, wethToken, 5n)), { direction: 'unwrap' }),
  ]
  expect(codeOf(pair)).toBe('built')
  expect(codeOf(pools)).toBe('built')
  for (const quote of cases) expect(codeOf(quote)).toBe('QUOTE_MISMATCH')
})
