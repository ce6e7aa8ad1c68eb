/** What an exchange gives back of an order: the journal has what the wallet holds, to the unit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runKillCase } from '../support/killRun.ts'
import { type PlayMoney, startPlayMoney } from '../support/playMoney.ts'
import { createTrade } from '../support/trades.ts'

let world: PlayMoney

beforeAll(async () => {
  world = await startPlayMoney()
  await world.setFault('exolix', 'refund')
})

afterAll(() => world.remove())

// Taking coins costs a wallet on TON a fee, and jettons bring some coins along.
test.each(['paid-ton', 'paid-jetton'] as const)('%s', async (kind) => {
  const trade = createTrade(kind, 'alice', 0.3)
  const { problems } = await runKillCase(world, {
    trade,
    kill: { at: 'refunded' },
    wanted: ['refunded'],
  })
  expect(problems).toEqual([])
})
