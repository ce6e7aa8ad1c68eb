import { describe, expect, test } from 'vitest'
import { createTonSwapWorld, nano } from '../../../support/tonExecution.ts'
import { eventsOf, killAt, resume, transfers } from './support/runs.ts'

const points = [
  'planned',
  'locked',
  'pay_signing',
  'pay_signed',
  'pay_broadcast',
  'pay_sent',
  'pay_confirmed',
  'delivering',
  'done',
] as const

describe('killed and resumed, a swap on TON pays once', { timeout: 60_000 }, () => {
  test.each(points)('killed at %s', async (point) => {
    const world = await createTonSwapWorld()
    const before = await world.chain.balance(world.wallet)
    const id = await killAt(world, point)
    const outcome = await resume(world, id)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS' },
      received: { amount: 15_000_000n },
      spent: { amount: 5n * nano },
    })
    expect(transfers(world)).toHaveLength(1)
    expect(world.signed).toBe(1)
    expect(await world.jetton.balanceOf(world.wallet)).toBe(15_000_000n)
    const after = await world.chain.balance(world.wallet)
    expect(before - after).toBe(5n * nano + outcome.gasSpent.amount)

    expect(await resume(world, id)).toEqual(outcome)
    expect(transfers(world)).toHaveLength(1)
  })

  test.each(['pay_signed', 'pay_broadcast', 'pay_sent'] as const)(
    'killed at %s with the bytes lost: the same ones go out again',
    async (point) => {
      const world = await createTonSwapWorld()
      world.chain.behaviour.messages = 'lose'
      const id = await killAt(world, point)
      world.chain.behaviour.messages = 'take'
      expect((await resume(world, id)).status.status).toBe('SUCCESS')
      expect(transfers(world)).toHaveLength(1)
      expect(world.signed).toBe(1)
      expect(new Set(world.chain.sent).size).toBe(1)
    },
  )

  test('killed with signed bytes, resumed when their time is long over: proof, then once more', async () => {
    const world = await createTonSwapWorld()
    const id = await killAt(world, 'pay_signed')
    expect(world.chain.sent).toEqual([])
    world.chain.advance(3600)
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signed).toBe(2)
    expect(transfers(world)).toHaveLength(1)
    const events = await eventsOf(world, id)
    expect(events.map(({ type }) => type)).toEqual([
      'planned',
      'baseline',
      'signing',
      'ton_signed',
      'expired',
      'accepted',
      'baseline',
      'signing',
      'ton_signed',
      'sent',
      'ton_confirmed',
      'delivering',
      'cost',
      'done',
    ])
    const [first, second] = events.filter((event) => event.type === 'ton_signed')
    expect(second?.nonce).toBe(first?.nonce)
    expect(second?.hash).not.toBe(first?.hash)
  })
})
