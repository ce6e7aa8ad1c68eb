import { createStealthexProvider } from '../../src/providers/stealthex.ts'
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
import { asks, asksWith, dollars } from './depositWire.ts'

export const baseUrl = 'https://stealthex.test/v4'
const make = () => createStealthexProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
export const provider = make()
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(tokenOf('BITCOIN', 'BTC'), usdc, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

/** One currency; the contract of a chain's own coin may be a mere name. */
export function currency(symbol: string, network: string, contract: string | null): Exchange {
  const body = {
    symbol,
    network,
    name: symbol.toUpperCase(),
    legacy_symbol: symbol,
    rates: ['floating', 'fixed'],
    contract_address: contract,
    extra_id: null,
  }
  return { path: `/currencies/${symbol}/${network}`, body }
}

const route = {
  from: { symbol: 'btc', network: 'mainnet' },
  to: { symbol: 'usdc', network: 'eth' },
}
const asked = (rate: string): Body => ({ route, estimation: 'direct', rate })

export function range(rate: string, body: Body, status = 200): Exchange {
  return { method: 'POST', path: '/rates/range', request: asked(rate), body, status }
}
function estimate(rate: string, body: Body, status = 200): Exchange {
  const sent = { ...asked(rate), amount: 0.015 }
  return { method: 'POST', path: '/rates/estimated-amount', request: sent, body, status }
}

const until = '2026-11-20T09:20:00.000Z'
const usual = { min_amount: 0.0003, max_amount: 3.5 }
const noRoute = { err: { kind: 'NoExchangeRoute', details: 'No exchange route' } }
const fixed = { estimated_amount: 1401.25, rate: { id: 'r-77', valid_until: until } }
const quote = [
  range('floating', usual),
  estimate('floating', { estimated_amount: 1420.5 }),
  range('fixed', usual),
  estimate('fixed', fixed),
]
const refused = (floating: Body): Exchange[] => [
  range('floating', floating),
  estimate('floating', { err: { kind: 'InvalidAmount', details: 'Invalid amount' } }, 400),
  range('fixed', noRoute, 404),
  estimate('fixed', noRoute, 404),
]

/** Both rates refused with one answer. */
function answered(body: Body, status = 200): Exchange[] {
  return ['floating', 'fixed'].flatMap((rate) => [
    range(rate, body, status),
    estimate(rate, body, status),
  ])
}

const side = { tx_hash: null, tx_explorer_url: null, extra_id: null }
const order = {
  id: 'sxsynth01',
  status: 'waiting',
  rate: 'fixed',
  deposit: {
    ...side,
    ...route.from,
    amount: 0.015,
    expected_amount: 0.015,
    address: depositAddress,
    address_explorer_url: 'https://explorer.example/address',
  },
  withdrawal: {
    ...side,
    ...route.to,
    amount: 1401.25,
    expected_amount: 1401.25,
    address: receiver,
    address_explorer_url: 'https://explorer.example/address',
  },
  refund_address: refund,
  refund_extra_id: null,
  created_at: '2026-11-20T09:00:00.000Z',
  expires_at: until,
}
const path = '/exchanges/sxsynth01'

function told(status: string, out: Body = {}, paid: Body = {}): Exchange[] {
  const { deposit, withdrawal } = order
  const body = {
    ...order,
    status,
    deposit: { ...deposit, ...paid },
    withdrawal: { ...withdrawal, ...out },
  }
  return [{ path, body }]
}

// Each currency is asked before the first quote and then stored.
const lists = [
  currency('btc', 'mainnet', null),
  currency('usdc', 'eth', usdc.address.toLowerCase()),
]
await provider.quote(request, new Set(['stealthex']), play(baseUrl, [...lists, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'cake-tech/cake_wallet test/exchange/fixtures/stealthex, ids and amounts of our own; fixed rates, limits and later words by its schemas',
    date: '2026-07-29',
  },
  provider,
  make,
  lists,
  baseUrl,
  request,
  quote,
  rates: ['float', 'fixed'],
  limits: { min: 30_000n, max: 350_000_000n },
  tooLow: {
    exchanges: refused({ min_amount: 0.0200000012, max_amount: null }),
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: refused({ min_amount: 0.001, max_amount: 0.01 }),
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  rate: 'fixed',
  create: {
    method: 'POST',
    path: '/exchanges',
    request: {
      rate_id: 'r-77',
      ...asked('fixed'),
      amount: 0.015,
      address: receiver,
      refund_address: refund,
    },
    status: 201,
    body: order,
  },
  readBack: { path, body: order },
  built: {
    orderId: 'sxsynth01',
    memo: null,
    uniqueInfo: { stealthexId: 'sxsynth01' },
    expiresAtMs: Date.parse(until),
  },
  bends: {
    orderId: (body) => (body.id = 'sxsynth02'),
    srcCoin: (body) => (body.deposit.network = 'bsc'),
    dstCoin: (body) => (body.withdrawal.symbol = 'usdt'),
    amountToSend: (body) => (body.deposit.expected_amount = 0.15),
    depositAddress: (body) => (body.deposit.address = btc('mallory')),
    depositMemo: (body) => (body.deposit.extra_id = '7'),
    receiver: (body) => (body.withdrawal.address = evm('mallory')),
    receiverMemo: (body) => (body.withdrawal.extra_id = '9'),
    refundAddress: (body) => (body.refund_address = btc('mallory')),
    refundMemo: (body) => (body.refund_extra_id = '9'),
    rateType: (body) => (body.rate = 'floating'),
    dstAmount: (body) => (body.withdrawal.expected_amount = 1401.24),
    expiresAt: (body) => (body.expires_at = '2026-11-20T09:21:00.000Z'),
  },
  redirect: (body, address) => (body.deposit.address = address),
  secret: depositAddress,
  words: [
    ['waiting', told('waiting'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'confirming',
      told('confirming', {}, { tx_hash: plainHash('in') }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['verifying', told('verifying'), { status: 'LONG_PENDING' }],
    ['failed', told('failed', {}, { tx_hash: plainHash('in') }), { status: 'FAIL' }],
    ['expired', told('expired'), { status: 'FAIL' }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path, status: 404, body: { err: { kind: 'NotFound', details: 'Not found' } } }],
  paid: (hash, amount) =>
    told('finished', { tx_hash: hash, amount: Number(amount) / 1e6 }, { tx_hash: plainHash('in') }),
  refunded: (hash) => told('refunded', { tx_hash: hash }),
  refusedQuotes: [
    ['a pair without a route', answered(noRoute, 404), 'NO_ROUTE', 'No exchange route'],
    ['an unknown key', answered({ err: { kind: 'NoUserApiKey' } }, 401), 'UPSTREAM_REFUSED', 'key'],
    ['an outage', answered({}, 503), 'UPSTREAM_FAILED'],
    ['an answer of another shape', answered({ surprise: true }), 'UPSTREAM_FAILED'],
  ],
  wire: {
    pair: dollars,
    quoted: asks('/rates/estimated-amount', 'POST'),
    created: asksWith('/exchanges', () => true),
    echo: asks('/exchanges/'),
    state: asks('/exchanges/'),
    out: {
      quoted: ['estimated_amount'],
      created: ['withdrawal.expected_amount'],
      echo: ['withdrawal.expected_amount'],
    },
    address: { created: 'deposit.address', echo: 'deposit.address' },
    amount: { created: 'deposit.expected_amount', echo: 'deposit.expected_amount' },
    receiver: 'withdrawal.address',
    refund: 'refund_address',
    srcCoin: { 'deposit.network': 'bsc' },
    dstCoin: { 'withdrawal.symbol': 'usdt' },
    dstChain: { 'withdrawal.network': 'matic' },
    otherOrder: { id: 'sxother01' },
    deadline: null,
    done: (hash) => ({
      status: 'finished',
      'withdrawal.tx_hash': hash,
      'withdrawal.amount': 24.78,
    }),
    refunded: (hash) => ({ status: 'refunded', 'withdrawal.tx_hash': hash }),
    unknown: { status: 'ABRACADABRA' },
  },
}
