import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  createOrderServer,
  type Dialect,
  type Offer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { isRelayChain, relayChains, relayCoin, relayCurrencies } from './relayChains.ts'
import {
  printQuote,
  addressType,
  findRequests,
  printRequest,
  printStatus,
} from './relayRequests.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

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

const dialect: Dialect = {
  provider: 'relay',
  path: '/',
  unauthorized: { message: 'Unauthorized', errorCode: 'UNAUTHORIZED' },
  noPair: (why) =>
    why === 'from'
      ? refuse('Invalid input currency', 'INVALID_INPUT_CURRENCY')
      : why === 'to'
        ? refuse('Invalid output currency', 'INVALID_OUTPUT_CURRENCY')
        : refuse('No routes found', 'NO_SWAP_ROUTES_FOUND'),
  outOfRange: (side) =>
    side === 'min'
      ? refuse('Swap output amount is too small to cover fees', 'AMOUNT_TOO_LOW')
      : refuse('Solver has insufficient liquidity', 'INSUFFICIENT_LIQUIDITY'),
  badAddress: (whose) =>
    refuse(whose === 'receiver' ? 'Invalid recipient' : 'Invalid refundTo', 'INVALID_ADDRESS'),
  noOrder: () => new RefusalError(404, { status: 'unknown' }),
}

/**
 * The API of Relay on loopback, deposit addresses only, from the types of its SDK 7.0.3 and its
 * pages "Deposit Addresses", "Get Status", "Rate Limits" (read 2026-11).
 */
export function createRelayServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const server = createOrderServer(dialect, options)
  const { app } = server
  let quotedAtMs: number[] = []

  const limitRate = (apiKey: string | undefined): void => {
    if (apiKey !== undefined) return
    quotedAtMs = quotedAtMs.filter((atMs) => atMs > exchange.now() - 60_000)
    if (quotedAtMs.length >= quotesAMinute)
      throw new RefusalError(429, { message: 'Too many requests' })
    quotedAtMs.push(exchange.now())
  }

  const pairOf = (body: QuoteBody): Pair => {
    if (!isRelayChain(body.originChainId) || !isRelayChain(body.destinationChainId)) {
      throw refuse('Chain is not supported', 'CHAIN_DISABLED')
    }
    return server.pair(
      relayCoin(body.originChainId, body.originCurrency),
      relayCoin(body.destinationChainId, body.destinationCurrency),
    )
  }

  /** Only the owner of a key may say who sent the request. */
  const checkReferrer = ({ referrer }: QuoteBody, apiKey: string | undefined): void => {
    if (referrer === undefined || apiKey !== undefined) return
    throw new RefusalError(401, {
      message: 'Please provide an api key',
      errorCode: 'UNAUTHORIZED_QUOTE',
    })
  }

  const checkKind = ({
    tradeType,
    strict = false,
    refundTo,
    useDepositAddress,
  }: QuoteBody): void => {
    if (useDepositAddress !== true) {
      throw refuse('The sandbox has no depository of Relay', 'UNSUPPORTED_ROUTE')
    }
    if (strict && refundTo === undefined) {
      throw refuse('refundTo is required for strict deposit addresses', 'INVALID_ADDRESS')
    }
    if (tradeType !== 'EXACT_INPUT' && !strict) {
      throw refuse('Deposit addresses only support EXACT_INPUT', 'UNSUPPORTED_ROUTE')
    }
  }

  const offerFor = (body: QuoteBody): Offer & { minOut: bigint; slippageBps: bigint } => {
    const given = BigInt(body.amount)
    const isExactIn = body.tradeType === 'EXACT_INPUT'
    const wanted = isExactIn ? { paid: given } : { received: given }
    const offer = server.offer(pairOf(body), 'float', wanted)
    const slippageBps = BigInt(body.slippageTolerance ?? usualSlippageBps)
    return { ...offer, slippageBps, minOut: (offer.amountOut * (10_000n - slippageBps)) / 10_000n }
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
    checkKind(body)
    const offer = offerFor(body)
    return server.open(
      context,
      {
        id: newId(),
        from: offer.from,
        to: offer.to,
        amountIn: offer.amountIn,
        amountOut: offer.amountOut,
        minOut: offer.minOut,
        receiver: body.recipient ?? body.user,
        refundAddress: body.refundTo ?? null,
        expiresAtMs: body.ttl === undefined ? null : exchange.now() + body.ttl * 1_000,
        facts: { strict: body.strict ?? false, user: body.user },
      },
      (order) => printQuote(order, offer),
    )
  })

  app.get('/intents/status/v3', (context) => {
    const order = server.seen(exchange.find('relay', context.req.query('requestId') ?? ''))
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
    const found = server.has('forget') ? [] : findRequests(exchange.orders(), context.req.query())
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

function refuse(message: string, errorCode: string): RefusalError {
  return new RefusalError(400, { message, errorCode, requestId: newId() })
}

function newId(): string {
  return `0x${randomBytes(32).toString('hex')}`
}
