// SunSwap: the exchange of TRON, by its smart router.
//
// Prices: the host of the vendor's own client (sun-protocol/sun-cli, 2026-07-13), keyless, fields of
// sun-protocol/universal-router-sdk, src/types/routeAPI.ts (2026-05-13); its minimum knows no
// slippage. The call is built here for the smart router (sun-protocol/smart-exchange-router,
// 2025-12-05): it holds the whole route to the minimum, and pays its sender alone. Pools of V4 need
// another router and Permit2 and are left out. All values are text; TRX is the zero address.

import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { tronToHex } from '../chains/tron/addresses.ts'
import { minimumAfterSlippage } from '../core/amounts.ts'
import { zeroAddress } from '../core/token.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { inCall, tronForm } from './kits/foreign/tronForm.ts'
import { foreignAggregator, type ForeignOffer } from './kits/foreign/aggregator.ts'
import type { Provider } from './types.ts'

const routesWire = z.object({
  code: z.int(),
  message: z.nullish(z.string()),
  data: z.nullish(
    z.array(
      z.object({
        amountInRaw: wireUint,
        amountOutRaw: wireUint,
        impact: z.nullish(z.string()),
        containsUnverifiedHook: z.nullish(z.boolean()),
        tokens: z.array(z.string()),
        poolFees: z.array(wireUint),
        poolVersions: z.array(z.string()),
      }),
    ),
  ),
})
/** A route as the call of the smart router can say it. */
const carryWire = z.object({
  tokens: z.array(z.string().check(z.refine((text) => tronToHex(text) !== null))),
  fees: z.array(z.pipe(wireUint, z.bigint().check(z.maximum(2n ** 24n - 1n)))),
  versions: z.array(z.string()),
})

/** TRX in base58: the account of 20 zero bytes. */
const coin = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

/** Named by the vendor's repository and its documentation. */
const router = 'TCFNp179Lg46D16zKoumd4Poa2WFFdtqYj'

const signature =
  'function swapExactInput(address[] path, string[] poolVersion, uint256[] versionLen, uint24[] fees, (uint256 amountIn, uint256 amountOutMin, address to, uint256 deadline) data) payable returns (uint256[] amountsOut)'
const method =
  'swapExactInput(address[],string[],uint256[],uint24[],(uint256,uint256,address,uint256))'

/** Pools that the smart router knows. */
const versions: ReadonlySet<string> = new Set([
  'v1',
  'v2',
  'v3',
  'usdt20psm',
  'usdd202pool',
  '2pooltusdusdt',
  'usdc2pooltusdusdt',
  'usdd2pooltusdusdt',
  'usdj2pooltusdusdt',
  'oldusdcpool',
  'old3pool',
])
const types = 'PSM,CURVE,CURVE_COMBINATION,WTRX,SUNSWAP_V1,SUNSWAP_V2,SUNSWAP_V3'

/** Sun for 480,000 units of energy, more than four pools take. */
const feeLimit = 200_000_000n
const validSeconds = 600n

/** @param options.baseUrl without a trailing slash */
export function createSunSwapProvider({ baseUrl }: { baseUrl: string }): Provider {
  const name = { name: 'SunSwap', keyVariable: null }
  return foreignAggregator({
    id: 'SUN_SWAP',
    name: name.name,
    form: tronForm('SunSwap', router, [swapCall]),
    coin,
    quote: ({ srcToken, dstToken, srcAmount }) => ({
      url: `${baseUrl}/routerUniversal?${new URLSearchParams({
        fromToken: srcToken,
        toToken: dstToken,
        amountIn: srcAmount,
        typeList: types,
      }).toString()}`,
      read: (body) => {
        const { data } = parseWire(routesWire, body, 'The route of SunSwap')
        let best: ForeignOffer | null = null
        for (const route of data ?? []) {
          const { tokens, poolFees, poolVersions, amountInRaw, amountOutRaw } = route
          const [first, last] = [tokens[0], tokens.at(-1)]
          if (first === undefined || last === undefined) continue
          const isKnown =
            route.containsUnverifiedHook !== true &&
            poolVersions.length > 0 &&
            poolVersions.every((version) => versions.has(version)) &&
            tokens.length === poolVersions.length + 1 &&
            poolFees.length === tokens.length
          if (!isKnown || (best !== null && amountOutRaw <= best.dstAmount)) continue
          const carry = { tokens, fees: poolFees.map(String), versions: poolVersions }
          parseWire(carryWire, carry, 'The route of SunSwap')
          const impact = Math.abs(Number(route.impact ?? Number.NaN)) * 100
          best = {
            srcToken: first,
            dstToken: last,
            srcAmount: amountInRaw,
            dstAmount: amountOutRaw,
            ...(Number.isFinite(impact) ? { priceImpactPercent: impact } : {}),
            carry,
          }
        }
        if (best === null) throw noRoute(name)
        return best
      },
    }),
    build: async (order, { carry, dstAmount }) => {
      const { tokens, fees, versions: pools } = parseWire(carryWire, carry, 'The route of SunSwap')
      const { sender, request, slippageBps, nowMs } = order
      const { encodeMethodCall } = await import('../chains/evm/readCall.ts')
      const least = minimumAfterSlippage(dstAmount, slippageBps)
      const groups = groupsOf(pools)
      const data = encodeMethodCall(signature, [
        tokens.map(inCall),
        groups.map(({ version }) => version),
        groups.map(({ length }, index) => BigInt(length + (index === 0 ? 1 : 0))),
        fees.map(Number),
        {
          amountIn: request.srcAmount,
          amountOutMin: least > order.dstMinAmount ? least : order.dstMinAmount,
          to: inCall(sender),
          deadline: BigInt(Math.floor(nowMs / 1000)) + validSeconds,
        },
      ])
      return {
        transaction: {
          kind: 'tron',
          to: router,
          signature: method,
          rawParameter: data.slice(10),
          callValue: request.srcToken.native ? request.srcAmount : 0n,
          feeLimit,
          approvalAddress: request.srcToken.native ? null : router,
        },
        dstAmount,
      }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(routesWire, body)
      if (!success || data.code === 0) return null
      return { code: String(data.code), reason: data.message ?? null }
    },
  })
}

/** Pools of one version that follow each other are one entry of the call. */
function groupsOf(pools: readonly string[]): { version: string; length: number }[] {
  const groups: { version: string; length: number }[] = []
  for (const version of pools) {
    const last = groups.at(-1)
    if (last?.version === version) last.length += 1
    else groups.push({ version, length: 1 })
  }
  return groups
}

const swapCall: Call = call(signature, ([path, pools, lengths, fees, order]) => {
  const count = lengths.reduce((sum, each) => sum + each, 0n)
  const isWhole =
    path.length >= 2 &&
    count === BigInt(path.length) &&
    fees.length === path.length &&
    pools.length === lengths.length &&
    pools.every((version) => versions.has(version))
  if (!isWhole) throw unsafeCall('SunSwap', 'has an invalid route')
  return {
    recipient: order.to,
    srcToken: path[0] ?? zeroAddress,
    dstToken: path.at(-1) ?? zeroAddress,
    amountIn: order.amountIn,
    minOut: order.amountOutMin,
    dst: 'same',
    refundTo: null,
    deadlineSeconds: order.deadline,
  }
})
