import { createPublicClient, createWalletClient, erc20Abi, http, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { activeFaults, clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { minedReceipt } from '../support/minedReceipt.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const depositWeth = '0xd0e30db0'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(() => sandbox.stop())

const reader = (timeout = 10_000) =>
  createPublicClient({
    transport: http(sandbox.rpcUrl('ETH'), { retryCount: 0, timeout }),
    pollingInterval: 20,
    cacheTime: 0,
  })

const wallet = () =>
  createWalletClient({
    account: privateKeyToAccount(sandbox.account('alice').privateKey),
    transport: http(sandbox.rpcUrl('ETH')),
  })

const wrap = () =>
  wallet().sendTransaction({ chain: null, to: weth, data: depositWeth, value: parseEther('0.1') })

const fault = (name: string, value?: number) =>
  setFault(sandbox.stateDir, { target: 'ETH', fault: name, ...(value !== undefined && { value }) })

const receiptOf = (hash: Hex) =>
  reader().request({ method: 'eth_getTransactionReceipt', params: [hash] })

const minedStatus = async (hash: Hex) => (await minedReceipt(reader(), hash)).status

test('pending: a transaction waits until the fault is cleared', async () => {
  await fault('pending')
  const hash = await wrap()
  expect(await receiptOf(hash)).toBeNull()
  expect(await reader().getTransaction({ hash })).toMatchObject({ hash })
  await clearFaults(sandbox.stateDir)
  expect(await minedReceipt(reader(), hash)).toMatchObject({ status: 'success' })
})

test('drop: a waiting transaction is gone', async () => {
  await fault('pending')
  const hash = await wrap()
  await fault('drop')
  await expect(reader().getTransaction({ hash })).rejects.toThrow('could not be found')
})

test('revert: approvals pass, other transactions are mined and fail although they simulate', async () => {
  await fault('revert')
  const approval = await wallet().writeContract({
    chain: null,
    address: weth,
    abi: erc20Abi,
    functionName: 'approve',
    args: [sandbox.account('bob').address, 1n],
  })
  expect(await minedStatus(approval)).toBe('success')
  const { address } = sandbox.account('alice')
  await expect(
    reader().call({ account: address, to: weth, data: depositWeth, value: 1n }),
  ).resolves.toBeDefined()
  expect(await minedStatus(await wrap())).toBe('reverted')
  await clearFaults(sandbox.stateDir)
  expect(await minedStatus(await wrap())).toBe('success')
})

test('reorg: a receipt that was there is gone', async () => {
  const hash = await wrap()
  await minedReceipt(reader(), hash)
  await fault('reorg')
  expect(await receiptOf(hash)).toBeNull()
})

test('advance: the clock of the chain jumps and stays ahead after the node died', async () => {
  const before = await reader().getBlock()
  await fault('advance', 5_000)
  const ahead = (await reader().getBlock()).timestamp
  expect(ahead - before.timestamp).toBeGreaterThanOrEqual(5_000n)
  await fault('down')
  await clearFaults(sandbox.stateDir)
  await fault('mine', 1)
  expect((await reader().getBlock()).timestamp).toBeGreaterThanOrEqual(ahead)
})

test('mine: so many blocks are made', async () => {
  const before = await reader().getBlockNumber()
  await fault('mine', 5)
  expect(await reader().getBlockNumber()).toBeGreaterThanOrEqual(before + 5n)
})

test('down: refuses connections, comes back with its state', async () => {
  const block = await reader().getBlockNumber()
  await fault('down')
  await expect(reader().getBlockNumber()).rejects.toThrow('HTTP request failed')
  await clearFaults(sandbox.stateDir)
  expect(await reader().getBlockNumber()).toBeGreaterThanOrEqual(block)
})

test('hang: takes the connection and never answers', async () => {
  await fault('hang')
  await expect(reader(300).getBlockNumber()).rejects.toThrow('took too long')
  await clearFaults(sandbox.stateDir)
  expect(await reader().getBlockNumber()).toBeGreaterThan(0n)
})

test('faults that are on are listed, and stopping with one on leaves nothing', async () => {
  await fault('pending')
  await setFault(sandbox.stateDir, { target: 'across', fault: 'slow', value: 3 })
  expect(await activeFaults(sandbox.stateDir)).toEqual([
    { target: 'ETH', fault: 'pending', value: null },
    { target: 'across', fault: 'slow', value: 3 },
  ])
  await clearFaults(sandbox.stateDir)
  expect(await activeFaults(sandbox.stateDir)).toEqual([])
})

test('an unknown fault is refused with the list of faults', async () => {
  await expect(fault('explode')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    hint: expect.stringContaining('pending'),
  })
})
