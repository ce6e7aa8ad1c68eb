import { expect, test } from 'vitest'

import { minimumAfterSlippage } from '../../../src/core/amounts.ts'

test.each([
  [1_000n, 100, 990n],
  [999n, 100, 989n], // 989.01
  [1n, 100, 1n],
  [1n, 9_999, 1n],
  [0n, 100, 0n],
])('of %s at %s basis points at least %s', (amount, slippageBps, least) => {
  expect(minimumAfterSlippage(amount, slippageBps)).toBe(least)
})
