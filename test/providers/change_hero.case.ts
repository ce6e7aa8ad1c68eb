import { formatAmount } from '../../src/core/amounts.ts'
import { createChangeHeroProvider } from '../../src/providers/change_hero.ts'
import { changellyBends, changellyWords, redirectOrder, unpaidOrder } from './changellyForm.ts'
import { depositAddress, type DepositCase, receiver, refund } from './depositContract.ts'
import { type Body, type Exchange, plainHash, play, requestOf, tokenOf } from './depositSupport.ts'

const baseUrl = 'https://change-hero.test/v2'
const make = () => createChangeHeroProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
const provider = make()
const link = tokenOf('ETH', 'LINK')
const request = requestOf(tokenOf('BITCOIN', 'BTC'), link, 1_500_000n, {
  receiver,
  refundAddress: refund,
})

/** One call of JSON-RPC. */
function rpc(method: string, params: Body, answer: Body, status = 200): Exchange {
  const sent = { jsonrpc: '2.0', id: method, method, params }
  const body = status >= 400 ? answer : { jsonrpc: '2.0', id: method, ...answer }
  return { method: 'POST', path: '', request: sent, body, status }
}

const coin = (name: string, blockchain: string, contractAddress: string | null): Body => ({
  name,
  fullName: name,
  enabled: true,
  blockchain,
  contractAddress,
})
const list = rpc(
  'getCurrenciesFull',
  {},
  {
    result: [
      coin('BTC', 'bitcoin', null),
      coin('LINK', 'ethereum', link.address.toLowerCase()),
      coin('ETH', 'ethereum', null),
      coin('ETH', 'optimism', null),
      coin('etharb', 'arbitrum', null),
    ],
  },
)

const pair = { from: 'BTC', to: 'LINK', chainFrom: 'bitcoin', chainTo: 'ethereum' }
const asked = { ...pair, amount: '0.015' }
const fixedRate = {
  id: 'r-77',
  result: '7000.5',
  from: 'BTC',
  to: 'LINK',
  minFrom: '0.0003',
  maxFrom: null,
}
const quote = [
  rpc('getMinAmount', pair, { result: '0.0003' }),
  rpc('getExchangeAmount', asked, { result: '106.5' }),
  rpc('getFixRate', pair, { result: [fixedRate] }),
]
const noPair = { error: { code: -32602, message: 'Invalid currency: LINK' } }
const answered = (answer: Body, status = 200): Exchange[] => [
  rpc('getMinAmount', pair, answer, status),
  rpc('getExchangeAmount', asked, answer, status),
  rpc('getFixRate', pair, answer, status),
]

const order = {
  id: 'ch0synthetic01',
  status: 'new',
  currencyFrom: 'btc',
  currencyTo: 'link',
  chainFrom: null,
  chainTo: null,
  amountExpectedFrom: 0.015,
  amountExpectedTo: '105.0075',
  payinAddress: depositAddress,
  payinExtraId: null,
  payoutAddress: receiver,
  payoutExtraId: null,
}
function told(status: string, more: Body = {}): Exchange[] {
  const { chainFrom: _from, chainTo: _to, ...row } = order
  const result = [{ ...row, ...unpaidOrder, createdAt: 1_795_165_200, status, ...more }]
  return [rpc('getTransactions', { id: 'ch0synthetic01' }, { result })]
}
const [readBack] = told('new')
if (readBack === undefined) throw new Error('no call')

// The list of currencies is asked before the first quote and then stored.
await provider.quote(request, new Set(['change_hero']), play(baseUrl, [list, ...quote]).context)

export const depositCase: DepositCase = {
  source: {
    kind: 'shaped',
    from: 'EdgeApp/edge-exchange-plugins src/swap/central/changehero.ts and test/partnerJson/changeheroMap.json; EdgeApp/edge-reports-server src/partners/changehero.ts',
    date: '2026-07-27',
  },
  provider,
  make,
  lists: [list],
  baseUrl,
  request,
  quote,
  rates: ['float', 'fixed'],
  limits: { min: 30_000n, max: null },
  tooLow: {
    exchanges: [
      rpc('getMinAmount', pair, { result: '0.0200000012' }),
      rpc('getExchangeAmount', asked, noPair),
      rpc('getFixRate', pair, noPair),
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02000001' },
  },
  tooHigh: {
    exchanges: [
      rpc('getMinAmount', pair, noPair),
      rpc('getExchangeAmount', asked, noPair),
      rpc('getFixRate', pair, { result: [{ ...fixedRate, maxFrom: '0.01' }] }),
    ],
    data: { tokenSymbol: 'BTC', maxAmount: '0.01' },
  },
  refusedQuotes: [
    ['a pair that is not traded', answered(noPair), 'NO_ROUTE', 'Invalid currency'],
    ['an unknown key, as plain text', answered('Unauthorized', 401), 'UPSTREAM_REFUSED', 'key'],
    ['an error of its own', answered({ error: { code: -32603 } }), 'UPSTREAM_FAILED'],
    ['an outage', answered('Bad Gateway', 502), 'UPSTREAM_FAILED'],
    ['an answer of another shape', answered({ surprise: true }), 'UPSTREAM_FAILED'],
  ],
  refundNeeded: 'MISSING_FIELD',
  tellsNoRefund: true,
  rate: 'fixed',
  create: rpc(
    'createFixTransaction',
    { rateId: 'r-77', ...asked, address: receiver, refundAddress: refund },
    { result: order },
  ),
  readBack,
  built: {
    orderId: 'ch0synthetic01',
    memo: null,
    uniqueInfo: { change_heroId: 'ch0synthetic01' },
    expiresAtMs: null,
  },
  bends: {
    ...changellyBends,
    dstCoin: ({ result: [one] }) => (one.currencyTo = 'usdt'),
    amountToSend: ({ result: [one] }) => (one.amountExpectedFrom = 0.15),
    dstAmount: ({ result: [one] }) => (one.amountExpectedTo = '105.0074'),
  },
  redirect: redirectOrder,
  secret: depositAddress,
  words: changellyWords(told),
  unknownWord: told('meditating'),
  notFound: [rpc('getTransactions', { id: 'ch0synthetic01' }, { result: [] })],
  paid: (payoutHash, amount) =>
    told('finished', {
      amountTo: formatAmount(amount, link.decimals),
      payinHash: plainHash('in'),
      payoutHash,
    }),
  refunded: (payoutHash) => told('refunded', { payoutHash }),
}
