/** What `status` reports of a swap of this machine when a remote service is asked. */
import { describe, expect, test } from 'vitest'
import type { StatusAnswer } from '../../../src/api/schemas.ts'
import type { CheckContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { verifiedStatus } from '../../../src/execution/verifiedStatus.ts'
import type { Journal } from '../../../src/store/journal.ts'
import { alice, arbUsdc, bob, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

const arrived = 49_500_000n

type Swapped = {
  world: World
  outcome: SwapOutcome
  journal: Journal
  held(answer: Partial<StatusAnswer>): Promise<StatusAnswer>
}

/** A swap whose delivery has not arrived yet, its service still asked by `resume` only. */
async function paid(changes: OrderChanges = {}): Promise<Swapped> {
  const world = createWorld()
  world.status = () => ({ status: 'PENDING', destinationTxHash: null })
  const journal = await world.openJournal()
  const context = world.context(journal)
  const planned = await planSwap(world.order({ dstToken: arbUsdc, ...changes }), context)
  const outcome = await executeSwap(planned, context, { wait: false })
  const reading: CheckContext = context
  return {
    world,
    outcome,
    journal,
    held: (answer) =>
      verifiedStatus(
        outcome.receiptId,
        { status: 'SUCCESS', destinationTxHash: null, ...answer },
        reading,
      ),
  }
}

describe('a delivery', () => {
  test.each([
    ['no transaction', () => null],
    ['an unknown transaction', () => `0x${'ab'.repeat(32)}`],
    ['the payment itself', ({ outcome }: Swapped) => outcome.hashes.source ?? ''],
    [
      'a payout to another account',
      ({ world }: Swapped) => world.chains.ARBITRUM.payOut(arbUsdc.address, bob, arrived),
    ],
    [
      'too small a payout',
      ({ world }: Swapped) => world.chains.ARBITRUM.payOut(arbUsdc.address, alice, 5n),
    ],
  ])('with %s is not endorsed', async (_, hashOf) => {
    const swapped = await paid()
    const records = swapped.journal.read(swapped.outcome.receiptId).length
    const told = await swapped.held({ destinationTxHash: hashOf(swapped) })
    expect(told).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    expect(told.note).toContain('the chain does not show it yet')
    expect(swapped.journal.read(swapped.outcome.receiptId)).toHaveLength(records)
  })

  test('that the chain shows is reported', async () => {
    const { world, held } = await paid()
    const destinationTxHash = world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
    expect(await held({ destinationTxHash })).toEqual({ status: 'SUCCESS', destinationTxHash })
  })
})

describe('a refund', () => {
  test.each([
    ['no transaction', () => null],
    ['an unknown transaction', () => `0x${'ab'.repeat(32)}`],
    [
      'one to another account',
      ({ world }: Swapped) => world.chains.ETH.payOut(usdc.address, bob, arrived),
    ],
  ])('with %s is not endorsed', async (_, hashOf) => {
    const swapped = await paid()
    const answer = { status: 'REVERTED', destinationTxHash: hashOf(swapped) }
    expect(await swapped.held(answer)).toMatchObject({ status: 'PENDING', destinationTxHash: null })
  })

  test('that the chain shows is reported', async () => {
    const { world, held } = await paid()
    const destinationTxHash = world.chains.ETH.payOut(usdc.address, alice, arrived)
    const answer = { status: 'REVERTED', destinationTxHash }
    expect(await held(answer)).toEqual(answer)
  })
})

describe('a failure', () => {
  test.each(['FAIL', 'REVERT'])('%s of a payment that was mined is in doubt', async (status) => {
    const { held } = await paid()
    const told = await held({ status })
    expect(told.status).toBe('PENDING')
    expect(told.note).toContain('ask the provider before you pay again')
  })

  test('of a payment that reverted is reported', async () => {
    const { world, outcome, held } = await paid()
    const { readReceipt } = world.chains.ETH.evm
    world.chains.ETH.evm.readReceipt = async (...asked) => {
      const receipt = await readReceipt(...asked)
      return receipt === null ? null : { ...receipt, succeeded: false }
    }
    expect(outcome.hashes.source).toMatch(/^0x/)
    expect(await held({ status: 'FAIL' })).toMatchObject({ status: 'FAIL' })
  })
})

test.each([
  ['ABRACADABRA', 'PENDING'],
  ['\u001b[31mSUCCESS', 'PENDING'],
  ['', 'PENDING'],
  ['PENDING', 'PENDING'],
  ['NOT_FOUND', 'NOT_FOUND'],
  ['INDETERMINATE', 'INDETERMINATE'],
  ['READY_TO_CLAIM', 'READY_TO_CLAIM'],
])('%j, which is not final, is reported as %s', async (status, word) => {
  const { held } = await paid()
  expect(await held({ status })).toEqual({ status: word, destinationTxHash: null })
})

test('what ended in the journal stays ended, whatever a service reports later (S3)', async () => {
  const world = createWorld()
  const hash = (): string => world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
  let delivered: string | null = null
  world.status = () => ({ status: 'SUCCESS', destinationTxHash: (delivered ??= hash()) })
  const context = world.context(await world.openJournal())
  const planned = await planSwap(world.order({ dstToken: arbUsdc }), context)
  const { receiptId } = await executeSwap(planned, context, { wait: true, maxWaitMs: 60_000 })
  for (const status of ['FAIL', 'PENDING', 'REVERTED', 'NOT_FOUND']) {
    const told = await verifiedStatus(receiptId, { status, destinationTxHash: null }, context)
    expect(told).toMatchObject({ status: 'SUCCESS', destinationTxHash: delivered })
  }
})
