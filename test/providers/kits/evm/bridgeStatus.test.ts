/** Where an order of a bridge is, on a bridge that only these tests have. */
import { describe, expect, test } from 'vitest'

import type { SwapRef } from '../../../../src/core/quote.ts'
import { readOrderState, writeOrderState } from '../../../../src/providers/kits/deposit/state.ts'
import type { OrderState } from '../../../../src/providers/kits/deposit/reading.ts'
import {
  type Body,
  evmPayment,
  type Exchange,
  hash,
  nowMs,
  play,
  refOf,
  refusal,
  receiptOf,
  rpcKey,
} from '../../depositSupport.ts'
import { alice, bob, bscUsdc, build, mallory, toBsc, usdc } from './testBridgeSwaps.ts'
import {
  createTestBridge,
  bridgeUrl,
  orderExchange,
  orderId,
  source,
  trackExchange,
  trackUrl,
  testBridgeId,
} from './testBridge.ts'
import { type Mined, withNode } from '../support.ts'

const paid = hash('payment')
const payout = hash('payout')
const minute = 60_000

type Asked = {
  mined?: Partial<Mined> | null
  /** No node of the source chain. */
  blind?: boolean
  ref?: Partial<SwapRef>
  rpc?: Record<string, unknown>
  atMs?: number
  change?: Parameters<typeof createTestBridge>[0]
}

async function statusOf(exchanges: Exchange[], asked: Asked = {}) {
  const { quote, built } = await build(toBsc)
  const { rpc = {}, atMs = nowMs + minute } = asked
  const tape = play(bridgeUrl, exchanges, { rpc, nodes: ['BSC'], atMs })
  const mined: Mined = {
    hash: paid,
    from: alice,
    to: source,
    input: built.transaction.data,
    value: built.transaction.value,
    status: '0x1',
    ...asked.mined,
  }
  const known = asked.mined === null ? [] : [mined]
  const context = asked.blind === true ? tape.context : withNode(tape.context, 'ETH', known)
  const ref = refOf(quote, built, { srcTxHash: paid, ...asked.ref })
  const status = await createTestBridge(asked.change).status(testBridgeId, ref, context)
  return { status, unused: tape.unused() }
}

const foreign: Partial<SwapRef> = {
  providerState: null,
  orderId: null,
  fromAddress: null,
  receiver: null,
  dstBlockchain: null,
  durationSeconds: null,
  startedAtMs: null,
}
const ids: Exchange = {
  path: `${trackUrl}/api/Transaction/${paid}/orderIds`,
  body: { orderIds: [{ stringValue: orderId }] },
}
const noIds: Exchange = { ...ids, body: { orderIds: [] } }
const filled = (body: Body) => {
  body.createdSrcEventMetadata = { transactionHash: { stringValue: paid } }
  body.fulfilledDstEventMetadata = { transactionHash: { stringValue: payout } }
}
const arrived = (amount = toBsc.dstAmount, to = bob) =>
  evmPayment({ token: bscUsdc, to, amount, hash: payout })

test('SUCCESS where the destination chain shows it', async () => {
  const { status, unused } = await statusOf([trackExchange('Fulfilled', filled)], {
    rpc: arrived(),
  })
  expect(unused).toEqual([])
  expect(status).toMatchObject({
    status: 'SUCCESS',
    destinationTxHash: payout,
    sourceBlockchain: 'ETH',
    destinationBlockchain: 'BSC',
    providerStatus: 'Fulfilled',
    receivedAmount: toBsc.dstAmount,
  })
})

test('reads the order of a swap that was made elsewhere from its payment', async () => {
  const track = trackExchange('Fulfilled', filled)
  const { status } = await statusOf([ids, track], { ref: foreign, rpc: arrived() })
  expect(status).toMatchObject({ status: 'SUCCESS', receivedAmount: toBsc.dstAmount })
})

test('a hash on a wrong chain is looked up on the chain that the service names', async () => {
  const track = trackExchange('Fulfilled', filled)
  const ref = { ...foreign, srcBlockchain: 'BSC' as const }
  const { status } = await statusOf([ids, track], { ref, rpc: arrived() })
  expect(status).toMatchObject({ status: 'SUCCESS', sourceBlockchain: 'ETH' })
})

test.each([
  ['nothing arrived', arrived(toBsc.dstAmount, mallory), 'PENDING'],
  ['far too little arrived', arrived(1n), 'INDETERMINATE'],
])('a success is not believed where %s', async (_name, rpc, word) => {
  const { status } = await statusOf([trackExchange('Fulfilled', filled)], { rpc })
  expect(status.status).toBe(word)
})

