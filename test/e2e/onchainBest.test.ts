import {
  createPublicClient,
  createTestClient,
  encodePacked,
  type Hex,
  http,
  parseAbi,
  type PublicClient,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import type { QuoteRequest } from '../../src/core/quote.ts'
import { connectorsFor } from '../../src/providers/onchain/connectors.ts'
import { createOnchainProvider } from '../../src/providers/onchain/onchain.ts'
import type { QuoteOutcome } from '../../src/providers/types.ts'
import { chainRows, type DeploymentRow } from '../../src/providers/onchain/rows.ts'
import {
  hex,
  type OnchainSandbox,
  startOnchainSandbox,
  tokenOf,
  toRequest,
} from './support/onchainSandbox.ts'

// No exchange offers less than asking every path of its own by itself, over one connector at most;
// ways of three pools and mixed ones bring more.

let world: OnchainSandbox

beforeAll(async () => {
  world = await startOnchainSandbox()
}, 60_000)

afterAll(() => world?.close())

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) returns (uint256[] amounts)',
  'function getAmountsOutWithTwamm(uint256 amountIn, address[] path) returns (uint256[] amounts)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96) params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[], uint32[], uint256)',
])

type Exhaustive = { best: Map<string, bigint>; asked: number; found: number }

/** Every path of every deployment, one call after the other. */
async function askOneByOne(node: PublicClient, request: QuoteRequest): Promise<Exhaustive> {
  const { blockchain } = request.srcToken
  const chain = chainRows(blockchain)
  if (chain === null) throw new Error(`no rows on ${blockchain}`)
  const result: Exhaustive = { best: new Map(), asked: 0, found: 0 }
  const ask = async (row: DeploymentRow, amountOut: Promise<bigint>): Promise<void> => {
    result.asked += 1
    try {
      const amount = await amountOut
      result.found += 1
      if (amount > (result.best.get(row.id) ?? 0n)) result.best.set(row.id, amount)
    } catch {
      // No such pool.
    }
  }
  for (const row of chain.rows) {
    if (row.family === 'wrapped') continue
    const wrapped = row.wrapped
    const first = hex(request.srcToken.native ? wrapped : request.srcToken.address)
    const last = hex(request.dstToken.native ? wrapped : request.dstToken.address)
    const middles = connectorsFor(chain, wrapped)
      .map((connector) => hex(connector.token.address))
      .filter((address) => address !== first && address !== last)
    for (const path of [[first, last], ...middles.map((middle) => [first, middle, last])]) {
      if (row.family === 'uniswap-v2') {
        await ask(row, quoteV2(node, hex(row.router), row.variant === 'twamm', request, path))
        continue
      }
      if (row.family !== 'uniswap-v3') continue // the sandbox has no contracts of other families
      for (const tiers of combinations(row.tiers, path.length - 1)) {
        await ask(row, quoteV3(node, hex(row.quoter), request, path, tiers))
      }
    }
  }
  return result
}

async function quoteV2(
  node: PublicClient,
  address: Hex,
  twamm: boolean,
  { srcAmount }: QuoteRequest,
  path: Hex[],
): Promise<bigint> {
  const { result } = await node.simulateContract({
    address,
    abi,
    functionName: twamm ? 'getAmountsOutWithTwamm' : 'getAmountsOut',
    args: [srcAmount, path],
  })
  return result.at(-1) ?? 0n
}

async function quoteV3(
  node: PublicClient,
  address: Hex,
  { srcAmount }: QuoteRequest,
  path: Hex[],
  tiers: number[],
): Promise<bigint> {
  const [first = '0x', second = '0x', third] = path
  const [fee = 0, nextFee = 0] = tiers
  if (third === undefined) {
    const params = {
      tokenIn: first,
      tokenOut: second,
      amountIn: srcAmount,
      fee,
      sqrtPriceLimitX96: 0n,
    }
    const { result } = await node.simulateContract({
      address,
      abi,
      functionName: 'quoteExactInputSingle',
      args: [params],
    })
    return result[0]
  }
  const packed = encodePacked(
    ['address', 'uint24', 'address', 'uint24', 'address'],
    [first, fee, second, nextFee, third],
  )
  const { result } = await node.simulateContract({
    address,
    abi,
    functionName: 'quoteExactInput',
    args: [packed, srcAmount],
  })
  return result[0]
}

function combinations(tiers: readonly number[], hops: number): number[][] {
  if (hops === 0) return [[]]
  return combinations(tiers, hops - 1).flatMap((start) => tiers.map((tier) => [...start, tier]))
}

