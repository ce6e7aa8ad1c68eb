// Ref Finance (Rhea): the exchange of NEAR, by its smart router.
//
// Prices: GET /findPath of the router as the vendor's own interface asks it (ref-finance/ref-ui,
// src/services/smartRouterFromServer.ts), keyless. Amounts and pools are text; "0" as the amount of
// a pool means the output of the one before. A code other than 0 and an empty list mean no route. The
// swap is a transfer to the exchange with a message (ref-finance/ref-contracts, ref-exchange/src,
// token_receiver.rs and action.rs, 2025-11-06): every path ends with its minimum, and all of it is
// undone where one is missed. An account that is not registered with a token cannot receive it, so the
// chain is asked and the registration put in front. NEAR itself is wrapped and unwrapped.

import { jsonIn } from '../core/json.ts'
import * as z from 'zod/mini'

import { minimumAfterSlippage } from '../core/amounts.ts'
import { nearView, readView } from '../evidence/near.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import {
  nearForm,
  type NearSwap,
  type NearTransactions,
  wrappedNear,
} from './kits/foreign/nearForm.ts'
import { foreignAggregator } from './kits/foreign/aggregator.ts'
import type { Provider } from './types.ts'

const poolWire = z.object({
  pool_id: wireUint,
  token_in: z.string(),
  token_out: z.string(),
  amount_in: z.nullish(wireUint),
})
const routeWire = z.object({ pools: z.array(poolWire), min_amount_out: wireUint })
const pathWire = z.object({
  result_code: z.int(),
  result_message: z.nullish(z.string()),
  result_data: z.nullish(
    z.object({
      routes: z.nullish(z.array(routeWire)),
      contract_in: z.string(),
      contract_out: z.string(),
      amount_in: wireUint,
      amount_out: wireUint,
    }),
  ),
})
/** The paths share the minimum, so that at least one of them has one. */
const routesWire = z
  .array(routeWire)
  .check(z.refine((routes) => routes.some(({ min_amount_out }) => min_amount_out > 0n)))
const boundsWire = z.object({ min: wireUint })

const exchange = 'v2.ref-finance.near'
const tera = 10n ** 12n
/** Together below the most that a transaction may take. */
const gas = { storage: 10n * tera, wrap: 10n * tera, swap: 250n * tera }

type Action = NearTransactions[number]['actions'][number]

/**
 * @param options.baseUrl without a trailing slash
 * @param options.nodeUrl of NEAR's JSON-RPC node
 */
export function createRefProvider({
  baseUrl,
  nodeUrl,
}: {
  baseUrl: string
  nodeUrl: string
}): Provider {
  const name = { name: 'Ref Finance', keyVariable: null }
  return foreignAggregator({
    id: 'REF_FINANCE',
    name: name.name,
    form: nearForm('Ref Finance', {
      contract: exchange,
      read: readMessage,
      node: nodeUrl,
    }),
    coin: wrappedNear,
    quote: ({ srcToken, dstToken, srcAmount, slippageBps }) => ({
      url: `${baseUrl}/findPath?${new URLSearchParams({
        amountIn: srcAmount,
        tokenIn: srcToken,
        tokenOut: dstToken,
        pathDeep: '3',
        slippage: String(slippageBps / 10_000),
      }).toString()}`,
      read: (body) => {
        const { result_data: found } = parseWire(pathWire, body, 'The path of Ref Finance')
        const offered = found?.routes ?? []
        if (found == null || offered.length === 0) throw noRoute(name)
        const carry = offered.map(({ pools, min_amount_out }) => ({
          min_amount_out: String(min_amount_out),
          pools: pools.map(({ pool_id, token_in, token_out, amount_in }) => ({
            pool_id: String(pool_id),
            token_in,
            token_out,
            amount_in: String(amount_in ?? 0n),
          })),
        }))
        parseWire(routesWire, carry, 'The path of Ref Finance')
        return {
          srcToken: found.contract_in,
          dstToken: found.contract_out,
          srcAmount: found.amount_in,
          dstAmount: found.amount_out,
          carry,
        }
      },
    }),
    build: async (order, { carry, dstAmount }, ask) => {
      const { srcToken, dstToken, srcAmount, sender, request, slippageBps, dstMinAmount } = order
      const routes = parseWire(routesWire, carry, 'The path of Ref Finance')
      const least = minimumAfterSlippage(dstAmount, slippageBps)
      const unwraps = request.dstToken.native
      const message = {
        force: 0,
        actions: actionsOf(routes, least > dstMinAmount ? least : dstMinAmount),
        skip_unwrap_near: !unwraps,
      }
      const view = async (contract: string, method: string): Promise<unknown> =>
        await ask({
          url: nodeUrl,
          body: nearView(contract, method, method.endsWith('_of') ? { account_id: sender } : {}),
          read: readView,
        })
      /** The registration of the payer with a token; empty if it is registered. */
      const registering = async (contract: string): Promise<Action[]> => {
        if ((await view(contract, 'storage_balance_of')) !== null) return []
        const bounds = await view(contract, 'storage_balance_bounds')
        const { min } = parseWire(boundsWire, bounds, 'The deposit of a token')
        const args = { account_id: sender, registration_only: true }
        return [actionOf('storage_deposit', args, gas.storage, min)]
      }
      const atOutput = unwraps ? [] : await registering(dstToken)
      const wrapping = request.srcToken.native
        ? [
            ...(await registering(wrappedNear)),
            actionOf('near_deposit', {}, gas.wrap, request.srcAmount),
          ]
        : []
      const args = { receiver_id: exchange, amount: srcAmount, msg: JSON.stringify(message) }
      const swap = actionOf('ft_transfer_call', args, gas.swap, 1n)
      const transactions = [
        { signerId: sender, receiverId: dstToken, actions: atOutput },
        { signerId: sender, receiverId: srcToken, actions: [...wrapping, swap] },
      ].filter(({ actions }) => actions.length > 0)
      return { transaction: { kind: 'near', transactions }, dstAmount }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(pathWire, body)
      if (!success || data.result_code === 0) return null
      return { code: 'refused', reason: data.result_message ?? null }
    },
    refusals: { refused: 'NO_ROUTE' },
  })
}