test('a success without its hash is a claim', async () => {
  const { status } = await statusOf([trackExchange('Fulfilled')])
  expect(status.status).toBe('PENDING')
})

test('the payment is not its own payout', async () => {
  const same = (body: Body) => {
    body.fulfilledDstEventMetadata = { transactionHash: { stringValue: paid } }
  }
  const { status } = await statusOf([trackExchange('Fulfilled', same)])
  expect(status.status).toBe('PENDING')
})

test('REVERTED where the money came back to the payer', async () => {
  const back = hash('refund')
  const refunded = (body: Body) => {
    body.claimedOrderCancelSrcEventMetadata = { transactionHash: { stringValue: back } }
  }
  const rpc = evmPayment({ token: usdc, to: alice, amount: toBsc.srcAmount, hash: back })
  const track = trackExchange('ClaimedOrderCancel', refunded)
  const { status } = await statusOf([track], { rpc })
  expect(status).toMatchObject({ status: 'REVERTED', destinationTxHash: back })
  const elsewhere = evmPayment({ token: usdc, to: mallory, amount: toBsc.srcAmount, hash: back })
  const liar = await statusOf([track], { rpc: elsewhere })
  expect(liar.status.status).toBe('LONG_PENDING')
})

test.each([
  ['Created', 'PENDING'],
  ['OrderCancelled', 'LONG_PENDING'],
  ['AWordOfTomorrow', 'PENDING'],
  ['constructor', 'PENDING'],
  ['', 'PENDING'],
])('the word "%s" is %s', async (word, expected) => {
  const { status } = await statusOf([trackExchange(word)])
  expect(status).toMatchObject({ status: expected, providerStatus: word })
})

const failing: Record<string, OrderState> = { Broken: 'failed' }
test('a failure counts when the payment is confirmed', async () => {
  const change = { statusMap: failing }
  const rpc = {
    [rpcKey('ETH', 'eth_getTransactionReceipt', [paid])]: receiptOf(paid, {}),
  }
  const { status } = await statusOf([trackExchange('Broken')], { change, rpc })
  expect(status.status).toBe('FAIL')
  const early = await statusOf([trackExchange('Broken')], { change, mined: { status: null } })
  expect(early.status.status).toBe('PENDING')
})

test('a payment that failed on its chain ends the swap, whatever the service reports', async () => {
  const { status } = await statusOf([trackExchange('Created')], { mined: { status: '0x0' } })
  expect(status).toMatchObject({ status: 'FAIL', sourceBlockchain: 'ETH' })
})

test('ignores a payment to another contract', async () => {
  const { status } = await statusOf([ids, trackExchange('Created')], {
    mined: { to: mallory },
    ref: foreign,
  })
  expect(status.status).toBe('NOT_FOUND')
})

test('a payment of another amount is not that of this swap (S9)', async () => {
  const other = orderExchange({ ...toBsc, srcAmount: 1n }).body.tx.data
  const { status } = await statusOf([trackExchange('Fulfilled', filled)], {
    mined: { input: other },
    rpc: arrived(),
  })
  expect(status.status).toBe('NOT_FOUND')
})

test.each([
  ['another order', (body: Body) => (body.orderId.stringValue = hash('other'))],
  [
    'another payment',
    (body: Body) => {
      filled(body)
      body.createdSrcEventMetadata.transactionHash.stringValue = hash('other')
    },
  ],
])('ignores an answer about %s', async (_name, bend) => {
  const { status } = await statusOf([trackExchange('Fulfilled', bend)], { rpc: arrived() })
  expect(status.status).toBe('PENDING')
  expect(status.providerStatus).toBeUndefined()
})

test.each([
  ['404', 404, null],
  ['an outage', 500, null],
  ['a page', 200, '<html></html>'],
  ['too many requests', 429, null],
])('%s leaves the state of the chain', async (_name, status, body) => {
  const answer = { ...trackExchange('Created'), status, body }
  expect((await statusOf([answer])).status).toMatchObject({ status: 'PENDING' })
  const old = await statusOf([answer], { atMs: nowMs + 31 * minute })
  expect(old.status.status).toBe('LONG_PENDING')
  const gone = await statusOf([answer], { mined: null })
  expect(gone.status.status).toBe('PENDING')
  const lost = await statusOf([answer], { mined: null, atMs: nowMs + 6 * minute })
  expect(lost.status.status).toBe('NOT_FOUND')
})

test('a foreign swap is unknown only if an answer confirms it (S7)', async () => {
  const asked = { mined: null, ref: foreign }
  expect((await statusOf([noIds], asked)).status.status).toBe('NOT_FOUND')
  const silent = statusOf([{ ...ids, status: 500, body: null }], asked)
  expect((await refusal(silent)).code).toBe('UPSTREAM_FAILED')
})

