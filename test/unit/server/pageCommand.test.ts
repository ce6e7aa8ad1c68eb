import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { swapCommand } from '../../../src/server/page/client/command.ts'

const swap = {
  amount: '250',
  from: { blockchain: 'ETH', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  to: { blockchain: 'ARBITRUM', address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  receiver: null,
  sandbox: false,
}

test('the command of the page names tokens by their addresses', () => {
  expect(swapCommand(swap)).toBe(
    'swaproute swap 250 eth:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 to arbitrum:0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  )
  expect(swapCommand({ ...swap, sandbox: true })).toMatch(/ --sandbox --account alice$/)
})

test.each(["it's; rm -rf /", '$(id) `id` "x" \\', '*?[a]~', 'a\nb', "'", ' ', '--yes', '🙂'])(
  'a shell reads %j as one word, unchanged',
  (receiver) => {
    const command = swapCommand({ ...swap, receiver })
    const words = execFileSync('sh', ['-c', `swaproute() { printf '%s\\0' "$@"; }; ${command}`], {
      encoding: 'utf8',
    })
    const [last, flag] = words.split('\0').slice(0, -1).toReversed()
    expect([flag, last]).toEqual(['--receiver', receiver])
  },
)
