// SimpleSwap: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for some minutes, at a fixed one.
//
// API: SimpleSwap v3, its Postman collection and page "Public API errors", and clients of 2026 (read
// 2026-11). Every call needs a key. Amounts are texts in token units, fees are inside the rate.
// Quirks: a successful answer is inside `result`; an error may be JSON of several shapes or text; an
// order without a memo or refund address has empty texts; some chains' own coins have a ticker with
// the chain in it. Networks in simple_swap.json: those clients' tables.

import * as z from 'zod/mini'

import { isRecord } from '../core/json.ts'
import { type ListedCoin, listedCoins } from './kits/deposit/listedCoins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { orderAt } from './kits/deposit/orders.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import type { ExchangeEnvelope } from './kits/deposit/ask.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate, RateType, WantedRate } from './kits/deposit/rate.ts'
import { usualStatuses } from './kits/deposit/reading.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import networks from './simple_swap.json' with { type: 'json' }
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)

/** Tickers of chains' own coins that are not the coin's symbol. */
const symbols: Readonly<Partial<Record<string, string>>> = {
  'bnb-bsc': 'bnb',
  avaxc: 'avax',
  kavaevm: 'kava',
}

const currency = z.pipe(
  z.object({
    ticker: z.string(),
    network: z.string(),
    contractAddress: text,
    hasExtraId: z.nullish(z.boolean()),
  }),
  z.transform(({ ticker, network, contractAddress: contract, hasExtraId }): ListedCoin => ({
    code: ticker,
    symbol: (Object.hasOwn(symbols, ticker) ? symbols[ticker] : undefined) ?? ticker,
    network,
    contract,
    // api.simpleswap.io/docs, "Get currencies" (read 2026-11): "must be provided".
    depositMemo: hasExtraId === true ? 'needed' : null,
    ...(hasExtraId == null ? {} : { takesMemo: hasExtraId }),
  })),
)

const estimateWire = z.object({ estimatedAmount: wireMoney, rateId: text, validUntil: text })

const refusal = z.pipe(
  z.object({ message: text, description: text, error: text }),
  z.transform(({ message, description, error }) => ({ reason: message ?? description ?? error })),
)

const orderWire = z.object({
  id: wireOrderId,
  type: text,
  status: z.string(),
  validUntil: text,
  tickerFrom: z.string(),
  networkFrom: z.string(),
  tickerTo: z.string(),
  networkTo: z.string(),
  amountFrom: wireMoney,
  amountTo: wireMoney,
  addressFrom: z.string(),
  addressTo: z.string(),
  extraIdFrom: text,
  extraIdTo: text,
  userRefundAddress: text,
  userRefundExtraId: text,
  txFrom: text,
  txTo: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

const envelope: ExchangeEnvelope = {
  read: (answer) => {
    const { status, body } = answer
    const isWrapped = status < 400 && isRecord(body) && body['result'] !== undefined
    return isWrapped ? { ...answer, body: body['result'] } : answer
  },
}

export function createSimpleSwapProvider(options: DepositOptions & { apiKey: string }): Provider {
  const { baseUrl, apiKey, pause } = options
  return depositExchange({
    id: 'simple_swap',
    name: 'SimpleSwap',
    keyVariable: 'SWAPROUTE_SIMPLE_SWAP_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({ 'x-api-key': apiKey }),
    envelope,
    pause,
    list: {
      call: () => ({ path: '/currencies' }),
      wire: z.array(currency),
      what: 'The currencies of SimpleSwap',
    },
    coins: listedCoins({ networks }),
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: 'floating', fixed: 'fixed' },
      amounts: 'text',
      call: (wanted) => ({
        path: '/estimates',
        query: { ...pairFields(wanted), amount: wanted.amount, reverse: 'false' },
      }),
      answer: ({ rateType }) => z.pipe(estimateWire, z.transform(rateReader(rateType))),
      limitsCall: (wanted) => ({ path: '/ranges', query: pairFields(wanted) }),
      limits: z.object({ min: money, max: money }),
      refusals: { wire: refusal, rows: [] },
      usualSeconds: 30 * 60,
    },
    order: {
      path: '/exchanges',
      body: ({ request: { srcToken, dstToken }, receiver, refund, ...wanted }) => ({
        ...pairFields(wanted),
        fixed: wanted.rateType === 'fixed',
        amount: wanted.wireAmount,
        reverse: false,
        addressTo: withoutPrefix(dstToken.blockchain, receiver.address),
        extraIdTo: receiver.memo ?? '',
        userRefundAddress:
          refund === null ? '' : withoutPrefix(srcToken.blockchain, refund.address),
        userRefundExtraId: refund?.memo ?? '',
      }),
      created: order,
      read: orderAt('/exchanges', order),
      mayOmit: [],
      number: /^[A-Za-z0-9_-]{8,60}$/,
    },
    statusMap: { ...usualStatuses, verifying: 'on_hold' },
  })
}

function pairFields({
  src,
  dst,
  rateType,
}: Pick<WantedRate, 'src' | 'dst' | 'rateType'>): Record<string, string> {
  return {
    tickerFrom: src.code,
    networkFrom: src.network,
    tickerTo: dst.code,
    networkTo: dst.network,
    fixed: String(rateType === 'fixed'),
  }
}

/** A fixed rate without an id is unusable. */
const rateReader =
  (rateType: RateType) =>
  ({ estimatedAmount, rateId, validUntil }: z.output<typeof estimateWire>): ExchangeRate | null => {
    if (rateType !== 'fixed') return { dstAmount: estimatedAmount }
    if (rateId == null || rateId === '') return null
    return {
      dstAmount: estimatedAmount,
      orderFields: { rateId },
      expiresAtMs: timeOf(validUntil),
    }
  }

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  return {
    orderId: wire.id,
    src: { code: wire.tickerFrom, network: wire.networkFrom },
    dst: { code: wire.tickerTo, network: wire.networkTo },
    amountToSend: wire.amountFrom,
    dstAmount: wire.amountTo,
    depositAddress: wire.addressFrom,
    depositMemo: wire.extraIdFrom,
    receiver: wire.addressTo,
    receiverMemo: wire.extraIdTo,
    refundAddress: wire.userRefundAddress === '' ? null : wire.userRefundAddress,
    refundMemo: wire.userRefundExtraId,
    rateType: wire.type,
    expiresAtMs: timeOf(wire.validUntil),
    progress: {
      status: wire.status,
      paymentHash: wire.txFrom,
      payoutHashes: [wire.txTo],
      payoutAmount: wire.amountTo,
    },
  }
}
