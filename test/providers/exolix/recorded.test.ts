/**
 * Answers as the live service gives them, in the shape others have recorded; ids, amounts, accounts
 * and times are of our own. cake-tech/cake_wallet, test/exchange/fixtures/exolix: rate, rate_fixed,
 * rate_below_min, create_transaction (2026-07-29). The later words of an order are documented ones.
 */
import { describe, expect, test } from 'vitest'

import { createExolixProvider } from '../../../src/providers/exolix.ts'
import {
  type Body,
  evm,
  evmPayment,
  type Exchange,
  hash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'

const baseUrl = 'https://exolix.test/api/v2'
const usdt = tokenOf('ARBITRUM', 'USDT')
const request = requestOf(tokenOf('ETH', 'ETH'), usdt, 10n ** 16n, {
  receiver: evm('bob'),
  fromAddress: evm('alice'),
})
const fresh = (): ReturnType<typeof createExolixProvider> =>
  createExolixProvider({ baseUrl, pause: async () => {} })

const networks: Exchange = {
  path: '/currencies/USDT/networks',
  body: [
    {
      network: 'ARBITRUM',
      name: 'Arbitrum One',
      shortName: '',
      notes: '',
      contract: usdt.address.toLowerCase(),
      isDefault: false,
      precision: 8,
    },
  ],
}
const rateOf = (rateType: string, body: Body, status = 200): Exchange => ({
  path: `/rate?coinFrom=ETH&networkFrom=ETH&coinTo=USDT&networkTo=ARBITRUM&amount=0.01&rateType=${rateType}`,
  status,
  body,
})
/** No rate id, neither of the floating nor of the fixed rate. */
const rate = {
  fromAmount: 0.01,
  toAmount: 16.467474,
  rate: 1646.7474,
  message: null,
  minAmount: 0.00007747,
  withdrawMin: 0.0007088,
  maxAmount: 10,
  priceImpact: '0',
}
const coin = (coinCode: string, network: string, contract: string): Body => ({
  coinCode,
  coinName: coinCode,
  network,
  networkName: network,
  networkShortName: 'ERC20',
  icon: `https://exolix.example/${coinCode}.png`,
  memoName: '',
  networkIcon: `https://exolix.example/${network}.png`,
  networkNotes: '',
  contract,
})
const order = {
  id: '68synthetic0001',
  amount: 0.01,
  amountTo: 16.467474,
  coinFrom: coin('ETH', 'ETH', `0x${'e'.repeat(40)}`),
  coinTo: coin('USDT', 'ARBITRUM', usdt.address.toLowerCase()),
  comment: null,
  createdAt: '2026-11-20T09:00:00.407Z',
  depositAddress: evm('deposit'),
  depositExtraId: null,
  withdrawalAddress: evm('bob'),
  withdrawalExtraId: null,
  refundAddress: evm('alice'),
  refundExtraId: null,
  hashIn: { hash: null, link: null },
  hashOut: { hash: null, link: null },
  rate: 1646.7474,
  rateType: 'float',
  affiliateToken: null,
  status: 'wait',
  source: 'api',
  email: null,
  clickId: null,
}
const read = (more: Body = {}): Exchange => ({
  path: `/transactions/${order.id}`,
  body: { ...order, ...more },
})

test('from quote to the payout', async () => {
  const provider = fresh()
  const rates = [networks, rateOf('float', rate), rateOf('fixed', rate)]
  const quote = await quoteOf(provider, request, play(baseUrl, rates).context, 'float')
  expect(quote).toMatchObject({ dstAmount: 16_467_474n, limits: { max: 10n * 10n ** 18n } })
  const creating: Exchange = { method: 'POST', path: '/transactions', status: 201, body: order }
  const built = await provider.build(quote, play(baseUrl, [creating, read()]).context)
  expect(built.transaction).toMatchObject({
    depositAddress: evm('deposit'),
    amountToSend: '0.01',
    extraFields: null,
  })

  const ref = refOf(quote, built)
  await expect(
    provider.status('exolix', ref, play(baseUrl, [read()]).context),
  ).resolves.toMatchObject({
    status: 'PENDING',
    subStatus: 'AWAITING_DEPOSIT',
  })
  const [payment, payout] = [hash('in'), hash('payout')]
  const done = read({
    status: 'success',
    hashIn: { hash: payment, link: `https://etherscan.example/${payment}` },
    hashOut: { hash: payout, link: null },
  })
  const rpc = evmPayment({ token: usdt, to: evm('bob'), amount: built.dstAmount, hash: payout })
  const paid = play(baseUrl, [done], { rpc, nodes: ['ARBITRUM'] })
  await expect(provider.status('exolix', ref, paid.context)).resolves.toMatchObject({
    status: 'SUCCESS',
    destinationTxHash: payout,
    sourceTxHash: payment,
  })
})

test.each([200, 422])(
  'below the minimum, with exponents and without a rate: HTTP %i',
  async (status) => {
    const below = {
      fromAmount: 1e-8,
      toAmount: 0,
      message: 'Amount to exchange is below the possible min amount to exchange',
      minAmount: 0.07747,
      maxAmount: 10,
    }
    const tape = play(baseUrl, [
      networks,
      rateOf('float', below, status),
      rateOf('fixed', below, status),
    ])
    const error = await refusal(fresh().quote(request, new Set(['exolix'] as const), tape.context))
    expect([error.code, error.context]).toEqual([
      'AMOUNT_TOO_LOW',
      { tokenSymbol: 'ETH', minAmount: '0.07747' },
    ])
  },
)

describe('BITCOIN_CASH', () => {
  const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
  const bch = requestOf(tokenOf('ETH', 'ETH'), tokenOf('BITCOIN_CASH', 'BCH'), 10n ** 16n, {
    receiver: cash,
    fromAddress: evm('alice'),
  })
  const opened = async (withdrawalAddress: string): Promise<Body> => {
    const path = (rateType: string): string =>
      `/rate?coinFrom=ETH&networkFrom=ETH&coinTo=BCH&networkTo=BCH&amount=0.01&rateType=${rateType}`
    const provider = fresh()
    const rates = ['float', 'fixed'].map((one): Exchange => ({
      path: path(one),
      body: { ...rate, toAmount: 0.04 },
    }))
    const quote = await quoteOf(provider, bch, play(baseUrl, rates).context, 'float')
    const body = { ...order, coinTo: coin('BCH', 'BCH', ''), amountTo: 0.04, withdrawalAddress }
    const tape = play(baseUrl, [
      { method: 'POST', path: '/transactions', status: 201, body },
      { path: `/transactions/${order.id}`, body },
    ])
    await provider.build(quote, tape.context)
    return tape.asked[0]?.body
  }

  test('is asked for without its prefix, and read in either form', async () => {
    const bare = cash.replace('bitcoincash:', '')
    await expect(opened(bare)).resolves.toMatchObject({ withdrawalAddress: bare })
    await expect(opened(cash)).resolves.toMatchObject({ withdrawalAddress: bare })
  })

  test('another receiver is noticed', async () => {
    const error = await refusal(
      opened('qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy').then(() => null),
    )
    expect(error.context).toMatchObject({ check: 'D3' })
  })
})
