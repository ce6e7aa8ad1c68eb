import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import type { EvmAccess } from '../../../src/wallet/types.ts'
import { thrownBy } from './support/errors.ts'
import { NodeError, type Script, scriptedRpc } from './support/node.ts'

const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const hash = `0x${'ab'.repeat(32)}`
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const call = { from: owner, to: spender, data: '0x1234', value: 16n }
const sent = { hash, from: owner, to: spender, input: '0x1234', value: '0x10' }

function access(script: Script): {
  evm: EvmAccess
  batches: ReturnType<typeof scriptedRpc>['batches']
} {
  const { rpc, batches } = scriptedRpc(script)
  const signal = new AbortController().signal
  return { evm: createEvmAccess({ rpc, signal, now: () => 1_700_000_000_999 }), batches }
}

describe('reads', () => {
  test('balances of coins and tokens in one request', async () => {
    const { evm, batches } = access({ eth_getBalance: '0x10', eth_call: word(7) })
    await expect(evm.readBalances('ETH', owner, [token, zeroAddress])).resolves.toEqual([7n, 16n])
    expect(batches).toEqual([
      [
        {
          method: 'eth_call',
          params: [{ to: token, data: `0x70a08231${word(BigInt(owner)).slice(2)}` }, 'latest'],
        },
        { method: 'eth_getBalance', params: [owner, 'latest'] },
      ],
    ])
  })

  test('what a block brought an owner, from its state and the one before', async () => {
    const held = new Map<unknown, unknown>([
      ['0x10', '0x1c'],
      ['0xf', '0x5'],
      ['0xe', '0x7'],
    ])
    const missing = new NodeError(-32000, 'missing trie node')
    const { evm, batches } = access({
      eth_getBalance: ([, height]: unknown[]) => held.get(height) ?? missing,
    })
    await expect(evm.readNativeGain('ETH', owner, 16n)).resolves.toBe(23n)
    await expect(evm.readNativeGain('ETH', owner, 15n)).resolves.toBe(-2n)
    await expect(evm.readNativeGain('ETH', owner, 14n)).resolves.toBeNull()
    expect(batches).toHaveLength(3)
  })

  test('nothing of a token that is not on the chain', async () => {
    const { evm } = access({ eth_call: '0x' })
    await expect(evm.readBalances('ETH', owner, [token])).resolves.toEqual([0n])
    expect((await thrownBy(() => evm.readAllowance('ETH', token, owner, spender))).code).toBe(
      'CHAIN_UNAVAILABLE',
    )
  })

  test('chain id, code and allowance', async () => {
    const { evm } = access({ eth_chainId: '0xcc0252', eth_getCode: '0x6001', eth_call: word(9) })
    await expect(evm.readChainId('ETH')).resolves.toBe(13_369_938)
    await expect(evm.readCode('ETH', token)).resolves.toEqual({ code: '0x6001', oneNode: false })
    await expect(evm.readAllowance('ETH', token, owner, spender)).resolves.toBe(9n)
  })

  test.each<[string, unknown, unknown, { latest: number; pending: number }]>([
    ['both', '0x5', '0x7', { latest: 5, pending: 7 }],
    ['a lagging pending block', '0x5', '0x4', { latest: 5, pending: 5 }],
    [
      'no pending block',
      '0x5',
      new NodeError(-32000, 'pending not supported'),
      { latest: 5, pending: 5 },
    ],
  ])('nonces: %s', async (_, latest, pending, expected) => {
    const { evm } = access({
      eth_getTransactionCount: (params: readonly unknown[]) =>
        params[1] === 'latest' ? latest : pending,
    })
    await expect(evm.readNonce('ETH', owner)).resolves.toEqual(expected)
  })

  test('fees in one request, also where the node knows only the gas price', async () => {
    const block = { number: '0x1', timestamp: '0x1' }
    const { evm, batches } = access({ eth_getBlockByNumber: block, eth_gasPrice: '0x64' })
    await expect(evm.readFees('BSC')).resolves.toEqual({
      fees: { type: 'legacy', gasPrice: 110n },
      usual: null,
    })
    expect(batches).toHaveLength(1)
  })

  test.each([
    ['a call: half of it and 30,000', '0x1234', 61_502n],
    ['a plain transfer: a quarter', '0x', 26_252n],
  ])('gas with a margin, rounded up: %s', async (_, data, expected) => {
    const { evm, batches } = access({ eth_estimateGas: '0x5209' })
    await expect(evm.estimateGas('ETH', { ...call, data })).resolves.toBe(expected)
    const params = [{ from: owner, to: spender, data, value: '0x10' }]
    expect(batches).toEqual([[{ method: 'eth_estimateGas', params }]])
  })

  test('the latest block', async () => {
    const { evm } = access({ eth_getBlockByNumber: { number: '0x10', timestamp: '0x6b01c0f1' } })
    const expected = { number: 16n, timestampSeconds: 0x6b01c0f1 }
    await expect(evm.readBlock('ETH')).resolves.toEqual(expected)
  })

  test('whether a transaction is known', async () => {
    const { evm } = access({
      eth_getTransactionByHash: { ...sent, hash: hash.toUpperCase().replace('X', 'x') },
    })
    await expect(evm.knowsTransaction('ETH', hash)).resolves.toBe(true)
    const { evm: other } = access({ eth_getTransactionByHash: null })
    await expect(other.knowsTransaction('ETH', hash)).resolves.toBe(false)
  })
})

