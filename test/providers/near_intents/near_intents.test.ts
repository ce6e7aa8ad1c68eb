import { describe, expect, test } from 'vitest'

import { orderFeeNote, type Quote } from '../../../src/core/quote.ts'
import { dangerNames } from '../../../src/format/facts.ts'
import { createNearIntentsProvider } from '../../../src/providers/near_intents.ts'
import { depositAddress, receiver } from '../depositContract.ts'
import {
  bent,
  evm,
  type Exchange,
  nowMs,
  orderCallsOf,
  plainHash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  ton,
  tokenOf,
} from '../depositSupport.ts'
import {
  again,
  amounts,
  asked,
  baseUrl,
  bitcoin,
  estimate,
  estimateCall,
  order,
  path,
  request,
  state,
  told,
  tokensCall,
  usdc,
  words,
} from './recordings.ts'
import { depositCase, provider, wanted } from '../near_intents.case.ts'

describe('near_intents', () => {
  const fresh = (apiKey: string | null = null): typeof provider =>
    createNearIntentsProvider({ baseUrl, apiKey, pause: async () => {} })
  const anyQuote = { ...estimateCall, request: undefined }

  test('reports the surcharge, and sends the token of a partner instead', async () => {
    const open = play(baseUrl, [estimateCall])
    const quote = await quoteOf(provider, request, open.context)
    expect(quote.fees.percent).toEqual({ percent: 0.2, token: bitcoin })
    expect(quote).toMatchObject({ dstMinAmount: 1_406_295_000n, slippageBps: 100 })
    const keyed = play(baseUrl, [tokensCall, estimateCall])
    const partner = await quoteOf(fresh('jwt'), request, keyed.context)
    expect(partner.fees.percent).toBeNull()
    expect(keyed.asked.map(({ headers }) => headers)).toEqual([
      { authorization: 'Bearer jwt' },
      { authorization: 'Bearer jwt' },
    ])
  })

  test('an order that promises a minimum above the amount it expects is not shown', async () => {
    const greedy = bent(order, (body) => (body.quote.minAmountOut = '1420400001'))
    const quote = await quoteOf(provider, request, play(baseUrl, [estimateCall]).context)
    const create = { method: 'POST' as const, path: '/v0/quote', request: asked(false, 100) }
    const tape = play(baseUrl, [
      again,
      { ...create, body: greedy },
      { path, body: { ...state(words.PENDING_DEPOSIT), quoteResponse: greedy } },
    ])
    const error = await refusal(provider.build(quote, tape.context))
    expect(error.context).toMatchObject({ check: 'D3', field: 'dstAmount' })
  })

  test('an estimate without accounts names neutral ones', async () => {
    const tape = play(baseUrl, [anyQuote])
    await provider.quote({ ...request, receiver: null, refundAddress: null }, wanted, tape.context)
    expect(tape.asked[0]?.body).toMatchObject({
      dry: true,
      recipient: '0x000000000000000000000000000000000000dEaD',
      refundTo: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
    })
  })

  test('tokens are found by chain and contract, never by symbol', async () => {
    const fake = { ...usdc, address: evm('fake dollar') }
    const tape = play(baseUrl, [])
    const error = await refusal(
      provider.quote({ ...request, dstToken: fake }, wanted, tape.context),
    )
    expect(error.code).toBe('NO_ROUTE')
    const otherUnits = { ...request, dstToken: tokenOf('ETH', 'DAI') }
    await expect(provider.quote(otherUnits, wanted, tape.context)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
  })

  test('the order never guarantees less than was accepted', async () => {
    const quote = await quoteOf(provider, request, play(baseUrl, [estimateCall]).context)
    const better = bent(estimate, (body) => (body.quote.amountOut = '1430000000'))
    const tape = play(baseUrl, [
      { ...estimateCall, body: better },
      { method: 'POST', path: '/v0/quote', request: asked(false, 100), body: order },
      { path, body: state(words.PENDING_DEPOSIT) },
    ])
    // 1430.0 allows 165 basis points, but only 100 were accepted.
    await expect(provider.build(quote, tape.context)).resolves.toMatchObject({
      orderId: depositAddress,
    })
    const worse = bent(estimate, (body) => {
      body.quote.amountOut = '1410000000'
      body.quote.minAmountOut = '1406300000'
    })
    const tight = play(baseUrl, [
      { ...estimateCall, body: worse },
      { method: 'POST', path: '/v0/quote', request: asked(false, 26), body: order },
      { path, body: state(words.PENDING_DEPOSIT) },
    ])
    await expect(provider.build(quote, tight.context)).resolves.toMatchObject({
      orderId: depositAddress,
    })
    const bad = bent(estimate, (body) => {
      body.quote.amountOut = '1400000000'
      body.quote.minAmountOut = '1400000000'
    })
    const none = play(baseUrl, [{ ...estimateCall, body: bad }])
    await expect(provider.build(quote, none.context)).rejects.toMatchObject({ code: 'PRICE_MOVED' })
    expect(none.asked.filter(({ effect }) => effect === 'order')).toEqual([])
  })

  test('TON is paid with a memo, which the status needs as well', async () => {
    const coin = tokenOf('TON', 'TON')
    const from = requestOf(coin, usdc, 5_000_000_000n, { receiver, fromAddress: ton('alice') })
    const sent = {
      ...asked(true, 100),
      originAsset: 'nep245:ton.native',
      amount: '5000000000',
      refundTo: ton('alice'),
      depositMode: 'MEMO',
      deadline: '2026-11-20T10:00:00.000Z',
    }
    const answer = {
      ...estimate,
      quote: { ...amounts, amountIn: '5000000000' },
      quoteRequest: sent,
    }
    const call = { method: 'POST' as const, path: '/v0/quote', request: sent, body: answer }
    const quote = await quoteOf(provider, from, play(baseUrl, [call]).context)
    const opened = {
      ...answer,
      quoteRequest: { ...sent, dry: false },
      quote: {
        ...answer.quote,
        depositAddress: ton('vault', true),
        depositMemo: '8831',
        deadline: sent.deadline,
      },
    }
    const status = {
      path: `/v0/status?depositAddress=${ton('vault', true)}&depositMemo=8831`,
      body: { ...state(words.PENDING_DEPOSIT), quoteResponse: opened },
    }
    const tape = play(baseUrl, [
      call,
      { method: 'POST', path: '/v0/quote', request: { ...sent, dry: false }, body: opened },
      status,
    ])
    const built = await provider.build(quote, tape.context)
    expect(built.transaction).toMatchObject({
      amountToSend: '5',
      extraFields: { name: 'comment', value: '8831' },
    })
    expect(tape.unused()).toEqual([])
    const nameless = { ...opened, quote: { ...opened.quote, depositMemo: undefined } }
    const shared = play(baseUrl, [
      call,
      { method: 'POST', path: '/v0/quote', body: nameless },
      { ...status, path: `/v0/status?depositAddress=${ton('vault', true)}` },
    ])
    const error = await refusal(provider.build(quote, shared.context))
    expect(error.context).toMatchObject({ check: 'D5', field: 'depositMemo' })
    const later = play(baseUrl, [status])
    await expect(
      provider.status('near_intents', refOf(quote, built), later.context),
    ).resolves.toMatchObject({ status: 'PENDING' })
  })

  test('reports a payment to the service once if the service has not seen it', async () => {
    const quote = await quoteOf(provider, request, play(baseUrl, [estimateCall]).context)
    const opening = play(baseUrl, [
      again,
      { method: 'POST', path: '/v0/quote', request: asked(false, 100), body: order },
      { path, body: state(words.PENDING_DEPOSIT) },
    ])
    const built = await provider.build(quote, opening.context)
    const ref = refOf(quote, built, { srcTxHash: plainHash('paid') })
    const waiting = { path, body: state(words.PENDING_DEPOSIT) }
    const tape = play(baseUrl, [
      waiting,
      waiting,
      {
        method: 'POST',
        path: '/v0/deposit/submit',
        request: { txHash: plainHash('paid'), depositAddress },
        body: state(words.KNOWN_DEPOSIT_TX),
      },
    ])
    await provider.status('near_intents', ref, tape.context)
    await provider.status('near_intents', ref, tape.context)
    expect(tape.unused()).toEqual([])
  })

  test.each<[string, number, string | null, object]>([
    ['before the deadline', 0, null, { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    ['just after it', 3.2, null, { status: 'PENDING' }],
    ['long after it', 5, null, { status: 'FAIL' }],
    ['long after it, paid', 5, plainHash('late'), { status: 'LONG_PENDING' }],
  ])('an unpaid order %s', async (_name, hours, srcTxHash, expected) => {
    const quote = await quoteOf(provider, request, play(baseUrl, [estimateCall]).context)
    const opening = play(baseUrl, [
      again,
      { method: 'POST', path: '/v0/quote', request: asked(false, 100), body: order },
      { path, body: state(words.PENDING_DEPOSIT) },
    ])
    const built = await provider.build(quote, opening.context)
    const calls = [
      ...told(words.PENDING_DEPOSIT),
      { method: 'POST' as const, path: '/v0/deposit/submit', body: {} },
    ]
    const tape = play(baseUrl, calls, { atMs: nowMs + hours * 3_600_000 })
    const ref = refOf(quote, built, { srcTxHash })
    await expect(provider.status('near_intents', ref, tape.context)).resolves.toMatchObject(
      expected,
    )
  })
})

test.each([
  ['1900', 'the same', null],
  ['1800', 'less', null],
  ['40000', 'more, of little', null],
  ['50000', 'more, a thirtieth', 'PRICE_MOVED'],
])('an order whose refund costs %s: %s', async (fee, _, code) => {
  const { baseUrl: url, provider: own, request: asked, quote: calls } = depositCase
  const costing = (exchanges: readonly Exchange[], refundFee: string): Exchange[] =>
    exchanges.map((call) => ({
      ...call,
      body: bent(call.body, (body) => {
        for (const { quote } of [body, body.quoteResponse ?? {}]) {
          if (quote !== undefined) Object.assign(quote, { refundFee })
        }
      }),
    }))
  const quote = await quoteOf(own, asked, play(url, costing(calls, '1900')).context)
  const built = own.build(quote, play(url, costing(orderCallsOf(depositCase), fee)).context)
  if (code === null) await expect(built).resolves.toMatchObject({ orderId: expect.any(String) })
  else expect((await refusal(built)).code).toBe(code)
})

test('the costs of a refund and of the payout are on the quote, and are not a danger', async () => {
  const { baseUrl: url, provider: own, request: asked, quote: calls } = depositCase
  const quotesWith = async (fees: object): Promise<Quote['warnings']> => {
    const told = calls.map((call) => ({
      ...call,
      body: bent(call.body, (body) => Object.assign(body.quote ?? {}, fees)),
    }))
    const { quotes } = await own.quote(asked, new Set(own.ids), play(url, told).context)
    return quotes.flatMap(({ warnings }) => warnings)
  }
  expect(await quotesWith({ refundFee: '1900', withdrawFee: '250000' })).toEqual([
    {
      code: orderFeeNote,
      reason: 'a refund costs up to 0.000019 BTC',
      data: { refundFee: '1900' },
    },
    { code: orderFeeNote, reason: 'the payout costs up to 0.25 USDC' },
  ])
  expect(await quotesWith({ refundFee: '0', withdrawFee: null })).toEqual([])
  expect(dangerNames([{ code: orderFeeNote, reason: 'a refund costs' }])).toEqual([])
})
