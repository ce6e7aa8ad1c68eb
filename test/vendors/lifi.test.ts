import { convertQuoteToRoute, createClient, getQuote, getStatus } from '@lifi/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLifiProvider } from '../../src/providers/lifi/lifi.ts'
import { requestOf, tokenOf } from '../providers/depositSupport.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { payCall, type Paid } from './support/payCall.ts'
import { adapterContext, readByAdapter, swapByAdapter } from './support/service.ts'

const [usdc, arbUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('ARBITRUM', 'USDC')]
const [ether, arbEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]

let sandbox: CliSandbox
let apiUrl: string
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  sandbox = await startCliSandbox()
  apiUrl = sandbox.info.providers.find(({ id }) => id === 'lifi')?.url ?? ''
  context = adapterContext(apiUrl)
})
afterAll(async () => {
  await context.close()
  await sandbox.remove()
})

const alice = () => sandbox.account('alice')
const bob = () => sandbox.account('bob').address
const chainIdOf = (blockchain: string) =>
  sandbox.info.chains.find((chain) => chain.blockchain === blockchain)?.chainId ?? 0

const client = () =>
  createClient({
    integrator: 'swaproute',
    apiUrl,
    preloadChains: false,
    disableVersionCheck: true,
  })

function quoteOf(src: Paid, dst: Paid, amount: bigint) {
  return getQuote(client(), {
    fromChain: chainIdOf('ETH'),
    toChain: chainIdOf('ARBITRUM'),
    fromToken: src.address,
    toToken: dst.address,
    fromAmount: String(amount),
    fromAddress: alice().address,
    toAddress: bob(),
    slippage: 0.005,
    allowBridges: ['across', 'debridge'],
  })
}

const pay = async (step: Awaited<ReturnType<typeof quoteOf>>, src: Paid): Promise<string> => {
  const { approvalAddress: spender, fromAmount } = step.estimate
  const { to = '', data = '', value = '0' } = step.transactionRequest ?? {}
  const amount = BigInt(fromAmount)
  return payCall(sandbox, { to, data, value: BigInt(value) }, { ...src, spender, amount })
}

const ended = async (txHash: string) => {
  let told = await getStatus(client(), { txHash })
  await expect
    .poll(async () => (told = await getStatus(client(), { txHash })).status, { timeout: 20_000 })
    .toBe('DONE')
  return told
}

describe.each([
  ['a token', usdc, arbUsdc, 250_000_000n],
  ['native coins', ether, arbEther, 123_456_789_012_345_678n],
])('%s', (_, src, dst, amount) => {
  test('is priced and called by the SDK as by the adapter', async () => {
    const step = await quoteOf(src, dst, amount)
    const route = convertQuoteToRoute(step)
    const provider = createLifiProvider({ baseUrl: apiUrl })
    const request = requestOf(src, dst, amount, {
      fromAddress: alice().address,
      receiver: bob(),
      slippageBps: 50,
    })
    const { quote, transaction } = await swapByAdapter(provider, request, context)
    expect(route).toMatchObject({
      fromAmount: String(amount),
      toAmount: String(quote.dstAmount),
      toAddress: bob(),
      fromToken: { decimals: src.decimals, symbol: src.symbol },
      toToken: { decimals: dst.decimals, symbol: dst.symbol },
    })
    const { to, data, value, chainId } = step.transactionRequest ?? {}
    expect([to, BigInt(value ?? 0)]).toEqual([transaction.to, transaction.value])
    expect(chainId).toBe(chainIdOf('ETH'))
    expect(transaction.approvalAddress).toBe(src.native ? null : step.estimate.approvalAddress)
    const read = await readByAdapter(provider, { to, data }, 'ETH', context)
    expect(read).toMatchObject({
      recipient: bob().toLowerCase(),
      dst: 'ARBITRUM',
      minOut: BigInt(route.toAmountMin),
      srcToken: src.address.toLowerCase(),
      dstToken: dst.address.toLowerCase(),
    })
  })

  test('is paid and followed by the SDK, and found by its hash alone', async () => {
    const step = await quoteOf(src, dst, amount)
    const before = await sandbox.balance('ARBITRUM', dst.address, bob())
    const hash = await pay(step, src)
    const told = await ended(hash)
    const gain = (await sandbox.balance('ARBITRUM', dst.address, bob())) - before
    expect(gain).toBe(BigInt(step.estimate.toAmount))
    expect(told).toMatchObject({
      status: 'DONE',
      substatus: 'COMPLETED',
      tool: 'debridge',
      sending: { txHash: hash, chainId: chainIdOf('ETH'), amount: String(amount) },
      receiving: { chainId: chainIdOf('ARBITRUM'), amount: String(gain) },
    })
    const { document } = await sandbox.status(hash)
    const { txHash } =
      'receiving' in told && told.receiving !== undefined && 'txHash' in told.receiving
        ? told.receiving
        : {}
    expect(document).toMatchObject({
      data: { status: 'SUCCESS', provider: 'lifi', destinationTxHash: txHash },
    })
  })
})

test('both report a returned payment as refunded, not as a success', async () => {
  await sandbox.fault('lifi', 'refund')
  const hash = await pay(await quoteOf(usdc, arbUsdc, 250_000_000n), usdc)
  const told = await ended(hash)
  await sandbox.fault('--clear')
  expect(told).toMatchObject({ substatus: 'REFUNDED', receiving: { chainId: chainIdOf('ETH') } })
  const { document } = await sandbox.status(hash)
  expect(document.data.status).toBe('REVERTED')
})

test('a hash that was never paid is not found', async () => {
  const told = await getStatus(client(), { txHash: `0x${'12'.repeat(32)}` })
  expect(told.status).toBe('NOT_FOUND')
})