const cases: [BlockchainId, string, string, bigint][] = [
  ['ETH', 'native', 'USDC', 10n ** 18n],
  ['ETH', 'USDT', 'DAI', 3_000_000_000n],
  ['ETH', 'WBTC', 'native', 50_000_000n],
  ['ETH', 'USDC', 'USDT', 7n],
  ['POLYGON', 'native', 'WBTC', 20_000n * 10n ** 18n],
  ['POLYGON', 'WBTC', 'USDT', 12_345_678n],
  ['ARBITRUM', 'USDC', 'native', 100_000_000_000n],
  ['BSC', 'native', 'BTCB', 10n * 10n ** 18n],
  ['BSC', 'USDC', 'native', 250n * 10n ** 18n],
]

function outputsOf({ quotes }: QuoteOutcome): Map<string, bigint> {
  return new Map(quotes.map(({ provider, dstAmount }) => [String(provider), dstAmount]))
}

test.each(cases)(
  '%s %s to %s: as good as every path asked by itself, cold and warm',
  async (...args) => {
    const [blockchain, from, to, amount] = args
    const request = toRequest(tokenOf(blockchain, from), tokenOf(blockchain, to), amount)
    const node = createPublicClient({ transport: http(world.rpcUrl(blockchain)), cacheTime: 0 })
    const provider = createOnchainProvider()
    const wanted = new Set(provider.supports(request))

    const before = world.requests()
    const cold = await provider.quote(request, wanted, world.context())
    const coldRequests = world.requests() - before
    expect(coldRequests).toBeLessThanOrEqual(2)
    const warm = await provider.quote(request, wanted, world.context())
    expect(world.requests() - before - coldRequests).toBeLessThanOrEqual(2)
    expect(outputsOf(warm)).toEqual(outputsOf(cold))

    const exhaustive = await askOneByOne(node, request)
    const offered = outputsOf(cold)
    expect(exhaustive.found).toBeGreaterThan(0)
    for (const [id, best] of exhaustive.best) {
      // A longer path may bring a little more, but less than its gas takes.
      const least = best - best / 1_000n
      expect({ id, isEnough: (offered.get(id) ?? 0n) >= least }).toEqual({ id, isEnough: true })
    }
    for (const quote of cold.quotes) {
      expect(quote.fees.gas?.price).toBeGreaterThan(0n)
      expect(quote.priceImpactPercent ?? 0).toBeLessThan(90)
    }
    // Every identifier that was asked has an offer or a reason.
    expect(cold.quotes.length + cold.failed.length).toBe(wanted.size)
  },
)

test('an exchange whose pools would be emptied makes no offer', async () => {
  const request = toRequest(tokenOf('ETH', 'WBTC'), tokenOf('ETH', 'native'), 5_000_000_000n)
  const provider = createOnchainProvider()
  const { quotes, failed } = await provider.quote(
    request,
    new Set(['VERSE', 'UNI_SWAP_V3']),
    world.context(),
  )
  expect(quotes.map((quote) => quote.provider)).toEqual(['UNI_SWAP_V3'])
  expect(failed).toMatchObject([{ provider: 'VERSE', error: { code: 'NO_ROUTE' } }])
  expect(failed[0]?.error.message).toMatch(/have too little liquidity/)
})

test('deployments without contracts are switched off with the reason', async () => {
  const request = toRequest(tokenOf('ETH', 'native'), tokenOf('ETH', 'USDC'), 10n ** 18n)
  const provider = createOnchainProvider()
  const { failed } = await provider.quote(
    request,
    new Set(provider.supports(request)),
    world.context(),
  )
  expect(failed.map(({ provider: id, error }) => [id, error.code])).toContainEqual([
    'LUA_SWAP',
    'UPSTREAM_REFUSED',
  ])
  const states = await provider.rowStates('ETH')
  expect(states.find(({ id }) => id === 'LUA_SWAP')).toMatchObject({
    state: 'off',
    reason: expect.stringContaining('no contract of this kind at 0x'),
  })
  expect(states.find(({ id }) => id === 'UNISWAP_V2')).toMatchObject({ state: 'on', reason: null })
})

test('a node that gives little gas is asked in smaller pieces, with the same result', async () => {
  const request = toRequest(tokenOf('ETH', 'WBTC'), tokenOf('ETH', 'DAI'), 10_000_000n)
  const wanted = new Set(createOnchainProvider().supports(request))
  // Each time by a reader that has learned nothing yet of the pools.
  const asked = async () => {
    const before = world.requests()
    const { quotes } = await createOnchainProvider().quote(request, wanted, world.context())
    const offers = quotes.map(({ provider: id, dstAmount }) => [id, dstAmount])
    return { offers, requests: world.requests() - before }
  }
  const roomy = await asked()
  const node = createTestClient({ mode: 'anvil', transport: http(world.rpcUrl('ETH')) })
  await node.setBlockGasLimit({ gasLimit: 2_500_000n })
  await node.mine({ blocks: 1 })
  try {
    const tight = await asked()
    expect(tight.offers).toEqual(roomy.offers)
    expect(tight.requests).toBeGreaterThan(roomy.requests)
  } finally {
    await node.setBlockGasLimit({ gasLimit: 36_000_000n })
    await node.mine({ blocks: 1 })
  }
})
