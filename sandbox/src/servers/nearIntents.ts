import { createHash, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatAmount } from '../../../src/core/amounts.ts'
import { secondsFor, usdOf } from '../deposit/rates.ts'
import type { Order } from '../deposit/types.ts'
import {
  createOrderServer,
  type Dialect,
  type Offer,
  type OrderServerOptions,
} from './orderServer.ts'
import { toJson } from './printing.ts'
import { assetBy, tokenList, statusAnswer } from './nearIntentsStatus.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

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
type Amounts = Offer & { minOut: bigint }

/** Without a token of a partner 1Click takes this on top. */
const keylessBps = 20n
const inactiveAfterMs = 10 * 60_000

/**
 * The 1Click API of NEAR Intents on loopback, from the types of its SDK 0.1.25 and its page
 * "About 1Click API" (read 2026-11).
 */
export function createNearIntentsServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const refusal = (status: 400 | 404, message: string, at: string): RefusalError =>
    new RefusalError(status, {
      message,
      error: status === 400 ? 'Bad Request' : 'Not Found',
      statusCode: status,
      timestamp: new Date(exchange.now()).toISOString(),
      path: at,
    })
  const badRequest = (message: string): RefusalError => refusal(400, message, '/v0/quote')
  const unauthorized = { message: 'Unauthorized', statusCode: 401 }
  const dialect: Dialect = {
    provider: 'near_intents',
    path: '/',
    unauthorized,
    noPair: (why) =>
      badRequest(
        why === 'from'
          ? 'tokenIn is not valid'
          : why === 'to'
            ? 'tokenOut is not valid'
            : 'Failed to get quote',
      ),
    outOfRange: (side, { min }) =>
      badRequest(
        side === 'min'
          ? `Amount is too low for bridge, try at least ${min}`
          : 'Failed to get quote',
      ),
    badAddress: (whose) =>
      badRequest(`${whose === 'receiver' ? 'recipient' : 'refundTo'} is not valid`),
    noOrder: (address) => refusal(404, `Deposit address ${address} not found`, '/v0/status'),
  }
  const server = createOrderServer(dialect, options)
  const { app } = server
  app.use(async (context, next) => {
    if (context.req.header('authorization') === 'Bearer bad') {
      throw new RefusalError(401, unauthorized)
    }
    await next()
  })

  app.get('/v0/tokens', (context) => context.json(tokenList(exchange.now())))

  const offerFor = (body: QuoteBody, hasKey: boolean): Amounts => {
    const pair = server.pair(assetBy(body.originAsset), assetBy(body.destinationAsset))
    server.checkAddresses({ ...pair, receiver: body.recipient, refundAddress: body.refundTo })
    if (Date.parse(body.deadline) <= exchange.now()) throw badRequest('Deadline is in the past')
    const given = BigInt(body.amount)
    const isExactOut = body.swapType === 'EXACT_OUTPUT'
    const offer = server.offer(pair, 'float', isExactOut ? { received: given } : { paid: given })
    const fee = hasKey || isExactOut ? 0n : (offer.amountOut * keylessBps) / 10_000n
    const amountOut = offer.amountOut - fee
    const minOut = (amountOut * BigInt(10_000 - body.slippageTolerance)) / 10_000n
    return { ...offer, amountOut, minOut }
  }

  app.post('/v0/quote', async (context) => {
    const body = await readBody(context, quoteBody, (field, problem) =>
      badRequest(`${field}: ${problem}`),
    )
    const offer = offerFor(body, context.req.header('authorization') !== undefined)
    const answer = {
      correlationId: randomUUID(),
      timestamp: new Date(exchange.now()).toISOString(),
      signature: `ed25519:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`,
      quoteRequest: body,
      quote: printQuote(offer),
    }
    if (body.dry) return context.json(answer, 201)
    const deadlineMs = Date.parse(body.deadline)
    const timeWhenInactive = new Date(deadlineMs + inactiveAfterMs).toISOString()
    const quote = { ...answer.quote, deadline: body.deadline, timeWhenInactive }
    return server.open(
      context,
      {
        id: answer.correlationId,
        from: offer.from,
        to: offer.to,
        amountIn: offer.amountIn,
        amountOut: offer.amountOut,
        minOut: offer.minOut,
        receiver: body.recipient,
        refundAddress: body.refundTo,
        expiresAtMs: deadlineMs,
        memo: body.depositMode === 'MEMO' ? 'tag' : 'none',
      },
      (order) => {
        const { depositAddress, depositMemo } = order
        const memo = depositMemo === null ? {} : { depositMemo }
        const opened = { ...answer, quote: { ...quote, depositAddress, ...memo } }
        exchange.remember(order, { answer: toJson(opened) })
        return opened
      },
      201,
    )
  })

  const orderAt = (address: string, memo: string | undefined): Order =>
    server.markRead(
      exchange
        .orders()
        .findLast(
          (one) =>
            one.provider === 'near_intents' &&
            one.depositAddress.toLowerCase() === address.toLowerCase() &&
            one.depositMemo === (memo ?? null),
        ),
      address,
    )

  app.get('/v0/status', (context) => {
    const { depositAddress, depositMemo } = context.req.query()
    if (depositAddress === undefined) throw badRequest('depositAddress should not be empty')
    const order = orderAt(depositAddress, depositMemo)
    return context.json(statusAnswer(order, exchange.now(), faults))
  })

  app.post('/v0/deposit/submit', async (context) => {
    const body = await readBody(context, submitBody, (field, problem) =>
      badRequest(`${field}: ${problem}`),
    )
    const order = orderAt(body.depositAddress, body.memo)
    return context.json(statusAnswer(order, exchange.now(), faults))
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
