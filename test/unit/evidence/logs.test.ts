import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { tokenGain, topics, unwrapped } from '../../../src/evidence/logs.ts'
import { alice, bob, usdc } from '../../support/executionService.ts'

const keccak = (text: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`

describe('logs', () => {
  const word = (text: string): string => `0x${text.replace('0x', '').padStart(64, '0')}`
  const log = (topic: string, accounts: string[], amount: bigint, address = usdc.address) => ({
    address,
    topics: [topic, ...accounts.map(word)],
    data: word(amount.toString(16)),
  })

  test('topics are the hashes of the events', () => {
    expect(topics).toEqual({
      transfer: keccak('Transfer(address,address,uint256)'),
      deposit: keccak('Deposit(address,uint256)'),
      withdrawal: keccak('Withdrawal(address,uint256)'),
    })
  })

  test.each([
    ['in', [log(topics.transfer, [bob, alice], 5n)], 5n],
    ['out', [log(topics.transfer, [alice, bob], 5n)], -5n],
    [
      'in and out',
      [log(topics.transfer, [bob, alice], 5n), log(topics.transfer, [alice, bob], 2n)],
      3n,
    ],
    ['to oneself', [log(topics.transfer, [alice, alice], 5n)], 0n],
    ['another token', [log(topics.transfer, [bob, alice], 5n, bob)], 0n],
    ['wrapped', [log(topics.deposit, [alice], 7n)], 7n],
    ['unwrapped', [log(topics.withdrawal, [alice], 7n)], -7n],
    ['an NFT of four topics', [log(topics.transfer, [bob, alice, '0x01'], 5n)], 0n],
    ['data that is no number', [{ ...log(topics.transfer, [bob, alice], 5n), data: '0x' }], 0n],
  ])('gain: %s', (_name, logs, gain) => {
    expect(tokenGain(logs, usdc.address.toUpperCase().replace('0X', '0x'), alice)).toBe(gain)
  })

  test('unwrapped native coins are summed; without any the sum is null', () => {
    const logs = [log(topics.withdrawal, [bob], 3n), log(topics.withdrawal, [alice], 4n)]
    expect(unwrapped(logs, usdc.address)).toBe(7n)
    expect(unwrapped(logs, bob)).toBeNull()
    expect(unwrapped(logs, null)).toBeNull()
  })
})
