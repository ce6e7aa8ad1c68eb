import { createBaltexProvider } from '../../src/providers/baltex.ts'
import { asks, dollars } from './depositWire.ts'
import { depositAddress, type DepositCase, receiver, refund } from './depositContract.ts'
import {
  type Body,
  btc,
  evm,
  type Exchange,
  plainHash,
  play,
  requestOf,
  tokenOf,
} from './depositSupport.ts'

const baseUrl = 'https://baltex.test'
const make = () => createBaltexProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
const provider = make()
const usdc = tokenOf('ETH', 'USDC')
const request = requestOf(tokenOf('BITCOIN', 'BTC'), usdc, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

function currency(ticker: string, network: string, contractAddress: string | null): Body {
  return {
    id: 1,
    ticker,
    network,
    symbol: ticker,
    name: ticker,
    hasMemo: network === 'xrp',
    requireMemo: false,
    supportsFixedRate: true,
    enabled: true,
    contractAddress,
    isNative: contractAddress === null,
  }
}
const api = '/v1/cross-chain'
const list: Exchange = {
  path: `${api}/available-currencies`,
  body: [
    currency('usdc', 'matic', tokenOf('POLYGON', 'USDC.e').address),
    currency('BTC', 'btc', null),
    currency('USDC', 'ETH', usdc.address.toLowerCase()),
    currency('avax', 'cchain', null),
  ],
}

const coins = { fromCurrency: 'btc', fromNetwork: 'btc', toCurrency: 'usdc', toNetwork: 'eth' }
function rate(flow: string, body: Body, status = 200): Exchange {
  const query = new URLSearchParams({ ...coins, amount: '0.015', flow }).toString()
  return { path: `${api}/rate?${query}`, body, status }
}
const limits = { min: 0.0003, max: 3.5 }
const floating = { ...limits, fromAmount: 0.015, toAmount: 1420.5, amountToUsd: 1 }
const quote = [
  rate('standard', floating),
  rate('fixed-rate', { ...floating, toAmount: 1401.25, rateId: 'r-77' }),
]
/** Both rates refused with one answer. */
const answered = (body: Body, status = 200): Exchange[] => [
  rate('standard', body, status),
  rate('fixed-rate', body, status),
]
const refusal = (statusCode: number, message: string): Body => ({
  message,
  error: 'Bad Request',
  statusCode,
})

const order = {
  id: 'bx-synthetic-01',
  status: 'pending',
  created: '2026-11-20T09:00:00.000Z',
  exchangeType: 'fixed-rate',
  request: {
    ...coins,
    amountFromRequested: '0.015',
    amountToRequested: '1401.25',
    depositAddress,
    depositMemo: null,
    recipientAddress: receiver,
    refundAddress: refund,
    refundMemo: null,
  },
  exchanges: [],
}
const path = `${api}/exchange/status?id=bx-synthetic-01`
function told(status: string, exchange?: Body): Exchange[] {
  const exchanges = exchange === undefined ? [] : [{ status, ...exchange }]
  return [{ path, body: { exchange: { ...order, status, exchanges }, type: 'fixed-rate' } }]
}

// The list of currencies is asked before the first quote and then stored.
await provider.quote(request, new Set(['baltex']), play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'shaped',
    from: 'Baltex documentation "Cross Chain" and the readme of Baltexio/baltex-api-nodejs',
    date: '2026-11-22',
  },
  provider,
  make,
  lists: [list],
  baseUrl,
  request,
  quote,
  rates: ['float', 'fixed'],
  limits: { min: 30_000n, max: 350_000_000n },
  tooLow: {
    exchanges: [
      rate('standard', { min: 0.0200000012, max: null }),
      rate('fixed-rate', refusal(400, 'Pair is not available'), 400),
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: answered({ min: 0.001, max: 0.01 }),
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  refusedQuotes: [
    ['a pair that is not traded', answered(refusal(400, 'Pair is not available'), 400), 'NO_ROUTE'],
    ['too little', answered(refusal(400, 'Amount is below minimum'), 400), 'AMOUNT_TOO_LOW'],
    ['too much', answered(refusal(400, 'Amount is too high'), 400), 'AMOUNT_TOO_HIGH'],
    ['limits alone', answered(limits), 'NO_ROUTE'],
    ['an unknown key', answered(refusal(401, 'Unauthorized'), 401), 'UPSTREAM_REFUSED', 'key'],
    ['an outage', answered({}, 503), 'UPSTREAM_FAILED'],
    ['an answer of another shape', answered([]), 'UPSTREAM_FAILED'],
  ],
  rate: 'fixed',
  create: {
    method: 'POST',
    path: `${api}/exchange`,
    request: {
      rateId: 'r-77',
      ...coins,
      fromAmount: '0.015',
      address: receiver,
      refundAddress: refund,
      flow: 'fixed-rate',
    },
    status: 201,
    body: order,
  },
  readBack: { path, body: { exchange: order, type: 'fixed-rate' } },
  built: {
    orderId: 'bx-synthetic-01',
    memo: null,
    uniqueInfo: { baltexId: 'bx-synthetic-01' },
    expiresAtMs: null,
  },
  bends: {
    orderId: ({ exchange }) => (exchange.id = 'bx-synthetic-02'),
    srcCoin: ({ exchange }) => (exchange.request.fromNetwork = 'bsc'),
    dstCoin: ({ exchange }) => (exchange.request.toCurrency = 'usdt'),
    amountToSend: ({ exchange }) => (exchange.request.amountFromRequested = '0.15'),
    depositAddress: ({ exchange }) => (exchange.request.depositAddress = btc('mallory')),
    depositMemo: ({ exchange }) => (exchange.request.depositMemo = '7'),
    receiver: ({ exchange }) => (exchange.request.recipientAddress = evm('mallory')),
    refundAddress: ({ exchange }) => (exchange.request.refundAddress = btc('mallory')),
    rateType: ({ exchange }) => (exchange.exchangeType = 'private'),
    dstAmount: ({ exchange }) => (exchange.request.amountToRequested = '1401.24'),
  },
  redirect: (body, address) => ((body.exchange ?? body).request.depositAddress = address),
  secret: depositAddress,
  words: [
    ['pending', told('pending'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'confirming',
      told('confirming', { payinHash: plainHash('in'), payoutHash: null }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['failed', told('failed', { payinHash: plainHash('in') }), { status: 'FAIL' }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path, status: 404, body: refusal(404, 'Exchange not found') }],
  paid: (payoutHash, amount) =>
    told('finished', {
      payinHash: plainHash('in'),
      payoutHash,
      amountToReceived: Number(amount) / 1e6,
    }),
  refunded: (payoutHash) => told('refunded', { payinHash: plainHash('in'), payoutHash }),
  wire: {
    pair: dollars,
    quoted: asks('/v1/cross-chain/rate'),
    created: asks('/v1/cross-chain/exchange', 'POST'),
    echo: asks('/exchange/status'),
    state: asks('/exchange/status'),
    out: {
      quoted: ['toAmount'],
      created: ['request.amountToRequested'],
      echo: ['exchange.request.amountToRequested'],
    },
    address: {
      created: 'request.depositAddress',
      echo: 'exchange.request.depositAddress',
    },
    amount: {
      created: 'request.amountFromRequested',
      echo: 'exchange.request.amountFromRequested',
    },
    receiver: 'exchange.request.recipientAddress',
    refund: 'exchange.request.refundAddress',
    srcCoin: { 'exchange.request.fromNetwork': 'bsc' },
    dstCoin: { 'exchange.request.toCurrency': 'usdt' },
    dstChain: { 'exchange.request.toNetwork': 'matic' },
    otherOrder: { 'exchange.id': 'bx-otherorder01' },
    deadline: null,
    done: (hash) => ({
      'exchange.status': 'finished',
      'exchange.exchanges': [{ payinHash: null, payoutHash: hash, amountToReceived: 24.78 }],
    }),
    refunded: (hash) => ({
      'exchange.status': 'refunded',
      'exchange.exchanges': [{ payinHash: null, payoutHash: hash, amountToReceived: null }],
    }),
    unknown: { 'exchange.status': 'ABRACADABRA' },
  },
}
