import { decodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { approvalSteps, revokeCall } from '../../../src/wallet/approvals.ts'

const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const unlimited = 2n ** 256n - 1n

function approved(data: string): unknown {
  return decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2)}` })
}

test.each<[bigint, bigint, [string, bigint][]]>([
  [0n, 0n, []],
  [0n, 5n, [['approve', 5n]]],
  [5n, 5n, []],
  [
    4n,
    5n,
    [
      ['approve_reset', 0n],
      ['approve', 5n],
    ],
  ],
  [
    6n,
    5n,
    [
      ['approve_reset', 0n],
      ['approve', 5n],
    ],
  ],
  [
    unlimited,
    5n,
    [
      ['approve_reset', 0n],
      ['approve', 5n],
    ],
  ],
  [5n, 0n, [['approve_reset', 0n]]],
])('from an allowance of %d to %d', (current, needed, expected) => {
  const steps = approvalSteps({ token, owner, spender, current, needed })
  expect(steps.map(({ leg, amount }) => [leg, amount])).toEqual(expected)
  for (const { amount, call } of steps) {
    expect(call).toMatchObject({ from: owner, to: token, value: 0n })
    expect(approved(call.data)).toEqual({ functionName: 'approve', args: [spender, amount] })
  }
})

test('revoking approves nothing', () => {
  const call = revokeCall({ token, owner, spender })
  expect(call).toMatchObject({ from: owner, to: token, value: 0n })
  expect(approved(call.data)).toEqual({ functionName: 'approve', args: [spender, 0n] })
})
