import { expect } from 'vitest'

import { createHoudiniProvider } from '../../src/providers/houdini.ts'
import { depositAddress, type DepositCase, receiver, refund } from './depositContract.ts'
import { type Body, btc, evm, type Exchange, play, requestOf, tokenOf } from './depositSupport.ts'

const baseUrl = 'https://houdini.test/v2'
const make = () => createHoudiniProvider({ baseUrl, apiKey: 'id:secret', pause: async () => {} })
const provider = make()
const usdc = tokenOf('ETH', 'USDC')
const request = requestOf(tokenOf('BITCOIN', 'BTC'), usdc, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

const bitcoin = { symbol: 'BTC', address: null, decimals: 8, chainData: { kind: 'bitcoin' } }
const dollar = {
  symbol: 'USDC',
  address: usdc.address.toLowerCase(),
  decimals: 6,
  chainData: { name: 'Ethereum Mainnet', shortName: 'ethereum', kind: 'evm', chainId: 1 },
}
const listed = (token: Body, id: string, more: Body = {}): Body => ({
  ...token,
  id,
  name: token.symbol,
  chain: 'any',
  mainnet: token.address === null,
  hasCex: true,
  hasDex: true,
  price: 1,
  ...more,
})
function tokens(symbol: string, list: Body[]): Exchange {
  const path = `/tokens?symbol=${symbol}&hasCex=true&pageSize=100`
  return { path, body: { total: list.length, totalPages: 1, tokens: list } }
}
const lists = [
  tokens('BTC', [
    listed({ ...bitcoin, chainData: { kind: 'evm', chainId: 56 } }, 'b'.repeat(24)),
    listed(bitcoin, 'a'.repeat(24)),
  ]),
  tokens('USDC', [
    listed({ ...dollar, address: evm('scam') }, 'd'.repeat(24), { unverified: true }),
    listed(dollar, 'c'.repeat(24)),
  ]),
]

const path = `/quotes?amount=0.015&from=${'a'.repeat(24)}&to=${'c'.repeat(24)}&types%5B%5D=standard`
const offer = {
  quoteId: 'q-77',
  swap: 'nx',
  swapName: 'Nexchange',
  type: 'standard',
  amountIn: 0.015,
  amountOut: 1420.5,
  amountOutUsd: 1420.5,
  netAmountOut: 1420.5,
  duration: 12,
  min: 0.0003,
  max: 3.5,
  restrictedCountries: [],
}
function quotes(list: Body[], status = 200): Exchange[] {
  return [{ path, body: { quotes: list, total: list.length }, status }]
}
const refusedWith = (status: number, code: string): Exchange[] => [
  { path, status, body: { code, message: `It is ${code}`, requestId: 'r-1' } },
]
const quote = quotes([
  { ...offer, quoteId: 'q-1', amountOut: 1400 },
  offer,
  { ...offer, quoteId: 'q-2', type: 'dex', amountOut: 1500 },
  { ...offer, quoteId: 'q-3', type: 'private', swap: null, amountOut: 1500 },
  { ...offer, quoteId: 'q-4', amountOut: 1500, filtered: true },
  { type: 'standard', swap: 'xx', error: 'no rate' },
])

const expires = '2026-11-20T09:30:00.000Z'
const order = {
  houdiniId: 'hSYNTHETIC0001',
  status: 0,
  statusLabel: 'WAITING',
  displayStatus: 'WAITING_FOR_DEPOSIT',
  isDex: false,
  anonymous: false,
  created: '2026-11-20T09:00:00.000Z',
  expires,
  depositAddress,
  receiverAddress: receiver,
  inAmount: 0.015,
  inSymbol: 'BTC',
  outAmount: 1420.5,
  outSymbol: 'USDC',
  inToken: bitcoin,
  outToken: dollar,
  swapName: 'Nexchange',
  eta: 12,
}
const orderPath = '/orders/hSYNTHETIC0001'
const told = (status: number | string, more: Body = {}): Exchange[] => [
  { path: orderPath, body: { ...order, status, ...more } },
]

// Each token is asked for before the first quote and then stored.
await provider.quote(request, new Set(['houdini']), play(baseUrl, [...lists, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'HoudiniSwap/houdiniswap-agent packages/mcp-server/__tests__/cex-deposit-tool.test.ts and shape.test.ts, ids and amounts of our own; quotes and later words by its types',
    date: '2026-08-11',
  },
  provider,
  make,
  lists,
  baseUrl,
  request,
  quote,
  rates: ['float'],
  limits: { min: 30_000n, max: 350_000_000n },
  tooLow: {
    exchanges: quotes([{ ...offer, min: 0.0200000012, max: null }]),
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: quotes([{ ...offer, max: 0.01 }]),
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  bentOffers: [
    ['nothing in it', (body) => (body.quotes = []), 'NO_ROUTE'],
    [
      'another amount',
      ({ quotes: list }) => {
        for (const one of list) one.amountIn = 0.15
      },
      'UPSTREAM_FAILED',
    ],
    ['another shape', (body) => (body.quotes = 7), 'UPSTREAM_FAILED'],
  ],
  refusedQuotes: [
    ['an amount that is too low', refusedWith(422, 'AMOUNT_TOO_LOW'), 'AMOUNT_TOO_LOW'],
    ['more than 100,000 USD', refusedWith(422, 'QUOTE_OVER_LIMIT'), 'AMOUNT_TOO_HIGH'],
    ['an unknown coin', refusedWith(422, 'UNSUPPORTED_TO_TOKEN'), 'NO_ROUTE'],
    ['no quotes now', refusedWith(503, 'PRICE_QUOTES_NOT_RETRIEVED'), 'NO_ROUTE'],
    ['an unknown key', refusedWith(401, 'UNAUTHORIZED'), 'UPSTREAM_REFUSED', 'key'],
    ['an outage', refusedWith(500, 'INTERNAL'), 'UPSTREAM_FAILED'],
  ],
  tellsNoRefund: true,
  rate: 'float',
  create: {
    method: 'POST',
    path: '/exchanges',
    request: { quoteId: 'q-77', addressTo: receiver, refundAddress: refund },
    body: order,
  },
  readBack: { path: orderPath, body: order },
  built: {
    orderId: 'hSYNTHETIC0001',
    memo: null,
    uniqueInfo: { houdiniId: 'hSYNTHETIC0001' },
    expiresAtMs: Date.parse(expires),
  },
  bends: {
    orderId: (body) => (body.houdiniId = 'hSYNTHETIC0002'),
    srcCoin: (body) => (body.inToken.symbol = 'LTC'),
    dstCoin: (body) => (body.outToken.chainData.chainId = 56),
    amountToSend: (body) => (body.inAmount = 0.15),
    depositAddress: (body) => (body.depositAddress = btc('mallory')),
    depositMemo: (body) => (body.depositTag = '7'),
    receiver: (body) => (body.receiverAddress = evm('mallory')),
    receiverMemo: (body) => (body.receiverTag = '9'),
    rateType: (body) => (body.isDex = true),
    dstAmount: (body) => (body.outAmount = 1420.4),
    expiresAt: (body) => (body.expires = '2026-11-20T09:31:00.000Z'),
  },
  redirect: (body, address) => (body.depositAddress = address),
  secret: depositAddress,
  words: [
    ['-1', told(-1), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    ['0', told(0), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', providerStatus: '0' }],
    ['1', told(1), { status: 'PENDING', subStatus: 'CONFIRMING' }],
    ['2', told(2), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['3', told(3), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['5', told(5), { status: 'FAIL' }],
    ['6', told(6), { status: 'FAIL' }],
    ['8', told(8), { status: 'FAIL', note: expect.stringContaining('the swap failed. ') }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path: orderPath, status: 404, body: { code: 'NOT_FOUND', message: 'unknown' } }],
  paid: (transactionHash, amount) => told(4, { transactionHash, outAmount: Number(amount) / 1e6 }),
  refunded: (transactionHash) => told(7, { transactionHash }),
}
