/** Providers of deposits, by where their answers say what (their APIs' names, read 2026-11). */
import type { DepositWire } from './depositCells.ts'
import { evil } from '../kit/cells.ts'
import type { Where } from '../kit/wire.ts'

const dollars = ['25', 'eth:USDC', 'to', 'arb:USDC']

function on(front: string, part: string, method = 'GET'): Where {
  return (exchange) =>
    exchange.front === front && exchange.call.includes(part) && exchange.request.method === method
}

function asked(field: 'dry', value: boolean): Where {
  return ({ front, call, request }) =>
    front === 'near_intents' &&
    call.endsWith('/v0/quote') &&
    (request.body as Record<string, unknown> | null)?.[field] === value
}

export const depositWires: readonly DepositWire[] = [
  {
    id: 'exolix',
    pair: dollars,
    quoted: on('exolix', '/rate'),
    created: on('exolix', '/transactions', 'POST'),
    echo: on('exolix', '/transactions/'),
    state: on('exolix', '/transactions/'),
    out: { quoted: ['toAmount'], created: ['amountTo'], echo: ['amountTo'] },
    address: { created: 'depositAddress', echo: 'depositAddress' },
    amount: { created: 'amount', echo: 'amount' },
    receiver: 'withdrawalAddress',
    refund: { path: 'refundAddress' },
    srcCoin: { 'coinFrom.network': 'BSC' },
    dstCoin: { 'coinTo.coinCode': 'USDT' },
    dstChain: { 'coinTo.network': 'MATIC' },
    otherOrder: { id: 'exotherorder1' },
    deadline: null,
    done: (hash) => ({ status: 'success', hashOut: { hash, link: null } }),
    refunded: (hash) => ({ status: 'refunded', hashOut: { hash, link: null } }),
    unknown: { status: 'ABRACADABRA' },
  },
  {
    id: 'changenow',
    pair: dollars,
    quoted: on('changenow', '/exchange/estimated-amount'),
    created: ({ front, call, request }) =>
      front === 'changenow' && call.endsWith('/exchange') && request.method === 'POST',
    echo: on('changenow', '/exchange/by-id'),
    state: on('changenow', '/exchange/by-id'),
    out: { quoted: ['toAmount'], created: ['toAmount'], echo: ['expectedAmountTo'] },
    address: { created: 'payinAddress', echo: 'payinAddress' },
    amount: { created: 'fromAmount', echo: 'expectedAmountFrom' },
    receiver: 'payoutAddress',
    refund: { path: 'refundAddress' },
    srcCoin: { fromNetwork: 'bsc' },
    dstCoin: { toCurrency: 'usdt' },
    dstChain: { toNetwork: 'matic' },
    otherOrder: { id: 'f0f0f0f0f0f0f0' },
    deadline: null,
    done: (hash) => ({ status: 'finished', payoutHash: hash, amountTo: 24.78 }),
    refunded: (hash) => ({ status: 'refunded', refundHash: hash, refundAmount: 25 }),
    unknown: { status: 'ABRACADABRA' },
  },
  {
    id: 'near_intents',
    pair: dollars,
    quoted: asked('dry', true),
    created: asked('dry', false),
    echo: on('near_intents', '/v0/status'),
    state: on('near_intents', '/v0/status'),
    out: {
      quoted: ['quote.amountOut', 'quote.minAmountOut'],
      created: ['quote.amountOut', 'quote.minAmountOut'],
      echo: ['quoteResponse.quote.amountOut', 'quoteResponse.quote.minAmountOut'],
    },
    address: { created: 'quote.depositAddress', echo: 'quoteResponse.quote.depositAddress' },
    amount: { created: 'quote.amountIn', echo: 'quoteResponse.quote.amountIn' },
    receiver: 'quoteResponse.quoteRequest.recipient',
    refund: { path: 'quoteResponse.quoteRequest.refundTo' },
    srcCoin: { 'quoteResponse.quoteRequest.originAsset': 'nep141:base.omft.near' },
    dstCoin: { 'quoteResponse.quoteRequest.destinationAsset': 'nep141:arb.omft.near' },
    dstChain: { 'quoteResponse.quoteRequest.destinationAsset': 'nep141:eth.omft.near' },
    otherOrder: { 'quoteResponse.signature': 'ed25519:other' },
    deadline: { 'quote.deadline': '2020-01-01T00:00:00.000Z' },
    done: (hash) => ({
      status: 'SUCCESS',
      'swapDetails.amountOut': '24795310',
      'swapDetails.destinationChainTxHashes': hash === null ? [] : [{ hash, explorerUrl: '' }],
    }),
    refunded: (hash) => ({
      status: 'REFUNDED',
      'swapDetails.originChainTxHashes': hash === null ? [] : [{ hash, explorerUrl: '' }],
    }),
    unknown: { status: 'ABRACADABRA' },
    differs: true,
  },
  {
    id: 'quickex',
    pair: ['0.01', 'eth:ETH', 'to', 'arb:ETH'],
    quoted: on('quickex', '/rates/public/one'),
    created: on('quickex', '/orders/public/create', 'POST'),
    echo: on('quickex', '/orders/public-info'),
    state: on('quickex', '/orders/public-info'),
    out: { quoted: ['amountToGet'], created: ['amountToGet'], echo: ['amountToGet'] },
    address: { created: 'depositAddress.depositAddress', echo: 'depositAddress.depositAddress' },
    amount: { created: 'claimedDepositAmount', echo: 'claimedDepositAmount' },
    receiver: 'destinationAddress',
    refund: null,
    srcCoin: { 'pair.instrumentFrom.networkTitle': 'TRC20' },
    dstCoin: { 'pair.instrumentTo.currencyTitle': 'USDT' },
    dstChain: { 'pair.instrumentTo.networkTitle': 'BASE' },
    otherOrder: { orderId: 1 },
    deadline: null,
    done: (hash) => ({
      completed: true,
      withdrawals: [{ createdAt: '', txId: hash, amount: '0.0099', networkFee: '0' }],
    }),
    refunded: (hash) => ({
      orderEvents: [{ kind: 'REFUND_COMPLETED', createdAt: '2030-01-01T00:00:00Z' }],
      withdrawals: [{ createdAt: '', txId: hash, amount: '0.01' }],
    }),
    unknown: { orderEvents: [{ kind: 'ABRACADABRA', createdAt: '2030-01-01T00:00:00Z' }] },
  },
  {
    id: 'relay',
    pair: dollars,
    quoted: ({ front, call, request }) =>
      front === 'relay' && call.endsWith('/quote/v2') && !isStrict(request.body),
    created: ({ front, call, request }) =>
      front === 'relay' && call.endsWith('/quote/v2') && isStrict(request.body),
    echo: on('relay', '/requests/v3'),
    state: on('relay', '/intents/status/v3'),
    out: {
      quoted: ['details.currencyOut.amount', 'details.currencyOut.minimumAmount'],
      created: ['details.currencyOut.amount', 'details.currencyOut.minimumAmount'],
      echo: ['requests.0.data.route.quoted.destination.outputCurrency.amount'],
    },
    mayLack: 'details.currencyOut.minimumAmount',
    address: { created: 'steps.0.depositAddress', echo: 'requests.0.depositAddress.address' },
    amount: {
      created: 'details.currencyIn.amount',
      echo: 'requests.0.data.route.quoted.origin.inputCurrency.amount',
    },
    receiver: 'requests.0.recipient',
    refund: { path: 'requests.0.refundTo' },
    srcCoin: { 'requests.0.data.route.quoted.origin.inputCurrency.currency.chainId': 10 },
    dstCoin: {
      'requests.0.data.route.quoted.destination.outputCurrency.currency.address': evil,
    },
    dstChain: {
      'requests.0.data.route.quoted.destination.outputCurrency.currency.chainId': 10,
    },
    otherOrder: { 'requests.0.depositAddress.type': 'custodial' },
    deadline: null,
    done: (hash) => ({ status: 'success', txHashes: hash === null ? [] : [hash] }),
    refunded: (hash) => ({ status: 'refund', txHashes: hash === null ? [] : [hash] }),
    unknown: { status: 'ABRACADABRA' },
  },
  {
    id: 'chainflip',
    pair: dollars,
    quoted: on('chainflip', '/v2/quote'),
    whole: on('chainflip', '/api/networkInfo'),
    created: on('chainflip', '/api/openSwapDepositChannel', 'POST'),
    echo: on('chainflip', '/v2/swaps/'),
    state: on('chainflip', '/v2/swaps/'),
    out: { quoted: ['0.egressAmount'], created: [], echo: ['fillOrKillParams.minPrice'] },
    address: { created: 'depositAddress', echo: 'depositChannel.depositAddress' },
    amount: { created: null, echo: 'depositChannel.expectedDepositAmount' },
    receiver: 'destAddress',
    refund: { path: 'fillOrKillParams.refundAddress' },
    srcCoin: { srcChain: 'Arbitrum' },
    dstCoin: { destAsset: 'ETH' },
    dstChain: { destChain: 'Ethereum' },
    otherOrder: { 'depositChannel.id': '7000001-Ethereum-999' },
    deadline: { estimatedExpiryTime: 1_600_000_000_000 },
    done: (hash) => ({ state: 'COMPLETED', swapEgress: { amount: '24870000', txRef: hash } }),
    refunded: (hash) => ({
      state: 'COMPLETED',
      swapEgress: null,
      refundEgress: { amount: '25000000', txRef: hash },
    }),
    unknown: { state: 'ABRACADABRA' },
  },
]

function isStrict(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'strict' in body && body.strict === true
}
