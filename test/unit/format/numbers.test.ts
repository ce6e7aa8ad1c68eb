import { describe, expect, test } from 'vitest'
import {
  fractionText,
  percentText,
  secondsText,
  usdE18Text,
  usdText,
} from '../../../src/core/figures.ts'
import {
  durationText,
  estimatedUsdText,
  minutesText,
  shortAddress,
  timeText,
} from '../../../src/format/numbers.ts'

test.each([
  [null, 'unknown'],
  [undefined, 'unknown'],
  [Number.NaN, 'unknown'],
  [Number.POSITIVE_INFINITY, 'unknown'],
  [0, '$0.00'],
  [0.00001, '< $0.0001'],
  [-0.00005, '> -$0.0001'],
  [0.0001, '$0.0001'],
  [-0.0001, '-$0.0001'],
  [0.0012, '$0.0012'],
  [-0.0012, '-$0.0012'],
  [0.00994, '$0.0099'],
  [0.009999, '$0.01'],
  [-0.009999, '-$0.01'],
  [0.01, '$0.01'],
  [1, '$1.00'],
  [999.999, '$1,000.00'],
  [1234567.891, '$1,234,567.89'],
  [-2.5, '-$2.50'],
])('%s USD is %s', (value, text) => {
  expect(usdText(value)).toBe(text)
})

test.each([
  [null, 'unknown'],
  [0n, '$0.00'],
  [10n ** 12n, '< $0.0001'],
  [-5n * 10n ** 13n, '> -$0.0001'],
  [59_992n * 10n ** 18n, '$59,992.00'],
])('%s of 10^18 USD is %s', (value, text) => {
  expect(usdE18Text(value)).toBe(text)
})

test.each([
  [null, 'unknown'],
  [0, '$0.00'],
  [0.00001, '< $0.0001'],
  [1.321, '~$1.32'],
])('an estimate of %s USD is %s', (value, text) => {
  expect(estimatedUsdText(value)).toBe(text)
})

test.each([
  [null, 'unknown'],
  [0, '0%'],
  [0.11, '0.11%'],
  [0.001, '< 0.01%'],
  [-0.001, '> -0.01%'],
  [10, '10%'],
  [9.999, '10%'],
  [12, '12%'],
  [2.5, '2.5%'],
  [-2.5, '-2.5%'],
  [100, '100%'],
])('%s percent is %s', (value, text) => {
  expect(percentText(value)).toBe(text)
})

test.each([
  [0.005, '0.5%'],
  [0.03, '3%'],
  [0, '0%'],
  [0.0001, '0.01%'],
])('a fraction of %s is %s', (value, text) => {
  expect(fractionText(value)).toBe(text)
})

test.each([
  [0, '0ms'],
  [350, '350ms'],
  [999.4, '999ms'],
  [999.6, '1s'],
  [1000, '1s'],
  [12_000, '12s'],
  [119_400, '119s'],
  [180_000, '3m'],
  [4_800_000, '80m'],
  [8_400_000, '2h 20m'],
  [183_600_000, '2d 3h'],
  [-5, '0ms'],
])('%s ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

describe('other texts', () => {
  test('expected durations', () => {
    expect([null, 0, 0.25, 2, 90].map(minutesText)).toEqual([
      'unknown',
      'at once',
      '15s',
      '2m',
      '90m',
    ])
  })

  test('clocks and moments', () => {
    expect(secondsText(3249)).toBe('3.2s')
    expect(timeText(Date.UTC(2026, 10, 21, 14, 3, 22, 789))).toBe('2026-11-21 14:03:22 UTC')
  })

  test('short addresses keep both ends', () => {
    expect(shortAddress('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBe('0xA0b8…06eB48')
    expect(shortAddress('eosio.token')).toBe('eosio.token')
  })
})
