import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { showTonAddress, toRawTonAddress } from '../../../src/chains/ton/address.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { formatAmount, parseAmount } from '../../../src/core/amounts.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import { type LoopbackEnv, readBody, RefusalError } from './server.ts'
import {
  createTonExchangeServer,
  type PoolSwap,
  shareText,
  type TonDialect,
} from './tonExchangeServer.ts'
import { tokenOfMaster } from '../ton/addresses.ts'
import { buildCell } from '../ton/builder.ts'
import type { TonServices } from '../ton/types.ts'

const dex = 'stonfi_v2'
const averageGas = 0.07
const recommendedGas = 0.31
/** Receiver used by the hostile faults. */
const stranger = `0:${'5a'.repeat(32)}`

const refuse = (error: string): RefusalError => new RefusalError(400, { error })

const dialect: TonDialect = {
  target: 'COFFEE_SWAP',
  unauthorized: { error: 'unauthorized' },
  broken: { error: 'internal server error' },
  noPool: () => refuse('route not found'),
}

const tokenBody = z.object({ blockchain: z.literal('ton'), address: z.string() })
const routeBody = z.object({
  input_token: tokenBody,
  output_token: tokenBody,
  input_amount: z.number().check(z.positive()),
  max_splits: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  max_length: z.optional(z.int().check(z.minimum(2), z.maximum(5))),
  pool_selector: z.optional(
    z.object({
      blockchains: z.optional(z.array(z.string())),
      dexes: z.optional(z.array(z.string())),
    }),
  ),
})
const pathBody = z.object({
  dex: z.literal(dex),
  input_token: z.object({ address: tokenBody }),
  output_token: z.object({ address: tokenBody }),
  swap: z.object({
    input_amount: z.number().check(z.positive()),
    output_amount: z.number().check(z.positive()),
  }),
})
const transactionsBody = z.object({
  sender_address: z.string(),
  slippage: z.number().check(z.nonnegative(), z.maximum(1)),
  paths: z.array(pathBody).check(z.minLength(1), z.maxLength(20)),
})

/** What a route was built for: its sender, and the numbers of its messages. */
type Route = { sender: string; queryIds: number[] }

/**
 * The swap.coffee API on loopback, with the real one's paths, fields and errors, over the pools of
 * the sandbox chain: https://docs.swap.coffee/technical-guides/aggregator-api-openapi (read
 * 2026-11).
 */
export function createCoffeeServer(ton: TonServices, faults: FaultBoard): Hono<LoopbackEnv> {
  const { exchange } = ton
  const { app, fault, swap: find, status } = createTonExchangeServer(dialect, exchange, faults)
  const routes = new Map<number, Route>()

  const masterOf = (name: string): string => {
    const raw = name === 'native' ? exchange.ptonMaster : toRawTonAddress(name)
    if (raw === null || tokenOfMaster(raw) === null) throw refuse('token not found')
    return raw
  }
  const swapOf = (sold: string, bought: string, amount: number): Promise<PoolSwap> => {
    const [soldMaster, boughtMaster] = [masterOf(sold), masterOf(bought)]
    return find(soldMaster, boughtMaster, toUnits(amount, tokenOfMaster(soldMaster)))
  }

  app.post('/v1/route', async (context) => {
    const asked = await readBody(context, routeBody, () => refuse('invalid request'))
    const { input_token: input, output_token: output, pool_selector: selector } = asked
    if (selector?.dexes?.includes(dex) === false) throw refuse('route not found')
    return context.json(toRoute(await swapOf(input.address, output.address, asked.input_amount)))
  })

  app.post('/v2/route/transactions', async (context) => {
    const asked = await readBody(context, transactionsBody, () => refuse('invalid request'))
    const sender = toRawTonAddress(asked.sender_address)
    if (sender === null) throw refuse('invalid sender_address')
    const nowSeconds = Math.floor(Date.now() / 1000)
    const routeId = Date.now() * 1000 + routes.size
    const transactions: CoffeeMessage[] = []
    for (const [index, path] of asked.paths.entries()) {
      const { input_token: input, output_token: output } = path
      const sums = [input.address.address, output.address.address, path.swap.input_amount] as const
      const swap = await swapOf(...sums)
      const promised = toUnits(path.swap.output_amount, swap.bought)
      const least = (promised * BigInt(Math.round((1 - asked.slippage) * 1e6))) / 1_000_000n
      const order = {
        swap,
        sender,
        receiver: fault('wrong-receiver') === null ? sender : stranger,
        minOut: (least * BigInt(10_000 - (fault('less') ?? 0))) / 10_000n,
        queryId: routeId + index,
        nowSeconds,
      }
      transactions.push(disturbed(coffeeMessage(ton, order)))
    }
    routes.set(routeId, { sender, queryIds: transactions.map(({ query_id: id }) => id) })
    return context.json({ route_id: routeId, transactions })
  })

  const disturbed = (message: CoffeeMessage): CoffeeMessage => ({
    ...message,
    ...(fault('wrong-target') === null ? {} : { address: showTonAddress(stranger, 'contract') }),
    ...(fault('extra-value') === null
      ? {}
      : { value: String(BigInt(message.value) + 5_000_000_000n) }),
  })

  app.get('/v2/route/result', async (context) => {
    const route = routes.get(Number(context.req.query('route_id')))
    if (route === undefined) return context.json({ error: 'route not found' }, 404)
    const splits = await Promise.all(
      route.queryIds.map(async (queryId) => {
        const found = await status(route.sender, String(queryId))
        const word = found['exit_code']
        const end = word === undefined ? 'pending' : word === 'swap_ok' ? 'succeeded' : 'failed'
        return {
          status: end,
          steps: [{ status: end }],
          paid: word !== undefined,
          gas_sent: recommendedGas,
        }
      }),
    )
    return context.json({ splits, terminal: splits.every(({ paid }) => paid) })
  })
  return app
}

