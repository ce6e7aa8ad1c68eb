/** Which traces count as the arrival of money on TON, and when TON is asked at all. */
import { beforeEach, expect, test } from 'vitest'
import { nativeToken } from '../../../src/chains/tokens.ts'
import type { TonTrace } from '../../../src/core/tonChain.ts'
import { findTonArrival } from '../../../src/evidence/tonArrival.ts'
import { nowMs, plainHash, play } from '../../providers/depositSupport.ts'
import { mallory, payer, transaction } from '../../providers/tonSupport.ts'

const began = transaction(mallory, { from: null })
const paid = transaction(payer, { from: mallory, value: 7n })
const seconds = nowMs / 1000
const slack = 600

let asked: string[]
let trace: TonTrace | null
let has: boolean

const look = async (text: string, notBeforeMs: number | null = nowMs) => {
  const { context } = play('', [], {
    ton: {
      has: () => has,
      trace: async (of) => {
        asked.push(Object.keys(of).join())
        return trace
      },
    },
  })
  return await findTonArrival(text, { token: nativeToken('TON'), to: payer, notBeforeMs }, context)
}

const at = (first: number, last: number): TonTrace => ({
  id: 't',
  complete: true,
  transactions: [
    { ...began, atSeconds: first },
    { ...paid, atSeconds: last },
  ],
})

beforeEach(() => {
  asked = []
  trace = at(seconds + 10, seconds + 20)
  has = true
})

test.each([
  ['after the order', 10, 20],
  ['begun as early as clocks may differ', -slack, 20],
])('a payment %s came', async (_, first, last) => {
  trace = at(seconds + first, seconds + last)
  expect(await look(paid.hash)).toEqual({ kind: 'paid', amount: 7n })
  expect(asked).toEqual(['transactionHash'])
})

test('a single unit came', async () => {
  const least = transaction(payer, { from: mallory, value: 1n })
  trace = { id: 't', complete: true, transactions: [began, least] }
  expect(await look(least.hash)).toEqual({ kind: 'paid', amount: 1n })
})

test.each([
  ['begun too early', -slack - 1, 20],
  ['all of it too early', -slack - 1, -slack - 1],
])('ignores a payment %s', async (_, first, last) => {
  trace = at(seconds + first, seconds + last)
  expect(await look(paid.hash)).toMatchObject({
    kind: 'unseen',
    why: 'that transaction is older than the order',
  })
  expect(await look(paid.hash, null)).toMatchObject({ kind: 'paid' })
})

test('asks for the hash of a message where no transaction has it', async () => {
  trace = null
  expect(await look(paid.hash)).toEqual({ kind: 'unseen', why: 'TON does not show it yet' })
  expect(asked).toEqual(['transactionHash', 'messageHash'])
})

test.each([
  ['that is no hash', 'order 7', true],
  ['of any kind, without a node', plainHash('paid'), false],
])('TON is not asked about a text %s', async (_, text, isKnown) => {
  has = isKnown
  expect(await look(text)).toMatchObject({ kind: 'unseen' })
  expect(asked).toEqual([])
})
