import { convertQuoteToRoute, createClient, getQuote, HTTPError, SDKError } from '@lifi/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lifiSwap } from '../../sandbox/src/dialects/lifiSwap.ts'
import { createLifiSwapProvider } from '../../src/providers/lifi/lifi.ts'
import { evm, requestOf, tokenOf } from '../providers/depositSupport.ts'
import {
  adapterContext,
  readByAdapter,
  startService,
  swapByAdapter,
  type VendorService,
} from './support/service.ts'

const [usdc, wbtc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'WBTC'), tokenOf('ETH', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]

let service: VendorService
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startService(lifiSwap)
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

const client = () =>
  createClient({
    integrator: 'swaproute',
    apiUrl: `${service.url}/v1`,
    preloadChains: false,
    disableVersionCheck: true,
  })

const asked = (fromToken: string, toToken: string, fromAmount: bigint) => ({
  fromChain: 1,
  toChain: 1,
  fromToken,
  toToken,
  fromAmount: String(fromAmount),
  fromAddress: alice,
  slippage: 0.005,
})

test.each([
  ['a token', usdc, wbtc, 1_000_000_000n],
  ['native coins', ether, usdc, 300_000_000_000_000_000n],
  ['a token for native coins', usdc, ether, 1_000_000_000n],
])('%s is priced and called by the SDK as by the adapter', async (_, src, dst, srcAmount) => {
  const step = await getQuote(client(), {
    ...asked(src.address, dst.address, srcAmount),
    toAddress: bob,
  })
  const route = convertQuoteToRoute(step)
  const provider = createLifiSwapProvider({ baseUrl: `${service.url}/v1` })
  const request = requestOf(src, dst, srcAmount, {
    fromAddress: alice,
    receiver: bob,
    slippageBps: 50,
  })
  const { quote, transaction } = await swapByAdapter(provider, request, context)

  expect(route).toMatchObject({
    fromChainId: 1,
    toChainId: 1,
    fromAmount: String(srcAmount),
    toAmount: String(quote.dstAmount),
    fromAddress: alice,
    toAddress: bob,
    fromToken: { symbol: src.symbol, decimals: src.decimals },
    toToken: { symbol: dst.symbol, decimals: dst.decimals },
  })
  const { to, data, value } = step.transactionRequest ?? {}
  expect(to).toBe(transaction.to)
  expect(BigInt(value ?? 0)).toBe(transaction.value)
  expect(transaction.approvalAddress).toBe(src.native ? null : step.estimate.approvalAddress)
  const read = await readByAdapter(provider, { to, data }, 'ETH', context)
  expect(read).toMatchObject({
    recipient: bob.toLowerCase(),
    amountIn: srcAmount,
    srcToken: src.address.toLowerCase(),
    dstToken: dst.address.toLowerCase(),
    minOut: BigInt(route.toAmountMin),
  })
})

test('a quote without a receiver is paid to the payer, call and all', async () => {
  const step = await getQuote(client(), asked(usdc.address, wbtc.address, 1_000_000_000n))
  expect(convertQuoteToRoute(step).toAddress).toBe(alice)
  const provider = createLifiSwapProvider({ baseUrl: `${service.url}/v1` })
  const read = await readByAdapter(provider, step.transactionRequest ?? {}, 'ETH', context)
  expect(read.recipient).toBe(alice.toLowerCase())
})

describe('the SDK', () => {
  test.each([
    ['refuse', 404, 1002, 'NO_POSSIBLE_ROUTE'],
    ['too-low', 404, 1002, 'AMOUNT_TOO_LOW'],
    ['too-high', 404, 1002, 'AMOUNT_TOO_HIGH'],
    ['rate-limit', 429, 1005, undefined],
  ])('gets the error of %s', async (fault, status, code, tool) => {
    service.faults.set('LIFI', fault, null)
    const thrown: unknown = await getQuote(
      client(),
      asked(usdc.address, wbtc.address, 1_000_000_000n),
    ).catch((reason: unknown) => reason)
    service.faults.clear()
    if (!(thrown instanceof SDKError)) throw new Error('it was not refused')
    const { cause } = thrown
    if (!(cause instanceof HTTPError)) throw new Error('the service was not asked')
    expect([cause.status, cause.responseBody?.code]).toEqual([status, code])
    expect(JSON.stringify(cause.responseBody)).toContain(tool ?? 'Rate limit')
  })
})
