import { describe, expect, test } from 'vitest'

import { allChains, chainById, isEvmChain } from '../../../src/chains/chains.ts'
import tokenRows from '../../../src/chains/data/tokens.json' with { type: 'json' }
import { builtInTokens, createTokenList, nativeToken } from '../../../src/chains/tokens.ts'
import { parseUserTokens } from '../../../src/chains/userTokens.ts'
import { isBlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Token } from '../../../src/core/token.ts'

const list = createTokenList()
const own = (fields: Partial<Token>): Token => ({
  blockchain: 'ETH',
  address: '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
  symbol: 'BNT',
  name: 'Bancor',
  decimals: 18,
  listed: true,
  native: false,
  ...fields,
})

describe('built-in tokens', () => {
  test('every chain has its native coin first, and only one', () => {
    for (const { id } of allChains()) {
      const natives = builtInTokens(id).filter((token) => token.native)
      expect(natives).toEqual([expect.objectContaining(nativeToken(id))])
      expect(builtInTokens(id)[0]?.native).toBe(true)
    }
  })

  test('every row of the data belongs to a chain of the contract', () => {
    expect(tokenRows.filter(({ chain }) => !isBlockchainId(chain))).toEqual([])
    const shown = allChains().flatMap(({ id }) => builtInTokens(id))
    const natives = tokenRows.filter(({ native }) => native)
    expect(shown).toHaveLength(tokenRows.length - natives.length + allChains().length)
  })

  test('no address twice on a chain, no symbol twice but CELO', () => {
    const twice: string[] = []
    for (const { id } of allChains()) {
      const seen = new Set<string>()
      for (const { address, symbol, addressOnly } of builtInTokens(id)) {
        const names = addressOnly ? [] : [`${id} ${symbol.toUpperCase()}`]
        for (const key of [`${id} ${address.toLowerCase()}`, ...names]) {
          if (seen.has(key)) twice.push(key)
          seen.add(key)
        }
      }
    }
    expect(twice).toEqual(['CELO CELO'])
  })

  test('decimals and texts are sane, BSC dollars have 18', () => {
    for (const { id } of allChains()) {
      for (const token of builtInTokens(id)) {
        expect(token.decimals).toBeGreaterThanOrEqual(0)
        expect(token.decimals).toBeLessThanOrEqual(30)
        expect(token.symbol).toMatch(/^[\x21-\x7e]{1,20}$/)
        expect(token.name).toBe(token.name.trim())
        expect(token.listed).toBe(true)
      }
    }
    expect(list.bySymbol('BSC', 'USDC').decimals).toBe(18)
    expect(list.bySymbol('ETH', 'USDC').decimals).toBe(6)
  })

  test('wrapped natives in the table are the ones on the list', () => {
    for (const id of [
      'ETH',
      'POLYGON',
      'BSC',
      'ARBITRUM',
      'OPTIMISM',
      'BASE',
      'AVALANCHE',
    ] as const) {
      const { wrappedNative, native } = chainById(id)
      expect(list.byAddress(id, wrappedNative ?? '')?.symbol).toBe(`W${native.symbol}`)
    }
  })
})

