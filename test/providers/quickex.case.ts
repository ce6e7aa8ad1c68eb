import { createQuickexProvider } from '../../src/providers/quickex.ts'
import { type DepositCase, depositAddress, receiver, refund } from './depositContract.ts'
import { btc, evm, hash, nowMs, plainHash, play } from './depositSupport.ts'
import {
  baseUrl,
  create,
  deposit,
  list,
  noFixed,
  order,
  path,
  quote,
  refusedRate,
  request,
  told,
} from './quickex/recordings.ts'
import { asks } from './depositWire.ts'

const make = () => createQuickexProvider({ baseUrl, pause: async () => {} })
export const provider = make()
export const wanted = new Set(['quickex'] as const)

// The list of instruments is asked before the first quote and then stored.
await provider.quote(request, wanted, play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'shaped',
    from: 'documents of the API, pages api-v1 and api-v1-orders',
    date: '2026-11',
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
    exchanges: [refusedRate('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', '0.0200000012'), noFixed],
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: [refusedRate('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_LARGE', '0.01'), noFixed],
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  rate: 'fixed',
  create,
  readBack: { path, body: order },
  look: [
    {
      path,
      body: {
        ...order,
        depositAddress: { depositAddress, depositAddressMemo: null },
        refundAddress: refund,
        destinationAddress: receiver,
      },
    },
  ],
  built: {
    orderId: '900001',
    memo: null,
    uniqueInfo: { quickexId: '900001' },
    expiresAtMs: nowMs + 3 * 3_600_000,
  },
  bends: {
    orderId: (body) => (body.orderId = 900002),
    srcCoin: (body) => (body.pair.instrumentFrom.networkTitle = 'TRC20'),
    dstCoin: (body) => (body.pair.instrumentTo.currencyTitle = 'USDT'),
    amountToSend: (body) => (body.claimedDepositAmount = '0.15'),
    depositAddress: (body) => (body.deposits = [{ ...deposit(null), depositAddress: btc('m') }]),
    depositMemo: (body) => (body.depositAddress = { depositAddress, depositAddressMemo: '7' }),
    receiver: (body) => (body.destinationAddress = evm('mallory')),
    receiverMemo: (body) => (body.destinationAddressMemo = '9'),
    refundAddress: (body) => (body.refundAddress = btc('mallory')),
    refundMemo: (body) => (body.refundAddressMemo = '9'),
    rateType: (body) => (body.rateMode = 'FLOATING'),
    dstAmount: (body) => (body.amountToGet = '1401.24'),
  },
  redirect: (body, address) => {
    body.depositAddress = { depositAddress: address, depositAddressMemo: null }
  },
  secret: depositAddress,
  words: [
    ['without events', told([]), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'CREATION_END',
      told(['CREATION_END']),
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT', providerStatus: 'CREATION_END' },
    ],
    [
      'INCOMING_FUNDS_DETECTED',
      told(['INCOMING_FUNDS_DETECTED', 'CREATION_END'], { deposits: [deposit(plainHash('in'))] }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    [
      'DEPOSIT_REGISTERED',
      told(['DEPOSIT_REGISTERED', 'CREATION_END']),
      { status: 'PENDING', subStatus: 'EXCHANGING' },
    ],
    [
      'DEPOSIT_REGISTERED, too little',
      told(['DEPOSIT_REGISTERED'], { deposits: [deposit(null, '0.005'), deposit(null, '0.001')] }),
      {
        status: 'PENDING',
        subStatus: 'EXCHANGING',
        note: '0.006 of 0.015 arrived; Quickex decides what happens to it.',
      },
    ],
    [
      'FUNDS_WITHDRAWAL_START',
      told(['FUNDS_WITHDRAWAL_START', 'DEPOSIT_REGISTERED']),
      { status: 'PENDING', subStatus: 'SENDING' },
    ],
    [
      'AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER',
      told(['AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER']),
      { status: 'LONG_PENDING' },
    ],
    ['REFUND_REQUESTED', told(['REFUND_REQUESTED']), { status: 'LONG_PENDING' }],
    [
      'failedToCreate',
      told([], { failedToCreate: true }),
      { status: 'FAIL', providerStatus: 'FAILED_TO_CREATE' },
    ],
    [
      'the oldest event first',
      [
        {
          path,
          body: {
            ...order,
            orderEvents: [
              { kind: 'CREATION_END', createdAt: '2026-11-20T09:00:00Z' },
              { kind: 'DEPOSIT_REGISTERED', createdAt: '2026-11-20T09:05:00Z' },
            ],
          },
        },
      ],
      { status: 'PENDING', subStatus: 'EXCHANGING' },
    ],
  ],
  unknownWord: told(['MEDITATION_START', 'DEPOSIT_REGISTERED']),
  notFound: [{ path, status: 404, body: { status: 404, message: 'ERR_ORDER_NOT_FOUND' } }],
  paid: (txId, amount) =>
    told(['WITHDRAWAL_COMPLETED', 'FUNDS_WITHDRAWAL_START'], {
      completed: true,
      deposits: [deposit(plainHash('in'))],
      withdrawals: [
        { createdAt: '', txId: hash('swap'), amount: '1', networkFee: '0' },
        { createdAt: '', txId, amount: String(Number(amount) / 1e6), networkFee: '1.2' },
      ],
    }),
  refunded: (txId) =>
    told(['REFUND_COMPLETED', 'REFUND_REQUESTED'], {
      withdrawals: txId === null ? [] : [{ txId, amount: '0.0149' }],
    }),
  wire: {
    pair: ['0.01', 'eth:ETH', 'to', 'arb:ETH'],
    quoted: asks('/rates/public/one'),
    created: asks('/orders/public/create', 'POST'),
    echo: asks('/orders/public-info'),
    state: asks('/orders/public-info'),
    out: { quoted: ['amountToGet'], created: ['amountToGet'], echo: ['amountToGet'] },
    address: { created: 'depositAddress.depositAddress', echo: 'depositAddress.depositAddress' },
    amount: { created: 'claimedDepositAmount', echo: 'claimedDepositAmount' },
    receiver: 'destinationAddress',
    refund: null,
    srcCoin: { 'pair.instrumentFrom.networkTitle': 'TRC20' },
    dstCoin: { 'pair.instrumentTo.currencyTitle': 'USDT' },
    dstChain: { 'pair.instrumentTo.networkTitle': 'BASE' },
    otherOrder: { orderId: 1 },
    deadline: null,
    done: (hash) => ({
      completed: true,
      withdrawals: [{ createdAt: '', txId: hash, amount: '0.0099', networkFee: '0' }],
    }),
    refunded: (hash) => ({
      orderEvents: [{ kind: 'REFUND_COMPLETED', createdAt: '2030-01-01T00:00:00Z' }],
      withdrawals: [{ createdAt: '', txId: hash, amount: '0.01' }],
    }),
    unknown: { orderEvents: [{ kind: 'ABRACADABRA', createdAt: '2030-01-01T00:00:00Z' }] },
  },
}
