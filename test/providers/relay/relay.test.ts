import { describe, expect, test } from 'vitest'

import { createRelayProvider } from '../../../src/providers/relay/relay.ts'
import { depositAddress, receiver } from '../depositContract.ts'
import {
  bent,
  type Body,
  btc,
  type Exchange,
  expectNotToShow,
  hash,
  nowMs,
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
  againCall,
  type Answer,
  baseUrl,
  create,
  details,
  entry,
  newest,
  order,
  priceCall,
  readBack,
  register,
  registered,
  request,
  requestId,
  told,
  usdc,
} from './recordings.ts'
import { proofOf } from '../../../src/providers/types.ts'
import { keyless, provider, wanted } from '../relay.case.ts'

/** The call as it is sent without a key. */
function unnamed(call: Exchange): Exchange {
  const { referrer: _referrer, ...body } = call.request
  return { ...call, request: body }
}

describe('relay', () => {
  const quoted = (): ReturnType<typeof quoteOf> =>
    quoteOf(provider, request, play(baseUrl, [priceCall]).context)

  test('has the figures of the estimate', async () => {
    await expect(quoted()).resolves.toMatchObject({
      dstAmount: 1_420_500_000n,
      dstMinAmount: 1_406_295_000n,
      durationSeconds: 620,
      priceImpactPercent: 0.12,
    })
  })

  test('without a price call the address of the estimate is thrown away', async () => {
    const tape = play(baseUrl, [
      { ...priceCall, status: 404, body: { message: 'Route not found' } },
      { ...priceCall, path: '/quote/v2', body: order },
    ])
    const quote = await quoteOf(provider, request, tape.context)
    expect(tape.asked.map(({ effect }) => effect)).toEqual(['read', 'read'])
    expect(JSON.stringify(quote.providerState)).not.toContain(depositAddress)
  })

  test('without a key no referrer is named, and no list of requests is asked for', async () => {
    const tape = play(baseUrl, [unnamed(priceCall)])
    const { quotes } = await keyless.quote(request, wanted, tape.context)
    expect(quotes).toHaveLength(1)
    expect(tape.asked[0]).toMatchObject({ headers: {} })
    const later = play(baseUrl, [unnamed(againCall), unnamed(create), register])
    const [quote] = quotes
    if (quote === undefined) throw new Error('no quote')
    const built = await keyless.build(quote, later.context)
    expect(built.transaction).toMatchObject({ depositAddress })
    expect(later.unused()).toEqual([])
    const waiting = play(baseUrl, [told('waiting')])
    await expect(
      keyless.status('relay', refOf(quote, built), waiting.context),
    ).resolves.toMatchObject({ status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' })
  })

  test('with a key it is sent with every call, and the referrer as well', async () => {
    const tape = play(baseUrl, [againCall, create, readBack])
    await provider.build(await quoted(), tape.context)
    expect(tape.asked.map(({ headers }) => headers)).toEqual(
      tape.asked.map(() => ({ 'x-api-key': 'k-1' })),
    )
    expect(tape.asked[0]?.body).toMatchObject({ referrer: 'test' })
  })

  test.each([
    ['keyless', keyless, 'Relay needs a key: SWAPROUTE_RELAY_API_KEY.'],
    ['keyed', provider, 'Relay refuses the key in SWAPROUTE_RELAY_API_KEY.'],
  ])('a locked quote is a matter of the key: %s', async (_name, adapter, message) => {
    const body = { message: 'Please provide an api key', errorCode: 'UNAUTHORIZED_QUOTE' }
    const locked = { method: 'POST' as const, path: '/price', status: 401, body }
    const error = await refusal(
      adapter.quote(request, wanted, play(baseUrl, [locked]).context).then(() => null),
    )
    expect([error.code, error.message]).toEqual(['UPSTREAM_REFUSED', message])
  })

  test.each<[string, object, string]>([
    ['another refund address', { refundTo: btc('mallory') }, 'refundAddress'],
    ['no refund address', { refundTo: null }, 'refundAddress'],
    ['another deposit address', { depositAddress: btc('mallory') }, 'depositAddress'],
    ['another request', { requestId: hash('other') }, 'orderId'],
    ['another coin', { currency: btc('mallory') }, 'srcCoin'],
    ['an open address', { type: 'open' }, 'rateType'],
    ['an address of a new kind', { type: 'custodial' }, 'rateType'],
  ])('a register that returns %s refuses the order without a key', async (_name, change, field) => {
    const stolen = { ...register, body: { ...registered, ...change } }
    const tape = play(baseUrl, [unnamed(againCall), unnamed(create), stolen])
    const error = await refusal(keyless.build(await quoted(), tape.context))
    expect(error.context).toMatchObject({ check: 'D3', field })
    expectNotToShow(error, depositAddress)
  })

  test('a list that leaves the refund address out is completed by the register', async () => {
    const silent = bent(readBack.body, (body) => (body.requests[0].refundTo = null))
    const half = { ...readBack, body: silent }
    const tape = play(baseUrl, [againCall, create, half, register])
    await expect(provider.build(await quoted(), tape.context)).resolves.toMatchObject({
      transaction: { depositAddress },
    })
    const stolen = { ...register, body: { ...registered, refundTo: btc('mallory') } }
    const error = await refusal(
      provider.build(await quoted(), play(baseUrl, [againCall, create, half, stolen]).context),
    )
    expect(error.context).toMatchObject({ check: 'D3', field: 'refundAddress' })
  })

  const openBody = bent(readBack.body, (body) => (body.requests[0].depositAddress.type = 'open'))

  test('an open address is shown once the whole order was read back', async () => {
    const tape = play(baseUrl, [againCall, create, { ...readBack, body: openBody }])
    await expect(provider.build(await quoted(), tape.context)).resolves.toMatchObject({
      transaction: { depositAddress, amountToSend: '0.015' },
    })
  })

  test.each<[string, (body: Body) => void]>([
    ['srcCoin', (body) => delete body.requests[0].data.route.quoted.origin],
    [
      'amountToSend',
      (body) => (body.requests[0].data.route.quoted.origin.inputCurrency.amount = '1500001'),
    ],
    ['dstAmount', (body) => delete body.requests[0].data.route.quoted.destination],
    [
      'dstAmount',
      (body) => delete body.requests[0].data.route.quoted.destination.outputCurrency.minimumAmount,
    ],
    [
      'dstAmount',
      (body) =>
        (body.requests[0].data.route.quoted.destination.outputCurrency.minimumAmount =
          '1406294999'),
    ],
    [
      'dstCoin',
      (body) => delete body.requests[0].data.route.quoted.destination.outputCurrency.currency,
    ],
    ['receiver', (body) => delete body.requests[0].recipient],
  ])('an open address whose %s is not returned as agreed is not shown', async (field, change) => {
    const body = bent(openBody, change)
    const tape = play(baseUrl, [againCall, create, { ...readBack, body }])
    const error = await refusal(provider.build(await quoted(), tape.context))
    expect(error.context).toMatchObject({ check: 'D3', field })
    expectNotToShow(error, depositAddress)
  })

  test('an order whose refund address is never returned is not shown', async () => {
    const missing = { ...register, status: 404, body: { message: 'not found' } }
    const silent = bent(readBack.body, (body) => (body.requests[0].refundTo = null))
    const half = { ...readBack, body: silent }
    const looks = Array.from({ length: 4 }, () => [half, missing]).flat()
    const error = await refusal(
      provider.build(await quoted(), play(baseUrl, [againCall, create, ...looks]).context),
    )
    expect(error.code).toBe('OUTCOME_UNKNOWN')
    expect(error.message).not.toContain(depositAddress)
  })

  test('a register that is locked as well asks for a key, and nothing is shown', async () => {
    const locked = {
      path: `/deposit-addresses/v1?requestId=${requestId}`,
      status: 401,
      body: { message: 'Unauthorized' },
    }
    const tape = play(baseUrl, [unnamed(againCall), unnamed(create), locked])
    const error = await refusal(keyless.build(await quoted(), tape.context))
    expect(error.code).toBe('OUTCOME_UNKNOWN')
    expect(error.message).toContain('SWAPROUTE_RELAY_API_KEY')
    expect(error.message).not.toContain(depositAddress)
  })

  test('the coin of TON is read from the list of chains, once', async () => {
    const coin = tokenOf('TON', 'TON')
    const from = requestOf(coin, usdc, 5_000_000_000n, { receiver, fromAddress: ton('alice') })
    const fresh = createRelayProvider({ baseUrl, pause: async () => {} })
    const chains: Answer<'/chains'> = {
      chains: [
        { id: 224235520, vmType: 'tonvm', currency: { symbol: 'TON', address: 'EQnative' } },
        { id: 1, vmType: 'evm', disabled: false, depositEnabled: true },
      ],
    }
    const answer = {
      details: {
        ...details,
        currencyIn: { amount: '5000000000', currency: { chainId: 224235520, address: 'EQnative' } },
      },
    }
    const call = { method: 'POST' as const, path: '/price', body: answer }
    const tape = play(baseUrl, [{ path: '/chains', body: chains }, call, call])
    await fresh.quote(from, wanted, tape.context)
    await fresh.quote(from, wanted, tape.context)
    expect(tape.asked[1]?.body).toMatchObject({
      originChainId: 224235520,
      originCurrency: 'EQnative',
    })
    const closed = createRelayProvider({ baseUrl })
    const shut = bent(chains, (body) => (body.chains[0].depositEnabled = false))
    await expect(
      closed.quote(from, wanted, play(baseUrl, [{ path: '/chains', body: shut }]).context),
    ).rejects.toMatchObject({ code: 'NO_ROUTE' })
  })

  test.each([
    ['EQnative', true],
    ['EQother', false],
  ])('reads an order that is paid in %s as paid in TON: %s', async (address, native) => {
    const chains = {
      path: '/chains',
      body: { chains: [{ id: 224235520, vmType: 'tonvm', currency: { address: 'EQnative' } }] },
    }
    const paid = bent(entry, (body) => {
      const coin = { chainId: 224235520, address, decimals: 9 }
      body.data.route.quoted.origin.inputCurrency.currency = coin
    })
    const tape = play(baseUrl, [{ ...readBack, body: { requests: [paid] } }, chains])
    const claim = {
      orderId: requestId,
      depositAddress,
      depositMemo: null,
      srcToken: tokenOf('TON', 'TON'),
      dstToken: usdc,
      srcAmount: 1_500_000n,
      fromAddress: ton('alice'),
      receiver,
    }
    const fresh = createRelayProvider({ baseUrl, apiKey: 'key', pause: async () => {} })
    const facts = await proofOf(fresh, 'order')?.read(claim, tape.context)
    expect(facts?.srcToken).toMatchObject({ blockchain: 'TON', native })
  })

  test('finds a request of another account by its number or its hash', async () => {
    const ref = {
      ...refOf(await quoted(), await builtOrder()),
      orderId: null,
      providerState: null,
      srcTxHash: hash('source'),
      startedAtMs: nowMs,
    }
    const found = {
      path: `/requests/v3?term=${hash('source')}&${newest}`,
      body: { requests: [{ ...entry, status: 'pending' }] },
    }
    const tape = play(baseUrl, [found])
    await expect(provider.status('relay', ref, tape.context)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      destinationBlockchain: 'ETH',
    })
    const none = play(baseUrl, [{ ...found, body: { requests: [] } }])
    await expect(provider.status('relay', ref, none.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
    // No call was made, so nothing is reported of the order.
    await expect(keyless.status('relay', ref, play(baseUrl, []).context)).rejects.toMatchObject({
      code: 'UPSTREAM_REFUSED',
    })
    const silent = play(baseUrl, [])
    const other = { ...ref, srcTxHash: plainHash('a bitcoin hash') }
    await expect(provider.status('relay', other, silent.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  const builtOrder = async (): ReturnType<typeof provider.build> =>
    provider.build(await quoted(), play(baseUrl, [againCall, create, readBack]).context)
})
