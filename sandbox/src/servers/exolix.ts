import { createHash, randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById } from '../../../src/chains/chains.ts'
import { exchangeRate, limitsOf, paymentFor } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  isAddressOn,
  losesReply,
  printable,
  readBody,
  RefusalError,
  toNumber,
  toUnits,
} from './depositServer.ts'
import { codeOf, coinBy, currencies, networksOf } from './exolixCoins.ts'
import { exolixOrder } from './exolixOrder.ts'
import type { LoopbackEnv } from './serverFaults.ts'

type RateType = 'fixed' | 'float'
type Asked = { from: Coin; to: Coin; rateType: RateType; amountIn: bigint }
type PairNames = Partial<Record<'coinFrom' | 'networkFrom' | 'coinTo' | 'networkTo', string>>
type Offer = { amountIn: bigint; amountOut: bigint; problem: string | null }

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

/**
 * The API of Exolix, version 2, on loopback, from its "Developers" page and recorded exchanges
 * (read 2026-11). Its base URL ends in `/api/v2`.
 */
export function createExolixServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const app = createDepositApp('exolix', options, '/api/v2', { message: 'Unauthorized' })
  const rates = new Map<string, { offer: Offer; untilMs: number }>()

  const offerFor = ({ from, to, rateType, amountIn }: Asked): Offer => {
    const { min, max } = limitsOf('exolix', from)
    const tooLow = faults.look('exolix', 'too-low') !== null || amountIn < min
    const tooHigh = faults.look('exolix', 'too-high') !== null || amountIn > max
    const { amountOut } = exchangeRate('exolix', rateType, from, to, amountIn)
    if (tooLow) {
      const least = `${toNumber(min, from)} ${codeOf(from)}`
      return {
        amountIn,
        amountOut: 0n,
        problem: `Amount to exchange is below the minimum of ${least}`,
      }
    }
    if (tooHigh) {
      const most = `${toNumber(max, from)} ${codeOf(from)}`
      return {
        amountIn,
        amountOut: 0n,
        problem: `Amount to exchange is above the maximum of ${most}`,
      }
    }
    return { amountIn, amountOut: printable(amountOut, to), problem: null }
  }

  const pairOf = (names: PairNames): { from: Coin; to: Coin } => {
    const from = coinBy(names.coinFrom, names.networkFrom)
    const to = coinBy(names.coinTo, names.networkTo)
    if (from !== null && to !== null && from !== to && faults.look('exolix', 'refuse') === null) {
      return { from, to }
    }
    throw new RefusalError(422, { error: 'Such exchange pair is not available' })
  }

  app.get('/currencies', (context) => {
    const { page = '1', size = '100', search, withNetworks } = context.req.query()
    const all = currencies().filter(
      ({ code }) => search === undefined || code.toLowerCase().includes(search.toLowerCase()),
    )
    const start = (Number(page) - 1) * Number(size)
    const shown = all.slice(start, start + Number(size)).map(({ networks, ...coin }) => ({
      ...coin,
      ...(withNetworks === 'true' ? { networks } : {}),
    }))
    return context.json({ data: shown, count: all.length })
  })

  app.get('/currencies/:code/networks', (context) => {
    const networks = networksOf(context.req.param('code'))
    if (networks.length === 0) throw new RefusalError(404, { message: 'Currency not found' })
    return context.json(networks)
  })

  app.get('/rate', (context) => {
    const query = context.req.query()
    const rateType: RateType = query['rateType'] === 'float' ? 'float' : 'fixed'
    const { from, to } = pairOf(query)
    const amountIn = amountOf({ ...query, rateType }, from, to)
    const offer = offerFor({ from, to, rateType, amountIn })
    const { min, max } = limitsOf('exolix', from)
    const least = exchangeRate('exolix', rateType, from, to, min).amountOut
    const body = {
      fromAmount: toNumber(amountIn, from),
      toAmount: toNumber(offer.amountOut, to),
      rate: priceOf(offer, from, to),
      message: offer.problem,
      minAmount: toNumber(min, from),
      withdrawMin: toNumber(least, to),
      maxAmount: toNumber(max, from),
      priceImpact: '0',
    }
    if (offer.problem !== null) {
      // Both are seen at the real one.
      return context.json(body, faults.look('exolix', 'limits-200') === null ? 422 : 200)
    }
    if (rateType === 'float') return context.json(body)
    const rateId = randomBytes(12).toString('hex')
    rates.set(rateId, { offer, untilMs: exchange.now() + rateLifeMs })
    return context.json({ ...body, rateId })
  })

  app.post('/transactions', async (context) => {
    const body = await readBody(context, createBody, invalid)
    const { from, to } = pairOf(body)
    const { rateType, withdrawalAddress, withdrawalExtraId, refundAddress, refundExtraId } = body
    const amounts = { amount: body.amount, withdrawalAmount: body.withdrawalAmount, rateType }
    const amountIn = amountOf(amounts, from, to)
    if (!isAddressOn(to.blockchain, withdrawalAddress)) {
      throw invalid('withdrawalAddress', 'Invalid address')
    }
    if (refundAddress !== undefined && !isAddressOn(from.blockchain, refundAddress)) {
      throw invalid('refundAddress', 'Invalid address')
    }
    const kept = body.rateId === undefined ? undefined : rates.get(body.rateId)
    if (body.rateId !== undefined && (kept === undefined || kept.untilMs < exchange.now())) {
      throw new RefusalError(422, { message: 'Rate is expired, get a new one' })
    }
    const isSameAmount = kept?.offer.amountIn === amountIn
    const offer = isSameAmount ? kept.offer : offerFor({ from, to, rateType, amountIn })
    if (offer.problem !== null) {
      const { min, max } = limitsOf('exolix', from)
      throw new RefusalError(422, {
        message: offer.problem,
        minAmount: toNumber(min, from),
        maxAmount: toNumber(max, from),
      })
    }
    const order = await exchange.open({
      provider: 'exolix',
      id: `ex${createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 14)}`,
      rateType,
      from,
      to,
      amountIn,
      amountOut: offer.amountOut,
      minOut: null,
      receiver: withdrawalAddress,
      receiverMemo:
        withdrawalExtraId === undefined || withdrawalExtraId === '' ? null : withdrawalExtraId,
      refundAddress: refundAddress ?? null,
      refundMemo: refundExtraId ?? null,
      expiresAtMs: exchange.now() + orderLifeMs,
      facts: {},
      memo: chainById(from.blockchain).memo === null ? 'none' : 'tag',
    })
    if (losesReply(context, 'exolix', faults)) return context.body(null, 503)
    return context.json(exolixOrder(order, null), 201)
  })

  app.get('/transactions/:id', (context) => {
    const order = exchange.find('exolix', context.req.param('id'))
    if (order === null || faults.look('exolix', 'forget') !== null) {
      throw new RefusalError(404, { message: 'Transaction not found' })
    }
    exchange.told(order)
    return context.json(exolixOrder(order, faults))
  })
  return app
}

function amountOf(
  given: {
    amount?: string | number | undefined
    withdrawalAmount?: string | number | undefined
    rateType: RateType
  },
  from: Coin,
  to: Coin,
): bigint {
  const { amount, withdrawalAmount, rateType } = given
  const sent = amount === undefined ? null : toUnits(amount, from)
  const wanted = withdrawalAmount === undefined ? null : toUnits(withdrawalAmount, to)
  if (sent !== null && withdrawalAmount === undefined) return sent
  if (wanted !== null && amount === undefined && rateType === 'fixed') {
    return paymentFor('exolix', rateType, from, to, wanted)
  }
  throw new RefusalError(400, { errors: { amount: 'Exactly one of amount and withdrawalAmount' } })
}

function priceOf({ amountIn, amountOut }: Offer, from: Coin, to: Coin): number {
  const paid = toNumber(amountIn, from)
  return paid === 0 ? 0 : Number((toNumber(amountOut, to) / paid).toPrecision(10))
}

function invalid(field: string, problem: string): RefusalError {
  return new RefusalError(400, { errors: { [field]: problem } })
}
