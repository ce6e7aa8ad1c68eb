import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chainById } from '../../../src/chains/chains.ts'
import { exchangeRate, limitsOf, paymentFor } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import { createdOrder, readOrder } from './changenowOrder.ts'
import { coinByTicker, listCurrencies, networkOf, tickerOf } from './changenowCoins.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  losesReply,
  readBody,
  RefusalError,
} from './depositServer.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import { printable, toNumber, toUnits } from './printing.ts'
import type { LoopbackEnv } from './serverFaults.ts'

type Flow = 'standard' | 'fixed-rate'
type Pair = { from: Coin; to: Coin }
type Offer = Pair & { flow: Flow; amountIn: bigint; amountOut: bigint }
type PairNames = Partial<
  Record<'fromCurrency' | 'fromNetwork' | 'toCurrency' | 'toNetwork', string>
>

const rateLifeMs = 20 * 60_000
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

/**
 * The API of ChangeNOW, version 2, on loopback, from its public documentation and recorded
 * exchanges (read 2026-11). Its base URL ends in `/v2`; any key does, except `bad`.
 */
export function createChangenowServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const unauthorized = { error: 'unauthorized', message: 'Unauthorized' }
  const app = createDepositApp('changenow', options, '/v2', unauthorized)
  const rates = new Map<string, { offer: Offer; untilMs: number }>()
  app.use(async (context, next) => {
    const key = context.req.header('x-changenow-api-key')
    const isOpen = context.req.path === '/v2/exchange/currencies'
    if (!isOpen && (key === undefined || key === 'bad')) throw new RefusalError(401, unauthorized)
    await next()
  })

  const pairOf = (names: PairNames): Pair => {
    const from = coinByTicker(names.fromCurrency, names.fromNetwork)
    const to = coinByTicker(names.toCurrency, names.toNetwork)
    if (from === null || to === null || from === to) throw invalid('Currency not found')
    if (faults.look('changenow', 'refuse') === null) return { from, to }
    throw new RefusalError(400, { error: 'pair_is_inactive', message: 'Pair is inactive' })
  }

  const checkRange = (amountIn: bigint, { from }: Pair): void => {
    const { min, max } = limitsOf('changenow', from)
    const range = { minAmount: toNumber(min, from), maxAmount: toNumber(max, from) }
    const refuse = (error: string, message: string): RefusalError =>
      new RefusalError(400, { error, message, payload: { range } })
    if (faults.look('changenow', 'too-low') !== null || amountIn < min) {
      throw refuse('deposit_too_small', 'Out of min amount')
    }
    if (faults.look('changenow', 'too-high') !== null || amountIn > max) {
      throw refuse('deposit_too_big', 'Out of max amount')
    }
  }

  const offerFor = (
    pair: Pair,
    flow: Flow,
    amounts: { fromAmount?: string | undefined; toAmount?: string | undefined },
  ): Offer => {
    const { from, to } = pair
    const rateType = flow === 'standard' ? 'float' : 'fixed'
    const given = amounts.fromAmount ?? ''
    const isReverse = given === ''
    const wanted = isReverse ? toUnits(amounts.toAmount ?? '', to) : toUnits(given, from)
    if (wanted === null || (isReverse && flow === 'standard')) throw invalid('Invalid amount')
    const amountIn = isReverse ? paymentFor('changenow', rateType, from, to, wanted) : wanted
    checkRange(amountIn, pair)
    const { amountOut } = exchangeRate('changenow', rateType, from, to, amountIn)
    return { ...pair, flow, amountIn, amountOut: isReverse ? wanted : printable(amountOut, to) }
  }

  app.get('/exchange/currencies', (context) => context.json(listCurrencies()))

  app.get('/exchange/range', (context) => {
    const query = context.req.query()
    const pair = pairOf(query)
    const { min, max } = limitsOf('changenow', pair.from)
    return context.json({
      ...namesOf(pair),
      flow: flowOf(query['flow']),
      minAmount: toNumber(min, pair.from),
      maxAmount: toNumber(max, pair.from),
    })
  })

  app.get('/exchange/min-amount', (context) => {
    const query = context.req.query()
    const pair = pairOf(query)
    const { min } = limitsOf('changenow', pair.from)
    const minAmount = toNumber(min, pair.from)
    return context.json({ ...namesOf(pair), flow: flowOf(query['flow']), minAmount })
  })

  app.get('/exchange/estimated-amount', (context) => {
    const query = context.req.query()
    const flow = flowOf(query['flow'])
    const offer = offerFor(pairOf(query), flow, query)
    const isFixed = flow === 'fixed-rate'
    const untilMs = exchange.now() + rateLifeMs
    const rateId = isFixed && query['useRateId'] === 'true' ? randomBytes(16).toString('hex') : null
    if (rateId !== null) rates.set(rateId, { offer, untilMs })
    return context.json({
      ...namesOf(offer),
      flow,
      type: query['type'] ?? 'direct',
      rateId,
      validUntil: rateId === null ? null : new Date(untilMs).toISOString(),
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
    if (body.flow === 'standard') return offerFor(pair, body.flow, body)
    const kept = rates.get(body.rateId ?? '')
    if (kept === undefined || kept.untilMs < exchange.now()) {
      throw invalid('Rate id is not valid or has expired')
    }
    const asked = toUnits(body.fromAmount ?? '', pair.from)
    const isSame = kept.offer.from === pair.from && kept.offer.to === pair.to
    if (isSame && (asked === null || asked === kept.offer.amountIn)) return kept.offer
    throw invalid('Rate id belongs to another exchange')
  }

  app.post('/exchange', async (context) => {
    const body = await readBody(context, createBody, (field, problem) =>
      invalid(`${field}: ${problem}`),
    )
    const offer = offerOf(body)
    const { from, to } = offer
    if (!isAddressOn(to.blockchain, body.address)) throw invalid('Invalid payout address')
    const refundAddress = textOf(body.refundAddress)
    if (refundAddress !== null && !isAddressOn(from.blockchain, refundAddress)) {
      throw invalid('Invalid refund address')
    }
    const order = await exchange.open({
      provider: 'changenow',
      id: randomBytes(7).toString('hex'),
      rateType: offer.flow === 'standard' ? 'float' : 'fixed',
      from,
      to,
      amountIn: offer.amountIn,
      amountOut: offer.amountOut,
      minOut: null,
      receiver: body.address,
      receiverMemo: textOf(body.extraId),
      refundAddress,
      refundMemo: textOf(body.refundExtraId),
      expiresAtMs: offer.flow === 'standard' ? null : exchange.now() + rateLifeMs,
      facts: { type: body.type ?? 'direct' },
      memo: chainById(from.blockchain).memo === null ? 'none' : 'tag',
    })
    if (losesReply(context, 'changenow', faults)) return context.body(null, 503)
    return context.json(createdOrder(order))
  })

  app.get('/exchange/by-id', (context) => {
    const { id = '' } = context.req.query()
    if (!/^[0-9a-z]{8,32}$/i.test(id)) throw invalid('Invalid transaction id')
    const order = exchange.find('changenow', id)
    if (order === null || faults.look('changenow', 'forget') !== null) {
      throw new RefusalError(404, { error: 'not_found', message: 'Transaction not found' })
    }
    exchange.told(order)
    return context.json(readOrder(order, faults))
  })

  app.get('/validate/address', (context) => {
    const { currency, address = '' } = context.req.query()
    const coin = coinByTicker(currency, undefined)
    const result = coin !== null && isAddressOn(coin.blockchain, address)
    return context.json({ result, message: result ? null : 'Invalid address' })
  })
  return app
}

function namesOf({ from, to }: Pair) {
  return {
    fromCurrency: tickerOf(from),
    fromNetwork: networkOf(from),
    toCurrency: tickerOf(to),
    toNetwork: networkOf(to),
  }
}

function flowOf(flow: string | undefined): Flow {
  return flow === 'fixed-rate' ? 'fixed-rate' : 'standard'
}

/** Empty texts stand for nothing. */
function textOf(value: string | null | undefined): string | null {
  return value == null || value === '' ? null : value
}

function invalid(message: string): RefusalError {
  return new RefusalError(400, { error: 'not_valid_params', message })
}
