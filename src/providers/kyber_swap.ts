// KyberSwap: an aggregator of the exchanges of one EVM chain, paid through one router.
//
// API: https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator (read 2026-11). Amounts are
// base units; pool fees are inside the output. Quirks: the route goes back to `build` unchanged;
// slippage is whole basis points, none where none is said; refusals have a number in `code`, also in a
// 200; a call promises one unit less than its route; `x-client-id` raises the limit of 3 requests/s.

import * as z from 'zod/mini'

import { call, type CallTerms, unsafeCall } from '../chains/evm/calls.ts'
import { zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { evmAggregator } from './kits/evmAggregator.ts'
import type { Provider } from './types.ts'

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const routeWire = z.object({ data: z.object({ routeSummary: z.json() }) })
const summaryWire = z.object({
  tokenIn: wireAddress,
  amountIn: wireUint,
  tokenOut: wireAddress,
  amountOut: wireUint,
  gas: wireUint,
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

// MetaAggregationRouterV2, https://etherscan.io/address/0x6131B5fae19EA4f9D964eAc0408E4408b66337b5#code
// (read 2026-11). The executor's bytes are opaque; the router itself compares the balance of the
// receiver before and after with minReturnAmount.
const swapSignature =
  'function swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)'

/** `0x200` is in every call and does nothing in the published source; `0x20` is a simple route. */
const harmlessFlags = 0x220n
const partialFill = 0x1n

export function createKyberProvider({ baseUrl }: { baseUrl: string }): Provider {
  return evmAggregator({
    id: 'KYBER_SWAP',
    name: 'KyberSwap',
    headers: { 'x-client-id': 'swaproute' },
    contracts: { '*': ['0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'] },
    coins: { '*': coin },
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
    quote: ({ chain, srcToken, dstToken, srcAmount, sender }) => ({
      url: `${baseUrl}/${chain}/api/v1/routes?${new URLSearchParams({
        tokenIn: srcToken,
        tokenOut: dstToken,
        amountIn: srcAmount,
        ...(sender === null ? {} : { origin: sender }),
      }).toString()}`,
      read: (body) => {
        const { routeSummary } = parseWire(routeWire, body, 'The route of KyberSwap').data
        const wire = parseWire(summaryWire, routeSummary, 'The route of KyberSwap')
        return {
          srcToken: wire.tokenIn,
          dstToken: wire.tokenOut,
          srcAmount: wire.amountIn,
          dstAmount: wire.amountOut,
          gas: wire.gasPrice == null ? null : { limit: wire.gas, price: wire.gasPrice },
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
        enableGasEstimation: false,
        source: 'swaproute',
      },
      read: (body) => {
        const { data: wire } = parseWire(buildWire, body, 'The transaction of KyberSwap')
        const { routerAddress: to, data, transactionValue: value, amountOut: dstAmount } = wire
        return { to, data, value, spender: to, dstAmount }
      },
    }),
    refusal: (body) => {
      const parsed = z.safeParse(refusalWire, body)
      if (!parsed.success || parsed.data.code === 0) return null
      return { code: String(parsed.data.code), reason: parsed.data.message ?? null }
    },
    refusals: {
      4008: 'NO_ROUTE',
      4009: 'AMOUNT_TOO_HIGH',
      4010: 'NO_ROUTE',
      4011: 'NO_ROUTE',
      4221: 'NO_ROUTE',
      4222: 'PRICE_MOVED',
    },
    calls: () => [
      call(swapSignature, ([{ approveTarget, desc }]) => {
        if (approveTarget !== zeroAddress) throw odd('approves a contract')
        return toTerms(desc)
      }),
    ],
  })
}

function toTerms(desc: {
  srcToken: string
  dstToken: string
  srcReceivers: readonly string[]
  srcAmounts: readonly bigint[]
  feeReceivers: readonly string[]
  feeAmounts: readonly bigint[]
  dstReceiver: string
  amount: bigint
  minReturnAmount: bigint
  flags: bigint
  permit: string
}): CallTerms {
  if ((desc.flags & partialFill) !== 0n) throw odd('may swap only a part of the amount')
  if ((desc.flags & ~harmlessFlags) !== 0n) throw odd('sets a flag that no such swap needs')
  if (desc.permit !== '0x') throw odd('carries a permit')
  if (desc.feeReceivers.length + desc.feeAmounts.length > 0) {
    throw odd('pays a fee to a third party')
  }
  // Tokens are taken from the payer amount by amount; native coins come as value.
  const taken = desc.srcAmounts.reduce((sum, amount) => sum + amount, 0n)
  const due = desc.srcToken === coin.toLowerCase() ? 0n : desc.amount
  if (taken !== due || desc.srcReceivers.length !== desc.srcAmounts.length) {
    throw odd('takes a different amount than it swaps')
  }
  return {
    recipient: desc.dstReceiver === zeroAddress ? null : desc.dstReceiver,
    srcToken: desc.srcToken,
    dstToken: desc.dstToken,
    amountIn: desc.amount,
    minOut: desc.minReturnAmount,
    dst: 'same',
    refundTo: null,
  }
}

function odd(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('KyberSwap', what)
}
