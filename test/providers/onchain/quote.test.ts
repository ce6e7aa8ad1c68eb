import { beforeEach, expect, test } from 'vitest'

import { unoswapRouter } from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import {
  ask,
  base2,
  base3,
  createBase,
  dai,
  deep,
  eth,
  one,
  outputAt,
  outputs,
  price,
  reasons,
  pancake,
  uni3,
  uniswap,
  usdc,
  weth,
} from './support/baseChain.ts'
import { pool, v2Router, v3Quoter, v3Router, type FakeChain } from './support/fakeChain.ts'
import { alice, bob, coin, erc20, toRequest } from './support/requests.ts'

const cbBtc = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'
let chain: FakeChain
const provider = createOnchainProvider

beforeEach(() => {
  chain = createBase()
})

test('one request, one offer per exchange, the best of its deployments and paths', async () => {
  const outcome = await ask(chain)
  expect(chain.batches).toHaveLength(1)
  expect(outcome.failed).toEqual([])
  const at = outputAt
  expect(outputs(outcome)).toEqual({
    UNISWAP_V2: at(price),
    PANCAKE_SWAP: at(2980e-12),
    BASE_SWAP: at(2960e-12),
    UNI_SWAP_V3: at(2999e-12),
  })
  const quote = outcome.quotes.find(({ provider: id }) => id === 'UNI_SWAP_V3')
  expect(quote).toMatchObject({
    swapType: 'on-chain',
    executionKind: 'evm',
    slippageBps: 50,
    dstMinAmount: (at(2999e-12) * 9950n) / 10_000n,
    durationSeconds: 2,
    spender: null,
    expiresAtMs: null,
    warnings: [],
    fees: {
      gas: { limit: 231_000n, price: 1_000_000_000n },
      protocolFixed: 0n,
      providerFixed: 0n,
      percent: null,
    },
    providerState: {
      family: 'uniswap-v3',
      router: uni3.router,
      routerKind: 'router02',
      direction: 'nativeIn',
      path: [weth, usdc.address],
      fees: [500],
    },
  })
  expect(quote?.steps).toEqual([
    {
      type: 'on-chain',
      provider: 'UNI_SWAP_V3',
      via: ['0.05%'],
      from: { token: eth, amount: one },
      to: { token: usdc, amount: at(2999e-12) },
    },
  ])
  // 3000 of 10 million: three parts in ten thousand.
  expect(quote?.priceImpactPercent).toBeCloseTo(0.03, 2)
})

test('a later quote of one exchange alone does not look for longer ways again', async () => {
  const reader = provider()
  const asked = async (): Promise<number> => {
    const before = chain.batches.length
    await ask(chain, reader, toRequest(eth, usdc, one), ['UNI_SWAP_V3'])
    return chain.batches.length - before
  }
  // With a pool on either side of two connectors there is a longer way to be asked.
  const pools = [
    pool(weth, usdc.address, 2999e-12, deep, 500),
    pool(weth, dai.address, 2000, deep * one, 500),
    pool(dai.address, usdc.address, 1e-12, deep, 100),
    pool(weth, cbBtc, 3e-12, deep, 500),
    pool(cbBtc, usdc.address, 600, deep, 500),
  ]
  chain.place(uni3.quoter, v3Quoter(uni3.factory, pools))
  // Whose pairs its router joins: they are read without being asked for.
  chain.place(uni3.router, v3Router(uni3, '02', uniswap.factory))
  expect(await asked()).toBe(2)
  expect(await asked()).toBe(1)
})

test('two hops name the token between them, and its amount where the router returns it', async () => {
  chain.place(
    pancake.router,
    v2Router(pancake, [
      pool(weth, usdc.address, price, deep),
      pool(usdc.address, dai.address, 1e12, deep * one),
    ]),
  )
  const { quotes } = await ask(chain, undefined, toRequest(eth, dai, one))
  const [v2, v3] = ['PANCAKE_SWAP', 'UNI_SWAP_V3'].map((id) =>
    quotes.find((quote) => quote.provider === id),
  )
  expect(v2?.steps.map(({ from, to }) => [from.token.symbol, to.token.symbol])).toEqual([
    ['COIN', 'USDC'],
    ['USDC', 'DAI'],
  ])
  const middle = outputAt(price)
  expect(v2?.steps[0]?.to.amount).toBe(middle)
  expect(v2?.steps[1]?.from.amount).toBe(middle)
  expect(v3?.steps[0]?.to.amount).toBeNull()
  expect(v3?.steps[1]?.from.amount).toBeNull()
  expect(v3?.steps[1]?.to.amount).toBe(v3?.dstAmount)
  expect(v3?.providerState).toMatchObject({
    path: [weth, usdc.address, dai.address],
    fees: [500, 100],
  })
  // Both hops are measured: 0.03 % in the first pool, next to nothing in the second.
  expect(v3?.priceImpactPercent).toBeCloseTo(0.03, 2)
})