describe('finding tokens', () => {
  test.each([
    ['ETH', 'usdc', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['POLYGON', 'USDC.e', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    ['POLYGON', 'usdc.E', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    ['METIS', 'm.usdc', '0xEA32A96608495e54156Ae48931A7c20f0dcc1a21'],
    ['ETH', 'native', '0x0000000000000000000000000000000000000000'],
    ['SOLANA', 'NATIVE', 'So11111111111111111111111111111111111111111'],
    ['POLYGON', 'POL', '0x0000000000000000000000000000000000000000'],
    ['POLYGON', 'MATIC', '0x0000000000000000000000000000000000000000'],
    ['TON', 'TON', '0x0000000000000000000000000000000000000000'],
    ['TON', 'gram', '0x0000000000000000000000000000000000000000'],
    ['TON', 'Toncoin', '0x0000000000000000000000000000000000000000'],
    ['KLAYTN', 'KLAY', '0x0000000000000000000000000000000000000000'],
    ['CELO', 'CELO', '0x0000000000000000000000000000000000000000'],
    ['GNOSIS', 'XDAI', '0x0000000000000000000000000000000000000000'],
    ['TON', 'USDT', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ['NEAR', 'NEAR', 'near'],
  ] as const)('%s %s is %s', (chain, symbol, address) => {
    expect(list.bySymbol(chain, symbol).address).toBe(address)
  })

  test('by address: letter case counts on the chains where it matters', () => {
    expect(list.byAddress('ETH', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')?.symbol).toBe('USDC')
    expect(list.byAddress('SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')?.symbol).toBe(
      'USDC',
    )
    expect(list.byAddress('SOLANA', 'epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v')).toBeNull()
    expect(list.byAddress('ETH', '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C')).toBeNull()
    expect(list.byAddress('POLYGON', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBeNull()
  })

  test.each([
    ['ETH', 'USDX', 'USDC'],
    ['ETH', 'WETHH', 'WETH'],
    ['TON', 'USTD', 'USDT'],
    ['BITCOIN', 'USDT', 'BTC'],
  ] as const)('%s %s is unknown, %s is suggested', (chain, symbol, hint) => {
    expect(() => list.bySymbol(chain, symbol)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_TOKEN', hint: expect.stringContaining(hint) }),
    )
  })

  test('chains with a symbol leave test networks out', () => {
    expect(list.chainsWith('usdc')).toEqual(
      expect.arrayContaining(['ETH', 'POLYGON', 'SOLANA', 'SUI']),
    )
    expect(list.chainsWith('ETH')).not.toContain('SEPOLIA')
    expect(list.chainsWith('nothing')).toEqual([])
  })
})

describe("the user's own tokens", () => {
  test('are found beside the built-in ones', () => {
    const mine = createTokenList([own({})])
    expect(mine.bySymbol('ETH', 'bnt').name).toBe('Bancor')
    expect(mine.byAddress('ETH', '0x1f573d6fb3f13d689ff844b4ce37794d79a7ff1c')?.symbol).toBe('BNT')
    expect(mine.ofChain('ETH')).toHaveLength(list.ofChain('ETH').length + 1)
    expect(list.byAddress('ETH', '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C')).toBeNull()
  })

  test('cannot take over a built-in symbol: it becomes ambiguous, with full addresses', () => {
    const mine = createTokenList([own({ symbol: 'usdc', name: 'Not USDC' })])
    expect(() => mine.bySymbol('ETH', 'USDC')).toThrow(
      expect.objectContaining({
        code: 'AMBIGUOUS_TOKEN',
        message: '"USDC" means 2 tokens on ETH.',
        hint: expect.stringMatching(
          /0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48.*Not USDC.*0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C/,
        ),
        context: expect.objectContaining({
          candidates: [
            '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
            '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C',
          ],
        }),
      }),
    )
    expect(mine.bySymbol('POLYGON', 'USDC').decimals).toBe(6)
  })

  test('cannot take over the native coin or the word native', () => {
    const mine = createTokenList([
      own({ symbol: 'ETH' }),
      own({ symbol: 'native', address: '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cF' }),
    ])
    expect(() => mine.bySymbol('ETH', 'ETH')).toThrow(
      expect.objectContaining({ code: 'AMBIGUOUS_TOKEN' }),
    )
    expect(mine.bySymbol('ETH', 'native')).toEqual(nativeToken('ETH'))
  })

  test('cannot change a built-in entry, and twice the same is once', () => {
    const usdc = own({
      address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      symbol: 'USDC',
      decimals: 2,
    })
    const mine = createTokenList([usdc, own({}), own({ name: 'Bancor again' })])
    expect(mine.bySymbol('ETH', 'USDC').decimals).toBe(6)
    expect(mine.bySymbol('ETH', 'BNT').name).toBe('Bancor')
  })

  test('each is read a few times, however many there are', () => {
    const count = 2_000
    let reads = 0
    const tokens = Array.from({ length: count }, (_, number) => ({
      ...own({ symbol: `T${number}` }),
      get address() {
        reads += 1
        return `0x1${number.toString(16).padStart(39, '0')}`
      },
    }))
    const mine = createTokenList(tokens)
    const addresses = tokens.map(({ address }) => address)
    for (const [number, address] of addresses.entries()) {
      expect(mine.byAddress('ETH', address.toUpperCase().replace('0X', '0x'))).toBe(tokens[number])
    }
    const [first] = tokens
    expect([first, own({})].map((token) => token !== undefined && mine.isUnproved(token))).toEqual([
      true,
      false,
    ])
    expect(reads).toBeLessThan(4 * count)
  })
})

describe('reading a token list', () => {
  const entry = {
    chainId: 1,
    address: '0x1f573d6fb3f13d689ff844b4ce37794d79a7ff1c',
    symbol: 'BNT',
    name: 'Bancor',
    decimals: 18,
  }

  test.each([
    [
      'the Token Lists form',
      { name: 'mine', tokens: [{ ...entry, logoURI: 'https://x', tags: [] }] },
    ],
    ['the array alone', [entry]],
    ['an identifier instead of a number', [{ ...entry, chainId: undefined, blockchain: 'ETH' }]],
  ])('%s', (_, json) => {
    const read = { tokens: [own({})], skipped: 0, isCanonical: false }
    expect(parseUserTokens(json)).toEqual(read)
  })

  test('chains the service lacks are skipped and counted; SOLANA has a number of its own', () => {
    const mint = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'
    const json = [
      { ...entry, chainId: 4663 },
      { ...entry, chainId: 501000101, address: mint },
      entry,
    ]
    const { tokens, skipped } = parseUserTokens(json)
    expect(skipped).toBe(1)
    expect(tokens.map(({ blockchain, address }) => [blockchain, address])).toEqual([
      ['SOLANA', mint],
      ['ETH', own({}).address],
    ])
  })

  test('every EVM chain is known by its number', () => {
    for (const chain of allChains().filter(isEvmChain)) {
      const { tokens } = parseUserTokens([{ ...entry, chainId: chain.chainId }])
      expect(tokens[0]?.blockchain).toBe(chain.id)
    }
  })

  test.each<[string, unknown, string]>([
    ['no list', 'text', 'It has no array of tokens'],
    ['null', null, 'It has no array of tokens'],
    ['an object without tokens', {}, 'It has no array of tokens'],
    ['too many', Array.from({ length: 10_001 }, () => entry), 'more than 10000 tokens'],
    ['a text as entry', ['x'], 'Token 1 is not an object'],
    [
      'no chain',
      [entry, { ...entry, chainId: undefined }],
      'Token 2: chainId (a number) or blockchain',
    ],
    ['a chain id as text', [{ ...entry, chainId: '1' }], 'Token 1: chainId'],
    [
      'an unknown identifier',
      [{ ...entry, blockchain: 'ETHER' }],
      'Token 1: blockchain must be an identifier',
    ],
    ['a long symbol', [{ ...entry, symbol: 'x'.repeat(21) }], 'symbol must be a text of 1 to 20'],
    ['an empty symbol', [{ ...entry, symbol: ' ' }], 'symbol must be a text'],
    [
      'a look-alike symbol',
      [{ ...entry, symbol: 'U\u0405DC' }],
      'symbol "U\\u{0405}DC" has characters other than visible ASCII',
    ],
    ['a symbol with a space', [{ ...entry, symbol: 'US DC' }], 'other than visible ASCII'],
    ['an escape in the name', [{ ...entry, name: 'a\u001b[2J' }], 'name has invisible characters'],
    ['no name', [{ ...entry, name: 7 }], 'name must be a text'],
    [
      'decimals as text',
      [{ ...entry, decimals: '18' }],
      'decimals must be a whole number from 0 to 77',
    ],
    ['negative decimals', [{ ...entry, decimals: -1 }], 'decimals must be'],
    ['fractional decimals', [{ ...entry, decimals: 1.5 }], 'decimals must be'],
    ['78 decimals', [{ ...entry, decimals: 78 }], 'decimals must be'],
    [
      'a cut address',
      [{ ...entry, address: '0x1f57' }],
      'address "0x1f57" is not a valid ETH address: it has 4 digits',
    ],
    [
      'a wrong checksum',
      [{ ...entry, address: '0x1f573D6Fb3F13d689FF844B4cE37794d79a7FF1C' }],
      'EIP-55',
    ],
    [
      'the native coin',
      [{ ...entry, address: '0x0000000000000000000000000000000000000000' }],
      'native coin of ETH is built in',
    ],
  ])('%s is refused', (_, json, sentence) => {
    expect(() => parseUserTokens(json)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining(sentence),
      }),
    )
  })
})
