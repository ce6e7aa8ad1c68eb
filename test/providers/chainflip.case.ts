import { expect } from 'vitest'

import { createChainflipProvider } from '../../src/providers/chainflip/chainflip.ts'
import { type DepositCase, depositAddress } from './depositContract.ts'
import { btc, evm, type Exchange, nowMs, plainHash, play } from './depositSupport.ts'
import {
  baseUrl,
  channel,
  create,
  deposit,
  egress,
  expiry,
  network,
  order,
  path,
  quoteCall,
  quotePath,
  request,
  told,
} from './chainflip/recordings.ts'
import { asks, dollars } from './depositWire.ts'

const make = () => createChainflipProvider({ baseUrl, pause: async () => {} })
export const provider = make()
export const wanted = new Set(['chainflip'] as const)

// What is open is asked before the first quote and then stored for ten minutes.
await provider.quote(request, wanted, play(baseUrl, [network, quoteCall]).context)

const refuse = (message: string, status = 400): Exchange => ({
  path: quotePath,
  status,
  body: { message },
})

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'gemwalletcom/core, crates/swapper/src/chainflip/client/test; bodies typed by @chainflip/sdk 1.11.2',
    date: '2026-03',
  },
  provider,
  make,
  lists: [network],
  baseUrl,
  request,
  quote: [quoteCall],
  rates: [undefined],
  limits: undefined,
  tooLow: {
    exchanges: [refuse('expected amount is below minimum swap amount (2000000)')],
    data: { tokenSymbol: 'BTC', minAmount: '0.02' },
  },
  tooHigh: {
    exchanges: [refuse('expected amount is above maximum swap amount (1000000)')],
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  bentOffers: [
    ['another amount', (body) => (body[1].depositAmount = '1500001'), 'UPSTREAM_FAILED'],
    ['another asset', (body) => (body[1].destAsset.asset = 'USDT'), 'UPSTREAM_FAILED'],
    ['nothing to receive', (body) => (body[1].egressAmount = '0'), 'NO_ROUTE'],
    ['chunks alone', (body) => body.pop(), 'NO_ROUTE'],
    ['a fraction of a unit', (body) => (body[1].egressAmount = '1.5'), 'UPSTREAM_FAILED'],
  ],
  refusedOffers: [
    ['fee', refuse('amount is lower than estimated ingress fee (1000)'), 'AMOUNT_TOO_LOW', 'low'],
    ['depth', refuse('insufficient liquidity for the requested amount'), 'AMOUNT_TOO_HIGH', 'high'],
    ['pair', refuse('assets cannot be swapped'), 'NO_ROUTE', 'assets cannot be swapped'],
    ['closed', refuse('Asset is disabled: Btc', 503), 'NO_ROUTE', 'Asset is disabled'],
    ['broken', refuse('internal server error', 500), 'UPSTREAM_FAILED', '500'],
  ],
  refundNeeded: 'MISSING_FIELD',
  rate: undefined,
  before: [quoteCall],
  create,
  readBack: { path, body: order },
  built: {
    orderId: channel.id,
    memo: null,
    uniqueInfo: { chainflipId: channel.id },
    expiresAtMs: expiry,
  },
  bends: {
    orderId: (body) => (body.depositChannel.id = '7000001-Bitcoin-43'),
    srcCoin: (body) => (body.srcChain = 'Ethereum'),
    dstCoin: (body) => (body.destAsset = 'USDT'),
    amountToSend: (body) => (body.depositChannel.expectedDepositAmount = '15000000'),
    depositAddress: (body) => (body.depositChannel.depositAddress = btc('mallory')),
    receiver: (body) => (body.destAddress = evm('mallory')),
    refundAddress: (body) => (body.fillOrKillParams.refundAddress = btc('mallory')),
    rateType: (body) => (body.fillOrKillParams.retryDurationBlocks = 3),
    dstAmount: (body) => (body.fillOrKillParams.minPrice = '93848.1'),
    expiresAt: (body) => (body.depositChannel.srcChainExpiryBlock = '920000'),
  },
  redirect: (body, address) => {
    const place = body.depositChannel ?? body
    place.depositAddress = address
  },
  secret: depositAddress,
  words: [
    [
      'WAITING',
      told('WAITING'),
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', providerStatus: 'WAITING' },
    ],
    [
      'WAITING, expired',
      told('WAITING', { depositChannel: { ...order.depositChannel, isExpired: true } }),
      {
        status: 'FAIL',
        action: 'ask_support',
        note: expect.stringMatching(
          /^Chainflip reports that the order expired\. This program cannot read/,
        ),
      },
    ],
    [
      'RECEIVING',
      told('RECEIVING', { deposit: deposit(plainHash('in')) }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    [
      'SWAPPING',
      told('SWAPPING', { deposit: deposit(undefined, '1400000') }),
      {
        status: 'PENDING',
        subStatus: 'EXCHANGING',
        note: '0.014 of 0.015 arrived; what arrived is swapped.',
      },
    ],
    [
      'SWAPPING, tried again',
      told('SWAPPING', {
        swap: { regular: { scheduledAt: nowMs - 60_000, latestSwapRescheduledAt: nowMs } },
      }),
      { status: 'PENDING', subStatus: 'EXCHANGING' },
    ],
    [
      'SWAPPING, tried for too long',
      told('SWAPPING', {
        swap: { regular: { scheduledAt: nowMs - 1_801_000, latestSwapRescheduledAt: nowMs } },
      }),
      { status: 'LONG_PENDING' },
    ],
    ['SENDING', told('SENDING'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['SENT', told('SENT'), { status: 'PENDING', subStatus: 'SENDING' }],
    [
      'FAILED',
      told('FAILED', {
        deposit: {
          ...deposit(plainHash('in'), '1'),
          failure: { mode: 'x', reason: { name: 'BelowMinimumDeposit', message: 'too small' } },
        },
      }),
      {
        status: 'FAIL',
        note: `Chainflip reports: "too small". Ask its support with order ${channel.id}.`,
      },
    ],
    ['FAILED, without a reason', told('FAILED'), { status: 'LONG_PENDING' }],
    [
      'FAILED, at a fallback address',
      told('FAILED', { fallbackEgress: egress(null, 5n) }),
      { status: 'REVERT' },
    ],
    [
      'FAILED, sent back',
      told('FAILED', { refundEgress: egress(plainHash('back'), 1_490_000n) }),
      { status: 'REVERTED', destinationTxHash: plainHash('back') },
    ],
  ],
  unknownWord: [{ path, body: { ...order, state: 'MEDITATING' } }],
  notFound: [{ path, status: 404, body: { message: 'resource not found' } }],
  paid: (txRef, amount) =>
    told('COMPLETED', {
      deposit: deposit(plainHash('in')),
      swapEgress: egress(txRef, amount),
    }),
  refunded: (txRef) =>
    told('COMPLETED', {
      deposit: deposit(plainHash('in')),
      refundEgress: egress(txRef, 1_490_000n),
    }),
  wire: {
    pair: dollars,
    quoted: asks('/v2/quote'),
    whole: asks('/api/networkInfo'),
    created: asks('/api/openSwapDepositChannel', 'POST'),
    echo: asks('/v2/swaps/'),
    state: asks('/v2/swaps/'),
    out: { quoted: ['0.egressAmount'], created: [], echo: ['fillOrKillParams.minPrice'] },
    address: { created: 'depositAddress', echo: 'depositChannel.depositAddress' },
    amount: { created: null, echo: 'depositChannel.expectedDepositAmount' },
    receiver: 'destAddress',
    refund: 'fillOrKillParams.refundAddress',
    srcCoin: { srcChain: 'Arbitrum' },
    dstCoin: { destAsset: 'ETH' },
    dstChain: { destChain: 'Ethereum' },
    otherOrder: { 'depositChannel.id': '7000001-Ethereum-999' },
    deadline: { estimatedExpiryTime: 1_600_000_000_000 },
    done: (hash) => ({ state: 'COMPLETED', swapEgress: { amount: '24870000', txRef: hash } }),
    refunded: (hash) => ({
      state: 'COMPLETED',
      swapEgress: null,
      refundEgress: { amount: '25000000', txRef: hash },
    }),
    unknown: { state: 'ABRACADABRA' },
  },
}
