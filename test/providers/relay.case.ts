import { expect } from 'vitest'

import { createRelayProvider } from '../../src/providers/relay/relay.ts'
import { createSignedRelay } from '../../src/providers/relay/signed.ts'
import type { CallCase } from './callCase.ts'
import { coins, requestId as signedId, tokens } from './relay/signed.ts'
import { type DepositCase, depositAddress } from './depositContract.ts'
import { btc, evm, hash, plainHash } from './depositSupport.ts'
import {
  againCall,
  baseUrl,
  create,
  entry,
  family,
  familyPath,
  priceCall,
  readBack,
  request,
  requestId,
  statusPath,
  told,
} from './relay/recordings.ts'
import { type AskedFor, asks, asksWith, dollars } from './depositWire.ts'
import type { RefusedOffer } from './depositOffers.ts'

const make = () => createRelayProvider({ baseUrl, apiKey: 'k-1', pause: async () => {} })
export const provider = make()
export const keyless = createRelayProvider({ baseUrl, pause: async () => {} })
export const wanted = new Set(['relay'] as const)

const refused = (errorCode: string, status = 400): RefusedOffer[1] => ({
  status,
  body: { message: 'x', errorCode },
})

/**
 * Prices of both ways to pay, since a swap takes the one that is left; and the estimate that the
 * older call replaces.
 */
