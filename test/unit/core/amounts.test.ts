import { describe, expect, test } from 'vitest'
import { cutAmount } from '../../../src/core/amounts.ts'

describe('an amount as a service tells it', () => {
  test.each([
    ['1.5', 6, 1_500_000n],
    ['1.23456789', 6, 1_234_567n],
    ['0.0000009', 6, 0n],
    ['12.9', 0, 12n],
    ['007', 2, 700n],
    ['0', 18, 0n],
    ['1.000000000000000000', 6, 1_000_000n],
    ['', 6, null],
    ['-1', 6, null],
    ['1e3', 6, null],
    ['1.', 6, null],
    ['1,5', 6, null],
    ['1'.repeat(97), 6, null],
  ])('%j in units of 10^-%i', (text, decimals, units) => {
    expect(cutAmount(text, decimals)).toBe(units)
  })
})
