import { describe, expect, test } from 'vitest'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { dai } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'

const arrived = 49_500_000n

async function swap(world: World): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  return await executeSwap(await planSwap(world.order({}), context), context, { wait: true })
}

describe('a quote that expires while it is read', () => {
  /** The user takes a minute for each of the first answers. */
  async function slowly(world: World, slowAnswers: number): Promise<SwapOutcome> {
    let answers = 0
    world.review = () => {
      answers += 1
      if (answers <= slowAnswers) world.clock += 61_000
    }
    return await swap(world)
  }
  const renewals = ({ events }: World): string[] =>
    events.flatMap((event) =>
      event.type === 'step' && event.text.includes('was renewed') ? [event.text] : [],
    )

  test('is renewed before the answer counts; as much goes on', async () => {
    const world = createWorld()
    const { received } = await slowly(world, 1)
    expect(received).toEqual({ token: dai, amount: arrived })
    expect(world.reviews).toHaveLength(1)
    expect(renewals(world)).toEqual([
      'The quote had expired and was renewed: you get the same amount',
    ])
  })

  test('that pays less now is shown with the difference and asked again', async () => {
    const world = createWorld()
    let answers = 0
    world.review = () => {
      answers += 1
      if (answers > 1) return
      world.clock += 61_000
      world.chains.ETH.rate = 989n
    }
    const { received } = await swap(world)
    expect(received?.amount).toBe(49_450_000n)
    expect(world.reviews).toHaveLength(2)
    expect(world.reviews[1]).toMatchObject({
      quoted: { expected: arrived },
      receive: { expected: 49_450_000n },
    })
    expect(renewals(world)).toEqual([
      'The quote had expired and was renewed: you get 0.05 DAI less',
    ])
  })

  test('again and again ends without a signature', async () => {
    const world = createWorld()
    let rate = 990n
    world.review = () => {
      world.clock += 61_000
      rate -= 1n
      world.chains.ETH.rate = rate
    }
    await expect(swap(world)).rejects.toMatchObject({
      code: 'QUOTE_EXPIRED',
      funds: 'none_moved',
    })
    expect(world.signer.signatures).toEqual([])
  })
})
