import type { paths } from '@relayprotocol/relay-sdk'

import { depositAddress, receiver, refund } from '../depositContract.ts'
import { type Exchange, hash, requestOf, tokenOf } from '../depositSupport.ts'

// Bodies are typed by the vendor's own SDK: what it could not send or read does not compile.

export type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer T } } } }
}
  ? T
  : never
type Posted<Path extends '/price' | '/quote/v2'> =
  paths[Path]['post']['requestBody']['content']['application/json']
type PostAnswer<Path extends '/price' | '/quote/v2'> =
  paths[Path]['post']['responses'][200]['content']['application/json']

export const baseUrl = 'https://relay.test'
const bitcoin = tokenOf('BITCOIN', 'BTC')
export const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })
export const requestId = hash('request')

const pair = {
  user: refund,
  recipient: receiver,
  originChainId: 8253038,
  destinationChainId: 1,
  originCurrency: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
  destinationCurrency: usdc.address,
  amount: '1500000',
  tradeType: 'EXACT_INPUT' as const,
  useDepositAddress: true,
  refundTo: refund,
  slippageTolerance: '100',
  referrer: 'test',
}
const priced: Posted<'/price'> = pair
const again: Posted<'/price'> = pair
const ordered: Posted<'/quote/v2'> = { ...pair, strict: true }

const btcCoin = { chainId: 8253038, address: pair.originCurrency, symbol: 'BTC', decimals: 8 }
const usdcCoin = { chainId: 1, address: usdc.address.toLowerCase(), symbol: 'USDC', decimals: 6 }
const currencyIn = { currency: btcCoin, amount: '1500000', minimumAmount: '1500000' }
const currencyOut = { currency: usdcCoin, amount: '1420500000', minimumAmount: '1406295000' }
export const details = {
  operation: 'swap',
  recipient: receiver,
  currencyIn,
  currencyOut,
  totalImpact: { usd: '-1.2', percent: '-0.12' },
  timeEstimate: 620,
}
const price: PostAnswer<'/price'> = { fees: {}, details }
export const order: PostAnswer<'/quote/v2'> = {
  steps: [
    {
      id: 'deposit',
      action: 'Send funds',
      description: 'synthetic',
      kind: 'transaction',
      requestId,
      depositAddress,
      items: [],
    },
  ],
  fees: {},
  details,
}
export const entry = {
  id: requestId,
  status: 'waiting' as const,
  user: refund,
  sender: null,
  recipient: receiver,
  refundTo: refund,
  requestType: 'Swap',
  depositAddress: {
    address: depositAddress,
    type: 'strict' as const,
    depositor: null,
    depositTxHash: null,
    recoveryAddress: null,
  },
  supersededByRequestId: null,
  data: {
    failReason: null,
    refundFailReason: null,
    inTxs: [],
    outTxs: [],
    route: {
      quoted: {
        origin: { inputCurrency: currencyIn, router: 'relay' },
        destination: { outputCurrency: currencyOut, router: 'relay' },
      },
      actual: null,
    },
  },
}
const listed: Answer<'/requests/v3'> = { requests: [entry] }
export const newest = 'sortBy=updatedAt&sortDirection=desc&limit=20'
const listPath = `/requests/v3?depositAddress=${depositAddress}&${newest}`
export const familyPath = `/requests/v3?depositAddress=${depositAddress}&includeChildRequests=true&${newest}`
export const statusPath = `/intents/status/v3?requestId=${requestId}`
export const registered: Answer<'/deposit-addresses/v1'> = {
  depositAddress,
  type: 'strict',
  requestId,
  chainId: 8253038,
  createdAt: '2026-11-20T09:00:00.000Z',
  currency: pair.originCurrency,
  refundTo: refund,
}

type StatusName = NonNullable<Answer<'/intents/status/v3'>['status']>
/** The reasons came after the types (changelog of docs.relay.link, 2026-08-07). */
type Told = Answer<'/intents/status/v3'> & { failReason?: string; refundFailReason?: string }
export function told(status: StatusName, more: Told = {}): Exchange {
  const reasons = { failReason: 'N/A', refundFailReason: 'N/A' }
  return { path: statusPath, body: { status, inTxHashes: [], txHashes: [], ...reasons, ...more } }
}
export const family = (...requests: object[]): Exchange => ({
  path: familyPath,
  body: { requests },
})

export const priceCall: Exchange = { method: 'POST', path: '/price', request: priced, body: price }
export const againCall: Exchange = { method: 'POST', path: '/price', request: again, body: price }
export const create: Exchange = { method: 'POST', path: '/quote/v2', request: ordered, body: order }
export const readBack: Exchange = { path: listPath, body: listed }
export const register: Exchange = {
  path: `/deposit-addresses/v1?requestId=${requestId}`,
  body: registered,
}
