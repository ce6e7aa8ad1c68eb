import { expect, test } from 'vitest'
import { checkTimes } from '../../../src/execution/checks/decoded.ts'

const now = 1_790_000_000n
const relayer = '0x00000000000000000000000000000000000000ee'
type Times = Parameters<typeof checkTimes>[0]
type SwapType = Parameters<typeof checkTimes>[1]

test.each<[string, Times, SwapType]>([
  ['a call that does not say', {}, 'on-chain'],
  ['a minute', { deadlineSeconds: now + 60n }, 'on-chain'],
  ['two hours', { deadlineSeconds: now + 7_200n }, 'on-chain'],
  ['six hours on the way to another chain', { deadlineSeconds: now + 21_600n }, 'cross-chain'],
  [
    'a minute for one relayer',
    { exclusive: { relayer, until: 60n, isPeriod: true } },
    'cross-chain',
  ],
  [
    'until in a minute',
    { exclusive: { relayer, until: now + 60n, isPeriod: false } },
    'cross-chain',
  ],
  ['a moment that is over', { exclusive: { relayer, until: now, isPeriod: false } }, 'cross-chain'],
])('E8: %s passes', (_name, times, swapType) => {
  expect(() => checkTimes(times, swapType, now)).not.toThrow()
})

test.each<[string, Times, SwapType, string]>([
  ['a time that is over', { deadlineSeconds: now - 1n }, 'cross-chain', 'has expired'],
  ['no time at all', { deadlineSeconds: 0n }, 'on-chain', 'has expired'],
  [
    'too little time to be mined',
    { deadlineSeconds: now + 59n },
    'on-chain',
    'before it can be mined',
  ],
  ['more than two hours on one chain', { deadlineSeconds: now + 7_201n }, 'on-chain', 'far longer'],
  ['more than six hours', { deadlineSeconds: now + 21_601n }, 'cross-chain', 'far longer'],
  ['for ever', { deadlineSeconds: 2n ** 256n - 1n }, 'on-chain', 'far longer'],
  [
    'a relayer of its own for longer than a minute',
    { exclusive: { relayer, until: 61n, isPeriod: true } },
    'cross-chain',
    `Only ${relayer} could deliver for 61s.`,
  ],
  [
    'one until a moment further off',
    { exclusive: { relayer, until: now + 61n, isPeriod: false } },
    'cross-chain',
    'could deliver for 61s',
  ],
])('E8: %s is refused', (_name, times, swapType, words) => {
  expect(() => checkTimes(times, swapType, now)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(words),
      context: expect.objectContaining({ check: 'E8' }),
    }),
  )
})
