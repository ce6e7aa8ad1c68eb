import { depositAddress, receiver, refund } from '../depositContract.ts'
import { type Body, type Exchange, nowMs, requestOf, tokenOf } from '../depositSupport.ts'

// Bodies as the documentation shows them (pages "api-v1" and "api-v1-orders", read 2026-11).

export const baseUrl = 'https://quickex.test/api'
export const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

function instrument(currencyTitle: string, networkTitle: string, requiresMemo = false): Body {
  return {
    currencyTitle,
    networkTitle,
    slug: `${currencyTitle}-${networkTitle}`.toLowerCase(),
    instrumentType: 'crypto',
    fullName: currencyTitle,
    currencyFriendlyTitle: currencyTitle,
    precisionDecimals: 8,
    requiresMemo,
    currencyLogoLink: 'https://quickex.example/logo.svg',
  }
}
export const list: Exchange = {
  path: '/v1/instruments/public',
  body: [
    instrument('BTC', 'BTC'),
    instrument('USDC', 'ERC20'),
    instrument('USDT', 'TRC20'),
    instrument('XRP', 'XRP', true),
    instrument('MATIC', 'POLYGON'),
    instrument('BNB', 'BEP20'),
    instrument('BNB', 'BSC'),
  ],
}

const words =
  'instrumentFromCurrencyTitle=BTC&instrumentFromNetworkTitle=BTC' +
  '&instrumentToCurrencyTitle=USDC&instrumentToNetworkTitle=ERC20&claimedDepositAmount=0.015'
export function ratePath(rateMode: string, version = 'v1', more = ''): string {
  return `/${version}/rates/public/one?${words}&rateMode=${rateMode}&exchangeType=crypto${more}`
}
const pair = {
  instrumentFrom: { currencyTitle: 'BTC', networkTitle: 'BTC' },
  instrumentTo: { currencyTitle: 'USDC', networkTitle: 'ERC20' },
}
export const rate = {
  ...pair,
  depositRules: { minAmount: '0.0001', maxAmount: '9' },
  withdrawalRules: { minAmount: '5', maxAmount: '900000', withdrawalFeeRules: [] },
  minConfirmationsToTrade: 2,
  minConfirmationsToWithdraw: 2,
  price: '94700.00',
  reversePrice: '0.00001055',
  updatedAt: '2026-11-20T08:59:58.000Z',
  amountToGet: '1420.5',
  finalNetworkFeeAmount: '1.2',
  generalMinAmount: '0.0003',
  generalMaxAmount: '3.5',
  rateMode: 'FLOATING',
}
const fixed = { ...rate, rateMode: 'FIXED', price: '93500', amountToGet: '1401.25' }
export const quote: Exchange[] = [
  { path: ratePath('FLOATING'), body: rate },
  { path: ratePath('FIXED'), body: fixed },
]

export const orderBody = {
  ...pair,
  destinationAddress: receiver,
  refundAddress: refund,
  claimedDepositAmount: '0.015',
  rateMode: 'FIXED',
  claimedPublicRate: {
    price: '93500',
    updatedAt: '2026-11-20T08:59:58.000Z',
    claimedAmountToReceive: '1401.25',
  },
  claimedNetworkFee: '1.2',
}
export const created = {
  orderId: 900001,
  legacyOrderId: '00000000-0000-4000-8000-000000000001',
  pair,
  depositAddress: { instrument: pair.instrumentFrom, depositAddress, depositAddressMemo: null },
  claimedDepositAmount: '0.015',
  amountToGet: '1401.25',
  claimedPublicRate: orderBody.claimedPublicRate,
}
export const order = {
  orderId: 900001,
  legacyOrderId: '00000000-0000-4000-8000-000000000001',
  pair,
  deposits: [],
  withdrawals: [],
  rateMode: 'FIXED',
  claimedDepositAmount: '0.0150',
  amountToGet: '1401.25',
  completed: false,
  orderEvents: [{ kind: 'CREATION_END', createdAt: '2026-11-20T09:00:00Z' }],
  destinationAddress: receiver.toLowerCase(),
}
export const path = `/v1/orders/public-info?orderId=900001&destinationAddress=${receiver}`
export const create: Exchange = {
  method: 'POST',
  path: '/v1/orders/public/create',
  request: orderBody,
  body: created,
}

/** Events newest first, a minute between them. */
export function told(kinds: readonly string[], more: Body = {}): Exchange[] {
  const orderEvents = kinds.map((kind, index) => ({
    kind,
    createdAt: new Date(nowMs + (10 - index) * 60_000).toISOString(),
  }))
  return [{ path, body: { ...order, orderEvents, ...more } }]
}

export function deposit(txId: string | null, amount = '0.015'): Body {
  return {
    createdAt: '2026-11-20T09:05:00Z',
    instrument: pair.instrumentFrom,
    amount,
    confirmations: 2,
    txId,
    depositAddress,
    isPending: false,
  }
}

export function refusedRate(message: string, expected: string): Exchange {
  const details = {
    field: 'claimedDepositAmount',
    value: '0.015',
    expected,
    expectedGeneral: expected,
  }
  const body = { status: 406, message, data: { localizedMessage: 'Amount', details } }
  return { path: ratePath('FLOATING'), status: 406, body }
}
export const noFixed: Exchange = {
  path: ratePath('FIXED'),
  status: 422,
  body: { status: 422, message: 'ERR_PAIR_NOT_SUPPORTED', data: null },
}
