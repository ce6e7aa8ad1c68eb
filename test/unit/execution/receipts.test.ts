import { describe, expect, test } from 'vitest'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { openSwaps, receiptOf, swapHistory } from '../../../src/execution/receipts.ts'
import { alice, arbUsdc, dai, usdc } from '../../support/executionService.ts'
import { createWorld } from '../../support/executionWorld.ts'

describe('a receipt of the journal', () => {
  test('every step of a swap in plain words, found by any of its names', async () => {
    const world = createWorld()
    const journal = await world.openJournal()
    const context = world.context(journal)
    const planned = await planSwap(world.order({ idempotencyKey: 'key' }), context)
    const outcome = await executeSwap(planned, context, { wait: true })
    const receipt = receiptOf(journal, outcome.receiptId, context)
    expect(receipt).toMatchObject({
      id: outcome.id,
      state: 'done',
      open: false,
      status: 'SUCCESS',
      funds: 'delivered',
      idempotencyKey: 'key',
      send: { token: usdc, amount: 50_000_000n },
      received: { token: dai, amount: 49_500_000n },
      hashes: outcome.hashes,
      gasSpent: outcome.gasSpent,
      spent: outcome.spent,
      statusAnswer: outcome.status,
      values: {
        sent: 50n * 10n ** 18n,
        received: 495n * 10n ** 17n,
        networkFee: 12n * 10n ** 16n,
        otherFees: 0n,
      },
    })
    expect(receipt.events.map(({ text }) => text)).toEqual([
      'Accepted: 50 USDC for at least 49.005 DAI by UNI_SWAP_V3',
      'Reserved nonce 0 for the approval',
      'Signed the approval with nonce 0',
      'Sent the approval',
      'The approval was mined in block 101',
      `Read the balance of ${alice} on ETH before the payment`,
      'Reserved nonce 1 for the payment',
      'Signed the payment with nonce 1',
      'Sent the payment',
      'The payment was mined in block 102',
      'No allowance is left',
      'Delivered 49.5 DAI',
    ])
    for (const name of [
      outcome.receiptId.slice(0, 6),
      outcome.id,
      outcome.hashes.source,
      outcome.hashes.approve,
    ]) {
      expect(receiptOf(journal, name ?? '', context).receiptId).toBe(outcome.receiptId)
    }
    expect(journal.findByIdempotencyKey('key')).toBe(outcome.receiptId)
    expect(journal.findByIdempotencyKey('other')).toBeNull()
    expect(() => receiptOf(journal, 'nothing', context)).toThrow(
      expect.objectContaining({ exit: 13 }),
    )
  })

  test('which swaps are open, newest first', async () => {
    const world = createWorld()
    const journal = await world.openJournal()
    const context = world.context(journal)
    const done = await executeSwap(await planSwap(world.order(), context), context, { wait: true })
    world.clock += 1_000
    const order = world.order({ dstToken: arbUsdc })
    const open = await executeSwap(await planSwap(order, context), context, {
      wait: true,
      maxWaitMs: 1_000,
    })
    expect(openSwaps(journal).map(({ receiptId }) => receiptId)).toEqual([open.receiptId])
    expect(
      swapHistory(journal, 9).map(({ receiptId, state, status }) => [receiptId, state, status]),
    ).toEqual([
      [open.receiptId, 'delivering', 'PENDING'],
      [done.receiptId, 'done', 'SUCCESS'],
    ])
    expect(swapHistory(journal, 1)).toHaveLength(1)
  })
})
