import { describe, expect, test } from 'vitest'
import registry from '../../../src/chains/data/tokens.json' with { type: 'json' }
import deployments from '../../../src/providers/onchain/data/deployments.json' with { type: 'json' }
import {
  bridgedSymbol,
  bridgeSymbols,
  tokenOf,
  tokensOf,
} from '../../../sandbox/src/seed/tokens.ts'
import { sandboxChains, type SandboxChain } from '../../../sandbox/src/chains.ts'
import { exchanges } from '../../../sandbox/src/seed/exchanges.ts'
import { planPairs, planPools } from '../../../sandbox/src/seed/pools.ts'
import { priceOf } from '../../../sandbox/src/seed/prices.ts'

type Row = { id: string; family: string; router?: string; factory?: string; quoter?: string }

const registryRows: Record<string, { wrapped: string; rows: Row[] }> = deployments.chains

/** `A/B` of every pool of a chain, addresses in order. */
function joined(chain: SandboxChain): Set<string> {
  const links = exchanges[chain.blockchain].flatMap((row) =>
    row.family === 'uniswap-v2'
      ? planPairs(chain, row).map(({ tokenA, tokenB }) => [tokenA.symbol, tokenB.symbol])
      : planPools(chain, row).map(({ token0, token1 }) => [token0.symbol, token1.symbol]),
  )
  return new Set(links.map((pair) => pair.toSorted().join('/')))
}

test('chain ids are the sandbox own and never those of a living chain', () => {
  expect(sandboxChains.map((chain) => chain.chainId)).toEqual([
    13_370_001, 13_370_002, 13_370_003, 13_370_004,
  ])
})

describe.each(sandboxChains)('$blockchain', (chain) => {
  const { blockchain, wrappedNative, wrappedSymbol } = chain
  const known = registryRows[blockchain]

  test('has the wrapped coin of the registries', () => {
    expect(known?.wrapped).toBe(wrappedNative)
    expect(tokenOf(blockchain, wrappedSymbol).address).toBe(wrappedNative)
  })

  test.each(exchanges[blockchain])('$provider is at the addresses of the registry', (row) => {
    const same = known?.rows.find(({ id, family }) => id === row.provider && family === row.family)
    expect(same).toMatchObject({
      router: row.router,
      factory: row.factory,
      ...(row.family === 'uniswap-v3' && { quoter: row.quoter }),
    })
  })

  test('offers at least six exchanges', () => {
    expect(exchanges[blockchain].length).toBeGreaterThanOrEqual(6)
  })

  test('has a price for every listed token', () => {
    for (const { symbol } of tokensOf(blockchain)) expect(priceOf(symbol)).toBeGreaterThan(0n)
  })

  test('has a pool for every listed token but retired and native ones', () => {
    const symbols = [...joined(chain)].flatMap((pair) => pair.split('/'))
    const lost = tokensOf(blockchain).filter(
      (token) => !token.native && !symbols.includes(token.symbol),
    )
    expect(lost.map((token) => token.symbol)).toEqual([])
  })

  test('bridges assets that are listed on both sides', () => {
    for (const symbol of bridgeSymbols(blockchain)) {
      expect(tokenOf(blockchain, symbol).native).toBe(false)
      for (const other of sandboxChains) {
        const target = bridgedSymbol(blockchain, symbol, other.blockchain)
        if (target !== null) expect(bridgeSymbols(other.blockchain)).toContain(target)
      }
    }
  })
})

test.each([
  ['POLYGON', 'WBTC', 'USDT', ['USDC']],
  ['POLYGON', 'WBTC', 'WPOL', ['USDC', 'WETH']],
  ['BSC', 'BTCB', 'USDC', ['USDT', 'WBNB']],
  ['BSC', 'CAKE', 'USDC', ['USDT', 'WBNB']],
] as const)('%s: %s and %s meet only by way of %j', (blockchain, a, b, connectors) => {
  const chain = sandboxChains.find((row) => row.blockchain === blockchain)
  if (chain === undefined) throw new Error('no such chain')
  const pairs = joined(chain)
  const isJoined = (x: string, y: string) => pairs.has([x, y].toSorted().join('/'))
  expect(isJoined(a, b)).toBe(false)
  const between = connectors.filter((over) => isJoined(a, over) && isJoined(over, b))
  expect(between).toEqual(connectors)
})

test('exchanges of one chain disagree about prices', () => {
  for (const { blockchain } of sandboxChains) {
    const skews = exchanges[blockchain].map((row) => row.skewBps)
    expect(new Set(skews).size).toBe(skews.length)
    for (const skew of skews) expect(Math.abs(skew)).toBeLessThanOrEqual(10)
  }
})

test('the registry of tokens has what the sandbox places', () => {
  expect(registry.filter((token) => token.chain === 'ETH').length).toBe(tokensOf('ETH').length)
})
