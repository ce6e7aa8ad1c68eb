import { describe, expect, test } from 'vitest'

import { nativeToken } from '../../../../src/chains/tokens.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../../../src/core/token.ts'
import { listedToken, tokenPairs } from '../../../../src/providers/kits/rollup/tokenPairs.ts'
import { evm, tokenOf } from '../../depositSupport.ts'

const usdc = tokenOf('ETH', 'USDC')
const onScroll = evm('the dollar on the other side')
const coins = { ETH: zeroAddress, SCROLL: zeroAddress }
const dollars = { ETH: usdc.address, SCROLL: onScroll }
const pairs = tokenPairs('Scroll', 'SCROLL', [coins, dollars])

const ether = nativeToken('ETH')
const coin = nativeToken('SCROLL')
const tokenAt = (blockchain: BlockchainId, address: string): Token => ({
  ...usdc,
  blockchain,
  address,
})
const dollar = tokenAt('SCROLL', onScroll)

describe('the lane of two tokens', () => {
  test.each<[string, Token, Token, unknown]>([
    ['coins to the other chain', ether, coin, { from: 'ETH', pair: coins }],
    ['coins back', coin, ether, { from: 'SCROLL', pair: coins }],
    ['a token to the other chain', usdc, dollar, { from: 'ETH', pair: dollars }],
    ['a token back', dollar, usdc, { from: 'SCROLL', pair: dollars }],
    [
      'a token in another spelling',
      usdc,
      tokenAt('SCROLL', onScroll.toLowerCase()),
      { from: 'ETH', pair: dollars },
    ],
    ['a coin for a token', ether, dollar, null],
    ['a token for a coin', usdc, coin, null],
    ['another token', usdc, tokenAt('SCROLL', evm('another')), null],
    [
      'a token at the zero address',
      tokenAt('ETH', zeroAddress),
      tokenAt('SCROLL', zeroAddress),
      null,
    ],
    ['one chain', ether, usdc, null],
    ['a third chain', ether, nativeToken('ARBITRUM'), null],
    ['from a third chain', nativeToken('ARBITRUM'), ether, null],
  ])('%s', (_name, src, dst, lane) => {
    expect(pairs.laneOf(src, dst)).toEqual(lane)
  })

  test('the coin of ETH may replace its wrapped token, which is served as well', () => {
    const weth = tokenOf('ETH', 'WETH')
    const wrapped = { ETH: weth.address, SCROLL: onScroll }
    const bridge = tokenPairs('Scroll', 'SCROLL', [wrapped], weth.address)
    for (const src of [ether, weth]) {
      expect(bridge.laneOf(src, dollar)).toEqual({ from: 'ETH', pair: wrapped })
    }
    expect(bridge.laneOf(dollar, ether)).toEqual({ from: 'SCROLL', pair: wrapped })
    expect(bridge.laneOf(coin, ether)).toBeNull()
  })
})

test('a pair is found by the address of its token, coins never', () => {
  expect(pairs.pairOf('ETH', usdc.address.toLowerCase())).toBe(dollars)
  expect(pairs.pairOf('SCROLL', onScroll)).toBe(dollars)
  expect(pairs.pairOf('SCROLL', usdc.address)).toBeNull()
  expect(pairs.pairOf('ETH', zeroAddress)).toBeNull()
  expect(pairs.knownPair('SCROLL', onScroll)).toBe(dollars)
  expect(() => pairs.knownPair('ETH', zeroAddress)).toThrow(
    expect.objectContaining({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } }),
  )
})

test('sides, and the tokens that a claim pays out', () => {
  expect((['ETH', 'SCROLL', 'ARBITRUM'] as const).map(pairs.isSide)).toEqual([true, true, false])
  expect([pairs.otherSide('ETH'), pairs.otherSide('SCROLL')]).toEqual(['SCROLL', 'ETH'])
  expect(listedToken('ETH', zeroAddress)).toEqual(ether)
  expect(listedToken('ETH', usdc.address.toLowerCase())).toMatchObject(usdc)
  expect(listedToken('ETH', onScroll)).toBeNull()
})
