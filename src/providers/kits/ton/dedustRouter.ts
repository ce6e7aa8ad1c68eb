import * as z from 'zod/mini'

import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { Decimal } from '../../../core/decimals.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Json } from '../../../core/quote.ts'
import { parseWire, wireUint } from '../../../http/wire.ts'
import { noRoute } from '../errors.ts'
import type { ServiceAsk } from '../service.ts'
import type { GivenMessages, TonAsked } from './exchange.ts'
import { isPayable, knownSum, type TonOffer } from './offer.ts'

// DeDust's Router v2: finds paths over the pools of several exchanges and builds their messages.
// https://hub.dedust.io/apis/router-v2/overview and https://github.com/ton-connect/kit
// packages/walletkit/src/defi/swap/dedust (read 2026-11)

/** Its name for TON. */
export const dedustCoin = 'native'
/** Smaller pools than this, in dollars, are not used; the default of DeDust's own kit. */
const leastPoolUsd = '5000'

/** Which pools may be used, and how far the path may branch out. */
export type RouterLimits = { protocols: readonly string[]; maxSplits: number; maxLength: number }

const addressWire = z.string().check(z.maxLength(80))
const stepWire = z.object({
  pool_address: addressWire,
  in_minter: addressWire,
  out_minter: addressWire,
  in_amount: wireUint,
  network_fee: z.nullish(wireUint),
  protocol_slug: z.string(),
})
const routesWire = z.object({ routes: z.array(z.array(stepWire).check(z.minLength(1))) })
const quoteWire = z.object({
  in_amount: wireUint,
  out_amount: wireUint,
  swap_is_possible: z.boolean(),
  swap_data: z.nullish(z.json()),
  /** Percent; a gain is negative. */
  price_impact: z.nullish(z.number()),
})
const swapWire = z.object({
  transactions: z.array(
    z.object({
      address: addressWire,
      amount: wireUint,
      payload: z.string(),
      state_init: z.nullish(z.string()),
    }),
  ),
})

/** Fields only the router's offers have. */
export type RouterOffer = {
  /** Pools of each route, in their order; raw. */
  pools: string[][]
  /** Input of `swap`, unchanged from the router. */
  swapData: Json
}

/** The best path within the limits; `name` is used in errors. */
export function routerQuote(
  name: string,
  baseUrl: string,
  limits: RouterLimits,
): (asked: TonAsked) => ServiceAsk<TonOffer<RouterOffer>> {
  return ({ srcToken, dstToken, srcAmount, slippageBps }) => ({
    url: `${baseUrl}/quote`,
    body: {
      in_minter: srcToken,
      out_minter: dstToken,
      amount: srcAmount,
      swap_mode: 'exact_in',
      slippage_bps: slippageBps,
      protocols: [...limits.protocols],
      only_verified_pools: true,
      max_splits: limits.maxSplits,
      max_length: limits.maxLength,
      min_pool_usd_tvl: leastPoolUsd,
    },
    // A 400 with plain text means that there is no path.
    refusedIs: 'NO_ROUTE',
    read: (body) => readQuote(name, body, limits),
  })
}

function readQuote(
  name: string,
  body: unknown,
  { protocols, maxLength }: RouterLimits,
): TonOffer<RouterOffer> {
  const wire = parseWire(quoteWire, body, `The quote of ${name}`)
  const swapData = wire.swap_data ?? null
  const isOffer = wire.swap_is_possible && swapData !== null && isPayable(wire.out_amount)
  if (!isOffer) throw noRoute({ name, keyVariable: null })
  const { routes } = parseWire(routesWire, swapData, `The path of ${name}`)
  if (routes.length === 0) throw noRoute({ name, keyVariable: null })
  const isWithin = routes.every(
    (route) =>
      route.length <= maxLength && route.every((step) => protocols.includes(step.protocol_slug)),
  )
  if (!isWithin) {
    throw new SwaprouteError('UPSTREAM_FAILED', `${name} answered with a path beyond its limits.`)
  }
  return {
    srcAmount: wire.in_amount,
    dstAmount: wire.out_amount,
    parts: routes.map((route) => ({
      srcToken: route[0]?.in_minter ?? '',
      dstToken: route.at(-1)?.out_minter ?? '',
      srcAmount: route[0]?.in_amount ?? null,
      gas: knownSum(route.map(({ network_fee: fee }) => fee ?? null)),
    })),
    impactPercent: wire.price_impact == null ? null : new Decimal(wire.price_impact),
    own: {
      swapData,
      pools: routes.map((route) =>
        route.map(({ pool_address: pool }) => toRawTonAddress(pool) ?? ''),
      ),
    },
  }
}

/** The router's messages for an offer; `from` is raw and also the receiver. */
export function routerMessages(
  name: string,
  baseUrl: string,
): (order: { from: string }, swapData: Json) => ServiceAsk<GivenMessages> {
  return ({ from }, swapData) => ({
    url: `${baseUrl}/swap`,
    body: { sender_address: from, swap_data: swapData },
    read: (body) => ({
      messages: parseWire(swapWire, body, `The messages of ${name}`).transactions.map(
        ({ address, amount, payload, state_init: stateInit }) => ({
          address,
          amount,
          payload,
          stateInit: stateInit ?? null,
        }),
      ),
    }),
  })
}
