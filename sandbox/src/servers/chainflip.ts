import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Order } from '../deposit/types.ts'
import {
  type AssetName,
  coinOfAsset,
  leastAt,
  networkInfo,
  channelAnswer,
  printSwap,
  printQuote,
} from './chainflipSwap.ts'
import {
  createOrderServer,
  type Dialect,
  type Offer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { readBody, RefusalError, type LoopbackEnv } from './server.ts'

const digits = z.string().check(z.regex(/^\d{1,77}$/))
const name = z.object({ asset: z.string(), chain: z.string() })
const ignored = z.optional(z.unknown())
const shared = {
  destAddress: z.string(),
  amount: digits,
  fillOrKillParams: z.object({
    refundAddress: z.string(),
    retryDurationBlocks: z.int(),
    minPriceX128: digits,
    maxOraclePriceSlippage: z.optional(z.nullable(z.number())),
  }),
  srcAddress: z.optional(z.string()),
  maxBoostFeeBps: z.optional(z.int()),
  dcaParams: ignored,
  ccmParams: ignored,
  quote: ignored,
  takeCommission: z.optional(z.boolean()),
}
// The source of August 2026 takes assets as objects, the client 1.11 sends flat texts.
const objectBody = z.strictObject({ srcAsset: name, destAsset: name, ...shared })
const flatBody = z.strictObject({
  srcAsset: z.string(),
  srcChain: z.string(),
  destAsset: z.string(),
  destChain: z.string(),
  ...shared,
})
const openBody = z.union([objectBody, flatBody])

const channelLifeMs = 24 * 60 * 60_000
const most404s = 10
const blockMs = 10 * 60_000
const firstBlock = 7_000_001
const chunks = 4

const dialect: Dialect = {
  provider: 'chainflip',
  path: '/',
  unauthorized: { message: 'unauthorized' },
  noPair: (why) =>
    refuse(
      why === 'refused' ? 'insufficient liquidity for the requested amount' : 'invalid request',
    ),
  outOfRange: (side, limits) =>
    refuse(
      side === 'min'
        ? `expected amount is below minimum swap amount (${limits.min})`
        : `expected amount is above maximum swap amount (${limits.max})`,
    ),
  badAddress: (whose) =>
    refuse(`invalid ${whose === 'receiver' ? 'destination' : 'refund'} address`),
  noOrder: () => new RefusalError(404, { message: 'resource not found' }),
}

/**
 * The official swap backend of Chainflip on loopback, from its source of August 2026 and the SDK
 * 1.11.2 (read 2026-11).
 */
export function createChainflipServer(options: OrderServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const server = createOrderServer(dialect, options)
  const { app } = server
  let missedAtMs: number[] = []
  let blockedUntilMs = 0
  const pairOf = (src: AssetName, dest: AssetName): Pair =>
    server.pair(coinOfAsset(src), coinOfAsset(dest))
  const offerFor = (pair: Pair, paid: string): Offer =>
    server.offer(pair, 'float', { paid: BigInt(paid) })

  app.get('/api/networkInfo', (context) => context.json(networkInfo()))

  app.get('/v2/quote', (context) => {
    const { srcChain, srcAsset, destChain, destAsset, amount } = context.req.query()
    const { isVaultSwap, isOnChain, dcaEnabled, dcaV2Enabled } = context.req.query()
    if (!srcChain || !srcAsset || !destChain || !destAsset || !/^\d{1,77}$/.test(amount ?? '')) {
      throw refuse('invalid request')
    }
    const pair = pairOf(
      { chain: srcChain, asset: srcAsset },
      { chain: destChain, asset: destAsset },
    )
    const kind = { isVaultSwap: isVaultSwap === 'true', isOnChain: isOnChain === 'true' }
    const priced = { ...offerFor(pair, amount ?? ''), ...kind }
    const isChunked = dcaEnabled === 'true' || dcaV2Enabled === 'true'
    return context.json([
      printQuote(priced, null),
      ...(isChunked ? [printQuote(priced, chunks)] : []),
    ])
  })

  app.post('/api/openSwapDepositChannel', async (context) => {
    const body = await readBody(context, openBody, (field, problem) =>
      refuse(`${field}: ${problem}`),
    )
    const { src, dest } = assetsOf(body)
    const { refundAddress, minPriceX128, retryDurationBlocks } = body.fillOrKillParams
    const { from, to, amountIn, amountOut } = offerFor(pairOf(src, dest), body.amount)
    const count = exchange.orders().filter(({ provider }) => provider === 'chainflip').length
    const issuedBlock = firstBlock + count
    return server.open(
      context,
      {
        id: `${issuedBlock}-${src.chain}-${count + 1}`,
        from,
        to,
        amountIn,
        amountOut,
        receiver: body.destAddress,
        refundAddress,
        expiresAtMs: exchange.now() + channelLifeMs,
        facts: {
          issuedBlock,
          swapId: String(90_000 + count),
          minPriceX128,
          retryDurationBlocks,
          // Its price would be missed: Chainflip sends such a deposit back.
          missesPrice: amountOut < leastAt(amountIn, BigInt(minPriceX128)),
        },
      },
      channelAnswer,
      201,
    )
  })

  const findSwap = (id: string): Order | undefined =>
    exchange
      .orders()
      .findLast(
        (order) =>
          order.provider === 'chainflip' &&
          (order.id === id ||
            (order.payments.length > 0 && order.facts['swapId'] === id) ||
            order.payments.some(({ hash }) => hash === id)),
      )

  app.get('/v2/swaps/:id', (context) => {
    const nowMs = exchange.now()
    if (nowMs < blockedUntilMs) throw new RefusalError(429, { message: 'too many requests' })
    const order = findSwap(context.req.param('id'))
    if (order === undefined || server.has('forget')) {
      missedAtMs = [...missedAtMs.filter((atMs) => atMs > nowMs - 60_000), nowMs]
      if (missedAtMs.length > most404s) blockedUntilMs = nowMs + blockMs
    }
    return context.json(printSwap(server.markRead(order), nowMs, faults))
  })
  return app
}

function assetsOf(body: z.output<typeof openBody>): { src: AssetName; dest: AssetName } {
  if (!('srcChain' in body)) return { src: body.srcAsset, dest: body.destAsset }
  const { srcAsset, srcChain, destAsset, destChain } = body
  return {
    src: { asset: srcAsset, chain: srcChain },
    dest: { asset: destAsset, chain: destChain },
  }
}

function refuse(message: string): RefusalError {
  return new RefusalError(400, { message })
}
