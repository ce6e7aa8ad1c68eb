/** The one reader of EVM receipts and transactions: what it refuses, and what it reuses. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readPayment, findArrival } from '../../../src/evidence/arrival.ts'
import { createEvmReader } from '../../../src/evidence/evm.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import type { RpcAnswer, RpcClient } from '../../../src/http/types.ts'
import { noTon } from '../../support/noTon.ts'
import { ownNode } from '../../support/ownNode.ts'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contract = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const hash = `0x${'ab'.repeat(32)}`
const blockHash = `0x${'cd'.repeat(32)}`
const { signal } = new AbortController()

type Wire = Record<string, unknown>
const receiptOf = (transactionHash: string, more: Wire = {}): Wire => ({
  transactionHash,
  status: '0x1',
  blockNumber: '0x10',
  blockHash,
  from: alice.toLowerCase(),
  to: contract.toLowerCase(),
  gasUsed: '0x5208',
  effectiveGasPrice: '0x3',
  logs: [],
  ...more,
})
const sentOf = (own: string, more: Wire = {}): Wire => ({
  hash: own,
  blockHash,
  from: alice.toLowerCase(),
  to: contract.toLowerCase(),
  input: '0x01',
  value: '0x7',
  gasPrice: '0x2',
  ...more,
})

let asked: string[]
let clock: number
let receipt: (own: string) => unknown
let sent: (own: string) => unknown
let block: unknown
let balances: Record<string, RpcAnswer>

const ok = (result: unknown): RpcAnswer => ({ ok: true, result })
const refusal: RpcAnswer = { ok: false, code: -32000, message: 'no', data: null }

const rpc = (): RpcClient => ({
  call: () => Promise.reject(new Error('only batches are expected')),
  batch: async (_, calls) =>
    calls.map(({ method, params }) => {
      asked.push(method)
      const [first, second] = params.map(String)
      if (method === 'eth_getTransactionReceipt') return ok(receipt(first ?? ''))
      if (method === 'eth_getTransactionByHash') {
        const found = sent(first ?? '')
        return found === refusal ? refusal : ok(found)
      }
      if (method === 'eth_getBlockByNumber') return ok(block)
      if (method === 'eth_getBalance') return balances[second ?? ''] ?? refusal
      throw new Error(`unexpected ${method}`)
    }),
  witnesses: ownNode,
  has: (blockchain) => blockchain === 'ETH',
})
const sourcesOf = () => ({ rpc: rpc(), signal, now: () => clock, ton: noTon })
const reader = () => createEvmReader(sourcesOf())
const recent = { recent: true }

beforeEach(() => {
  asked = []
  clock = 0
  receipt = receiptOf
  sent = sentOf
  block = { timestamp: '0x2' }
  balances = { '0x10': ok('0x9'), '0xf': ok('0x4') }
})

describe('a receipt', () => {
  test('has the price in it, else that of the transaction', async () => {
    expect(await reader().readReceipt('ETH', hash)).toMatchObject({
      hash,
      succeeded: true,
      effectiveGasPrice: 3n,
    })
    receipt = (own) => receiptOf(own, { effectiveGasPrice: null })
    expect(await reader().readReceipt('ETH', hash)).toMatchObject({ effectiveGasPrice: 2n })
    sent = (own) => sentOf(own, { gasPrice: null })
    await expect(reader().readReceipt('ETH', hash)).rejects.toThrow('has no gas price')
  })

  test('is null until it exists', async () => {
    receipt = () => null
    expect(await reader().readReceipt('ETH', hash)).toBeNull()
  })

  test.each([
    ['0x0', false],
    ['0x1', true],
  ])('status %s', async (status, succeeded) => {
    receipt = (own) => receiptOf(own, { status })
    expect(await reader().readReceipt('ETH', hash)).toMatchObject({ succeeded })
  })

  test.each(['0x2', '0x01'])('status %s is neither success nor failure (S1)', async (status) => {
    receipt = (own) => receiptOf(own, { status })
    expect(await reader().readStoredReceipt('ETH', hash)).toMatchObject({ succeeded: null })
    await expect(reader().readReceipt('ETH', hash)).rejects.toThrow('has a malformed status')
  })

  test.each([
    ['in another block', { blockHash: `0x${'ce'.repeat(32)}` }],
    ['in no block', { blockHash: null }],
  ])('of a transaction %s is refused', async (_, more) => {
    sent = (own) => sentOf(own, more)
    await expect(reader().readReceipt('ETH', hash)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.stringContaining('contradicts the transaction') as unknown,
    })
  })

  test.each<[string, (own: string) => unknown]>([
    ['a node that does not say the block', (own) => sentOf(own, { blockHash: undefined })],
    ['a block hash in other letters', (own) => sentOf(own, { blockHash: `0x${'CD'.repeat(32)}` })],
    ['a node without the transaction', () => null],
    ['a node that refuses the transaction', () => refusal],
  ])('is enough with %s', async (_, answer) => {
    sent = answer
    expect(await reader().readReceipt('ETH', hash)).toMatchObject({ succeeded: true })
  })

  test('or transaction of another hash is refused', async () => {
    const other = `0x${'ef'.repeat(32)}`
    receipt = () => receiptOf(other)
    sent = () => sentOf(other)
    const different = 'returned a different transaction'
    await expect(reader().readStoredReceipt('ETH', hash)).rejects.toThrow(different)
    await expect(reader().readTransaction('ETH', hash)).rejects.toThrow(different)
    await expect(reader().readStored('ETH', hash)).rejects.toThrow(different)
  })
})

describe('other facts', () => {
  test('value', async () => {
    const one = reader()
    expect(await one.readValue('ETH', hash)).toBe(7n)
    expect(await one.readValue('ETH', hash)).toBe(7n)
    expect(asked).toHaveLength(1)
    sent = () => null
    expect(await reader().readValue('ETH', hash)).toBeNull()
  })

  test('time of a block', async () => {
    expect(await reader().readBlockTime('ETH', 16n)).toBe(2000)
    block = null
    expect(await reader().readBlockTime('ETH', 16n)).toBeNull()
  })

  test.each(['0x10', '0xf'])('gain in a block; unknown without the state at %s', async (at) => {
    expect(await reader().readNativeGain('ETH', alice, 16n)).toBe(5n)
    balances[at] = refusal
    expect(await reader().readNativeGain('ETH', alice, 16n)).toBeNull()
  })

  test('our own payment is not read without a node, of another chain, or by a text', async () => {
    const sources = sourcesOf()
    expect(await readPayment('ETH', hash, sources)).toBe('confirmed')
    expect(await readPayment('BSC', hash, sources)).toBe('unreadable')
    expect(await readPayment('ETH', 'order 7', sources)).toBe('unreadable')
    expect(
      await readPayment('BITCOIN', hash.slice(2), {
        ...sources,
        rpc: { ...sources.rpc, has: () => true },
      }),
    ).toBe('unreadable')
    expect(asked).toHaveLength(1)
  })
})

describe('what was read a moment ago', () => {
  const mined = ['eth_getTransactionReceipt', 'eth_getTransactionByHash']

  test('is reused where the caller allows it, to the last millisecond', async () => {
    const one = reader()
    await one.readStored('ETH', hash)
    expect(asked).toEqual(mined)
    clock = 5_000
    expect(await one.readReceipt('ETH', hash, recent)).toMatchObject({ hash })
    expect(await one.readStored('ETH', hash, recent)).toMatchObject({ transaction: { hash } })
    expect(asked).toEqual(mined)
    clock = 5_001
    await one.readStored('ETH', hash, recent)
    expect(asked).toEqual([...mined, ...mined])
  })

  test('is asked again by a caller that does not allow it', async () => {
    const one = reader()
    await one.readReceipt('ETH', hash, recent)
    await one.readReceipt('ETH', hash)
    await one.readStored('ETH', hash)
    expect(asked).toEqual([...mined, ...mined, ...mined])
  })

  test('also gives the price of a receipt without one', async () => {
    receipt = (own) => receiptOf(own, { effectiveGasPrice: null })
    const one = reader()
    await one.readReceipt('ETH', hash, recent)
    expect(await one.readReceipt('ETH', hash, recent)).toMatchObject({ effectiveGasPrice: 2n })
    expect(asked).toEqual(mined)
  })

  test('is of one chain, and of one hash in any letters', async () => {
    const one = reader()
    await one.readStoredReceipt('ETH', hash, recent)
    await one.readStoredReceipt('ETH', hash.toUpperCase().replace('0X', '0x'), recent)
    expect(asked).toHaveLength(1)
    await one.readStoredReceipt('BSC', hash, recent)
    expect(asked).toHaveLength(2)
  })

  test('is forgotten once the chain dropped it', async () => {
    const one = reader()
    await one.readStored('ETH', hash)
    receipt = () => null
    sent = (own) => sentOf(own, { blockHash: null })
    await one.readStored('ETH', hash)
    expect(await one.readStoredReceipt('ETH', hash, recent)).toBeNull()
    expect(await one.readTransaction('ETH', hash, recent)).toMatchObject({ blockHash: null })
  })

  test('is at most five hundred records', async () => {
    const one = reader()
    const nth = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`
    for (let index = 0; index < 500; index += 1) await one.readStoredReceipt('ETH', nth(index))
    await one.readStoredReceipt('ETH', nth(0), recent)
    expect(asked).toHaveLength(500)
    await one.readStoredReceipt('ETH', nth(500))
    await one.readStoredReceipt('ETH', nth(0), recent)
    expect(asked).toHaveLength(502)
    await one.readStoredReceipt('ETH', nth(500), recent)
    expect(asked).toHaveLength(502)
  })

  test('shows an arrival and our payment without asking again', async () => {
    const sources = sourcesOf()
    const arrival = { token: nativeToken('ETH'), to: contract, notBeforeMs: null }
    const seen = [
      await findArrival(hash, arrival, sources),
      await findArrival(hash, arrival, sources),
      await readPayment('ETH', hash, sources),
      await readPayment('ETH', hash, sources),
    ]
    const paid = { kind: 'paid', amount: 7n }
    expect(seen).toEqual([paid, paid, 'confirmed', 'confirmed'])
    expect(asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(1)
  })
})
