import { depositAddress, receiver, refund } from '../depositContract.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from '../depositSupport.ts'

// Bodies as the public documentation of the API v2 shows them (read 2026-11).

export const baseUrl = 'https://changenow.test/v2'
export const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

function currency(ticker: string, network: string, tokenContract: string | null): Body {
  return {
    ticker,
    name: ticker.toUpperCase(),
    image: 'https://content-api.example/image.svg',
    hasExternalId: network === 'xrp',
    isExtraIdSupported: network === 'xrp',
    isFiat: false,
    featured: false,
    isStable: false,
    supportsFixedRate: true,
    network,
    tokenContract,
    buy: true,
    sell: true,
    legacyTicker: ticker,
  }
}
const tether = tokenOf('TRON', 'USDT').address
export const list: Exchange = {
  path: '/exchange/currencies?active=true&flow=standard',
  body: [
    currency('usdc', 'matic', tokenOf('POLYGON', 'USDC.e').address),
    currency('btc', 'bsc', evm('wrapped bitcoin')),
    currency('btc', 'btc', null),
    currency('usdc', 'eth', usdc.address.toLowerCase()),
    currency('eth', 'eth', null),
    currency('avax', 'cchain', null),
    currency('xrp', 'xrp', null),
    currency('usdt', 'trx', tether),
    { ...currency('ltc', 'ltc', null), buy: false },
  ],
}

export const pair = 'fromCurrency=btc&toCurrency=usdc&fromNetwork=btc&toNetwork=eth'
const coins = { fromCurrency: 'btc', fromNetwork: 'btc', toCurrency: 'usdc', toNetwork: 'eth' }
const floatPath = `/exchange/estimated-amount?${pair}&fromAmount=0.015&flow=standard&type=direct`
export const fixedPath = `/exchange/estimated-amount?${pair}&fromAmount=0.015&flow=fixed-rate&type=direct&useRateId=true`
export const until = '2026-11-20T09:10:00.000Z'
export const estimate = {
  ...coins,
  flow: 'standard',
  type: 'direct',
  rateId: null,
  validUntil: null,
  transactionSpeedForecast: '10-60',
  warningMessage: null,
  depositFee: 0,
  withdrawalFee: 2,
  userId: null,
  fromAmount: 0.015,
  toAmount: 1420.5,
}
export const fixed = {
  ...estimate,
  flow: 'fixed-rate',
  rateId: 'r-77',
  validUntil: until,
  toAmount: 1401.25,
}

export function rangeCall(
  flow: string,
  minAmount = 0.0003,
  maxAmount: number | null = 3.5,
): Exchange {
  return {
    path: `/exchange/range?${pair}&flow=${flow}`,
    body: { ...coins, flow, minAmount, maxAmount },
  }
}
export const quote: Exchange[] = [
  rangeCall('standard'),
  { path: floatPath, body: estimate },
  rangeCall('fixed-rate'),
  { path: fixedPath, body: fixed },
]

const orderBody = {
  ...coins,
  fromAmount: '0.015',
  toAmount: '',
  address: receiver,
  refundAddress: refund,
  flow: 'fixed-rate',
  type: 'direct',
  rateId: 'r-77',
}
export const created = {
  id: 'synthetic0cn01',
  fromAmount: 0.015,
  toAmount: 1401.25,
  flow: 'fixed-rate',
  type: 'direct',
  payinAddress: depositAddress,
  payoutAddress: receiver.toLowerCase(),
  ...coins,
  refundAddress: refund,
  directedAmount: 0.015,
  validUntil: until,
}
export const order = {
  id: 'synthetic0cn01',
  status: 'waiting',
  actionsAvailable: false,
  ...coins,
  expectedAmountFrom: 0.015,
  expectedAmountTo: 1401.25,
  amountFrom: null,
  amountTo: null,
  payinAddress: depositAddress,
  payoutAddress: receiver,
  payinExtraId: null,
  payoutExtraId: '',
  refundAddress: refund,
  refundExtraId: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  validUntil: until,
  depositReceivedAt: null,
  payinHash: null,
  payoutHash: null,
  refundHash: null,
  refundAmount: null,
  relatedExchangesInfo: [],
}
export const path = '/exchange/by-id?id=synthetic0cn01'
export const create: Exchange = {
  method: 'POST',
  path: '/exchange',
  request: orderBody,
  body: created,
}

export function told(status: string, more: Body = {}): Exchange[] {
  return [{ path, body: { ...order, status, ...more } }]
}

export function refusedRange(error: string, range: Body): Exchange {
  return {
    path: floatPath,
    status: 400,
    body: { error, message: 'Out of range', payload: { range } },
  }
}
export const noFixed: Exchange[] = [
  {
    path: `/exchange/range?${pair}&flow=fixed-rate`,
    status: 400,
    body: { error: 'pair_is_inactive' },
  },
  {
    path: fixedPath,
    status: 400,
    body: { error: 'pair_is_inactive', message: 'Pair is inactive' },
  },
]
