// Baltex: a broker of custodial exchanges. An order names an address to pay; the exchange behind it
// pays out once the payment is confirmed, at a floating rate or, for a minute, at a fixed one.
//
// API: Baltex documentation "Cross Chain", the readme of Baltexio/baltex-api-nodejs and a client of
// 2026 (read 2026-11). Every call needs a key. Amounts are JSON numbers or texts in token units.
// Quirks: an order comes alone or inside `exchange`; documents spell tickers and networks in both
// cases, so they are compared and sent in lower case, as that client does; private routes are not
// asked for. Networks in baltex.json: that client's list.

import * as z from 'zod/mini'

import table from './baltex.json' with { type: 'json' }
import { type ListedCoin, listedCoins } from './kits/deposit/listedCoins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate, RateType, WantedSwap } from './kits/deposit/rate.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)

const currency = z.pipe(
  z.object({
    ticker: z.string(),
    network: z.string(),
    contractAddress: text,
    isNative: z.nullish(z.boolean()),
    enabled: z.nullish(z.boolean()),
    hasMemo: z.nullish(z.boolean()),
    requireMemo: z.nullish(z.boolean()),
  }),
  z.transform(({ ticker, network, contractAddress, isNative, enabled, ...wire }): ListedCoin => ({
    code: ticker.toLowerCase(),
    symbol: ticker,
    network: network.toLowerCase(),
    contract: isNative === true ? null : contractAddress,
    src: enabled !== false,
    dst: enabled !== false,
    depositMemo: wire.requireMemo === true ? 'needed' : wire.hasMemo === true ? 'known' : null,
    ...(wire.hasMemo == null ? {} : { takesMemo: wire.hasMemo }),
  })),
)

const rateWire = z.object({ toAmount: money, rateId: text })

const refusal = z.pipe(
  z.object({ message: text, error: text }),
  z.transform(({ message, error }) => ({ reason: message ?? error })),
)

const orderWire = z.object({
  id: wireOrderId,
  status: z.string(),
  created: text,
  exchangeType: text,
  request: z.object({
    fromCurrency: z.string(),
    fromNetwork: z.string(),
    toCurrency: z.string(),
    toNetwork: z.string(),
    amountFromRequested: money,
    amountToRequested: money,
    depositAddress: text,
    depositMemo: text,
    recipientAddress: text,
    recipientMemo: text,
    refundAddress: text,
    refundMemo: text,
  }),
  exchanges: z.nullish(
    z.array(z.object({ payinHash: text, payoutHash: text, amountToReceived: money })),
  ),
})
const order = z.pipe(
  z.union([
    z.pipe(
      z.object({ exchange: orderWire }),
      z.transform(({ exchange }) => exchange),
    ),
    orderWire,
  ]),
  z.transform(toOrder),
)

export function createBaltexProvider(options: DepositOptions & { apiKey: string }): Provider {
  const { baseUrl, apiKey, pause } = options
  return depositExchange({
    id: 'baltex',
    name: 'Baltex',
    keyVariable: 'SWAPROUTE_BALTEX_API_KEY',
    hasKey: true,
    baseUrl: `${baseUrl}/v1/cross-chain`,
    headers: () => ({ 'x-api-key': apiKey }),
    pause,
    list: {
      call: () => ({ path: '/available-currencies' }),
      wire: z.array(currency),
      what: 'The currencies of Baltex',
    },
    coins: listedCoins(table),
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: 'standard', fixed: 'fixed-rate' },
      amounts: 'text',
      call: (wanted) => ({
        path: '/rate',
        query: { ...pairFields(wanted), amount: wanted.amount, flow: wanted.rateName },
      }),
      answer: ({ rateType }) => z.pipe(rateWire, z.transform(rateReader(rateType))),
      limits: z.object({ min: money, max: money }),
      refusals: {
        wire: refusal,
        rows: [
          { text: /\b(?:below|less than|minimum|too (?:small|low))\b/i, means: 'low' },
          { text: /\b(?:above|greater than|maximum|too (?:big|high|large))\b/i, means: 'high' },
        ],
      },
      usualSeconds: 30 * 60,
    },
    order: {
      path: '/exchange',
      body: ({ request: { srcToken, dstToken }, receiver, refund, ...wanted }) => ({
        ...pairFields(wanted),
        fromAmount: wanted.wireAmount,
        address: withoutPrefix(dstToken.blockchain, receiver.address),
        memo: receiver.memo,
        refundAddress: refund && withoutPrefix(srcToken.blockchain, refund.address),
        refundMemo: refund?.memo,
        flow: wanted.rateName,
      }),
      created: order,
      read: {
        request: ({ orderId }) => ({ path: '/exchange/status', query: { id: orderId } }),
        wire: order,
        unknownAt: [404],
      },
      mayOmit: ['receiverMemo', 'refundMemo'],
      number: /^[A-Za-z0-9-]{8,60}$/,
    },
    statusMap: {
      pending: 'awaiting',
      confirming: 'confirming',
      exchanging: 'exchanging',
      sending: 'sending',
      finished: 'done',
      failed: 'failed',
      refunded: 'refunded',
    },
  })
}

function pairFields({ src, dst }: Pick<WantedSwap, 'src' | 'dst'>): Record<string, string> {
  return {
    fromCurrency: src.code,
    fromNetwork: src.network,
    toCurrency: dst.code,
    toNetwork: dst.network,
  }
}

/** Without an amount the answer has only limits; a fixed rate without an id is unusable. */
const rateReader =
  (rateType: RateType) =>
  ({ toAmount, rateId }: z.output<typeof rateWire>): ExchangeRate | null => {
    if (toAmount == null) return null
    if (rateType !== 'fixed') return { dstAmount: toAmount }
    return rateId == null ? null : { dstAmount: toAmount, orderFields: { rateId } }
  }

function toOrder({ request, ...wire }: z.output<typeof orderWire>): TrackedOrder {
  const exchanges = wire.exchanges ?? []
  return {
    orderId: wire.id,
    src: { code: request.fromCurrency.toLowerCase(), network: request.fromNetwork.toLowerCase() },
    dst: { code: request.toCurrency.toLowerCase(), network: request.toNetwork.toLowerCase() },
    amountToSend: request.amountFromRequested,
    dstAmount: request.amountToRequested,
    depositAddress: request.depositAddress,
    depositMemo: request.depositMemo,
    receiver: request.recipientAddress,
    receiverMemo: request.recipientMemo,
    refundAddress: request.refundAddress,
    refundMemo: request.refundMemo ?? undefined,
    rateType: wire.exchangeType,
    createdAtMs: timeOf(wire.created),
    progress: {
      status: wire.status,
      paymentHash: exchanges.find(({ payinHash }) => payinHash != null)?.payinHash,
      // The last exchange pays the receiver.
      payoutHashes: exchanges.toReversed().map(({ payoutHash }) => payoutHash ?? ''),
      payoutAmount: exchanges.at(-1)?.amountToReceived,
    },
  }
}
