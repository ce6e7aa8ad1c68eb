import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById } from '../../../src/chains/chains.ts'
import { usdOf } from '../deposit/rates.ts'
import { coinsNamed } from '../deposit/coins.ts'
import type { Coin, Order, Stage } from '../deposit/types.ts'
import { asReported, type OrderServerOptions, type Pair } from './orderServer.ts'
import {
  coinNames,
  createRateServer,
  type RateDialect,
  usualNetworks,
  usualStatuses,
} from './rateServer.ts'
import { payinHash, sentHash, toNumber, toText } from './printing.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

const text = z.optional(z.nullable(z.string()))
const pairNames = {
  fromCurrency: z.string(),
  fromNetwork: z.string(),
  toCurrency: z.string(),
  toNetwork: z.string(),
  flow: z.enum(['standard', 'fixed-rate']),
}
const rateQuery = z.object({ ...pairNames, amount: z.string() })
const createBody = z.strictObject({
  ...pairNames,
  fromAmount: z.string(),
  address: z.string().check(z.minLength(1)),
  memo: text,
  refundAddress: text,
  refundMemo: text,
  rateId: text,
})
type PairNames = Omit<z.output<typeof rateQuery>, 'amount'>

const statuses: Readonly<Record<Stage, string>> = {
  ...usualStatuses,
  quoted: 'pending',
  waiting: 'pending',
  confirmed: 'exchanging',
  held: 'exchanging',
  expired: 'failed',
}

const coins = coinNames(coinsNamed(usualNetworks), namesOf)

const dialect: RateDialect = {
  provider: 'baltex',
  path: '/v1/cross-chain',
  unauthorized: { message: 'Unauthorized', statusCode: 401 },
  key: { header: 'x-api-key' },
  rateLifeMs: 60_000,
  rounds: true,
  noPair: () => refuse(400, 'Pair is not available'),
  outOfRange: (side) => refuse(400, `Amount is ${side === 'min' ? 'below minimum' : 'too high'}`),
  badAddress: (whose) => refuse(400, `Invalid ${whose} address`),
  noOrder: () => refuse(404, 'Exchange not found'),
  badAmount: () => refuse(400, 'amount must be a number'),
  badRate: () => refuse(400, 'Rate is not valid or has expired'),
}

/**
 * The API of Baltex on loopback, from its documentation "Cross Chain" and the readme of
 * Baltexio/baltex-api-nodejs (read 2026-11). Any key does, except `bad`.
 */
export function createBaltexServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { faults } = options
  const server = createRateServer(dialect, options)
  const { app } = server
  const pairOf = (names: PairNames): Pair =>
    server.pair(
      coins.find({ ticker: names.fromCurrency, network: names.fromNetwork }),
      coins.find({ ticker: names.toCurrency, network: names.toNetwork }),
    )

  app.get('/available-currencies', (context) => context.json(coins.all.map(listed)))

  app.get('/rate', (context) => {
    const query = rateQuery.safeParse(context.req.query())
    if (!query.success) throw refuse(400, `${query.error.issues[0]?.path.join('.')} is wrong`)
    const { data } = query
    const offer = server.offerFor(pairOf(data), rateTypeOf(data), data.amount)
    const { from, to, amountIn, amountOut } = offer
    return context.json({
      min: toNumber(offer.min, from),
      max: toNumber(offer.max, from),
      fromAmount: toNumber(amountIn, from),
      toAmount: toNumber(amountOut, to),
      amountToUsd: Number(usdOf(amountOut, to)),
      ...(offer.rateType === 'fixed' ? { rateId: server.keepRate(offer).rateId } : {}),
    })
  })

  app.post('/exchange', async (context) => {
    const body = await readBody(context, createBody, (field, problem) =>
      refuse(400, `${field}: ${problem}`),
    )
    return server.order(
      context,
      {
        id: `bx-${randomBytes(6).toString('hex')}`,
        pair: pairOf(body),
        rateType: rateTypeOf(body),
        amount: body.fromAmount,
        rateId: body.rateId,
        receiver: body.address,
        receiverMemo: body.memo,
        refundAddress: body.refundAddress,
        refundMemo: body.refundMemo,
      },
      (order) => printed(order, order),
      201,
    )
  })

  app.get('/exchange/status', (context) => {
    const order = server.find(context.req.query('id'))
    const reported = printed(order, asReported(order, faults))
    return context.json({ exchange: reported, type: reported.exchangeType })
  })
  return app
}

/** An order; `reported` is the part that a fault may alter. */
function printed(order: Order, reported: Order) {
  const { from, to, payout } = order
  const status = statuses[order.stage]
  const [src, dst] = [namesOf(reported.from), namesOf(reported.to)]
  const payin = payinHash(order)
  const behind = {
    status,
    payinHash: payin,
    payoutHash: sentHash(order),
    amountToReceived: order.stage === 'finished' ? toNumber(payout?.amount ?? 0n, to) : null,
  }
  return {
    id: reported.id,
    status,
    created: new Date(order.createdAtMs).toISOString(),
    exchangeType: reported.rateType === 'fixed' ? 'fixed-rate' : 'standard',
    request: {
      fromCurrency: src.ticker,
      fromNetwork: src.network,
      toCurrency: dst.ticker,
      toNetwork: dst.network,
      amountFromRequested: toText(reported.amountIn, from),
      amountToRequested: toText(reported.amountOut, to),
      depositAddress: reported.depositAddress,
      depositMemo: reported.depositMemo,
      recipientAddress: reported.receiver,
      recipientMemo: reported.receiverMemo,
      refundAddress: reported.refundAddress,
      refundMemo: order.refundMemo,
    },
    exchanges: payin === null ? [] : [behind],
  }
}

function listed(coin: Coin, index: number) {
  const { ticker, network } = namesOf(coin)
  return {
    id: index + 1,
    ticker,
    network,
    symbol: coin.symbol,
    name: coin.symbol,
    hasMemo: chainById(coin.blockchain).memo !== null,
    requireMemo: false,
    supportsFixedRate: true,
    enabled: true,
    contractAddress: coin.native ? null : coin.address,
    isNative: coin.native,
  }
}

function namesOf({ blockchain, native, symbol }: Coin): { ticker: string; network: string } {
  const isOwnChain = native && blockchain === 'AVALANCHE'
  return {
    ticker: symbol.toLowerCase(),
    network: isOwnChain ? 'cchain' : (usualNetworks[blockchain] ?? ''),
  }
}

function rateTypeOf({ flow }: Pick<PairNames, 'flow'>): Order['rateType'] {
  return flow === 'fixed-rate' ? 'fixed' : 'float'
}

function refuse(statusCode: 400 | 404, message: string): RefusalError {
  return new RefusalError(statusCode, { message, error: 'Bad Request', statusCode })
}
