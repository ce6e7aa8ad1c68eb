import { expect, test } from 'vitest'

import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import { arbEth, arbUsdc, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { killAt, resume } from './support/killing.ts'

// A router that only measures how much the receiver's balance grew: anyone who fills an open transfer
// of the receiver's inside the call lets it grow, and takes the payment.

const measuring = (world: World): void => {
  world.decode = (call) => ({ ...call, growthOnly: true })
}

/** A transfer of USDC to Arbitrum, paid and not filled yet. */
async function openTransfer(world: World): Promise<void> {
  const context = world.context(await world.openJournal())
  const order = world.order({ srcToken: usdc, dstToken: arbUsdc })
  await executeSwap(await planSwap(order, context), context, { wait: false })
}

/** Buys USDC on Arbitrum. */
async function swap(world: World) {
  const context = world.context(await world.openJournal())
  const order = world.order({ srcToken: arbEth, dstToken: arbUsdc })
  return await executeSwap(await planSwap(order, context), context, { wait: true })
}

test('is typed: --yes alone is not enough', async () => {
  const world = createWorld()
  const context = world.context(await world.openJournal())
  expect(confirmationFor((await planSwap(world.order({}), context)).card).flags).toBe('yes')
  measuring(world)
  const { card } = await planSwap(world.order({}), context)
  expect(card.typedReasons).toMatchObject([{ code: 'growth' }])
  expect(confirmationFor(card).flags).toBe('confirm_amount')
})

test('is refused while a payout of the same token is on its way to the receiver', async () => {
  const world = createWorld()
  await openTransfer(world)
  measuring(world)
  await expect(swap(world)).rejects.toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'E15' },
    funds: 'none_moved',
  })
  expect(world.chains.ARBITRUM.payments).toEqual([])
})

test('goes on without one, and where the contract itself measures', async () => {
  const world = createWorld()
  measuring(world)
  expect((await swap(world)).status.status).toBe('SUCCESS')
  const other = createWorld()
  await openTransfer(other)
  expect((await swap(other)).status.status).toBe('SUCCESS')
})

test('is refused to a swap that goes on after such a payout has begun', async () => {
  const world = createWorld()
  measuring(world)
  const id = await killAt(world, 'approve_confirmed', { dstToken: arbUsdc })
  world.decode = (call) => call
  await openTransfer(world)
  measuring(world)
  await expect(resume(world, id)).rejects.toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'E15' },
    funds: 'none_moved',
  })
  // The transfer's.
  expect(world.chains.ETH.payments).toHaveLength(1)
})