test('without a node nothing is confirmed', async () => {
  const { status } = await statusOf([ids, trackExchange('Fulfilled', filled)], {
    blind: true,
    ref: foreign,
    rpc: arrived(),
  })
  expect(status).toMatchObject({ status: 'PENDING', providerStatus: 'Fulfilled' })
  expect(status.note).toContain('RPC address')
})

test('never asks for a hash that no EVM chain has', async () => {
  const ref = { ...foreign, srcTxHash: 'E3A0' }
  expect((await statusOf([], { ref })).status.status).toBe('NOT_FOUND')
})

test('an unreadable call does not show what was ordered', async () => {
  const { status } = await statusOf([ids, trackExchange('Fulfilled', filled)], {
    ref: foreign,
    mined: { input: '0x12345678' },
    rpc: arrived(),
  })
  expect(status.status).toBe('PENDING')
})

test('a contract that has left the table is still the one of an own swap', async () => {
  const { status } = await statusOf([trackExchange('Fulfilled', filled)], {
    change: { contracts: { '*': [mallory] } },
    rpc: arrived(),
  })
  expect(status.status).toBe('SUCCESS')
})

describe('an own payment', () => {
  const isDone = { status: 'SUCCESS', destinationTxHash: payout }
  const follow = async (asked: Asked) =>
    (await statusOf([trackExchange('Fulfilled', filled)], { rpc: arrived(), ...asked })).status

  test.each<[string, Asked]>([
    ['is declared no more', { change: { calls: () => [] } }],
    ['is gone from the node', { mined: { isDropped: true } }],
  ])('is followed although its call %s', async (_name, asked) => {
    expect(await follow(asked)).toMatchObject(isDone)
  })

  test('is followed where more follows its calldata', async () => {
    const { built } = await build(toBsc)
    const input = `${built.transaction.data}c0ffee`
    expect(await follow({ mined: { input } })).toMatchObject(isDone)
  })

  test('has the calldata and the value of the swap, or is not its payment (S9)', async () => {
    const { built } = await build(toBsc)
    const { data, value } = built.transaction
    const others = [
      { input: '0x' },
      { input: '0x12345678' },
      { input: data.slice(0, -2) },
      { value: value - 1n },
      { value: value + 1n },
    ]
    for (const mined of others) {
      expect(await follow({ mined })).toMatchObject({ status: 'NOT_FOUND' })
    }
  })

  test('of a swap stored without its mark is followed although its call cannot be read', async () => {
    const { built } = await build(toBsc)
    const state = readOrderState(built.providerState)
    if (state === null) throw new Error('no state')
    const providerState = writeOrderState({ ...state, own: { contract: source } })
    for (const input of ['0x', '0x12345678']) {
      expect(await follow({ mined: { input }, ref: { providerState } })).toMatchObject(isDone)
    }
  })
})

test('an own swap is asked for by the number stored with it, whatever the caller names', async () => {
  const ref = { orderId: null }
  const { status, unused } = await statusOf([trackExchange('Fulfilled', filled)], {
    ref,
    rpc: arrived(),
  })
  expect(unused).toEqual([])
  expect(status.status).toBe('SUCCESS')
})

test.each([
  [5 * minute - 1, 'PENDING'],
  [5 * minute, 'NOT_FOUND'],
])('an unknown payment %s ms after the swap was made is %s', async (afterMs, word) => {
  const answer = { ...trackExchange('Created'), status: 500, body: null }
  const { status } = await statusOf([answer], { mined: null, atMs: nowMs + afterMs })
  expect(status.status).toBe(word)
})

test('distinguishes silence and a missing order of a mined payment', async () => {
  const silent = await statusOf([{ ...ids, status: 500, body: null }], { ref: foreign })
  expect(silent.status).toMatchObject({
    status: 'PENDING',
    note: 'The payment is on the source chain; TestBridge does not answer.',
  })
  const missing = await statusOf([noIds], { ref: foreign })
  expect(missing.status).toMatchObject({
    status: 'PENDING',
    note: 'The payment is on the source chain; TestBridge does not list it yet.',
  })
})

test.each([
  ['sells', { srcToken: mallory }],
  ['buys', { dstToken: mallory }],
])('an order that %s an unknown token is followed no further', async (_, change) => {
  const input = orderExchange({ ...toBsc, ...change }).body.tx.data
  const { status } = await statusOf([ids, trackExchange('Fulfilled', filled)], {
    ref: foreign,
    mined: { input },
    rpc: arrived(),
  })
  expect(status).toMatchObject({
    status: 'PENDING',
    note: 'The order cannot be read from the payment.',
  })
})
