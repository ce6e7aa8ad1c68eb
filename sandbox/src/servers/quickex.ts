import { randomInt, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatAmount } from '../../../src/core/amounts.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { exchangeRate, limitsOf } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  losesReply,
  readBody,
  RefusalError,
} from './depositServer.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import { printable, toText, toUnits } from './printing.ts'
import { coinByTitles, instrumentOf, listInstruments } from './quickexCoins.ts'
import { createdOrder, printOrder } from './quickexOrder.ts'
import type { LoopbackEnv } from './serverFaults.ts'

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
type Pair = { from: Coin; to: Coin }

const orderLifeMs = 3 * 60 * 60_000
/** A fixed rate is honoured for so long after it was told. */
const rateLifeMs = 5 * 60_000

/**
 * The API of Quickex on loopback: version 1, and what version 2 answers unsigned. From its pages
 * "api-v1", "api-v1-orders", "api-v2" (read 2026-11). Its base URL ends in `/api`.
 */
export function createQuickexServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const app = createDepositApp('quickex', options, '/api', refusalBody(401, 'ERR_UNAUTHORIZED'))

  const pairOf = (fromTitles: Titles, toTitles: Titles): Pair => {
    const from = coinByTitles(fromTitles.currencyTitle, fromTitles.networkTitle)
    const to = coinByTitles(toTitles.currencyTitle, toTitles.networkTitle)
    const isRefused = faults.look('quickex', 'refuse') !== null
    if (from !== null && to !== null && from !== to && !isRefused) return { from, to }
    throw refusal(422, 'ERR_PAIR_NOT_SUPPORTED')
  }

  const amountsOf = ({ from, to }: Pair, claimed: string | undefined, mode: Mode) => {
    const amountIn = toUnits(claimed ?? '', from)
    if (amountIn === null || amountIn === 0n) throw refusal(400, 'ERR_INVALID_AMOUNT')
    const { min, max } = limitsOf('quickex', from)
    const outside = (word: string, limit: bigint): RefusalError => {
      const expected = toText(limit, from)
      return new RefusalError(406, {
        ...refusalBody(406, `ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_${word}`),
        data: {
          localizedMessage: `Claimed deposit amount is too ${word.toLowerCase()}`,
          details: {
            field: 'claimedDepositAmount',
            value: claimed,
            expected,
            expectedGeneral: expected,
          },
        },
      })
    }
    if (faults.look('quickex', 'too-low') !== null || amountIn < min) throw outside('SMALL', min)
    if (faults.look('quickex', 'too-high') !== null || amountIn > max) throw outside('LARGE', max)
    const rateType = mode === 'FIXED' ? 'fixed' : 'float'
    const { amountOut, networkFee } = exchangeRate('quickex', rateType, from, to, amountIn)
    return { amountIn, amountOut: printable(amountOut, to), networkFee, min, max }
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
    const amounts = amountsOf(pair, query['claimedDepositAmount'], rateMode)
    const { amountIn, amountOut, networkFee, min, max } = amounts
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
    const coin = coinByTitles(body.currencyTitle, body.networkTitle)
    const isValid = coin !== null && isAddressOn(coin.blockchain, body.address)
    return context.json({ isValid })
  })

  const checkRate = (body: z.output<typeof createBody>, pair: Pair, amountOut: bigint): void => {
    if (body.rateMode !== 'FIXED') return
    const { claimedPublicRate: rate } = body
    if (rate === undefined) throw refusal(400, 'ERR_VALIDATION')
    const toldAtMs = new Date(rate.updatedAt).getTime()
    const isOld = !(exchange.now() - toldAtMs < rateLifeMs)
    const isOther = toUnits(rate.claimedAmountToReceive, pair.to) !== amountOut
    if (isOld || isOther) throw refusal(422, 'ERR_RATE_CHANGED')
  }

  app.post('/v1/orders/public/create', async (context) => {
    const body = await readBody(context, createBody, () => refusal(400, 'ERR_VALIDATION'))
    const pair = pairOf(body.instrumentFrom, body.instrumentTo)
    const { from, to } = pair
    const rateMode: Mode = body.rateMode ?? 'FLOATING'
    const { amountIn, amountOut } = amountsOf(pair, body.claimedDepositAmount, rateMode)
    checkRate(body, pair, amountOut)
    if (!isAddressOn(to.blockchain, body.destinationAddress)) {
      throw refusal(400, 'ERR_INVALID_DESTINATION_ADDRESS')
    }
    const refundAddress = body.refundAddress ?? null
    if (refundAddress !== null && !isAddressOn(from.blockchain, refundAddress)) {
      throw refusal(400, 'ERR_INVALID_REFUND_ADDRESS')
    }
    const order = await exchange.open({
      provider: 'quickex',
      id: String(randomInt(900_000, 99_000_000)),
      rateType: rateMode === 'FIXED' ? 'fixed' : 'float',
      from,
      to,
      amountIn,
      amountOut,
      minOut: null,
      receiver: body.destinationAddress,
      receiverMemo: body.destinationAddressMemo ?? null,
      refundAddress,
      refundMemo: body.refundAddressMemo ?? null,
      expiresAtMs: exchange.now() + orderLifeMs,
      facts: { legacyOrderId: randomUUID(), price: priceOf(amountOut, to, amountIn, from) },
      memo: chainById(from.blockchain).memo === null ? 'none' : 'tag',
    })
    if (losesReply(context, 'quickex', faults)) return context.body(null, 503)
    return context.json(createdOrder(order), 201)
  })

  app.on('GET', ['/v1/orders/public-info', '/v2/orders/public-info'], (context) => {
    const { orderId, destinationAddress } = context.req.query()
    const order = exchange
      .orders()
      .find(
        (one) =>
          one.provider === 'quickex' &&
          (one.id === orderId || one.facts['legacyOrderId'] === orderId),
      )
    const isKnown = order !== undefined && order.receiver === destinationAddress
    if (!isKnown || faults.look('quickex', 'forget') !== null) {
      throw refusal(404, 'ERR_ORDER_NOT_FOUND')
    }
    exchange.told(order)
    return context.json(printOrder(order, faults))
  })
  return app
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
