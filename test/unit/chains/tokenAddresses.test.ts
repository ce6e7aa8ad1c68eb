import { describe, expect, test } from 'vitest'

import { checkTokenAddress, looksLikeAddress } from '../../../src/chains/addresses.ts'
import { allChains, chainById } from '../../../src/chains/chains.ts'
import { builtInTokens } from '../../../src/chains/tokens.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../../src/core/token.ts'

const suiCoin = `0x${'0'.repeat(63)}2::sui::SUI`
const native = 'native address of the chain'

describe('canonical spelling', () => {
  test.each<[BlockchainId, string, string]>([
    [
      'ETH',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ],
    ['ETH', zeroAddress, native],
    ['ETH', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', native],
    ['ETH', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', native],
    [
      'XDC',
      'xdc951857744785e80e2de051c32ee7b25f9c458c42',
      '0x951857744785E80e2De051c32EE7b25f9c458C42',
    ],
    ['BITCOIN', zeroAddress, native],
    [
      'SOLANA',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ],
    ['SOLANA', 'So11111111111111111111111111111111111111111', native],
    ['SOLANA', '11111111111111111111111111111111', native],
    ['SOLANA', zeroAddress, native],
    [
      'SOLANA',
      'So11111111111111111111111111111111111111112',
      'So11111111111111111111111111111111111111112',
    ],
    [
      'TON',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    ],
    [
      'TON',
      'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    ],
    [
      'TON',
      '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    ],
    ['TON', zeroAddress, native],
    ['TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c', native],
    ['TON', `0:${'0'.repeat(64)}`, native],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', native],
    ['TRON', zeroAddress, native],
    ['SUI', '0x2::sui::SUI', native],
    ['SUI', suiCoin, native],
    [
      'SUI',
      '0xDBA34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
      '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
    ],
    [
      'SUI',
      '0x6864a6f921804860930db6ddbe2e16acdf8504495ea7481637a1c8b9a8fe54b::cetus::CETUS',
      '0x06864a6f921804860930db6ddbe2e16acdf8504495ea7481637a1c8b9a8fe54b::cetus::CETUS',
    ],
    ['APTOS', '0x1::aptos_coin::AptosCoin', native],
    ['APTOS', '0xa', native],
    [
      'APTOS',
      '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
      '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
    ],
    ['IOTA', '0x2::iota::IOTA', native],
    ['NEAR', 'near', native],
    ['NEAR', 'wrap.near', 'wrap.near'],
    ['NEAR', zeroAddress, native],
    ['STARKNET', '0x4718f5a0Fc34cC1AF16A1cdee98fFB20C31f5cD61D6Ab07201858f4287c938D', native],
    [
      'STARKNET',
      '0x53C91253BC9682c04929cA02ED00b3E423f6710D2ee7e0D5EBB06F3eCF368A8',
      '0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8',
    ],
    [
      'STELLAR',
      'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
    ],
    [
      'STELLAR',
      'USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
    ],
    ['STELLAR', 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA', native],
    [
      'OSMOSIS',
      'ibc/498a0751c798a0d9a389aa3691123dada57daa4fe165d5c75894505b876ba6e4',
      'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4',
    ],
    ['OSMOSIS', 'uosmo', 'uosmo'],
    ['HEDERA', '0.0.456858', '0.0.456858'],
    ['ALGORAND', '31566704', '31566704'],
    ['TEZOS', 'KT1BDEn6wobs7tDReKkGheXAhoq278TGaNn5', 'KT1BDEn6wobs7tDReKkGheXAhoq278TGaNn5'],
  ])('%s %s', (id, text, expected) => {
    const chain = chainById(id)
    expect(checkTokenAddress(chain, text)).toBe(
      expected === native ? chain.native.address : expected,
    )
  })

  test('every chain takes its own native address, the zero address and the marker', () => {
    for (const chain of allChains()) {
      for (const text of [
        chain.native.address,
        zeroAddress,
        '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      ]) {
        expect(checkTokenAddress(chain, text)).toBe(chain.native.address)
      }
    }
  })

  test('every built-in token is spelled canonically', () => {
    for (const chain of allChains()) {
      for (const { address } of builtInTokens(chain.id)) {
        expect(checkTokenAddress(chain, address)).toBe(address)
      }
    }
  })
})

describe('refused', () => {
  test.each<[BlockchainId, string, string]>([
    ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB4', '39 digits'],
    ['ETH', '0xA0b86991c6218b36c1d19d4a2e9Eb0cE3606eB48', 'EIP-55'],
    ['ETH', 'USDC', 'does not begin with 0x'],
    ['SUI', '0x2::sui', '<package>::<module>::<TYPE>'],
    ['SUI', '0x2::sui::SUI::X', '<package>::<module>::<TYPE>'],
    ['SUI', 'sui::sui::SUI', '<package>::<module>::<TYPE>'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt', 'mistyped'],
    ['TON', 'kQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_ntm', 'test network'],
    ['SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD', '32 bytes'],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'checksum'],
    ['STELLAR', 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVM', 'issuer'],
    ['OSMOSIS', 'ibc/498A', 'ibc/ and 64'],
    ['BITCOIN', 'two words', 'one word'],
    ['KADENA', 'x'.repeat(300), 'one word'],
    ['ETH', `0x${'1'.repeat(600)}`, 'too long'],
  ])('%s %s', (id, text, reason) => {
    expect(() => checkTokenAddress(chainById(id), text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ADDRESS',
        message: expect.stringContaining(reason),
      }),
    )
  })
})

test.each([
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xa0b86991',
  '0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
  'A0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  '0x2::sui::SUI',
  'wrap.near',
  'usdt.tether-token.near',
  '0.0.456858',
  'ibc/498A',
  'factory/osmo1abc/token',
])('%s is shaped like an address', (text) => {
  expect(looksLikeAddress(text)).toBe(true)
})

test.each([
  'USDC',
  'USDC.e',
  'm.USDC',
  'native',
  'USD₮0',
  '1INCH',
  '0x0',
  '$MYRO',
  'BTC.b',
  'near',
  'stETH-ETH LP',
])('%s is a symbol', (text) => {
  expect(looksLikeAddress(text)).toBe(false)
})
