// Osmosis: the exchange that is a module of its own chain, by the vendor's router.
//
// Prices: https://docs.osmosis.zone/integrate/endpoints/sqs and /integrate/swap (osmosis-labs/docs,
// 2026-08-07), keyless. Amounts are base units as text, pools are numbers, what comes out is after
// all fees. One path is MsgSwapExactAmountIn, several are MsgSplitRouteSwapExactAmountIn with one
// minimum for all; the parts of a split are rounded and may miss a unit of the amount. Both pay
// their sender alone. Failures are plain sentences with status 500. The message is built here, in
// amino JSON (osmosis-labs/osmojs, poolmanager/v1beta1/tx); the price of gas moves, so it is read
// from the chain.

import * as z from 'zod/mini'

import { cutAmount, minimumAfterSlippage, mulDivUp } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ForeignOf } from '../core/foreignTransaction.ts'
import { askNodes } from '../evidence/nodes.ts'
import { parseWire, wireDecimal, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { cosmosForm, type CosmosMessage, type CosmosSwap } from './kits/foreign/cosmosForm.ts'
import { foreignAggregator } from './kits/foreign/aggregator.ts'
import type { Provider, ProviderContext } from './types.ts'

const poolWire = z.object({
  id: wireUint,
  type: z.nullish(z.int()),
  token_out_denom: z.string(),
})
const routeWire = z.object({ pools: z.array(poolWire), in_amount: wireUint })
const quoteWire = z.object({
  amount_in: z.object({ denom: z.string(), amount: wireUint }),
  amount_out: wireUint,
  route: z.nullish(z.array(routeWire)),
  price_impact: z.nullish(z.union([z.string(), z.number()])),
})
const failureWire = z.object({ message: z.string() })
const gasPriceWire = z.object({ base_fee: wireDecimal })

const coin = 'uosmo'

/** Sentences of osmosis-labs/sqs, router/usecase and domain/errors.go (2024-10-22). */
const failures: readonly (readonly [RegExp, 'NO_ROUTE' | 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH'])[] =
  [
    [/amount out is zero/i, 'AMOUNT_TOO_LOW'],
    [/not enough liquidity|insufficient/i, 'AMOUNT_TOO_HIGH'],
    [/no (?:candidate )?routes?\b|not found|not a valid chain denom/i, 'NO_ROUTE'],
  ]

/** @param options.baseUrl without a trailing slash */
export function createOsmosisProvider({ baseUrl }: { baseUrl: string }): Provider {
  const name = { name: 'Osmosis', keyVariable: null }
  return foreignAggregator({
    id: 'OSMOSIS_SWAP',
    name: name.name,
    form: cosmosForm('Osmosis', {
      blockchain: 'OSMOSIS',
      chainId: 'osmosis-1',
      coin,
      module: 'osmosis.poolmanager.v1beta1',
      messages: [single, split],
    }),
    coin,
    // The coin is named as such, not by its denomination.
    trades: ({ native, address }) => native || address !== coin,
    quote: ({ srcToken, dstToken, srcAmount }) => ({
      url: `${baseUrl}/router/quote?${new URLSearchParams({
        tokenIn: `${srcAmount}${srcToken}`,
        tokenOutDenom: dstToken,
      }).toString()}`,
      read: (body) => {
        const {
          amount_in: paid,
          amount_out: dstAmount,
          route,
          price_impact: share,
        } = parseWire(quoteWire, body, 'The route of Osmosis')
        const [first, ...rest] = route ?? []
        if (first === undefined) throw noRoute(name)
        const [out, ...others] = new Set([first, ...rest].map(({ pools }) => lastOf(pools)))
        const left = [first, ...rest].reduce((sum, { in_amount }) => sum - in_amount, paid.amount)
        if (out === undefined || others.length > 0 || left < 0n || left > BigInt(rest.length)) {
          throw new Error('paths that are not one swap')
        }
        const impact = Math.abs(Number(share ?? Number.NaN)) * 100
        const paths = [{ ...first, in_amount: first.in_amount + left }, ...rest]
        return {
          srcToken: paid.denom,
          dstToken: out,
          srcAmount: paid.amount,
          dstAmount,
          ...(Number.isFinite(impact) ? { priceImpactPercent: impact } : {}),
          carry: paths.map(({ pools, in_amount }) => ({
            in_amount: String(in_amount),
            pools: pools.map(({ id, type, token_out_denom }) => ({
              id: String(id),
              type: type ?? null,
              token_out_denom,
            })),
          })),
        }
      },
    }),
    build: async (order, offer, _ask, context) => {
      const { srcToken, srcAmount, sender, slippageBps, dstMinAmount } = order
      const paths = parseWire(z.array(routeWire), offer.carry, 'The route of Osmosis')
      const least = minimumAfterSlippage(offer.dstAmount, slippageBps)
      const minimum = String(least > dstMinAmount ? least : dstMinAmount)
      const [first, ...rest] = paths.map(({ pools, in_amount }) => ({
        pools: pools.map(({ id, token_out_denom }) => ({ pool_id: String(id), token_out_denom })),
        token_in_amount: String(in_amount),
      }))
      const message =
        first !== undefined && rest.length === 0
          ? {
              type: single.amino,
              value: {
                sender,
                routes: first.pools,
                token_in: { denom: srcToken, amount: srcAmount },
                token_out_min_amount: minimum,
              },
            }
          : {
              type: split.amino,
              value: {
                sender,
                routes: [first, ...rest],
                token_in_denom: srcToken,
                token_out_min_amount: minimum,
              },
            }
      const gas = gasFor(paths)
      const price = await gasPrice(context)
      const transaction: ForeignOf<'cosmos'> = {
        kind: 'cosmos',
        chainId: 'osmosis-1',
        msgs: [message],
        fee: {
          // Half more: the price may rise until it is signed.
          amount: [{ denom: coin, amount: String(mulDivUp(gas * price, 3n, 2n * priceUnit)) }],
          gas: String(gas),
        },
        memo: '',
      }
      return { transaction, dstAmount: offer.dstAmount }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(failureWire, body)
      if (!success) return null
      const known = failures.find(([pattern]) => pattern.test(data.message))
      return known === undefined ? null : { code: known[1], reason: data.message }
    },
    refusals: {
      NO_ROUTE: 'NO_ROUTE',
      AMOUNT_TOO_LOW: 'AMOUNT_TOO_LOW',
      AMOUNT_TOO_HIGH: 'AMOUNT_TOO_HIGH',
    },
  })
}

function lastOf(pools: readonly z.output<typeof poolWire>[]): string | undefined {
  return pools.at(-1)?.token_out_denom
}

const priceDecimals = 18
const priceUnit = 10n ** BigInt(priceDecimals)

/**
 * In `uosmo`, of `priceUnit` units.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
async function gasPrice(context: ProviderContext): Promise<bigint> {
  const path = '/osmosis/txfees/v1beta1/cur_eip_base_fee'
  const request = { path, wire: gasPriceWire, what: 'the price of gas' }
  const found = await askNodes('OSMOSIS', request, context)
  const price = found === null ? null : cutAmount(found.base_fee, priceDecimals)
  if (price !== null) return price
  throw new SwaprouteError('CHAIN_UNAVAILABLE', 'The OSMOSIS node returned no price of gas.')
}
/** Pools of contracts take more gas than those of the chain itself. */
const contractPool = 3

/**
 * A swap over two concentrated pools took 533,786 (transaction FBD7BA48,
 * osmosis-labs/osmosis-frontend, 2024-04).
 */
function gasFor(paths: readonly z.output<typeof routeWire>[]): bigint {
  const pools = paths.flatMap(({ pools: ofPath }) => ofPath)
  return pools.reduce(
    (sum, { type }) => sum + (type === contractPool ? 1_000_000n : 300_000n),
    200_000n,
  )
}

const hopWire = z.strictObject({
  pool_id: z.string().check(z.regex(/^[1-9][0-9]{0,18}$/)),
  token_out_denom: z.string(),
})
const singleWire = z.strictObject({
  sender: z.string(),
  routes: z.array(hopWire).check(z.minLength(1)),
  token_in: z.strictObject({ denom: z.string(), amount: wireUint }),
  token_out_min_amount: wireUint,
})
const splitWire = z.strictObject({
  sender: z.string(),
  routes: z
    .array(
      z.strictObject({
        pools: z.array(hopWire).check(z.minLength(1)),
        token_in_amount: wireUint,
      }),
    )
    .check(z.minLength(1)),
  token_in_denom: z.string(),
  token_out_min_amount: wireUint,
})

const single: CosmosMessage = {
  amino: 'osmosis/poolmanager/swap-exact-amount-in',
  url: '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn',
  read: (value) => {
    const { success, data } = z.safeParse(singleWire, value)
    if (!success) return null
    const { sender, routes, token_in: paid, token_out_min_amount: minOut } = data
    return swapOf('MsgSwapExactAmountIn', { sender, minOut }, paid.denom, [
      { pools: routes, token_in_amount: paid.amount },
    ])
  },
}

const split: CosmosMessage = {
  amino: 'osmosis/poolmanager/split-amount-in',
  url: '/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountIn',
  read: (value) => {
    const { success, data } = z.safeParse(splitWire, value)
    if (!success) return null
    const { sender, routes, token_in_denom: denomIn, token_out_min_amount: minOut } = data
    return swapOf('MsgSplitRouteSwapExactAmountIn', { sender, minOut }, denomIn, routes)
  },
}

type Path = { pools: readonly z.output<typeof hopWire>[]; token_in_amount: bigint }

/** Null where its paths end in different tokens. */
function swapOf(
  method: string,
  order: { sender: string; minOut: bigint },
  denomIn: string,
  paths: readonly Path[],
): CosmosSwap | null {
  const [denomOut, ...others] = new Set(paths.map(({ pools }) => pools.at(-1)?.token_out_denom))
  if (denomOut === undefined || others.length > 0) return null
  const amountIn = paths.reduce((sum, { token_in_amount }) => sum + token_in_amount, 0n)
  return { method, ...order, denomIn, amountIn, denomOut }
}
