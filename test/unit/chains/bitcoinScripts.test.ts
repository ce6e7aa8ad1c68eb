import { expect, test } from 'vitest'

import {
  bitcoinAddress,
  bitcoinOutput,
  bitcoinScript,
} from '../../../src/chains/addresses/bitcoinScripts.ts'

// Examples of BIP-173, BIP-350, the first block and the locker of TeleSwap.
const known = [
  [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'p2wpkh',
    '0x0014751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  [
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'p2wsh',
    '0x00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'p2tr',
    '0x512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'p2pkh',
    '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  ],
  [
    '3CAQAw7m95axbY761Xq8d9DADhjNaX9b8o',
    'p2sh',
    '0xa91472df0f82c4bcfe01a274bd521e5d4c66586b7a5b87',
  ],
] as const

test.each(known)('%s is %s', (address, kind, script) => {
  const output = bitcoinOutput(address)
  expect(output?.kind).toBe(kind)
  if (output === null) throw new Error('not read')
  expect(bitcoinScript(output)).toBe(script)
  expect(bitcoinAddress(output)).toBe(address)
})

test.each([
  ['of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['of a test network, in base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['with a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['of a later witness version', 'bc1sw50qgdz25j'],
  [
    'of version 1 with the older checksum',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  ],
  ['of another chain', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['without text', ''],
])('an address %s has no script', (_what, address) => {
  expect(bitcoinOutput(address)).toBeNull()
})

test('a program of another length has no address', () => {
  expect(bitcoinAddress({ kind: 'p2wpkh', program: `0x${'00'.repeat(32)}` })).toBeNull()
  expect(bitcoinAddress({ kind: 'p2tr', program: `0x${'00'.repeat(20)}` })).toBeNull()
  expect(bitcoinAddress({ kind: 'p2pkh', program: '0x' })).toBeNull()
})
