import { expect, test } from 'vitest'

import { claimRoute } from '../../../src/core/claim.ts'
import { claimedBefore, type ClaimReading } from '../../../src/execution/claimedArrivals.ts'

const payment = `0x${'1'.repeat(64)}`
const received = (amount: string) => ({ event: { type: 'done', received: { amount } } })

/** One transaction that claimed a transfer and paid another swap as well. */
const swaps: Readonly<Record<string, readonly unknown[]>> = {
  transfer: [{ event: { type: 'signed', leg: 'pay', hash: payment } }],
  claim: [
    { event: { type: 'planned', routeId: claimRoute(payment.toUpperCase()) } },
    received('5'),
  ],
  another: [{ event: { type: 'planned', routeId: 'another route' } }, received('7')],
}

const journal = {
  findByHash: () => Object.keys(swaps),
  read: (id: string) => swaps[id] ?? [],
} as unknown as ClaimReading['journal']

test.each([
  ['transfer', 7n],
  ['claim', 7n],
  ['another', 5n],
])('of a transaction, %s leaves %s to others', (swap, amount) => {
  expect(claimedBefore({ journal }, swap, `0x${'2'.repeat(64)}`)).toBe(amount)
})