function actionOf(
  methodName: string,
  args: Record<string, unknown>,
  amount: bigint,
  deposit: bigint,
): Action {
  const params = { methodName, args, gas: String(amount), deposit: String(deposit) }
  return { type: 'FunctionCall', params }
}

/** Each path ends with its share of the minimum; the first takes the rounding difference. */
function actionsOf(
  routes: readonly z.output<typeof routeWire>[],
  minimum: bigint,
): Record<string, unknown>[] {
  const whole = routes.reduce((sum, { min_amount_out }) => sum + min_amount_out, 0n)
  const shares = routes.map(({ min_amount_out }) => (minimum * min_amount_out) / whole)
  const left = shares.reduce((rest, share) => rest - share, minimum)
  return routes.flatMap(({ pools }, index) =>
    pools.map(({ pool_id, token_in, token_out, amount_in }, at) => {
      const isLast = at === pools.length - 1
      const share = (shares[index] ?? 0n) + (index === 0 ? left : 0n)
      return {
        pool_id: Number(pool_id),
        token_in,
        token_out,
        ...(at === 0 ? { amount_in: String(amount_in ?? 0n) } : {}),
        min_amount_out: String(isLast ? share : 0n),
      }
    }),
  )
}

const messageWire = z.strictObject({
  force: z.literal(0),
  actions: z.array(
    z.strictObject({
      pool_id: z.int().check(z.nonnegative()),
      token_in: z.string(),
      token_out: z.string(),
      amount_in: z.optional(wireUint),
      min_amount_out: wireUint,
    }),
  ),
  skip_unwrap_near: z.boolean(),
})

/**
 * A message in the one spelling that is built here. An action with an amount begins a path at the sold
 * token; one without continues with the output of the action before it.
 */
function readMessage(text: string): NearSwap | null {
  const json = jsonIn(text)
  const { success, data } = z.safeParse(messageWire, json)
  if (!success || JSON.stringify(json) !== text) return null
  const [first] = data.actions
  const dstToken = data.actions.at(-1)?.token_out
  if (first === undefined || dstToken === undefined) return null
  let [srcAmount, minOut] = [0n, 0n]
  for (const [at, action] of data.actions.entries()) {
    const before = data.actions[at - 1]
    if (action.amount_in === undefined) {
      if (before?.token_out !== action.token_in) return null
    } else {
      if (action.token_in !== first.token_in) return null
      if (before !== undefined && before.token_out !== dstToken) return null
      srcAmount += action.amount_in
    }
    const after = data.actions[at + 1]
    if (after === undefined || after.amount_in !== undefined) minOut += action.min_amount_out
  }
  const unwraps = !data.skip_unwrap_near
  if (unwraps && dstToken !== wrappedNear) return null
  return { srcToken: first.token_in, dstToken, srcAmount, minOut, unwraps }
}
