/** Status of a TON swap: bounds, and the cells that have to show an end (S1, S2, S5). */
import { expect, test } from 'vitest'
import type { TonChainTransaction, TonTrace } from '../../../../src/core/tonChain.ts'
import type { SwapRef } from '../../../../src/core/quote.ts'
import { readTonSwapStatus, type ReportedTerms } from '../../../../src/providers/kits/ton/status.ts'
import { nowMs, play } from '../../depositSupport.ts'
import {
  excesses,
  fakeTon,
  friend,
  mallory,
  payer,
  raw,
  tonComes,
  traceOf,
  transaction,
} from '../../tonSupport.ts'

const out = { ...inOf(transaction(mallory, { from: payer })), destination: raw(mallory) }
const sends = transaction(payer, { from: null }, { outMessages: [{ ...out, value: 11n }] })
const swapped = transaction(mallory, { from: payer, value: 1n })
const came = tonComes(friend, 7n)

function inOf({ inMessage }: TonChainTransaction) {
  if (inMessage === null) throw new Error('no message')
  return inMessage
}

const ref: SwapRef = {
  srcBlockchain: 'TON',
  srcTxHash: null,
  dstBlockchain: 'TON',
  orderId: null,
  fromAddress: payer,
  receiver: friend,
  durationSeconds: null,
  startedAtMs: null,
  providerState: null,
}
const jettonsSold: ReportedTerms = {
  reportedBy: raw(payer),
  sold: { owner: raw(payer), jettonWallet: raw(mallory), amount: 5n },
  bought: { owner: raw(friend), jettonWallet: null, minimum: 7n },
}
const coinsSold: ReportedTerms = {
  ...jettonsSold,
  sold: { ...jettonsSold.sold, jettonWallet: null },
  bought: { ...jettonsSold.bought, jettonWallet: raw(mallory) },
}

type Look = {
  trace: TonTrace
  /** The transaction that is asked for, in the order of the trace. */
  asked?: number
  stored?: readonly TonChainTransaction[]
  terms?: ReportedTerms
  startedAtMs?: number
  own?: Partial<SwapRef>
  atMs?: number
}

async function look({ trace, asked = 0, stored, terms = jettonsSold, ...more }: Look) {
  const srcTxHash = trace.transactions[asked]?.hash ?? ''
  const { ton } = fakeTon({
    traces: { [srcTxHash]: trace },
    stored: stored ?? trace.transactions,
  })
  const { context } = play('', [], { ton, atMs: more.atMs ?? nowMs + 30_000 })
  const started = more.startedAtMs ?? null
  return await readTonSwapStatus(
    { ...ref, srcTxHash, startedAtMs: started, ...more.own },
    async () => terms,
    context,
  )
}

test('the transaction that is asked for has to be in its account’s own cells', async () => {
  const trace = traceOf([sends, swapped, came])
  const [first, second, last] = trace.transactions
  if (first === undefined || second === undefined || last === undefined) throw new Error('too few')
  expect(await look({ trace, asked: 1 })).toMatchObject({ status: 'SUCCESS', receivedAmount: 7n })
  expect(await look({ trace, asked: 1, stored: [first, last] })).toMatchObject({
    status: 'PENDING',
  })
})

test.each([
  [120_000, 'SUCCESS'],
  [120_001, 'NOT_FOUND'],
])('a trace that began %s ms before the swap: %s', async (earlier, status) => {
  const trace = traceOf([sends, came])
  const beganMs = (trace.transactions[0]?.atSeconds ?? 0) * 1000
  expect(await look({ trace, startedAtMs: beganMs + earlier })).toMatchObject({ status })
})

test.each([
  [0, 'PENDING'],
  [1, 'LONG_PENDING'],
])('thirty minutes and %s ms after its start: %s', async (more, status) => {
  const trace = traceOf([sends], false)
  const startedAtMs = nowMs
  const atMs = startedAtMs + 30 * 60_000 + more
  expect(await look({ trace, startedAtMs, atMs })).toMatchObject({ status })
})

test('an empty arrival is not a delivery, whatever the minimum', async () => {
  const terms = { ...jettonsSold, bought: { ...jettonsSold.bought, minimum: 0n } }
  expect(await look({ trace: traceOf([sends]), terms })).toMatchObject({ status: 'PENDING' })
  expect(await look({ trace: traceOf([sends, came]), terms })).toMatchObject({ status: 'SUCCESS' })
})

test.each([
  ['the fees are back, and no more', 6n, 'PENDING'],
  ['more than the fees is back', 7n, 'REVERTED'],
])('of eleven sent for a swap of five %s', async (_, value, status) => {
  const trace = traceOf([sends, excesses(payer, value)])
  expect(await look({ trace, terms: coinsSold })).toMatchObject({ status })
})

test('less than the amount is not a refund, although it is more than the fees', async () => {
  const small = transaction(payer, { from: null }, { outMessages: [{ ...out, value: 6n }] })
  const trace = traceOf([small, excesses(payer, 4n)])
  expect(await look({ trace, terms: coinsSold })).toMatchObject({ status: 'PENDING' })
})

test.each([
  ['the payer', { fromAddress: null }, 'NOT_FOUND'],
  ['the receiver', { receiver: 'bob' }, 'NOT_FOUND'],
  ['nothing', {}, 'SUCCESS'],
])('of an own swap %s cannot be read: %s', async (_, change, status) => {
  const swap = { srcMaster: null, dstMaster: null, srcAmount: '5', minAmount: '7' }
  const own = { providerState: { swap }, ...change }
  expect(await look({ trace: traceOf([sends, came]), own })).toMatchObject({ status })
})
