import { expect, test } from 'vitest'

import type { SwapRef } from '../../../src/core/quote.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { RpcAnswer } from '../../../src/http/types.ts'
import {
  toUnoswapState,
  unoswapRouter,
} from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { receiptOf } from '../depositSupport.ts'
import { createFakeChain } from './support/fakeChain.ts'
import { alice, bob } from './support/requests.ts'

const hash = `0x${'ab'.repeat(32)}`
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

const row = chainRows('ETH')?.rows.find(({ id }) => id === 'UNISWAP_V2')
if (row?.family !== 'uniswap-v2') throw new Error('no UNISWAP_V2 on ETH')
const { router } = row

const terms = { recipient: bob, amountIn: 5n, amountOutMin: 1n, deadline: 1n }
const shared = { family: 'uniswap-v2', row, nativeWord: 'ETH', flags: [] } as const
const toToken = encodeSwap({ ...shared, direction: 'nativeIn', tokens: [weth, usdc] }, terms)
const toCoin = encodeSwap({ ...shared, direction: 'nativeOut', tokens: [usdc, weth] }, terms)

function wayTo(direction: 'tokens' | 'nativeOut'): string {
  if (row?.family !== 'uniswap-v2') throw new Error('no UNISWAP_V2 on ETH')
  const hop = { row, pool: `0x${'aa'.repeat(20)}`, numerator: 997_000_000 }
  const state = toUnoswapState({ row, direction, tokens: [usdc, weth], hops: [hop] })
  if (state === null) throw new Error('no way')
  return encodeSwap(state, terms)
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
type Log = { address: string; topics: string[]; data: string }
const moved = (token: string, from: string, to: string, amount: bigint): Log => ({
  address: token.toLowerCase(),
  topics: [transfer, topic(from), topic(to)],
  data: word(amount),
})

function ok(result: unknown): RpcAnswer {
  return { ok: true, result }
}

async function statusOf(
  id: ProviderId,
  receipt: RpcAnswer,
  transaction: RpcAnswer,
  change: Partial<SwapRef> = {},
) {
  const chain = createFakeChain('ETH')
  chain.intercept = ({ method, params }) => {
    expect(params).toEqual([hash])
    return method === 'eth_getTransactionReceipt' ? receipt : transaction
  }
  const ref: SwapRef = {
    srcBlockchain: 'ETH',
    srcTxHash: hash,
    dstBlockchain: 'ETH',
    orderId: null,
    fromAddress: null,
    receiver: null,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
    ...change,
  }
  return createOnchainProvider().status(id, ref, chain.context)
}

const sent = (to: string, input: string): RpcAnswer =>
  ok({ hash, from: alice, to, input, value: '0x0' })
const mined = (status: string, logs: unknown = []): RpcAnswer =>
  ok(receiptOf(hash, { status, logs, from: alice, to: router }))

test.each([
  [
    'a token: all transfers to the receiver',
    'UNISWAP_V2',
    mined('0x1', [
      moved(usdc, router, bob, 30n),
      moved(usdc, router, bob, 12n),
      moved(usdc, router, alice, 1000n),
      moved(weth, router, bob, 1000n),
    ]),
    sent(router.toLowerCase(), toToken),
    42n,
  ],
  [
    'a coin: what the router unwrapped',
    'UNISWAP_V2',
    mined('0x1', [
      { address: weth, topics: [withdrawal, topic(router)], data: word(42n) },
      { address: weth, topics: [withdrawal, topic(alice)], data: word(1000n) },
    ]),
    sent(router, toCoin),
    42n,
  ],
  [
    'a coin wrapped by a token without its own events',
    'UNISWAP_V2',
    mined('0x1', [moved(weth, router, `0x${'0'.repeat(40)}`, 42n)]),
    sent(router, toCoin),
    42n,
  ],
  [
    'wrapping, shown by a deposit',
    'WRAPPED',
    mined('0x1', [{ address: weth, topics: [deposit, topic(alice)], data: word(42n) }]),
    sent(weth, '0xd0e30db0'),
    42n,
  ],
  [
    'wrapping, shown by both events: counted once',
    'WRAPPED',
    mined('0x1', [
      { address: weth, topics: [deposit, topic(alice)], data: word(42n) },
      moved(weth, `0x${'0'.repeat(40)}`, alice, 42n),
    ]),
    sent(weth, '0xd0e30db0'),
    42n,
  ],
  [
    'unwrapping',
    'WRAPPED',
    mined('0x1', [{ address: weth, topics: [withdrawal, topic(alice)], data: word(42n) }]),
    sent(weth, `0x2e1a7d4d${word(42n).slice(2)}`),
    42n,
  ],
  [
    'logs without a number',
    'UNISWAP_V2',
    mined('0x1', [{ ...moved(usdc, router, bob, 1n), data: '0x01' }]),
    sent(router, toToken),
    undefined,
  ],
  [
    'a coin of a way through several exchanges: what its router unwrapped',
    'UNISWAP_V2',
    mined('0x1', [
      { address: weth, topics: [withdrawal, topic(unoswapRouter)], data: word(42n) },
      { address: weth, topics: [withdrawal, topic(router)], data: word(1000n) },
    ]),
    sent(unoswapRouter.toLowerCase(), wayTo('nativeOut')),
    42n,
  ],
  [
    'a token of such a way, which the call does not name',
    'UNISWAP_V2',
    mined('0x1', [moved(weth, unoswapRouter, bob, 42n)]),
    sent(unoswapRouter, wayTo('tokens')),
    undefined,
  ],
  ['a call of another kind', 'UNISWAP_V2', mined('0x1'), sent(router, '0x12345678'), undefined],
] as const)('success, %s', async (_, id, receipt, transaction, receivedAmount) => {
  const { facts, ...status } = await statusOf(id, receipt, transaction)
  expect(facts?.fromAddress?.toLowerCase()).toBe(alice.toLowerCase())
  expect(status).toEqual({
    status: 'SUCCESS',
    destinationTxHash: hash,
    providerStatus: '0x1',
    ...(receivedAmount === undefined ? {} : { receivedAmount }),
  })
})

test.each([
  ['reverted', mined('0x0'), sent(router, toToken), 'FAIL'],
  ['known, not mined', ok(null), sent(router, toToken), 'PENDING'],
  ['mined, of an unknown word', mined('0x7'), sent(router, toToken), 'PENDING'],
  ['unknown', ok(null), ok(null), 'NOT_FOUND'],
  ['to another contract', mined('0x1'), sent(bob, toToken), 'NOT_FOUND'],
  [
    'a contract creation',
    ok(null),
    ok({ hash, from: alice, to: null, input: '0x', value: '0x0' }),
    'NOT_FOUND',
  ],
  ['forgotten by the node, but with a receipt', mined('0x1'), ok(null), 'SUCCESS'],
])('%s', async (_, receipt, transaction, expected) => {
  const { status } = await statusOf('UNISWAP_V2', receipt, transaction)
  expect(status).toBe(expected)
})

const block = `0x${'cd'.repeat(32)}`
const receiptWith = (members: object): RpcAnswer =>
  ok(receiptOf(hash, { from: alice, to: router, ...members }))
const sentWith = (members: object): RpcAnswer =>
  ok({ hash, from: alice, to: router, input: toToken, value: '0x0', ...members })

test.each([
  ['the receipt', receiptWith({ transactionHash: block }), sentWith({})],
  ['a receipt without a hash', receiptWith({ transactionHash: null }), sentWith({})],
  ['the transaction', receiptWith({}), sentWith({ hash: block })],
  ['logs that are no logs', receiptWith({ logs: 'none' }), sentWith({})],
  ['an invalid log', receiptWith({ logs: [{ topics: [7] }] }), sentWith({})],
])('%s of another transaction is not an answer', async (_, receipt, transaction) => {
  await expect(statusOf('UNISWAP_V2', receipt, transaction)).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
  })
})

test.each([
  ['not mined yet', null, 'PENDING', 'still adding'],
  ['mined elsewhere', hash, 'PENDING', 'contradicts itself'],
  ['mined there', block, 'SUCCESS', undefined],
])('a receipt, and a transaction that is %s', async (_, blockHash, expected, told) => {
  const receipt = receiptWith({ blockHash: block })
  const { status, note } = await statusOf('UNISWAP_V2', receipt, sentWith({ blockHash }))
  expect(status).toBe(expected)
  expect(note).toEqual(told === undefined ? undefined : expect.stringContaining(told))
})

test('no hash, no swap', async () => {
  const { status } = await statusOf('UNISWAP_V2', ok(null), ok(null), { srcTxHash: null })
  expect(status).toBe('NOT_FOUND')
})

test('a node that refuses is unavailable: never a failure, never unknown', async () => {
  const refusal: RpcAnswer = { ok: false, code: -32_000, message: 'header not found', data: null }
  await expect(statusOf('UNISWAP_V2', refusal, sent(router, toToken))).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    message: expect.stringContaining('header not found'),
    funds: null, // the journal knows where the money is, not the silent node (S8)
  })
  await expect(statusOf('UNISWAP_V2', mined('0x0'), refusal)).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    funds: null,
  })
})
