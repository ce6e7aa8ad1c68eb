import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../../src/core/token.ts'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import type { EvmAccess } from '../../../src/wallet/types.ts'
import { thrownBy } from './support/errors.ts'
import { NodeError, scriptedRpc, type Script } from './support/node.ts'

const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const hash = `0x${'ab'.repeat(32)}`
const upperHash = `0x${'AB'.repeat(32)}`
const otherHash = `0x${'ee'.repeat(32)}`
const call = { from: owner, to: spender, data: '0x1234', value: 16n }
const { signal } = new AbortController()
const gwei = 10n ** 9n

function access(script: Script): EvmAccess {
  return createEvmAccess({ rpc: scriptedRpc(script).rpc, signal, now: () => 0 })
}

/** A node that answers a request of several calls with an empty list. */
function silentAccess(): EvmAccess {
  const { rpc } = scriptedRpc({})
  return createEvmAccess({ rpc: { ...rpc, batch: async () => [] }, signal, now: () => 0 })
}

describe('a node that leaves an answer out', () => {
  test('has not taken what was broadcast', async () => {
    await expect(silentAccess().broadcast('ETH', '0x02')).resolves.toEqual({ refusal: 'no answer' })
  })

  test.each<[string, (evm: EvmAccess) => Promise<unknown>, string]>([
    ['readChainId', (evm) => evm.readChainId('ETH'), 'eth_chainId is the error "no answer"'],
    ['readNonce', (evm) => evm.readNonce('ETH', owner), 'eth_getTransactionCount is missing'],
    ['readBalances', (evm) => evm.readBalances('ETH', owner, [zeroAddress]), 'is missing'],
  ])('%s: refused', async (_, read, words) => {
    const error = await thrownBy(() => read(silentAccess()))
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(error.message).toContain(words)
  })
})

describe('numbers up to 2^53 - 1 are read, no larger ones', () => {
  const most = '0x1fffffffffffff'
  const tooMuch = '0x20000000000000'
  const block = (timestamp: string) => ({ eth_getBlockByNumber: { number: '0x1', timestamp } })
  const last = Number.MAX_SAFE_INTEGER
  test.each<[string, unknown, (value: string) => Promise<unknown>]>([
    ['chain id', last, (value) => access({ eth_chainId: value }).readChainId('ETH')],
    [
      'nonce',
      { latest: last, pending: last },
      (value) => access({ eth_getTransactionCount: value }).readNonce('ETH', owner),
    ],
    [
      'time of a block',
      { number: 1n, timestampSeconds: last },
      (value) => access(block(value)).readBlock('ETH'),
    ],
  ])('%s', async (_, expected, read) => {
    expect(await read(most)).toEqual(expected)
    expect((await thrownBy(() => read(tooMuch))).code).toBe('CHAIN_UNAVAILABLE')
  })
})

test('fees from the tips of the last 20 blocks', async () => {
  const { rpc, batches } = scriptedRpc({
    eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', baseFeePerGas: '0x1' },
    eth_gasPrice: `0x${gwei.toString(16)}`,
    eth_maxPriorityFeePerGas: '0x3',
    eth_feeHistory: { baseFeePerGas: ['0x1', '0x5'], gasUsedRatio: [0.5], reward: [['0x2']] },
  })
  const evm = createEvmAccess({ rpc, signal, now: () => 0 })
  const fees = { type: 'eip1559', maxFeePerGas: 12n, maxPriorityFeePerGas: 2n }
  const expected = { fees, usual: 3n }
  await expect(evm.readFees('ETH')).resolves.toEqual(expected)
  expect(batches.flat()).toEqual([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_maxPriorityFeePerGas', params: [] },
    { method: 'eth_feeHistory', params: ['0x14', 'latest', [50]] },
  ])
})

test('without a history, the tip is the one the node suggests', async () => {
  const evm = access({
    eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', baseFeePerGas: '0x8' },
    eth_gasPrice: '0x64',
    eth_maxPriorityFeePerGas: '0x3',
  })
  const fees = { type: 'eip1559', maxFeePerGas: 21n, maxPriorityFeePerGas: 3n }
  const expected = { fees, usual: null }
  await expect(evm.readFees('ETH')).resolves.toEqual(expected)
})

const sent = { hash, from: owner, to: null, input: '0x', value: '0x0' }

describe('transactions', () => {
  test.each([
    ['its value', { ...sent, value: '0x7' }, 7n],
    ['nothing', { ...sent, hash: upperHash }, 0n],
    ['an unknown one', null, null],
  ])('the value of one: %s', async (_, of, expected) => {
    const evm = access({ eth_getTransactionByHash: of })
    await expect(evm.readValue('ETH', hash)).resolves.toBe(expected)
    await expect(evm.knowsTransaction('ETH', hash)).resolves.toBe(of !== null)
  })

  test('another one than was asked for is not believed', async () => {
    const evm = access({ eth_getTransactionByHash: { hash: otherHash, value: '0x7' } })
    for (const read of [evm.readValue, evm.knowsTransaction]) {
      expect((await thrownBy(() => read('ETH', hash))).code).toBe('CHAIN_UNAVAILABLE')
    }
  })
})

describe('receipts', () => {
  const receipt = {
    transactionHash: upperHash,
    status: '0x1',
    blockNumber: '0x10',
    blockHash: `0x${'cd'.repeat(32)}`,
    from: owner,
    to: null,
    gasUsed: '0x5208',
    logs: [],
  }

  test('of a transaction that makes a contract', async () => {
    const evm = access({ eth_getTransactionReceipt: { ...receipt, effectiveGasPrice: '0x1' } })
    await expect(evm.readReceipt('ETH', hash)).resolves.toMatchObject({ hash, to: null })
  })

  test('no price at all is refused', async () => {
    const evm = access({
      eth_getTransactionReceipt: receipt,
      eth_getTransactionByHash: sent,
    })
    const error = await thrownBy(() => evm.readReceipt('ETH', hash))
    expect(error.message).toContain('has no gas price')
  })

  test.each([
    ['a status above one', { ...receipt, status: '0x2' }, 'has a malformed status'],
    ['an invalid field', { ...receipt, gasUsed: 5 }, 'has a malformed gasUsed'],
    ['a text', 'mined', 'is malformed'],
  ])('%s: the message names what is wrong', async (_, result, words) => {
    const evm = access({ eth_getTransactionReceipt: result })
    const error = await thrownBy(() => evm.readReceipt('ETH', hash))
    expect(error.message).toContain(words)
  })
})

describe('an estimate that the node refuses', () => {
  test.each<[string, NodeError, string]>([
    ['code 3', new NodeError(3, 'vm error'), 'SIMULATION_FAILED'],
    ['data of a revert', new NodeError(-32000, 'vm error', '0x12345678'), 'SIMULATION_FAILED'],
    ['the word', new NodeError(-32000, 'Execution Reverted'), 'SIMULATION_FAILED'],
    ['empty data', new NodeError(-32000, 'vm error', '0x'), 'CHAIN_UNAVAILABLE'],
    ['another code', new NodeError(4, 'vm error'), 'CHAIN_UNAVAILABLE'],
    ['no money, by code', new NodeError(-38014, 'vm error'), 'NOT_ENOUGH_NATIVE'],
    ['a code beside it', new NodeError(-38015, 'vm error'), 'CHAIN_UNAVAILABLE'],
  ])('%s', async (_, refusal, code) => {
    const evm = access({ eth_estimateGas: refusal })
    expect((await thrownBy(() => evm.estimateGas('ETH', call))).code).toBe(code)
  })
})
