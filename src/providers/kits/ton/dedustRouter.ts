import * as z from 'zod/mini'

import { isSameTonAddress, toRawTonAddress } from '../../../chains/ton/address.ts'
import { Decimal, toRoundNumber } from '../../../core/decimals.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Json, Quote, QuoteRequest } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import { parseWire, wireUint } from '../../../http/wire.ts'
import { answerError, noRoute, type ProviderName, quoteError } from '../deposit/errors.ts'
import type { ProviderContext } from '../../types.ts'
import type { ForeignMessage } from './messages.ts'
import { isPayable } from './offer.ts'
import { tokenWord } from './tokens.ts'

// DeDust's Router v2: finds paths over the pools of several exchanges, and makes messages of them.
// https://hub.dedust.io/apis/router-v2/overview and https://github.com/ton-connect/kit
// packages/walletkit/src/defi/swap/dedust (read 2026-11)

const nativeWord = 'native'
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

/** An offer of the router. Amounts in base units. */
export type RouterOffer = {
  outAmount: bigint
  priceImpactPercent: number | null
  /** Nanoton that the steps use up together; null where they do not say. */
  networkFee: bigint | null
  /** Pools of each route, in their order; raw. */
  pools: string[][]
  /** What `swap` takes, as the router gave it. */
  swapData: Json
}

/**
 * Asks for the best path under the limits.
 * @throws SwaprouteError NO_ROUTE where there is none, UPSTREAM_FAILED for an answer to something
 *   else
 */
export async function askRouter(
  provider: ProviderName,
  baseUrl: string,
  { request, slippageBps }: Pick<Quote, 'request' | 'slippageBps'>,
  limits: RouterLimits,
  context: ProviderContext,
): Promise<RouterOffer> {
  const { srcToken, dstToken, srcAmount } = request
  const answer = await context.http.send({
    method: 'POST',
    url: `${baseUrl}/quote`,
    body: {
      in_minter: tokenWord(srcToken, nativeWord),
      out_minter: tokenWord(dstToken, nativeWord),
      amount: String(srcAmount),
      swap_mode: 'exact_in',
      slippage_bps: slippageBps,
      protocols: limits.protocols,
      only_verified_pools: true,
      max_splits: limits.maxSplits,
      max_length: limits.maxLength,
      min_pool_usd_tvl: leastPoolUsd,
    },
    effect: 'read',
    signal: context.signal,
  })
  // A 400 means that there is no path, and says so in plain text.
  if (answer.status !== 200) throw quoteError(provider, answer.status, answer.body)
  const wire = parseWire(quoteWire, answer.body, `The quote of ${provider.name}`)
  const isOffer = wire.swap_is_possible && wire.swap_data != null && isPayable(wire.out_amount)
  if (!isOffer) throw noRoute(provider)
  const { routes } = parseWire(routesWire, wire.swap_data, `The path of ${provider.name}`)
  if (routes.length === 0) throw noRoute(provider)
  if (wire.in_amount !== srcAmount || !isWithin(routes, request, limits)) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      `${provider.name} answered with a quote for something else.`,
    )
  }
  const fees = routes.flat().map(({ network_fee: fee }) => fee ?? null)
  const known = fees.filter((fee) => fee !== null)
  return {
    outAmount: wire.out_amount,
    priceImpactPercent:
      wire.price_impact == null
        ? null
        : Math.max(0, toRoundNumber(new Decimal(wire.price_impact), 6)),
    networkFee: known.length < fees.length ? null : known.reduce((sum, fee) => sum + fee, 0n),
    pools: routes.map((route) =>
      route.map(({ pool_address: pool }) => toRawTonAddress(pool) ?? ''),
    ),
    swapData: wire.swap_data ?? null,
  }
}

/**
 * The messages of an offer, as the router makes them.
 * @param from raw address of the payer, who also receives
 * @throws SwaprouteError as the answer says
 */
export async function askRouterMessages(
  provider: ProviderName,
  baseUrl: string,
  { from, swapData }: { from: string; swapData: Json },
  context: ProviderContext,
): Promise<ForeignMessage[]> {
  const answer = await context.http.send({
    method: 'POST',
    url: `${baseUrl}/swap`,
    body: { sender_address: from, swap_data: swapData },
    effect: 'read',
    signal: context.signal,
  })
  if (answer.status !== 200) throw answerError(provider, answer.status, answer.body)
  const { transactions } = parseWire(swapWire, answer.body, `The messages of ${provider.name}`)
  return transactions.map(({ address, amount, payload, state_init: stateInit }) => ({
    address,
    amount,
    payload,
    stateInit: stateInit ?? null,
  }))
}

type Step = z.output<typeof stepWire>

/** Whether routes sell exactly the asked amount, lead to the asked token and stay in the limits. */
function isWithin(
  routes: readonly (readonly Step[])[],
  { srcToken, dstToken, srcAmount }: QuoteRequest,
  { protocols, maxSplits, maxLength }: RouterLimits,
): boolean {
  let sold = 0n
  for (const route of routes) {
    const [first, last] = [route[0], route.at(-1)]
    const allowed = route.every(({ protocol_slug: slug }) => protocols.includes(slug))
    if (first === undefined || last === undefined || !allowed || route.length > maxLength) {
      return false
    }
    if (!isToken(first.in_minter, srcToken) || !isToken(last.out_minter, dstToken)) return false
    sold += first.in_amount
  }
  return sold === srcAmount && routes.length <= maxSplits
}

function isToken(minter: string, token: Token): boolean {
  return token.native ? minter === nativeWord : isSameTonAddress(minter, token.address)
}
