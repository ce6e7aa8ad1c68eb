import { expect, test } from 'vitest'

import { planSwap } from '../../../src/execution/plan.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import { bob, dai } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

// What one host alone vouches for is typed (N1).

test.each<[what: string, change: (world: World) => void, text: string]>([
  [
    'the simulation',
    (world) => {
      world.chains.ETH.alterSimulation = (simulation) => {
        simulation.oneNode = true
      }
    },
    'Only one ETH node could be asked for the simulation.',
  ],
  [
    'the call',
    (world) => {
      world.decode = (call) => ({ ...call, oneNode: true })
    },
    'Only one ETH node could be asked for what the call pays.',
  ],
])('%s', async (_, change, text) => {
  const world = createWorld()
  const context = world.context(await world.openJournal())
  expect(confirmationFor((await planSwap(world.order({}), context)).card).flags).toBe('yes')
  change(world)
  const { card } = await planSwap(world.order({}), context)
  expect(card.typedReasons).toEqual([{ code: 'one_node', text }])
  expect(confirmationFor(card).flags).toBe('confirm_amount')
})

test('the simulation that shows what the receiver gets', async () => {
  const world = createWorld()
  const context = world.context(await world.openJournal())
  const order = world.order({ dstToken: dai, receiver: bob })
  let run = 0
  world.chains.ETH.alterSimulation = (simulation) => {
    run += 1
    if (run === 2) simulation.oneNode = true
  }
  const { card } = await planSwap(order, context)
  expect(run).toBe(2)
  expect(card.typedReasons).toMatchObject([{ code: 'one_node' }])
})
