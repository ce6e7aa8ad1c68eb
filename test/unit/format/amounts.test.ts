import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../../../src/core/amounts.ts'
import { alignedAmounts, alignedPoints, shortAmount } from '../../../src/format/amounts.ts'

describe('shortAmount', () => {
  test.each([
    ['2999.228731', '2999.2287'],
    ['249.999999999999999999', '249.99999'],
    ['0.000012345678999', '0.000012345678'],
    ['123456789.987654321', '123456789'],
    ['1234567.89', '1234567.8'],
    ['0.1', '0.1'],
    ['100', '100'],
    ['100.000000', '100'],
    ['0', '0'],
    ['0.000', '0'],
    ['not a number', 'not a number'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(shortAmount(amount)).toBe(shown)
  })

  test('never shows more than there is, and at most 8 significant digits', () => {
    let seed = 20261121n
    const next = (): bigint => {
      seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
      return seed
    }
    for (let count = 0; count < 20_000; count += 1) {
      const amount = next() >> (next() % 60n)
      const shown = shortAmount(formatAmount(amount, 18))
      expect(parseAmount(shown, 18) <= amount).toBe(true)
      const [whole = '', fraction = ''] = shown.split('.')
      const significant = (whole + fraction).replace(/^0+/, '')
      if (fraction !== '') expect(significant.length).toBeLessThanOrEqual(8)
    }
  })
})

describe('amounts under each other', () => {
  test('have their points in one line and are cut, not rounded', () => {
    expect(alignedAmounts(['2999.228731', '2998.43', '2988'])).toEqual([
      '2999.2287',
      '2998.4300',
      '2988.0000',
    ])
    expect(alignedAmounts(['249.999999999', '249.1'])).toEqual(['249.99999', '249.10000'])
  })

  test('have no decimals beyond those needed', () => {
    expect(alignedAmounts(['100', '99'])).toEqual(['100', '99'])
    expect(alignedAmounts(['1.5', '1'])).toEqual(['1.5', '1.0'])
    expect(alignedAmounts([])).toEqual([])
  })

  test('do not vanish beside a large one', () => {
    expect(alignedAmounts(['12345678', '0.00001234'])).toEqual(['12345678', '0.00001234'])
  })

  test('of different tokens keep their own digits', () => {
    const padded = alignedPoints(['6666666666', '19.99', '0.000012'])
    expect(padded).toEqual(['6666666666       ', '19.99    ', '0.000012'])
  })
})
