import { createExolixProvider } from '../../src/providers/exolix.ts'
import { type DepositCase, depositAddress, receiver, refund } from './depositContract.ts'
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

export const baseUrl = 'https://exolix.test/api/v2'
const make = () => createExolixProvider({ baseUrl, pause: async () => {} })
export const provider = make()
export const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

const pair = 'coinFrom=BTC&networkFrom=BTC&coinTo=USDC&networkTo=ETH'
export const networks: Exchange = {
  path: '/currencies/USDC/networks',
  body: [
    { network: 'MATIC', contract: tokenOf('POLYGON', 'USDC.e').address, memoNeeded: false },
    { network: 'ETH', contract: usdc.address.toLowerCase(), memoNeeded: false },
  ],
}
export const rate = {
  fromAmount: 0.015,
  toAmount: 1420.5,
  rate: 94700,
  message: null,
  minAmount: 0.0003,
  withdrawMin: 10,
  maxAmount: 3.5,
}

export function rateCall(rateType: string, body: Body, status = 200): Exchange {
  return { path: `/rate?${pair}&amount=0.015&rateType=${rateType}`, body, status }
}

const fixedRate = { ...rate, toAmount: 1401.25, rateId: 'r-77' }
// A list is stored for an hour: a new adapter for every quote, or the list is asked once.
export const quote = [rateCall('float', rate), rateCall('fixed', fixedRate)]

const orderBody = {
  coinFrom: 'BTC',
  networkFrom: 'BTC',
  coinTo: 'USDC',
  networkTo: 'ETH',
  amount: 0.015,
  withdrawalAddress: receiver,
  refundAddress: refund,
  rateType: 'fixed',
  rateId: 'r-77',
}
export const order = {
  id: 'exsynthetic01',
  amount: 0.015,
  amountTo: 1401.25,
  coinFrom: { coinCode: 'BTC', network: 'BTC', memoName: '', contract: null },
  coinTo: { coinCode: 'USDC', network: 'ETH', memoName: '', contract: usdc.address.toLowerCase() },
  comment: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  depositAddress,
  depositExtraId: null,
  withdrawalAddress: receiver.toLowerCase(),
  withdrawalExtraId: null,
  refundAddress: refund,
  refundExtraId: null,
  hashIn: { hash: null, link: null },
  hashOut: { hash: null, link: null },
  rate: 93416.6666,
  rateType: 'fixed',
  status: 'wait',
}
export const path = '/transactions/exsynthetic01'

export function told(status: string, more: Body = {}): Exchange[] {
  return [{ path, body: { ...order, status, ...more } }]
}

// The list of networks is asked before the first quote and then stored.
await provider.quote(request, new Set(['exolix']), play(baseUrl, [networks, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'cake-tech/cake_wallet, test/exchange/fixtures/exolix',
    date: '2026-07-29',
  },
  provider,
  make,
  lists: [networks],
  baseUrl,
  request,
  quote,
  rates: ['float', 'fixed'],
  limits: { min: 30_000n, max: 350_000_000n },
  tooLow: {
    exchanges: [
      rateCall(
        'float',
        { ...rate, toAmount: 0, minAmount: 0.0200000012, message: 'Amount below' },
        422,
      ),
      rateCall('fixed', { ...rate, toAmount: 0, minAmount: 0.05, message: 'Amount below' }, 200),
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: [
      rateCall('float', { ...rate, toAmount: 0, maxAmount: 0.01, message: 'Amount above' }, 200),
      rateCall('fixed', { error: 'pair is not available' }, 400),
    ],
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  rate: 'fixed',
  create: { method: 'POST', path: '/transactions', request: orderBody, status: 201, body: order },
  readBack: { path, body: order },
  built: {
    orderId: 'exsynthetic01',
    memo: null,
    uniqueInfo: { exolixId: 'exsynthetic01' },
    expiresAtMs: null,
  },
  bends: {
    orderId: (body) => (body.id = 'exsynthetic02'),
    srcCoin: (body) => (body.coinFrom.network = 'LTC'),
    dstCoin: (body) => (body.coinTo.coinCode = 'USDT'),
    amountToSend: (body) => (body.amount = 0.15),
    depositAddress: (body) => (body.depositAddress = btc('mallory')),
    depositMemo: (body) => (body.depositExtraId = '7'),
    receiver: (body) => (body.withdrawalAddress = evm('mallory')),
    receiverMemo: (body) => (body.withdrawalExtraId = '9'),
    refundAddress: (body) => (body.refundAddress = btc('mallory')),
    refundMemo: (body) => (body.refundExtraId = '9'),
    rateType: (body) => (body.rateType = 'float'),
    dstAmount: (body) => (body.amountTo = 1401.24),
  },
  redirect: (body, address) => (body.depositAddress = address),
  secret: depositAddress,
  words: [
    [
      'wait',
      told('wait'),
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', providerStatus: 'wait' },
    ],
    [
      'confirmation',
      told('confirmation', { hashIn: { hash: plainHash('in'), link: null } }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['confirmed', told('confirmed'), { status: 'PENDING', subStatus: 'CONFIRMING' }],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['overdue', told('overdue'), { status: 'FAIL' }],
    ['error', told('error'), { status: 'FAIL' }],
    ['deleted', told('deleted'), { status: 'FAIL' }],
    ['refund', told('refund'), { status: 'LONG_PENDING' }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path, status: 404, body: { error: 'not found' } }],
  paid: (paidIn, amount) =>
    told('success', {
      amountTo: Number(amount) / 1e6,
      hashOut: { hash: paidIn, link: 'https://explorer.example' },
    }),
  refunded: (paidIn) => told('refunded', { hashOut: { hash: paidIn, link: null } }),
  wire: {
    pair: dollars,
    quoted: asks('/rate'),
    created: asks('/transactions', 'POST'),
    echo: asks('/transactions/'),
    state: asks('/transactions/'),
    out: { quoted: ['toAmount'], created: ['amountTo'], echo: ['amountTo'] },
    address: { created: 'depositAddress', echo: 'depositAddress' },
    amount: { created: 'amount', echo: 'amount' },
    receiver: 'withdrawalAddress',
    refund: 'refundAddress',
    srcCoin: { 'coinFrom.network': 'BSC' },
    dstCoin: { 'coinTo.coinCode': 'USDT' },
    dstChain: { 'coinTo.network': 'MATIC' },
    otherOrder: { id: 'exotherorder1' },
    deadline: null,
    done: (hash) => ({ status: 'success', hashOut: { hash, link: null } }),
    refunded: (hash) => ({ status: 'refunded', hashOut: { hash, link: null } }),
    unknown: { status: 'ABRACADABRA' },
  },
}
