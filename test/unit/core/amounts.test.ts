import { describe, expect, test } from 'vitest'
import { cutAmount, mulDivDown, mulDivUp } from '../../../src/core/amounts.ts'

describe('an amount in the form of a service', () => {
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

describe('a share of an amount', () => {
  test.each<[amount: bigint, numerator: bigint, denominator: bigint, down: bigint, up: bigint]>([
    [10n, 1n, 2n, 5n, 5n],
    [10n, 1n, 3n, 3n, 4n],
    [11n, 1n, 3n, 3n, 4n],
    [12n, 1n, 3n, 4n, 4n],
    [0n, 5n, 3n, 0n, 0n],
    [5n, 0n, 3n, 0n, 0n],
    [1n, 1n, 10n ** 18n, 0n, 1n],
    [10n ** 36n + 1n, 1n, 10n ** 18n, 10n ** 18n, 10n ** 18n + 1n],
  ])('%d × %d / %d is %d rounded down and %d rounded up', (amount, by, per, down, up) => {
    expect([mulDivDown(amount, by, per), mulDivUp(amount, by, per)]).toEqual([down, up])
  })
})
