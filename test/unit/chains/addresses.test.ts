import { describe, expect, test } from 'vitest'

import { checkAddress } from '../../../src/chains/addresses.ts'
import { addressKinds } from '../../../src/chains/addresses/kinds.ts'
import { isAccepted } from '../../../src/chains/addresses/result.ts'
import { allChains, chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { readAddressVectors } from './support/addressVectors.ts'

const addressVectors = readAddressVectors()

const invalid = expect.objectContaining({ code: 'INVALID_ADDRESS' })

/** The rule alone, without the search for the chain a refused text may belong to. */
const passesKind = (id: BlockchainId, text: string): boolean => {
  const chain = chainById(id)
  return isAccepted(addressKinds[chain.addressFormat].check(text, chain))
}

describe.each(addressVectors)('$chain', ({ chain, good, bad }) => {
  test.each(good)('accepts %s, and its own canonical form again', (text) => {
    const { address } = checkAddress(chainById(chain), text)
    expect(checkAddress(chainById(chain), address).address).toBe(address)
  })

  test.each(bad)('refuses %j', (text) => {
    expect(() => checkAddress(chainById(chain), text)).toThrow(invalid)
  })
})

const checksummed = addressVectors.flatMap(({ chain, good, checksum }) =>
  checksum === null ? [] : [{ chain, good, ...checksum }],
)

describe.each(checksummed)('$chain, checksum', ({ chain, good, alphabet, skip }) => {
  test.each(good)('notices any one changed letter of %s', (text) => {
    const unnoticed: string[] = []
    for (let index = skip; index < text.length; index += 1) {
      const place = alphabet.indexOf(text.charAt(index))
      if (place === -1) continue
      for (const step of [1, 7]) {
        const letter = alphabet.charAt((place + step) % alphabet.length)
        const changed = text.slice(0, index) + letter + text.slice(index + 1)
        if (passesKind(chain, changed)) unnoticed.push(changed)
      }
    }
    expect(unnoticed).toEqual([])
  })
})

test('every way to write addresses has its vectors', () => {
  const covered = new Set(addressVectors.map(({ chain }) => chainById(chain).addressFormat))
  const missing = allChains().filter((chain) => !covered.has(chain.addressFormat))
  expect(missing.map(({ id }) => id)).toEqual([])
})

describe('every chain', () => {
  const junk = [
    '',
    ' ',
    'with space',
    '\u0410\u0412\u0421',
    'a\u202eb',
    'x'.repeat(600),
    '\n',
    '0x '.repeat(20),
  ]
  test.each(allChains().map(({ id, name }) => [id, name] as const))(
    '%s refuses junk with a sentence and a hint',
    (id, name) => {
      for (const text of junk) {
        const check = (): unknown => checkAddress(chainById(id), text)
        expect(check).toThrow(invalid)
        expect(check).toThrow(/^[^\n]{10,}\.$/)
        expect(check).toThrow(expect.objectContaining({ hint: expect.stringContaining(name) }))
      }
    },
  )
})

describe('canonical forms', () => {
  test.each<[BlockchainId, string, string]>([
    [
      'ETH',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'ETH',
      '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'XDC',
      'xdc5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'ROOTSTOCK',
      '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'BITCOIN',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    [
      'BITCOIN_CASH',
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [
      'BITCOIN_CASH',
      '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
      'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    ],
    [
      'BITCOIN_CASH',
      'QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [
      'E_CASH',
      'pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j',
      'ecash:pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j',
    ],
    [
      'TON',
      '0:8a8627861a5dd96c9db3ce0807b122da5ed473934ce7568a5b4b1c361cbb28ae',
      'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg',
    ],
    [
      'TON',
      'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdl',
      'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdl',
    ],
    [
      'SUI',
      '0x4E80d76d790c277f5a44f3ce92f53d26f5894892bf395dee6375988876be6b',
      '0x004e80d76d790c277f5a44f3ce92f53d26f5894892bf395dee6375988876be6b',
    ],
    [
      'ZILLIQA',
      '0x448261915a80cdE9BDE7C7a791685200D3A0bf4E',
      'zil1gjpxry26srx7n008c7nez6zjqrf6p06wur4x3m',
    ],
    [
      'NANO',
      'xrb_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
      'nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
    ],
    [
      'NEM',
      'NBZMQO-7ZPBYN-BDUR7F-75MAKA-2S3DHD-CIFG77-5N3D',
      'NBZMQO7ZPBYNBDUR7F75MAKA2S3DHDCIFG775N3D',
    ],
    ['HEDERA', '0.0.123-vfmkw', '0.0.123'],
    ['FLOW', 'F233DCEE88FE0ABE', '0xf233dcee88fe0abe'],
    [
      'RIPPLE',
      'X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk',
      'X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk',
    ],
  ])('%s %s is sent as %s', (chain, text, address) => {
    expect(checkAddress(chainById(chain), text).address).toBe(address)
  })

  test.each<[BlockchainId, string, string | null]>([
    ['RIPPLE', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', null],
    ['RIPPLE', 'X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk', '1337'],
    ['RIPPLE', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi', '4294967295'],
    ['RIPPLE', 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm', null],
    [
      'STELLAR',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      '9223372036854775808',
    ],
    ['STELLAR', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ', '0'],
  ])('%s %s carries the memo %s', (chain, text, memo) => {
    expect(checkAddress(chainById(chain), text).memo).toBe(memo)
  })

  test.each<[BlockchainId, string, RegExp]>([
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^$/],
    ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', /no checksum/],
    ['ETH', '0x27b1fdb04752bbc536007a920d24acb045561c26', /^$/],
    ['BITCOIN_CASH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', /BITCOIN/],
    ['BITCOIN', 'bc1sw50qgdz25j', /version 16/],
    ['RIPPLE', 'X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk', /tag 1337/],
    ['IOTA', 'iota1qpw6k49dedaxrt854rau02talgfshgt0jlm5w8x9nk5ts6f5x5m759nh2ml', /before 2025/],
    ['ICP', 'ryjl3-tyaaa-aaaaa-aaaba-cai', /principal/],
    ['DX_CHAIN', 'anyword', /could not be checked/],
  ])('%s %s is noted as %s', (chain, text, note) => {
    expect(checkAddress(chainById(chain), text).notes.join()).toMatch(note)
  })
})

describe('the text of the refusal', () => {
  test.each<[BlockchainId, string, string]>([
    [
      'ETH',
      'TUrMmF9Gd4rzrXsQ34ui3Wou94E7HFuJQh',
      'looks like an address of Tron; Ethereum needs 0x and 40 hexadecimal digits',
    ],
    [
      'TRON',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'looks like an address of Ethereum; Tron needs T and 33',
    ],
    ['BITCOIN', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz', 'looks like an address of Litecoin'],
    ['SECRET', 'osmo1mky69cn8ektwy0845vec9upsdphktxt0en97f5', 'looks like an address of Osmosis'],
    [
      'POLKADOT',
      'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp',
      'looks like an address of Kusama',
    ],
    [
      'POLKADOT',
      '5CK8D1sKNwF473wbuBP6NuhQfPaWUetNsWUNAAzVwTfxqjfr',
      'network number 42 instead of 0',
    ],
    ['SOLANA', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'looks like an address of Bitcoin'],
    ['ETH', 'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdl', 'looks like an address of TON'],
    ['SUI', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'looks like an address of Ethereum'],
    [
      'ETH',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed',
      'letter case (the EIP-55 checksum) is wrong',
    ],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', 'it has 38 digits after 0x instead of 40'],
    ['ETH', 'vitalik.eth', 'ENS names are not supported'],
    ['ETH', '', 'it is empty'],
    ['ETH', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'it contains a space'],
    [
      'ETH',
      '0x5\u0430Aeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'it contains a character that no address has',
    ],
    ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'it belongs to a test network'],
    ['BITCOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'it belongs to a test network'],
    ['BITCOIN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'its checksum is wrong'],
    ['TON', '0QCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorqEq', 'it belongs to a test network'],
    ['TON', 'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdm', 'its checksum is wrong'],
    [
      'CARDANO',
      'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
      'stake address, which cannot be paid',
    ],
    ['HEDERA', '0.0.123-esxsf', 'it belongs to a test network'],
    ['FIO_PROTOCOL', 'alice@edge', 'it is a handle'],
    [
      'BITCOIN_GOLD',
      'btg1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kdd2qs6',
      'witness program',
    ],
  ])('%s %s: %s', (chain, text, sentence) => {
    expect(() => checkAddress(chainById(chain), text)).toThrow(sentence)
  })

  // Keys from the specifications and library documentation; they are all empty.
  test.each([
    ['an EVM key', '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'],
    ['an EVM key without 0x', '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'],
    ['a WIF key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a compressed WIF key', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    ['a STELLAR seed', 'SAAPYAPTTRZMCUZFPG3G66V4ZMHTK4TWA6NS7U4F7Z3IMUD52EK4DDEV'],
    ['an XRP seed', 'sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    [
      'a phrase',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    ],
  ])('%s is never repeated', (_, secret) => {
    for (const chain of ['ETH', 'BITCOIN', 'SOLANA', 'STELLAR', 'RIPPLE'] as const) {
      const error = caught(() => checkAddress(chainById(chain), secret))
      expect(`${error.message} ${error.hint} ${JSON.stringify(error.context)}`).not.toContain(
        secret.slice(4, 20),
      )
      expect(error.message).toContain('may be a private key')
    }
  })

  function caught(run: () => unknown): SwaprouteError {
    try {
      run()
    } catch (error) {
      if (error instanceof SwaprouteError) return error
    }
    throw new Error('nothing was refused')
  }
})
