/** What can be the hash of a transaction, chain by chain (S2). */
import { expect, test } from 'vitest'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { isTransactionHash } from '../../../src/evidence/hashes.ts'

const digits = 'a1'.repeat(32)
const base58 = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb'
const base64 = Buffer.from(digits, 'hex').toString('base64')

test.each<[BlockchainId, string]>([
  ['ETH', `0x${digits}`],
  ['ETH', `0x${digits.toUpperCase()}`],
  ['BITCOIN', digits],
  ['BITCOIN', `0x${digits}`],
  ['TON', digits],
  ['TON', `0x${digits}`],
  ['TON', base64],
  ['TON', base64.replace('=', '')],
  ['TON', base64.replaceAll('+', '-').replaceAll('/', '_')],
  ['SOLANA', base58],
  ['POLKADOT', '1234567-2'],
  ['POLKADOT', `0x${digits}`],
])('%s %s', (blockchain, text) => {
  expect(isTransactionHash(blockchain, text)).toBe(true)
})

test.each<[BlockchainId, string]>([
  ['ETH', digits],
  ['ETH', `0x${digits}0`],
  ['ETH', base64],
  ['BITCOIN', base64],
  ['BITCOIN', `${digits}0`],
  ['TON', base58],
  ['TON', `${base64}=`],
  ['TON', digits.slice(1)],
  ['SOLANA', base58.slice(13)],
  ['SOLANA', `${base58}0`],
  ['POLKADOT', '1234567-1234567'],
])('not %s %s', (blockchain, text) => {
  expect(isTransactionHash(blockchain, text)).toBe(false)
})