test('makes no offer of dust', async () => {
  chain.place(pancake.router, v2Router(pancake, [pool(weth, usdc.address, price, 10_000_000n)]))
  const outcome = await ask(chain)
  expect(reasons(outcome)).toEqual({
    PANCAKE_SWAP:
      'NO_ROUTE The pools of PANCAKE_SWAP have too little liquidity to swap this much COIN to USDC on BASE.',
  })
})

test('an exchange without pools for the pair is a row in failed', async () => {
  chain.place(pancake.router, v2Router(pancake, []))
  expect(reasons(await ask(chain))).toEqual({
    PANCAKE_SWAP: 'NO_ROUTE PANCAKE_SWAP has no pools that swap COIN to USDC on BASE.',
  })
})

test('an exchange that does not serve the pair reports it without a request', async () => {
  const outcome = await ask(chain, undefined, undefined, ['HONEY_SWAP'])
  expect(reasons(outcome)).toEqual({ HONEY_SWAP: 'NO_ROUTE HONEY_SWAP does not swap this pair.' })
  expect(chain.batches).toEqual([])
})

test('slippage is the user’s where he gave one, the minimum is rounded down', async () => {
  const { quotes } = await ask(chain, undefined, toRequest(eth, usdc, one, { slippageBps: 123 }), [
    'UNISWAP_V2',
  ])
  const [quote] = quotes
  expect(quote?.slippageBps).toBe(123)
  expect(quote?.dstMinAmount).toBe(((quote?.dstAmount ?? 0n) * 9877n) / 10_000n)
})

test('wrapping is one to one and asks for nothing but the gas price and the probe', async () => {
  const wethToken = erc20('BASE', weth, 'WETH', 18)
  const reader = provider()
  for (const [from, to] of [
    [eth, wethToken],
    [wethToken, eth],
  ] as const) {
    const request = toRequest(from, to, 12_345n)
    expect(reader.supports(request)).toEqual(['WRAPPED'])
    const { quotes, failed } = await reader.quote(request, new Set(['WRAPPED']), chain.context)
    expect(failed).toEqual([])
    expect(quotes[0]).toMatchObject({
      provider: 'WRAPPED',
      dstAmount: 12_345n,
      dstMinAmount: 12_345n,
      slippageBps: 0,
      priceImpactPercent: 0,
      spender: null,
      fees: { gas: { limit: 50_000n, price: 1_000_000_000n } },
    })
  }
  expect(chain.batches.map((batch) => batch.map(({ method }) => method))).toEqual([
    ['eth_gasPrice', 'eth_call'],
    ['eth_gasPrice'],
  ])
  chain.place(weth, null)
  const fresh = await ask(chain, provider(), toRequest(eth, wethToken, 1n), ['WRAPPED'])
  expect(reasons(fresh)['WRAPPED']).toMatch(/no token contract at 0x4200/)
})

test.each([
  ['another chain', toRequest(eth, erc20('ETH', usdc.address, 'USDC', 6), one), []],
  ['a chain without rows', toRequest(coin('BITCOIN'), coin('BITCOIN'), one), []],
  [
    'wrapping for another account',
    toRequest(eth, erc20('BASE', weth, 'WETH', 18), one, { receiver: bob }),
    [],
  ],
  [
    'wrapping for the payer by name',
    toRequest(eth, erc20('BASE', weth.toLowerCase(), 'WETH', 18), one, {
      receiver: alice.toLowerCase(),
    }),
    ['WRAPPED'],
  ],
])('supports: %s', (_, request, expected) => {
  expect(provider().supports(request)).toEqual(expected)
})

test('CELO pays out its coin through the token, and does not take it as value', () => {
  const cusd = erc20('CELO', '0x765DE816845861e75A25fCA122bb6898B8B1282a', 'cUSD', 18)
  const celo = erc20('CELO', '0x471EcE3750Da237f93B8E339c536989b8978a438', 'CELO', 18)
  const supported = (from: typeof celo, to: typeof celo) =>
    provider()
      .supports(toRequest(from, to, one))
      .toSorted()
  const all = ['SUSHI_SWAP', 'UBE_SWAP', 'UNI_SWAP_V3']
  expect(supported(coin('CELO'), cusd)).toEqual([])
  expect(supported(cusd, coin('CELO'))).toEqual(all)
  expect(supported(celo, cusd)).toEqual(all)
  expect(supported(coin('CELO'), celo)).toEqual([])
})

test('pinned contracts are the routers, the one that joins exchanges, and the wrapped token without a spender', () => {
  const reader = provider()
  expect(reader.pinned('BASE_SWAP', 'BASE')).toEqual({
    targets: [base2.router, unoswapRouter, base3.router],
    spenders: [base2.router, unoswapRouter, base3.router],
  })
  expect(reader.pinned('WRAPPED', 'BASE')).toEqual({ targets: [weth], spenders: [] })
  expect(reader.pinned('HYPERCAT', 'HYPER_EVM')).toEqual({ targets: [], spenders: [] })
  expect(reader.blockchains('AERODROME')).toEqual(['BASE'])
  expect(reader.blockchains('MOJITO_SWAP')).toEqual([])
  expect(reader.ids).toContain('UNISWAP_V2')
})
