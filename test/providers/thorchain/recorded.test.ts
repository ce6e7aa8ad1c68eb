/**
 * Answers as live nodes give them, in the shape others have recorded; numbers, accounts and times are
 * of our own. Quotes: tests of Umbrella wallet (BTC to ETH, 2026-07-31) and of cryptoswap_wallet
 * (2026-06-27). States: gemwalletcom/core, crates/swapper/src/thorchain/testdata (2026-02-24 to
 * 2026-03-02).
 */
import { describe, expect, test } from 'vitest'

import type { SwapStatus } from '../../../src/core/status.ts'
import { createThorchainProvider } from '../../../src/providers/thorchain/thorchain.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { depositAddress, refund } from '../depositContract.ts'
import {
  bent,
  type Body,
  evm,
  evmPayment,
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
  tron,
  xrp,
} from '../depositSupport.ts'

const baseUrl = 'https://thornode.test/api'
const bitcoin = tokenOf('BITCOIN', 'BTC')
const expiry = Math.floor(nowMs / 1000) + 900
const zeros = '0'.repeat(64)
const affiliate = 'thor1affiliate'

/** A coin that is paid out, as the live service names it. */
type Target = {
  token: Parameters<typeof tokenOf>
  asset: string
  word: string
  to: string
  /** As written in query and memo. */
  written?: string
}

const cash = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
const targets: Record<string, Target> = {
  ether: { token: ['ETH', 'ETH'], asset: 'ETH.ETH', word: 'e', to: evm('bob') },
  'ether on BASE': { token: ['BASE', 'ETH'], asset: 'BASE.ETH', word: 'f', to: evm('bob') },
  XRP: { token: ['RIPPLE', 'XRP'], asset: 'XRP.XRP', word: 'x', to: xrp('bob') },
  SOL: {
    token: ['SOLANA', 'SOL'],
    asset: 'SOL.SOL',
    word: 'o',
    to: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
  },
  TRX: { token: ['TRON', 'TRX'], asset: 'TRON.TRX', word: 'tr', to: tron('bob') },
  BCH: {
    token: ['BITCOIN_CASH', 'BCH'],
    asset: 'BCH.BCH',
    word: 'c',
    to: `bitcoincash:${cash}`,
    written: cash,
  },
}

function recordedQuote({ asset, word, to, written = to }: Target): Body {
  return {
    inbound_address: depositAddress,
    inbound_confirmation_blocks: 1,
    inbound_confirmation_seconds: 600,
    outbound_delay_blocks: 0,
    outbound_delay_seconds: 0,
    fees: {
      asset,
      affiliate: '0',
      outbound: '13358',
      liquidity: '999312',
      total: '1012670',
      slippage_bps: 29,
      total_bps: 30,
    },
    expiry,
    warning: 'Do not cache this response. Do not send funds after the expiry.',
    notes: 'First output should be to inbound_address.',
    dust_threshold: '1000',
    recommended_min_amount_in: '7761',
    recommended_gas_rate: '4',
    gas_rate_units: 'satsperbyte',
    memo: `=:${word}:${written}`,
    expected_amount_out: '42050000000',
    max_streaming_quantity: 8,
    streaming_swap_blocks: 7,
    streaming_swap_seconds: 42,
    total_swap_seconds: 642,
  }
}

const vault = (chain: string, address: string): Body => ({
  chain,
  pub_key: 'thorpub1',
  address,
  router: chain === 'ETH' ? evm('router') : undefined,
  halted: false,
  global_trading_paused: false,
  chain_trading_paused: false,
  chain_lp_actions_paused: false,
  observed_fee_rate: '10',
  gas_rate: '15',
  gas_rate_units: 'satsperbyte',
  outbound_tx_size: '1000',
  outbound_fee: '13358',
  dust_threshold: '1000',
  shielded_memo_config: null,
})

type Opened = { built: BuiltSwap; quote: Awaited<ReturnType<typeof quoteOf>> }

