import { BigNumber } from 'bignumber.js'
import { describe, expect, test } from 'vitest'
import {
  Decimal,
  parseDecimal,
  parseUsdE18,
  toRoundNumber,
  toUnits,
} from '../../../src/core/decimals.ts'

describe('decimals', () => {
  test.each([
    ['0.9998', '0.9998'],
    ['1.2e-7', '0.00000012'],
    ['1E+3', '1000'],
    ['007.50', '7.5'],
    [1e-7, '0.0000001'],
    [0.1, '0.1'],
    [1e30, `1${'0'.repeat(30)}`],
    [-0, '0'],
    [`0.${'0'.repeat(59)}1`, `0.${'0'.repeat(59)}1`],
    ['12345678901234567890123456789.123456789', '12345678901234567890123456789.123456789'],
  ])('%j is read as %s', (value, text) => {
    expect(parseDecimal(value)?.toString()).toBe(text)
  })

  test.each(['', '.5', '5.', '-1', '+1', ' 1', '0x10', '1,5', '1e', '1e1000', 'NaN', Infinity, -1])(
    'rejects %j',
    (value) => {
      expect(parseDecimal(value)).toBeNull()
    },
  )

  test.each([
    ['1.999999', 6, 'down', 1_999_999n],
    ['1.9999999', 6, 'down', 1_999_999n],
    ['1.9999991', 6, 'up', 2_000_000n],
    ['1.9999990', 6, 'up', 1_999_999n],
    ['0', 18, 'up', 0n],
    ['5', 0, 'down', 5n],
    ['1234567', -3, 'down', 1_234n],
    [
      '123456789012345678901234567890.123456789012345678',
      18,
      'down',
      123456789012345678901234567890123456789012345678n,
    ],
  ] as const)('%s with %i places, rounded %s, is %s', (text, places, rounding, units) => {
    expect(toUnits(new Decimal(text), places, rounding)).toBe(units)
  })

  test('nothing of it is set for others', () => {
    expect(BigNumber.config().EXPONENTIAL_AT).toEqual([-7, 21])
    expect(new BigNumber('1e-9').toString()).toBe('1e-9')
    expect(new Decimal('1e-9').toString()).toBe('0.000000001')
    expect(new Decimal(0.1).plus(0.2).toString()).toBe('0.3')
  })

  test('numbers for a screen are rounded', () => {
    expect(toRoundNumber(new Decimal('0.12345649'), 6)).toBe(0.123456)
    expect(toRoundNumber(new Decimal('0.1234565'), 6)).toBe(0.123457)
  })
})

describe('prices', () => {
  test.each([
    ['1', 10n ** 18n],
    [0.9998, 999_800_000_000_000_000n],
    ['1.2e-7', 120_000_000_000n],
    ['1.0000000000000000019', 1_000_000_000_000_000_001n],
    ['1e-19', 0n],
    ['2e20', 2n * 10n ** 38n],
    ['-1', null],
    ['1e', null],
    [Number.NaN, null],
  ])('%j', (value, expected) => {
    expect(parseUsdE18(value)).toBe(expected)
  })
})
