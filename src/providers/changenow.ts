// ChangeNOW: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for some minutes, at a fixed one.
//
// API: ChangeNOW API v2, public documentation (https://documenter.getpostman.com/view/8180765/
// SVfTPnM8, read 2026-11). Amounts are texts in requests and JSON numbers in answers, in token
// units; fees are inside the rate. Quirks: every call except the currency list needs a key;
// AVALANCHE's coin is on network `cchain`, its tokens on `avaxc`; `payinExtraId` may be missing,
// empty or null; a ticker may be a different contract than expected, so currencies are found by
// network and contract in the live list. Networks in changenow.json: GET /exchange/currencies, read
// 2026-11.

import * as z from 'zod/mini'

import networksTable from './changenow.json' with { type: 'json' }
import { type ListedCoin, listedCoins } from './kits/deposit/listedCoins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate, RateType, WantedSwap } from './kits/deposit/rate.ts'
import { usualStatuses } from './kits/deposit/reading.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)

const currencyWire = z.object({
  ticker: z.string(),
  network: z.string(),
  tokenContract: text,
  hasExternalId: z.optional(z.boolean()),
  isExtraIdSupported: z.optional(z.boolean()),
  /** Can be the destination; can be the source. */
  buy: z.optional(z.boolean()),
  sell: z.optional(z.boolean()),
})

const currency = z.pipe(
  currencyWire,
  z.transform((wire): ListedCoin => ({
    code: wire.ticker,
    symbol: wire.ticker,
    network: wire.network,
    contract: wire.tokenContract,
    src: wire.sell,
    dst: wire.buy,
    // The documentation only documents for `hasExternalId` that the currency "has an Extra ID", and
    // nothing of `isExtraIdSupported`. The first is read as needed: a refused order costs nothing.
    depositMemo:
      wire.hasExternalId === true ? 'needed' : wire.isExtraIdSupported === true ? 'known' : null,
    takesMemo: wire.isExtraIdSupported === true || wire.hasExternalId === true,
  })),
)

const rangeWire = z.object({ minAmount: money, maxAmount: money })

const estimateWire = z.object({
  rateId: text,
  validUntil: text,
  /** Minutes, `10-60`. */
  transactionSpeedForecast: text,
  toAmount: wireMoney,
})

/** `error` is a code, `message` a human-readable sentence. */
const refusal = z.pipe(
  z.object({ error: text, message: text }),
  z.transform(({ error: code, message: reason }) => ({ code, reason })),
)

