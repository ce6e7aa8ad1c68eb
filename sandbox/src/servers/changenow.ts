import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById } from '../../../src/chains/chains.ts'
import { isAddressOn } from '../deposit/scripted.ts'
import { coinsNamed } from '../deposit/coins.ts'
import { limitsOf } from '../deposit/rates.ts'
import { type Coin, factText, type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import {
  asReported,
  memoOn,
  type Offer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { createRateServer, type RateDialect, usualNetworks, usualStatuses } from './rateServer.ts'
import {
  isoTime,
  payinHash,
  payoutHash,
  refundHash,
  textOf,
  toNumber,
  toUnits,
} from './printing.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

type PairNames = Partial<
  Record<'fromCurrency' | 'fromNetwork' | 'toCurrency' | 'toNetwork', string>
>
type Amounts = { fromAmount?: string | undefined; toAmount?: string | undefined }

const text = z.optional(z.nullable(z.string()))
const createBody = z.strictObject({
  fromCurrency: z.string(),
  toCurrency: z.string(),
  fromNetwork: z.string(),
  toNetwork: z.string(),
  fromAmount: z.optional(z.string()),
  toAmount: z.optional(z.string()),
  address: z.string().check(z.minLength(1)),
  extraId: text,
  refundAddress: text,
  refundExtraId: text,
  userId: text,
  payload: z.optional(z.unknown()),
  contactEmail: text,
  source: text,
  flow: z.enum(['standard', 'fixed-rate']),
  type: z.optional(z.enum(['direct', 'reverse'])),
  rateId: text,
})

/** ChangeNOW's statuses of an exchange. */
const statuses: Readonly<Record<Stage, string>> = { ...usualStatuses, quoted: 'new' }

const all = coinsNamed(usualNetworks)

const rateLifeMs = 20 * 60_000

const dialect: RateDialect = {
  provider: 'changenow',
  path: '/v2',
  unauthorized: { error: 'unauthorized', message: 'Unauthorized' },
  key: { header: 'x-changenow-api-key', open: '/v2/exchange/currencies' },
  rateLifeMs,
  rounds: true,
  noPair: (why) =>
    why === 'refused'
      ? new RefusalError(400, { error: 'pair_is_inactive', message: 'Pair is inactive' })
      : invalid('Currency not found'),
  outOfRange: (side, { min, max }, from) =>
    new RefusalError(400, {
      error: side === 'min' ? 'deposit_too_small' : 'deposit_too_big',
      message: `Out of ${side} amount`,
      payload: { range: { minAmount: toNumber(min, from), maxAmount: toNumber(max, from) } },
    }),
  badAddress: (whose) =>
    invalid(whose === 'receiver' ? 'Invalid payout address' : 'Invalid refund address'),
  noOrder: () => new RefusalError(404, { error: 'not_found', message: 'Transaction not found' }),
  badAmount: () => invalid('Invalid amount'),
  badRate: () => invalid('Rate id is not valid or has expired'),
}

/**
 * The API of ChangeNOW, version 2, on loopback, from its public documentation and recorded
 * exchanges (read 2026-11). Its base URL ends in `/v2`; any key does, except `bad`.
 */
export function createChangenowServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const server = createRateServer(dialect, options)
  const { app } = server
  const pairOf = (names: PairNames): Pair =>
    server.pair(
      coinByTicker(names.fromCurrency, names.fromNetwork),
      coinByTicker(names.toCurrency, names.toNetwork),
    )
  const offerFor = (pair: Pair, rateType: Order['rateType'], amounts: Amounts): Offer => {
    const paid = amounts.fromAmount ? toUnits(amounts.fromAmount, pair.from) : null
    if (paid !== null) return server.offer(pair, rateType, { paid })
    const received = amounts.fromAmount ? null : toUnits(amounts.toAmount ?? '', pair.to)
    if (received === null || rateType === 'float') throw dialect.badAmount()
    return server.offer(pair, rateType, { received })
  }

  app.get('/exchange/currencies', (context) => context.json(listCurrencies()))

  app.on('GET', ['/exchange/range', '/exchange/min-amount'], (context) => {
    const query = context.req.query()
    const pair = pairOf(query)
    const { min, max } = limitsOf('changenow', pair.from)
    return context.json({
      ...namesOf(pair),
      flow: flowOf(rateTypeOf(query['flow'])),
      minAmount: toNumber(min, pair.from),
      ...(context.req.path.endsWith('range') ? { maxAmount: toNumber(max, pair.from) } : {}),
    })
  })

  app.get('/exchange/estimated-amount', (context) => {
    const query = context.req.query()
    const rateType = rateTypeOf(query['flow'])
    const offer = offerFor(pairOf(query), rateType, query)
    const isFixed = rateType === 'fixed' && query['useRateId'] === 'true'
    return context.json({
      ...namesOf(offer),
      flow: flowOf(rateType),
      type: query['type'] ?? 'direct',
      ...(isFixed ? server.keepRate(offer) : { rateId: null, validUntil: null }),
      transactionSpeedForecast: '10-60',
      warningMessage: null,
      depositFee: 0,
      withdrawalFee: 0,
      userId: null,
      fromAmount: toNumber(offer.amountIn, offer.from),
      toAmount: toNumber(offer.amountOut, offer.to),
    })
  })

  const offerOf = (body: z.output<typeof createBody>): Offer => {
    const pair = pairOf(body)
    if (body.flow === 'standard') return offerFor(pair, 'float', body)
    const stored = server.storedOffer(body.rateId)
    if (stored === null) throw dialect.badRate()
    const asked = toUnits(body.fromAmount ?? '', pair.from)
    const isSame = stored.from === pair.from && stored.to === pair.to
    if (isSame && (asked === null || asked === stored.amountIn)) return stored
    throw invalid('Rate id belongs to another exchange')
  }

  app.post('/exchange', async (context) => {
    const body = await readBody(context, createBody, (field, problem) =>
      invalid(`${field}: ${problem}`),
    )
    const { from, to, rateType, amountIn, amountOut } = offerOf(body)
    return server.open(
      context,
      {
        id: randomBytes(7).toString('hex'),
        from,
        to,
        rateType,
        amountIn,
        amountOut,
        receiver: body.address,
        receiverMemo: textOf(body.extraId),
        refundAddress: textOf(body.refundAddress),
        refundMemo: textOf(body.refundExtraId),
        expiresAtMs: rateType === 'float' ? null : exchange.now() + rateLifeMs,
        facts: { type: body.type ?? 'direct' },
        memo: memoOn(from),
      },
      createdOrder,
    )
  })

  app.get('/exchange/by-id', (context) => {
    const { id = '' } = context.req.query()
    if (!/^[0-9a-z]{8,32}$/i.test(id)) throw invalid('Invalid transaction id')
    return context.json(readOrder(server.find(id), faults))
  })

  app.get('/validate/address', (context) => {
    const { currency, address = '' } = context.req.query()
    const coin = coinByTicker(currency, undefined)
    const result = coin !== null && isAddressOn(coin.blockchain, address)
    return context.json({ result, message: result ? null : 'Invalid address' })
  })
  return app
}

/** The answer of `POST /exchange`. Without a memo the field is left out. */
function createdOrder(order: Order) {
  const { from, to, depositMemo } = order
  return {
    id: order.id,
    fromAmount: toNumber(order.amountIn, from),
    toAmount: toNumber(order.amountOut, to),
    flow: flowOf(order.rateType),
    type: factText(order, 'type'),
    payinAddress: order.depositAddress,
    ...(depositMemo === null
      ? {}
      : { payinExtraId: depositMemo, payinExtraIdName: chainById(from.blockchain).memo }),
    payoutAddress: order.receiver,
    payoutExtraId: order.receiverMemo ?? '',
    ...namesOf(order),
    refundAddress: order.refundAddress ?? '',
    refundExtraId: order.refundMemo ?? '',
    directedAmount: toNumber(order.amountIn, from),
    ...(order.expiresAtMs === null
      ? {}
      : { validUntil: new Date(order.expiresAtMs).toISOString() }),
  }
}

/** The answer of `GET /exchange/by-id`. Without a memo the field is null, or an empty text. */
function readOrder(order: Order, faults: FaultBoard) {
  const reported = asReported(order, faults)
  const { from, to, stage, payments, payout, refund } = order
  const paid = paidIn(order)
  const hasEnded = stage === 'failed' || stage === 'expired'
  return {
    id: reported.id,
    status: statuses[stage],
    actionsAvailable: hasEnded && payments.length > 0,
    ...namesOf(reported),
    expectedAmountFrom: toNumber(reported.amountIn, from),
    expectedAmountTo: toNumber(reported.amountOut, to),
    amountFrom: paid > 0n ? toNumber(paid, from) : null,
    amountTo: stage === 'finished' ? toNumber(payout?.amount ?? 0n, to) : null,
    payinAddress: reported.depositAddress,
    payoutAddress: reported.receiver,
    payinExtraId: reported.depositMemo ?? (order.rateType === 'fixed' ? null : ''),
    payoutExtraId: reported.receiverMemo,
    refundAddress: reported.refundAddress,
    refundExtraId: order.refundMemo,
    createdAt: isoTime(order.createdAtMs),
    updatedAt: isoTime(order.history.at(-1)?.atMs ?? order.createdAtMs),
    validUntil: isoTime(reported.expiresAtMs),
    depositReceivedAt: isoTime(payments[0]?.atMs ?? null),
    payinHash: payinHash(order),
    payoutHash: payoutHash(order),
    refundHash: refundHash(order),
    refundAmount: stage === 'refunded' && refund !== null ? toNumber(refund.amount, from) : null,
    fromLegacyTicker: legacy(reported.from),
    toLegacyTicker: legacy(reported.to),
    userId: null,
    originalExchangeInfo: null,
    relatedExchangesInfo: [],
    repeatedExchangesInfo: [],
  }
}

function namesOf({ from, to }: Pair) {
  return {
    fromCurrency: tickerOf(from),
    fromNetwork: networkOf(from),
    toCurrency: tickerOf(to),
    toNetwork: networkOf(to),
  }
}

function tickerOf({ symbol }: Coin): string {
  return symbol.toLowerCase()
}

/** The native coin of AVALANCHE is on a network of its own. */
function networkOf({ blockchain, native }: Coin): string {
  if (blockchain === 'AVALANCHE' && native) return 'cchain'
  return usualNetworks[blockchain] ?? ''
}

/** Null for what is not traded; without a network the coin that goes by the ticker first. */
function coinByTicker(ticker: string | undefined, network: string | undefined): Coin | null {
  const isIt = (coin: Coin): boolean =>
    tickerOf(coin) === ticker && (network === undefined || networkOf(coin) === network)
  return all.find(isIt) ?? null
}

/** `GET /exchange/currencies`. */
function listCurrencies() {
  return all.map((coin) => {
    const { memo } = chainById(coin.blockchain)
    return {
      ticker: tickerOf(coin),
      name: coin.symbol,
      image: '',
      hasExternalId: memo !== null,
      isExtraIdSupported: memo !== null,
      isFiat: false,
      featured: false,
      isStable: coin.symbol.startsWith('USD'),
      supportsFixedRate: true,
      network: networkOf(coin),
      tokenContract: coin.native ? null : coin.address,
      buy: true,
      sell: true,
      legacyTicker: legacy(coin),
    }
  })
}

function flowOf(rateType: Order['rateType']): string {
  return rateType === 'fixed' ? 'fixed-rate' : 'standard'
}

function rateTypeOf(flow: string | undefined): Order['rateType'] {
  return flow === 'fixed-rate' ? 'fixed' : 'float'
}

function legacy(coin: Coin): string {
  return `${tickerOf(coin)}${coin.native ? '' : networkOf(coin)}`
}

function invalid(message: string): RefusalError {
  return new RefusalError(400, { error: 'not_valid_params', message })
}
