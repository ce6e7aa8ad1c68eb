/** An approval that is asked about, and the swap it was made for. */
import { describe, expect, test } from 'vitest'

import type { SwapStatus } from '../../../src/core/status.ts'
import type { FakeNode } from '../../support/chainNodes.ts'
import { usdc } from '../../support/routing.ts'
import {
  hash,
  payoutHash,
  alice,
  bob,
  diamond,
  spokePool,
  missing,
  word,
  number,
  moved,
  node,
  bridge,
  statusOf,
} from '../../support/carriedSwaps.ts'

const approve = `0x095ea7b3${word(diamond).slice(2)}${number(10n).slice(2)}`

describe('an approval with a payment after it', () => {
  const payment = `0x${'ef'.repeat(32)}`
  const done: SwapStatus = { status: 'SUCCESS', destinationTxHash: payoutHash }
  /** The approval and payments of these amounts, in this block and to this contract. */
  const paidWith = (amounts: bigint[], block = '0x11', to = diamond): FakeNode => {
    const approval = node({ to: usdc.address, input: approve })
    const payments = amounts.map((amount, index) => {
      const { transactions, receipts = {} } = node({ to }, [
        moved(usdc.address, alice, spokePool, amount),
      ])
      const name = index === 0 ? payment : `0x${'f0'.repeat(32)}`
      const receipt = { ...receipts[hash], transactionHash: name, blockNumber: block }
      const sent = transactions.map((one) => ({ ...one, hash: name }))
      return { sent, receipts: { [name]: receipt } }
    })
    return {
      ...approval,
      transactions: [...approval.transactions, ...payments.flatMap(({ sent }) => sent)],
      receipts: Object.assign({}, approval.receipts, ...payments.map((one) => one.receipts)),
    }
  }

  test.each<[string, FakeNode]>([
    ['of its amount', paidWith([10n, 7n])],
    ['of less', paidWith([7n])],
  ])('%s is reported as that swap', async (_, eth) => {
    const answer = await statusOf(eth, [bridge('lifi', [diamond], done)])
    expect(answer).toMatchObject({
      status: 'SUCCESS',
      provider: 'lifi',
      srcTxHash: payment,
      note: `Found by its approval ${hash}.`,
    })
  })

  test.each<[string, FakeNode]>([
    ['of another contract', paidWith([10n], '0x11', bob)],
    ['before it', paidWith([10n], '0x0f')],
    ['that could be either of two', paidWith([6n, 7n])],
  ])('%s stays an approval', async (_, eth) => {
    const answer = await statusOf(eth, [bridge('lifi', [diamond], done)])
    expect(answer).toMatchObject({ status: 'NOT_FOUND', transactionKind: 'approval' })
    expect(answer.note).not.toContain(payment)
  })

  test('that is not known as a swap is named', async () => {
    const answer = await statusOf(paidWith([10n]), [bridge('lifi', [diamond], missing)])
    expect(answer).toMatchObject({
      status: 'NOT_FOUND',
      transactionKind: 'approval',
      srcTxHash: hash,
      note: expect.stringContaining(`The payment after it is ${payment}.`),
    })
  })
})
