import { describe, expect, test } from 'vitest'

import type { Quote } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { createChainflipProvider } from '../../../src/providers/chainflip/chainflip.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { receiver } from '../depositContract.ts'
import {
  bent,
  type Body,
  evmPayment,
  hash,
  nowMs,
  plainHash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'
import {
  baseUrl,
  bitcoin,
  channel,
  create,
  deposit,
  egress,
  flat,
  minPriceX128,
  network,
  objects,
  offers,
  order,
  path,
  quoteCall,
  request,
  told,
} from './recordings.ts'
import { provider, wanted } from '../chainflip.case.ts'

describe('chainflip', () => {
  const fresh = (): typeof provider => createChainflipProvider({ baseUrl, pause: async () => {} })
  const opened = async (): Promise<{ offered: Quote; built: BuiltSwap }> => {
    const offered = await quoteOf(provider, request, play(baseUrl, [quoteCall]).context)
    const calls = [quoteCall, create, { path, body: order }]
    return { offered, built: await provider.build(offered, play(baseUrl, calls).context) }
  }

  test('the regular offer counts, with the slippage that is recommended or asked for', async () => {
    const usual = await quoteOf(provider, request, play(baseUrl, [quoteCall]).context)
    expect(usual).toMatchObject({
      dstAmount: 1_420_500_000n,
      dstMinAmount: 1_406_295_000n,
      slippageBps: 100,
      durationSeconds: 1231,
    })
    const asked = { ...request, slippageBps: 30 }
    const tight = await quoteOf(provider, asked, play(baseUrl, [quoteCall]).context)
    expect(tight).toMatchObject({ dstMinAmount: 1_416_238_500n, slippageBps: 30 })
  })

  test('the least price gives the receiver what was accepted, and not a unit less', () => {
    const received = (price: bigint): bigint => (1_499_000n * price) / 2n ** 128n - 500_000n
    expect(received(minPriceX128)).toBe(1_406_295_000n)
    expect(received(minPriceX128 - 2n ** 108n)).toBeLessThan(1_406_295_000n)
  })

  test.each<[string, (body: Body) => void]>([
    ['no channels', (body) => (body.assets[0].depositChannelCreationEnabled = false)],
    ['no deposits', (body) => (body.assets[0].depositChannelDepositsEnabled = false)],
    ['no payouts', (body) => (body.assets[2].egressEnabled = false)],
  ])('is not asked for an asset with %s', async (_name, change) => {
    const tape = play(baseUrl, [{ ...network, body: bent(network.body, change) }])
    const error = await refusal(fresh().quote(request, wanted, tape.context))
    expect(error.code).toBe('NO_ROUTE')
  })

  test('TRON is not paid to without the word of the network', async () => {
    const asked = requestOf(tokenOf('TRON', 'TRX'), bitcoin, 5_000_000n)
    const error = await refusal(fresh().quote(asked, wanted, play(baseUrl, [network]).context))
    expect(error.code).toBe('NO_ROUTE')
    const named = bent(network.body, (body) => body.assets.push({ asset: 'Trx' }))
    const tape = play(baseUrl, [
      { ...network, body: named },
      {
        path: '/v2/quote?srcChain=Tron&srcAsset=TRX&destChain=Bitcoin&destAsset=BTC&amount=5000000',
        body: bent(offers, (body) =>
          Object.assign(body[1], {
            srcAsset: { asset: 'TRX', chain: 'Tron' },
            destAsset: { asset: 'BTC', chain: 'Bitcoin' },
            depositAmount: '5000000',
          }),
        ),
      },
    ])
    await expect(fresh().quote(asked, wanted, tape.context)).resolves.toMatchObject({ failed: [] })
  })

  test('the request has its older form where the newest is not known', async () => {
    const { offered } = await opened()
    const tape = play(baseUrl, [
      quoteCall,
      { ...create, request: objects, status: 400, body: { bodyErrors: { issues: [] } } },
      { ...create, request: flat },
      { path, body: order },
    ])
    await expect(provider.build(offered, tape.context)).resolves.toMatchObject({
      orderId: channel.id,
    })
    expect(tape.unused()).toEqual([])
    const refused = { ...create, status: 400, body: { message: 'too many channels' } }
    const both = play(baseUrl, [quoteCall, refused, { ...refused, request: flat }])
    const error = await refusal(provider.build(offered, both.context))
    expect(error.code).toBe('UPSTREAM_REFUSED')
    expect(error.message).toContain('too many channels')
  })

  test('does not show an order that does not return its least price', async () => {
    const { offered } = await opened()
    const silent = bent(order, (body) => delete body.fillOrKillParams.minPrice)
    const tape = play(baseUrl, [quoteCall, create, { path, body: silent }])
    const error = await refusal(provider.build(offered, tape.context))
    expect(error.context).toMatchObject({ check: 'D3', field: 'dstAmount' })
  })

  test.each([
    ['93848.1', false],
    ['93848.85', true],
    ['93848.89', true],
    ['93848.95', true],
    ['93849.1', false],
    ['938488.99', false],
  ])('accepts the least price %s as that of the order: %s', async (minPrice, isIt) => {
    const { offered } = await opened()
    const told = bent(order, (body) => (body.fillOrKillParams.minPrice = minPrice))
    const tape = play(baseUrl, [quoteCall, create, { path, body: told }])
    const built = provider.build(offered, tape.context)
    if (isIt) await expect(built).resolves.toMatchObject({ orderId: channel.id })
    else expect((await refusal(built)).context).toMatchObject({ check: 'D3', field: 'dstAmount' })
  })

  const payout = hash('payout')
  const paidFor = async (arrived: string, amount: bigint, more: Body = {}): Promise<SwapStatus> => {
    const { offered, built } = await opened()
    const { dstToken } = request
    const rpc = evmPayment({ token: dstToken, to: receiver, amount, hash: payout })
    const body = { deposit: deposit(plainHash('in'), arrived), swapEgress: egress(payout, amount) }
    const tape = play(baseUrl, told('COMPLETED', { ...body, ...more }), { rpc, nodes: ['ETH'] })
    return provider.status('chainflip', refOf(offered, built), tape.context)
  }

  test('another payment than agreed is measured by what it was', async () => {
    await expect(paidFor('150000', 142_000_000n)).resolves.toMatchObject({
      status: 'SUCCESS',
      receivedAmount: 142_000_000n,
    })
    await expect(paidFor('1500000', 1_420_000_000n)).resolves.toMatchObject({
      status: 'SUCCESS',
      receivedAmount: 1_420_000_000n,
    })
    // Far below what the payment would have brought (S10).
    await expect(paidFor('1500000', 142_000_000n)).resolves.toMatchObject({
      status: 'INDETERMINATE',
      receivedAmount: 142_000_000n,
      note: 'Chainflip paid out 142 USDC instead of 1420.5 USDC.',
    })
    await expect(paidFor('150000', 14_200_000n)).resolves.toMatchObject({
      status: 'INDETERMINATE',
      receivedAmount: 14_200_000n,
      note: '0.0015 of 0.015 arrived; what arrived is swapped. Chainflip paid out 14.2 USDC instead of 142.05 USDC.',
    })
  })

  test('reports a returned part with the success', async () => {
    const more = { refundEgress: egress(plainHash('back'), 500_000n) }
    await expect(paidFor('1500000', 950_000_000n, more)).resolves.toMatchObject({
      status: 'SUCCESS',
      note: expect.stringMatching(
        /^0\.005 of it came back unswapped\. \S+ paid out .* instead of /,
      ),
    })
  })

  test('finds a swap of another account by its channel or its transaction', async () => {
    const { offered, built } = await opened()
    const foreign = { ...refOf(offered, built), providerState: null, orderId: null }
    const expected = { status: 'PENDING', subStatus: 'EXCHANGING', sourceBlockchain: 'BITCOIN' }
    for (const text of [channel.id, plainHash('in')]) {
      const body = { ...order, state: 'SWAPPING', deposit: deposit(plainHash('in')) }
      const tape = play(baseUrl, [{ path: `/v2/swaps/${text}`, body }])
      const ref = { ...foreign, srcTxHash: text }
      await expect(provider.status('chainflip', ref, tape.context)).resolves.toMatchObject(expected)
    }
  })

  test('asks for few unknown swaps a minute, and for its own always', async () => {
    const { offered, built } = await opened()
    const one = fresh()
    const miss = { path: `/v2/swaps/${plainHash('x')}`, status: 404, body: {} }
    const foreign = { ...refOf(offered, built), providerState: null, orderId: null }
    const ref = { ...foreign, srcTxHash: plainHash('x') }
    const calls = Array.from({ length: 20 }, () => miss)
    const tape = play(baseUrl, calls)
    for (const _call of calls) await one.status('chainflip', ref, tape.context)
    expect(tape.asked).toHaveLength(8)
    const own = play(baseUrl, told('WAITING'))
    await expect(
      one.status('chainflip', refOf(offered, built), own.context),
    ).resolves.toMatchObject({ status: 'PENDING' })
    const later = play(baseUrl, [miss], { atMs: nowMs + 61_000 })
    await one.status('chainflip', ref, later.context)
    expect(later.unused()).toEqual([])
  })
})
