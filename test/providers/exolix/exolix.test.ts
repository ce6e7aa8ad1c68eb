import { describe, expect, test } from 'vitest'

import { createExolixProvider } from '../../../src/providers/exolix/exolix.ts'
import { depositAddress, describeDepositProvider, receiver, refund } from '../depositContract.ts'
import {
  bent,
  type Body,
  btc,
  evm,
  type Exchange,
  hash,
  plainHash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
  tron,
  xAddress,
  xrp,
} from '../depositSupport.ts'

const baseUrl = 'https://exolix.test/api/v2'
const provider = createExolixProvider({ baseUrl, pause: async () => {} })
const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, refundAddress: refund })

const pair = 'coinFrom=BTC&networkFrom=BTC&coinTo=USDC&networkTo=ETH'
const networks: Exchange = {
  path: '/currencies/USDC/networks',
  body: [
    { network: 'MATIC', contract: tokenOf('POLYGON', 'USDC.e').address, memoNeeded: false },
    { network: 'ETH', contract: usdc.address.toLowerCase(), memoNeeded: false },
  ],
}
const rate = {
  fromAmount: 0.015,
  toAmount: 1420.5,
  rate: 94700,
  message: null,
  minAmount: 0.0003,
  withdrawMin: 10,
  maxAmount: 3.5,
}

function rateCall(rateType: string, body: Body, status = 200): Exchange {
  return { path: `/rate?${pair}&amount=0.015&rateType=${rateType}`, body, status }
}

