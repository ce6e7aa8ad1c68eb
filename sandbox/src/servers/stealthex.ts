import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { limitsOf } from '../deposit/rates.ts'
import { coinsNamed } from '../deposit/coins.ts'
import { type Coin, type Order, paidIn } from '../deposit/types.ts'
import { asReported, type OrderServerOptions, type Pair } from './orderServer.ts'
import {
  coinNames,
  createRateServer,
  type Networks,
  type RateDialect,
  usualNetworks,
  usualStatuses,
} from './rateServer.ts'
import { isoTime, payinHash, sentHash, toNumber } from './printing.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

const text = z.optional(z.nullable(z.string()))
const coinBody = z.strictObject({ symbol: z.string(), network: z.string() })
const rangeBody = z.strictObject({
  route: z.strictObject({ from: coinBody, to: coinBody }),
  estimation: z.literal('direct'),
  rate: z.enum(['floating', 'fixed']),
})
/** Amounts are numbers; texts are refused. */
const estimateBody = z.strictObject({ ...rangeBody.shape, amount: z.number() })
const createBody = z.strictObject({
  ...estimateBody.shape,
  address: z.string().check(z.minLength(1)),
  rate_id: text,
  extra_id: text,
  refund_address: text,
  refund_extra_id: text,
})
type RangeBody = z.output<typeof rangeBody>

/** StealthEX' networks of tokens (Edge's mapping of 2026-07). */
const networks: Networks = {
  ...usualNetworks,
  OPTIMISM: 'optimism',
  AVALANCHE: 'avax-c',
  BITCOIN: 'mainnet',
  BITCOIN_CASH: 'mainnet',
  LITECOIN: 'mainnet',
  DOGECOIN: 'mainnet',
  DASH: 'mainnet',
  COSMOS: 'mainnet',
}
/** Chains whose own coin is listed beside its tokens, not on `mainnet`. */
const besideTokens: ReadonlySet<BlockchainId> = new Set([
  'BSC',
  'ARBITRUM',
  'OPTIMISM',
  'BASE',
  'AVALANCHE',
])

const coins = coinNames(coinsNamed(networks), namesOf)

const dialect: RateDialect = {
  provider: 'stealthex',
  path: '/v4',
  unauthorized: { err: { kind: 'NoUserApiKey', details: 'Unauthorized' } },
  key: { header: 'authorization', prefix: 'Bearer ' },
  rateLifeMs: 20 * 60_000,
  rounds: true,
  noPair: (why) =>
    why === 'refused'
      ? refuse(404, 'NoExchangeRoute', 'No exchange route')
      : refuse(404, 'NoPair', 'One or both currencies do not exist'),
  outOfRange: (side) => refuse(400, 'InvalidAmount', `Amount is out of ${side} range`),
  badAddress: (whose) => refuse(400, 'InvalidData', `Invalid ${whose} address`),
  noOrder: () => refuse(404, 'NotFound', 'Exchange not found'),
  badAmount: () => invalid('amount', 'is wrong'),
  badRate: () => refuse(400, 'RateId', 'Rate id is not valid or has expired'),
}

/**
 * The API of StealthEX, version 4, on loopback, from Cake Wallet's schemas and recorded exchanges
 * (2026-07, read 2026-11). Its base URL ends in `/v4`; any key does, except `bad`.
 */
export function createStealthexServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { faults } = options
  const server = createRateServer(dialect, options)
  const { app } = server
  const pairOf = ({ route }: RangeBody): Pair =>
    server.pair(coins.find(route.from), coins.find(route.to))

  app.get('/currencies/:symbol/:network', (context) => {
    const { symbol, network } = context.req.param()
    const coin = coins.find({ symbol, network })
    if (coin === null) throw refuse(404, 'NotFound', 'Currency not found')
    return context.json({
      ...namesOf(coin),
      name: coin.symbol,
      legacy_symbol: symbol,
      rates: ['floating', 'fixed'],
      contract_address: coin.native ? null : coin.address,
      extra_id: null,
    })
  })

  app.post('/rates/range', async (context) => {
    const { from } = pairOf(await readBody(context, rangeBody, invalid))
    const { min, max } = limitsOf('stealthex', from)
    return context.json({ min_amount: toNumber(min, from), max_amount: toNumber(max, from) })
  })

  app.post('/rates/estimated-amount', async (context) => {
    const body = await readBody(context, estimateBody, invalid)
    const offer = server.offerFor(pairOf(body), rateTypeOf(body), body.amount)
    const estimate = { estimated_amount: toNumber(offer.amountOut, offer.to) }
    if (offer.rateType === 'float') return context.json(estimate)
    const { rateId: id, validUntil: valid_until } = server.keepRate(offer)
    return context.json({ ...estimate, rate: { id, valid_until } })
  })

  app.post('/exchanges', async (context) => {
    const body = await readBody(context, createBody, invalid)
    return server.order(
      context,
      {
        id: randomBytes(6).toString('hex'),
        pair: pairOf(body),
        rateType: rateTypeOf(body),
        amount: body.amount,
        rateId: body.rate_id,
        receiver: body.address,
        receiverMemo: body.extra_id,
        refundAddress: body.refund_address,
        refundMemo: body.refund_extra_id,
      },
      (order) => printed(order, order),
      201,
    )
  })

  app.get('/exchanges/:id', (context) => {
    const order = server.find(context.req.param('id'))
    return context.json(printed(order, asReported(order, faults)))
  })
  return app
}

/** An order; `reported` is the part that a fault may alter. */
function printed(order: Order, reported: Order) {
  const { from, to, payments } = order
  const paid = paidIn(order)
  return {
    id: reported.id,
    status: usualStatuses[order.stage],
    rate: reported.rateType === 'fixed' ? 'fixed' : 'floating',
    deposit: {
      ...namesOf(reported.from),
      amount: toNumber(payments.length === 0 ? reported.amountIn : paid, from),
      expected_amount: toNumber(reported.amountIn, from),
      address: reported.depositAddress,
      extra_id: reported.depositMemo,
      tx_hash: payinHash(order),
      address_explorer_url: 'https://explorer.invalid/address',
      tx_explorer_url: null,
    },
    withdrawal: {
      ...namesOf(reported.to),
      amount: toNumber(order.payout?.amount ?? reported.amountOut, to),
      expected_amount: toNumber(reported.amountOut, to),
      address: reported.receiver,
      extra_id: reported.receiverMemo,
      tx_hash: sentHash(order),
      address_explorer_url: 'https://explorer.invalid/address',
      tx_explorer_url: null,
    },
    refund_address: reported.refundAddress,
    refund_extra_id: order.refundMemo,
    created_at: isoTime(order.createdAtMs),
    expires_at: isoTime(reported.expiresAtMs),
  }
}

function namesOf(coin: Coin): { symbol: string; network: string } {
  const { blockchain, native, symbol } = coin
  const network = native && !besideTokens.has(blockchain) ? 'mainnet' : networks[blockchain]
  return { symbol: symbol.toLowerCase(), network: network ?? '' }
}

function rateTypeOf({ rate }: RangeBody): Order['rateType'] {
  return rate === 'fixed' ? 'fixed' : 'float'
}

function invalid(field: string, problem: string): RefusalError {
  return refuse(400, 'InvalidData', `${field}: ${problem}`)
}

function refuse(status: 400 | 404, kind: string, details: string): RefusalError {
  return new RefusalError(status, { err: { kind, details } })
}
