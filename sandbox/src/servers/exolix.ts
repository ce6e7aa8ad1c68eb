import { createHash, randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById, isEvmChain } from '../../../src/chains/chains.ts'
import { coinsNamed } from '../deposit/coins.ts'
import { exchangeRate, limitsOf } from '../deposit/rates.ts'
import { type Coin, type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import {
  asReported,
  createOrderServer,
  type Dialect,
  type Given,
  memoOn,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { coinNames, type Networks } from './rateServer.ts'
import { isoTime, payinHash, sentHash, toNumber, toUnits } from './printing.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

type RateType = Order['rateType']
type PairNames = Partial<Record<'coinFrom' | 'networkFrom' | 'coinTo' | 'networkTo', string>>

const rateLifeMs = 120_000
const orderLifeMs = 6 * 60 * 60_000

const createBody = z.strictObject({
  coinFrom: z.string(),
  networkFrom: z.string(),
  coinTo: z.string(),
  networkTo: z.string(),
  amount: z.optional(z.number().check(z.positive())),
  withdrawalAmount: z.optional(z.number().check(z.positive())),
  withdrawalAddress: z.string().check(z.minLength(1)),
  withdrawalExtraId: z.optional(z.string()),
  rateType: z.enum(['fixed', 'float']),
  refundAddress: z.optional(z.string()),
  refundExtraId: z.optional(z.string()),
  rateId: z.optional(z.string()),
  slippage: z.optional(z.number()),
})

/** Exolix' names of chains, `GET /currencies` (read 2026-11). */
const networks: Networks = {
  ETH: 'ETH',
  BSC: 'BSC',
  POLYGON: 'MATIC',
  ARBITRUM: 'ARBITRUM',
  OPTIMISM: 'OPTIMISM',
  BASE: 'BASE',
  AVALANCHE: 'AVAXC',
  TRON: 'TRX',
  SOLANA: 'SOL',
  TON: 'TON',
  BITCOIN: 'BTC',
  BITCOIN_CASH: 'BCH',
  LITECOIN: 'LTC',
  RIPPLE: 'XRP',
  STELLAR: 'XLM',
  SUI: 'SUI',
  CARDANO: 'ADA',
  COSMOS: 'ATOM',
  DOGECOIN: 'DOGE',
}

/** Exolix' statuses of an order. */
const statuses: Readonly<Record<Stage, string>> = {
  quoted: 'wait',
  waiting: 'wait',
  incomplete: 'confirmation',
  confirming: 'confirmation',
  confirmed: 'confirmed',
  held: 'confirmed',
  exchanging: 'exchanging',
  sending: 'sending',
  finished: 'success',
  refunding: 'refund',
  refunded: 'refunded',
  failed: 'error',
  expired: 'overdue',
}

const coins = coinNames(coinsNamed(networks), (coin) => ({
  code: codeOf(coin),
  network: networkOf(coin),
}))

const dialect: Dialect = {
  provider: 'exolix',
  path: '/api/v2',
  unauthorized: { message: 'Unauthorized' },
  rounds: true,
  noPair: () => new RefusalError(422, { error: 'Such exchange pair is not available' }),
  outOfRange: (side, { min, max }, from) =>
    new RefusalError(422, {
      message: rangeText(side, from),
      minAmount: toNumber(min, from),
      maxAmount: toNumber(max, from),
    }),
  badAddress: (whose) =>
    invalid(whose === 'receiver' ? 'withdrawalAddress' : 'refundAddress', 'Invalid address'),
  noOrder: () => new RefusalError(404, { message: 'Transaction not found' }),
}

/**
 * The API of Exolix, version 2, on loopback, from its "Developers" page and recorded exchanges
 * (read 2026-11). Its base URL ends in `/api/v2`.
 */
export function createExolixServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const server = createOrderServer(dialect, options)
  const { app } = server
  const pairOf = (names: PairNames) =>
    server.pair(
      coins.find({ code: names.coinFrom, network: names.networkFrom }),
      coins.find({ code: names.coinTo, network: names.networkTo }),
    )

  app.get('/currencies', (context) => {
    const { page = '1', size = '100', search = '', withNetworks } = context.req.query()
    const codes = [...new Set(coins.all.map(codeOf))]
    const found = codes.filter((code) => code.toLowerCase().includes(search.toLowerCase()))
    const start = (Number(page) - 1) * Number(size)
    const data = found.slice(start, start + Number(size)).map((code) => ({
      code,
      name: code,
      icon: '',
      notes: '',
      ...(withNetworks === 'true' ? { networks: networksOf(code) } : {}),
    }))
    return context.json({ data, count: found.length })
  })

  app.get('/currencies/:code/networks', (context) => {
    const found = networksOf(context.req.param('code'))
    if (found.length === 0) throw new RefusalError(404, { message: 'Currency not found' })
    return context.json(found)
  })

  app.get('/rate', (context) => {
    const query = context.req.query()
    const rateType: RateType = query['rateType'] === 'float' ? 'float' : 'fixed'
    const pair = pairOf(query)
    const { from, to } = pair
    const given = amountOf(query, rateType, pair)
    const print = (amountIn: bigint, amountOut: bigint, message: string | null) => {
      const { min, max } = limitsOf('exolix', from)
      const paid = toNumber(amountIn, from)
      const got = toNumber(amountOut, to)
      return {
        fromAmount: paid,
        toAmount: got,
        rate: paid === 0 ? 0 : Number((got / paid).toPrecision(10)),
        message,
        minAmount: toNumber(min, from),
        withdrawMin: toNumber(exchangeRate('exolix', rateType, from, to, min).amountOut, to),
        maxAmount: toNumber(max, from),
        priceImpact: '0',
      }
    }
    const amountIn = server.paymentOf(pair, rateType, given)
    const problem = server.rangeProblem(from, amountIn)
    if (problem !== null) {
      // Both occur at the real one.
      const status = server.has('limits-200') ? 200 : 422
      return context.json(print(amountIn, 0n, rangeText(problem, from)), status)
    }
    const offer = server.offer(pair, rateType, { paid: amountIn })
    const body = print(amountIn, offer.amountOut, null)
    if (rateType === 'float') return context.json(body)
    return context.json({ ...body, rateId: server.keep(offer, rateLifeMs) })
  })

  app.post('/transactions', async (context) => {
    const body = await readBody(context, createBody, invalid)
    const pair = pairOf(body)
    const { rateType, rateId } = body
    const amountIn = server.paymentOf(pair, rateType, amountOf(body, rateType, pair))
    const stored = server.storedOffer(rateId)
    if (rateId !== undefined && stored === null) {
      throw new RefusalError(422, { message: 'Rate is expired, get a new one' })
    }
    const isSame = stored?.amountIn === amountIn
    const { amountOut } = isSame ? stored : server.offer(pair, rateType, { paid: amountIn })
    return server.open(
      context,
      {
        id: `ex${createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 14)}`,
        ...pair,
        rateType,
        amountIn,
        amountOut,
        receiver: body.withdrawalAddress,
        receiverMemo: body.withdrawalExtraId || null,
        refundAddress: body.refundAddress ?? null,
        refundMemo: body.refundExtraId ?? null,
        expiresAtMs: exchange.now() + orderLifeMs,
        memo: memoOn(pair.from),
      },
      (order) => printOrder(order, null),
      201,
    )
  })

  app.get('/transactions/:id', (context) => {
    const order = server.markRead(exchange.find('exolix', context.req.param('id')))
    return context.json(printOrder(order, faults))
  })
  return app
}

/** An order as it is answered; `faults` null for the answer that opens it, which is honest. */
function printOrder(order: Order, faults: FaultBoard | null) {
  const reported = asReported(order, faults)
  const { from, to } = order
  // Once it has paid out it reports the exchanged amount, which may differ from the requested one.
  const doubled = reported.amountIn / order.amountIn
  const amount = toNumber((order.payout === null ? order.amountIn : paidIn(order)) * doubled, from)
  const halved = order.amountOut === reported.amountOut ? 1n : 2n
  return {
    id: reported.id,
    amount,
    amountTo: toNumber((order.payout?.amount ?? order.amountOut) / halved, to),
    coinFrom: sideOf(reported.from),
    coinTo: sideOf(reported.to),
    comment: null,
    createdAt: isoTime(order.createdAtMs),
    depositAddress: reported.depositAddress,
    depositExtraId: reported.depositMemo,
    withdrawalAddress: reported.receiver,
    withdrawalExtraId: reported.receiverMemo,
    refundAddress: reported.refundAddress,
    refundExtraId: order.refundMemo,
    hashIn: { hash: payinHash(order), link: null },
    hashOut: { hash: sentHash(order), link: null },
    rate: Number((toNumber(order.amountOut, to) / amount).toPrecision(10)),
    rateType: reported.rateType,
    affiliateToken: null,
    status: statuses[order.stage],
    source: 'api',
    email: null,
    clickId: null,
  }
}

/** One side of an order; coins of ETH-like chains have an address of this form. */
function sideOf(coin: Coin) {
  const chain = chainById(coin.blockchain)
  const placeholder = isEvmChain(chain) ? `0x${'e'.repeat(40)}` : null
  return {
    coinCode: codeOf(coin),
    coinName: codeOf(coin),
    network: networkOf(coin),
    networkName: chain.name,
    networkShortName: networkOf(coin),
    icon: '',
    memoName: chain.memo ?? '',
    networkIcon: '',
    networkNotes: '',
    contract: coin.native ? placeholder : coin.address,
  }
}

function networksOf(code: string) {
  return coins.all
    .filter((coin) => codeOf(coin) === code)
    .map((coin, index) => {
      const { name, memo } = chainById(coin.blockchain)
      return {
        network: networkOf(coin),
        name,
        shortName: networkOf(coin),
        notes: '',
        addressRegex: null,
        isDefault: index === 0,
        decimal: coin.decimals,
        icon: '',
        blockExplorer: '',
        depositMinAmount: toNumber(limitsOf('exolix', coin).min, coin),
        memoNeeded: memo !== null,
        memoName: memo ?? '',
        contract: coin.native ? null : coin.address,
      }
    })
}

function amountOf(
  given: { amount?: string | number | undefined; withdrawalAmount?: string | number | undefined },
  rateType: RateType,
  { from, to }: Pair,
): Given {
  const { amount, withdrawalAmount } = given
  const sent = amount === undefined ? null : toUnits(amount, from)
  const wanted = withdrawalAmount === undefined ? null : toUnits(withdrawalAmount, to)
  if (sent !== null && withdrawalAmount === undefined) return { paid: sent }
  if (wanted !== null && amount === undefined && rateType === 'fixed') return { received: wanted }
  throw invalid('amount', 'Exactly one of amount and withdrawalAmount')
}

function rangeText(side: 'min' | 'max', from: Coin): string {
  const limit = `${toNumber(limitsOf('exolix', from)[side], from)} ${codeOf(from)}`
  const where = side === 'min' ? 'below the minimum' : 'above the maximum'
  return `Amount to exchange is ${where} of ${limit}`
}

function codeOf({ symbol }: Coin): string {
  return symbol.toUpperCase()
}

function networkOf({ blockchain }: Coin): string {
  return networks[blockchain] ?? blockchain
}

function invalid(field: string, problem: string): RefusalError {
  return new RefusalError(400, { errors: { [field]: problem } })
}
