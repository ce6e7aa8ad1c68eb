// Quickex: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating or fixed rate.
//
// API: Quickex documentation, pages "api-v1", "api-v1-orders", "api-v2" and "api-v2-orders" (read
// 2026-11). Amounts are decimal texts in token units; `amountToGet` is after the network fee.
// Quirks: version 1 needs no key, version 2 signs orders; coins are identified by two titles,
// without contracts; reading an order needs its id and the receiver's address; the deposit address
// is returned on opening, and again only with a payment; there is no deadline. Only the titles BTC,
// ADA, ERC20 and TRC20 are documented: quickex.json adds likely others, and unmatched titles of the
// live list are not traded.

import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { type Coin, type CoinNames, createCoinTable, isContractOf } from './kits/deposit/coins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import type { RefusalParts } from './kits/deposit/refusals.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate, RateType } from './kits/deposit/rate.ts'
import { type SnapshotCoin, timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import table from './quickex.json' with { type: 'json' }
import type { Provider } from './types.ts'

// Orders have titles only: the table lists only coins whose title means one contract.
type Row = { network: string; coins: string; otherTitles?: readonly string[] }
const rows: [string, Row][] = Object.entries(table satisfies Partial<Record<BlockchainId, Row>>)
const coinRows: CoinNames = Object.fromEntries(
  rows.map(([id, { network, coins: codes }]) => [id, [network, codes] as const]),
)
const coins = createCoinTable(coinRows)
const networkTitles = new Map(
  rows.flatMap(([, { network, otherTitles = [] }]) => otherTitles.map((title) => [title, network])),
)
const currencyTitles = new Map([
  ['MATIC', 'POL'],
  ['GRAM', 'TON'],
])
/** Chains where a bridged dollar has the same title: only the contract differs. */
const ambiguous: readonly BlockchainId[] = ['POLYGON', 'ARBITRUM', 'OPTIMISM', 'AVALANCHE']

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)
const flag = z.nullish(z.boolean())

const instrumentWire = z.object({
  currencyTitle: z.string(),
  networkTitle: z.string(),
  precisionDecimals: z.nullish(z.int().check(z.nonnegative())),
  requiresMemo: flag,
  /** In the list of version 1; absent for native coins. */
  contractAddress: text,
})
type Instrument = z.output<typeof instrumentWire>

/** Sent back unchanged with a fixed rate. */
const price = z.union([z.string().check(z.maxLength(80)), z.number()])

const rateWire = z.object({
  price,
  updatedAt: price,
  amountToGet: wireMoney,
  finalNetworkFeeAmount: money,
  rateMode: text,
})

/** Limits of the pair override those of the coin. */
const limits = z.pipe(
  z.object({
    generalMinAmount: money,
    generalMaxAmount: money,
    depositRules: z.nullish(z.object({ minAmount: money, maxAmount: money })),
  }),
  z.transform(({ generalMinAmount, generalMaxAmount, depositRules }) => ({
    min: generalMinAmount ?? depositRules?.minAmount,
    max: generalMaxAmount ?? depositRules?.maxAmount,
  })),
)

const detailsWire = z.object({ expected: money, expectedGeneral: money })
const errorWire = z.object({
  message: text,
  data: z.nullish(z.object({ details: z.nullish(detailsWire) })),
})
const refusal = z.pipe(errorWire, z.transform(toParts))

const numberWire = z.pipe(
  z.union([z.string(), z.int().check(z.nonnegative())]),
  z.pipe(
    z.transform((value: string | number) => String(value)),
    wireOrderId,
  ),
)

