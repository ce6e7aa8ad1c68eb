// KyberSwap: an aggregator of pools and market makers on EVM chains.
//
// API: https://docs.kyberswap.com/developer-guide/aggregator-api (read 2026-11); a client id raises
// its limits. Amounts are base units as text, after the fees of all pools. A route is good for 5 to
// 10 seconds and goes back unchanged; its call is worth one unit less. The router sends the input
// where a list directs (`srcReceivers`: the executor or the first pools), calls one method of an
// executor at any address (`callTarget`), and compares the receiver's gain with the minimum. So the
// call may name any of them, and only the amounts are checked.

import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const routeWire = z.object({ data: z.object({ routeSummary: z.json() }) })
const summaryWire = z.object({
  tokenIn: wireAddress,
  amountIn: wireUint,
  tokenOut: wireAddress,
  amountOut: wireUint,
  gas: z.nullish(wireUint),
  gasPrice: z.nullish(wireUint),
})
const buildWire = z.object({
  data: z.object({
    amountOut: wireUint,
    data: wireHex,
    routerAddress: wireAddress,
    transactionValue: wireUint,
  }),
})
const refusalWire = z.object({ code: z.int(), message: z.nullish(z.string()) })

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** MetaAggregationRouterV2, the same on every chain. */
const router = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'

const swap =
  'function swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)'

/** `0x200` is set in every call, and the published router does not read it; `0x20`: a simple route. */
const harmlessFlags = 0x220n

/** @param options.baseUrl without a trailing slash */
export function createKyberSwapProvider({ baseUrl }: { baseUrl: string }): Provider {
  return evmAggregator({
    id: 'KYBER_SWAP',
    growthOnly: true,
    name: 'KyberSwap',
    headers: { 'x-client-id': 'swaproute' },
    contracts: { '*': [router] },
    coins: { '*': coin },
    // https://common-service.kyberswap.com/api/v1/aggregator/supported-chains
    chains: {
      ETH: 'ethereum',
      BSC: 'bsc',
      ARBITRUM: 'arbitrum',
      POLYGON: 'polygon',
      OPTIMISM: 'optimism',
      AVALANCHE: 'avalanche',
      BASE: 'base',
      LINEA: 'linea',
      MANTLE: 'mantle',
      BERACHAIN: 'berachain',
      UNICHAIN: 'unichain',
      HYPER_EVM: 'hyperevm',
      PLASMA: 'plasma',
      MONAD: 'monad',
      MEGAETH: 'megaeth',
    },
    mostSlippageBps: 2000,
    rounding: 1n,
    quote: ({ chain, srcToken: tokenIn, dstToken: tokenOut, srcAmount: amountIn, sender }) => ({
      url: `${baseUrl}/${chain}/api/v1/routes?${new URLSearchParams({
        tokenIn,
        tokenOut,
        amountIn,
        ...(sender === null ? {} : { origin: sender }),
      }).toString()}`,
      read: (body) => {
        const { routeSummary } = parseWire(routeWire, body, 'The route of KyberSwap').data
        const wire = parseWire(summaryWire, routeSummary, 'The route of KyberSwap')
        const { gas: limit, gasPrice: price } = wire
        return {
          srcToken: wire.tokenIn,
          dstToken: wire.tokenOut,
          srcAmount: wire.amountIn,
          dstAmount: wire.amountOut,
          gas: limit == null || price == null ? null : { limit, price },
          carry: routeSummary,
        }
      },
    }),
    build: ({ chain, sender, recipient, slippageBps }, routeSummary) => ({
      url: `${baseUrl}/${chain}/api/v1/route/build`,
      body: {
        routeSummary,
        sender,
        recipient,
        slippageTolerance: slippageBps,
        source: 'swaproute',
      },
      read: (body) => {
        const { data: wire } = parseWire(buildWire, body, 'The transaction of KyberSwap')
        const { routerAddress: to, data, transactionValue: value, amountOut: dstAmount } = wire
        return { to, data, value, spender: to, dstAmount }
      },
    }),
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      if (!success || data.code === 0) return null
      return { code: String(data.code), reason: data.message ?? null }
    },
    refusals: {
      4008: 'NO_ROUTE',
      4009: 'AMOUNT_TOO_HIGH',
      4010: 'NO_ROUTE',
      4011: 'NO_ROUTE',
      4221: 'NO_ROUTE',
      4222: 'PRICE_MOVED',
    },
    calls: () => [swapCall],
  })
}

const swapCall: Call = call(swap, ([{ approveTarget, desc }]) => {
  const { srcToken, dstToken, srcReceivers, srcAmounts, amount, flags } = desc
  if (approveTarget !== zeroAddress) throw invalidCall('approves a contract')
  if (desc.permit !== '0x') throw invalidCall('carries a permit')
  if (desc.feeReceivers.length + desc.feeAmounts.length > 0) throw invalidCall('pays a fee')
  if ((flags & ~harmlessFlags) !== 0n) throw invalidCall(`sets the flags 0x${flags.toString(16)}`)
  const isNative = isSameAddress(srcToken, coin)
  const taken = srcAmounts.reduce((sum, each) => sum + each, 0n)
  const isWhole = isNative ? srcAmounts.length === 0 : taken === amount
  if (!isWhole || srcReceivers.length !== srcAmounts.length) {
    throw invalidCall('takes an amount other than the one it swaps')
  }
  return {
    recipient: desc.dstReceiver,
    srcToken,
    dstToken,
    amountIn: amount,
    minOut: desc.minReturnAmount,
    dst: 'same',
    refundTo: null,
    growthOnly: true,
  }
})

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('KyberSwap', what)
}
