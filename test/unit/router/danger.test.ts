import { describe, expect, test } from 'vitest'
import { dangersOf, isUnitError, lossBps, medianAmount } from '../../../src/router/danger.ts'
import { prices, quote, request, usdc } from '../../support/routing.ts'

const codes = (offer: ReturnType<typeof quote>, median: bigint | null = null) =>
  dangersOf(offer, prices, median).map((danger) => danger.code)

describe('dangers', () => {
  test('a fair offer has no danger', () => {
    expect(codes(quote('UNI_SWAP_V3', 2990_000000n))).toEqual([])
  })

  test.each([
    { received: 2700_000001n, expected: [] },
    { received: 2700_000000n, expected: [7001] },
    { received: 1_000000n, expected: [7001] },
  ])('a loss of 10 % or more is one: $received', ({ received, expected }) => {
    expect(codes(quote('UNI_SWAP_V3', received))).toEqual(expected)
  })

  test.each([
    { received: 3600_000000n, expected: [] },
    { received: 3601_000000n, expected: [7005] },
    { received: 30_000_000000n, expected: [7005] },
    { received: 3_000_000_000_000000n, expected: [7005] },
  ])(
    'a value of more than 120 % of what is paid is one, without other offers: $received',
    (row) => {
      expect(codes(quote('chainflip', row.received))).toEqual(row.expected)
    },
  )

  test('an unlisted token is a danger', () => {
    const dstToken = { ...usdc, listed: false }
    expect(codes(quote('UNI_SWAP_V3', 2990_000000n, { request: request({ dstToken }) }))).toEqual([
      7002,
    ])
  })

  test('a token fewer than two sources price is one, and the loss stays unknown', () => {
    const dstToken = { ...usdc, symbol: 'ODD' }
    const offer = quote('UNI_SWAP_V3', 1n, { request: request({ dstToken }) })
    expect(codes(offer)).toEqual([7003])
    const rich = quote('UNI_SWAP_V3', 10n ** 30n, { request: request({ dstToken }) })
    expect(codes(rich)).toEqual([7003])
    expect(lossBps(offer, prices)).toBeNull()
  })

  test('a price of one source only does not count', () => {
    const single = () => ({ e18: 10n ** 18n, confirmed: false, sources: ['a'] })
    expect(dangersOf(quote('UNI_SWAP_V3', 1n), single, null).map((one) => one.code)).toEqual([7003])
  })

  test('a price source that is down is named, and distinguished from a token without a price', () => {
    const book = Object.assign(() => null, { outages: () => ['DefiLlama'] })
    expect(dangersOf(quote('UNI_SWAP_V3', 1n), book, null)).toEqual([
      {
        code: 7003,
        reason: 'the price of ETH and USDC could not be confirmed: DefiLlama does not answer',
        data: { outages: ['DefiLlama'] },
      },
    ])
    expect(dangersOf(quote('UNI_SWAP_V3', 1n), () => null, null)).toEqual([
      { code: 7003, reason: 'fewer than two independent sources price ETH and USDC' },
    ])
  })

  describe('too good beside the other offers (P3)', () => {
    const dstToken = { ...usdc, symbol: 'ODD' }
    const unpriced = { request: request({ dstToken }) }
    test.each([
      { amount: 1200n, expected: [7003] },
      { amount: 1201n, expected: [7003, 7004] },
    ])('more than 20 % over the median, where a price is missing: $amount', (row) => {
      const offer = quote('UNI_SWAP_V3', row.amount * 2_500_000n, unpriced)
      expect(codes(offer, 1000n * 2_500_000n)).toEqual(row.expected)
    })

    test('with confirmed prices the other offers decide nothing', () => {
      expect(codes(quote('UNI_SWAP_V3', 2998_000000n), 2000_000000n)).toEqual([])
      expect(codes(quote('UNI_SWAP_V3', 3601_000000n), 3600_000000n)).toEqual([7005])
    })
  })
})

test('the median needs three offers', () => {
  const offers = [3n, 1n, 2n].map((amount) => quote('UNI_SWAP_V3', amount))
  expect(medianAmount(offers.slice(0, 2))).toBeNull()
  expect(medianAmount(offers)).toBe(2n)
})

describe('a unit error (P6)', () => {
  const unpriced = () => null
  test.each([
    { amount: 1_000_000n, median: 1_000n, expected: true },
    { amount: 10_050n, median: 1_000n, expected: true },
    { amount: 10_200n, median: 1_000n, expected: false },
    { amount: 100n, median: 1_000n, expected: true },
    { amount: 1_001n, median: 1_000n, expected: false },
    { amount: 5_000n, median: 1_000n, expected: false },
    { amount: 0n, median: 1_000n, expected: false },
  ])('$amount against the median $median: $expected', ({ amount, median, expected }) => {
    expect(isUnitError(quote('across', amount), unpriced, median)).toBe(expected)
  })

  test('an offer that confirmed prices support is not a unit error, whatever the others offer', () => {
    const median = 299_000000n
    expect(isUnitError(quote('across', 2990_000000n), prices, median)).toBe(false)
    expect(isUnitError(quote('across', 2990_000000n), unpriced, median)).toBe(true)
  })

  test.each([30_000_000000n, 3000_000000n * 10n ** 12n, 3n])(
    'the price alone proves one, without other offers: %s',
    (amount) => {
      expect(isUnitError(quote('across', amount), prices, null)).toBe(true)
      expect(isUnitError(quote('across', amount), unpriced, null)).toBe(false)
    },
  )
})
