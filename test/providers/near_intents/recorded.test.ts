/**
 * Answers as the live service gives them, in the shape others have recorded; ids, amounts, accounts
 * and times are of our own. cake-tech/cake_wallet, test/exchange/fixtures/nearintents: tokens,
 * quote_dry, quote_live, quote_bad_request, status (2026-07-29, keyless).
 */
import { describe, expect, test } from 'vitest'

import { createNearIntentsProvider } from '../../../src/providers/near_intents.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { builtInTokens } from '../../../src/chains/tokens.ts'
import {
  bent,
  type Body,
  evm,
  evmPayment,
  type Exchange,
  hash,
  nowMs,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  rpcKey,
  ton,
  tokenOf,
} from '../depositSupport.ts'

const baseUrl = 'https://1click.test'
const usdc = tokenOf('ARBITRUM', 'USDC')
const [hour, day] = [3_600_000, 86_400_000]
const iso = (ms: number): string => new Date(ms).toISOString()
const told = { price: 0.9997, priceUpdatedAt: '2026-11-20T08:59:00.457Z' }

const asset = (
  blockchain: string,
  symbol: string,
  assetId: string,
  decimals: number,
  contractAddress?: string,
): Body => ({
  assetId,
  decimals,
  blockchain,
  symbol,
  ...told,
  coingeckoId: `custom:${symbol}`,
  ...(contractAddress === undefined ? {} : { contractAddress }),
})
const plasmaDollar = builtInTokens('PLASMA').find(({ symbol }) => symbol.startsWith('USD'))
const list: Body = [
  asset('near', 'wNEAR', 'nep141:wrap.near', 24, 'wrap.near'),
  asset('abs', 'ETH', 'nep141:abs.omdep.near', 18),
  asset('arb', 'USDC', 'nep141:arb-usdc.omft.near', 6, usdc.address.toLowerCase()),
  asset('arb', 'ETH', 'nep141:arb.omft.near', 18),
  asset('plasma', 'XPL_(DEPRECATED)', 'nep245:v2_1.omni.hot.tg:9745_1', 18),
  asset('plasma', 'XPL', 'nep141:plasma.omft.near', 18),
  asset(
    'plasma',
    'USDT0(DEPRECATED)',
    'nep245:v2_1.omni.hot.tg:9745_usdt',
    6,
    plasmaDollar?.address.toLowerCase(),
  ),
  asset('plasma', 'USDT0', 'nep141:plasma-usdt.omft.near', 6, plasmaDollar?.address.toLowerCase()),
  asset('ton', 'GRAM', 'nep245:v2_1.omni.hot.tg:1117_', 9),
  asset('ton', 'GRAM', 'nep245:v2_1.omni.hot.tg:1117_gram', 9, ton('another jetton', true)),
  asset('op', 'ETH', 'nep245:v2_1.omni.hot.tg:10_111', 18),
]
const tokens: Exchange = { path: '/v0/tokens', body: list }

const request = requestOf(usdc, tokenOf('OPTIMISM', 'ETH'), 10_000_000n, {
  receiver: evm('bob'),
  fromAddress: evm('alice'),
})
const address = evm('deposit')

const asked = (dry: boolean): Body => ({
  dry,
  depositMode: 'SIMPLE',
  swapType: 'EXACT_INPUT',
  slippageTolerance: 100,
  originAsset: 'nep141:arb-usdc.omft.near',
  depositType: 'ORIGIN_CHAIN',
  destinationAsset: 'nep245:v2_1.omni.hot.tg:10_111',
  amount: '10000000',
  refundTo: evm('alice'),
  refundType: 'ORIGIN_CHAIN',
  recipient: evm('bob'),
  recipientType: 'DESTINATION_CHAIN',
  deadline: iso(nowMs + hour),
  confidentiality: 'public',
  quoteWaitingTimeMs: 0,
  appFees: [],
  insured: false,
  referral: 'test',
})
const amounts = {
  amountIn: '10000000',
  amountInFormatted: '10.0',
  amountInUsd: '9.997040000000',
  minAmountIn: '10000000',
  amountOut: '5160820348891358',
  amountOutFormatted: '0.005160820348891358',
  amountOutUsd: '9.795704354737',
  minAmountOut: '5109212145402444',
  timeEstimate: 25,
  refundFee: '5300',
  withdrawFee: '0',
}
const signed = { signature: 'ed25519:SYNTHETIC', timestamp: iso(nowMs), correlationId: 'c-1' }
const dry = { quote: amounts, quoteRequest: asked(true), ...signed }
/** The address is watched for three days, though what is not swapped in an hour goes back. */
const live: Body = {
  quote: {
    ...amounts,
    depositAddress: address,
    deadline: iso(nowMs + 3 * day + hour),
    timeWhenInactive: iso(nowMs + 3 * day + hour),
  },
  quoteRequest: asked(false),
  ...signed,
}
const state = (status: string, more: Body = {}, quoteResponse: Body = live): Exchange => ({
  path: `/v0/status?depositAddress=${address}`,
  body: {
    status,
    updatedAt: iso(nowMs),
    correlationId: 'c-2',
    swapDetails: {
      depositedAmount: null,
      depositedAmountUsd: null,
      intentHashes: [],
      nearTxHashes: [],
      amountIn: null,
      amountOut: null,
      slippage: null,
      refundedAmount: '0',
      refundReason: null,
      refundFee: '5300',
      withdrawFee: '0',
      originChainTxHashes: [],
      destinationChainTxHashes: [],
      ...more,
    },
    quoteResponse: bent(quoteResponse, (body) => {
      // The echo gains some defaults and loses others.
      body.quoteRequest.virtualChainRecipient = null
      delete body.quoteRequest.insured
    }),
  },
})

