/** What rollups charge besides gas, in the card, the limits, the balance and the payment. */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import { mostDataFee } from '../../../src/execution/checks/gas.ts'
import { planEvmSwap } from '../../../src/execution/evm/plan.ts'
import type { PlannedEvmSwap } from '../../../src/execution/planned.ts'
import { reviewCard } from '../../../src/format/review.ts'
import { alice, eth } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

/** Three dollars: the account's ETH is rich. */
const fee = 3_000_000n
/** An approval and a payment. */
const both = 2n * fee

async function plan(
  world: World,
  { mostGasCost, ...changes }: OrderChanges & { mostGasCost?: bigint } = {},
): Promise<PlannedEvmSwap> {
  const context = world.context(await world.openJournal())
  const bounded = mostGasCost === undefined ? context : { ...context, mostGasCost }
  return await planEvmSwap(world.order(changes), bounded)
}

function charging(): World {
  const world = createWorld()
  world.chains.ETH.dataFee = fee
  return world
}

describe('the card', () => {
  test('counts it in the likely cost, and twice in the most', async () => {
    const { card: bare } = await plan(createWorld())
    const { card } = await plan(charging())
    expect(card.maxGasCost.amount).toBe(bare.maxGasCost.amount + 2n * both)
    expect(card.likelyGas?.amount).toBe((bare.likelyGas?.amount ?? 0n) + both)
    expect(card.fees[0]?.amount).toBe(card.maxGasCost.amount)
    expect(card.dataFee?.amount).toBe(both)
    expect(bare.dataFee).toBeUndefined()
  })

  test('shows it apart', async () => {
    const { card } = await plan(charging())
    const rows = reviewCard(card).groups.flat()
    const told = rows.find(({ label }) => label === 'Network fee')?.value
    expect(String(told)).toMatch(
      /includes about 0\.000000000006 ETH \(\$6\.00\) for data on the parent chain/,
    )
  })

  test('refuses what would cost more than 250 USD with it (E11)', async () => {
    const world = createWorld()
    world.chains.ETH.dataFee = 70_000_000n
    const thrown = await plan(world).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E11' } })
  })
})

test('a balance that pays for gas alone is too small, before anything is signed', async () => {
  const { card } = await plan(charging())
  const held = card.maxGasCost.amount - 1n
  for (const [amount, isEnough] of [
    [held, false],
    [held + 1n, true],
  ] as const) {
    const world = charging()
    const { ETH: chain } = world.chains
    chain.give(eth.address, alice, amount - chain.balanceOf(eth.address, alice))
    const outcome = await plan(world).catch((error: unknown) => error)
    expect(outcome instanceof SwaprouteError ? outcome.code : 'planned').toBe(
      isEnough ? 'planned' : 'NOT_ENOUGH_NATIVE',
    )
  }
})

describe('a renewed plan (P7)', () => {
  test('costs no more than the accepted one while data costs a little more', async () => {
    const { card } = await plan(charging())
    const world = charging()
    world.chains.ETH.dataFee = fee + fee / 2n
    const next = await plan(world, { mostGasCost: card.maxGasCost.amount })
    expect(next.card.maxGasCost.amount).toBe(card.maxGasCost.amount)
  })

  test('is shown to cost more where data does', async () => {
    const { card } = await plan(charging())
    const world = charging()
    world.chains.ETH.dataFee = 4n * fee
    const next = await plan(world, { mostGasCost: card.maxGasCost.amount })
    expect(next.card.maxGasCost.amount).toBeGreaterThan(card.maxGasCost.amount)
  })

  test.each<[now: bigint, gas: bigint, accepted: bigint | undefined, most: bigint]>([
    [100n, 50n, undefined, 200n],
    [100n, 50n, 300n, 200n],
    [100n, 50n, 250n, 200n],
    [100n, 50n, 249n, 199n],
    [100n, 50n, 151n, 101n],
    [100n, 50n, 120n, 100n],
    [0n, 50n, 20n, 0n],
  ])('%d now beside gas of %d, of %s accepted: %d at most', (now, gas, accepted, most) => {
    expect(mostDataFee(now, gas, accepted)).toBe(most)
  })
})
