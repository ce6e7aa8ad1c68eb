import { describe, expect, test } from 'vitest'

import { readLlama } from '../../../src/prices/answers.ts'
import { agreedPrice, type Sample } from '../../../src/prices/prices.ts'

test.each([
  [15 * 60, undefined],
  [15 * 60 + 1, true],
])('a price of %d seconds ago, old: %s', (ageSeconds, isOld) => {
  const nowMs = 1_790_000_000_000
  const coins = { x: { price: 2, timestamp: nowMs / 1000 - ageSeconds } }
  expect(readLlama({ coins }, ['x'], nowMs).get('x')?.isOld).toBe(isOld)
})

describe('agreedPrice', () => {
  const sample = (source: Sample['source'], e18: bigint, origin: string = source): Sample => ({
    source,
    origin,
    e18,
  })
  test.each<[string, Sample[], [bigint, boolean, number] | null]>([
    ['nothing', [], null],
    ['one', [sample('defillama', 100n)], [100n, false, 1]],
    ['just near enough', [sample('defillama', 100n), sample('dexscreener', 95n)], [100n, true, 2]],
    ['just too far', [sample('defillama', 1000n), sample('dexscreener', 949n)], [1000n, false, 1]],
    [
      'the same origin twice',
      [sample('defillama', 100n, 'x'), sample('coingecko', 100n, 'x')],
      [100n, false, 1],
    ],
    [
      'an old one confirms, and gives no number',
      [{ ...sample('defillama', 100n), isOld: true }, sample('dexscreener', 96n)],
      [96n, true, 2],
    ],
    [
      'two against the first',
      [sample('defillama', 50n), sample('dexscreener', 100n), sample('coingecko', 99n)],
      [100n, true, 2],
    ],
    [
      'all three',
      [sample('defillama', 98n), sample('dexscreener', 100n), sample('coingecko', 99n)],
      [98n, true, 3],
    ],
  ])('%s', (_name, samples, expected) => {
    const price = agreedPrice(samples)
    expect(price === null ? null : [price.e18, price.confirmed, price.sources.length]).toEqual(
      expected,
    )
  })
})
