import { describe, expect, test } from 'vitest'
import type { Quote } from '../../../src/core/quote.ts'
import { mayBePicked } from '../../../src/router/preferred.ts'
import { withUnenforcedGains } from '../../../src/router/unenforced.ts'
import { prices, quote } from '../../support/routing.ts'

const deposit = (amount: bigint): Quote => ({
  ...quote('exolix', amount),
  executionKind: 'deposit',
})
const floating = (amount: bigint): Quote => ({ ...quote('xflows', amount), rateType: 'float' })
const enforced = (amount: bigint): Quote => quote('UNI_SWAP_V3', amount)

const chosen = (quotes: readonly Quote[], book = prices): string[] =>
  withUnenforcedGains(
    quotes.map((one) => ({ quote: one, dangers: [] })),
    book,
  )
    .filter(mayBePicked)
    .map(({ quote: { provider } }) => provider)

// The market is at 3,000.
describe('a promise that no contract enforces', () => {
  test.each<[string, Quote[], string[]]>([
    ['within 3% of the market', [deposit(3_090_000000n)], ['exolix']],
    ['over 3% above it', [deposit(3_091_000000n)], []],
    ['the same of a call without a minimum', [floating(3_091_000000n)], []],
    [
      'over 3% above the best enforced one',
      [deposit(3_000_000000n), enforced(2_900_000000n)],
      ['UNI_SWAP_V3'],
    ],
    [
      'within 3% of it',
      [deposit(2_980_000000n), enforced(2_900_000000n)],
      ['exolix', 'UNI_SWAP_V3'],
    ],
    ['a contract may promise more', [enforced(3_500_000000n)], ['UNI_SWAP_V3']],
  ])('%s', (_, quotes, expected) => {
    expect(chosen(quotes)).toEqual(expected)
  })

  test('without prices the best enforced one decides', () => {
    const none = (): null => null
    expect(chosen([deposit(3_000_000000n), enforced(2_900_000000n)], none)).toEqual(['UNI_SWAP_V3'])
    expect(chosen([deposit(3_000_000000n)], none)).toEqual(['exolix'])
  })
})