const fixedRate = { ...rate, toAmount: 1401.25, rateId: 'r-77' }
// A list is kept for an hour: a new adapter for every quote, or the list is asked once.
const quote = [rateCall('float', rate), rateCall('fixed', fixedRate)]

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
const order = {
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
const path = '/transactions/exsynthetic01'

function told(status: string, more: Body = {}): Exchange[] {
  return [{ path, body: { ...order, status, ...more } }]
}

// The list of networks is asked before the first quote and then kept.
await provider.quote(request, new Set(['exolix']), play(baseUrl, [networks, ...quote]).context)

describeDepositProvider('exolix', {
  provider,
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
})

describe('exolix', () => {
  const fresh = (): ReturnType<typeof createExolixProvider> =>
    createExolixProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })

  test('refuses a token of the same name and another contract', async () => {
    const wrong = bent(networks.body, (body) => (body[1].contract = evm('bridged')))
    const tape = play(baseUrl, [{ ...networks, body: wrong }])
    const error = await refusal(fresh().quote(request, new Set(['exolix']), tape.context))
    expect(error.code).toBe('NO_ROUTE')
    const missing = play(baseUrl, [{ ...networks, body: [] }])
    await expect(
      fresh().quote(request, new Set(['exolix']), missing.context),
    ).rejects.toMatchObject({
      code: 'NO_ROUTE',
    })
  })

  test('an order that means another contract is not shown', async () => {
    const other = bent(order, (body) => (body.coinTo.contract = evm('bridged')))
    const quoted = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const tape = play(baseUrl, [
      { method: 'POST', path: '/transactions', body: other },
      { path, body: other },
    ])
    const error = await refusal(provider.build(quoted, tape.context))
    expect(error.context).toMatchObject({ check: 'D6', field: 'dstCoin' })
  })

  test('sends the key as it is, to quotes and orders', async () => {
    const keyed = fresh()
    const tape = play(baseUrl, [networks, ...quote])
    await keyed.quote(request, new Set(['exolix']), tape.context)
    expect(tape.asked.map(({ headers }) => headers)).toEqual(
      tape.asked.map(() => ({ authorization: 'k-1' })),
    )
  })

  test('a key that is wanted or refused is told by its name', async () => {
    const denied = [rateCall('float', {}, 401), rateCall('fixed', {}, 401)]
    const error = await refusal(
      provider.quote(request, new Set(['exolix']), play(baseUrl, denied).context),
    )
    expect(error.code).toBe('UPSTREAM_REFUSED')
    expect(error.message).toContain('SWAPROUTE_EXOLIX_API_KEY')
  })

  test('an amount that no number holds exactly is refused before anything is asked', async () => {
    const ether = tokenOf('ETH', 'ETH')
    const asked = requestOf(ether, bitcoin, 1_234_567_890_123_456_789n)
    const error = await refusal(
      provider.quote(asked, new Set(['exolix']), play(baseUrl, []).context),
    )
    expect([error.code, error.serviceCode]).toEqual(['TOO_MANY_DECIMALS', 2006])
  })

  test('memos of source, receiver and refund go into their own fields', async () => {
    const ripple = tokenOf('RIPPLE', 'XRP')
    const asked = requestOf(ripple, tokenOf('TRON', 'USDT'), 25_000_000n, {
      receiver: tron('bob'),
      refundAddress: xAddress('alice', 104477),
    })
    const words = 'coinFrom=XRP&networkFrom=XRP&coinTo=USDT&networkTo=TRX&amount=25&rateType='
    const contract = tokenOf('TRON', 'USDT').address
    const keyed = fresh()
    const tape = play(baseUrl, [
      { path: '/currencies/USDT/networks', body: [{ network: 'TRX', contract }] },
      {
        path: `/rate?${words}float`,
        body: { ...rate, toAmount: 60, minAmount: 10, maxAmount: null },
      },
      { path: `/rate?${words}fixed`, status: 400, body: { message: 'no fixed rate' } },
    ])
    const quoted = await quoteOf(keyed, asked, tape.context, 'float')
    expect(quoted.limits).toEqual({ min: 10_000_000n, max: null })
    const body = {
      ...order,
      amount: 25,
      amountTo: 60,
      coinFrom: { coinCode: 'XRP', network: 'XRP', memoName: 'Tag', contract: null },
      coinTo: { coinCode: 'USDT', network: 'TRX', memoName: '', contract },
      depositAddress: xrp('exchange'),
      depositExtraId: '4021',
      withdrawalAddress: tron('bob'),
      refundAddress: xrp('alice'),
      refundExtraId: '104477',
      rateType: 'float',
    }
    const sent = {
      coinFrom: 'XRP',
      networkFrom: 'XRP',
      coinTo: 'USDT',
      networkTo: 'TRX',
      amount: 25,
      withdrawalAddress: tron('bob'),
      refundAddress: xrp('alice'),
      refundExtraId: '104477',
      rateType: 'float',
    }
    const opening = play(baseUrl, [
      { method: 'POST', path: '/transactions', request: sent, body },
      { path, body },
    ])
    const { transaction } = await keyed.build(quoted, opening.context)
    expect(transaction).toMatchObject({
      depositAddress: xrp('exchange'),
      extraFields: { name: 'destination tag', value: '4021' },
    })
    const tooBig = { ...body, depositExtraId: '4294967296' }
    const unsafe = play(baseUrl, [
      { method: 'POST', path: '/transactions', body: tooBig },
      { path, body: tooBig },
    ])
    const error = await refusal(keyed.build(quoted, unsafe.context))
    expect(error.context).toMatchObject({ check: 'D5', field: 'depositMemo' })
  })

  test('an order of somebody else is found by its number', async () => {
    const payout = hash('payout')
    const quoted = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const opening = play(baseUrl, [
      { method: 'POST', path: '/transactions', body: order },
      { path, body: order },
    ])
    const built = await provider.build(quoted, opening.context)
    const foreign = {
      ...refOf(quoted, built),
      orderId: null,
      providerState: null,
      srcTxHash: 'exsynthetic01',
      startedAtMs: null,
    }
    const tape = play(baseUrl, told('exchanging', { hashOut: { hash: payout } }))
    await expect(provider.status('exolix', foreign, tape.context)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      destinationBlockchain: 'ETH',
    })
    const hashes = { ...foreign, srcTxHash: plainHash('anything') }
    const silent = play(baseUrl, [])
    await expect(provider.status('exolix', hashes, silent.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  test('a deposit address that changes later is never shown again', async () => {
    const quoted = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const opening = play(baseUrl, [
      { method: 'POST', path: '/transactions', body: order },
      { path, body: order },
    ])
    const built = await provider.build(quoted, opening.context)
    const tape = play(baseUrl, told('wait', { depositAddress: btc('mallory') }))
    const error = await refusal(provider.status('exolix', refOf(quoted, built), tape.context))
    expect(error.context).toMatchObject({ check: 'D7', field: 'depositAddress' })
  })
})
