import { describe, expect, test } from 'vitest'

import { createProviders } from '../../../src/providers/providers.ts'
import { createChangenowProvider } from '../../../src/providers/changenow.ts'
import {
  bent,
  type Body,
  btc,
  evm,
  hash,
  nowMs,
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
  bitcoin,
  create,
  created,
  estimate,
  fixed,
  fixedPath,
  list,
  order,
  path,
  quote,
  request,
  told,
  until,
} from './recordings.ts'
import { provider, wanted } from '../changenow.case.ts'

describe('changenow', () => {
  test('is not asked without a key, and names the one it needs', async () => {
    const urls = { changenow: baseUrl }
    const bare = createProviders({ urls, keys: {} })
    expect((await bare.all()).flatMap(({ ids }) => ids)).not.toContain('changenow')
    expect(bare.stateOf('changenow')).toEqual({
      state: 'needs_key',
      variable: 'SWAPROUTE_CHANGENOW_API_KEY',
    })
    const keyed = createProviders({ urls, keys: { CHANGENOW: 'k' } })
    expect((await keyed.adapterOf('changenow')).ids).toEqual(['changenow'])
    expect(keyed.stateOf('changenow')).toEqual({ state: 'ready' })
  })

  const fresh = (): typeof provider =>
    createChangenowProvider({ baseUrl, apiKey: 'k-2', pause: async () => {} })

  test('sends the key with every call', async () => {
    const tape = play(baseUrl, [list, ...quote])
    await fresh().quote(request, wanted, tape.context)
    expect(tape.asked.map(({ headers }) => headers)).toEqual(
      tape.asked.map(() => ({ 'x-changenow-api-key': 'k-2' })),
    )
    const denied = quote.map((call) => ({ ...call, status: 401, body: { error: 'unauthorized' } }))
    const error = await refusal(provider.quote(request, wanted, play(baseUrl, denied).context))
    expect(error.code).toBe('UPSTREAM_REFUSED')
    expect(error.message).toContain('SWAPROUTE_CHANGENOW_API_KEY')
  })

  test.each<[string, (body: Body) => void]>([
    ['another contract of the same name', (body) => (body[3].tokenContract = evm('bridged'))],
    ['no contract', (body) => (body[3].tokenContract = null)],
    ['no entry', (body) => body.splice(3, 1)],
    ['a coin that is not for sale', (body) => (body[3].buy = false)],
    ['a coin that is not taken', (body) => (body[2].sell = false)],
  ])('offers nothing for %s', async (_name, change) => {
    const tape = play(baseUrl, [{ ...list, body: bent(list.body, change) }])
    const error = await refusal(fresh().quote(request, wanted, tape.context))
    expect(error.code).toBe('NO_ROUTE')
  })

  test("AVALANCHE's coin lies on another network than its tokens", async () => {
    const words = 'fromCurrency=avax&toCurrency=btc&fromNetwork=cchain&toNetwork=btc'
    const from = `${words}&fromAmount=2&flow=`
    const tape = play(baseUrl, [
      { path: `/exchange/range?${words}&flow=standard`, body: { minAmount: 1, maxAmount: null } },
      {
        path: `/exchange/estimated-amount?${from}standard&type=direct`,
        body: { ...estimate, toAmount: 0.0004 },
      },
      { path: `/exchange/range?${words}&flow=fixed-rate`, status: 400, body: {} },
      {
        path: `/exchange/estimated-amount?${from}fixed-rate&type=direct&useRateId=true`,
        status: 400,
        body: { error: 'pair_is_inactive' },
      },
    ])
    const avax = requestOf(tokenOf('AVALANCHE', 'AVAX'), bitcoin, 2n * 10n ** 18n)
    const offered = await quoteOf(provider, avax, tape.context, 'float')
    expect(offered).toMatchObject({
      dstAmount: 40_000n,
      dstMinAmount: 39_600n,
      limits: { min: 10n ** 18n, max: null },
      durationSeconds: 3600,
    })
    expect(tape.unused()).toEqual([])
  })

  test('rejects a fixed rate without its number', async () => {
    const calls = quote.map((call) =>
      call.path === fixedPath ? { ...call, body: { ...fixed, rateId: null } } : call,
    )
    const { quotes } = await provider.quote(request, wanted, play(baseUrl, calls).context)
    expect(quotes.map(({ rateType }) => rateType)).toEqual(['float'])
  })

  test.each<[string, Body, { name: string; value: string } | null]>([
    ['absent', {}, null],
    ['empty', { payinExtraId: '' }, null],
    ['null', { payinExtraId: null }, null],
    [
      'told',
      { payinExtraId: '4021', payinExtraIdName: 'Destination Tag' },
      { name: 'destination tag', value: '4021' },
    ],
  ])('a tag that is %s', async (_name, tag, extraFields) => {
    const ripple = tokenOf('RIPPLE', 'XRP')
    const asked = requestOf(ripple, tokenOf('TRON', 'USDT'), 25_000_000n, {
      receiver: tron('bob'),
      refundAddress: xAddress('alice', 104477),
    })
    const words = {
      fromCurrency: 'xrp',
      toCurrency: 'usdt',
      fromNetwork: 'xrp',
      toNetwork: 'trx',
    }
    const query = new URLSearchParams(words).toString()
    const amount = `${query}&fromAmount=25&flow=`
    const tape = play(baseUrl, [
      { path: `/exchange/range?${query}&flow=standard`, body: { minAmount: 10, maxAmount: null } },
      {
        path: `/exchange/estimated-amount?${amount}standard&type=direct`,
        body: { ...estimate, toAmount: 60 },
      },
      { path: `/exchange/range?${query}&flow=fixed-rate`, status: 400, body: {} },
      {
        path: `/exchange/estimated-amount?${amount}fixed-rate&type=direct&useRateId=true`,
        status: 400,
        body: {},
      },
    ])
    const offered = await quoteOf(provider, asked, tape.context, 'float')
    const both = {
      ...words,
      payinAddress: xrp('exchange'),
      payoutAddress: tron('bob'),
      refundAddress: xrp('alice'),
      refundExtraId: '104477',
      validUntil: null,
      ...tag,
    }
    const sent = {
      ...words,
      fromAmount: '25',
      toAmount: '',
      address: tron('bob'),
      refundAddress: xrp('alice'),
      refundExtraId: '104477',
      flow: 'standard',
      type: 'direct',
    }
    const opening = play(baseUrl, [
      {
        ...create,
        request: sent,
        body: { ...created, ...both, fromAmount: 25, toAmount: 60, flow: 'standard' },
      },
      { path, body: { ...order, ...both, expectedAmountFrom: 25, expectedAmountTo: 60 } },
    ])
    const building = provider.build(offered, opening.context)
    if (extraFields === null) {
      // Its list marks XRP as needing one.
      expect((await refusal(building)).context).toMatchObject({ check: 'D5' })
      return
    }
    const { transaction } = await building
    expect(transaction).toMatchObject({ depositAddress: xrp('exchange'), extraFields })
  })

  test('an order whose time is over is not shown', async () => {
    const offered = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const calls = [create, { path, body: order }]
    const tape = play(baseUrl, calls, { atMs: Date.parse(until) })
    const error = await refusal(provider.build(offered, tape.context))
    expect(error.context).toMatchObject({ check: 'D7', field: 'expiresAt' })
  })

  test('refuses an old rate in the words of ChangeNOW', async () => {
    const offered = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const body = { error: 'rate_expired', message: 'Rate has expired' }
    const tape = play(baseUrl, [{ ...create, status: 400, body }])
    const error = await refusal(provider.build(offered, tape.context))
    expect(error.code).toBe('UPSTREAM_REFUSED')
    expect(error.message).toContain('Rate has expired')
  })

  test('an unpaid order is called over an hour after its time, a paid one never', async () => {
    const offered = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const opening = play(baseUrl, [create, { path, body: order }])
    const built = await provider.build(offered, opening.context)
    const statusAt = async (minutes: number, srcTxHash: string | null): Promise<string> => {
      const tape = play(baseUrl, told('waiting'), { atMs: nowMs + minutes * 60_000 })
      const ref = refOf(offered, built, { srcTxHash })
      return (await provider.status('changenow', ref, tape.context)).status
    }
    expect(await statusAt(5, null)).toBe('PENDING')
    expect(await statusAt(30, null)).toBe('PENDING')
    expect(await statusAt(90, null)).toBe('FAIL')
    expect(await statusAt(90, plainHash('late'))).toBe('LONG_PENDING')
  })

  test('an order opened elsewhere is found by its number', async () => {
    const offered = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const opening = play(baseUrl, [create, { path, body: order }])
    const built = await provider.build(offered, opening.context)
    const foreign = {
      ...refOf(offered, built),
      orderId: null,
      providerState: null,
      srcTxHash: 'synthetic0cn01',
      startedAtMs: null,
    }
    const payoutHash = hash('payout')
    const tape = play(baseUrl, told('sending', { payoutHash }))
    await expect(provider.status('changenow', foreign, tape.context)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'SENDING',
      destinationBlockchain: 'ETH',
    })
    const unknown = play(baseUrl, told('sending', { fromCurrency: 'nope' }))
    await expect(provider.status('changenow', foreign, unknown.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
    const malformed = play(baseUrl, [{ path, status: 400, body: { error: 'not_valid_params' } }])
    await expect(provider.status('changenow', foreign, malformed.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  test('a deposit address or tag that changes later is never shown again', async () => {
    const offered = await quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
    const opening = play(baseUrl, [create, { path, body: order }])
    const built = await provider.build(offered, opening.context)
    for (const change of [{ payinAddress: btc('mallory') }, { payinExtraId: '7' }]) {
      const tape = play(baseUrl, told('waiting', change))
      const error = await refusal(provider.status('changenow', refOf(offered, built), tape.context))
      expect(error.context).toMatchObject({ check: 'D7' })
    }
  })
})
