import { expect, test } from 'vitest'
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
  expect(netReceived(offer, ether, prices)).toBe(2984_000000n)
})

test('a cheaper transaction beats a larger amount when it leaves more', () => {
  const larger = quote('UNI_SWAP_V3', 2991_000000n, { fees: gas(1_000_000n, 10n ** 9n) })
  const cheaper = quote('UNISWAP_V2', 2990_000000n, { fees: gas(100_000n, 10n ** 9n) })
  expect(rank([larger, cheaper], ether, prices).map((one) => one.provider)).toEqual([
    'UNISWAP_V2',
    'UNI_SWAP_V3',
  ])
})

test('without prices the plain amount decides', () => {
  const larger = quote('UNI_SWAP_V3', 2991_000000n, { fees: gas(1_000_000n, 10n ** 12n) })
  const cheaper = quote('UNISWAP_V2', 2990_000000n, { fees: gas(1n, 1n) })
  expect(rank([cheaper, larger], ether, () => null)[0]?.provider).toBe('UNI_SWAP_V3')
})

test('equal offers: the faster one, then the name', () => {
  const same = 2990_000000n
  const offers = [
    quote('UNI_SWAP_V3', same, { durationSeconds: 30 }),
    quote('UNISWAP_V2', same, { durationSeconds: 15 }),
    quote('SUSHI_SWAP', same, { durationSeconds: 15 }),
  ]
  expect(rank(offers, ether, prices).map((one) => one.provider)).toEqual([
    'SUSHI_SWAP',
    'UNISWAP_V2',
    'UNI_SWAP_V3',
  ])
})
