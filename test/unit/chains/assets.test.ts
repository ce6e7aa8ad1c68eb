import { describe, expect, test } from 'vitest'

import { type ParsedAsset, parseAsset } from '../../../src/chains/assets.ts'
import { createTokenList } from '../../../src/chains/tokens.ts'

const tokens = createTokenList([
  {
    blockchain: 'ETH',
    address: '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
    symbol: 'LINK',
    name: 'Another Link',
    decimals: 18,
    listed: true,
    native: false,
  },
])
const parse = (text: string, testnets = false): ParsedAsset =>
  parseAsset(text, { tokens, testnets })
const short = (asset: ParsedAsset): string =>
  asset.kind === 'listed'
    ? `${asset.token.blockchain} ${asset.token.symbol} ${asset.token.address}`
    : `${asset.blockchain} unlisted ${asset.address}`

const zero = '0x0000000000000000000000000000000000000000'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const suiUsdc = '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC'

test.each([
  ['eth:USDC', `ETH USDC ${usdc}`],
  ['ETH:usdc', `ETH USDC ${usdc}`],
  ['1:USDC', `ETH USDC ${usdc}`],
  ['Ethereum:USDC', `ETH USDC ${usdc}`],
  ['eth', `ETH ETH ${zero}`],
  ['eth:ETH', `ETH ETH ${zero}`],
  ['eth:native', `ETH ETH ${zero}`],
  ['eth:NATIVE', `ETH ETH ${zero}`],
  ['polygon:0x0000000000000000000000000000000000001010', `POLYGON POL ${zero}`],
  ['celo:WETH', 'CELO WETH 0xD221812de1BD094f35587EE8E174B07B6167D9Af'],
  [
    'celo:0x122013fd7dF1C6F636a5bb8f03108E876548b455',
    'CELO WETH 0x122013fd7dF1C6F636a5bb8f03108E876548b455',
  ],
  ['arb:USDT0', 'ARBITRUM USDT 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['polygon:usdt0', 'POLYGON USDT 0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  ['polygon:USD₮0', 'POLYGON USDT 0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  ['plasma:USD₮0', 'PLASMA USDT0 0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb'],
  ['ton:USD₮', 'TON USDT EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
  [
    'fantom:0x04068DA6C83AFCFA0e13ba15A6696662335D5B75',
    'FANTOM USDC 0x04068DA6C83AFCFA0e13ba15A6696662335D5B75',
  ],
  [`eth:${zero}`, `ETH ETH ${zero}`],
  ['eth:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', `ETH ETH ${zero}`],
  [`eth:${usdc}`, `ETH USDC ${usdc}`],
  [`eth:${usdc.toLowerCase()}`, `ETH USDC ${usdc}`],
  ['arb:USDC', 'ARBITRUM USDC 0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ['42161:usdc.e', 'ARBITRUM USDC.e 0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
  ['bnb-chain:usdt', 'BSC USDT 0x55d398326f99059fF775485246999027B3197955'],
  ['polygon:matic', `POLYGON POL ${zero}`],
  ['celo:CELO', `CELO CELO ${zero}`],
  ['sol', 'SOLANA SOL So11111111111111111111111111111111111111111'],
  ['sol:USDC', 'SOLANA USDC EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['ton:USDT', 'TON USDT EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
  [
    'ton:0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    'TON USDT EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  ],
  [`sui:${suiUsdc}`, `SUI USDC ${suiUsdc}`],
  ['sui:0x2::sui::SUI', `SUI SUI 0x${'0'.repeat(63)}2::sui::SUI`],
  ['near:near', 'NEAR NEAR near'],
  ['btc', `BITCOIN BTC ${zero}`],
  ['xrp:XRP', `RIPPLE XRP ${zero}`],
  [
    'eth:0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
    'ETH LINK 0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
  ],
  [
    'eth:0x4d224452801aced8b2f0aebe155379bb5d594381',
    'ETH unlisted 0x4d224452801ACEd8B2F0aebE155379bb5D594381',
  ],
  ['near:usdt.tether-token.near', 'NEAR USDT usdt.tether-token.near'],
  ['near:token.paras.near', 'NEAR unlisted token.paras.near'],
  [
    'osmosis:ibc/0954E1C28EB7AF5B72D24F3BC2B47BBB2FDF91BDDFD57B74B99E133AED40972A',
    'OSMOSIS unlisted ibc/0954E1C28EB7AF5B72D24F3BC2B47BBB2FDF91BDDFD57B74B99E133AED40972A',
  ],
  ['osmosis:osmo', 'OSMOSIS OSMO 0x0000000000000000000000000000000000000000'],
  [
    'starknet:usdc',
    'STARKNET USDC 0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb',
  ],
  ['algorand:31566704', 'ALGORAND unlisted 31566704'],
  [
    'stellar:yXLM:GARDNV3Q7YGT4AKSDF25LT32YSCCW4EV22Y2TV3I2PU2MMXJTEDL5T55',
    'STELLAR unlisted yXLM:GARDNV3Q7YGT4AKSDF25LT32YSCCW4EV22Y2TV3I2PU2MMXJTEDL5T55',
  ],
])('%s is %s', (text, expected) => {
  expect(short(parse(text))).toBe(expected)
})

describe('refused', () => {
  test.each([
    ['nowhere:USDC', 'UNKNOWN_CHAIN', '"nowhere" is not a known chain.', 'swaproute chains'],
    ['ethh:USDC', 'UNKNOWN_CHAIN', '"ethh" is not a known chain.', 'ETH'],
    ['', 'UNKNOWN_CHAIN', '"" is not a known chain.', 'swaproute chains'],
    [':USDC', 'UNKNOWN_CHAIN', '"" is not a known chain.', 'swaproute chains'],
    ['USDC', 'UNKNOWN_CHAIN', '"USDC" does not say on which chain.', ':USDC'],
    [usdc, 'UNKNOWN_CHAIN', 'does not say on which chain.', `eth:${usdc}`],
    ['eth:', 'UNKNOWN_TOKEN', '"eth:" has no token', 'eth:USDC'],
    ['eth:USDX', 'UNKNOWN_TOKEN', 'ETH has no token "USDX".', 'USDC'],
    ['eth:QWERTY', 'UNKNOWN_TOKEN', 'ETH has no token "QWERTY".', 'WETH'],
    [
      'eth:U\u0405DC',
      'UNKNOWN_TOKEN',
      '"U\\u{0405}DC" has characters that only resemble',
      'by hand',
    ],
    ['eth:USDC\u200b', 'UNKNOWN_TOKEN', 'only resemble', 'by hand'],
    ['eth: USDC', 'UNKNOWN_TOKEN', 'only resemble', 'by hand'],
    ['\u0435th:USDC', 'UNKNOWN_CHAIN', '"\\u{0435}th" is not a known chain.', ''],
    [
      'eth:LINK',
      'AMBIGUOUS_TOKEN',
      '"LINK" means 2 tokens on ETH.',
      '0x514910771AF9Ca656af840dff83E8264EcF986CA',
    ],
    ['sepolia:ETH', 'TESTNET_DISABLED', 'Sepolia is a test network.', '--testnets'],
    ['sepolia', 'TESTNET_DISABLED', 'Sepolia is a test network.', '--testnets'],
    ['fuji:nothing', 'TESTNET_DISABLED', 'Avalanche Fuji is a test network.', '--testnets'],
    ['eth:0xA0b86991', 'INVALID_ADDRESS', '8 digits after 0x instead of 40', 'native'],
    [
      'eth:A0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'INVALID_ADDRESS',
      'does not begin with 0x',
      '0x and 40',
    ],
    ['eth:0xA0b86991c6218b36c1d19d4a2e9Eb0cE3606eB48', 'INVALID_ADDRESS', 'EIP-55', '0x and 40'],
    [
      'eth:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'INVALID_ADDRESS',
      'not a valid Ethereum token address',
      '0x and 40',
    ],
    [`tron:${usdc}`, 'INVALID_ADDRESS', 'not a valid Tron token address', 'T and 33'],
    ['sui:0x2::sui', 'INVALID_ADDRESS', '<package>::<module>::<TYPE>', '<package>'],
  ])('%j: %s', (text, code, message, hint) => {
    const run = (): unknown => parse(text)
    expect(run).toThrow(message)
    expect(run).toThrow(expect.objectContaining({ code, hint: expect.stringContaining(hint) }))
  })

  test('networks for tests are read where they are enabled', () => {
    expect(short(parse('sepolia', true))).toBe(`SEPOLIA ETH ${zero}`)
    expect(short(parse('bsct:tBNB', true))).toBe(`BSCT tBNB ${zero}`)
  })

  test('an address is never looked up as a symbol', () => {
    const trap = createTokenList([
      {
        blockchain: 'ETH',
        address: '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
        symbol: '0xA0b86991c6218b36',
        name: 'Trap',
        decimals: 18,
        listed: true,
        native: false,
      },
    ])
    expect(() => parseAsset('eth:0xA0b86991c6218b36', { tokens: trap, testnets: false })).toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS' }),
    )
  })

  test('a private key in the place of an asset is not repeated', () => {
    const key = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
    for (const text of [key, key.slice(2), `eth:${key}`]) {
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(key.slice(10, 30)) }),
      )
    }
  })
})

test.each(['USDC', 'DAI', 'WETH', 'WBTC'])(
  'an unbacked token, fantom:%s, needs its address',
  (symbol) => {
    expect(() => parse(`fantom:${symbol}`)).toThrow(/is of a bridge that has closed/)
  },
)
