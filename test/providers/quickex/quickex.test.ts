import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import type { Quote } from '../../../src/core/quote.ts'
import { createQuickexProvider } from '../../../src/providers/quickex.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { depositAddress } from '../depositContract.ts'
import {
  bent,
  type Body,
  nowMs,
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
  deposit,
  list,
  noFixed,
  order,
  orderBody,
  path,
  quote,
  rate,
  ratePath,
  request,
  told,
} from './recordings.ts'
import { provider, wanted } from '../quickex.case.ts'

describe('quickex', () => {
  test('is not asked where the receiver needs a memo: its orders do not repeat it', async () => {
    expect(provider.capabilities.receiverMemo).toBe(false)
    const asked = requestOf(bitcoin, tokenOf('RIPPLE', 'XRP'), 10_000_000n, {
      receiver: xAddress('bob', 7),
    })
    const quoted = {
      ...(await quoteOf(provider, request, play(baseUrl, quote).context, 'float')),
      request: asked,
    }
    const error = await refusal(provider.build(quoted, play(baseUrl, []).context))
    expect(error.code).toBe('UNSUPPORTED_RECEIVER')
  })

  const fresh = (apiKey: string | null = null): typeof provider =>
    createQuickexProvider({ baseUrl, apiKey, pause: async () => {} })
  const quoted = (): Promise<Quote> =>
    quoteOf(provider, request, play(baseUrl, quote).context, 'fixed')
  const opened = async (): Promise<{ offered: Quote; built: BuiltSwap }> => {
    const offered = await quoted()
    const built = await provider.build(
      offered,
      play(baseUrl, [create, { path, body: order }]).context,
    )
    return { offered, built }
  }

  test('an amount out of range is refused although there is a rate', async () => {
    const low = { ...rate, generalMinAmount: null, depositRules: { minAmount: '0.02' } }
    const tape = play(baseUrl, [{ path: ratePath('FLOATING'), body: low }, noFixed])
    const error = await refusal(provider.quote(request, wanted, tape.context))
    expect([error.code, error.context]).toEqual([
      'AMOUNT_TOO_LOW',
      { tokenSymbol: 'BTC', minAmount: '0.02' },
    ])
  })

  test.each<[string, (body: Body) => void]>([
    ['no entry', (body) => body.splice(0, 1)],
    ['another network of the same name', (body) => (body[0].networkTitle = 'BEP20')],
  ])('offers nothing for a coin with %s', async (_name, change) => {
    const tape = play(baseUrl, [{ ...list, body: bent(list.body, change) }])
    const error = await refusal(fresh().quote(request, wanted, tape.context))
    expect(error.code).toBe('NO_ROUTE')
  })

  test.each([
    ['POLYGON', 'POL', 'MATIC', 'POLYGON'],
    ['BSC', 'BNB', 'BNB', 'BEP20'],
  ] as const)('%s %s is asked for as the list spells it', async (chain, symbol, code, title) => {
    const asked = requestOf(tokenOf(chain, symbol), bitcoin, 10n ** 18n)
    const rateOf = (mode: string): string =>
      ratePath(mode).replace(
        /^.*&claimedDepositAmount=0.015/,
        `/v1/rates/public/one?instrumentFromCurrencyTitle=${code}&instrumentFromNetworkTitle=${title}` +
          '&instrumentToCurrencyTitle=BTC&instrumentToNetworkTitle=BTC&claimedDepositAmount=1',
      )
    const body = { ...rate, depositRules: null, generalMaxAmount: null, amountToGet: '0.01' }
    const tape = play(baseUrl, [
      { path: rateOf('FLOATING'), body },
      { ...noFixed, path: rateOf('FIXED') },
    ])
    const offered = await quoteOf(provider, asked, tape.context, 'float')
    expect(offered).toMatchObject({ dstAmount: 1_000_000n, limits: { max: null } })
  })

  test('a token that shares its name is on no list', () => {
    const bridged = tokenOf('POLYGON', 'USDC.e')
    expect(provider.supports({ ...request, dstToken: bridged })).toEqual([])
    expect(provider.supports({ ...request, dstToken: tokenOf('POLYGON', 'USDT') })).toEqual([
      'quickex',
    ])
  })

  test('an amount with more digits than the coin has here is refused', async () => {
    const asked = requestOf(tokenOf('POLYGON', 'POL'), bitcoin, 1_234_567_890_123_456_789n)
    const error = await refusal(provider.quote(asked, wanted, play(baseUrl, []).context))
    expect([error.code, error.serviceCode]).toEqual(['TOO_MANY_DECIMALS', 2006])
  })

  test('rejects a floating rate in place of the fixed one', async () => {
    const calls = [
      { path: ratePath('FLOATING'), body: rate },
      { path: ratePath('FIXED'), body: rate },
    ]
    const { quotes } = await provider.quote(request, wanted, play(baseUrl, calls).context)
    expect(quotes.map(({ rateType }) => rateType)).toEqual(['float'])
  })

  test('an answer whose address is a text is read as well', async () => {
    const flat = { ...created, depositAddress, depositAddressMemo: null, orderId: '900001' }
    const tape = play(baseUrl, [
      { ...create, body: flat },
      { path, body: order },
    ])
    const built = await provider.build(await quoted(), tape.context)
    expect(built.transaction).toMatchObject({ depositAddress, exchangeId: '900001' })
  })

  test('an order that is still being made is looked at again, a failed one never', async () => {
    const pending = { path, body: { ...order, isPendingToCreate: true } }
    const tape = play(baseUrl, [create, pending, pending, { path, body: order }])
    await expect(provider.build(await quoted(), tape.context)).resolves.toMatchObject({
      orderId: '900001',
    })
    expect(tape.unused()).toEqual([])
    const failed = play(baseUrl, [create, { path, body: { ...order, failedToCreate: true } }])
    const error = await refusal(provider.build(await quoted(), failed.context))
    expect(error.code).toBe('OUTCOME_UNKNOWN')
  })

  test('memos of source, receiver and refund go into their own fields', async () => {
    const ripple = tokenOf('RIPPLE', 'XRP')
    const asked = requestOf(ripple, tokenOf('TRON', 'USDT'), 25_000_000n, {
      receiver: tron('bob'),
      refundAddress: xAddress('alice', 104477),
    })
    const words = {
      instrumentFrom: { currencyTitle: 'XRP', networkTitle: 'XRP' },
      instrumentTo: { currencyTitle: 'USDT', networkTitle: 'TRC20' },
    }
    const query =
      'instrumentFromCurrencyTitle=XRP&instrumentFromNetworkTitle=XRP' +
      '&instrumentToCurrencyTitle=USDT&instrumentToNetworkTitle=TRC20&claimedDepositAmount=25'
    const tape = play(baseUrl, [
      {
        path: `/v1/rates/public/one?${query}&rateMode=FLOATING&exchangeType=crypto`,
        body: { ...rate, amountToGet: '60', generalMinAmount: '10', generalMaxAmount: '9000' },
      },
      {
        path: `/v1/rates/public/one?${query}&rateMode=FIXED&exchangeType=crypto`,
        status: 422,
        body: {},
      },
    ])
    const offered = await quoteOf(provider, asked, tape.context, 'float')
    const sent = {
      ...words,
      destinationAddress: tron('bob'),
      refundAddress: xrp('alice'),
      refundAddressMemo: '104477',
      claimedDepositAmount: '25',
      rateMode: 'FLOATING',
      claimedNetworkFee: '1.2',
    }
    const place = { depositAddress: xrp('exchange'), depositAddressMemo: '4021' }
    const amounts = { claimedDepositAmount: '25', amountToGet: '60', rateMode: 'FLOATING' }
    const opening = play(baseUrl, [
      {
        ...create,
        request: sent,
        body: { ...created, ...amounts, pair: words, depositAddress: place },
      },
      {
        path: `/v1/orders/public-info?orderId=900001&destinationAddress=${tron('bob')}`,
        body: { ...order, ...amounts, pair: words, destinationAddress: tron('bob') },
      },
    ])
    const { transaction } = await provider.build(offered, opening.context)
    expect(transaction).toMatchObject({
      depositAddress: xrp('exchange'),
      extraFields: { name: 'destination tag', value: '4021' },
    })
  })

  test('an unpaid order is over after three hours and some grace', async () => {
    const { offered, built } = await opened()
    const statusAt = async (hours: number): Promise<string> => {
      const tape = play(baseUrl, told([]), { atMs: nowMs + hours * 3_600_000 })
      return (await provider.status('quickex', refOf(offered, built), tape.context)).status
    }
    expect([await statusAt(2.9), await statusAt(3.5), await statusAt(4.1)]).toEqual([
      'PENDING',
      'PENDING',
      'FAIL',
    ])
  })

  test('reports an order of another account to a caller that knows its receiver', async () => {
    const { offered, built } = await opened()
    const foreign = { ...refOf(offered, built), providerState: null, startedAtMs: null }
    const tape = play(baseUrl, told(['DEPOSIT_REGISTERED'], { deposits: [deposit(null)] }))
    await expect(provider.status('quickex', foreign, tape.context)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      destinationBlockchain: 'ETH',
    })
    const blind = play(baseUrl, [])
    const nobody = { ...foreign, receiver: null }
    await expect(provider.status('quickex', nobody, blind.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
    const other = play(baseUrl, [{ path, status: 403, body: {} }])
    await expect(provider.status('quickex', foreign, other.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  test('a partner signs what he sends, and is credited', async () => {
    const partner = fresh('pub:shh:aff_7')
    const more = '&referrerId=aff_7'
    const tape = play(baseUrl, [
      { ...list, path: '/v2/instruments/public' },
      { path: ratePath('FLOATING', 'v2', more), body: rate },
      { path: ratePath('FIXED', 'v2', more), status: 422, body: {} },
    ])
    const offered = await quoteOf(partner, request, tape.context, 'float')
    const { claimedPublicRate: _none, ...body } = orderBody
    const sent = { ...body, rateMode: 'FLOATING', referrerId: 'aff_7' }
    const amounts = { amountToGet: '1420.5', rateMode: 'FLOATING' }
    const opening = play(baseUrl, [
      {
        ...create,
        path: '/v2/orders/public/create',
        request: sent,
        body: { ...created, ...amounts },
      },
      { path: path.replace('v1', 'v2'), body: { ...order, ...amounts } },
    ])
    await partner.build(offered, opening.context)
    const [posted, looked] = opening.asked
    const sign = (text: string): string =>
      createHmac('sha256', 'shh').update(`${nowMs}${text}pub`).digest('base64')
    const headers = { 'x-api-public-key': 'pub', 'x-api-timestamp': String(nowMs) }
    expect(posted?.headers).toEqual({
      ...headers,
      'x-api-signature': sign(JSON.stringify(posted?.body)),
    })
    expect(looked?.headers).toEqual({ ...headers, 'x-api-signature': sign('') })
  })

  test.each(['secretless', 'a:b:c', ':b', 'a:'])('a key such as %s is refused', (key) => {
    expect(() => fresh(key)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  })
})
