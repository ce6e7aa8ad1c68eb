import { describe, expect, test } from 'vitest'
import {
  defaultSlippageBps,
  inParts,
  leastAccepted,
  slippageBetween,
  type SlippageKind,
} from '../../../src/core/slippage.ts'

describe('what is accepted at least', () => {
  test.each<[SlippageKind, number | null, bigint]>([
    ['pools', null, 995_000_000n],
    ['bridge', null, 990_000_000n],
    ['deposit', null, 990_000_000n],
    ['pools', 25, 997_500_000n],
    ['bridge', 0, 1_000_000_000n],
    ['deposit', 1_000, 900_000_000n],
    ['deposit', 5_000, 900_000_000n],
    // A millionth and sixteen units less: several parts, each rounded by its service.
    ['ton', null, 989_998_994n],
    ['ton', 300, 969_999_014n],
  ])('of %s with a slippage of %s', (kind, bps, least) => {
    expect(leastAccepted(1_000_000_000n, bps, kind)).toBe(least)
  })

  test('no default goes beyond what is typed', () => {
    for (const bps of Object.values(defaultSlippageBps)) expect(bps).toBeLessThanOrEqual(300)
  })

  test.each<[bigint, SlippageKind, bigint]>([
    [1n, 'ton', 1n],
    [99n, 'ton', 98n],
    [200n, 'ton', 197n],
    [1n, 'pools', 1n],
    [0n, 'pools', 0n],
  ])('of %s units on %s it is never nearly nothing', (expected, kind, least) => {
    expect(leastAccepted(expected, null, kind)).toBe(least)
  })
})

test.each([
  [1_000_000n, 2n, 999_997n],
  [1_000n, 50n, 990n],
  [99n, 4n, 99n],
])('%s in parts', (least, parts, expected) => {
  expect(inParts(least, parts)).toBe(expected)
})

test.each([
  [10_000n, 9_950n, 50],
  [100_000n, 99_504n, 50],
  [100_000n, 99_496n, 50],
  [100n, 100n, 0],
  [100n, 119n, 0],
  [0n, 0n, 0],
  [49_972_000n, 1n, 10_000],
])('between %s and %s lie %s basis points', (expected, least, bps) => {
  expect(slippageBetween(expected, least)).toBe(bps)
})
