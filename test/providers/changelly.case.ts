import { generateKeyPairSync } from 'node:crypto'

import { createChangellyProvider } from '../../src/providers/changelly.ts'
import { changellyBends, changellyWords, redirectOrder, unpaidOrder } from './changellyForm.ts'
import { depositAddress, type DepositCase, receiver, refund } from './depositContract.ts'
import { type Body, type Exchange, plainHash, play, requestOf, tokenOf } from './depositSupport.ts'

export const baseUrl = 'https://changelly.test/v2'
export const keys = generateKeyPairSync('rsa', { modulusLength: 1024 })
export const apiKey = keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('hex')
const make = () => createChangellyProvider({ baseUrl, apiKey, pause: async () => {} })
const provider = make()
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(tokenOf('BITCOIN', 'BTC'), usdc, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

/** One call of JSON-RPC; errors come with HTTP 200. */
export function rpc(method: string, params: Body, answer: Body, status = 200): Exchange {
  const sent = { jsonrpc: '2.0', id: method, method, params }
  return { method: 'POST', path: '', request: sent, body: { jsonrpc: '2.0', ...answer }, status }
}

const coin = (ticker: string, name: string, blockchain: string, contract: string | null): Body => ({
  name,
  ticker,
  fullName: name,
  enabled: true,
  enabledFrom: true,
  enabledTo: true,
  fixRateEnabled: true,
  extraIdName: blockchain === 'ripple' ? 'Destination tag' : null,
  protocol: '',
  blockchain,
  contractAddress: contract,
})
export const list = rpc(
  'getCurrenciesFull',
  {},
  {
    result: [
      coin('usdcmatic', 'USDC', 'polygon', tokenOf('POLYGON', 'USDC.e').address),
      coin('btc', 'BTC', 'bitcoin', ''),
      coin('usdc', 'USDC', 'ethereum', usdc.address.toLowerCase()),
      coin('xrp', 'XRP', 'ripple', null),
    ],
  },
)

const asked = { from: 'btc', to: 'usdc', amountFrom: '0.015' }
const rate = {
  ...asked,
  networkFee: '2.5',
  amountTo: '1423',
  max: '3.5',
  maxFrom: '3.5',
  maxTo: '330000',
  min: '0.0003',
  minFrom: '0.0003',
  minTo: '28',
  visibleAmount: '1423',
  rate: '94866.6',
  fee: '5.7',
}
const fixed = {
  ...rate,
  id: 'r-77',
  result: '93583.3',
  amountTo: '1403.75',
  expiredAt: 1_795_165_260,
}
export const quote = [
  rpc('getExchangeAmount', asked, { result: [rate] }),
  rpc('getFixRateForAmount', asked, { result: [fixed] }),
]
/** Both rates refused with one answer. */
const answered = (answer: Body, status = 200): Exchange[] => [
  rpc('getExchangeAmount', asked, answer, status),
  rpc('getFixRateForAmount', asked, answer, status),
]
const beyond = (limits: Body): Body => ({
  error: { code: -32602, message: 'Invalid amount for btc->usdc', data: { limits } },
})

const order = {
  id: 'cl0synthetic01',
  trackUrl: 'https://changelly.example/track/cl0synthetic01',
  createdAt: 1_795_165_200_000_000,
  type: 'fixed',
  status: 'new',
  currencyFrom: 'btc',
  currencyTo: 'usdc',
  payinAddress: depositAddress,
  payinExtraId: null,
  payoutAddress: receiver,
  payoutExtraId: null,
  amountExpectedFrom: '0.015',
  amountExpectedTo: '1403.75',
  networkFee: '2.5',
}
const payTill = '2026-11-20T09:15:00.000+00:00'
const created = { ...order, payTill, refundAddress: refund, refundExtraId: null }
const sides = { address: receiver, refundAddress: refund }

function told(status: string, more: Body = {}): Exchange[] {
  const result = [{ ...order, ...unpaidOrder, moneyReceived: 0, moneySent: 0, status, ...more }]
  return [rpc('getTransactions', { id: 'cl0synthetic01' }, { result })]
}
const [readBack] = told('new')
if (readBack === undefined) throw new Error('no call')

// The list of currencies is asked before the first quote and then stored.
await provider.quote(request, new Set(['changelly']), play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'shaped',
    from: 'docs.changelly.com, pages of the methods named here; EdgeApp/edge-exchange-plugins src/swap/central/changelly.ts',
    date: '2026-07-27',
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
    exchanges: answered(beyond({ min: { from: '0.0200000012', to: '1900' }, max: null })),
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: answered(beyond({ min: { from: '0.001' }, max: { from: '0.01', to: '950' } })),
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  refusedQuotes: [
    [
      'a pair that is not traded',
      answered({ error: { code: -32602, message: 'Invalid currency: usdc' } }),
      'NO_ROUTE',
      'Invalid currency',
    ],
    [
      'a signature that is not accepted',
      answered({ error: { code: -32600, message: 'Invalid Request' } }),
      'UPSTREAM_REFUSED',
      'refuses the key in SWAPROUTE_CHANGELLY_API_KEY',
    ],
    ['an error of its own', answered({ error: { code: -32603 } }), 'UPSTREAM_FAILED'],
    ['no rate at all', answered({ result: [] }), 'NO_ROUTE'],
    ['a fee that takes all', answered({ result: { ...fixed, networkFee: '9999' } }), 'NO_ROUTE'],
    ['an outage', answered({}, 502), 'UPSTREAM_FAILED'],
    ['an answer of another shape', answered({ result: { surprise: true } }), 'UPSTREAM_FAILED'],
  ],
  refundNeeded: 'MISSING_FIELD',
  tellsNoRefund: true,
  rate: 'fixed',
  create: rpc('createFixTransaction', { rateId: 'r-77', ...asked, ...sides }, { result: created }),
  readBack,
  built: {
    orderId: 'cl0synthetic01',
    memo: null,
    uniqueInfo: { changellyId: 'cl0synthetic01' },
    expiresAtMs: Date.parse(payTill),
  },
  bends: {
    ...changellyBends,
    dstCoin: ({ result: [one] }) => (one.currencyTo = 'usdcmatic'),
    amountToSend: ({ result: [one] }) => (one.amountExpectedFrom = '0.15'),
    rateType: ({ result: [one] }) => (one.type = 'float'),
    dstAmount: ({ result: [one] }) => (one.amountExpectedTo = '1403.74'),
  },
  redirect: redirectOrder,
  secret: depositAddress,
  words: changellyWords(told),
  unknownWord: told('meditating'),
  notFound: [rpc('getTransactions', { id: 'cl0synthetic01' }, { result: [] })],
  paid: (payoutHash, amount) =>
    told('finished', {
      amountTo: String(Number(amount) / 1e6 + 2.5),
      payinHash: plainHash('in'),
      payoutHash,
    }),
  refunded: (refundHash) => told('refunded', { refundHash }),
}
