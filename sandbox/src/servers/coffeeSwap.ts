import { Hono } from 'hono'
import * as z from 'zod/mini'
import { showTonAddress, toRawTonAddress } from '../../../src/chains/ton/address.ts'
import { formatAmount, parseAmount } from '../../../src/core/amounts.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import { tokenOfMaster } from '../ton/addresses.ts'
import type { TonServices } from '../ton/types.ts'
import { coffeeMessage, type CoffeeMessage } from './coffeeMessages.ts'
import { serverFaults, type LoopbackEnv } from './serverFaults.ts'
import { swapStatus } from './stonfiStatus.ts'
import { poolSwap, shareText, type PoolSwap } from './tonPools.ts'

const dex = 'stonfi_v2'
const averageGas = 0.07
const recommendedGas = 0.31
/** Receiver used by the hostile faults. */
const stranger = `0:${'5a'.repeat(32)}`

class CoffeeError extends Error {}

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
  const app = new Hono<LoopbackEnv>()
  const { exchange } = ton
  const routes = new Map<number, Route>()
  const fault = (name: string): number | null => faults.look('COFFEE_SWAP', name)
  app.use(serverFaults('COFFEE_SWAP', faults))

  const masterOf = (word: string): string => {
    const raw = word === 'native' ? exchange.ptonMaster : toRawTonAddress(word)
    if (raw === null || tokenOfMaster(raw) === null) throw new CoffeeError('token not found')
    return raw
  }
  const find = async (sold: string, bought: string, amount: number): Promise<PoolSwap> => {
    const [soldMaster, boughtMaster] = [masterOf(sold), masterOf(bought)]
    const units = toUnits(amount, tokenOfMaster(soldMaster))
    const swap = await poolSwap(exchange, soldMaster, boughtMaster, units)
    if (swap === null || swap.out === 0n) throw new CoffeeError('route not found')
    return swap
  }

  app.post('/v1/route', async (context) => {
    const asked = readBody(routeBody, await context.req.json())
    const { input_token: input, output_token: output, pool_selector: selector } = asked
    if (selector?.dexes?.includes(dex) === false) throw new CoffeeError('route not found')
    return context.json(toRoute(await find(input.address, output.address, asked.input_amount)))
  })

  app.post('/v2/route/transactions', async (context) => {
    const asked = readBody(transactionsBody, await context.req.json())
    const sender = toRawTonAddress(asked.sender_address)
    if (sender === null) throw new CoffeeError('invalid sender_address')
    const nowSeconds = Math.floor(Date.now() / 1000)
    const routeId = Date.now() * 1000 + routes.size
    const transactions: CoffeeMessage[] = []
    for (const [index, path] of asked.paths.entries()) {
      const { input_token: input, output_token: output } = path
      const sums = [input.address.address, output.address.address, path.swap.input_amount] as const
      const swap = await find(...sums)
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
        const found = await swapStatus(exchange, route.sender, String(queryId))
        const word = found['exit_code']
        const status = word === undefined ? 'pending' : word === 'swap_ok' ? 'succeeded' : 'failed'
        return { status, steps: [{ status }], paid: word !== undefined, gas_sent: recommendedGas }
      }),
    )
    return context.json({ splits, terminal: splits.every(({ paid }) => paid) })
  })

  app.onError((thrown, context) =>
    thrown instanceof CoffeeError
      ? context.json({ error: thrown.message }, 400)
      : context.json({ error: 'internal server error' }, 500),
  )
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
  if (token === null || amount > 1e15) throw new CoffeeError('invalid amount')
  return parseAmount(amount.toFixed(token.decimals), token.decimals)
}

function readBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new CoffeeError('invalid request')
}