describe('receipts', () => {
  const receipt = {
    transactionHash: hash,
    status: '0x1',
    blockNumber: '0x10',
    blockHash: `0x${'cd'.repeat(32)}`,
    from: owner.toLowerCase(),
    to: spender.toLowerCase(),
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    logs: [{ address: token.toLowerCase(), topics: [hash], data: '0x' }],
  }

  test('in the program’s own words', async () => {
    const { evm } = access({ eth_getTransactionReceipt: receipt })
    await expect(evm.readReceipt('ETH', hash)).resolves.toEqual({
      hash,
      succeeded: true,
      blockNumber: 16n,
      blockHash: receipt.blockHash,
      from: owner,
      to: spender,
      gasUsed: 21_000n,
      effectiveGasPrice: 1_000_000_000n,
      logs: [{ address: token, topics: [hash], data: '0x' }],
    })
  })

  test('absent, failed, and without a price of its own', async () => {
    const { evm: none } = access({ eth_getTransactionReceipt: null })
    await expect(none.readReceipt('ETH', hash)).resolves.toBeNull()
    const { evm: failed } = access({ eth_getTransactionReceipt: { ...receipt, status: '0x0' } })
    await expect(failed.readReceipt('ETH', hash)).resolves.toMatchObject({ succeeded: false })
    const { effectiveGasPrice: _, ...unpriced } = receipt
    const { evm } = access({
      eth_getTransactionReceipt: unpriced,
      eth_getTransactionByHash: { ...sent, gasPrice: '0x7' },
    })
    await expect(evm.readReceipt('ETH', hash)).resolves.toMatchObject({ effectiveGasPrice: 7n })
  })

  test.each<[string, unknown]>([
    ['of another transaction', { ...receipt, transactionHash: `0x${'ee'.repeat(32)}` }],
    ['without status', { ...receipt, status: undefined }],
    ['with a status in words', { ...receipt, status: 'success' }],
    ['with an invalid status', { ...receipt, status: '0x7' }],
    ['with a number instead of hex', { ...receipt, gasUsed: 21_000 }],
    ['with an invalid log', { ...receipt, logs: [{ address: token }] }],
    ['as text', 'mined'],
  ])('%s: refused', async (_, result) => {
    const { evm } = access({ eth_getTransactionReceipt: result })
    expect((await thrownBy(() => evm.readReceipt('ETH', hash))).code).toBe('CHAIN_UNAVAILABLE')
  })
})

describe('a receipt and its transaction', () => {
  const blockHash = `0x${'cd'.repeat(32)}`
  const receipt = {
    transactionHash: hash,
    status: '0x1',
    blockNumber: '0x10',
    blockHash,
    from: owner,
    to: spender,
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [],
  }
  const told = (of: unknown) =>
    access({ eth_getTransactionReceipt: receipt, eth_getTransactionByHash: of }).evm

  test.each([
    ['waits', null],
    ['is in another block', hash],
  ])('that %s: neither is believed', async (_, other) => {
    const evm = told({ ...sent, blockHash: other })
    expect((await thrownBy(() => evm.readReceipt('ETH', hash))).code).toBe('CHAIN_UNAVAILABLE')
  })

  test('of the same block, or forgotten: believed', async () => {
    for (const of of [{ ...sent, blockHash: blockHash.toUpperCase().replace('X', 'x') }, null]) {
      await expect(told(of).readReceipt('ETH', hash)).resolves.toMatchObject({ succeeded: true })
    }
  })
})