async function open(target: Target, change: (body: Body) => void = () => {}): Promise<Opened> {
  const { token, asset, to, written = to } = target
  const provider = createThorchainProvider({ baseUrl })
  const request = requestOf(bitcoin, tokenOf(...token), 1_500_000n, {
    receiver: to,
    fromAddress: refund,
  })
  const pool = (name: string): Body => ({ asset: name, status: 'Available', decimals: 8 })
  const pools = { path: '/thorchain/pools', body: [pool('BTC.BTC'), pool(asset), pool('LTC.LTC')] }
  const [chain = ''] = asset.split('.')
  const inbounds = {
    path: '/thorchain/inbound_addresses',
    body: [vault('BTC', depositAddress), vault(chain, evm('vault'))],
  }
  const path = `/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=${asset}&amount=1500000`
  const answer = bent(recordedQuote(target), change)
  const { memo: _memo, ...estimate } = answer
  const order: Exchange = { path: `${path}&destination=${written}`, body: answer }
  const first = play(baseUrl, [pools, inbounds, { path, body: estimate }])
  const quote = await quoteOf(provider, request, first.context)
  const tape = play(baseUrl, [inbounds, order, { ...order }])
  return { quote, built: await provider.build(quote, tape.context) }
}

test.each(Object.entries(targets))('%s is quoted and ordered', async (_name, target) => {
  const { built } = await open(target)
  expect(built.transaction).toMatchObject({ depositAddress, amountToSend: '0.015' })
  const memo = 'extraFields' in built.transaction ? built.transaction.extraFields?.value : ''
  expect(memo).toContain(`:${target.written ?? target.to}:`)
  expect(memo).not.toContain('bitcoincash')
})

test.each(Object.entries(targets))(
  '%s under the word of another is refused',
  async (_n, target) => {
    const change = (body: Body): void => {
      body.memo = body.memo.replace(`=:${target.word}:`, target.word === 'e' ? '=:f:' : '=:e:')
    }
    const error = await refusal(open(target, change).then(() => null))
    expect(error.context).toMatchObject({ check: 'D3', field: 'dstCoin' })
  },
)

test('fees in the short form of a token are fees in that token', async () => {
  const usdc = tokenOf('ETH', 'USDC')
  const asset = `ETH.USDC-${usdc.address.toUpperCase()}`
  const target = { token: ['ETH', 'USDC'], asset, word: 'ETH.USDC', to: evm('bob') } as const
  for (const told of ['ETH.USDC', asset]) {
    const { built } = await open({ ...target, token: ['ETH', 'USDC'] }, (body) => {
      body.fees.asset = told
    })
    expect(built.transaction).toMatchObject({ depositAddress })
  }
  const other = open({ ...target, token: ['ETH', 'USDC'] }, (body) => {
    body.fees.asset = 'ETH.USDT'
  })
  expect((await refusal(other.then(() => null))).code).toBe('UPSTREAM_FAILED')
})

test.each([
  // x/thorchain/querier_quotes.go
  'failed to simulate swap: amount less than min swap amount (recommended_min_amount_in: 7761)',
  'swap too small; recommended minimum: 7761',
])('names a minimum that is given in words: %s', async (words) => {
  const provider = createThorchainProvider({ baseUrl })
  const request = requestOf(bitcoin, tokenOf('ETH', 'ETH'), 5_000n, { receiver: evm('bob') })
  const pools = ['BTC.BTC', 'ETH.ETH'].map((asset) => ({ asset, status: 'Available' }))
  const tape = play(baseUrl, [
    { path: '/thorchain/pools', body: pools },
    { path: '/thorchain/inbound_addresses', body: [vault('BTC', depositAddress)] },
    {
      path: '/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=5000',
      status: 400,
      body: { error: words },
    },
  ])
  const asked = provider.quote(request, new Set(provider.ids), tape.context)
  const error = await refusal(asked.then(() => null))
  expect([error.code, error.context]).toEqual([
    'AMOUNT_TOO_LOW',
    { tokenSymbol: 'BTC', minAmount: '0.00007761' },
  ])
})

