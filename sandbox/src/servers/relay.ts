import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { BridgeEngine } from '../calls/dialect.ts'
import {
  createOrderServer,
  type Dialect,
  type Offer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { isRelayChain, relayChains, relayCoin, relayCurrencies } from './relayChains.ts'
import {
  printPrice,
  printQuote,
  addressType,
  findRequests,
  printRequest,
  printStatus,
} from './relayRequests.ts'
import { openSigned, printSignedRequest, printSignedStatus } from './relaySigned.ts'
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
  includeProtocolData: z.optional(z.boolean()),
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
const usualOrderSeconds = 300
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
 * The API of Relay on loopback, from the types of its SDK 7.0.3 and its pages "Deposit Addresses",
 * "Get Status", "Rate Limits" (read 2026-11).
 * @param signed its orders that are paid by a call; null: it takes deposits alone
 */
export function createRelayServer(
  options: OrderServerOptions,
  signed: BridgeEngine | null,
): Hono<LoopbackEnv> {
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

  const checkKind = ({ tradeType, strict = false, refundTo }: QuoteBody): void => {
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
    return { ...offer, slippageBps, minOut: leastOf(offer.amountOut, slippageBps) }
  }

  /** A quote for a call; with `opens`, its order is opened. */
  const quoteSigned = async (body: QuoteBody, opens: boolean): Promise<object> => {
    if (signed === null || body.tradeType !== 'EXACT_INPUT') {
      throw refuse('Only deposits are served', 'UNSUPPORTED_ROUTE')
    }
    const offer = signed.offer({
      from: { chain: String(body.originChainId), token: body.originCurrency },
      to: { chain: String(body.destinationChainId), token: body.destinationCurrency },
      amount: body.amount,
    })
    const slippageBps = BigInt(body.slippageTolerance ?? usualSlippageBps)
    const minOut = leastOf(offer.amountOut, slippageBps)
    const recipient = body.recipient ?? body.user
    const price = printPrice(
      { ...offer, recipient, user: body.user },
      { ...offer, minOut, networkFee: 0n, slippageBps },
    )
    if (!opens) return price
    const asked = {
      offer,
      user: body.user,
      recipient,
      refundTo: body.refundTo ?? body.user,
      minOut,
    }
    const ttlSeconds = body.ttl ?? usualOrderSeconds
    const { id, steps, orderData } = await openSigned(signed, { ...asked, ttlSeconds })
    const more = body.includeProtocolData === true ? { orderData } : {}
    const { currency, amount } = price.details.currencyIn
    const paymentDetails = {
      chainId: String(body.originChainId),
      currency: currency.address,
      amount,
    }
    return { steps, ...price, protocol: { v2: { orderId: id, paymentDetails, ...more } } }
  }

  app.get('/chains', (context) => context.json({ chains: relayChains() }))

  app.post('/currencies/v2', async (context) => {
    const body = await readBody(context, currenciesBody, (field) =>
      refuse(`Invalid ${field}`, 'INVALID_REQUEST'),
    )
    return context.json(relayCurrencies(body))
  })

  const readQuote = async (context: Context<LoopbackEnv>): Promise<QuoteBody> => {
    const key = context.req.header('x-api-key')
    limitRate(key)
    const body = await readBody(context, quoteBody, (field, problem) =>
      refuse(`${field}: ${problem}`, 'INVALID_REQUEST'),
    )
    checkReferrer(body, key)
    return body
  }

  app.post('/price', async (context) => {
    const body = await readQuote(context)
    if (body.useDepositAddress !== true) return context.json(await quoteSigned(body, false))
    checkKind(body)
    const offer = offerFor(body)
    const recipient = body.recipient ?? body.user
    return context.json(printPrice({ ...offer, recipient, user: body.user }, offer))
  })

  app.on('POST', ['/quote', '/quote/v2'], async (context) => {
    const body = await readQuote(context)
    if (body.useDepositAddress !== true) return context.json(await quoteSigned(body, true))
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

  app.get('/intents/status/v3', async (context) => {
    const paid = await signed?.find(context.req.query('requestId') ?? '')
    if (signed !== null && paid != null)
      return context.json(printSignedStatus(paid, signed, faults))
    const order = server.markRead(exchange.find('relay', context.req.query('requestId') ?? ''))
    return context.json(printStatus(order, faults))
  })

  app.get('/requests/v3', async (context) => {
    if (context.req.header('x-api-key') === undefined) {
      throw new RefusalError(400, {
        statusCode: 400,
        code: 'FST_ERR_VALIDATION',
        message: "headers must have required property 'x-api-key'",
      })
    }
    const paid = await signed?.findByHash(context.req.query('term') ?? '')
    if (signed !== null && paid != null) {
      return context.json({ requests: [printSignedRequest(paid, signed)] })
    }
    const found = server.has('forget') ? [] : findRequests(exchange.orders(), context.req.query())
    for (const order of found) exchange.wasRead(order)
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

function leastOf(amount: bigint, slippageBps: bigint): bigint {
  return (amount * (10_000n - slippageBps)) / 10_000n
}

function refuse(message: string, errorCode: string): RefusalError {
  return new RefusalError(400, { message, errorCode, requestId: newId() })
}

function newId(): string {
  return `0x${randomBytes(32).toString('hex')}`
}
