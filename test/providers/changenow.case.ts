import { createChangenowProvider } from '../../src/providers/changenow.ts'
import { type DepositCase, depositAddress } from './depositContract.ts'
import { btc, evm, plainHash, play } from './depositSupport.ts'

import {
  baseUrl,
  create,
  list,
  noFixed,
  order,
  pair,
  path,
  quote,
  rangeCall,
  refusedRange,
  request,
  told,
  until,
} from './changenow/recordings.ts'
import { asks, dollars } from './depositWire.ts'

const make = () => createChangenowProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
export const provider = make()
export const wanted = new Set(['changenow'] as const)

// The list of currencies is asked before the first quote and then stored.
await provider.quote(request, wanted, play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'cake-tech/cake_wallet, test/exchange/fixtures/changenow; its list of coins by the documents of the API',
    date: '2026-07-29',
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
    exchanges: [
      { path: `/exchange/range?${pair}&flow=standard`, status: 500, body: {} },
      refusedRange('deposit_too_small', { minAmount: 0.0200000012, maxAmount: null }),
      ...noFixed,
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: [
      rangeCall('standard', 0.001, 0.01),
      refusedRange('deposit_too_big', { minAmount: 0.001, maxAmount: 0.01 }),
      ...noFixed,
    ],
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  rate: 'fixed',
  create,
  readBack: { path, body: order },
  built: {
    orderId: 'synthetic0cn01',
    memo: null,
    uniqueInfo: { changenowId: 'synthetic0cn01' },
    expiresAtMs: Date.parse(until),
  },
  bends: {
    orderId: (body) => (body.id = 'synthetic0cn02'),
    srcCoin: (body) => (body.fromNetwork = 'bsc'),
    dstCoin: (body) => (body.toCurrency = 'usdt'),
    amountToSend: (body) => (body.expectedAmountFrom = 0.15),
    depositAddress: (body) => (body.payinAddress = btc('mallory')),
    depositMemo: (body) => (body.payinExtraId = '7'),
    receiver: (body) => (body.payoutAddress = evm('mallory')),
    receiverMemo: (body) => (body.payoutExtraId = '9'),
    refundAddress: (body) => (body.refundAddress = btc('mallory')),
    refundMemo: (body) => (body.refundExtraId = '9'),
    dstAmount: (body) => (body.expectedAmountTo = 1401.24),
    expiresAt: (body) => (body.validUntil = '2026-11-20T09:11:00.000Z'),
  },
  redirect: (body, address) => (body.payinAddress = address),
  secret: depositAddress,
  words: [
    ['new', told('new'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'waiting',
      told('waiting'),
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', providerStatus: 'waiting' },
    ],
    [
      'confirming',
      told('confirming', { payinHash: plainHash('in') }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['verifying', told('verifying'), { status: 'LONG_PENDING' }],
    ['failed', told('failed', { payinHash: plainHash('in') }), { status: 'FAIL' }],
    ['failed, with a choice', told('failed', { actionsAvailable: true }), { status: 'REVERT' }],
    ['expired', told('expired'), { status: 'FAIL' }],
    ['expired, with a choice', told('expired', { actionsAvailable: true }), { status: 'REVERT' }],
  ],
  unknownWord: told('meditating'),
  notFound: [{ path, status: 404, body: { error: 'not_found' } }],
  paid: (payoutHash, amount) =>
    told('finished', { amountTo: Number(amount) / 1e6, payinHash: plainHash('in'), payoutHash }),
  refunded: (refundHash) => told('refunded', { refundHash, refundAmount: 0.0149 }),
  wire: {
    pair: dollars,
    quoted: asks('/exchange/estimated-amount'),
    created: ({ call, request }) => call.endsWith('/exchange') && request.method === 'POST',
    echo: asks('/exchange/by-id'),
    state: asks('/exchange/by-id'),
    out: { quoted: ['toAmount'], created: ['toAmount'], echo: ['expectedAmountTo'] },
    address: { created: 'payinAddress', echo: 'payinAddress' },
    amount: { created: 'fromAmount', echo: 'expectedAmountFrom' },
    receiver: 'payoutAddress',
    refund: 'refundAddress',
    srcCoin: { fromNetwork: 'bsc' },
    dstCoin: { toCurrency: 'usdt' },
    dstChain: { toNetwork: 'matic' },
    otherOrder: { id: 'f0f0f0f0f0f0f0' },
    deadline: null,
    done: (hash) => ({ status: 'finished', payoutHash: hash, amountTo: 24.78 }),
    refunded: (hash) => ({ status: 'refunded', refundHash: hash, refundAmount: 25 }),
    unknown: { status: 'ABRACADABRA' },
  },
}
