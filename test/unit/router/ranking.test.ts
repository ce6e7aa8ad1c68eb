import { describe, expect, test } from 'vitest'
import type { Quote } from '../../../src/core/quote.ts'
import { netReceived, rank } from '../../../src/router/ranking.ts'
import { ether, prices, quote } from '../../support/routing.ts'

const gas = (limit: bigint, price: bigint) => ({
  gas: { limit, price },
  protocolFixed: 0n,
  providerFixed: 0n,
  percent: null,
})

test('what is received is the amount less gas and fixed fees in the destination token', () => {
  const offer = quote('UNI_SWAP_V3', 2990_000000n, {
    fees: { ...gas(100_000n, 10n ** 10n), providerFixed: 10n ** 15n },
  })
  // 0.001 ETH gas + 0.001 ETH fee at 3000 USD = 6 USDC
  expect(rank([offer], ether, prices)).toEqual([{ quote: offer, net: 2984_000000n }])
  expect(netReceived(offer, 10n ** 15n, ether, prices)).toBe(2987_000000n)
})

test('a cheaper transaction beats a larger amount when it leaves more', () => {
  const larger = quote('UNI_SWAP_V3', 2991_000000n, { fees: gas(1_000_000n, 10n ** 9n) })
  const cheaper = quote('UNISWAP_V2', 2990_000000n, { fees: gas(100_000n, 10n ** 9n) })
  expect(rank([larger, cheaper], ether, prices).map((one) => one.quote.provider)).toEqual([
    'UNISWAP_V2',
    'UNI_SWAP_V3',
  ])
})

test('without prices the plain amount decides', () => {
  const larger = quote('UNI_SWAP_V3', 2991_000000n, { fees: gas(1_000_000n, 10n ** 12n) })
  const cheaper = quote('UNISWAP_V2', 2990_000000n, { fees: gas(1n, 1n) })
  expect(rank([cheaper, larger], ether, () => null)[0]?.quote.provider).toBe('UNI_SWAP_V3')
})

test('equal offers: the faster one, then the name', () => {
  const same = 2990_000000n
  const offers = [
    quote('UNI_SWAP_V3', same, { durationSeconds: 30 }),
    quote('UNISWAP_V2', same, { durationSeconds: 15 }),
    quote('SUSHI_SWAP', same, { durationSeconds: 15 }),
  ]
  expect(rank(offers, ether, prices).map((one) => one.quote.provider)).toEqual([
    'SUSHI_SWAP',
    'UNISWAP_V2',
    'UNI_SWAP_V3',
  ])
})

describe('a network fee that is not known', () => {
  const order = (offers: Quote[]) => rank(offers, ether, prices).map((one) => one.quote.provider)
  // 0.001 ETH of gas is 3 USDC.
  const known = quote('across', 2990_000000n, { fees: gas(100_000n, 10n ** 10n) })

  test('counts as the highest known one, never as nothing', () => {
    expect(order([quote('relay', 2989_000000n), known])).toEqual(['across', 'relay'])
    expect(order([quote('relay', 2991_000000n), known])).toEqual(['relay', 'across'])
  })
  test('decides where all else is equal', () => {
    expect(order([quote('DEDUST', 2990_000000n), known])).toEqual(['across', 'DEDUST'])
  })
  test('is the same for all where no fee is known: the amount decides', () => {
    expect(order([quote('exolix', 1n), quote('relay', 2n)])).toEqual(['relay', 'exolix'])
  })
})

describe('a deposit order counts 2 % less', () => {
  const order = (deposit: bigint) =>
    rank(
      [quote('exolix', deposit, { executionKind: 'deposit' }), quote('across', 2940_000000n)],
      ether,
      prices,
    ).map((one) => one.quote.provider)

  test.each([
    { received: 2999_000000n, expected: 'across' },
    { received: 3001_000000n, expected: 'exolix' },
  ])('$received beside 2940 enforced by a contract: $expected', ({ received, expected }) => {
    expect(order(received)[0]).toBe(expected)
  })
  test('so does a call that guarantees no minimum', () => {
    const offers = [
      quote('exolix', 2999_000000n, { rateType: 'float' }),
      quote('across', 2940_000000n),
    ]
    expect(rank(offers, ether, prices)[0]?.quote.provider).toBe('across')
  })
  test('among themselves the amount decides', () => {
    const deposits = [10n, 30n, 20n].map((amount) =>
      quote('exolix', amount * 1_000000n, { executionKind: 'deposit' }),
    )
    const ranked = rank(deposits, ether, prices)
    expect(ranked.map(({ net }) => net)).toEqual([30_000000n, 20_000000n, 10_000000n])
  })
})
