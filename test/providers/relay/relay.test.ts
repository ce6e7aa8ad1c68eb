import { describe, expect, test } from 'vitest'

import { createRelayProvider } from '../../../src/providers/relay/relay.ts'
import { depositAddress, describeDepositProvider, receiver, refund } from '../depositContract.ts'
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
  familyPath,
  listPath,
  newest,
  order,
  price,
  priceCall,
  readBack,
  register,
  registered,
  request,
  requestId,
  told,
  usdc,
} from './recordings.ts'
import { relayCase, provider, keyed, wanted } from './case.ts'

describeDepositProvider('relay', relayCase)

describe('relay', () => {
  const quoted = (): ReturnType<typeof quoteOf> =>
    quoteOf(provider, request, play(baseUrl, [priceCall]).context)

  test('tells what the estimate says', async () => {
    await expect(quoted()).resolves.toMatchObject({
      dstAmount: 1_420_500_000n,
      dstMinAmount: 1_406_295_000n,
      durationSeconds: 620,
      priceImpactPercent: 0.12,
    })
  })

  test('where there is no price call the address of the estimate is thrown away', async () => {
    const tape = play(baseUrl, [
      { ...priceCall, status: 404, body: { message: 'Route not found' } },
      { ...priceCall, path: '/quote/v2', body: order },
    ])
    const quote = await quoteOf(provider, request, tape.context)
    expect(tape.asked.map(({ effect }) => effect)).toEqual(['read', 'read'])
    expect(JSON.stringify(quote.providerState)).not.toContain(depositAddress)
  })

  test.each([
    ['NO_SWAP_ROUTES_FOUND', 'NO_ROUTE'],
    ['UNSUPPORTED_CHAIN', 'NO_ROUTE'],
    ['SANCTIONED_WALLET_ADDRESS', 'UPSTREAM_REFUSED'],
  ])('%s is %s', async (errorCode, code) => {
    const tape = play(baseUrl, [{ ...priceCall, status: 400, body: { message: 'x', errorCode } }])
    await expect(provider.quote(request, wanted, tape.context)).rejects.toMatchObject({ code })
  })

  test.each<[string, (body: Body) => void]>([
    ['another amount', (body) => (body.details.currencyIn.amount = '1')],
    ['another coin', (body) => (body.details.currencyOut.currency.address = evm('other'))],
    ['another chain', (body) => (body.details.currencyOut.currency.chainId = 8453)],
    [
      'more at least than expected',
      (body) => (body.details.currencyOut.minimumAmount = '9999999999'),
    ],
  ])('an estimate of %s is no estimate', async (_name, change) => {
    const tape = play(baseUrl, [{ ...priceCall, body: bent(price, change) }])
    await expect(provider.quote(request, wanted, tape.context)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
  })

  test('the register of addresses tells an order again where the list is gone', async () => {
    const gone = { path: listPath, status: 410, body: { message: 'retired' } }
    const tape = play(baseUrl, [againCall, create, gone, register])
    const built = await provider.build(await quoted(), tape.context)
    expect(built.transaction).toMatchObject({ depositAddress })
    expect(tape.unused()).toEqual([])
  })

  test.each<[string, object, string]>([
    ['another refund address', { refundTo: btc('mallory') }, 'refundAddress'],
    ['no refund address', { refundTo: null }, 'refundAddress'],
    ['another deposit address', { depositAddress: btc('mallory') }, 'depositAddress'],
    ['another request', { requestId: hash('other') }, 'orderId'],
    ['another coin', { currency: btc('mallory') }, 'srcCoin'],
    ['an open address', { type: 'open' }, 'rateType'],
  ])('a register that tells %s refuses the order, with the list or without', async (...row) => {
    const [, change, field] = row
    const gone = { path: listPath, status: 410, body: { message: 'retired' } }
    const stolen = { ...register, body: { ...registered, ...change } }
    for (const list of [readBack, gone]) {
      const tape = play(baseUrl, [againCall, create, list, stolen])
      const error = await refusal(provider.build(await quoted(), tape.context))
      expect(error.context).toMatchObject({ check: 'D3', field })
    }
  })

  test('an order whose refund address nobody tells again is not shown', async () => {
    const missing = { ...register, status: 404, body: { message: 'not found' } }
    const looks = Array.from({ length: 4 }, () => [readBack, missing]).flat()
    const error = await refusal(
      provider.build(await quoted(), play(baseUrl, [againCall, create, ...looks]).context),
    )
    expect(error.code).toBe('OUTCOME_UNKNOWN')
    expect(error.message).not.toContain(depositAddress)
  })

  test('without any of them a key is asked for and nothing is shown', async () => {
    const gone = { path: listPath, status: 410, body: { message: 'retired' } }
    const locked = {
      path: `/deposit-addresses/v1?requestId=${requestId}`,
      status: 401,
      body: { message: 'Unauthorized' },
    }
    const error = await refusal(
      provider.build(await quoted(), play(baseUrl, [againCall, create, gone, locked]).context),
    )
    expect(error.code).toBe('OUTCOME_UNKNOWN')
    expect(error.message).toContain('SWAPROUTE_RELAY_API_KEY')
    expect(error.message).not.toContain(depositAddress)
  })

  test('with a key the third version is asked', async () => {
    const tape = play(baseUrl, [
      againCall,
      create,
      { path: listPath.replace('v2', 'v3'), body: { requests: [{ ...entry, refundTo: refund }] } },
    ])
    const built = await keyed.build(await quoted(), tape.context)
    expect(tape.asked.map(({ headers }) => headers)).toEqual(
      tape.asked.map(() => ({ 'x-api-key': 'k-1' })),
    )
    const paid = hash('payout')
    const child = {
      ...entry,
      id: hash('child'),
      status: 'success',
      depositAddress: { ...entry.depositAddress, depositTxHash: plainHash('in') },
      data: { outTxs: [{ txHash: paid }], inTxs: [{ txHash: plainHash('in') }] },
    }
    const later = play(baseUrl, [
      told('waiting'),
      {
        path: familyPath.replace('v2', 'v3'),
        body: { requests: [child, { ...entry, supersededByRequestId: hash('child') }] },
      },
    ])
    const status = await keyed.status('relay', refOf(await quoted(), built), later.context)
    expect(status).toMatchObject({ status: 'PENDING', sourceTxHash: plainHash('in') })
    expect(status.note).toContain('Relay says it has paid')
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

  test('a request of somebody else is found by its number or its hash', async () => {
    const ref = {
      ...refOf(await quoted(), await builtOrder()),
      orderId: null,
      providerState: null,
      srcTxHash: hash('source'),
      startedAtMs: nowMs,
    }
    const tape = play(baseUrl, [
      { path: `/requests/v2?id=${hash('source')}&${newest}`, body: { requests: [] } },
      {
        path: `/requests/v2?hash=${hash('source')}&${newest}`,
        body: { requests: [{ ...entry, status: 'pending' }] },
      },
    ])
    await expect(provider.status('relay', ref, tape.context)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      destinationBlockchain: 'ETH',
    })
    const silent = play(baseUrl, [])
    const other = { ...ref, srcTxHash: plainHash('a bitcoin hash') }
    await expect(provider.status('relay', other, silent.context)).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  const builtOrder = async (): ReturnType<typeof provider.build> =>
    provider.build(await quoted(), play(baseUrl, [againCall, create, readBack, register]).context)
})
