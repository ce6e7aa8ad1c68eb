import { randomInt, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatAmount } from '../../../src/core/amounts.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { isAddressOn } from '../deposit/scripted.ts'
import { coinsNamed } from '../deposit/coins.ts'
import type { Coin, Order, Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import {
  asReported,
  createOrderServer,
  type Dialect,
  memoOn,
  type Offer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { payoutHash, refundHash, toText, toUnits } from './printing.ts'
import { coinNames, type Networks } from './rateServer.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

const instrument = z.object({ currencyTitle: z.string(), networkTitle: z.string() })
const text = z.optional(z.nullable(z.string()))
const createBody = z.strictObject({
  instrumentFrom: instrument,
  instrumentTo: instrument,
  destinationAddress: z.string().check(z.minLength(1)),
  destinationAddressMemo: text,
  refundAddress: text,
  refundAddressMemo: text,
  claimedDepositAmount: z.string(),
  claimedDepositAmountCurrency: text,
  rateMode: z.optional(z.enum(['FLOATING', 'FIXED'])),
  claimedPublicRate: z.optional(
    z.object({
      price: z.string(),
      updatedAt: z.union([z.string(), z.number()]),
      claimedAmountToReceive: z.string(),
    }),
  ),
  claimedNetworkFee: text,
  referrerId: text,
  locale: text,
  markup: text,
})
const addressBody = z.strictObject({
  currencyTitle: z.string(),
  networkTitle: z.string(),
  address: z.string(),
  memo: text,
})

type Titles = { currencyTitle: string | undefined; networkTitle: string | undefined }
type Mode = 'FLOATING' | 'FIXED'

const orderLifeMs = 3 * 60 * 60_000
/** A fixed rate is honoured for so long after it was quoted. */
const rateLifeMs = 5 * 60_000

/**
 * Quickex' titles of networks. BTC, ADA, LTC, SOL, ERC20 and TRC20 are in its documentation (read
 * 2026-11); the others follow the same manner and are not verified.
 */
const titles: Networks = {
  BITCOIN: 'BTC',
  LITECOIN: 'LTC',
  BITCOIN_CASH: 'BCH',
  DOGECOIN: 'DOGE',
  CARDANO: 'ADA',
  SOLANA: 'SOL',
  ETH: 'ERC20',
  TRON: 'TRC20',
  BSC: 'BEP20',
  TON: 'TON',
  RIPPLE: 'XRP',
  STELLAR: 'XLM',
  SUI: 'SUI',
  POLYGON: 'POLYGON',
  ARBITRUM: 'ARBITRUM',
}

/** Only coins and the great dollars are traded. */
const coins = coinNames(
  coinsNamed(titles).filter(
    ({ native, symbol }) => native || symbol === 'USDT' || symbol === 'USDC',
  ),
  instrumentOf,
)

/** Quickex' name for an order's entry into a stage; null if it reports none. */
const events: Readonly<Record<Stage, string | null>> = {
  quoted: null,
  waiting: 'CREATION_END',
  incomplete: null,
  confirming: 'INCOMING_FUNDS_DETECTED',
  confirmed: 'DEPOSIT_REGISTERED',
  held: 'AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER',
  exchanging: null,
  sending: 'FUNDS_WITHDRAWAL_START',
  finished: 'WITHDRAWAL_COMPLETED',
  refunding: 'REFUND_REQUESTED',
  refunded: 'REFUND_COMPLETED',
  failed: null,
  expired: null,
}

const dialect: Dialect = {
  provider: 'quickex',
  path: '/api',
  unauthorized: refusalBody(401, 'ERR_UNAUTHORIZED'),
  rounds: true,
  noPair: () => refusal(422, 'ERR_PAIR_NOT_SUPPORTED'),
  outOfRange: (side, limits, from, amountIn) => {
    const word = side === 'min' ? 'SMALL' : 'LARGE'
    const expected = toText(limits[side], from)
    const value = toText(amountIn, from)
    return new RefusalError(406, {
      ...refusalBody(406, `ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_${word}`),
      data: {
        localizedMessage: `Claimed deposit amount is too ${word.toLowerCase()}`,
        details: { field: 'claimedDepositAmount', value, expected, expectedGeneral: expected },
      },
    })
  },
  badAddress: (whose) =>
    refusal(
      400,
      whose === 'receiver' ? 'ERR_INVALID_DESTINATION_ADDRESS' : 'ERR_INVALID_REFUND_ADDRESS',
    ),
  noOrder: () => refusal(404, 'ERR_ORDER_NOT_FOUND'),
}

/**
 * The API of Quickex on loopback: version 1, and what version 2 answers unsigned. From its pages
 * "api-v1", "api-v1-orders", "api-v2" (read 2026-11). Its base URL ends in `/api`.
 */
export function createQuickexServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const server = createOrderServer(dialect, options)
  const { app } = server

  const pairOf = (from: Titles, to: Titles): Pair => server.pair(coins.find(from), coins.find(to))
  const offerFor = (pair: Pair, claimed: string | undefined, mode: Mode): Offer => {
    const paid = toUnits(claimed ?? '', pair.from)
    if (paid === null || paid === 0n) throw refusal(400, 'ERR_INVALID_AMOUNT')
    return server.offer(pair, mode === 'FIXED' ? 'fixed' : 'float', { paid })
  }

  app.on('GET', ['/v1/instruments/public', '/v2/instruments/public'], (context) =>
    context.json(listInstruments()),
  )

  app.on('GET', ['/v1/rates/public/one', '/v2/rates/public/one'], (context) => {
    const query = context.req.query()
    const pair = pairOf(
      {
        currencyTitle: query['instrumentFromCurrencyTitle'],
        networkTitle: query['instrumentFromNetworkTitle'],
      },
      {
        currencyTitle: query['instrumentToCurrencyTitle'],
        networkTitle: query['instrumentToNetworkTitle'],
      },
    )
    const { from, to } = pair
    const rateMode: Mode = query['rateMode'] === 'FIXED' ? 'FIXED' : 'FLOATING'
    const offer = offerFor(pair, query['claimedDepositAmount'], rateMode)
    const { amountIn, amountOut, networkFee, min, max } = offer
    const limits = { minAmount: toText(min, from), maxAmount: toText(max, from) }
    const fee = toText(networkFee, to)
    return context.json({
      instrumentFrom: { ...instrumentOf(from), precisionDecimals: Math.min(from.decimals, 8) },
      instrumentTo: { ...instrumentOf(to), precisionDecimals: Math.min(to.decimals, 8) },
      depositRules: limits,
      withdrawalRules: {
        minAmount: '0',
        maxAmount: '0',
        withdrawalFeeRules: { minAmount: fee, maxAmount: fee },
      },
      minConfirmationsToTrade: 1,
      minConfirmationsToWithdraw: 1,
      price: priceOf(amountOut, to, amountIn, from),
      reversePrice: priceOf(amountIn, from, amountOut, to),
      updatedAt: new Date(exchange.now()).toISOString(),
      amountToGet: toText(amountOut, to),
      finalNetworkFeeAmount: fee,
      generalMinAmount: limits.minAmount,
      generalMaxAmount: limits.maxAmount,
      rateMode,
      marketMinAmount: limits.minAmount,
    })
  })

  app.post('/v1/instruments/public/validate-address', async (context) => {
    const body = await readBody(context, addressBody, () => refusal(400, 'ERR_VALIDATION'))
    const coin = coins.find(body)
    const isValid = coin !== null && isAddressOn(coin.blockchain, body.address)
    return context.json({ isValid })
  })

  const checkRate = (body: z.output<typeof createBody>, pair: Pair, amountOut: bigint): void => {
    if (body.rateMode !== 'FIXED') return
    const { claimedPublicRate: rate } = body
    if (rate === undefined) throw refusal(400, 'ERR_VALIDATION')
    const quotedAtMs = new Date(rate.updatedAt).getTime()
    const isOld = !(exchange.now() - quotedAtMs < rateLifeMs)
    const isOther = toUnits(rate.claimedAmountToReceive, pair.to) !== amountOut
    if (isOld || isOther) throw refusal(422, 'ERR_RATE_CHANGED')
  }

  app.post('/v1/orders/public/create', async (context) => {
    const body = await readBody(context, createBody, () => refusal(400, 'ERR_VALIDATION'))
    const pair = pairOf(body.instrumentFrom, body.instrumentTo)
    const { from, to } = pair
    const rateMode: Mode = body.rateMode ?? 'FLOATING'
    const { rateType, amountIn, amountOut } = offerFor(pair, body.claimedDepositAmount, rateMode)
    checkRate(body, pair, amountOut)
    return server.open(
      context,
      {
        id: String(randomInt(900_000, 99_000_000)),
        ...pair,
        rateType,
        amountIn,
        amountOut,
        receiver: body.destinationAddress,
        receiverMemo: body.destinationAddressMemo ?? null,
        refundAddress: body.refundAddress ?? null,
        refundMemo: body.refundAddressMemo ?? null,
        expiresAtMs: exchange.now() + orderLifeMs,
        facts: { legacyOrderId: randomUUID(), price: priceOf(amountOut, to, amountIn, from) },
        memo: memoOn(from),
      },
      createdOrder,
      201,
    )
  })

  app.on('GET', ['/v1/orders/public-info', '/v2/orders/public-info'], (context) => {
    const { orderId, destinationAddress } = context.req.query()
    const found = exchange
      .orders()
      .find(
        (one) =>
          one.provider === 'quickex' &&
          one.receiver === destinationAddress &&
          (one.id === orderId || one.facts['legacyOrderId'] === orderId),
      )
    return context.json(printOrder(server.markRead(found), faults))
  })
  return app
}

/** The answer of `POST /orders/public/create`. */
function createdOrder(order: Order) {
  const { from, to } = order
  const [instrumentFrom, instrumentTo] = [instrumentOf(from), instrumentOf(to)]
  return {
    orderId: Number(order.id),
    legacyOrderId: order.facts['legacyOrderId'],
    pair: { instrumentFrom, instrumentTo },
    depositAddress: {
      instrument: instrumentFrom,
      depositAddress: order.depositAddress,
      depositAddressMemo: order.depositMemo,
    },
    claimedDepositAmount: toText(order.amountIn, from),
    amountToGet: toText(order.amountOut, to),
    claimedPublicRate: {
      price: order.facts['price'],
      updatedAt: new Date(order.createdAtMs).toISOString(),
      claimedAmountToReceive: toText(order.amountOut, to),
    },
  }
}

/** The answer of `GET /orders/public-info`. */
function printOrder(order: Order, faults: FaultBoard) {
  const reported = asReported(order, faults)
  const { payments, payout, stage, from, to } = order
  const [instrumentFrom, instrumentTo] = [instrumentOf(reported.from), instrumentOf(reported.to)]
  const { depositAddress } = reported
  return {
    orderId: Number(reported.id),
    legacyOrderId: order.facts['legacyOrderId'],
    pair: { instrumentFrom, instrumentTo },
    depositAddress: {
      instrument: instrumentFrom,
      depositAddress,
      depositAddressMemo: reported.depositMemo,
    },
    deposits: payments.map(({ hash, amount, atMs }) => ({
      createdAt: new Date(atMs).toISOString(),
      instrument: instrumentFrom,
      amount: toText(amount, from),
      confirmations: stage === 'confirming' ? 0 : 2,
      txId: hash,
      depositAddress,
      isPending: stage === 'confirming',
    })),
    withdrawals: withdrawals(order, payout?.amount ?? 0n),
    rateMode: reported.rateType === 'fixed' ? 'FIXED' : 'FLOATING',
    claimedDepositAmount: toText(reported.amountIn, from),
    amountToGet: toText(reported.amountOut, to),
    completed: stage === 'finished',
    orderEvents: eventList(order),
    ...(stage === 'failed' || stage === 'expired' ? { failedToCreate: true } : {}),
    isPendingToCreate: false,
    destinationAddress: reported.receiver,
  }
}

/** Payouts, and refunds as well: what went out. */
function withdrawals(order: Order, amount: bigint) {
  const { from, to, refund, history } = order
  const createdAt = new Date(history.at(-1)?.atMs ?? 0).toISOString()
  const [paid, back] = [payoutHash(order), refundHash(order)]
  const sent = [
    ...(paid === null ? [] : [{ coin: to, amount, txId: paid }]),
    ...(back === null ? [] : [{ coin: from, amount: refund?.amount ?? 0n, txId: back }]),
  ]
  return sent.map(({ coin, amount: units, txId }) => ({
    createdAt,
    instrument: instrumentOf(coin),
    amount: toText(units, coin),
    networkFee: '0',
    txId,
  }))
}

/** Newest first. */
function eventList({ history }: Order) {
  return history
    .flatMap(({ stage, atMs }) => {
      const kind = events[stage]
      return kind === null ? [] : [{ kind, createdAt: new Date(atMs).toISOString() }]
    })
    .toReversed()
}

function instrumentOf({ symbol, blockchain }: Coin) {
  return { currencyTitle: symbol.toUpperCase(), networkTitle: titles[blockchain] ?? '' }
}

/** `GET /instruments/public`. */
function listInstruments() {
  return coins.all.map((coin) => {
    const instrument = instrumentOf(coin)
    return {
      ...instrument,
      slug: `${instrument.currencyTitle}${coin.native ? '' : instrument.networkTitle}`.toLowerCase(),
      instrumentType: 'crypto',
      fullName: coin.symbol,
      currencyFriendlyTitle: coin.symbol,
      precisionDecimals: Math.min(coin.decimals, 8),
      requiresMemo: chainById(coin.blockchain).memo !== null,
      // As the P.CASH wallet reads it (QuickexMapper.kt, read 2026-11).
      contractAddress: coin.native ? null : coin.address,
      currencyLogoLink: '',
    }
  })
}

/** Units of one coin for one whole unit of the other, 18 decimals. */
function priceOf(amount: bigint, coin: Coin, forAmount: bigint, forCoin: Coin): string {
  if (forAmount === 0n) return '0'
  const scaled = (amount * 10n ** BigInt(18 + forCoin.decimals)) / forAmount
  return formatAmount(scaled / 10n ** BigInt(coin.decimals), 18)
}

function refusal(status: 400 | 404 | 422, message: string): RefusalError {
  return new RefusalError(status, refusalBody(status, message))
}

function refusalBody(status: number, message: string): Record<string, unknown> {
  return { status, message, data: { localizedMessage: message } }
}
