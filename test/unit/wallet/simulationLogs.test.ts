import { keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { approvalsIn, contractsNaming } from '../../../src/wallet/simulationLogs.ts'

const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const event = (signature: string): string => keccak256(toHex(signature))
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const ownerTopic = word(BigInt(owner))
const spenderTopic = word(BigInt(spender))
const approval = event('Approval(address,address,uint256)')
const forAll = event('ApprovalForAll(address,address,bool)')
const permit2 = event('Approval(address,address,address,uint160,uint48)')
const unlimited = 2n ** 256n - 1n
const seen = { token, spender, amount: 5n, measurable: true }

test.each<[string, string[], string, object[]]>([
  ['no spender', [approval, ownerTopic], word(5), []],
  ['Permit2’s without a spender', [permit2, ownerTopic, spenderTopic], word(5), []],
  ['another event', [word(1), ownerTopic, spenderTopic], word(5), []],
  ['no topics', [], word(5), []],
  [
    'approval for all that is taken back',
    [forAll, ownerTopic, spenderTopic],
    word(0),
    [{ ...seen, amount: 0n, measurable: false }],
  ],
  [
    'approval for all with two for true',
    [forAll, ownerTopic, spenderTopic],
    word(2),
    [{ ...seen, amount: unlimited, measurable: false }],
  ],
  [
    'a spender with more than an address in its word',
    [approval, ownerTopic, `0x${'ff'.repeat(12)}${spender.slice(2)}`],
    word(5),
    [seen],
  ],
  [
    'an amount cut short: everything',
    [approval, ownerTopic, spenderTopic],
    word(5).slice(0, -2),
    [{ ...seen, amount: unlimited }],
  ],
  [
    'topics in capitals',
    [
      approval.toUpperCase().replace('X', 'x'),
      ownerTopic.toUpperCase().replace('X', 'x'),
      spenderTopic,
    ],
    word(5),
    [seen],
  ],
])('approvals: %s', (_, topics, data, expected) => {
  expect(approvalsIn(owner, [{ address: token, topics, data }])).toEqual(expected)
})

test('each spender of a token by itself, measurable or not', () => {
  const topics = [approval, ownerTopic, spenderTopic]
  const logs = [
    { address: token, topics, data: word(9) },
    { address: token, topics, data: word(5) },
    { address: token, topics: [...topics, word(7)], data: '0x' },
    { address: token, topics: [approval, ownerTopic, word(1)], data: word(3) },
  ]
  expect(approvalsIn(owner, logs).map(({ amount, measurable }) => [amount, measurable])).toEqual([
    [9n, true],
    [1n, false],
    [3n, true],
  ])
})

test('a contract names the owner in any topic, in any letters', () => {
  const upper = ownerTopic.toUpperCase().replace('X', 'x')
  const log = { address: token.toLowerCase(), topics: [word(1), word(2), upper], data: '0x' }
  expect(contractsNaming(owner, [log, { ...log, address: spender, topics: [word(1)] }])).toEqual([
    token,
  ])
})
