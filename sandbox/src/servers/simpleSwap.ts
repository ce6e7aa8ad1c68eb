import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsNamed } from '../deposit/coins.ts'
import { limitsOf } from '../deposit/rates.ts'
import type { Coin, Order } from '../deposit/types.ts'
import { asReported, type OrderServerOptions, type Pair } from './orderServer.ts'
import {
  coinNames,
  createRateServer,
  type Networks,
  type RateDialect,
  usualNetworks,
  usualStatuses,
} from './rateServer.ts'
import { isoTime, payinHash, sentHash, textOf, toText } from './printing.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

type PairNames = Partial<Record<'tickerFrom' | 'networkFrom' | 'tickerTo' | 'networkTo', string>>

const text = z.optional(z.nullable(z.string()))
const createBody = z.strictObject({
  fixed: z.boolean(),
  tickerFrom: z.string(),
  networkFrom: z.string(),
  tickerTo: z.string(),
  networkTo: z.string(),
  amount: z.string(),
  reverse: z.literal(false),
  customFee: z.optional(z.null()),
  addressTo: z.string().check(z.minLength(1)),
  extraIdTo: text,
  userRefundAddress: text,
  userRefundExtraId: text,
  rateId: text,
})

/** SimpleSwap's names of chains (clients of 2026). */
const { SUI: _sui, ...traded } = usualNetworks
const networks: Networks = { ...traded, OPTIMISM: 'optimism' }
/** Tickers of own coins that are not the symbol. */
const ownTickers: Readonly<Partial<Record<BlockchainId, string>>> = {
  BSC: 'bnb-bsc',
  AVALANCHE: 'avaxc',
}

const coins = coinNames(coinsNamed(networks), namesOf)

const dialect: RateDialect = {
  provider: 'simple_swap',
  path: '/v3',
  unauthorized: { code: 401, error: 'Unauthorized', message: 'Invalid API key' },
  key: { header: 'x-api-key' },
  rateLifeMs: 15 * 60_000,
  rounds: true,
  noPair: (why) =>
    why === 'refused' ? refuse(422, 'Pair is unavailable') : refuse(404, 'Ticker not found'),
  outOfRange: () => refuse(422, 'Amount does not fall within the range'),
  badAddress: (whose) => refuse(400, `Invalid ${whose} address`),
  noOrder: () => refuse(404, 'Exchange not found'),
  badAmount: () => refuse(400, 'Invalid amount'),
  badRate: () => refuse(400, 'Rate id is not valid or has expired'),
}

/**
 * The API of SimpleSwap, version 3, on loopback, from its Postman collection and error page (read
 * 2026-11). Its base URL ends in `/v3`; any key does, except `bad`.
 */
export function createSimpleSwapServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { faults } = options
  const server = createRateServer(dialect, options)
  const { app } = server
  const pairOf = (names: PairNames): Pair =>
    server.pair(
      coins.find({ ticker: names.tickerFrom, network: names.networkFrom }),
      coins.find({ ticker: names.tickerTo, network: names.networkTo }),
    )

  app.get('/currencies', (context) => context.json(wrapped(coins.all.map(listed))))

  app.get('/ranges', (context) => {
    const { from } = pairOf(context.req.query())
    const { min, max } = limitsOf('simple_swap', from)
    return context.json(wrapped({ min: toText(min, from), max: toText(max, from) }))
  })

  app.get('/estimates', (context) => {
    const query = context.req.query()
    const isFixed = query['fixed'] === 'true'
    const offer = server.offerFor(pairOf(query), isFixed ? 'fixed' : 'float', query['amount'])
    const rate = isFixed ? server.keepRate(offer) : { rateId: null, validUntil: null }
    return context.json(wrapped({ estimatedAmount: toText(offer.amountOut, offer.to), ...rate }))
  })

  app.post('/exchanges', async (context) => {
    const body = await readBody(context, createBody, (field, problem) =>
      refuse(400, `${field}: ${problem}`),
    )
    return server.order(
      context,
      {
        id: randomBytes(8).toString('hex'),
        pair: pairOf(body),
        rateType: body.fixed ? 'fixed' : 'float',
        amount: body.amount,
        rateId: body.rateId,
        receiver: body.addressTo,
        receiverMemo: textOf(body.extraIdTo),
        refundAddress: textOf(body.userRefundAddress),
        refundMemo: textOf(body.userRefundExtraId),
      },
      (order) => wrapped(printed(order, order)),
    )
  })

  app.get('/exchanges/:id', (context) => {
    const order = server.find(context.req.param('id'))
    return context.json(wrapped(printed(order, asReported(order, faults))))
  })
  return app
}

function wrapped(result: object): object {
  return { result, traceId: randomBytes(4).toString('hex') }
}

/** An order; `reported` is the part that a fault may alter. */
function printed(order: Order, reported: Order) {
  const { from, to } = order
  const [src, dst] = [namesOf(reported.from), namesOf(reported.to)]
  return {
    id: reported.id,
    publicId: reported.id,
    type: reported.rateType === 'fixed' ? 'fixed' : 'floating',
    createdAt: isoTime(order.createdAtMs),
    validUntil: isoTime(reported.expiresAtMs),
    tickerFrom: src.ticker,
    networkFrom: src.network,
    tickerTo: dst.ticker,
    networkTo: dst.network,
    amountFrom: toText(reported.amountIn, from),
    amountTo: toText(
      order.stage === 'finished' ? (order.payout?.amount ?? 0n) : reported.amountOut,
      to,
    ),
    addressFrom: reported.depositAddress,
    addressTo: reported.receiver,
    extraIdFrom: reported.depositMemo ?? '',
    extraIdTo: reported.receiverMemo ?? '',
    userRefundAddress: reported.refundAddress ?? '',
    userRefundExtraId: order.refundMemo ?? '',
    txFrom: payinHash(order),
    txTo: sentHash(order),
    status: usualStatuses[order.stage],
  }
}

function listed(coin: Coin) {
  const { ticker, network } = namesOf(coin)
  const { memo } = chainById(coin.blockchain)
  return {
    name: coin.symbol,
    ticker,
    network,
    legacySymbol: ticker,
    contractAddress: coin.native ? null : coin.address,
    extraId: memo ?? '',
    hasExtraId: memo !== null,
    validationAddress: '^.*$',
    validationExtra: null,
  }
}

function namesOf({ blockchain, native, symbol }: Coin): { ticker: string; network: string } {
  const own = native ? ownTickers[blockchain] : undefined
  return { ticker: own ?? symbol.toLowerCase(), network: networks[blockchain] ?? '' }
}

function refuse(status: 400 | 404 | 422, message: string): RefusalError {
  return new RefusalError(status, { code: status, error: 'Error', message })
}
