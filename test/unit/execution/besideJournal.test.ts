/**
 * A plan that is shown or printed, and carried out elsewhere, is compared with the journal like one
 * that is signed here: names that moved (A8), payouts on their way to the receiver (E15).
 */
import { expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ReviewCard } from '../../../src/core/review.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { besideJournal } from '../../../src/execution/repeat.ts'
import type { Journal } from '../../../src/store/journal.ts'
import { arbEth, arbUsdc, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

const friend = '0x00000000000000000000000000000000000000F1'
const other = '0x00000000000000000000000000000000000000F2'

const named = (world: World): void => {
  world.facts.nameOf = () => {
    return { name: 'treasury.eth', by: 'ens', blockchain: 'ARBITRUM', oneNode: false }
  }
}

/** A bridge transfer that is paid and not filled yet. */
async function openTransfer(world: World, receiver?: string): Promise<Journal> {
  const journal = await world.openJournal()
  const context = world.context(journal)
  const given = world.order({ srcToken: usdc, dstToken: arbUsdc })
  const order = receiver === undefined ? given : { ...given, receiver }
  await executeSwap(await planSwap(order, context), context, { wait: false })
  return journal
}

async function planned(world: World, receiver?: string): Promise<ReviewCard> {
  const given = world.order({ srcToken: arbEth, dstToken: arbUsdc })
  const order = receiver === undefined ? given : { ...given, receiver }
  return (await planSwap(order, world.context(await world.openJournal()))).card
}

const measuring = (world: World): void => {
  world.decode = (call) => ({ ...call, growthOnly: true })
}
const damaged = (journal: Journal): Journal => ({
  ...journal,
  damage: () => ({ problem: 'a page is gone', lost: 'some swaps' }),
})
const unreadable = (): Promise<never> =>
  Promise.reject(new SwaprouteError('STORE_DAMAGED', 'The journal is damaged.'))

test('a name that moved since the last swap to it', async () => {
  const world = createWorld()
  named(world)
  const journal = await openTransfer(world, friend)
  const same = await planned(world, friend)
  expect(await besideJournal(same, async () => journal)).toEqual(same)
  const card = await besideJournal(await planned(world, other), async () => journal)
  expect(card.typedReasons).toMatchObject([
    { code: 'name_moved', text: expect.stringContaining(friend) },
  ])
})

test('a payout on its way, for a contract that only measures growth', async () => {
  const world = createWorld()
  const journal = await openTransfer(world)
  const enforced = await planned(world)
  measuring(world)
  const card = await planned(world)
  await expect(besideJournal(card, async () => journal)).rejects.toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'E15' },
  })
  expect(await besideJournal(enforced, async () => journal)).toEqual(enforced)
})

test('without a journal nothing is reported and none is created', async () => {
  const world = createWorld()
  measuring(world)
  const card = await planned(world)
  expect(await besideJournal(card, async () => null)).toEqual(card)
})

test.each<[string, (journal: Journal) => Promise<Journal>]>([
  ['in part', async (journal) => damaged(journal)],
  ['at all', unreadable],
])('one that cannot be read %s is a reason, where it would be asked', async (_, open) => {
  const world = createWorld()
  const journal = await world.openJournal()
  const plain = await planned(world)
  expect(await besideJournal(plain, () => open(journal))).toEqual(plain)
  measuring(world)
  const growing = await besideJournal(await planned(world), () => open(journal))
  expect(growing.typedReasons.map(({ code }) => code)).toEqual(['journal_unread', 'growth'])
  named(world)
  world.decode = (call) => call
  const card = await besideJournal(await planned(world, friend), () => open(journal))
  expect(card.typedReasons.map(({ code }) => code)).toEqual(['journal_unread'])
})
