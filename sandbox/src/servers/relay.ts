import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { exchangeRate, limitsOf, paymentFor } from '../deposit/rates.ts'
import type { Coin, Order } from '../deposit/types.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  losesReply,
  readBody,
  RefusalError,
} from './depositServer.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import { isRelayChain, relayChains, relayCoin, relayCurrencies } from './relayChains.ts'
import { printQuote } from './relayQuote.ts'
import { addressType, findRequests, printRequest, printStatus } from './relayRequests.ts'
import type { LoopbackEnv } from './serverFaults.ts'

const digits = z.string().check(z.regex(/^[1-9]\d{0,77}$/))
const fees = z.array(z.object({ recipient: z.string(), fee: z.string() }))
const quoteBody = z.object({
  user: z.string(),
  recipient: z.optional(z.string()),
  originChainId: z.int(),
  destinationChainId: z.int(),
  originCurrency: z.string(),
  destinationCurrency: z.string(),
  amount: digits,
  tradeType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']),
  useDepositAddress: z.optional(z.boolean()),
  strict: z.optional(z.boolean()),
  refundTo: z.optional(z.string()),
  recoveryAddress: z.optional(z.string()),
  slippageTolerance: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
  referrer: z.optional(z.string()),
  appFees: z.optional(fees),
  ttl: z.optional(z.int()),
})
const currenciesBody = z.object({
  chainIds: z.optional(z.array(z.int())),
  term: z.optional(z.string()),
  address: z.optional(z.string()),
  limit: z.optional(z.int()),
  depositAddressOnly: z.optional(z.boolean()),
})

type QuoteBody = z.output<typeof quoteBody>

const usualSlippageBps = 50n
const quotesAMinute = 50

/**
 * The API of Relay on loopback, deposit addresses only, from the types of its SDK 7.0.3 and its
 * pages "Deposit Addresses", "Get Status", "Rate Limits" (read 2026-11).
 */
