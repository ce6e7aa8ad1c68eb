import { createClient, getClient } from '@relayprotocol/relay-sdk'
import { fetchChainConfigs } from '@relayprotocol/relay-sdk/chain-utils'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createRelayProvider } from '../../src/providers/relay/relay.ts'
import { proofOf } from '../../src/providers/types.ts'
import { quoteOf as quoteByAdapter, requestOf, tokenOf } from '../providers/depositSupport.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import {
  btc,
  btcAddress,
  receiver,
  startDepositService,
  usdc,
  type VendorExchange,
} from './support/deposits.ts'
import { keepMining } from './support/keepMining.ts'
import { adapterContext } from './support/service.ts'

let service: VendorExchange
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startDepositService('relay')
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

const quote = (options: { strict?: boolean; refundTo?: string } = {}) =>
  getClient().actions.getQuote({
    chainId: 8253038,
    currency: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
    toChainId: 13370001,
    toCurrency: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    tradeType: 'EXACT_INPUT',
    amount: '1000000',
    user: btcAddress,
    recipient: receiver,
    options: { useDepositAddress: true, ...options },
  })

test('the SDK reads the chains', async () => {
  const chains = await fetchChainConfigs(service.url)
  createClient({ baseApiUrl: service.url, chains })
  expect(chains.map(({ id }) => id)).toEqual(expect.arrayContaining([13370001, 8253038]))
  expect(chains.find(({ id }) => id === 8253038)).toMatchObject({ vmType: 'bvm' })
})

test('the SDK gets a deposit address with its quote, and the adapter reads the same order', async () => {
  const { steps, details } = await quote({ strict: true, refundTo: btcAddress })
  const [step] = steps
  const order = service.orders().at(-1)
  const depositAddress = step?.depositAddress ?? ''
  expect(step).toMatchObject({ id: 'deposit', depositAddress: order?.depositAddress })
  expect(details?.currencyOut?.amount).toBe(String(order?.amountOut))
  const endpoint = step?.items[0]?.check?.endpoint ?? ''
  const [, requestId = ''] = /^\/intents\/status\/v3\?requestId=(.*)$/.exec(endpoint) ?? []
  expect(requestId).toBe(order?.id)

  const provider = createRelayProvider({ baseUrl: service.url, apiKey: 'k-1' })
  const request = requestOf(btc, usdc, 1_000_000n, { receiver, refundAddress: btcAddress })
  const ours = await quoteByAdapter(provider, request, context)
  expect(ours.dstAmount).toBe(BigInt(details?.currencyOut?.amount ?? 0))
  const claim = {
    orderId: requestId,
    depositAddress,
    depositMemo: null,
    srcToken: btc,
    dstToken: usdc,
    srcAmount: 1_000_000n,
    fromAddress: null,
    receiver,
  }
  expect(await proofOf(provider, 'order')?.read(claim, context)).toMatchObject({
    orderId: requestId,
    srcAmount: BigInt(details?.currencyIn?.amount ?? 0),
    depositAddress,
    receiver,
    refundAddress: btcAddress,
  })
})

test('the service reports the end of the order in words that both know', async () => {
  const { steps } = await quote({ strict: true, refundTo: btcAddress })
  const endpoint = steps[0]?.items[0]?.check?.endpoint ?? ''
  const order = await service.finish()
  const told: unknown = await (await fetch(`${service.url}${endpoint}`)).json()
  expect(told).toMatchObject({ status: 'success', txHashes: [order.payout?.hash] })
  const ref = {
    srcBlockchain: btc.blockchain,
    srcTxHash: null,
    dstBlockchain: usdc.blockchain,
    orderId: order.id,
    fromAddress: null,
    receiver,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
  }
  const provider = createRelayProvider({ baseUrl: service.url, apiKey: 'k-1' })
  const status = await provider.status('relay', ref, context)
  // No chain shows the payout here: the word alone is no end.
  expect(status).toMatchObject({ status: 'PENDING', providerStatus: 'success' })
})

test('the SDK is refused a strict address without a refund address', async () => {
  await expect(quote({ strict: true })).rejects.toThrow(/refundTo is required/)
})

test('the SDK is refused a source of its own without a key', async () => {
  getClient().source = 'example.org'
  try {
    await expect(quote()).rejects.toThrow(/provide an api key/)
  } finally {
    delete getClient().source
  }
})

describe('an order that is paid by a call', () => {
  let sandbox: CliSandbox
  let baseUrl: string
  let stopMining: () => void
  const [ethUsdc, arbUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('ARBITRUM', 'USDC')]

  beforeAll(async () => {
    sandbox = await startCliSandbox()
    stopMining = keepMining(sandbox.info.chains)
    baseUrl = sandbox.info.providers.find(({ id }) => id === 'relay')?.url ?? ''
    const chains = (await fetchChainConfigs(baseUrl)).map((chain) => {
      const local = sandbox.info.chains.find(({ chainId }) => chainId === chain.id)
      if (local === undefined || chain.viemChain === undefined) return chain
      const rpcUrls = { default: { http: [local.rpcUrl] } }
      return {
        ...chain,
        httpRpcUrl: local.rpcUrl,
        viemChain: { ...chain.viemChain, rpcUrls },
      }
    })
    vi.spyOn(console, 'log').mockReturnValue() // it prints the balances that it reads
    createClient({ baseApiUrl: baseUrl, chains, pollingInterval: 200 })
  })
  afterAll(() => {
    stopMining()
    return sandbox.remove()
  })

  test('is priced, approved, paid and followed by the SDK, and its hash is known', async () => {
    const [from, to] = ['ETH', 'ARBITRUM'].map((name) =>
      sandbox.info.chains.find(({ blockchain }) => blockchain === name),
    )
    if (from === undefined || to === undefined) throw new Error('no such chain')
    const [alice, bob] = [sandbox.account('alice'), sandbox.account('bob')]
    const priced = await getClient().actions.getQuote({
      chainId: from.chainId,
      currency: ethUsdc.address,
      toChainId: to.chainId,
      toCurrency: arbUsdc.address,
      tradeType: 'EXACT_INPUT',
      amount: '250000000',
      user: alice.address,
      recipient: bob.address,
    })
    const before = await sandbox.balance('ARBITRUM', arbUsdc.address, bob.address)
    const wallet = createWalletClient({
      account: privateKeyToAccount(alice.privateKey),
      transport: http(from.rpcUrl),
    })
    const hashes = new Set<string>()
    await getClient().actions.execute({
      quote: priced,
      wallet,
      onProgress: ({ txHashes }) => txHashes?.forEach(({ txHash }) => hashes.add(txHash)),
    })
    const [, paid = ''] = hashes // after the approval
    const gain = (await sandbox.balance('ARBITRUM', arbUsdc.address, bob.address)) - before
    expect(gain).toBe(BigInt(priced.details?.currencyOut?.amount ?? 0))
    const { document } = await sandbox.status(paid)
    // The SDK appends no order to its call: Relay reports what was ordered, both chains show it.
    expect(document.data).toMatchObject({
      status: 'SUCCESS',
      provider: 'relay',
      providerStatus: 'success',
      fromAddress: alice.address,
      srcTokenSymbol: 'USDC',
      srcTokenWeiAmount: '250000000',
      dstTokenSymbol: 'USDC',
      dstTokenWeiAmount: String(gain),
      sourceNetworkTitle: 'ETH',
      destinationNetworkTitle: 'ARBITRUM',
      note: expect.stringContaining('those that Relay reports'),
    })
    expect(String(document.data.receiver).toLowerCase()).toBe(bob.address.toLowerCase())
  })
})
