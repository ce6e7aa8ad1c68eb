import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { exchangeRate, limitsOf } from '../deposit/rates.ts'
import type { Coin, Order } from '../deposit/types.ts'
import { type AssetName, coinOfAsset, leastAt, networkInfo } from './chainflipAssets.ts'
import { channelAnswer, printSwap } from './chainflipSwap.ts'
import { printQuote } from './chainflipQuote.ts'
import {
  createDepositApp,
  type DepositServerOptions,
  losesReply,
  readBody,
  RefusalError,
} from './depositServer.ts'
import { isAddressOn } from '../deposit/addresses.ts'
import type { LoopbackEnv } from './serverFaults.ts'

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

/**
 * The official swap backend of Chainflip on loopback, from its source of August 2026 and the SDK
 * 1.11.2 (read 2026-11).
 */
export function createChainflipServer(options: DepositServerOptions): Hono<LoopbackEnv> {
  const { exchange, faults } = options
  const app = createDepositApp('chainflip', options, '/', { message: 'unauthorized' })
  let missedAtMs: number[] = []
  let blockedUntilMs = 0

  const pairOf = (src: AssetName, dest: AssetName): { from: Coin; to: Coin } => {
    const [from, to] = [coinOfAsset(src), coinOfAsset(dest)]
    if (from === null || to === null || from === to) throw refuse('invalid request')
    if (faults.look('chainflip', 'refuse') === null) return { from, to }
    throw refuse('insufficient liquidity for the requested amount')
  }

  const checkAmount = (from: Coin, amount: bigint): void => {
    const { min, max } = limitsOf('chainflip', from)
    if (faults.look('chainflip', 'too-low') !== null || amount < min) {
      throw refuse(`expected amount is below minimum swap amount (${min})`)
    }
    if (faults.look('chainflip', 'too-high') !== null || amount > max) {
      throw refuse(`expected amount is above maximum swap amount (${max})`)
    }
  }

  app.get('/api/networkInfo', (context) => context.json(networkInfo()))

  app.get('/v2/quote', (context) => {
    const { srcChain, srcAsset, destChain, destAsset, amount } = context.req.query()
    const { isVaultSwap, isOnChain, dcaEnabled, dcaV2Enabled } = context.req.query()
    if (!srcChain || !srcAsset || !destChain || !destAsset || !/^\d{1,77}$/.test(amount ?? '')) {
      throw refuse('invalid request')
    }
    const { from, to } = pairOf(
      { chain: srcChain, asset: srcAsset },
      { chain: destChain, asset: destAsset },
    )
    const amountIn = BigInt(amount ?? 0)
    checkAmount(from, amountIn)
    const rate = exchangeRate('chainflip', 'float', from, to, amountIn)
    const kind = { isVaultSwap: isVaultSwap === 'true', isOnChain: isOnChain === 'true' }
    const regular = printQuote({ from, to, amountIn, ...rate, ...kind }, null)
    const chunks = dcaEnabled === 'true' || dcaV2Enabled === 'true' ? 4 : null
    return context.json(
      chunks === null
        ? [regular]
        : [regular, printQuote({ from, to, amountIn, ...rate, ...kind }, chunks)],
    )
  })

  app.post('/api/openSwapDepositChannel', async (context) => {
    const body = await readBody(context, openBody, (field, problem) =>
      refuse(`${field}: ${problem}`),
    )
    const flat = typeof body.srcAsset === 'string' && 'srcChain' in body ? body : null
    const { from, to } =
      flat === null
        ? pairOf(asName(body.srcAsset), asName(body.destAsset))
        : pairOf(
            { asset: String(flat.srcAsset), chain: String(flat.srcChain) },
            { asset: String(flat.destAsset), chain: String(flat.destChain) },
          )
    const amountIn = BigInt(body.amount)
    checkAmount(from, amountIn)
    const { refundAddress, minPriceX128, retryDurationBlocks } = body.fillOrKillParams
    if (!isAddressOn(to.blockchain, body.destAddress)) throw refuse('invalid destination address')
    if (!isAddressOn(from.blockchain, refundAddress)) throw refuse('invalid refund address')
    const minOut = leastAt(amountIn, BigInt(minPriceX128))
    const { amountOut } = exchangeRate('chainflip', 'float', from, to, amountIn)
    const { chain } = assetNameOf(body)
    const count = exchange.orders().filter(({ provider }) => provider === 'chainflip').length
    const issuedBlock = firstBlock + count
    const order = await exchange.open({
      provider: 'chainflip',
      id: `${issuedBlock}-${chain}-${count + 1}`,
      rateType: 'float',
      from,
      to,
      amountIn,
      amountOut,
      minOut: null,
      receiver: body.destAddress,
      receiverMemo: null,
      refundAddress,
      refundMemo: null,
      expiresAtMs: exchange.now() + channelLifeMs,
      facts: {
        issuedBlock,
        swapId: String(90_000 + count),
        minPriceX128,
        retryDurationBlocks,
        // Its price would be missed: Chainflip sends such a deposit back.
        missesPrice: amountOut < minOut,
      },
      memo: 'none',
    })
    if (losesReply(context, 'chainflip', faults)) return context.body(null, 503)
    return context.json(channelAnswer(order), 201)
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
    if (order === undefined || faults.look('chainflip', 'forget') !== null) {
      missedAtMs = [...missedAtMs.filter((atMs) => atMs > nowMs - 60_000), nowMs]
      if (missedAtMs.length > most404s) blockedUntilMs = nowMs + blockMs
      throw new RefusalError(404, { message: 'resource not found' })
    }
    exchange.told(order)
    return context.json(printSwap(order, nowMs, faults))
  })
  return app
}

function assetNameOf(body: z.output<typeof openBody>): AssetName {
  if (typeof body.srcAsset !== 'string') return body.srcAsset
  return { asset: body.srcAsset, chain: 'srcChain' in body ? String(body.srcChain) : '' }
}

function asName(value: string | AssetName): AssetName {
  if (typeof value !== 'string') return value
  throw refuse('srcAsset and destAsset must be of one form')
}

function refuse(message: string): RefusalError {
  return new RefusalError(400, { message })
}
