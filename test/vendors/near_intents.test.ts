import {
  ApiError,
  OneClickService,
  OpenAPI,
  QuoteRequest,
  type QuoteResponse,
} from '@defuse-protocol/one-click-sdk-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createNearIntentsProvider } from '../../src/providers/near_intents.ts'
import { proofOf } from '../../src/providers/types.ts'
import { scriptedAddress } from '../../sandbox/src/deposit/scripted.ts'
import { quoteOf as quoteByAdapter, requestOf } from '../providers/depositSupport.ts'
import {
  btc,
  btcAddress,
  receiver,
  startDepositService,
  usdc,
  type VendorExchange,
} from './support/deposits.ts'
import { adapterContext } from './support/service.ts'

let service: VendorExchange
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startDepositService('near_intents')
  OpenAPI.BASE = service.url
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

const quoteOf = async (change: Partial<QuoteRequest> = {}): Promise<QuoteResponse> => {
  const tokens = await OneClickService.getTokens()
  const assetId = (blockchain: string, symbol: string): string =>
    tokens.find((one) => one.blockchain.toString() === blockchain && one.symbol === symbol)
      ?.assetId ?? ''
  return OneClickService.getQuote({
    dry: false,
    swapType: QuoteRequest.swapType.EXACT_INPUT,
    slippageTolerance: 100,
    originAsset: assetId('btc', 'BTC'),
    depositType: QuoteRequest.depositType.ORIGIN_CHAIN,
    destinationAsset: assetId('eth', 'USDC'),
    amount: '1000000',
    refundTo: btcAddress,
    refundType: QuoteRequest.refundType.ORIGIN_CHAIN,
    recipient: receiver,
    recipientType: QuoteRequest.recipientType.DESTINATION_CHAIN,
    deadline: new Date(service.now() + 3_600_000).toISOString(),
    ...change,
  })
}

test('the SDK quotes without opening anything', async () => {
  const before = service.orders().length
  const { quote } = await quoteOf({ dry: true })
  expect(quote.depositAddress).toBeUndefined()
  expect(quote).toMatchObject({ amountIn: '1000000', amountInFormatted: '0.01' })
  expect(service.orders()).toHaveLength(before)
})

test('the adapter quotes what the SDK is quoted, and reads its order as the SDK does', async () => {
  const provider = createNearIntentsProvider({ baseUrl: service.url })
  const { quote, quoteRequest } = await quoteOf()
  const ours = await quoteByAdapter(
    provider,
    requestOf(btc, usdc, 1_000_000n, { receiver, refundAddress: btcAddress, slippageBps: 100 }),
    context,
  )
  expect(ours.dstAmount).toBe(BigInt(quote.amountOut))
  expect(ours.dstMinAmount).toBe(BigInt(quote.minAmountOut))
  const depositAddress = quote.depositAddress ?? ''
  const claim = {
    orderId: depositAddress,
    depositAddress,
    depositMemo: quote.depositMemo ?? null,
    srcToken: btc,
    dstToken: usdc,
    srcAmount: 1_000_000n,
    fromAddress: null,
    receiver,
  }
  expect(await proofOf(provider, 'order')?.read(claim, context)).toMatchObject({
    srcAmount: BigInt(quote.amountIn),
    depositAddress,
    depositMemo: null,
    receiver: quoteRequest.recipient,
    refundAddress: quoteRequest.refundTo,
    dstAmount: BigInt(quote.minAmountOut),
    expiresAtMs: Date.parse(quote.deadline ?? ''),
  })
})

test('the SDK orders, submits the payment and follows it to its end, as the adapter does', async () => {
  const provider = createNearIntentsProvider({ baseUrl: service.url })
  const { quote } = await quoteOf()
  const depositAddress = quote.depositAddress ?? ''
  const byAdapter = async () => {
    const ref = {
      srcBlockchain: btc.blockchain,
      srcTxHash: null,
      dstBlockchain: usdc.blockchain,
      orderId: depositAddress,
      fromAddress: null,
      receiver,
      durationSeconds: null,
      startedAtMs: null,
      providerState: null,
    }
    return provider.status('near_intents', ref, context)
  }
  const bySdk = async () => OneClickService.getExecutionStatus(depositAddress)
  expect((await bySdk()).status).toBe('PENDING_DEPOSIT')
  expect(await byAdapter()).toMatchObject({ providerStatus: 'PENDING_DEPOSIT' })
  const submitted = await OneClickService.submitDepositTx({ txHash: 'ab', depositAddress })
  expect(submitted.quoteResponse.quote).toEqual(quote)
  const order = await service.finish()
  const { status, swapDetails } = await bySdk()
  expect(status).toBe('SUCCESS')
  expect(swapDetails.amountOut).toBe(quote.amountOut)
  expect(swapDetails.destinationChainTxHashes[0]?.hash).toBe(order.payout?.hash)
  // No chain shows the payout here: the word alone is no end.
  expect(await byAdapter()).toMatchObject({ status: 'PENDING', providerStatus: 'SUCCESS' })
})

test('the SDK needs the memo where the deposit has one', async () => {
  const tokens = await OneClickService.getTokens()
  const xrp = tokens.find(({ symbol }) => symbol === 'XRP')?.assetId ?? ''
  const { quote } = await quoteOf({
    originAsset: xrp,
    amount: '300000000',
    refundTo: scriptedAddress('RIPPLE', 'refund'),
    depositMode: QuoteRequest.depositMode.MEMO,
  })
  const address = quote.depositAddress ?? ''
  await expect(OneClickService.getExecutionStatus(address)).rejects.toMatchObject({ status: 404 })
  const found = await OneClickService.getExecutionStatus(address, quote.depositMemo)
  expect(found.quoteResponse.quote.depositMemo).toBe(quote.depositMemo)
})

test.each<[Partial<QuoteRequest>, RegExp]>([
  [{ amount: '10' }, /^Amount is too low for bridge, try at least \d+$/],
  [{ originAsset: 'nep141:nothing' }, /tokenIn/],
  [{ recipient: 'bc1qnotanaddress' }, /recipient/],
  [{ amount: '1.5' }, /amount/],
  [{ slippageTolerance: 10_001 }, /slippageTolerance/],
  [{ deadline: '2020-01-01T00:00:00.000Z' }, /Deadline/],
])('the SDK is refused %j as the real one does', async (change, message) => {
  const thrown: unknown = await quoteOf(change).catch((reason: unknown) => reason)
  if (!(thrown instanceof ApiError)) throw new Error('it was not refused')
  expect(thrown.status).toBe(400)
  expect(thrown.body).toMatchObject({ statusCode: 400, message: expect.stringMatching(message) })
})