function toRoute(swap: PoolSwap): Record<string, unknown> {
  const { sold, bought, units, out, atMidPrice, pool, reserves } = swap
  const tokens = { input_token: toToken(sold), output_token: toToken(bought) }
  const amounts = { input_amount: toNumber(units, sold), output_amount: toNumber(out, bought) }
  const sizes = ([first, second]: [bigint, bigint]): number[] => [
    toNumber(first, sold),
    toNumber(second, bought),
  ]
  return {
    ...tokens,
    ...amounts,
    input_usd: Number(usdText(units, sold)),
    output_usd: Number(usdText(out, bought)),
    savings: 0,
    recommended_gas: recommendedGas,
    price_impact: -Number(shareText(atMidPrice - out, atMidPrice)),
    paths: [
      {
        blockchain: 'ton',
        dex,
        pool_address: pool.address,
        ...tokens,
        swap: {
          result: 'fully_fulfilled',
          ...amounts,
          before_reserves: sizes(reserves.before),
          after_reserves: sizes(reserves.after),
        },
        recommended_gas: recommendedGas,
        average_gas: averageGas,
        next: [],
      },
    ],
  }
}

function toToken({ native, address, symbol, name, decimals }: SandboxTokenRow): unknown {
  return {
    address: { blockchain: 'ton', address: native ? 'native' : address },
    metadata: { name, symbol, decimals, listed: true, verification: 'whitelisted' },
  }
}

/** A number as the real service writes it: some last digits are lost with large amounts. */
function toNumber(amount: bigint, { decimals }: SandboxTokenRow): number {
  return Number(formatAmount(amount, decimals))
}

function toUnits(amount: number, token: Pick<SandboxTokenRow, 'decimals'> | null): bigint {
  if (token === null || amount > 1e15) throw refuse('invalid amount')
  return parseAmount(amount.toFixed(token.decimals), token.decimals)
}

const jettonTransfer = 0x0f8a7ea5
const ptonTransfer = 0x01f3835d
const swapOp = 0x6664de2a
/** Nanoton that go along, and what of them reaches the router. */
const fromTonGas = 310_000_000n
const fromJettonGas = 300_000_000n
const routerGas = 240_000_000n
const lifeSeconds = 600

export type CoffeeOrder = {
  swap: PoolSwap
  /** Raw addresses. */
  sender: string
  receiver: string
  minOut: bigint
  queryId: number
  nowSeconds: number
}

export type CoffeeMessage = {
  address: string
  value: string
  cell: string
  send_mode: number
  query_id: number
}

/** The message of a swap at the exchange, as its contracts take it. */
function coffeeMessage(
  { exchange, jettonWalletOf }: TonServices,
  { swap, sender, receiver, minOut, queryId, nowSeconds }: CoffeeOrder,
): CoffeeMessage {
  const { sold, soldMaster, boughtMaster, units } = swap
  const terms = buildCell()
    .coins(minOut)
    .address(receiver)
    .coins(0n)
    .maybeRef(null)
    .coins(0n)
    .maybeRef(null)
    .uint(0, 16)
    .address(null)
    .cell()
  const order = buildCell()
    .uint(swapOp, 32)
    .address(toRawTonAddress(exchange.routerWallet(boughtMaster)))
    .address(sender)
    .address(sender)
    .uint(nowSeconds + lifeSeconds, 64)
    .ref(terms)
    .cell()
  const head = buildCell().uint(sold.native ? ptonTransfer : jettonTransfer, 32)
  head.uint(queryId, 64).coins(units)
  if (sold.native) head.address(sender)
  else {
    head.address(toRawTonAddress(exchange.router)).address(sender).bit(false).coins(routerGas)
  }
  return {
    address: sold.native ? exchange.ptonWallet : jettonWalletOf(soldMaster, sender),
    value: String(sold.native ? units + fromTonGas : fromJettonGas),
    cell: writeBoc(head.bit(true).ref(order).cell()),
    send_mode: 3,
    query_id: queryId,
  }
}