test('rejects an estimate below the gas of any transaction', async () => {
  const call = { from: owner, to: spender, data: '0x', value: 0n }
  const { evm } = access({ eth_estimateGas: '0x5207' })
  expect((await thrownBy(() => evm.estimateGas('ETH', call))).code).toBe('CHAIN_UNAVAILABLE')
  const { evm: honest } = access({ eth_estimateGas: '0x5208' })
  await expect(honest.estimateGas('ETH', call)).resolves.toBe(26_250n)
})

describe('malformed answers and refusals are CHAIN_UNAVAILABLE', () => {
  const bad = [null, 5, '', '0x', 'ff', '0xzz', '-0x1', {}, [], new NodeError(-32000, 'busy')]
  const reads: [string, (evm: EvmAccess) => Promise<unknown>][] = [
    ['readChainId', (evm) => evm.readChainId('ETH')],
    ['native balance', (evm) => evm.readBalances('ETH', owner, [zeroAddress])],
    ['token balance', (evm) => evm.readBalances('ETH', owner, [token])],
    ['readAllowance', (evm) => evm.readAllowance('ETH', token, owner, spender)],
    ['readNonce', (evm) => evm.readNonce('ETH', owner)],
    ['readFees', (evm) => evm.readFees('ETH')],
    ['estimateGas', (evm) => evm.estimateGas('ETH', call)],
    ['readBlock', (evm) => evm.readBlock('ETH')],
  ]
  test.each(reads)('%s', async (name, read) => {
    for (const result of bad) {
      if (name === 'token balance' && result === '0x') continue // no contract there
      const everything = Object.fromEntries(
        [
          'eth_chainId',
          'eth_getBalance',
          'eth_call',
          'eth_getTransactionCount',
          'eth_gasPrice',
          'eth_estimateGas',
          'eth_getBlockByNumber',
        ].map((method) => [method, result]),
      )
      const error = await thrownBy(() => read(access(everything).evm))
      expect(error, JSON.stringify(result)).toMatchObject({ code: 'CHAIN_UNAVAILABLE', exit: 5 })
    }
  })

  test('the node’s words come as a quotation of one line', async () => {
    const script = { eth_chainId: new NodeError(-32000, 'go to\nhttps://evil.example now') }
    const error = await thrownBy(() => access(script).evm.readChainId('ETH'))
    expect(error.message).toBe(
      `The answer of the ETH node to eth_chainId is the error "go to [link removed] now".`,
    )
  })
})

describe('estimating what would fail', () => {
  const tooLittle =
    '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000' +
    '00000000000000000000000000000000000000000013546f6f206c6974746c6520726563656976656400000000000000000000000000'
  test.each([
    [new NodeError(3, 'execution reverted', tooLittle), 'SIMULATION_FAILED', 'Too little received'],
    [new NodeError(3, 'execution reverted', '0x'), 'SIMULATION_FAILED', 'without a reason'],
    [
      new NodeError(-32000, 'gas required exceeds allowance (7)'),
      'SIMULATION_FAILED',
      'out of gas',
    ],
    [new NodeError(-32000, 'insufficient funds for transfer'), 'NOT_ENOUGH_NATIVE', 'amount'],
    [new NodeError(-32000, 'header not found'), 'CHAIN_UNAVAILABLE', 'header not found'],
  ])('%j', async (refusal, code, words) => {
    const error = await thrownBy(() =>
      access({ eth_estimateGas: refusal }).evm.estimateGas('ETH', call),
    )
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })
})

describe('broadcast', () => {
  test.each([
    ['already known'],
    ['nonce too low'],
    ['replacement transaction underpriced'],
    ['insufficient funds for gas * price + value'],
  ])('a refusal is only text: %s', async (message) => {
    const { evm } = access({ eth_sendRawTransaction: new NodeError(-32000, message) })
    await expect(evm.broadcast('ETH', '0x02')).resolves.toEqual({ refusal: message })
  })

  test('accepted', async () => {
    const { evm, batches } = access({ eth_sendRawTransaction: hash })
    await expect(evm.broadcast('ETH', '0x02')).resolves.toEqual({ refusal: null })
    expect(batches).toEqual([[{ method: 'eth_sendRawTransaction', params: ['0x02'] }]])
  })

  test('a lost answer warns that the money may be on its way', async () => {
    const { rpc } = scriptedRpc({})
    const lost = new SwaprouteError('CHAIN_UNAVAILABLE', 'The node is silent.', { hint: 'Wait.' })
    const evm = createEvmAccess({
      rpc: { ...rpc, batch: () => Promise.reject(lost) },
      signal: new AbortController().signal,
      now: () => 0,
    })
    const error = await thrownBy(() => evm.broadcast('ETH', '0x02'))
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE', funds: 'unknown', hint: 'Wait.' })
  })
})
