import { expect } from 'vitest'

import { createNearIntentsProvider } from '../../src/providers/near_intents.ts'
import { type DepositCase, depositAddress } from './depositContract.ts'
import { type Body, btc, evm, plainHash, play } from './depositSupport.ts'
import {
  again,
  asked,
  baseUrl,
  deadline,
  estimateCall,
  order,
  path,
  request,
  state,
  told,
  tokensCall,
  transactions,
  words,
} from './near_intents/recordings.ts'
import { asks, asksWith, dollars } from './depositWire.ts'

const make = () => createNearIntentsProvider({ baseUrl, pause: async () => {} })
export const provider = make()
export const wanted = new Set(['near_intents'] as const)

// The list of assets is stored for ten minutes.
await provider.quote(request, wanted, play(baseUrl, [tokensCall, estimateCall]).context)

const bend = (change: (order: Body) => void) => (body: Body) => change(body.quoteResponse)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'cake-tech/cake_wallet, test/exchange/fixtures/nearintents',
    date: '2026-07-29',
  },
  provider,
  make,
  lists: [tokensCall],
  baseUrl,
  request,
  quote: [estimateCall],
  rates: [undefined],
  limits: undefined,
  tooLow: {
    exchanges: [
      {
        method: 'POST',
        path: '/v0/quote',
        status: 400,
        body: { message: 'Amount is too low for bridge, try at least 2000000', statusCode: 400 },
      },
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02' },
  },
  bentOffers: [
    ['another amount', (body) => (body.quote.amountIn = '1500001'), 'UPSTREAM_FAILED'],
    [
      'another asset',
      (body) => (body.quoteRequest.destinationAsset = 'nep141:eth.omft.near'),
      'UPSTREAM_FAILED',
    ],
    [
      'more at least than expected',
      (body) => (body.quote.minAmountOut = '1420500001'),
      'UPSTREAM_FAILED',
    ],
    [
      'a deposit address',
      (body) => (body.quote.depositAddress = depositAddress),
      'UPSTREAM_FAILED',
    ],
  ],
  refusedOffers: [
    [
      'no such path',
      { status: 404, body: { message: 'Cannot POST' } },
      'UPSTREAM_FAILED',
      'Cannot',
    ],
    ['no liquidity', { status: 400, body: { message: ['no solver'] } }, 'NO_ROUTE', 'no solver'],
  ],
  refundNeeded: 'MISSING_FIELD',
  rate: undefined,
  before: [again],
  create: {
    method: 'POST',
    path: '/v0/quote',
    request: asked(false, 100),
    status: 201,
    body: order,
  },
  readBack: { path, body: state(words.PENDING_DEPOSIT) },
  built: {
    orderId: depositAddress,
    memo: null,
    uniqueInfo: { nearIntentsId: depositAddress },
    expiresAtMs: Date.parse(deadline),
  },
  bends: {
    orderId: bend((body) => (body.signature = 'ed25519:OTHER')),
    srcCoin: bend((body) => (body.quoteRequest.originAsset = 'nep141:ltc.omft.near')),
    dstCoin: bend((body) => (body.quoteRequest.destinationAsset = 'nep141:eth.omft.near')),
    amountToSend: bend((body) => (body.quote.amountIn = '15000000')),
    depositAddress: bend((body) => (body.quote.depositAddress = btc('mallory'))),
    depositMemo: bend((body) => (body.quote.depositMemo = '77')),
    receiver: bend((body) => (body.quoteRequest.recipient = evm('mallory'))),
    refundAddress: bend((body) => (body.quoteRequest.refundTo = btc('mallory'))),
    rateType: bend((body) => (body.quoteRequest.swapType = 'FLEX_INPUT')),
    dstAmount: bend((body) => (body.quote.minAmountOut = '1')),
    expiresAt: bend((body) => (body.quote.deadline = '2026-11-20T12:00:01.000Z')),
  },
  redirect: (body, address) => {
    const target = body.quoteResponse ?? body
    target.quote.depositAddress = address
  },
  secret: depositAddress,
  words: [
    [
      'PENDING_DEPOSIT',
      told(words.PENDING_DEPOSIT),
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' },
    ],
    [
      'KNOWN_DEPOSIT_TX',
      told(words.KNOWN_DEPOSIT_TX, { originChainTxHashes: transactions(plainHash('in')) }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['PROCESSING', told(words.PROCESSING), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    [
      'INCOMPLETE_DEPOSIT',
      told(words.INCOMPLETE_DEPOSIT, { depositedAmount: '500000' }),
      {
        status: 'LONG_PENDING',
        note: 'Only 0.005 of 0.015 arrived; send the rest before the deadline, or it is sent back.',
      },
    ],
    [
      'FAILED',
      told(words.FAILED, { refundReason: 'no solver' }),
      {
        status: 'FAIL',
        action: 'ask_support',
        note: expect.stringMatching(
          /^NEAR Intents reports: "no solver"\. .*if you have paid, ask its support/,
        ),
      },
    ],
  ],
  unknownWord: [{ path, body: { ...state(words.PROCESSING), status: 'MEDITATING' } }],
  notFound: [{ path, status: 404, body: { message: 'Deposit address not found' } }],
  paid: (hash, amount) =>
    told(words.SUCCESS, {
      amountOut: String(amount),
      originChainTxHashes: transactions(plainHash('in')),
      destinationChainTxHashes: hash === null ? [] : transactions(hash),
    }),
  refunded: (hash) =>
    told(words.REFUNDED, {
      refundedAmount: '1490000',
      originChainTxHashes: transactions(plainHash('in'), ...(hash === null ? [] : [hash])),
    }),
  wire: {
    pair: dollars,
    quoted: asksWith('/v0/quote', ({ dry }) => dry === true),
    created: asksWith('/v0/quote', ({ dry }) => dry === false),
    echo: asks('/v0/status'),
    state: asks('/v0/status'),
    out: {
      quoted: ['quote.amountOut', 'quote.minAmountOut'],
      created: ['quote.amountOut', 'quote.minAmountOut'],
      echo: ['quoteResponse.quote.amountOut', 'quoteResponse.quote.minAmountOut'],
    },
    address: { created: 'quote.depositAddress', echo: 'quoteResponse.quote.depositAddress' },
    amount: { created: 'quote.amountIn', echo: 'quoteResponse.quote.amountIn' },
    receiver: 'quoteResponse.quoteRequest.recipient',
    refund: 'quoteResponse.quoteRequest.refundTo',
    srcCoin: { 'quoteResponse.quoteRequest.originAsset': 'nep141:base.omft.near' },
    dstCoin: { 'quoteResponse.quoteRequest.destinationAsset': 'nep141:arb.omft.near' },
    dstChain: { 'quoteResponse.quoteRequest.destinationAsset': 'nep141:eth.omft.near' },
    otherOrder: { 'quoteResponse.signature': 'ed25519:other' },
    deadline: { 'quote.deadline': '2020-01-01T00:00:00.000Z' },
    done: (hash) => ({
      status: 'SUCCESS',
      'swapDetails.amountOut': '24795310',
      'swapDetails.destinationChainTxHashes': hash === null ? [] : [{ hash, explorerUrl: '' }],
    }),
    refunded: (hash) => ({
      status: 'REFUNDED',
      'swapDetails.originChainTxHashes': hash === null ? [] : [{ hash, explorerUrl: '' }],
    }),
    unknown: { status: 'ABRACADABRA' },
    differs: true,
  },
}
