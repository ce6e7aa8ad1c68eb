import { createHash, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatAmount } from '../../../src/core/amounts.ts'
import { exchangeRate, limitsOf, paymentFor, secondsFor, usdOf } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  losesReply,
  readBody,
  RefusalError,
} from './depositServer.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import { toJson } from './printing.ts'
import { assetBy, tokenList } from './nearIntentsAssets.ts'
import { statusAnswer } from './nearIntentsStatus.ts'
import type { LoopbackEnv } from './serverFaults.ts'

const amountText = z.string().check(z.regex(/^[1-9]\d{0,77}$/))
const place = z.enum(['ORIGIN_CHAIN', 'INTENTS', 'CONFIDENTIAL_INTENTS'])
const quoteBody = z.strictObject({
  dry: z.boolean(),
  depositMode: z.optional(z.enum(['SIMPLE', 'MEMO'])),
  swapType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT', 'FLEX_INPUT', 'ANY_INPUT']),
  slippageTolerance: z.int().check(z.minimum(0), z.maximum(10_000)),
  originAsset: z.string(),
  depositType: place,
  destinationAsset: z.string(),
  amount: amountText,
  refundTo: z.string().check(z.minLength(1)),
  refundType: place,
  recipient: z.string().check(z.minLength(1)),
  recipientType: z.enum(['DESTINATION_CHAIN', 'INTENTS', 'CONFIDENTIAL_INTENTS']),
  deadline: z.iso.datetime(),
  connectedWallets: z.optional(z.array(z.string())),
  sessionId: z.optional(z.string()),
  virtualChainRecipient: z.optional(z.string()),
  virtualChainRefundRecipient: z.optional(z.string()),
  customRecipientMsg: z.optional(z.string()),
  confidentiality: z.optional(z.enum(['public', 'basic', 'advanced'])),
  referral: z.optional(z.string()),
  quoteWaitingTimeMs: z.optional(z.number()),
  appFees: z.optional(z.array(z.strictObject({ recipient: z.string(), fee: z.int() }))),
})
const submitBody = z.strictObject({
  txHash: z.string(),
  depositAddress: z.string(),
  nearSenderAccount: z.optional(z.string()),
  memo: z.optional(z.string()),
})

type QuoteBody = z.output<typeof quoteBody>
type Amounts = { from: Coin; to: Coin; amountIn: bigint; amountOut: bigint; minOut: bigint }

/** Without a token of a partner 1Click takes this on top. */
const keylessBps = 20n
const inactiveAfterMs = 10 * 60_000
const path = '/v0/quote'

/**
 * The 1Click API of NEAR Intents on loopback, from the types of its SDK 0.1.25 and its page
 * "About 1Click API" (read 2026-11).
 */