const asksPrice: AskedFor = (asked) =>
  asks('/price', 'POST')(asked) ||
  asksWith(
    '/quote/v2',
    ({ useDepositAddress, strict }) => useDepositAddress === true && strict !== true,
  )(asked)

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'relayprotocol/relay-docs, features/deposit-addresses.mdx; Vex-Foundation/Vex, pull request 155',
    date: '2026-09-04',
  },
  provider,
  make,
  lists: [],
  baseUrl,
  request,
  quote: [priceCall],
  rates: [undefined],
  limits: undefined,
  tooLow: {
    exchanges: [
      { ...priceCall, status: 400, body: { message: 'too small', errorCode: 'AMOUNT_TOO_LOW' } },
    ],
    data: { tokenSymbol: 'BTC' },
  },
  tooHigh: {
    exchanges: [
      { ...priceCall, status: 400, body: { message: 'no', errorCode: 'INSUFFICIENT_LIQUIDITY' } },
    ],
    data: { tokenSymbol: 'BTC' },
  },
  bentOffers: [
    ['another amount', (body) => (body.details.currencyIn.amount = '1'), 'UPSTREAM_FAILED'],
    [
      'another coin',
      (body) => (body.details.currencyOut.currency.address = evm('other')),
      'UPSTREAM_FAILED',
    ],
    [
      'another chain',
      (body) => (body.details.currencyOut.currency.chainId = 8453),
      'UPSTREAM_FAILED',
    ],
    [
      'more at least than expected',
      (body) => (body.details.currencyOut.minimumAmount = '9999999999'),
      'UPSTREAM_FAILED',
    ],
  ],
  refusedOffers: [
    ['pair', refused('NO_SWAP_ROUTES_FOUND'), 'NO_ROUTE'],
    ['chain', refused('UNSUPPORTED_CHAIN'), 'NO_ROUTE'],
    ['account', refused('SANCTIONED_WALLET_ADDRESS'), 'UPSTREAM_REFUSED'],
    ['price', refused('PRICE_FETCH_FAILED', 503), 'UPSTREAM_FAILED'],
    ['node', refused('RPC_HTTP_ERROR'), 'UPSTREAM_FAILED'],
  ],
  refundNeeded: 'MISSING_FIELD',
  rate: undefined,
  before: [againCall],
  create,
  readBack,
  built: {
    orderId: requestId,
    memo: null,
    uniqueInfo: { relayId: requestId },
    expiresAtMs: null,
  },
  bends: {
    srcCoin: (body) =>
      (body.requests[0].data.route.quoted.origin.inputCurrency.currency.address = btc('mallory')),
    dstCoin: (body) =>
      (body.requests[0].data.route.quoted.destination.outputCurrency.currency.chainId = 10),
    amountToSend: (body) =>
      (body.requests[0].data.route.quoted.origin.inputCurrency.amount = '15000000'),
    depositAddress: (body) => (body.requests[0].depositAddress.address = btc('mallory')),
    receiver: (body) => (body.requests[0].recipient = evm('mallory')),
    refundAddress: (body) => (body.requests[0].refundTo = btc('mallory')),
    rateType: (body) => (body.requests[0].depositAddress.type = 'custodial'),
    dstAmount: (body) =>
      (body.requests[0].data.route.quoted.destination.outputCurrency.amount = '1'),
  },
  redirect: (body, address) => {
    if (body.steps !== undefined) body.steps[0].depositAddress = address
    else if (body.requests === undefined) body.depositAddress = address
    else body.requests[0].depositAddress.address = address
  },
  secret: depositAddress,
  lookAgain: [{ path: `/deposit-addresses/v1?requestId=${requestId}`, status: 404, body: {} }],
  words: [
    [
      'waiting',
      [told('waiting'), family(entry)],
      { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' },
    ],
    [
      'depositing',
      [told('depositing', { inTxHashes: [plainHash('in')] })],
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['pending', [told('pending')], { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['submitted', [told('submitted')], { status: 'PENDING', subStatus: 'SENDING' }],
    ['delayed', [{ ...told('pending'), body: { status: 'delayed' } }], { status: 'LONG_PENDING' }],
    [
      'failure',
      [told('failure'), family({ ...entry, status: 'failure', data: { failReason: 'SLIPPAGE' } })],
      {
        status: 'FAIL',
        action: 'ask_support',
        note: expect.stringMatching(
          /^Relay could not fill the order \(SLIPPAGE\)\. .*if you have paid, ask its support/,
        ),
      },
    ],
    [
      'failure without a list',
      [
        told('failure', { failReason: 'TTL_EXPIRED' }),
        { path: familyPath, status: 410, body: { message: 'retired' } },
      ],
      {
        status: 'FAIL',
        note: expect.stringMatching(
          /^Relay could not fill the order \(TTL_EXPIRED\)\. .*if you have paid, ask its support/,
        ),
      },
    ],
    [
      'failure of the refund',
      [
        told('failure'),
        family({
          ...entry,
          status: 'failure',
          data: { refundFailReason: 'REFUND_RECIPIENT_IS_VASP' },
        }),
      ],
      { status: 'REVERT' },
    ],
    [
      'refund, that cannot be sent',
      [
        told('refund'),
        family({ ...entry, status: 'refund', data: { refundFailReason: 'NO_RECIPIENT' } }),
      ],
      { status: 'REVERT', note: expect.stringContaining('NO_RECIPIENT') },
    ],
    [
      'of a request that took it over',
      [
        told('waiting'),
        family(
          {
            ...entry,
            id: hash('child'),
            status: 'pending',
            data: { inTxs: [{ txHash: plainHash('in') }] },
          },
          { ...entry, supersededByRequestId: hash('child') },
        ),
      ],
      { status: 'PENDING', subStatus: 'EXCHANGING', sourceTxHash: plainHash('in') },
    ],
    [
      'of a request that was made for another payment to the address',
      [
        told('waiting'),
        family(
          {
            ...entry,
            id: hash('child'),
            status: 'success',
            depositAddress: { ...entry.depositAddress, depositTxHash: plainHash('in') },
          },
          entry,
        ),
      ],
      { status: 'PENDING', providerStatus: 'success', sourceTxHash: plainHash('in') },
    ],
    [
      'failure that needs the user, by the word of the status alone',
      [
        told('failure', { refundFailReason: 'MANUAL_REFUND_REQUIRED' }),
        { path: familyPath, status: 503, body: { message: 'down' } },
      ],
      { status: 'REVERT', note: expect.stringContaining('MANUAL_REFUND_REQUIRED') },
    ],
  ],
  unknownWord: [{ ...told('pending'), body: { status: 'meditating' } }],
  notFound: [{ path: statusPath, status: 404, body: { message: 'not found' } }],
  paid: (paidIn) => [told('success', { txHashes: paidIn === null ? [] : [hash('swap'), paidIn] })],
  refunded: (paidIn) =>
    paidIn === null
      ? [told('refund'), family({ ...entry, status: 'refund' })]
      : [told('refund', { txHashes: [paidIn] })],
  wire: {
    pair: dollars,
    quoted: asksPrice,
    created: asksWith('/quote/v2', ({ strict }) => strict === true),
    echo: asks('/requests/v3'),
    state: asks('/intents/status/v3'),
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
    refund: 'requests.0.refundTo',
    srcCoin: { 'requests.0.data.route.quoted.origin.inputCurrency.currency.chainId': 10 },
    dstCoin: {
      'requests.0.data.route.quoted.destination.outputCurrency.currency.address': evm('mallory'),
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
}

/** Paid by a signed call: an order that is identified by the hash of its terms. */
export const callCase: CallCase = {
  ...tokens,
  source: {
    kind: 'shaped',
    from: 'relayprotocol/relay-docs features/price-stabilization.mdx',
    date: '2026-07-24',
  },
  create: (url) => createSignedRelay({ baseUrl: url }),
  refusals: [
    [400, { message: 'too small', errorCode: 'AMOUNT_TOO_LOW' }, 'AMOUNT_TOO_LOW'],
    [400, { message: 'too much', errorCode: 'INSUFFICIENT_LIQUIDITY' }, 'AMOUNT_TOO_HIGH'],
    [400, { message: 'no routes', errorCode: 'NO_SWAP_ROUTES_FOUND' }, 'NO_ROUTE'],
    [400, { message: 'blocked', errorCode: 'SANCTIONED_WALLET_ADDRESS' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'Too many requests' }, 'RATE_LIMITED'],
    [200, { details: {} }, 'UPSTREAM_FAILED'],
  ],
  orders: {
    finder: (url) => createSignedRelay({ baseUrl: url, apiKey: 'key' }),
    byPayment: (told, paid) => [
      {
        path: `/requests/v3?term=${paid}&limit=1`,
        body: { requests: [{ ...entry, id: signedId }] },
      },
      ...told,
    ],
    told: (status, { paid, payout, refund: back } = {}) => [
      {
        path: `/intents/status/v3?requestId=${signedId}`,
        body: {
          status,
          inTxHashes: paid === undefined ? [] : [paid],
          txHashes: [payout, back].filter((one) => one !== undefined),
          originChainId: 8453,
          destinationChainId: 42161,
          failReason: 'N/A',
          refundFailReason: 'N/A',
        },
      },
    ],
    words: [
      ['waiting', 'PENDING'],
      ['pending', 'PENDING'],
      ['submitted', 'PENDING'],
      ['delayed', 'LONG_PENDING'],
    ],
    done: 'success',
    refunded: 'refund',
    foreign: [['another payment', (body) => (body.inTxHashes = [hash('other')])]],
  },
  more: { 'native coins': coins },
}
