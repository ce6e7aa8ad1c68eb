import {
  GetExecutionStatusResponse,
  QuoteRequest as OneClick,
  type QuoteResponse,
  TokenResponse,
} from '@defuse-protocol/one-click-sdk-typescript'

import { depositAddress, receiver, refund } from '../depositContract.ts'
import { type Exchange, requestOf, tokenOf } from '../depositSupport.ts'

// Bodies are typed by the vendor's own SDK: what it could not send or read does not compile.

export const baseUrl = 'https://1click.test'
export const bitcoin = tokenOf('BITCOIN', 'BTC')
export const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

const price = { price: 1, priceUpdatedAt: '2026-11-20T08:59:00.000Z' }
const tokens: TokenResponse[] = [
  {
    assetId: 'nep141:btc.omft.near',
    decimals: 8,
    blockchain: TokenResponse.blockchain.BTC,
    symbol: 'BTC',
    ...price,
  },
  {
    assetId: 'nep141:eth.omft.near',
    decimals: 18,
    blockchain: TokenResponse.blockchain.ETH,
    symbol: 'ETH',
    ...price,
  },
  {
    assetId: 'nep141:eth-0xa0b8.omft.near',
    decimals: 6,
    blockchain: TokenResponse.blockchain.ETH,
    symbol: 'USDC',
    contractAddress: usdc.address.toLowerCase(),
    ...price,
  },
  {
    assetId: 'nep245:ton.native',
    decimals: 9,
    blockchain: TokenResponse.blockchain.TON,
    symbol: 'TON',
    ...price,
  },
  {
    assetId: 'nep141:eth-0xda.omft.near',
    decimals: 9,
    blockchain: TokenResponse.blockchain.ETH,
    symbol: 'DAI',
    contractAddress: tokenOf('ETH', 'DAI').address,
    ...price,
  },
]
export const tokensCall: Exchange = { path: '/v0/tokens', body: tokens }

export const deadline = '2026-11-20T12:00:00.000Z'
export function asked(dry: boolean, slippageTolerance: number): OneClick {
  return {
    dry,
    swapType: OneClick.swapType.EXACT_INPUT,
    slippageTolerance,
    originAsset: 'nep141:btc.omft.near',
    depositType: OneClick.depositType.ORIGIN_CHAIN,
    destinationAsset: 'nep141:eth-0xa0b8.omft.near',
    amount: '1500000',
    refundTo: refund,
    refundType: OneClick.refundType.ORIGIN_CHAIN,
    recipient: receiver,
    recipientType: OneClick.recipientType.DESTINATION_CHAIN,
    deadline,
    referral: 'test',
  }
}

export const amounts = {
  amountIn: '1500000',
  amountInFormatted: '0.015',
  amountInUsd: '1425.0',
  minAmountIn: '1500000',
  amountOut: '1420500000',
  amountOutFormatted: '1420.5',
  amountOutUsd: '1420.5',
  minAmountOut: '1406295000',
  timeEstimate: 420,
}
export const estimate: QuoteResponse = {
  correlationId: 'c-1',
  timestamp: '2026-11-20T09:00:00.000Z',
  signature: 'ed25519:none',
  quoteRequest: asked(true, 100),
  quote: amounts,
}
export const order: QuoteResponse = {
  correlationId: 'c-2',
  timestamp: '2026-11-20T09:00:10.000Z',
  signature: 'ed25519:SYNTHETIC',
  quoteRequest: asked(false, 99),
  quote: {
    ...amounts,
    amountOut: '1420400000',
    minAmountOut: '1406300000',
    depositAddress,
    deadline,
    timeWhenInactive: '2026-11-20T12:10:00.000Z',
  },
}
const nothing = {
  intentHashes: [],
  nearTxHashes: [],
  originChainTxHashes: [],
  destinationChainTxHashes: [],
}
export const path = `/v0/status?depositAddress=${depositAddress}`

export function state(
  status: GetExecutionStatusResponse.status,
  more: Partial<GetExecutionStatusResponse['swapDetails']> = {},
): GetExecutionStatusResponse {
  return {
    correlationId: 'c-3',
    quoteResponse: order,
    status,
    updatedAt: '2026-11-20T09:05:00.000Z',
    swapDetails: { ...nothing, ...more },
  }
}

export const { status: words } = GetExecutionStatusResponse
export const transactions = (...hashes: string[]): { hash: string; explorerUrl: string }[] =>
  hashes.map((hash) => ({ hash, explorerUrl: `https://explorer.example/${hash}` }))
export const told = (
  status: GetExecutionStatusResponse.status,
  more: Partial<GetExecutionStatusResponse['swapDetails']> = {},
): Exchange[] => [{ path, body: state(status, more) }]

export const estimateCall: Exchange = {
  method: 'POST',
  path: '/v0/quote',
  request: asked(true, 100),
  status: 201,
  body: estimate,
}
export const again: Exchange = { ...estimateCall, request: asked(true, 100) }
