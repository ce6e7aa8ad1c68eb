/** Which chains a pasted text may be a hash of, and how each of them spells it. */
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'

import { allChains } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { isTransactionHash, possibleHashes } from '../../../src/evidence/hashes.ts'

const digits = 'a1'.repeat(32)
const signature = base58.encode(new Uint8Array(64).fill(7))
const digest = base58.encode(new Uint8Array(32).fill(7))
const base64 = Buffer.from(digits, 'hex').toString('base64')

const spelled = (text: string, only?: BlockchainId): Record<string, string> =>
  Object.fromEntries(possibleHashes(text, only).map(({ blockchain, hash }) => [blockchain, hash]))

test.each<[what: string, text: string, chains: Record<string, string>, not: BlockchainId[]]>([
  [
    'hex with 0x',
    `0x${digits.toUpperCase()}`,
    {
      ETH: `0x${digits}`,
      APTOS: `0x${digits}`,
      STARKNET: `0x${digits}`,
      VE_CHAIN: `0x${digits}`,
      TON: digits,
    },
    ['BITCOIN', 'TRON', 'RIPPLE', 'COSMOS', 'SOLANA', 'STELLAR', 'SEPOLIA'],
  ],
  [
    'bare hex',
    digits,
    {
      ETH: `0x${digits}`,
      BITCOIN: digits,
      LITECOIN: digits,
      DOGECOIN: digits,
      TRON: digits,
      STELLAR: digits,
      CARDANO: digits,
      RIPPLE: digits.toUpperCase(),
      COSMOS: digits.toUpperCase(),
      OSMOSIS: digits.toUpperCase(),
      TON: digits,
    },
    ['SOLANA', 'SUI', 'NEAR'],
  ],
  ['base64', base64, { TON: digits }, ['ETH', 'BITCOIN']],
  ['base58 of 64 bytes', signature, { SOLANA: signature }, ['SUI', 'NEAR', 'ETH', 'TON']],
  ['base58 of 32 bytes', digest, { SUI: digest, NEAR: digest, WAVES: digest }, ['SOLANA', 'ETH']],
  ['a short felt', `0x${digits.slice(3)}`, { STARKNET: `0x${digits.slice(3)}` }, ['ETH', 'APTOS']],
  ['a felt with its zeros', `0x00${digits.slice(2)}`, { STARKNET: `0x${digits.slice(2)}` }, []],
  ['base32', 'A'.repeat(52), { ALGORAND: 'A'.repeat(52) }, ['ETH']],
])('%s', (_what, text, chains, not) => {
  const found = spelled(text)
  expect(found).toMatchObject(chains)
  expect(Object.keys(found).filter((chain) => not.some((one) => one === chain))).toEqual([])
})

test.each([
  '',
  'ex141898e55f560d',
  `${digits}0`,
  '0x',
  'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej',
])('an order, address or cut hash is of no chain: %s', (text) => {
  expect(possibleHashes(text)).toEqual([])
})

describe('of a named chain', () => {
  test('only that is asked, with or without the usual prefix', () => {
    expect(spelled(`0x${digits}`, 'BITCOIN')).toEqual({ BITCOIN: digits })
    expect(spelled(digits, 'SEPOLIA')).toEqual({ SEPOLIA: `0x${digits}` })
    expect(spelled(digits, 'SOLANA')).toEqual({})
  })

  test('its own spelling is one that the chain writes', () => {
    const texts = [`0x${digits}`, digits, signature, digest, 'A'.repeat(52), '12345-6']
    const wrong = allChains().flatMap(({ id }) =>
      texts.flatMap((text) =>
        possibleHashes(text, id).filter(({ hash }) => !isTransactionHash(id, hash)),
      ),
    )
    expect(wrong).toEqual([])
  })
})
