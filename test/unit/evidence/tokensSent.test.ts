/** Tokens and unwrapped coins that events show, for one account. */
import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../../src/core/token.ts'
import { tokenGain, tokensSentTo, topics, unwrappedBy } from '../../../src/evidence/logs.ts'
import { alice, bob, usdc } from '../../support/executionService.ts'

const word = (text: string): string => `0x${text.replace('0x', '').padStart(64, '0')}`
const token = usdc.address
const log = (topic: string, accounts: string[], amount: bigint, address = token) => ({
  address,
  topics: [topic, ...accounts.map(word)],
  data: word(amount.toString(16)),
})
const { transfer, deposit, withdrawal } = topics
const broken = { ...log(transfer, [bob, alice], 5n), data: '0x' }
/** Twenty bytes of an account behind other bytes: no account at all. */
const dirty = (account: string): string => `0x01${'0'.repeat(22)}${account.slice(2)}`

describe('sent to an account', () => {
  test.each([
    ['one transfer', [log(transfer, [bob, alice], 5n)], 5n],
    ['a transfer of nothing', [log(transfer, [bob, alice], 0n)], 0n],
    [
      'two transfers, out does not count',
      [
        log(transfer, [bob, alice], 5n),
        log(transfer, [bob, alice], 2n),
        log(transfer, [alice, bob], 1n),
      ],
      7n,
    ],
    ['wrapping alone', [log(deposit, [alice], 3n)], 3n],
    ['wrapping with both events', [log(deposit, [alice], 3n), log(transfer, [bob, alice], 3n)], 3n],
  ])('%s', (_, logs, amount) => {
    expect(tokensSentTo(logs, token, alice)).toBe(amount)
  })

  test.each([
    ['no event', []],
    ['a transfer to another', [log(transfer, [alice, bob], 5n)]],
    ['wrapping by another', [log(deposit, [bob], 5n)]],
    ['another token', [log(transfer, [bob, alice], 5n, bob)]],
    ['another event', [log(withdrawal, [bob, alice], 5n)]],
    ['data that is no number', [broken]],
    ['a topic that is no address', [log(transfer, [bob, dirty(alice)], 5n)]],
  ])('nothing: %s', (_, logs) => {
    expect(tokensSentTo(logs, token, alice)).toBeNull()
  })
})

describe('unwrapped by an account', () => {
  test.each([
    ['unwrapped', [log(withdrawal, [alice], 4n), log(withdrawal, [alice], 3n)], 7n],
    ['burned', [log(transfer, [alice, zeroAddress], 4n)], 4n],
    [
      'both events count once',
      [log(withdrawal, [alice], 4n), log(transfer, [alice, zeroAddress], 4n)],
      4n,
    ],
    ['by another', [log(withdrawal, [bob], 4n), log(transfer, [bob, zeroAddress], 4n)], null],
    ['sent on', [log(transfer, [alice, bob], 4n)], null],
    ['sent to an address that ends in zero', [log(transfer, [alice, '0x10'], 4n)], null],
    ['a transfer without a receiver', [log(transfer, [alice], 4n)], null],
  ])('%s', (_, logs, amount) => {
    expect(unwrappedBy(logs, token, alice)).toBe(amount)
  })
})

test('the zero address never gains: burning is not income', () => {
  const logs = [log(transfer, [alice, zeroAddress], 5n)]
  expect(tokenGain(logs, token, zeroAddress)).toBe(0n)
  expect(tokensSentTo(logs, token, zeroAddress)).toBeNull()
  expect(tokenGain(logs, token, alice)).toBe(-5n)
})
