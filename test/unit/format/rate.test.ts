import { expect, test } from 'vitest'
import { rateText } from '../../../src/format/rate.ts'

test.each([
  ['1', '2999.952288', '1 A = 2,999.95 B'],
  ['250', '249.8922', '1 A = 0.999568 B'],
  ['3000', '0.05', '1 A = 0.0000166666 B'],
  ['2', '3000', '1 A = 1,500 B'],
  ['1', '1234567.891', '1 A = 1,234,567.89 B'],
  ['0.000000000000000001', '1', '1 A = 1,000,000,000,000,000,000 B'],
])('%s A for %s B', (send, receive, text) => {
  expect(rateText({ amount: send, symbol: 'A' }, { amount: receive, symbol: 'B' })).toBe(text)
})

test.each([
  ['0', '1'],
  ['1', '0'],
  ['1', 'a lot'],
])('%s for %s has no rate', (send, receive) => {
  expect(rateText({ amount: send, symbol: 'A' }, { amount: receive, symbol: 'B' })).toBeNull()
})