export function createRelayServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const app = createDepositApp('relay', options, '/', {
    message: 'Unauthorized',
    errorCode: 'UNAUTHORIZED',
  })
  let quotedAtMs: number[] = []

  const refuse = (message: string, errorCode: string): RefusalError =>
    new RefusalError(400, { message, errorCode, requestId: newId() })

  const limitRate = (apiKey: string | undefined): void => {
    if (apiKey !== undefined) return
    quotedAtMs = quotedAtMs.filter((atMs) => atMs > exchange.now() - 60_000)
    if (quotedAtMs.length >= quotesAMinute)
      throw new RefusalError(429, { message: 'Too many requests' })
    quotedAtMs.push(exchange.now())
  }

  const coinsOf = (body: QuoteBody): { from: Coin; to: Coin } => {
    if (!isRelayChain(body.originChainId) || !isRelayChain(body.destinationChainId)) {
      throw refuse('Chain is not supported', 'CHAIN_DISABLED')
    }
    const from = relayCoin(body.originChainId, body.originCurrency)
    if (from === null) throw refuse('Invalid input currency', 'INVALID_INPUT_CURRENCY')
    const to = relayCoin(body.destinationChainId, body.destinationCurrency)
    if (to === null) throw refuse('Invalid output currency', 'INVALID_OUTPUT_CURRENCY')
    if (from === to || faults.look('relay', 'refuse') !== null) {
      throw refuse('No routes found', 'NO_SWAP_ROUTES_FOUND')
    }
    return { from, to }
  }

  /** Only the owner of a key may say who sent the request. */
  const checkReferrer = ({ referrer }: QuoteBody, apiKey: string | undefined): void => {
    if (referrer === undefined || apiKey !== undefined) return
    throw new RefusalError(401, {
      message: 'Please provide an api key',
      errorCode: 'UNAUTHORIZED_QUOTE',
    })
  }

  const checkParties = (body: QuoteBody, from: Coin, to: Coin): string => {
    const { tradeType, strict = false, refundTo } = body
    const receiver = body.recipient ?? body.user
    if (!isAddressOn(to.blockchain, receiver)) throw refuse('Invalid recipient', 'INVALID_ADDRESS')
    if (refundTo !== undefined && !isAddressOn(from.blockchain, refundTo)) {
      throw refuse('Invalid refundTo', 'INVALID_ADDRESS')
    }
    if (strict && refundTo === undefined) {
      throw refuse('refundTo is required for strict deposit addresses', 'INVALID_ADDRESS')
    }
    if (tradeType !== 'EXACT_INPUT' && !strict) {
      throw refuse('Deposit addresses only support EXACT_INPUT', 'UNSUPPORTED_ROUTE')
    }
    return receiver
  }

  const amountsOf = (body: QuoteBody, from: Coin, to: Coin) => {
    const given = BigInt(body.amount)
    const isExactIn = body.tradeType === 'EXACT_INPUT'
    const amountIn = isExactIn ? given : paymentFor('relay', 'float', from, to, given)
    const { min, max } = limitsOf('relay', from)
    if (faults.look('relay', 'too-low') !== null || amountIn < min) {
      throw refuse('Swap output amount is too small to cover fees', 'AMOUNT_TOO_LOW')
    }
    if (faults.look('relay', 'too-high') !== null || amountIn > max) {
      throw refuse('Solver has insufficient liquidity', 'INSUFFICIENT_LIQUIDITY')
    }
    const rate = exchangeRate('relay', 'float', from, to, amountIn)
    const slippageBps = BigInt(body.slippageTolerance ?? usualSlippageBps)
    const amountOut = isExactIn ? rate.amountOut : given
    const minOut = (amountOut * (10_000n - slippageBps)) / 10_000n
    return { amountIn, amountOut, minOut, networkFee: rate.networkFee, slippageBps }
  }

  const quote = async (body: QuoteBody): Promise<{ order: Order; answer: unknown }> => {
    if (body.useDepositAddress !== true) {
      throw refuse('The sandbox has no depository of Relay', 'UNSUPPORTED_ROUTE')
    }
    const { from, to } = coinsOf(body)
    const receiver = checkParties(body, from, to)
    const amounts = amountsOf(body, from, to)
    const order = await exchange.open({
      provider: 'relay',
      id: newId(),
      rateType: 'float',
      from,
      to,
      amountIn: amounts.amountIn,
      amountOut: amounts.amountOut,
      minOut: amounts.minOut,
      receiver,
      receiverMemo: null,
      refundAddress: body.refundTo ?? null,
      refundMemo: null,
      expiresAtMs: body.ttl === undefined ? null : exchange.now() + body.ttl * 1_000,
      facts: { strict: body.strict ?? false, user: body.user },
      memo: 'none',
    })
    return { order, answer: printQuote(order, amounts) }
  }

  app.get('/chains', (context) => context.json({ chains: relayChains() }))

  app.post('/currencies/v2', async (context) => {
    const body = await readBody(context, currenciesBody, (field) =>
      refuse(`Invalid ${field}`, 'INVALID_REQUEST'),
    )
    return context.json(relayCurrencies(body))
  })

  app.on('POST', ['/quote', '/quote/v2'], async (context) => {
    limitRate(context.req.header('x-api-key'))
    const body = await readBody(context, quoteBody, (field, problem) =>
      refuse(`${field}: ${problem}`, 'INVALID_REQUEST'),
    )
    checkReferrer(body, context.req.header('x-api-key'))
    const { answer } = await quote(body)
    if (losesReply(context, 'relay', faults)) return context.body(null, 503)
    return context.json(answer)
  })

  app.get('/intents/status/v3', (context) => {
    const { requestId } = context.req.query()
    const order = requestId === undefined ? null : exchange.find('relay', requestId)
    if (order === null || faults.look('relay', 'forget') !== null) {
      return context.json({ status: 'unknown' }, 404)
    }
    exchange.told(order)
    return context.json(printStatus(order, faults))
  })

  app.get('/requests/v3', (context) => {
    if (context.req.header('x-api-key') === undefined) {
      throw new RefusalError(400, {
        statusCode: 400,
        code: 'FST_ERR_VALIDATION',
        message: "headers must have required property 'x-api-key'",
      })
    }
    const isForgotten = faults.look('relay', 'forget') !== null
    const found = isForgotten ? [] : findRequests(exchange.orders(), context.req.query())
    for (const order of found) exchange.told(order)
    return context.json({ requests: found.map((order) => printRequest(order, faults)) })
  })

  app.get('/deposit-addresses/v1', (context) => {
    const { address, requestId } = context.req.query()
    const [order] = findRequests(exchange.orders(), { depositAddress: address, id: requestId })
    if (order === undefined) throw new RefusalError(404, { message: 'Deposit address not found' })
    return context.json(addressType(order))
  })
  return app
}

function newId(): string {
  return `0x${randomBytes(32).toString('hex')}`
}
