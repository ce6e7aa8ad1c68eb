import { createHash } from 'node:crypto'

import { createThorchainProvider } from '../../src/providers/thorchain/thorchain.ts'
import { type DepositCase, depositAddress, receiver, refund } from './depositContract.ts'
import { type Body, btc, evm, type Exchange, nowMs, play } from './depositSupport.ts'
import {
  baseUrl,
  estimate,
  estimateCall,
  expiry,
  hash,
  inbounds,
  memo,
  orderCall,
  pools,
  request,
  statusPath,
  told,
  usdcAsset,
} from './thorchain/recordings.ts'

const make = () => createThorchainProvider({ baseUrl })
export const provider = make()
export const wanted = new Set(['thorchain'] as const)
export const quote = [inbounds, estimateCall]
export const readBack: Exchange = { ...orderCall }
const orderId = `thor-${createHash('sha256')
  .update(`${depositAddress} ${memo} 1500000 ${expiry * 1000}`)
  .digest('hex')
  .slice(0, 20)}`

// The list of pools is asked before the first quote and then stored for five minutes.
await provider.quote(request, wanted, play(baseUrl, [pools, ...quote]).context)

const memoBend = (bend: (text: string) => string) => (body: Body) => (body.memo = bend(body.memo))
const paidHash = hash.toUpperCase()
export const out = (
  id: string,
  chain: string,
  amount: bigint,
  text = `OUT:${paidHash}`,
  to = receiver,
): Body => ({
  id: id.replace(/^0x/, '').toUpperCase(),
  chain,
  to_address: to,
  coins: [{ asset: usdcAsset, amount: String(amount) }],
  memo: text,
})
const back = { planned_out_txs: [{ chain: 'BTC', to_address: refund, refund: true }] }

export const depositCase: DepositCase = {
  source: {
    kind: 'recorded',
    from: 'gemwalletcom/core, crates/swapper/src/thorchain/testdata',
    date: '2026-03-02',
  },
  provider,
  make,
  lists: [pools],
  baseUrl,
  request,
  quote,
  rates: [undefined],
  limits: { min: 60_000n, max: null },
  tooLow: {
    exchanges: [
      inbounds,
      { ...estimateCall, body: { ...estimate, recommended_min_amount_in: '2000000' } },
    ],
    data: { tokenSymbol: 'BTC', minAmount: '0.02' },
  },
  bentOffers: [
    ['the fee in another asset', (body) => (body.fees.asset = 'ETH.ETH'), 'UPSTREAM_FAILED'],
    ['its time over', (body) => (body.expiry = Math.floor(nowMs / 1000)), 'UPSTREAM_FAILED'],
    ['nothing to receive', (body) => (body.expected_amount_out = '99'), 'NO_ROUTE'],
    ['more dust than is paid', (body) => (body.dust_threshold = '1500000'), 'AMOUNT_TOO_LOW'],
  ],
  refusedOffers: [
    [
      'little',
      { status: 400, body: { message: 'not enough asset to pay for fees' } },
      'AMOUNT_TOO_LOW',
    ],
    [
      'halted',
      { status: 500, body: { code: 2, message: 'trading is halted, can not process swap' } },
      'NO_ROUTE',
    ],
    ['pool', { status: 400, body: { error: 'pool does not exist' } }, 'NO_ROUTE'],
    ['limit', { status: 400, body: { error: 'emit asset 1 less than price limit 2' } }, 'NO_ROUTE'],
    ['broken', { status: 500, body: { message: 'panic' } }, 'UPSTREAM_FAILED'],
  ],
  rate: undefined,
  before: [inbounds, orderCall],
  create: null,
  readBack,
  look: [inbounds, estimateCall],
  built: {
    orderId,
    memo: { name: 'memo (OP_RETURN)', value: memo },
    uniqueInfo: {},
    expiresAtMs: expiry * 1000,
  },
  bends: {
    dstCoin: memoBend((text) => text.replace('ETH.USDC-6EB48', 'AVAX.USDC')),
    depositAddress: (body) => (body.inbound_address = btc('mallory')),
    receiver: memoBend((text) => text.replace(receiver, evm('mallory'))),
    refundAddress: memoBend((text) => text.replace(receiver, `${receiver}/${btc('mallory')}`)),
    rateType: memoBend((text) => `${text}:mallory:100`),
  },
  redirect: (body, address) => (body.inbound_address = address),
  secret: depositAddress,
  paidBy: hash,
  words: [
    [
      'observed',
      told({ inbound_confirmation_counted: { completed: false }, swap_finalised: null }),
      {
        status: 'PENDING',
        subStatus: 'CONFIRMING',
        providerStatus: 'outbound_signed',
        sourceTxHash: hash,
      },
    ],
    [
      'swapping',
      told({
        swap_status: { pending: true },
        swap_finalised: { completed: false },
        outbound_signed: null,
      }),
      { status: 'PENDING', subStatus: 'EXCHANGING' },
    ],
    [
      'waiting for its turn',
      told({ outbound_signed: { blocks_since_scheduled: 20, completed: false } }),
      { status: 'PENDING', subStatus: 'SENDING' },
    ],
    [
      'waiting for too long',
      told({ outbound_signed: { blocks_since_scheduled: 301, completed: false } }),
      { status: 'LONG_PENDING' },
    ],
    [
      'on its way back',
      told({ outbound_signed: { completed: false } }, back),
      {
        status: 'LONG_PENDING',
        note: 'The swap was not possible at the agreed price; THORChain is sending the payment back.',
      },
    ],
    [
      'on its way back for another memo',
      told({ outbound_signed: null }, { ...back, tx: { memo: 'hello' } }),
      {
        status: 'LONG_PENDING',
        note: 'The payment did not carry the agreed memo; THORChain is sending it back.',
      },
    ],
  ],
  // No words, only stages: without any of them it is somewhere on its way.
  unknownWord: told({
    swap_status: null,
    swap_finalised: null,
    outbound_delay: null,
    outbound_signed: null,
  }),
  notFound: [{ path: statusPath, status: 404, body: { code: 5, message: 'not found' } }],
  paid: (txHash, amount) =>
    told(
      { outbound_signed: { completed: txHash !== null } },
      { out_txs: txHash === null ? null : [out(txHash, 'ETH', amount * 100n)] },
    ),
  refunded: (txHash) =>
    told(
      { outbound_signed: { completed: txHash !== null } },
      {
        ...back,
        out_txs: txHash === null ? [] : [out(txHash, 'BTC', 1n, `REFUND:${paidHash}`, refund)],
      },
    ),
}
