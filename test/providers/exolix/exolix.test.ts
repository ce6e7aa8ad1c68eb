import { describe, expect, test } from 'vitest'

import { createExolixProvider } from '../../../src/providers/exolix.ts'
import {
  bent,
  btc,
  evm,
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
import {
  baseUrl,
  provider,
  bitcoin,
  request,
  networks,
  rate,
  rateCall,
  quote,
  order,
  path,
  told,
} from '../exolix.case.ts'

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

  test('names the key that is required or refused', async () => {
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
      { path: '/currencies/XRP/networks', body: [{ network: 'XRP', memoNeeded: true }] },
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

  test("the receiver's memo goes into the order, which has to repeat it", async () => {
    const ripple = tokenOf('RIPPLE', 'XRP')
    const asked = requestOf(bitcoin, ripple, 10_000_000n, {
      receiver: xrp('bob'),
      receiverMemo: '12345',
      refundAddress: btc('alice'),
    })
    const words = 'coinFrom=BTC&networkFrom=BTC&coinTo=XRP&networkTo=XRP&amount=0.1&rateType='
    const tape = play(baseUrl, [
      {
        path: `/rate?${words}float`,
        body: { ...rate, toAmount: 3_000, minAmount: 0.01, maxAmount: null },
      },
      { path: `/rate?${words}fixed`, status: 400, body: { message: 'no fixed rate' } },
    ])
    const quoted = await quoteOf(fresh(), asked, tape.context, 'float')
    const body = {
      ...order,
      amount: 0.1,
      amountTo: 3_000,
      coinFrom: { coinCode: 'BTC', network: 'BTC', memoName: '', contract: null },
      coinTo: { coinCode: 'XRP', network: 'XRP', memoName: 'Tag', contract: null },
      depositAddress: btc('exchange'),
      depositExtraId: null,
      withdrawalAddress: xrp('bob'),
      withdrawalExtraId: '12345',
      refundAddress: btc('alice'),
      rateType: 'float',
    }
    const sent = {
      coinFrom: 'BTC',
      networkFrom: 'BTC',
      coinTo: 'XRP',
      networkTo: 'XRP',
      amount: 0.1,
      withdrawalAddress: xrp('bob'),
      withdrawalExtraId: '12345',
      refundAddress: btc('alice'),
      rateType: 'float',
    }
    const opening = (again: object): ReturnType<typeof play> =>
      play(baseUrl, [
        { method: 'POST', path: '/transactions', request: sent, body },
        { path, body: again },
      ])
    const built = await fresh().build(quoted, opening(body).context)
    expect(built.transaction).toMatchObject({ depositAddress: btc('exchange') })
    for (const withdrawalExtraId of ['12346', null, undefined]) {
      const tape = opening({ ...body, withdrawalExtraId })
      const error = await refusal(fresh().build(quoted, tape.context))
      expect(error.context).toMatchObject({ check: 'D3', field: 'receiverMemo' })
    }
  })

  test('finds an order of another account by its number', async () => {
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
})