/** Both answers about an order; documentation and clients differ in their form. */
const orderWire = z.object({
  orderId: numberWire,
  /** Both coins, or their titles one by one. */
  pair: z.nullish(z.object({ instrumentFrom: instrumentWire, instrumentTo: instrumentWire })),
  instrumentFromCurrencyTitle: text,
  instrumentFromNetworkTitle: text,
  instrumentToCurrencyTitle: text,
  instrumentToNetworkTitle: text,
  /** A text or inside an object; undocumented for an order read back. */
  depositAddress: z.nullish(
    z.union([z.string(), z.object({ depositAddress: z.string(), depositAddressMemo: text })]),
  ),
  depositAddressMemo: text,
  claimedDepositAmount: money,
  amountToGet: money,
  rateMode: text,
  destinationAddress: text,
  destinationAddressMemo: text,
  refundAddress: text,
  refundAddressMemo: text,
  deposits: z.nullish(z.array(z.object({ amount: money, txId: text, depositAddress: text }))),
  withdrawals: z.nullish(z.array(z.object({ amount: money, txId: text }))),
  orderEvents: z.nullish(z.array(z.object({ kind: z.string(), createdAt: text }))),
  completed: flag,
  failedToCreate: flag,
  isPendingToCreate: flag,
})
type QuickexOrder = z.output<typeof orderWire>
const order = z.pipe(orderWire, z.transform(toOrder))

/**
 * The optional key is `public:secret` and/or `aff_…`.
 * @throws SwaprouteError CONFIG_INVALID for a key of another form
 */
