import { createSimpleSwapProvider } from '../../src/providers/simple_swap.ts'
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
import { asks, dollars } from './depositWire.ts'

const baseUrl = 'https://simple-swap.test/v3'
const make = () => createSimpleSwapProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
const provider = make()
const usdc = tokenOf('ETH', 'USDC')
const request = requestOf(tokenOf('BITCOIN', 'BTC'), usdc, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

function currency(ticker: string, network: string, contractAddress: string | null): Body {
  return {
    name: ticker.toUpperCase(),
    ticker,
    network,
    legacySymbol: ticker,
    contractAddress,
    extraId: network === 'xrp' ? 'Destination tag' : '',
    hasExtraId: network === 'xrp',
    validationAddress: '^.*$',
    validationExtra: null,
  }
}
const wrapped = (result: Body): Body => ({ result, traceId: 't-1' })
const list: Exchange = {
  path: '/currencies',
  body: wrapped([
    currency('usdc', 'matic', tokenOf('POLYGON', 'USDC.e').address),
    currency('btc', 'bsc', evm('wrapped bitcoin')),
    currency('btc', 'btc', null),
    currency('usdc', 'eth', usdc.address.toLowerCase()),
    currency('bnb-bsc', 'bsc', null),
    currency('xrp', 'xrp', null),
  ]),
}

const coins = { tickerFrom: 'btc', networkFrom: 'btc', tickerTo: 'usdc', networkTo: 'eth' }
const pair = new URLSearchParams(coins).toString()
function range(fixed: boolean, body: Body, status = 200): Exchange {
  return { path: `/ranges?${pair}&fixed=${fixed}`, body, status }
}
function estimate(fixed: boolean, body: Body, status = 200): Exchange {
  return { path: `/estimates?${pair}&fixed=${fixed}&amount=0.015&reverse=false`, body, status }
}

const until = '2026-11-20T09:15:00.000Z'
const usual = wrapped({ min: '0.0003', max: '3.5' })
const floating = wrapped({ estimatedAmount: '1420.5', rateId: null, validUntil: null })
const fixed = wrapped({ estimatedAmount: '1401.25', rateId: 'r-77', validUntil: until })
const quote = [
  range(false, usual),
  estimate(false, floating),
  range(true, usual),
  estimate(true, fixed),
]
const noPair = { code: 404, error: 'Not Found', message: 'Ticker not found', traceId: 't-2' }
const refused = (limits: Body): Exchange[] => [
  range(false, wrapped(limits)),
  estimate(false, { code: 422, description: 'Amount does not fall within the range' }, 422),
  range(true, noPair, 404),
  estimate(true, noPair, 404),
]
/** Both rates refused with one answer. */
const answered = (body: Body, status = 200): Exchange[] =>
  [false, true].flatMap((kind) => [range(kind, body, status), estimate(kind, body, status)])

const order = {
  id: 'ss0synthetic01',
  publicId: 'ss0public01',
  type: 'fixed',
  createdAt: '2026-11-20T09:00:00.000Z',
  validUntil: until,
  ...coins,
  amountFrom: '0.015',
  amountTo: '1401.25',
  addressFrom: depositAddress,
  addressTo: receiver,
  extraIdFrom: '',
  extraIdTo: '',
  userRefundAddress: refund,
  userRefundExtraId: '',
  txFrom: null,
  txTo: null,
  status: 'waiting',
}
const path = '/exchanges/ss0synthetic01'
const told = (status: string, more: Body = {}): Exchange[] => [
  { path, body: wrapped({ ...order, status, ...more }) },
]

// The list of currencies is asked before the first quote and then stored.
await provider.quote(request, new Set(['simple_swap']), play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'shaped',
    from: 'Postman collection of SimpleSwap v3, its page "Public API errors", and clients of 2026',
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
    exchanges: refused({ min: '0.0200000012', max: null }),
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: refused({ min: '0.001', max: '0.01' }),
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  refusedQuotes: [
    ['a coin that is not traded', answered(noPair, 404), 'NO_ROUTE', 'Ticker not found'],
    ['an unknown key', answered({ error: 'Unauthorized' }, 401), 'UPSTREAM_REFUSED', 'key'],
    ['an outage as plain text', answered('Bad Gateway', 502), 'UPSTREAM_FAILED'],
    ['an answer of another shape', answered(wrapped({ surprise: true })), 'UPSTREAM_FAILED'],
  ],
  rate: 'fixed',
  create: {
    method: 'POST',
    path: '/exchanges',
    request: {
      rateId: 'r-77',
      ...coins,
      fixed: true,
      amount: '0.015',
      reverse: false,
      addressTo: receiver,
      extraIdTo: '',
      userRefundAddress: refund,
      userRefundExtraId: '',
    },
    body: wrapped(order),
  },
  readBack: { path, body: wrapped(order) },
  built: {
    orderId: 'ss0synthetic01',
    memo: null,
    uniqueInfo: { simple_swapId: 'ss0synthetic01' },
    expiresAtMs: Date.parse(until),
  },
  bends: {
    orderId: ({ result }) => (result.id = 'ss0synthetic02'),
    srcCoin: ({ result }) => (result.networkFrom = 'bsc'),
    dstCoin: ({ result }) => (result.tickerTo = 'usdt'),
    amountToSend: ({ result }) => (result.amountFrom = '0.15'),
    depositAddress: ({ result }) => (result.addressFrom = btc('mallory')),
    depositMemo: ({ result }) => (result.extraIdFrom = '7'),
    receiver: ({ result }) => (result.addressTo = evm('mallory')),
    receiverMemo: ({ result }) => (result.extraIdTo = '9'),
    refundAddress: ({ result }) => (result.userRefundAddress = btc('mallory')),
    refundMemo: ({ result }) => (result.userRefundExtraId = '9'),
    rateType: ({ result }) => (result.type = 'floating'),
    dstAmount: ({ result }) => (result.amountTo = '1401.24'),
    expiresAt: ({ result }) => (result.validUntil = '2026-11-20T09:16:00.000Z'),
  },
  redirect: ({ result }, address) => (result.addressFrom = address),
  secret: depositAddress,
  words: [
    ['waiting', told('waiting'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'confirming',
      told('confirming', { txFrom: plainHash('in') }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['verifying', told('verifying'), { status: 'LONG_PENDING' }],
    ['failed', told('failed', { txFrom: plainHash('in') }), { status: 'FAIL' }],
    ['expired', told('expired'), { status: 'FAIL' }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path, status: 404, body: { code: 404, message: 'Exchange not found' } }],
  paid: (txTo, amount) =>
    told('finished', { amountTo: String(Number(amount) / 1e6), txFrom: plainHash('in'), txTo }),
  refunded: (txTo) => told('refunded', { txTo }),
  wire: {
    pair: dollars,
    quoted: asks('/estimates'),
    created: asks('/exchanges', 'POST'),
    echo: asks('/exchanges/'),
    state: asks('/exchanges/'),
    out: {
      quoted: ['result.estimatedAmount'],
      created: ['result.amountTo'],
      echo: ['result.amountTo'],
    },
    address: { created: 'result.addressFrom', echo: 'result.addressFrom' },
    amount: { created: 'result.amountFrom', echo: 'result.amountFrom' },
    receiver: 'result.addressTo',
    refund: 'result.userRefundAddress',
    srcCoin: { 'result.networkFrom': 'bsc' },
    dstCoin: { 'result.tickerTo': 'usdt' },
    dstChain: { 'result.networkTo': 'matic' },
    otherOrder: { 'result.id': 'ss0otherorder1' },
    deadline: null,
    done: (hash) => ({
      'result.status': 'finished',
      'result.txTo': hash,
      'result.amountTo': '24.78',
    }),
    refunded: (hash) => ({ 'result.status': 'refunded', 'result.txTo': hash }),
    unknown: { 'result.status': 'ABRACADABRA' },
  },
}
