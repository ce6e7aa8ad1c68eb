// StealthEX: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for some minutes, at a fixed one.
//
// API: StealthEX v4 (https://api.stealthex.io/docs) by Cake Wallet's schemas and recorded answers
// (2026-07-29, read 2026-11). Every call needs a key. Amounts are JSON numbers in token units; texts
// are refused. Fees are inside the rate. Quirks: a chain's own coin is mostly on network `mainnet`,
// its tokens on the chain's; some own coins have a name in place of a contract; the amounts of an
// order are filled before anything was paid; a refund has no field of its own. Networks in
// stealthex.json: Edge's mapping of 2026-07.

import * as z from 'zod/mini'

import type { Coin } from './kits/deposit/coins.ts'
import { type ListedCoin, listedCoins } from './kits/deposit/listedCoins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { orderAt } from './kits/deposit/orders.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate, RateType, WantedRate } from './kits/deposit/rate.ts'
import { usualStatuses } from './kits/deposit/reading.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import table from './stealthex.json' with { type: 'json' }
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)

const currencyWire = z.object({
  symbol: z.string(),
  network: z.string(),
  contract_address: text,
  /** Name of the memo of coins that have one; the list does not report whether it is required. */
  extra_id: text,
})

/** One currency; a name without digits or points is not a contract. */
const currency = z.pipe(
  currencyWire,
  z.transform(({ symbol, network, contract_address: contract, extra_id: memo }): ListedCoin[] => [
    {
      code: symbol,
      symbol,
      network,
      contract: contract == null || /^[a-z-]{1,24}$/i.test(contract) ? null : contract,
      depositMemo: (memo ?? '') === '' ? null : 'known',
    },
  ]),
)

const limits = z.pipe(
  z.object({ min_amount: money, max_amount: money }),
  z.transform(({ min_amount: min, max_amount: max }) => ({ min, max })),
)

const estimateWire = z.object({
  estimated_amount: wireMoney,
  /** With a fixed rate. */
  rate: z.nullish(z.object({ id: z.string(), valid_until: text })),
})

const refusal = z.pipe(
  z.object({ err: z.object({ kind: text, details: text }) }),
  z.transform(({ err: { kind: code, details: reason } }) => ({ code, reason })),
)

const sideWire = z.object({
  symbol: z.string(),
  network: z.string(),
  amount: money,
  expected_amount: money,
  address: z.string(),
  extra_id: text,
  tx_hash: text,
})
const orderWire = z.object({
  id: wireOrderId,
  status: z.string(),
  rate: text,
  deposit: sideWire,
  withdrawal: sideWire,
  refund_address: text,
  refund_extra_id: text,
  created_at: text,
  expires_at: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

export function createStealthexProvider(options: DepositOptions & { apiKey: string }): Provider {
  const { baseUrl, apiKey, pause } = options
  return depositExchange({
    id: 'stealthex',
    name: 'StealthEX',
    keyVariable: 'SWAPROUTE_STEALTHEX_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({ authorization: `Bearer ${apiKey}` }),
    pause,
    list: {
      call: (coin) => ({ path: `/currencies/${coin}` }),
      wire: currency,
      what: 'The currency of StealthEX',
    },
    coins: listedCoins({
      ...table,
      key: ({ code, network }) => [code, network].map(encodeURIComponent).join('/'),
    }),
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: 'floating', fixed: 'fixed' },
      amounts: 'number',
      call: (wanted) => ({
        path: '/rates/estimated-amount',
        body: { ...pairFields(wanted), amount: wanted.wireAmount },
      }),
      answer: ({ rateType }) => z.pipe(estimateWire, z.transform(rateReader(rateType))),
      limitsCall: (wanted) => ({ path: '/rates/range', body: pairFields(wanted) }),
      limits,
      refusals: {
        wire: refusal,
        rows: [
          {
            codes: ['NoPair', 'NoExchangeRoute', 'RouteIsDisabled', 'MarketUnavailable'],
            means: 'none',
          },
          { codes: ['NoUserApiKey', 'NotAllowed', 'InvalidData'], means: 'refused' },
        ],
      },
      usualSeconds: 30 * 60,
    },
    order: {
      path: '/exchanges',
      body: ({ request: { srcToken, dstToken }, receiver, refund, ...wanted }) => ({
        ...pairFields(wanted),
        amount: wanted.wireAmount,
        address: withoutPrefix(dstToken.blockchain, receiver.address),
        extra_id: receiver.memo,
        refund_address: refund && withoutPrefix(srcToken.blockchain, refund.address),
        refund_extra_id: refund?.memo,
      }),
      created: order,
      read: orderAt('/exchanges', order),
      mayOmit: [],
      number: /^[A-Za-z0-9]{6,40}$/,
    },
    statusMap: { ...usualStatuses, verifying: 'on_hold' },
  })
}

function pairFields({
  src,
  dst,
  rateName,
}: Pick<WantedRate, 'src' | 'dst' | 'rateName'>): Record<string, unknown> {
  return {
    route: { from: coinFields(src), to: coinFields(dst) },
    estimation: 'direct',
    rate: rateName,
  }
}

function coinFields({ code, network }: Coin): Record<string, string> {
  return { symbol: code, network }
}

/** A fixed rate without an id is unusable. */
const rateReader =
  (rateType: RateType) =>
  ({ estimated_amount: dstAmount, rate }: z.output<typeof estimateWire>): ExchangeRate | null => {
    if (rateType !== 'fixed') return { dstAmount }
    if (rate == null) return null
    return { dstAmount, orderFields: { rate_id: rate.id }, expiresAtMs: timeOf(rate.valid_until) }
  }

function toOrder({ deposit, withdrawal, ...wire }: z.output<typeof orderWire>): TrackedOrder {
  const isPaid = deposit.tx_hash != null
  return {
    orderId: wire.id,
    src: { code: deposit.symbol, network: deposit.network },
    dst: { code: withdrawal.symbol, network: withdrawal.network },
    amountToSend: deposit.expected_amount ?? deposit.amount,
    dstAmount: withdrawal.expected_amount ?? withdrawal.amount,
    depositAddress: deposit.address,
    depositMemo: deposit.extra_id,
    receiver: withdrawal.address,
    receiverMemo: withdrawal.extra_id,
    refundAddress: wire.refund_address,
    refundMemo: wire.refund_extra_id,
    rateType: wire.rate,
    expiresAtMs: timeOf(wire.expires_at),
    createdAtMs: timeOf(wire.created_at),
    progress: {
      status: wire.status,
      paymentHash: deposit.tx_hash,
      payoutHashes: [withdrawal.tx_hash],
      // Filled with what is expected until a payment is detected.
      paidAmount: isPaid ? deposit.amount : null,
      payoutAmount: withdrawal.amount,
    },
  }
}