export function createQuickexProvider({ apiKey = null, ...options }: DepositOptions): Provider {
  const { keys, referrerId } = readAccess(apiKey)
  return depositExchange({
    id: 'quickex',
    name: 'Quickex',
    keyVariable: 'SWAPROUTE_QUICKEX_API_KEY',
    hasKey: keys !== null,
    baseUrl: `${options.baseUrl}/${keys === null ? 'v1' : 'v2'}`,
    headers: (body, nowMs) => (keys === null ? {} : signedHeaders(keys, body, nowMs)),
    pause: options.pause,
    list: {
      call: () => ({ path: '/instruments/public' }),
      wire: z.array(instrumentWire),
      what: 'The instruments of Quickex',
    },
    coins: {
      blockchains: coins.blockchains,
      serves: (token) => coins.find(token) !== null,
      presumed: coins.find,
      find: async (token, _side, load) => {
        const found = instrumentOf(token, await load())
        if (found === null) return null
        const { precisionDecimals = null, requiresMemo } = found
        return {
          ...toCoin(found),
          precision: precisionDecimals,
          takesMemo: requiresMemo === true,
          depositMemo: requiresMemo === true ? 'needed' : null,
        }
      },
      tokenOf: async (coin) => {
        const token = coins.tokenOf(ourCoin(coin))
        return token !== null && mayBe(token, coin.contract) ? token : null
      },
    },
    // The documentation of its orders names no memo of the receiver.
    parties: { takesMemo: true, repeatsMemo: false, needsRefund: false },
    rate: {
      names: { float: 'FLOATING', fixed: 'FIXED' },
      amounts: 'text',
      call: ({ src, dst, amount, rateName }) => ({
        path: '/rates/public/one',
        query: {
          instrumentFromCurrencyTitle: src.code,
          instrumentFromNetworkTitle: src.network,
          instrumentToCurrencyTitle: dst.code,
          instrumentToNetworkTitle: dst.network,
          claimedDepositAmount: amount,
          rateMode: rateName,
          exchangeType: 'crypto',
          referrerId,
        },
      }),
      answer: ({ rateType }) => z.pipe(rateWire, z.transform(rateReader(rateType))),
      limits,
      refusals: {
        wire: refusal,
        rows: [
          { status: 406, codes: ['low', 'low, named'], means: 'low' },
          { status: 406, codes: ['high', 'high, named'], means: 'high' },
          { codes: ['low, named'], means: 'low' },
          { codes: ['high, named'], means: 'high' },
        ],
      },
      // No duration is given; clients say 10 to 30 minutes.
      usualSeconds: 30 * 60,
    },
    order: {
      path: '/orders/public/create',
      body: ({ src, dst, receiver, refund, wireAmount, rateName }) => ({
        instrumentFrom: { currencyTitle: src.code, networkTitle: src.network },
        instrumentTo: { currencyTitle: dst.code, networkTitle: dst.network },
        destinationAddress: receiver.address,
        destinationAddressMemo: receiver.memo,
        refundAddress: refund?.address,
        refundAddressMemo: refund?.memo,
        claimedDepositAmount: wireAmount,
        rateMode: rateName,
        referrerId,
      }),
      created: order,
      read: {
        request: ({ orderId, receiver }) => ({
          path: '/orders/public-info',
          query: { orderId, destinationAddress: receiver },
        }),
        wire: order,
        // 403: the order has a different receiver.
        unknownAt: [404, 403],
      },
      mayOmit: ['depositAddress', 'depositMemo', 'receiverMemo', 'refundAddress', 'refundMemo'],
      // A number, or a UUID in older orders.
      number: /^(?:\d{4,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      needsReceiver: true,
      // Quickex' clients drop an unpaid order after three hours.
      lifeMs: () => 3 * 3_600_000,
    },
    // Event kinds; the newest is the status.
    statusMap: {
      CREATION_END: 'awaiting',
      INCOMING_FUNDS_DETECTED: 'confirming',
      DEPOSIT_REGISTERED: 'exchanging',
      FUNDS_WITHDRAWAL_START: 'sending',
      WITHDRAWAL_COMPLETED: 'done',
      AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER: 'on_hold',
      REFUND_REQUESTED: 'refunding',
      REFUND_COMPLETED: 'refunded',
    },
  })
}

function toCoin({ currencyTitle, networkTitle, contractAddress }: Instrument): SnapshotCoin {
  return { code: currencyTitle, network: networkTitle, contract: contractAddress }
}

/** A coin by the titles of the table. */
function ourCoin({ code, network }: Coin): Coin {
  const [currency, place] = [code.toUpperCase(), network.toUpperCase()]
  return {
    code: currencyTitles.get(currency) ?? currency,
    network: networkTitles.get(place) ?? place,
  }
}

/** By contract; without one only an unambiguous title counts. */
function mayBe(token: Token, contract: string | null | undefined): boolean {
  if (token.native) return true
  if (contract != null && contract !== '') return isContractOf(token, contract)
  return coins.find(token)?.code !== 'USDC' || !ambiguous.includes(token.blockchain)
}

/** @throws SwaprouteError UPSTREAM_FAILED where two listed coins match */
function instrumentOf(token: Token, list: readonly Instrument[]): Instrument | null {
  const coin = coins.find(token)
  const found = list.filter((listed) => {
    const { code, network } = ourCoin(toCoin(listed))
    const isNamed = code === coin?.code && network === coin.network
    return isNamed && mayBe(token, listed.contractAddress)
  })
  if (found.length === 0) return null
  const exact = found.filter(({ networkTitle }) => networkTitle.toUpperCase() === coin?.network)
  const [only, another] = found.length === 1 ? found : exact
  // An order could not distinguish two coins of one title.
  const isNamesake = ({ currencyTitle, networkTitle }: Instrument): boolean =>
    currencyTitle === only?.currencyTitle && networkTitle === only.networkTitle
  const isOne = another === undefined && list.filter(isNamesake).length === 1
  if (only !== undefined && isOne) return only
  throw new SwaprouteError('UPSTREAM_FAILED', 'Quickex lists two coins of this name.')
}

const rateReader =
  (rateType: RateType) =>
  ({ amountToGet, updatedAt, ...wire }: z.output<typeof rateWire>): ExchangeRate => ({
    dstAmount: amountToGet,
    rateName: wire.rateMode,
    orderFields: {
      claimedPublicRate:
        rateType === 'fixed'
          ? { price: wire.price, updatedAt, claimedAmountToReceive: amountToGet }
          : null,
      claimedNetworkFee: wire.finalNetworkFeeAmount ?? null,
    },
  })

/** A limit may be named without its side; the texts differ between versions. */
function toParts({ message: reason, data }: z.output<typeof errorWire>): RefusalParts {
  // The pair's limit before that of the route.
  const named = [data?.details?.expectedGeneral, data?.details?.expected]
  const limits = named.filter((limit) => limit != null)
  const isLow = /SMALL|LOW|LESS/i.test(reason ?? '')
  const isHigh = /BIG|LARGE|HIGH|MUCH|GREATER/i.test(reason ?? '')
  const side = isLow === isHigh ? null : isLow ? 'low' : 'high'
  const code = side === null || limits.length === 0 ? side : `${side}, named`
  return { code, reason, limits }
}

function toOrder(wire: QuickexOrder): TrackedOrder {
  const { pair, depositAddress: place, failedToCreate, deposits } = wire
  const isPlace = place != null && typeof place === 'object'
  const paid = deposits?.find(({ depositAddress }) => depositAddress != null)
  return {
    orderId: wire.orderId,
    src: pair
      ? toCoin(pair.instrumentFrom)
      : coinOf(wire.instrumentFromCurrencyTitle, wire.instrumentFromNetworkTitle),
    dst: pair
      ? toCoin(pair.instrumentTo)
      : coinOf(wire.instrumentToCurrencyTitle, wire.instrumentToNetworkTitle),
    amountToSend: wire.claimedDepositAmount,
    dstAmount: wire.amountToGet,
    depositAddress: isPlace ? place.depositAddress : (place ?? paid?.depositAddress),
    // Without the address, the memo is missing too.
    depositMemo: isPlace
      ? place.depositAddressMemo
      : place == null
        ? undefined
        : wire.depositAddressMemo,
    receiver: wire.destinationAddress,
    receiverMemo: wire.destinationAddressMemo,
    refundAddress: wire.refundAddress ?? undefined,
    refundMemo: wire.refundAddressMemo ?? undefined,
    rateType: wire.rateMode,
    opening:
      failedToCreate === true ? 'failed' : wire.isPendingToCreate === true ? 'pending' : null,
    progress: toProgress(wire),
  }
}

function coinOf(code: string | null | undefined, network: string | null | undefined): Coin | null {
  return code == null || network == null ? null : { code, network }
}

function toProgress(wire: QuickexOrder): TrackedOrder['progress'] {
  const { completed, failedToCreate, deposits, withdrawals } = wire
  const event = newestEvent(wire)
  const isRefunded = event === 'REFUND_COMPLETED'
  const hasPaid = completed === true && !isRefunded
  const hasFailed = failedToCreate === true && !hasPaid && !isRefunded
  const payouts = (withdrawals ?? []).toReversed()
  return {
    status: hasFailed ? 'FAILED_TO_CREATE' : hasPaid ? 'COMPLETED' : (event ?? 'CREATED'),
    statusOverride: hasFailed ? 'failed' : hasPaid ? 'done' : event === null ? 'awaiting' : null,
    paymentHash: deposits?.find(({ txId }) => txId != null)?.txId,
    // An entry without a hash retains its place: earlier ones are for something else.
    payoutHashes: payouts.map(({ txId }) => txId ?? ''),
    arrivedAmounts: (deposits ?? []).map(({ amount }) => amount),
    payoutAmount: payouts[0]?.amount,
  }
}

/** Listed newest first; sorted by time where given. */
function newestEvent({ orderEvents }: QuickexOrder): string | null {
  let newest: { kind: string; atMs: number } | null = null
  for (const { kind, createdAt } of orderEvents ?? []) {
    const atMs = timeOf(createdAt) ?? Number.NaN
    if (newest === null || atMs > newest.atMs) newest = { kind, atMs }
  }
  return newest?.kind ?? null
}

type Keys = { publicKey: string; secret: string }

/** `aff_…` credits a referrer, `public:secret` signs orders; both: `public:secret:aff_…`. */
function readAccess(setting: string | null): { keys: Keys | null; referrerId: string | null } {
  if (setting === null) return { keys: null, referrerId: null }
  const match = /^(?=.)(?:([^:]+):((?!aff_)[^:]+))?(?:(?:^|:)(aff_[^:]*))?$/.exec(setting)
  if (match === null) {
    throw new SwaprouteError('CONFIG_INVALID', 'SWAPROUTE_QUICKEX_API_KEY cannot be read.', {
      hint: 'Write it as public:secret, or as the aff_… of a referrer.',
    })
  }
  const [, publicKey, secret, referrerId = null] = match
  const hasKeys = publicKey !== undefined && secret !== undefined
  return { keys: hasKeys ? { publicKey, secret } : null, referrerId }
}

/** HMAC-SHA256 over timestamp, body and public key (page "api-v2", read 2026-11). */
function signedHeaders({ publicKey, secret }: Keys, body: string, nowMs: number) {
  const signed = `${nowMs}${body}${publicKey}`
  return {
    'x-api-public-key': publicKey,
    'x-api-timestamp': String(nowMs),
    'x-api-signature': createHmac('sha256', secret).update(signed).digest('base64'),
  }
}
