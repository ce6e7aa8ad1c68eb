/**
 * Services that are paid by one call, from the command line to the end, with the real adapters:
 * aggregators and a bridge, each on its engine.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import type { Document } from '../support/cliHome.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const arbUsdc = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
const bscUsdc = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

const alice = (): string => sandbox.account('alice').address
const bob = (): string => sandbox.account('bob').address

async function swap(line: string, provider: string, more = '') {
  const [amount = ''] = line.split(' ')
  const own = `--provider ${provider} --sandbox --account alice --yes --force --confirm-gas 1`
  const words = `swap ${line} ${own} --confirm-amount ${amount} ${more}`.trimEnd().split(' ')
  return sandbox.json(words)
}

async function status(hash: string): Promise<Document['data']> {
  return (await sandbox.json(['status', hash, '--sandbox'])).document.data
}

type Side = [blockchain: string, token: string]

describe('a swap', () => {
  test.each<[provider: string, line: string, from: Side, to: Side]>([
    ['KYBER_SWAP', '1000 eth:USDC to eth:WBTC', ['ETH', usdc], ['ETH', wbtc]],
    ['KYBER_SWAP', '0.3 eth:ETH to eth:USDT', ['ETH', nativeAddress], ['ETH', usdt]],
    ['KYBER_SWAP', '300 eth:USDT to eth:ETH', ['ETH', usdt], ['ETH', nativeAddress]],
    ['OPEN_OCEAN', '1000 eth:USDC to eth:WBTC', ['ETH', usdc], ['ETH', wbtc]],
    ['OPEN_OCEAN', '0.3 eth:ETH to eth:USDT', ['ETH', nativeAddress], ['ETH', usdt]],
    ['PARA_SWAP', '1000 eth:USDC to eth:WBTC', ['ETH', usdc], ['ETH', wbtc]],
    ['PARA_SWAP', '300 eth:USDT to eth:ETH', ['ETH', usdt], ['ETH', nativeAddress]],
    ['ONE_INCH', '1000 eth:USDC to eth:WBTC', ['ETH', usdc], ['ETH', wbtc]],
    ['ONE_INCH', '0.3 eth:ETH to eth:USDT', ['ETH', nativeAddress], ['ETH', usdt]],
    ['dln', '300 eth:USDC to arb:USDC', ['ETH', usdc], ['ARBITRUM', arbUsdc]],
    ['dln', '300 bsc:USDC to eth:USDT', ['BSC', bscUsdc], ['ETH', usdt]],
    ['dln', '0.3 eth:ETH to arb:ETH', ['ETH', nativeAddress], ['ARBITRUM', nativeAddress]],
    ['LIFI', '1000 eth:USDC to eth:WBTC', ['ETH', usdc], ['ETH', wbtc]],
    ['LIFI', '0.3 eth:ETH to eth:USDT', ['ETH', nativeAddress], ['ETH', usdt]],
    ['LIFI', '300 eth:USDT to eth:ETH', ['ETH', usdt], ['ETH', nativeAddress]],
    ['lifi', '300 eth:USDC to arb:USDC', ['ETH', usdc], ['ARBITRUM', arbUsdc]],
    ['lifi', '0.3 eth:ETH to arb:ETH', ['ETH', nativeAddress], ['ARBITRUM', nativeAddress]],
  ])('by %s of %s arrives as it was offered', async (provider, line, from, to) => {
    const before = await sandbox.balance(...to, bob())
    const { code, document } = await swap(line, provider, `--receiver ${bob()}`)
    expect(document.error).toBeUndefined()
    expect([code, document.funds, document.data.status.status]).toEqual([0, 'delivered', 'SUCCESS'])
    const received = (await sandbox.balance(...to, bob())) - before
    const { estimate, transaction } = document.data.route
    expect(received).toBeGreaterThanOrEqual(BigInt(estimate.destinationWeiMinAmount))
    expect(received).toBeLessThanOrEqual(BigInt(estimate.destinationWeiAmount))
    if (from[1] === nativeAddress) return
    const spender = transaction.approvalAddress
    expect(await sandbox.reader(from[0]).allowance(from[1], alice(), spender)).toBe(0n)
  })

  test.each([
    ['KYBER_SWAP', '60 eth:USDC to eth:DAI'],
    ['dln', '60 eth:USDC to arb:USDC'],
    ['lifi', '60 eth:USDC to arb:USDC'],
  ])('by %s is known by its hash alone', async (provider, line) => {
    const { document } = await swap(line, provider)
    const { source, destination } = document.data.hashes
    sandbox.forgetSwaps()
    expect(await status(source)).toMatchObject({
      status: 'SUCCESS',
      provider,
      destinationTxHash: destination,
    })
  })
})

describe('an aggregator', () => {
  const line = '60 eth:USDC to eth:DAI'

  test.each([
    ['refuse', 'NO_ROUTE'],
    ['too-high', 'AMOUNT_TOO_HIGH'],
    ['unauthorized', 'UPSTREAM_REFUSED'],
    ['error', 'UPSTREAM_FAILED'],
    ['less', 'UNSAFE_ROUTE'],
  ])('with the fault %s moves nothing: %s', async (fault, code) => {
    await sandbox.fault('KYBER_SWAP', fault)
    const { document } = await swap(line, 'KYBER_SWAP')
    expect([document.error.code, document.funds]).toEqual([code, 'none_moved'])
  })

  test('whose price moves fails, and only gas is spent', async () => {
    await sandbox.fault('KYBER_SWAP', 'refund')
    const before = await sandbox.balance('ETH', usdc, alice())
    const { code, document } = await swap(line, 'KYBER_SWAP')
    expect([code, document.data.status.status, document.funds]).toEqual([7, 'FAIL', 'none_moved'])
    expect(await sandbox.balance('ETH', usdc, alice())).toBe(before)
  })

  test('that keeps the money is no success', async () => {
    await sandbox.fault('KYBER_SWAP', 'stall')
    const { code, document } = await swap(line, 'KYBER_SWAP')
    expect([code, document.data.status.status, document.funds]).toEqual([7, 'FAIL', 'unknown'])
    expect(document.data.status.note).toContain('only 0 DAI')
  })
})

describe('a bridge', () => {
  const line = '60 eth:USDC to arb:USDC'

  test.each(['dln', 'lifi'])('%s refunds: the money is back to the last unit', async (bridge) => {
    await sandbox.fault(bridge, 'refund')
    const before = await sandbox.balance('ETH', usdc, alice())
    const { document } = await swap(line, bridge)
    expect([document.data.status.status, document.funds]).toEqual(['REVERTED', 'refunding'])
    expect(await sandbox.balance('ETH', usdc, alice())).toBe(before)
  })

  test('stalls until the fault ends, also over a restart', async () => {
    await sandbox.fault('dln', 'stall')
    const { document } = await swap(line, 'dln', '--no-wait')
    const { source } = document.data.hashes
    expect((await status(source)).status).toBe('PENDING')
    expect((await sandbox.json(['sandbox', 'stop'])).code).toBe(0)
    expect((await sandbox.json(['sandbox', 'start'])).code).toBe(0)
    await expect
      .poll(async () => (await status(source)).status, { timeout: 20_000, interval: 200 })
      .toBe('SUCCESS')
  })

  test.each([
    ['lie', 'PENDING', 'ARBITRUM does not show it yet'],
    ['forget', 'PENDING', 'does not list it yet'],
    ['less', 'INDETERMINATE', 'arrived at the receiver instead of'],
  ])('with the fault %s is %s', async (fault, wanted, words) => {
    await sandbox.fault('dln', fault)
    const { document } = await swap(line, 'dln', '--no-wait')
    const { source } = document.data.hashes
    await expect
      .poll(async () => (await status(source)).note, { timeout: 20_000, interval: 200 })
      .toContain(words)
    expect((await status(source)).status).toBe(wanted)
  })

  test.each([
    ['too-low', 'AMOUNT_TOO_LOW'],
    ['refuse', 'NO_ROUTE'],
    ['rate-limit', 'RATE_LIMITED'],
    ['unauthorized', 'UPSTREAM_REFUSED'],
  ])('with the fault %s moves nothing: %s', async (fault, code) => {
    await sandbox.fault('dln', fault)
    const { document } = await swap(line, 'dln')
    expect([document.error.code, document.funds]).toEqual([code, 'none_moved'])
  })
})

test('every quote asks them, the pools and bridges of before first', async () => {
  const quote = async (line: string): Promise<string[]> => {
    const { document } = await sandbox.json(['quote', ...line.split(' '), '--sandbox'])
    return document.data.routes.map((route: { providerType: string }) => route.providerType)
  }
  const onChain = await quote('1000 eth:USDC to eth:WBTC')
  expect(onChain).toContain('KYBER_SWAP')
  expect(onChain[0]).not.toBe('KYBER_SWAP')
  const across = await quote('300 eth:USDC to arb:USDC')
  expect(across[0]).toBe('across')
  expect(across).toContain('dln')
})
