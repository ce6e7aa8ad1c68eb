/** Within one poll of a swap a mined transaction is read once for all that judge it. */
import { beforeEach, expect, test } from 'vitest'
import { createContract } from '../../../src/backend/backend.ts'
import { providerContext } from '../../../src/providers/types.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import { findArrival } from '../../../src/evidence/arrival.ts'
import { createEvmReader } from '../../../src/evidence/evm.ts'
import { payoutArrival } from '../../../src/execution/deposit/depositArrival.ts'
import type { RpcClient } from '../../../src/http/types.ts'
import { readCallStatus } from '../../../src/providers/kits/evm/paidCall.ts'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import { fakeServices } from '../../support/backend.ts'
import { body, fakeProvider, quote } from '../../support/routing.ts'
import { ownNode } from '../../support/ownNode.ts'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contract = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const hash = `0x${'ab'.repeat(32)}`
const ether = 10n ** 18n

const sent = {
  hash,
  blockHash: `0x${'cd'.repeat(32)}`,
  from: alice.toLowerCase(),
  to: contract.toLowerCase(),
  input: '0x01',
  value: `0x${ether.toString(16)}`,
  // Free, so that the balance of the payer, who is also the receiver, shows the payout alone.
  gasPrice: '0x0',
}
const receipt = {
  transactionHash: hash,
  status: '0x1',
  blockNumber: '0x10',
  blockHash: sent.blockHash,
  from: sent.from,
  to: sent.to,
  gasUsed: '0x5208',
  logs: [],
}

let asked: string[]
let isMined: boolean
let clock: { now: number }
let rpc: RpcClient

beforeEach(() => {
  asked = []
  isMined = true
  clock = { now: 0 }
  const answer = (method: string, params: readonly unknown[]): unknown => {
    asked.push(method)
    if (method === 'eth_getTransactionReceipt') return isMined ? receipt : null
    if (method === 'eth_getTransactionByHash') return isMined ? sent : { ...sent, blockHash: null }
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x0' }
    if (method === 'eth_getBalance') return params[1] === '0xf' ? '0x0' : '0x7'
    throw new Error(`unexpected ${method}`)
  }
  rpc = {
    call: () => Promise.reject(new Error('only batches are expected')),
    batch: async (_, calls) =>
      calls.map(({ method, params }) => ({ ok: true, result: answer(method, params) })),
    witnesses: ownNode,
    has: (blockchain) => blockchain === 'ETH',
  }
})

const times = (method: string): number => asked.filter((one) => one === method).length
const reads = (): [receipts: number, transactions: number] => [
  times('eth_getTransactionReceipt'),
  times('eth_getTransactionByHash'),
]

function world() {
  const exchange = { contracts: [contract], calls: () => [], unwrapping: () => null }
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
    pinned: () => ({ targets: [contract], spenders: [] }),
    status: async (_id, ref, context) =>
      await readCallStatus('ETH', ref.srcTxHash ?? '', exchange, context),
  })
  const services = fakeServices([provider], clock, { rpc })
  return { services, api: createContract(services) }
}

test('status of a swap that was quoted here: the payment is proved and judged by one reading', async () => {
  const { api } = world()
  const { id } = await api.quoteBest(body)
  await api.swap({ ...body, id: id ?? '', fromAddress: alice })
  const answer = await api.statusExtended({ id: id ?? '', srcTxHash: hash })
  expect(answer).toMatchObject({ status: 'SUCCESS', srcTxHash: hash })
  expect(reads()).toEqual([1, 1])
})

test('status of a hash: found, proved and judged by one reading', async () => {
  const { api } = world()
  expect(await api.status({ srcTxHash: hash })).toMatchObject({ status: 'SUCCESS' })
  expect(reads()).toEqual([1, 1])
})

const coin = nativeToken('ETH')
const look = async () => {
  const { services } = world()
  const { signal } = new AbortController()
  const evm = createEvmAccess({ rpc, signal, now: () => clock.now })
  const arrival = { token: coin, to: alice, notBeforeMs: null }
  const told = await findArrival(hash, arrival, providerContext(services, signal))
  const money = {
    swapId: 's',
    createdAtMs: 0,
    srcToken: coin,
    srcAmount: 7n,
    dstToken: coin,
    expected: 7n,
    receiver: alice,
    refundAddress: null,
    fromAddress: null,
    baselines: [],
    paidBlock: null,
  }
  const context = {
    evm,
    hasChain: () => true,
    chainId: () => 1,
    wrappedNative: () => null,
    journal: { findByHash: () => [], read: () => [] },
  }
  // @ts-expect-error -- of the journal only what is read here
  const own = await payoutArrival(context, money, hash)
  return { told, own }
}

test('a payout: what the provider was believed by is not read again', async () => {
  expect(await look()).toMatchObject({
    told: { kind: 'paid', amount: 7n },
    own: { amount: 7n, source: 'balance' },
  })
  expect(reads()).toEqual([1, 1])
})

test('the next poll reads again: the chain may have been reorganised', async () => {
  await look()
  clock.now += 5_001
  await look()
  expect(reads()).toEqual([2, 2])
})

test('what is not mined yet is never remembered', async () => {
  isMined = false
  const { signal } = new AbortController()
  const reader = createEvmReader({ rpc, signal, now: () => clock.now })
  await reader.readStored('ETH', hash, { recent: true })
  isMined = true
  const { receipt: found } = await reader.readStored('ETH', hash, { recent: true })
  expect(found?.succeeded).toBe(true)
  expect(reads()).toEqual([2, 2])
})

test('whether a payment is still in its block is always asked (S3)', async () => {
  const { signal } = new AbortController()
  const evm = createEvmAccess({ rpc, signal, now: () => clock.now })
  await evm.readReceipt('ETH', hash)
  await evm.readReceipt('ETH', hash)
  expect(reads()).toEqual([2, 2])
})