describe('a state', () => {
  const paidBy = plainHash('in')
  const id = paidBy.toUpperCase()
  const ether = 42_000_000_000n

  /** A finished swap with a share for an affiliate, as the node returns it. */
  const finished = (target: Target, more: Body = {}): Body => {
    const [chain = ''] = target.asset.split('.')
    const coin = { asset: target.asset, amount: String(ether) }
    const payout = chain === 'THOR' ? zeros : plainHash('payout').toUpperCase()
    const gas = [{ asset: 'THOR.RUNE', amount: '2000000' }]
    return {
      tx: {
        id,
        chain: 'BTC',
        from_address: refund,
        to_address: depositAddress,
        coins: [{ asset: 'BTC.BTC', amount: '1500000' }],
        gas: [{ asset: 'BTC.BTC', amount: '830' }],
        memo: `=:${target.word}:${target.to}:1:g1:50`,
      },
      planned_out_txs: [
        {
          chain: 'THOR',
          to_address: affiliate,
          coin: { asset: 'THOR.RUNE', amount: '15742200' },
          refund: false,
        },
        { chain, to_address: target.to, coin, refund: false },
      ],
      out_txs: [
        {
          id: zeros,
          chain: 'THOR',
          from_address: affiliate,
          to_address: affiliate,
          coins: [{ asset: 'THOR.RUNE', amount: '15742200' }],
          gas,
          memo: `OUT:${id}`,
        },
        {
          id: payout,
          chain,
          from_address: evm('vault'),
          to_address: target.to,
          coins: [{ ...coin, decimals: 18 }],
          gas,
          memo: `OUT:${id}`,
        },
      ],
      stages: {
        inbound_observed: { final_count: 98, completed: true },
        inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
        inbound_finalised: { completed: true },
        swap_status: { pending: false },
        swap_finalised: { completed: true },
        outbound_signed: { completed: true },
      },
      ...more,
    }
  }

  async function statusOf(target: Target, body: Body, isOwn = true): Promise<SwapStatus> {
    const { quote, built } = await open(target)
    const own = refOf(quote, built, { srcTxHash: paidBy })
    const ref = isOwn ? own : { ...own, providerState: null, orderId: null }
    const token = tokenOf(...target.token)
    const payment = { token, to: target.to, amount: ether * 10n ** 10n, hash: evmHash('payout') }
    const chain = { rpc: evmPayment(payment), nodes: ['ETH'] as const }
    const tape = play(baseUrl, [{ path: `/thorchain/tx/status/${id}`, body }], chain)
    return createThorchainProvider({ baseUrl }).status('thorchain', ref, tape.context)
  }

  const target = targets['ether'] ?? { token: ['ETH', 'ETH'], asset: '', word: '', to: '' }

  test('finished names the payout to the receiver, never the share of an affiliate', async () => {
    for (const isOwn of [true, false]) {
      await expect(statusOf(target, finished(target), isOwn)).resolves.toMatchObject({
        status: 'SUCCESS',
        destinationTxHash: evmHash('payout'),
        destinationBlockchain: 'ETH',
      })
    }
  })

  test('pending without a word of the way out', async () => {
    const body = finished(target, {
      planned_out_txs: undefined,
      out_txs: undefined,
      stages: {
        inbound_observed: { final_count: 103, completed: true },
        inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
        inbound_finalised: { completed: true },
        swap_status: { pending: true },
        swap_finalised: { completed: false },
      },
    })
    for (const isOwn of [true, false]) {
      await expect(statusOf(target, body, isOwn)).resolves.toMatchObject({
        status: 'PENDING',
        subStatus: 'EXCHANGING',
        destinationBlockchain: 'ETH',
      })
    }
  })

  const part = {
    chain: 'BTC',
    to_address: refund,
    coin: { asset: 'BTC.BTC', amount: '600000' },
    refund: true,
  }
  const partBack = {
    id: plainHash('back').toUpperCase(),
    chain: 'BTC',
    to_address: refund,
    coins: [part.coin],
    memo: `REFUND:${id}`,
  }

  test('a partial swap is a swap, and the note has the returned amount', async () => {
    const body = bent(finished(target), (bent) => {
      bent.planned_out_txs.push(part)
      bent.out_txs.unshift(partBack)
    })
    await expect(statusOf(target, body)).resolves.toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: evmHash('payout'),
      note: expect.stringContaining('sent the rest of the payment back'),
    })
  })

  test('a refund alone is a refund, whatever an affiliate was planned to get', async () => {
    const body = bent(finished(target), (bent) => {
      bent.planned_out_txs = [part]
      bent.out_txs = [partBack]
    })
    await expect(statusOf(target, body)).resolves.toMatchObject({
      status: 'REVERTED',
      destinationTxHash: plainHash('back'),
    })
  })

  test('RUNE is paid by the record of the payment itself; zeros are not a hash', async () => {
    const rune: Target = {
      token: ['THOR_CHAIN', 'RUNE'],
      asset: 'THOR.RUNE',
      word: 'r',
      to: 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws',
    }
    await expect(statusOf(rune, finished(rune))).resolves.toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: paidBy,
      destinationBlockchain: 'THOR_CHAIN',
    })
    const elsewhere = bent(finished(target), (body) => {
      body.out_txs[1].id = zeros
    })
    await expect(statusOf(target, elsewhere)).resolves.toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining('gave no transaction'),
    })
  })
})
