import { expect, test } from 'vitest'
import { displayWidth } from '../../../src/format/width.ts'
import { watchLines, type WatchView } from '../../../src/format/watch.ts'

const hash = `0x${'ab'.repeat(32)}`
const view: WatchView = {
  title: '250 USDC on Ethereum → USDC on Arbitrum One by across',
  steps: [
    { name: 'Approval', state: 'done', hash: null },
    { name: 'Payment', state: 'done', hash },
    { name: 'Delivery', state: 'now', hash: null },
  ],
  doing: 'Waiting for the delivery',
  elapsedMs: 41_900,
  expectedMinutes: 2,
  deadline: null,
  leaving: 'Ctrl-C is safe: swaproute resume 7c1e4f0a continues',
}

test('what is waited for, how long it takes, each step, and what Ctrl-C does', () => {
  expect(watchLines(view, 100).join('\n')).toMatchInlineSnapshot(`
    "Waiting for the delivery · 41s of about 2m
      250 USDC on Ethereum → USDC on Arbitrum One by across
      ✓ Approval
      ✓ Payment   0xabababababababababababababababababababababababababababababababab
      → Delivery
      Ctrl-C is safe: swaproute resume 7c1e4f0a continues"
  `)
})

test.each([60, 80])('at %i columns nothing is wider, and no hash is broken', (width) => {
  const lines = watchLines(view, width)
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  expect(lines.join('\n')).toContain(width === 80 ? hash : '0xabababab…abababab')
})

test('what ends at a known time is counted down, and then shown as over', () => {
  const deadline = {
    text: 'Pay within',
    over: 'The payment deadline has passed',
    leftMs: 1_788_000,
  }
  expect(watchLines({ ...view, deadline }, 80)[2]).toBe('  Pay within 29:48')
  const over = { ...deadline, leftMs: 0 }
  expect(watchLines({ ...view, deadline: over }, 80)[2]).toBe('  The payment deadline has passed')
})
