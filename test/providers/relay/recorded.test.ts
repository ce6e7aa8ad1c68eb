/**
 * Answers as the live service gives them, in the shape others have recorded; ids, amounts, accounts
 * and times are of our own. relayprotocol/relay-docs, features/deposit-addresses.mdx (both kinds of
 * address) and references/api/api_guides/migrating-to-requests-v3.mdx (2026-08-21). The refusal
 * without a key: Vex-Foundation/Vex, pull request 155 (2026-09-04).
 */
import { expect, test } from 'vitest'

import { createRelayProvider } from '../../../src/providers/relay/relay.ts'
import {
  type Body,
  evm,
  evmPayment,
  type Exchange,
  hash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'

const baseUrl = 'https://relay.test'
const keyed = createRelayProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
const keyless = createRelayProvider({ baseUrl, pause: async () => {} })
const [src, dst] = [tokenOf('BASE', 'ETH'), tokenOf('OPTIMISM', 'ETH')]
const user = evm('user')
const [amountIn, amountOut, least] = [10n ** 17n, 99_980_217_346_383_433n, 98_980_415_172_919_598n]
const request = requestOf(src, dst, amountIn, { fromAddress: user, receiver: user })
const [address, requestId] = [evm('deposit'), hash('request')]

const currency = (chainId: number): Body => ({
  chainId,
  address: '0x0000000000000000000000000000000000000000',
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  metadata: { logoURI: 'https://assets.relay.example/1.png', verified: true },
})
const amount = (chainId: number, units: bigint, minimum = units): Body => ({
  currency: currency(chainId),
  amount: String(units),
  amountFormatted: '0.1',
  amountUsd: '210.314210',
  minimumAmount: String(minimum),
})
const route = {
  origin: {
    inputCurrency: amount(8453, amountIn),
    outputCurrency: amount(8453, amountIn),
    router: 'relay',
  },
  destination: {
    inputCurrency: amount(10, amountOut, least),
    outputCurrency: amount(10, amountOut, least),
    router: 'relay',
  },
}
const details = {
  operation: 'bridge',
  sender: user,
  recipient: user,
  currencyIn: amount(8453, amountIn),
  currencyOut: amount(10, amountOut, least),
  refundCurrency: amount(8453, amountIn),
  totalImpact: { usd: '-0.041606', percent: '-0.02' },
  swapImpact: { usd: '0.000000', percent: '0.00' },
  expandedPriceImpact: { swap: { usd: '0' }, execution: { usd: '0' }, relay: { usd: '0' } },
  rate: '0.9998021734638343',
  slippageTolerance: { origin: { percent: '0.00' }, destination: { percent: '2.00' } },
  timeEstimate: 2,
  userBalance: '0',
  isFixedRate: true,
  route,
}
const fees = { gas: amount(8453, 1n), relayer: amount(8453, 2n), subsidized: null }
const step = {
  id: 'deposit',
  action: 'Confirm transaction in your wallet',
  description: 'Depositing funds to the relayer to execute the swap for ETH',
  kind: 'transaction',
  items: [
    {
      status: 'incomplete',
      data: { from: user, to: address, data: '0x', value: String(amountIn), chainId: 8453 },
      check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
    },
  ],
  requestId,
  depositAddress: address,
}
const protocol = {
  v2: { orderId: hash('order'), hubType: 'onchain', orderData: { version: 'v1' } },
}
/** An answer to a signing wallet has a step without an address before. */
const order = {
  steps: [{ ...step, id: 'approve', depositAddress: '' }, step],
  fees,
  details,
  protocol,
}
const listed = (type: string): Body => ({
  id: requestId,
  status: 'waiting',
  user,
  sender: null,
  recipient: user,
  refundTo: user,
  requestType: 'Bridge',
  depositAddress: {
    address,
    type,
    depositor: null,
    depositTxHash: null,
    recoveryAddress: null,
  },
  data: {
    slippageTolerance: '100',
    failReason: null,
    refundFailReason: null,
    failedTxHash: null,
    timeEstimate: 2,
    inTxs: [],
    outTxs: [],
    appFees: null,
    route: { includedSwapSources: [], quoted: route, actual: null },
    externalMetadata: { moonpayId: null },
  },
  protocol: { orderId: hash('order'), isWithdrawable: false },
  features: [],
  createdAt: '2026-11-20T09:00:00.161Z',
  updatedAt: '2026-11-20T09:00:00.291Z',
})

const price: Exchange = { method: 'POST', path: '/price', body: { fees, details } }
const create: Exchange = { method: 'POST', path: '/quote/v2', body: order }
const newest = 'sortBy=updatedAt&sortDirection=desc&limit=20'
const list = (type: string): Exchange => ({
  path: `/requests/v3?depositAddress=${address}&${newest}`,
  body: { requests: [listed(type)], continuation: null },
})
const state = (status: string, more: Body = {}): Exchange => ({
  path: `/intents/status/v3?requestId=${requestId}`,
  body: {
    status,
    details: null,
    failReason: 'N/A',
    refundFailReason: 'N/A',
    inTxHashes: [],
    txHashes: [],
    updatedAt: 1_795_165_200_000,
    originChainId: 8453,
    destinationChainId: 10,
    ...more,
  },
})

test.each(['strict', 'open'])('%s, from quote to the payout', async (type) => {
  const tape = play(baseUrl, [price, price, create, list(type)])
  const quote = await quoteOf(keyed, request, tape.context)
  expect(quote).toMatchObject({ dstAmount: amountOut, dstMinAmount: least, durationSeconds: 2 })
  const built = await keyed.build(quote, tape.context)
  expect(tape.unused()).toEqual([])
  expect(built.transaction).toMatchObject({ depositAddress: address, amountToSend: '0.1' })
  const payout = hash('payout')
  const rpc = evmPayment({ token: dst, to: user, amount: amountOut, hash: payout })
  const paid = state('success', { inTxHashes: [hash('sweep')], txHashes: [payout] })
  const later = play(baseUrl, [paid], { rpc, nodes: ['OPTIMISM'] })
  await expect(keyed.status('relay', refOf(quote, built), later.context)).resolves.toMatchObject({
    status: 'SUCCESS',
    destinationTxHash: payout,
    receivedAmount: amountOut,
  })
  for (const word of ['unknown', 'waiting']) {
    const family = `/requests/v3?depositAddress=${address}&includeChildRequests=true&${newest}`
    const other = play(baseUrl, [state(word), { path: family, body: { requests: [] } }])
    await expect(keyed.status('relay', refOf(quote, built), other.context)).resolves.toMatchObject({
      status: word === 'unknown' ? 'NOT_FOUND' : 'PENDING',
    })
  }
})

test('without a key the service answers that it wants one', async () => {
  const body = { message: 'Please provide an api key', errorCode: 'UNAUTHORIZED_QUOTE' }
  const tape = play(baseUrl, [{ ...price, status: 401, body }])
  const error = await refusal(quoteOf(keyless, request, tape.context).then(() => null))
  expect([error.code, error.message]).toEqual([
    'UPSTREAM_REFUSED',
    'Relay needs a key: SWAPROUTE_RELAY_API_KEY.',
  ])
  expect(tape.asked[0]?.body).not.toHaveProperty('referrer')
})