/** Amount fields differ between the answer that opens an order and the order read back. */
const orderWire = z.object({
  id: wireOrderId,
  fromAmount: money,
  toAmount: money,
  expectedAmountFrom: money,
  expectedAmountTo: money,
  /** Arrived and paid-out amounts, once there are any. */
  amountFrom: money,
  amountTo: money,
  fromCurrency: z.string(),
  fromNetwork: z.string(),
  toCurrency: z.string(),
  toNetwork: z.string(),
  flow: text,
  payinAddress: z.string(),
  payinExtraId: text,
  payinExtraIdName: text,
  payoutAddress: z.string(),
  payoutExtraId: text,
  refundAddress: text,
  refundExtraId: text,
  validUntil: text,
  status: text,
  actionsAvailable: z.nullish(z.boolean()),
  payinHash: text,
  payoutHash: text,
  refundHash: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

/** The limits of a pair, or those inside a refusal. */
const limits = z.pipe(
  z.object({
    ...rangeWire.shape,
    payload: z.nullish(z.object({ range: z.nullish(rangeWire) })),
  }),
  z.transform(({ payload, ...range }) => {
    const { minAmount: min, maxAmount: max } = payload?.range ?? range
    return { min, max }
  }),
)

export type ChangenowOptions = DepositOptions & { apiKey: string }

export function createChangenowProvider({ baseUrl, apiKey, pause }: ChangenowOptions): Provider {
  return depositExchange({
    id: 'changenow',
    name: 'ChangeNOW',
    keyVariable: 'SWAPROUTE_CHANGENOW_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({ 'x-changenow-api-key': apiKey }),
    pause,
    list: {
      call: () => ({
        path: '/exchange/currencies',
        query: { active: 'true', flow: 'standard' },
      }),
      wire: z.array(currency),
      what: 'The currencies of ChangeNOW',
    },
    // AVALANCHE's coin is on another network than its tokens.
    coins: listedCoins({ networks: networksTable, natives: { AVALANCHE: 'cchain' } }),
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: 'standard', fixed: 'fixed-rate' },
      amounts: 'text',
      call: (wanted) => ({
        path: '/exchange/estimated-amount',
        query: {
          ...pairFields(wanted),
          fromAmount: wanted.amount,
          flow: wanted.rateName,
          type: 'direct',
          useRateId: wanted.rateType === 'fixed' ? 'true' : null,
        },
      }),
      answer: ({ rateType }) => z.pipe(estimateWire, z.transform(rateReader(rateType))),
      limitsCall: (wanted) => ({
        path: '/exchange/range',
        query: { ...pairFields(wanted), flow: wanted.rateName },
      }),
      limits,
      refusals: {
        wire: refusal,
        rows: [
          { codes: ['deposit_too_small'], means: 'low' },
          { codes: ['deposit_too_big'], means: 'high' },
        ],
      },
      usualSeconds: 60 * 60,
    },
    order: {
      path: '/exchange',
      body: ({ receiver, refund, ...wanted }) => ({
        ...pairFields(wanted),
        fromAmount: wanted.wireAmount,
        toAmount: '',
        address: receiver.address,
        extraId: receiver.memo,
        refundAddress: refund?.address,
        refundExtraId: refund?.memo,
        flow: wanted.rateName,
        type: 'direct',
      }),
      created: order,
      read: {
        request: ({ orderId }) => ({ path: '/exchange/by-id', query: { id: orderId } }),
        wire: order,
        // An unknown order id is answered with either.
        unknownAt: [404, 400],
      },
      mayOmit: ['rateType'],
      number: /^[a-z0-9]{10,40}$/i,
    },
    statusMap: { ...usualStatuses, new: 'awaiting', verifying: 'on_hold' },
  })
}

function pairFields({ src, dst }: Pick<WantedSwap, 'src' | 'dst'>): Record<string, string> {
  return {
    fromCurrency: src.code,
    toCurrency: dst.code,
    fromNetwork: src.network,
    toNetwork: dst.network,
  }
}

/** A fixed rate without an id is unusable. */
const rateReader =
  (rateType: RateType) =>
  ({ rateId = null, ...wire }: z.output<typeof estimateWire>): ExchangeRate | null => {
    const isFixed = rateType === 'fixed'
    if (isFixed && rateId === null) return null
    const longest = /^\d{1,3}-(\d{1,4})$/.exec(wire.transactionSpeedForecast ?? '')?.[1]
    return {
      dstAmount: wire.toAmount,
      orderFields: { rateId },
      expiresAtMs: isFixed ? timeOf(wire.validUntil) : null,
      ...(longest === undefined ? {} : { durationSeconds: 60 * Number(longest) }),
    }
  }

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  const { status, actionsAvailable } = wire
  const isOpen = actionsAvailable === true && (status === 'failed' || status === 'expired')
  const note = 'ChangeNOW is waiting for your decision: continue or refund, on the order page.'
  return {
    orderId: wire.id,
    src: { code: wire.fromCurrency, network: wire.fromNetwork },
    dst: { code: wire.toCurrency, network: wire.toNetwork },
    amountToSend: wire.expectedAmountFrom ?? wire.fromAmount,
    dstAmount: wire.expectedAmountTo ?? wire.toAmount,
    depositAddress: wire.payinAddress,
    depositMemo: wire.payinExtraId,
    memoName: wire.payinExtraIdName,
    receiver: wire.payoutAddress,
    receiverMemo: wire.payoutExtraId,
    refundAddress: wire.refundAddress,
    refundMemo: wire.refundExtraId,
    rateType: wire.flow,
    expiresAtMs: timeOf(wire.validUntil),
    progress: {
      status: status ?? '',
      paymentHash: wire.payinHash,
      payoutHashes: [wire.payoutHash],
      refundHashes: [wire.refundHash],
      paidAmount: wire.amountFrom,
      payoutAmount: wire.amountTo,
      ...(isOpen ? { statusOverride: 'needs_user', note } : {}),
    },
  }
}