const fresh = (): ReturnType<typeof createNearIntentsProvider> =>
  createNearIntentsProvider({ baseUrl, pause: async () => {} })
const post = (body: Body): Exchange => ({ method: 'POST', path: '/v0/quote', status: 201, body })

async function open(
  order: Body = live,
): Promise<{ quote: Awaited<ReturnType<typeof quoteOf>>; built: BuiltSwap }> {
  const provider = fresh()
  const first = play(baseUrl, [tokens, post(dry)])
  const quote = await quoteOf(provider, request, first.context)
  const tape = play(baseUrl, [post(dry), post(order), state('PENDING_DEPOSIT', {}, order)])
  return { quote, built: await provider.build(quote, tape.context) }
}

test('from quote to the payout', async () => {
  const { quote, built } = await open()
  expect(quote).toMatchObject({ dstAmount: 5_160_820_348_891_358n, durationSeconds: 25 })
  expect(built.transaction).toMatchObject({ depositAddress: address, amountToSend: '10' })
  const waiting = play(baseUrl, [state('PENDING_DEPOSIT')])
  await expect(
    fresh().status('near_intents', refOf(quote, built), waiting.context),
  ).resolves.toMatchObject({ status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' })
  const [payment, payout] = [hash('in'), hash('payout')]
  const links = (text: string): Body => [{ hash: text, explorerUrl: `https://x.example/${text}` }]
  const more = {
    amountOut: amounts.amountOut,
    originChainTxHashes: links(payment),
    destinationChainTxHashes: links(payout),
  }
  const { dstToken: token } = request
  const to = evm('bob')
  const rpc = evmPayment({ token, to, amount: built.dstAmount, hash: payout })
  const paid = play(baseUrl, [state('SUCCESS', more)], { rpc, nodes: ['OPTIMISM'] })
  await expect(
    fresh().status('near_intents', refOf(quote, built), paid.context),
  ).resolves.toMatchObject({ status: 'SUCCESS', destinationTxHash: payout, sourceTxHash: payment })
  expect(rpcKey('OPTIMISM', 'eth_getTransactionReceipt', [payout]) in rpc).toBe(true)
})

describe('the last moment for a payment', () => {
  const expiryOf = async (change: (body: Body) => void): Promise<unknown> => {
    const { built } = await open(bent(live, change))
    return 'expiresAtMs' in built.transaction ? built.transaction.expiresAtMs : null
  }

  test.each<[string, (body: Body) => void, number]>([
    ['that of the request, not that of the address', () => {}, hour],
    [
      'the one of the address where it is sooner',
      (body) => (body.quote.timeWhenInactive = iso(nowMs + 600_000)),
      600_000,
    ],
    ['what was asked for where the service returns none', withoutTimes, hour],
    [
      'what was asked for where the service would wait longer',
      (body) => (body.quoteRequest.deadline = iso(nowMs + 2 * hour)),
      hour,
    ],
  ])('is %s', async (_name, change, afterMs) => {
    await expect(expiryOf(change)).resolves.toBe(nowMs + afterMs)
  })

  function withoutTimes(body: Body): void {
    delete body.quote.deadline
    delete body.quote.timeWhenInactive
    delete body.quoteRequest.deadline
  }
})

test.each<[string, (body: Body) => void]>([
  [
    'pays a share to another account',
    (body) => (body.quoteRequest.appFees = [{ recipient: 'x.near', fee: 88 }]),
  ],
  ['pays out inside of the service', (body) => (body.quoteRequest.recipientType = 'INTENTS')],
  ['sends money back inside of the service', (body) => (body.quoteRequest.refundType = 'INTENTS')],
  [
    'is paid inside of the service',
    (body) => (body.quoteRequest.depositType = 'CONFIDENTIAL_INTENTS'),
  ],
])('an order that %s is not shown', async (_name, change) => {
  const error = await refusal(open(bent(live, change)).then(() => null))
  expect(error.context).toMatchObject({ check: 'D3' })
  expect(error.message).not.toContain(address)
})

test('what is deprecated is never taken, and symbols decide nothing', async () => {
  const assetOf = async (
    blockchain: Parameters<typeof tokenOf>[0],
    symbol: string,
  ): Promise<unknown> => {
    const tape = play(baseUrl, [tokens, { ...post(dry), body: {} }])
    const from = { ...request, dstToken: tokenOf(blockchain, symbol), receiver: null }
    const to = blockchain === 'TON' ? ton('bob') : evm('bob')
    await fresh()
      .quote({ ...from, receiver: to }, new Set(['near_intents'] as const), tape.context)
      .catch(() => null)
    const sent: Body = tape.asked[1]?.body
    return sent?.destinationAsset
  }
  await expect(assetOf('PLASMA', 'XPL')).resolves.toBe('nep141:plasma.omft.near')
  await expect(assetOf('PLASMA', plasmaDollar?.symbol ?? '')).resolves.toBe(
    'nep141:plasma-usdt.omft.near',
  )
  await expect(assetOf('TON', 'TON')).resolves.toBe('nep245:v2_1.omni.hot.tg:1117_')
})

test('a refused request lists all of its faults', async () => {
  const message =
    'dry should not be empty,amount must be a positive integer,deadline must be a valid ISO 8601 date string'
  const body = {
    message,
    error: 'Bad Request',
    statusCode: 400,
    timestamp: iso(nowMs),
    path: '/v0/quote',
  }
  const tape = play(baseUrl, [tokens, { ...post(body), status: 400 }])
  const error = await refusal(quoteOf(fresh(), request, tape.context).then(() => null))
  expect([error.code, error.message]).toEqual(['NO_ROUTE', expect.stringContaining('ISO 8601')])
})
