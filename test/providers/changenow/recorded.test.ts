/**
 * Answers as the live service gives them, in the shape others have recorded; ids, amounts, accounts
 * and times are of our own. cake-tech/cake_wallet, test/exchange/fixtures/changenow: range,
 * estimated_amount, estimated_amount_below_min, create_exchange, by_id (2026-07-29). The list of
 * currencies and the later words of an order are documented ones.
 */
import { expect, test } from 'vitest'

import { createChangenowProvider } from '../../../src/providers/changenow.ts'
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

const baseUrl = 'https://changenow.test/v2'
const usdt = tokenOf('ARBITRUM', 'USDT')
const request = requestOf(tokenOf('ETH', 'ETH'), usdt, 10n ** 16n, {
  receiver: evm('bob'),
  fromAddress: evm('alice'),
})
const fresh = (): ReturnType<typeof createChangenowProvider> =>
  createChangenowProvider({ baseUrl, apiKey: 'k', pause: async () => {} })

const coins = { fromCurrency: 'eth', fromNetwork: 'eth', toCurrency: 'usdt', toNetwork: 'arbitrum' }
const pair = 'fromCurrency=eth&toCurrency=usdt&fromNetwork=eth&toNetwork=arbitrum'
const currency = (ticker: string, network: string, tokenContract: string | null): Body => ({
  ticker,
  name: ticker,
  image: 'https://content-api.example/image.svg',
  hasExternalId: false,
  isExtraIdSupported: false,
  isFiat: false,
  featured: true,
  isStable: false,
  supportsFixedRate: true,
  network,
  tokenContract,
  buy: true,
  sell: true,
  legacyTicker: ticker,
})
const list: Exchange = {
  path: '/exchange/currencies?active=true&flow=standard',
  body: [currency('eth', 'eth', null), currency('usdt', 'arbitrum', usdt.address)],
}
const range: Exchange = {
  path: `/exchange/range?${pair}&flow=standard`,
  body: { ...coins, flow: 'standard', minAmount: 0.00012045, maxAmount: null },
}
const inactive = { error: 'pair_is_inactive', message: 'Pair is inactive' }
const noFixed: Exchange[] = [
  { path: `/exchange/range?${pair}&flow=fixed-rate`, status: 400, body: inactive },
  {
    path: `/exchange/estimated-amount?${pair}&fromAmount=0.01&flow=fixed-rate&type=direct&useRateId=true`,
    status: 400,
    body: inactive,
  },
]
const estimate = (body: Body, status = 200): Exchange => ({
  path: `/exchange/estimated-amount?${pair}&fromAmount=0.01&flow=standard&type=direct`,
  status,
  body,
})
const offered = {
  ...coins,
  flow: 'standard',
  type: 'direct',
  rateId: null,
  validUntil: null,
  transactionSpeedForecast: '10-60',
  warningMessage: null,
  depositFee: 0.0000096,
  withdrawalFee: 0.009,
  userId: null,
  fromAmount: 0.01,
  toAmount: 18.373221,
}
/** Extra ids and `validUntil` are left out, not null. */
const created = {
  fromAmount: 0.01,
  toAmount: 18.373221,
  flow: 'standard',
  type: 'direct',
  payinAddress: evm('deposit'),
  payoutAddress: evm('bob'),
  ...coins,
  refundAddress: evm('alice'),
  id: 'c2synthetic001',
  directedAmount: 0.01,
}
const order = {
  id: created.id,
  status: 'waiting',
  actionsAvailable: false,
  ...coins,
  expectedAmountFrom: 0.01,
  expectedAmountTo: 18.373221,
  amountFrom: null,
  amountTo: null,
  payinAddress: evm('deposit'),
  payoutAddress: evm('bob'),
  payinExtraId: null,
  payoutExtraId: null,
  refundAddress: evm('alice'),
  refundExtraId: null,
  createdAt: '2026-11-20T09:00:00.001Z',
  updatedAt: '2026-11-20T09:00:00.010Z',
  validUntil: null,
  depositReceivedAt: null,
  payinHash: null,
  payoutHash: null,
  fromLegacyTicker: 'eth',
  toLegacyTicker: 'usdtarb',
  refundHash: null,
  refundAmount: null,
  userId: null,
  originalExchangeInfo: null,
  relatedExchangesInfo: [],
  repeatedExchangesInfo: [],
}
const read = (more: Body = {}): Exchange => ({
  path: `/exchange/by-id?id=${order.id}`,
  body: { ...order, ...more },
})

test('from quote to the payout', async () => {
  const provider = fresh()
  const calls = [list, range, estimate(offered), ...noFixed]
  const quote = await quoteOf(provider, request, play(baseUrl, calls).context, 'float')
  expect(quote).toMatchObject({
    dstAmount: 18_373_221n,
    limits: { min: 120_450_000_000_000n, max: null },
  })
  const creating: Exchange = { method: 'POST', path: '/exchange', body: created }
  const built = await provider.build(quote, play(baseUrl, [creating, read()]).context)
  expect(built.transaction).toMatchObject({ depositAddress: evm('deposit'), amountToSend: '0.01' })

  const ref = refOf(quote, built)
  const waiting = play(baseUrl, [read()])
  await expect(provider.status('changenow', ref, waiting.context)).resolves.toMatchObject({
    status: 'PENDING',
    subStatus: 'AWAITING_DEPOSIT',
  })
  const [payment, payout] = [hash('in'), hash('payout')]
  const done = read({
    status: 'finished',
    amountFrom: 0.01,
    amountTo: 18.373221,
    payinHash: payment,
    payoutHash: payout,
  })
  const rpc = evmPayment({ token: usdt, to: evm('bob'), amount: built.dstAmount, hash: payout })
  const paid = play(baseUrl, [done], { rpc, nodes: ['ARBITRUM'] })
  await expect(provider.status('changenow', ref, paid.context)).resolves.toMatchObject({
    status: 'SUCCESS',
    destinationTxHash: payout,
    sourceTxHash: payment,
  })
})

test('below the minimum: the refusal has the range', async () => {
  const below = {
    error: 'deposit_too_small',
    message: 'Out of min amount',
    payload: { range: { minAmount: 0.12045, maxAmount: null } },
  }
  const tape = play(baseUrl, [list, range, estimate(below, 400), ...noFixed])
  const error = await refusal(fresh().quote(request, new Set(['changenow'] as const), tape.context))
  expect([error.code, error.context]).toEqual([
    'AMOUNT_TOO_LOW',
    { tokenSymbol: 'ETH', minAmount: '0.12045' },
  ])
})
