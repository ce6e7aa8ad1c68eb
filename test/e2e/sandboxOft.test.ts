/**
 * A token that bridges itself: USDT0 between the chains of the sandbox, at its own contracts, by the
 * real adapter.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import type { Document } from '../support/cliHome.ts'

const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const arbUsdt = '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'
const polygonUsdt = '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

const alice = (): string => sandbox.account('alice').address
const bob = (): string => sandbox.account('bob').address

async function swap(amount: string, from: string, to: string, ...more: string[]) {
  const words = ['swap', amount, from, 'to', to, '--provider', 'usdt_zero_bridge', '--force']
  const own = ['--sandbox', '--account', 'alice', '--yes', '--confirm-gas', '1']
  const typed = ['--confirm-amount', amount, '--receiver', bob()]
  return sandbox.json([...words, ...own, ...typed, ...more])
}

async function status(hash: string): Promise<Document['data']> {
  return (await sandbox.status(hash)).document.data
}

type Side = [blockchain: string, token: string]

test.each<[from: string, to: string, source: Side, destination: Side]>([
  ['eth:USDT', 'arb:USDT', ['ETH', usdt], ['ARBITRUM', arbUsdt]],
  ['arb:USDT', 'polygon:USDT', ['ARBITRUM', arbUsdt], ['POLYGON', polygonUsdt]],
])('%s arrives as %s, one for one', async (from, to, source, destination) => {
  const before = await sandbox.balance(...destination, bob())
  const { code, document } = await swap('60', from, to)
  expect(document.error).toBeUndefined()
  expect([code, document.funds, document.data.status.status]).toEqual([0, 'delivered', 'SUCCESS'])
  expect((await sandbox.balance(...destination, bob())) - before).toBe(60_000_000n)
  const spender = document.data.route.transaction.approvalAddress
  expect(await sandbox.reader(source[0]).allowance(source[1], alice(), spender)).toBe(0n)
})

test('is known by its hash alone, with LayerZero Scan and without', async () => {
  const { document } = await swap('60', 'eth:USDT', 'polygon:USDT')
  const { source, destination } = document.data.hashes
  const arrived = {
    status: 'SUCCESS',
    provider: 'usdt_zero_bridge',
    destinationTxHash: destination,
  }
  sandbox.forgetSwaps()
  expect(await status(source)).toMatchObject(arrived)
  await sandbox.fault('usdt_zero_bridge', 'error')
  expect(await status(source)).toMatchObject(arrived)
})

test('waits until the message is delivered', async () => {
  await sandbox.fault('usdt_zero_bridge', 'stall')
  const { document } = await swap('60', 'eth:USDT', 'arb:USDT', '--no-wait')
  const { source } = document.data.hashes
  expect((await status(source)).status).toBe('PENDING')
  await sandbox.fault('--clear')
  await expect
    .poll(async () => (await status(source)).status, { timeout: 20_000, interval: 200 })
    .toBe('SUCCESS')
})
