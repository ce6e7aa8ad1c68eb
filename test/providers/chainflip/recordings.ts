import { depositAddress, receiver, refund } from '../depositContract.ts'
import { type Body, type Exchange, nowMs, requestOf, tokenOf } from '../depositSupport.ts'
import type { Quote, SwapStatus } from './sdkTypes.ts'

// Bodies have the types of the vendor's own SDK: what it could not read does not compile.

export const baseUrl = 'https://chainflip.test'
export const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

const open = {
  vaultSwapDepositsEnabled: true,
  depositChannelDepositsEnabled: true,
  depositChannelCreationEnabled: true,
  egressEnabled: true,
  boostDepositsEnabled: true,
}
export const network: Exchange = {
  path: '/api/networkInfo',
  body: {
    assets: ['Btc', 'Eth', 'Usdc', 'Usdt', 'ArbEth', 'Sol'].map((asset) => ({ asset, ...open })),
    cfBrokerCommissionBps: 5,
  },
}

const common: Omit<Quote, 'type' | 'boostQuote'> = {
  srcAsset: { asset: 'BTC', chain: 'Bitcoin' },
  destAsset: { asset: 'USDC', chain: 'Ethereum' },
  isVaultSwap: false,
  isOnChain: false,
  depositAmount: '1500000',
  egressAmount: '1420500000',
  includedFees: [
    { type: 'INGRESS', chain: 'Bitcoin', asset: 'BTC', amount: '1000' },
    { type: 'NETWORK', chain: 'Ethereum', asset: 'USDC', amount: '1420000' },
    { type: 'EGRESS', chain: 'Ethereum', asset: 'USDC', amount: '500000' },
  ],
  poolInfo: [],
  lowLiquidityWarning: false,
  estimatedDurationSeconds: 1230.5,
  estimatedDurationsSeconds: { deposit: 1200, swap: 12, egress: 18.5 },
  estimatedPrice: '94828.25',
  recommendedSlippageTolerancePercent: 1,
  recommendedRetryDurationMinutes: 30,
  recommendedLivePriceSlippageTolerancePercent: undefined,
}
const regular: Quote = { ...common, type: 'REGULAR' }
const chunked: Quote = {
  ...common,
  type: 'DCA',
  egressAmount: '1421000000',
  dcaParams: { numberOfChunks: 2, chunkIntervalBlocks: 2 },
}
/** As it comes over the wire: without what is undefined. */
function onWire(value: unknown): Body {
  return JSON.parse(JSON.stringify(value))
}
export const offers: Body = onWire([chunked, regular])
export const quotePath =
  '/v2/quote?srcChain=Bitcoin&srcAsset=BTC&destChain=Ethereum&destAsset=USDC&amount=1500000'
export const quoteCall: Exchange = { path: quotePath, body: offers }

/** 1406.295 accepted and 0.5 for the way out, over 0.01499 that are swapped. */
export const minPriceX128 =
  ((1_406_295_000n + 500_000n) * 2n ** 128n + 1_499_000n - 1n) / 1_499_000n
const rest = {
  destAddress: receiver,
  amount: '1500000',
  fillOrKillParams: {
    refundAddress: refund,
    retryDurationBlocks: 300,
    minPriceX128: String(minPriceX128),
    maxOraclePriceSlippage: null,
  },
  quote: {
    egressAmount: '1420500000',
    estimatedPrice: '94828.25',
    recommendedSlippageTolerancePercent: 1,
  },
  takeCommission: false,
}
export const objects = {
  srcAsset: { asset: 'BTC', chain: 'Bitcoin' },
  destAsset: { asset: 'USDC', chain: 'Ethereum' },
  ...rest,
}
export const flat = {
  srcAsset: 'BTC',
  srcChain: 'Bitcoin',
  destAsset: 'USDC',
  destChain: 'Ethereum',
  ...rest,
}
export const expiry = nowMs + 24 * 3_600_000
export const channel = {
  id: '7000001-Bitcoin-42',
  depositAddress,
  brokerCommissionBps: 0,
  maxBoostFeeBps: 0,
  issuedBlock: 7_000_001,
  srcChainExpiryBlock: '920144',
  estimatedExpiryTime: expiry,
  channelOpeningFee: '0',
}
export const create: Exchange = {
  method: 'POST',
  path: '/api/openSwapDepositChannel',
  request: objects,
  status: 201,
  body: channel,
}

type Common = Extract<SwapStatus, { state: 'WAITING' }>
/** What newer answers have elsewhere. */
type Moved = 'brokerCommissionBps' | 'affiliateBrokers' | 'fillOrKillParams' | 'dcaParams'
type Waiting = Omit<Common, 'depositChannel'> & {
  depositChannel: Omit<Common['depositChannel'], Moved>
}

const waiting: Waiting = {
  state: 'WAITING',
  swapId: '',
  srcAsset: 'BTC',
  srcChain: 'Bitcoin',
  destAsset: 'USDC',
  destChain: 'Ethereum',
  destAddress: receiver.toLowerCase(),
  depositChannel: {
    id: channel.id,
    createdAt: nowMs,
    depositAddress,
    srcChainExpiryBlock: '920144',
    estimatedExpiryTime: expiry + 1,
    expectedDepositAmount: '1500000',
    isExpired: false,
    openedThroughBackend: true,
  },
  ccmParams: undefined,
  // 1406.795 USDC over 0.01499 BTC, cut at eight digits.
  fillOrKillParams: {
    refundAddress: refund,
    minPrice: '93848.89926617',
    retryDurationBlocks: 300,
    maxOraclePriceSlippage: null,
  },
  dcaParams: undefined,
  boost: undefined,
  estimatedDurationSeconds: 1230,
  estimatedDurationsSeconds: { deposit: 1200, swap: 12, egress: 18 },
  srcChainRequiredBlockConfirmations: 3,
  brokers: [],
  fees: [],
  lastStatechainUpdateAt: nowMs,
}
export const order: Body = onWire(waiting)
export const path = '/v2/swaps/7000001-Bitcoin-42'

export function told(state: SwapStatus['state'], more: Body = {}): Exchange[] {
  return [{ path, body: { ...order, state, ...more } }]
}

type Sent = Extract<SwapStatus, { state: 'COMPLETED' }>

export function deposit(txRef: string | undefined, amount = '1500000'): Sent['deposit'] {
  return {
    amount,
    txRef,
    txConfirmations: 3,
    witnessedAt: nowMs + 1,
    witnessedBlockIndex: '7000100-1',
    failure: undefined,
    failedAt: undefined,
    failedBlockIndex: undefined,
  }
}

export function egress(txRef: string | null, amount: bigint): NonNullable<Sent['swapEgress']> {
  return {
    amount: String(amount),
    scheduledAt: nowMs + 2,
    scheduledBlockIndex: '7000200-1',
    txRef: txRef ?? undefined,
    witnessedAt: undefined,
    witnessedBlockIndex: undefined,
    failure: undefined,
    failedAt: undefined,
    failedBlockIndex: undefined,
    transactionPayload: undefined,
  }
}
