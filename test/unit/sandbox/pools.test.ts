import { describe, expect, test } from 'vitest'
import { sandboxChains } from '../../../sandbox/src/chains.ts'
import { exchanges } from '../../../sandbox/src/seed/exchanges.ts'
import { planPairs, planPools, sqrtRatioX96, squareRoot } from '../../../sandbox/src/seed/pools.ts'
import { amountWorth, convertAtPrice, usdText } from '../../../sandbox/src/seed/prices.ts'

const usdc = { symbol: 'USDC', decimals: 6 }
const weth = { symbol: 'WETH', decimals: 18 }
const spacings: Record<number, number> = { 100: 1, 500: 10, 2500: 50, 3000: 60, 10000: 200 }

test.each([
  [0n, 0n],
  [1n, 1n],
  [3n, 1n],
  [4n, 2n],
  [99n, 9n],
  [100n, 10n],
  [(1n << 300n) - 1n, (1n << 150n) - 1n],
  [1n << 300n, 1n << 150n],
])('the root of %s is %s', (value, root) => {
  expect(squareRoot(value)).toBe(root)
})

test('a price of one is 2^96', () => {
  expect(sqrtRatioX96(5n, 5n)).toBe(1n << 96n)
  expect(sqrtRatioX96(400n, 100n)).toBe(2n << 96n)
})

test('amounts of money are exact', () => {
  expect(amountWorth(3_000, weth)).toBe(10n ** 18n)
  expect(amountWorth(5, usdc)).toBe(5_000_000n)
  expect(usdText(1_500_000_000_000_000_000n, weth)).toBe('4500')
  expect(usdText(1n, usdc)).toBe('0.000001')
})

test('conversion at the price rounds up', () => {
  expect(convertAtPrice(10n ** 18n, weth, usdc)).toBe(3_000_000_000n)
  expect(convertAtPrice(1n, weth, usdc)).toBe(1n)
})

describe.each(sandboxChains)('plans for $blockchain', (chain) => {
  test('pairs hold what their exchange declares as their value', () => {
    for (const row of exchanges[chain.blockchain]) {
      if (row.family !== 'uniswap-v2') continue
      for (const plan of planPairs(chain, row)) {
        const fair = amountWorth(row.depthUsd / 2, plan.tokenA)
        expect(plan.amountA).toBe((fair * BigInt(10_000 + row.skewBps)) / 10_000n)
        expect(plan.amountB).toBe(amountWorth(row.depthUsd / 2, plan.tokenB))
      }
    }
  })

  test('pools are sorted, priced, and have ranges around the price on their tick grid', () => {
    for (const row of exchanges[chain.blockchain]) {
      if (row.family !== 'uniswap-v3') continue
      for (const plan of planPools(chain, row)) {
        expect(BigInt(plan.token0.address)).toBeLessThan(BigInt(plan.token1.address))
        const tick = (2 * Math.log(Number(plan.sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001)
        const spacing = spacings[plan.fee] ?? 0
        expect(plan.ranges).toHaveLength(4)
        for (const { lower, upper, liquidity } of plan.ranges) {
          expect(lower % spacing).toBeCloseTo(0)
          expect(upper % spacing).toBeCloseTo(0)
          expect(lower).toBeLessThanOrEqual(tick)
          expect(upper).toBeGreaterThan(tick)
          expect(Math.abs(lower)).toBeLessThanOrEqual(887_272)
          expect(liquidity).toBeGreaterThan(0n)
        }
      }
    }
  })
})
