/**
 * A bridge that is contracts alone, whose transfers wait on their destination: from the payment on
 * ARBITRUM to the claim on ETH, with the real adapter.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import type { Document } from '../support/cliHome.ts'

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

const bob = (): string => sandbox.account('bob').address
const signing = ['--sandbox', '--account', 'alice', '--yes', '--confirm-gas', '1']

async function withdraw(amount: string, ...more: string[]) {
  const words = ['swap', amount, 'arb:ETH', 'to', 'eth:ETH', '--provider', 'arbitrum', '--force']
  const own = [...signing, '--confirm-amount', amount, '--receiver', bob()]
  return sandbox.json([...words, ...own, ...more])
}

async function status(hash: string): Promise<Document['data']> {
  return (await sandbox.status(hash)).document.data
}

async function untilReady(hash: string): Promise<void> {
  await expect
    .poll(async () => (await status(hash)).status, { timeout: 20_000, interval: 200 })
    .toBe('READY_TO_CLAIM')
}

test('a withdrawal waits, is confirmed, and is claimed for its receiver', async () => {
  const before = await sandbox.balance('ETH', nativeAddress, bob())
  await sandbox.fault('arbitrum', 'stall')
  const { document } = await withdraw('0.5', '--no-wait')
  expect(document.error).toBeUndefined()
  const { source } = document.data.hashes
  expect(await status(source)).toMatchObject({ status: 'PENDING', provider: 'arbitrum' })
  const early = await sandbox.json(['claim', source, ...signing, '--confirm-amount', '0.5'])
  expect(early.document.error.code).toBe('OUTCOME_UNKNOWN')
  expect(await sandbox.balance('ETH', nativeAddress, bob())).toBe(before)

  await sandbox.fault('--clear')
  await untilReady(source)
  const claimed = await sandbox.json(['claim', source, ...signing, '--confirm-amount', '0.5'])
  expect(claimed.document.error).toBeUndefined()
  expect([claimed.code, claimed.document.data.status.status]).toEqual([0, 'SUCCESS'])
  const received = (await sandbox.balance('ETH', nativeAddress, bob())) - before
  expect(received).toBe(5n * 10n ** 17n)
  const { document: history } = await sandbox.json(['history', '--sandbox'])
  expect(history.data.map(({ status: is }: { status: string }) => is)).toEqual([
    'SUCCESS',
    'SUCCESS',
  ])
  expect(await status(source)).toMatchObject({ status: 'SUCCESS' })

  const again = await sandbox.json(['claim', source, ...signing, '--confirm-amount', '0.5'])
  expect([again.document.error.code, again.document.funds]).toEqual([
    'INVALID_ARGUMENT',
    'none_moved',
  ])
})

test('withdrawals are known by their hashes alone, also after a restart, and claimed in any order', async () => {
  const first = (await withdraw('0.1')).document.data
  const second = (await withdraw('0.2')).document.data
  expect([first.status.status, second.status.status]).toEqual(['READY_TO_CLAIM', 'READY_TO_CLAIM'])
  sandbox.forgetSwaps()
  expect((await sandbox.json(['sandbox', 'stop'])).code).toBe(0)
  expect((await sandbox.json(['sandbox', 'start'])).code).toBe(0)
  for (const { hashes } of [second, first]) {
    expect(await status(hashes.source)).toMatchObject({
      status: 'READY_TO_CLAIM',
      provider: 'arbitrum',
    })
    const { document } = await sandbox.json(['claim', hashes.source, ...signing])
    expect(document.error).toBeUndefined()
    sandbox.forgetSwaps()
    expect(await status(hashes.source)).toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: document.data.hashes.source,
    })
  }
})
