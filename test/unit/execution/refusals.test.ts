import { describe, expect, test } from 'vitest'
import { planSwap } from '../../../src/execution/plan.ts'
import type { PlannedSwap } from '../../../src/execution/planned.ts'
import { arbUsdc, bob, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import { hostileCalls, stranger, word } from './support/hostileAnswers.ts'
import { hostileOutcomes } from './support/hostileOutcomes.ts'
import type { OrderChanges } from '../../support/requests.ts'

const hostileCases = [...hostileCalls, ...hostileOutcomes]

async function plan(world: World, changes: OrderChanges = {}): Promise<PlannedSwap> {
  return await planSwap(world.order(changes), world.context(await world.openJournal()))
}

describe('a hostile answer is refused with its code', () => {
  test.each(hostileCases)('$check: $name', async ({ check, hostile, order }) => {
    const world = createWorld()
    hostile(world)
    await expect(plan(world, order)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      exit: 6,
      context: { check },
      message: expect.stringMatching(new RegExp(`\\(check ${check}\\)$`)),
    })
    expect(world.signer.signatures).toEqual([])
  })

  test.each(hostileCases)(
    'the honest counterpart of "$name" is planned',
    async ({ honest, order }) => {
      const world = createWorld()
      honest?.(world)
      const { minReceive: _minReceive, maxLossBps: _maxLossBps, ...rest } = order ?? {}
      await expect(plan(world, rest)).resolves.toMatchObject({ dstAmount: expect.any(BigInt) })
    },
  )

  test('covers every rule that planning enforces, with at least forty of them', () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(40)
    expect([...new Set(hostileCases.map(({ check }) => check))].sort()).toEqual([
      'E1',
      'E10',
      'E11',
      'E2',
      'E3',
      'E4',
      'E5',
      'E8',
      'E9',
      'P2',
      'P3',
      'P4',
    ])
  })

  test('a transfer to the deposit address that the order confirms is accepted', async () => {
    const world = createWorld()
    world.alterRoute = ({ transaction }) => {
      transaction.approvalAddress = null
    }
    world.alterAnswer = ({ transaction }) => {
      transaction.to = usdc.address
      transaction.data = `0xa9059cbb${word(stranger)}${word(50_000_000n.toString(16))}`
      transaction.approvalAddress = null
    }
    world.chains.ETH.code.set(usdc.address, '0x60')
    const context = world.context(await world.openJournal())
    const order = world.order({ dstToken: arbUsdc })
    const confirmed = { ...context, confirmDeposit: () => Promise.resolve(stranger) }
    await expect(planSwap(order, confirmed)).resolves.toMatchObject({ approvals: [] })
    const other = { ...context, confirmDeposit: () => Promise.resolve(bob) }
    await expect(planSwap(world.order({ dstToken: arbUsdc }), other)).rejects.toMatchObject({
      context: { check: 'E2' },
    })
  })
})
