import { expect, test } from 'vitest'

import { nextBest, type ReadOrder } from '../../../src/commands/swap/order.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { refusal } from '../../providers/depositSupport.ts'
import { createWorld } from '../../support/executionWorld.ts'

// A best route without proof is passed over before anything is asked; never once a swap is under way.

const input = { flags: { on: () => false } } as never
const ctx = {
  config: { backend: 'remote' },
  io: { now: () => 0 },
  live: { start: () => undefined, stop: () => undefined },
  services: {
    api: () => Promise.reject(new SwaprouteError('UPSTREAM_FAILED', 'asked for another route')),
  },
} as never

test.each([
  ['before it is shown', undefined, 'asked for another route'],
  ['after it was recorded', 'none_moved', 'no proof'],
  ['after its approval', 'approved_only', 'no proof'],
] as const)('a route without proof %s', async (_, funds, message) => {
  const read: ReadOrder = { payment: 'signed', order: createWorld().order({}) }
  const thrown = new SwaprouteError('UNSAFE_ROUTE', 'no proof', {
    context: { check: 'E18' },
    ...(funds === undefined ? {} : { funds }),
  })
  const error = await refusal(nextBest(read, thrown, input, ctx))
  expect(error.message).toContain(message)
})
