import { describe, expect, test } from 'vitest'

import type { Quote } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { createThorchainProvider } from '../../../src/providers/thorchain/thorchain.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { receiver, refund } from '../depositContract.ts'
import {
  bent,
  type Body,
  btc,
  cosmos,
  evm,
  type Exchange,
  hash as evmHash,
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
  estimateCall,
  expiry,
  hash,
  inbounds,
  orderCall,
  pools,
  quoted,
  request,
  told,
} from './recordings.ts'
import { provider, wanted, quote, readBack, out } from '../thorchain.case.ts'

/** Who is paid, what is different about it, and whether it counts. */
type PayCase = [who: string, change: Body, counts: boolean]

describe('thorchain', () => {
  const fresh = (): typeof provider => createThorchainProvider({ baseUrl, apiKey: 'me' })
  const offer = (): Promise<Quote> => quoteOf(provider, request, play(baseUrl, quote).context)
  const opened = async (): Promise<{ offered: Quote; built: BuiltSwap }> => {
    const offered = await offer()
    const calls = [inbounds, orderCall, readBack]
    return { offered, built: await provider.build(offered, play(baseUrl, calls).context) }
  }

  test('reports what the payment needs, and how long the quote is valid', async () => {
    const tape = play(baseUrl, [pools, ...quote])
    const offered = await quoteOf(fresh(), request, tape.context)
    expect(offered).toMatchObject({
      dstAmount: 1_420_500_000n,
      dstMinAmount: 1_406_295_000n,
      durationSeconds: 700,
      priceImpactPercent: 0.06,
      expiresAtMs: expiry * 1000,
    })
    expect(tape.asked.map(({ headers }) => headers)).toEqual(
      tape.asked.map(() => ({ 'x-client-id': 'me' })),
    )
  })

  test('only payments that carry a memo are taken', () => {
    const from = (blockchain: Parameters<typeof tokenOf>[0], symbol: string): readonly string[] =>
      provider.supports({ ...request, srcToken: tokenOf(blockchain, symbol) })
    expect(from('COSMOS', 'ATOM')).toEqual(['thorchain'])
    expect(from('DOGECOIN', 'DOGE')).toEqual(['thorchain'])
    for (const [blockchain, symbol] of [
      ['BSC', 'BNB'],
      ['BSC', 'USDT'],
      ['RIPPLE', 'XRP'],
      ['TRON', 'TRX'],
      ['THOR_CHAIN', 'RUNE'],
    ] as const) {
      expect(from(blockchain, symbol)).toEqual([])
    }
  })

  test.each<[string, (body: Body) => void]>([
    ['a pool of another contract', (body) => (body[5].asset = 'ETH.USDC-0XABC')],
    ['a staged pool', (body) => (body[5].status = 'Staged')],
    ['no pool of the source', (body) => body.splice(0, 1)],
  ])('offers nothing with %s', async (_name, change) => {
    const tape = play(baseUrl, [{ ...pools, body: bent(pools.body, change) }])
    const error = await refusal(fresh().quote(request, wanted, tape.context))
    expect(error.code).toBe('NO_ROUTE')
  })

  test.each<[string, (body: Body) => void]>([
    ['the source', (body) => (body[0].halted = true)],
    ['the destination', (body) => (body[1].chain_trading_paused = true)],
    ['everything', (body) => (body[0].global_trading_paused = true)],
  ])('%s is halted', async (_name, change) => {
    const halted = { ...inbounds, body: bent(inbounds.body, change) }
    const tape = play(baseUrl, [halted, estimateCall])
    const error = await refusal(provider.quote(request, wanted, tape.context))
    expect(error.code).toBe('NO_ROUTE')
    expect(error.message).toContain('halted')
    const later = play(baseUrl, [halted])
    const order = await refusal(provider.build(await offer(), later.context))
    expect(order.code).toBe('NO_ROUTE')
  })

  test.each<[string, Body, string]>([
    ['a vault that is not on the list', { inbound_address: btc('mallory') }, 'D3'],
    ['no memo', { memo: null }, 'D5'],
    ['a memo of another kind', { memo: `+:BTC.BTC:${receiver}` }, 'D5'],
    ['a memo with two refund addresses', { memo: `=:ETH.USDC:${receiver}/a/b:0` }, 'D5'],
  ])('both answers have %s', async (_name, change, check) => {
    const calls = [orderCall, readBack].map((call) => ({ ...call, body: { ...quoted, ...change } }))
    const error = await refusal(
      provider.build(await offer(), play(baseUrl, [inbounds, ...calls]).context),
    )
    expect([error.code, error.context['check']]).toEqual(['UNSAFE_ROUTE', check])
  })

  test.each<[string, (body: Body) => void]>([
    ['depositAddress', (body) => (body.inbound_address = btc('mallory'))],
    ['receiver', (body) => (body.memo = body.memo.replace(receiver, evm('mallory')))],
    ['dstCoin', (body) => (body.memo = body.memo.replace('ETH.USDC-6EB48', 'AVAX.USDC'))],
    ['rateType', (body) => (body.memo = `${body.memo}:mallory:100`)],
  ])('only the first answer has another %s', async (field, change) => {
    const first = { ...orderCall, body: bent(orderCall.body, change) }
    const tape = play(baseUrl, [inbounds, first, readBack])
    const error = await refusal(provider.build(await offer(), tape.context))
    expect([error.code, error.context['field']]).toEqual(['UNSAFE_ROUTE', field])
    expect(tape.unused()).toEqual([])
  })

  test('a second answer that expects less than was accepted is not shown', async () => {
    const less = { ...readBack, body: { ...quoted, expected_amount_out: '140629499999' } }
    const tape = play(baseUrl, [inbounds, orderCall, less])
    const error = await refusal(provider.build(await offer(), tape.context))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test.each(['payer', 'dead'])('a list of vaults with the %s in it', async (name) => {
    const address = name === 'payer' ? refund : '1BitcoinEaterAddressDontSendf59kuE'
    const list = bent(inbounds.body, (body) => (body[0].address = address))
    const calls = [orderCall, readBack].map((call) => ({
      ...call,
      body: { ...quoted, inbound_address: address },
    }))
    const tape = play(baseUrl, [{ ...inbounds, body: list }, ...calls])
    const error = await refusal(provider.build(await offer(), tape.context))
    expect(error.context).toMatchObject({ check: 'D4', field: 'depositAddress' })
  })

  test('a refund address goes into the memo, or the route is refused before it is shown', async () => {
    const named = { ...request, refundAddress: btc('other') }
    const error = await refusal(provider.quote(named, wanted, play(baseUrl, quote).context))
    expect(error.code).toBe('UNSUPPORTED_RECEIVER')
    expect(error.hint).toContain('--refund-to')
    const same = { ...request, refundAddress: refund }
    await expect(provider.quote(same, wanted, play(baseUrl, quote).context)).resolves.toMatchObject(
      { failed: [] },
    )
  })

  test('COSMOS has room for both, and six digits', async () => {
    const atom = tokenOf('COSMOS', 'ATOM')
    const home = cosmos('alice')
    const from = { ...requestOf(atom, bitcoin, 12_000_000n), receiver: btc('bob') }
    const asked = { ...from, refundAddress: home }
    const gaia = cosmos('vault')
    const list = [{ ...inbounds.body[0], chain: 'GAIA', address: gaia }, inbounds.body[0]]
    const path = '/thorchain/quote/swap?from_asset=GAIA.ATOM&to_asset=BTC.BTC&amount=1200000000'
    const body = {
      ...quoted,
      inbound_address: gaia,
      fees: { ...quoted.fees, asset: 'BTC.BTC', outbound: '3000' },
      expected_amount_out: '100000',
      recommended_min_amount_in: '100000050',
      memo: `=:b:${btc('bob')}/${home}:0/1/0`,
    }
    const vaults = { ...inbounds, body: list }
    const offered = await quoteOf(provider, asked, play(baseUrl, [vaults, { path, body }]).context)
    expect(offered).toMatchObject({ limits: { min: 1_000_001n } })
    const call = {
      path: `${path}&destination=${btc('bob')}&refund_address=${home}`,
      body,
    }
    const tape = play(baseUrl, [vaults, call, { ...call }])
    const { transaction } = await provider.build(offered, tape.context)
    expect(transaction).toMatchObject({
      depositAddress: gaia,
      amountToSend: '12',
      extraFields: { name: 'memo', value: `=:BTC.BTC:${btc('bob')}/${home}:102000` },
    })
  })

  const statusAt = async (
    ms: number,
    srcTxHash: string | null,
    exchanges: readonly Exchange[] = [],
  ): Promise<SwapStatus> => {
    const { offered, built } = await opened()
    const tape = play(baseUrl, exchanges, { atMs: nowMs + ms })
    return provider.status('thorchain', refOf(offered, built, { srcTxHash }), tape.context)
  }

  test('without the payment nothing is known, and time decides nothing', async () => {
    const day = 86_400_000
    await expect(statusAt(0, null)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'AWAITING_DEPOSIT',
      note: expect.stringContaining('Only its payment shows more'),
    })
    await expect(statusAt(day, null)).resolves.toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining('do not pay'),
    })
    const unseen = told({ inbound_observed: { started: false } }, { tx: null, out_txs: null })
    await expect(statusAt(day, hash, unseen)).resolves.toMatchObject({ status: 'LONG_PENDING' })
  })

  test('finds a swap of another account by its payment', async () => {
    const { offered, built } = await opened()
    const foreign = { ...refOf(offered, built), providerState: null, orderId: null }
    const ref = { ...foreign, srcTxHash: `0x${hash}` }
    const pending = told({ swap_finalised: { completed: false }, outbound_signed: null })
    await expect(
      provider.status('thorchain', ref, play(baseUrl, pending).context),
    ).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      sourceBlockchain: 'BITCOIN',
      destinationBlockchain: 'ETH',
    })
    const other = told({}, { tx: { memo: 'ADD:BTC.BTC' }, planned_out_txs: null })
    await expect(
      provider.status('thorchain', ref, play(baseUrl, other).context),
    ).resolves.toMatchObject({ status: 'NOT_FOUND' })
    const text = { ...ref, srcTxHash: 'exsynthetic01' }
    await expect(
      provider.status('thorchain', text, play(baseUrl, []).context),
    ).resolves.toMatchObject({ status: 'NOT_FOUND' })
  })

  const paying: PayCase[] = [
    ['the receiver', {}, true],
    ['the receiver in small letters', { to_address: receiver.toLowerCase() }, true],
    ['an address that is not in the answer', { to_address: null, memo: null }, true],
    ['another account', { to_address: evm('mallory') }, false],
    ['the receiver, for another payment', { memo: `OUT:${'AB'.repeat(32)}` }, false],
  ]
  test.each(paying)('a payout to %s: %o is one of this swap: %s', async (_name, change, isIt) => {
    const paid = { ...out(evmHash('payout'), 'ETH', 142_000_000_000n), ...change }
    const status = await statusAt(0, hash, told({}, { out_txs: [paid] }))
    expect(status).toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining(isIt ? 'no RPC address is known' : 'gave no transaction'),
    })
  })

  const returning: PayCase[] = [
    ['the refund address', {}, true],
    ['the payer', { to_address: btc('payer') }, true],
    ['another account', { to_address: btc('mallory') }, false],
    ['the payer, for another payment', { memo: `REFUND:${'AB'.repeat(32)}` }, false],
  ]
  test.each(returning)('a refund to %s: %o ends the swap: %s', async (_name, change, isIt) => {
    const back = {
      ...out(plainHash('back'), 'BTC', 1_400_000n, `REFUND:${hash}`, refund),
      ...change,
    }
    const planned = [{ chain: 'BTC', to_address: refund, refund: true }]
    const [answer] = told({}, { planned_out_txs: planned, out_txs: [back] })
    const paidBy = bent(answer?.body, (body) => (body.tx.from_address = btc('payer')))
    const status = await statusAt(0, hash, [{ path: answer?.path ?? '', body: paidBy }])
    expect(status.status).toBe(isIt ? 'REVERTED' : 'LONG_PENDING')
  })

  test('payouts in RUNE on the way are not the payout', async () => {
    const rune = out(evmHash('affiliate'), 'THOR', 5n)
    const paid = out(evmHash('payout'), 'ETH', 142_000_000_000n)
    const tape = told({}, { out_txs: [rune, paid] })
    await expect(statusAt(0, hash, tape)).resolves.toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining('no RPC address is known for ETH'),
    })
  })
})
