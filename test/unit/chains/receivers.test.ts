import { describe, expect, test } from 'vitest'

import { checkReceiver } from '../../../src/chains/addresses.ts'
import { isNearCopy } from '../../../src/chains/addresses/receivers.ts'
import { formatTonAddress } from '../../../src/chains/addresses/ton.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { builtInTokens } from '../../../src/chains/tokens.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { sandboxAccounts } from '../../../sandbox/src/accounts.ts'

const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describe('never paid', () => {
  test.each<[BlockchainId, string, RegExp]>([
    ['ETH', '0x0000000000000000000000000000000000000000', /zero address/],
    ['ETH', '0x000000000000000000000000000000000000dEaD', /burn or system/],
    ['ETH', '0xdead000000000000000042069420694206942069', /burn/],
    ['ETH', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', /burn/],
    ['ETH', '0x00000000000000000000000000000000deadbeef', /burn/],
    ['ETH', '0x0000000000000000000000000000000000000001', /burn or system/],
    ['ETH', '0x0000000000000000000000000000000000000009', /burn or system/],
    ['ETH', '0x00000000000000000000000000000000000000ff', /burn or system/],
    ['ETH', '0x0000000000000000000000000000000000000100', /burn or system/],
    ['ZK_SYNC', '0x000000000000000000000000000000000000800a', /burn or system/],
    ['ETH', '0xffffffffffffffffffffffffffffffffffffffff', /burn or system/],
    ['ETH', '0x1111111111111111111111111111111111111111', /burn or system/],
    ['ETH', '0x1234567890123456789012345678901234567890', /sample/],
    ['OPTIMISM', '0x4200000000000000000000000000000000000010', /burn or system/],
    ['ETH', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', /burn or system/],
    ['ETH', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', /private key is public/],
    ['ETH', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', /private key is public/],
    ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', /contract of a token/],
    ['ETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', /contract of a token/],
    ['ETH', '0xcA11bde05977b3631167028862bE2a173976CA11', /contract/],
    ['POLYGON', '0x000000000022D473030F116dDEE9F6B43aC78BA3', /contract/],
    ['BITCOIN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /sample/],
    ['BITCOIN', '1111111111111111111114oLvT2', /zero address/],
    ['BITCOIN', '1BitcoinEaterAddressDontSendf59kuE', /burn/],
    ['BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /burn/],
    ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', /zero address/],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /contract of a token/],
    ['SOLANA', '11111111111111111111111111111111', /zero address/],
    ['SOLANA', 'So11111111111111111111111111111111111111111', /system/],
    ['SOLANA', 'So11111111111111111111111111111111111111112', /system/],
    ['SOLANA', '1nc1nerator11111111111111111111111111111111', /burn/],
    ['SOLANA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', /system/],
    ['SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', /contract of a token/],
    ['TON', 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ', /zero address/],
    ['TON', '-1:3333333333333333333333333333333333333333333333333333333333333333', /system/],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', /contract of a token/],
    [
      'TON',
      '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
      /contract of a token/,
    ],
    ['SUI', `0x${'0'.repeat(63)}2`, /burn or system/],
    ['RIPPLE', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', /zero address/],
    ['RIPPLE', 'rrrrrrrrrrrrrrrrrrrrBZbvji', /burn or system/],
    ['STELLAR', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', /zero address/],
    ['ALGORAND', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ', /zero address/],
    ['NANO', 'nano_1111111111111111111111111111111111111111111111111111hifc8npp', /zero address/],
    ['STACKS', 'SP000000000000000000002Q6VF78', /zero address/],
    ['EOS', 'eosio.null', /system/],
  ])('%s %s', (chain, text, reason) => {
    expect(() => checkReceiver(chainById(chain), text)).toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS', message: expect.stringMatching(reason) }),
    )
  })

  test('no built-in token of any EVM chain is a receiver', () => {
    for (const id of ['ETH', 'POLYGON', 'BSC', 'ARBITRUM', 'TRON', 'SOLANA', 'TON'] as const) {
      for (const { address, native } of builtInTokens(id)) {
        expect(() => checkReceiver(chainById(id), address)).toThrow(
          expect.objectContaining({
            code: 'INVALID_ADDRESS',
            hint: native ? expect.anything() : expect.stringContaining('wallet'),
          }),
        )
      }
    }
  })

  test('a badly written address is refused before any of this', () => {
    expect(() => checkReceiver(chainById('ETH'), wallet.slice(0, -1))).toThrow('39 digits')
  })
})

describe('paid', () => {
  test.each<[BlockchainId, string]>([
    ['ETH', wallet],
    ['ETH', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['ARBITRUM', '0x1111111254EEB25477B68fb85Ed929f73A960582'],
    ['BITCOIN', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['BITCOIN', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['TRON', 'TUrMmF9Gd4rzrXsQ34ui3Wou94E7HFuJQh'],
    ['SOLANA', 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q'],
    ['TON', 'UQAt6fNdWGLjZT5CdU8mBf0FHDMXrd0qI4FpdvDkcYrpXV5H'],
    ['NEAR', 'test-trust.vlad.near'],
    ['HEDERA', '0.0.123456'],
  ])('%s %s', (chain, text) => {
    expect(checkReceiver(chainById(chain), text).address).toBe(text)
  })

  test('the developer accounts in a sandbox, and only there', () => {
    const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(checkReceiver(chainById('ETH'), account, { sandbox: true }).address).toBe(account)
  })

  test('a token of another chain is just an address', () => {
    const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
    expect(checkReceiver(chainById('ETH'), usdcOnPolygon).address).toBe(usdcOnPolygon)
  })
})

test('contracts the caller knows are refused in either letter case', () => {
  const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
  const chain = chainById('ETH')
  expect(checkReceiver(chain, router).address).toBe(router)
  for (const known of [router, router.toLowerCase()]) {
    const options = { knownContracts: new Set([known]) }
    expect(() => checkReceiver(chain, router, options)).toThrow(/contract/)
    expect(() => checkReceiver(chain, router.toLowerCase(), options)).toThrow(/contract/)
  }
})

describe('the accounts of the sandbox, whose keys are public', () => {
  test.each(sandboxAccounts().map(({ name, kind, address }) => [name, kind, address] as const))(
    '%s on %s: never paid with real money, paid in the sandbox',
    (_, kind, address) => {
      const chain = chainById(kind === 'evm' ? 'POLYGON' : 'TON')
      expect(() => checkReceiver(chain, address)).toThrow(/private key is public/)
      expect(checkReceiver(chain, address, { sandbox: true }).address).toBe(address)
    },
  )
})

describe('near-copies (address poisoning)', () => {
  const copy = '0xD8da07e5A4E4aa1E1a8f4e2E5A1b1fC1d2dB6045'.toLowerCase()

  test('same ends, other middle: refused and the known address named', () => {
    const options = { knownAddresses: [wallet] }
    expect(() => checkReceiver(chainById('ETH'), copy, options)).toThrow(
      `begins and ends like your known address ${wallet}, but differs`,
    )
    expect(checkReceiver(chainById('ETH'), wallet, options).address).toBe(wallet)
    expect(checkReceiver(chainById('ETH'), wallet.toLowerCase(), options).address).toBe(wallet)
  })

  test('a known address is never a copy, whatever resembles it', () => {
    const options = { knownAddresses: [copy, wallet] }
    expect(checkReceiver(chainById('ETH'), wallet, options).address).toBe(wallet)
  })

  test('on TON, whichever form either is written in', () => {
    const own = new Uint8Array(32).fill(7).map((byte, index) => byte + index)
    const near = own.map((byte, index) => (index > 3 && index < 28 ? byte ^ 0xff : byte))
    const chain = chainById('TON')
    const form = (hash: Uint8Array, bounceable: boolean): string =>
      formatTonAddress({ workchain: 0, hash, bounceable, testOnly: false }, bounceable)
    const raw = (hash: Uint8Array): string => `0:${Buffer.from(hash).toString('hex')}`
    // The last characters are a checksum: an attacker tries keys until they fit as well.
    expect(form(own, false).slice(0, 6)).toBe(form(near, false).slice(0, 6))
    for (const known of [form(own, true), form(own, false), raw(own)]) {
      for (const text of [form(own, true), form(own, false), raw(own)]) {
        expect(() => checkReceiver(chain, text, { knownAddresses: [known] })).not.toThrow()
      }
    }
  })

  test.each<[BlockchainId, string, string, boolean]>([
    [
      'ETH',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '0xd8dA000000000000000000000000000000006045',
      true,
    ],
    [
      'ETH',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '0xd8dB000000000000000000000000000000006045',
      false,
    ],
    [
      'BITCOIN',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw50zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzf3t4',
      true,
    ],
    [
      'BITCOIN',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qaaazzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzf3t4',
      false,
    ],
    ['TRON', 'TUrMmF9Gd4rzrXsQ34ui3Wou94E7HFuJQh', 'TUrMxxxxxxxxxxxxxxxxxxxxxxxxxxuJQh', true],
    ['NEAR', 'alice.near', 'alice2.near', false],
  ])('%s %s and %s: %s', (chain, a, b, expected) => {
    expect(isNearCopy(a, b, chainById(chain))).toBe(expected)
    expect(isNearCopy(b, a, chainById(chain))).toBe(expected)
    expect(isNearCopy(a, a, chainById(chain))).toBe(false)
  })
})