export function createNearIntentsServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const app = createDepositApp('near_intents', options, '/', {
    message: 'Unauthorized',
    statusCode: 401,
  })
  app.use(async (context, next) => {
    if (context.req.header('authorization') === 'Bearer bad') {
      throw new RefusalError(401, { message: 'Unauthorized', statusCode: 401 })
    }
    await next()
  })

  app.get('/v0/tokens', (context) => context.json(tokenList(exchange.now())))

  const amountsOf = (body: QuoteBody, hasKey: boolean): Amounts => {
    const [from, to] = [assetBy(body.originAsset), assetBy(body.destinationAsset)]
    if (from === null) throw badRequest('tokenIn is not valid')
    if (to === null) throw badRequest('tokenOut is not valid')
    if (from === to || faults.look('near_intents', 'refuse') !== null) {
      throw badRequest('Failed to get quote')
    }
    if (!isAddressOn(to.blockchain, body.recipient)) throw badRequest('recipient is not valid')
    if (!isAddressOn(from.blockchain, body.refundTo)) throw badRequest('refundTo is not valid')
    if (Date.parse(body.deadline) <= exchange.now()) throw badRequest('Deadline is in the past')
    const given = BigInt(body.amount)
    const isExactOut = body.swapType === 'EXACT_OUTPUT'
    const amountIn = isExactOut ? paymentFor('near_intents', 'float', from, to, given) : given
    const { min, max } = limitsOf('near_intents', from)
    if (faults.look('near_intents', 'too-low') !== null || amountIn < min) {
      throw badRequest(`Amount is too low for bridge, try at least ${min}`)
    }
    if (faults.look('near_intents', 'too-high') !== null || amountIn > max) {
      throw badRequest('Failed to get quote')
    }
    const { amountOut: gross } = exchangeRate('near_intents', 'float', from, to, amountIn)
    const fee = hasKey ? 0n : (gross * keylessBps) / 10_000n
    const amountOut = isExactOut ? given : gross - fee
    const minOut = (amountOut * BigInt(10_000 - body.slippageTolerance)) / 10_000n
    return { from, to, amountIn, amountOut, minOut }
  }

  app.post('/v0/quote', async (context) => {
    const body = await readBody(context, quoteBody, (field, problem) =>
      badRequest(`${field}: ${problem}`),
    )
    const amounts = amountsOf(body, context.req.header('authorization') !== undefined)
    const answer = {
      correlationId: randomUUID(),
      timestamp: new Date(exchange.now()).toISOString(),
      signature: `ed25519:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`,
      quoteRequest: body,
      quote: printQuote(amounts),
    }
    if (body.dry) return context.json(answer, 201)
    const deadlineMs = Date.parse(body.deadline)
    const timeWhenInactive = new Date(deadlineMs + inactiveAfterMs).toISOString()
    const quote = { ...answer.quote, deadline: body.deadline, timeWhenInactive }
    const order = await exchange.open({
      provider: 'near_intents',
      id: answer.correlationId,
      rateType: 'float',
      from: amounts.from,
      to: amounts.to,
      amountIn: amounts.amountIn,
      amountOut: amounts.amountOut,
      minOut: amounts.minOut,
      receiver: body.recipient,
      receiverMemo: null,
      refundAddress: body.refundTo,
      refundMemo: null,
      expiresAtMs: deadlineMs,
      facts: {},
      memo: body.depositMode === 'MEMO' ? 'tag' : 'none',
    })
    const { depositAddress, depositMemo } = order
    const opened = {
      ...answer,
      quote: { ...quote, depositAddress, ...(depositMemo === null ? {} : { depositMemo }) },
    }
    exchange.remember(order, { answer: toJson(opened) })
    if (losesReply(context, 'near_intents', faults)) return context.body(null, 503)
    return context.json(opened, 201)
  })

  const orderAt = (address: string, memo: string | undefined) => {
    const order = exchange
      .orders()
      .findLast(
        (one) =>
          one.provider === 'near_intents' &&
          one.depositAddress.toLowerCase() === address.toLowerCase() &&
          one.depositMemo === (memo ?? null),
      )
    if (order !== undefined && faults.look('near_intents', 'forget') === null) return order
    throw new RefusalError(404, {
      message: `Deposit address ${address} not found`,
      error: 'Not Found',
      statusCode: 404,
      timestamp: new Date(exchange.now()).toISOString(),
      path: '/v0/status',
    })
  }

  app.get('/v0/status', (context) => {
    const { depositAddress, depositMemo } = context.req.query()
    if (depositAddress === undefined) throw badRequest('depositAddress should not be empty')
    const order = orderAt(depositAddress, depositMemo)
    exchange.told(order)
    return context.json(statusAnswer(order, exchange.now(), faults))
  })

  app.post('/v0/deposit/submit', async (context) => {
    const body = await readBody(context, submitBody, (field, problem) =>
      badRequest(`${field}: ${problem}`),
    )
    const order = orderAt(body.depositAddress, body.memo)
    return context.json(statusAnswer(order, exchange.now(), faults))
  })

  const badRequest = (message: string): RefusalError =>
    new RefusalError(400, {
      message,
      error: 'Bad Request',
      statusCode: 400,
      timestamp: new Date(exchange.now()).toISOString(),
      path,
    })
  return app
}

function printQuote({ from, to, amountIn, amountOut, minOut }: Amounts) {
  return {
    amountIn: String(amountIn),
    amountInFormatted: formatAmount(amountIn, from.decimals),
    amountInUsd: usdOf(amountIn, from),
    minAmountIn: String(amountIn),
    amountOut: String(amountOut),
    amountOutFormatted: formatAmount(amountOut, to.decimals),
    amountOutUsd: usdOf(amountOut, to),
    minAmountOut: String(minOut),
    timeEstimate: secondsFor(from),
  }
}
