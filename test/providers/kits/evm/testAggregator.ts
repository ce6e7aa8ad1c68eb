import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'

import { call, type CallTerms, unsafeCall } from '../../../../src/chains/evm/calls.ts'
import type { ProviderId } from '../../../../src/core/providerIds.ts'
import { zeroAddress } from '../../../../src/core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../../../../src/http/wire.ts'
import { type Aggregator, evmAggregator } from '../../../../src/providers/kits/evm/aggregator.ts'
import type { Provider } from '../../../../src/providers/types.ts'
import { type Body, evm, type Exchange, nowMs } from '../../depositSupport.ts'

// An aggregator that only these tests have, on ETH and ARBITRUM.

/** Not of the contract: the kit serves any identifier. */
export const testAggregatorId = 'TEST_AGGREGATOR' as string as ProviderId
export const aggregatorUrl = 'https://aggregator.test'
export const router = evm('router')
export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const executor = evm('executor')

const routeWire = z.object({ data: z.object({ routeSummary: z.json() }) })
const summaryWire = z.object({
  tokenIn: wireAddress,
  amountIn: wireUint,
  tokenOut: wireAddress,
  amountOut: wireUint,
  gas: wireUint,
  gasPrice: z.optional(wireUint),
})
const buildWire = z.object({
  data: z.object({
    amountOut: wireUint,
    data: wireHex,
    routerAddress: wireAddress,
    transactionValue: wireUint,
    chainId: z.optional(z.int()),
  }),
})
const refusalWire = z.object({ code: z.int(), message: z.nullish(z.string()) })

const description =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc'
const swapSignature = `function swap((address callTarget, address approveTarget, bytes targetData, ${description}, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)`

/** Set in every call of the service, for an unknown purpose; and the one of simple routes. */
const harmlessFlags = 0x220n

type Description = {
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
}

function toTerms(desc: Description): CallTerms {
  const refuse = (what: string) => unsafeCall('TestAggregator', what)
  if ((desc.flags & 1n) !== 0n) throw refuse('may be filled in part only')
  if ((desc.flags & ~harmlessFlags) !== 0n) throw refuse('sets a flag it should not')
  if (desc.permit !== '0x') throw refuse('carries a permit')
  if (desc.feeReceivers.length > 0) throw refuse('pays a fee to a third party')
  const total = desc.srcAmounts.reduce((sum, amount) => sum + amount, 0n)
  const due = desc.srcToken === coin.toLowerCase() ? 0n : desc.amount
  if (total !== due || desc.srcReceivers.length !== desc.srcAmounts.length) {
    throw refuse('moves another amount than it swaps')
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

export function createTestAggregator(change: Partial<Aggregator> = {}): Provider {
  return evmAggregator({
    id: testAggregatorId,
    name: 'TestAggregator',
    headers: { 'x-client-id': 'swaproute' },
    contracts: { '*': [router] },
    coins: { '*': coin },
    chains: { ETH: 'ethereum', ARBITRUM: 'arbitrum' },
    mostSlippageBps: 2000,
    rounding: 1n,
    quote: ({ chain, srcToken, dstToken, srcAmount, sender }) => ({
      url: `${aggregatorUrl}/${chain}/api/v1/routes?${new URLSearchParams({
        tokenIn: srcToken,
        tokenOut: dstToken,
        amountIn: srcAmount,
        ...(sender === null ? {} : { origin: sender }),
      }).toString()}`,
      read: (body) => {
        const { routeSummary } = parseWire(routeWire, body, 'The route of TestAggregator').data
        const wire = parseWire(summaryWire, routeSummary, 'The route of TestAggregator')
        return {
          srcToken: wire.tokenIn,
          dstToken: wire.tokenOut,
          srcAmount: wire.amountIn,
          dstAmount: wire.amountOut,
          gas: wire.gasPrice === undefined ? null : { limit: wire.gas, price: wire.gasPrice },
          carry: routeSummary,
        }
      },
    }),
    build: ({ chain, sender, recipient, slippageBps }, routeSummary) => ({
      url: `${aggregatorUrl}/${chain}/api/v1/route/build`,
      body: {
        routeSummary,
        sender,
        recipient,
        slippageTolerance: slippageBps,
        enableGasEstimation: false,
        source: 'swaproute',
      },
      read: (body) => {
        const { data } = parseWire(buildWire, body, 'The transaction of TestAggregator')
        const { routerAddress: to, transactionValue: value, amountOut: dstAmount, chainId } = data
        const named = chainId === undefined ? {} : { chainId }
        return { to, data: data.data, value, spender: to, dstAmount, ...named }
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
      4222: 'PRICE_MOVED',
    },
    calls: () => [
      call(swapSignature, ([{ approveTarget, desc }]) => {
        if (approveTarget !== zeroAddress) throw unsafeCall('TestAggregator', 'approves a contract')
        return toTerms(desc)
      }),
    ],
    ...change,
  })
}

/** The arguments of a call, to be bent by a test. */
export type SwapArguments = {
  approveTarget: string
  desc: Description
}

function encodeSwap({ approveTarget, desc }: SwapArguments): Hex {
  const bare = desc as unknown as never
  return encodeFunctionData({
    abi: parseAbi([swapSignature]),
    functionName: 'swap',
    args: [
      {
        callTarget: executor as Hex,
        approveTarget: approveTarget as Hex,
        targetData: '0xabcdef',
        desc: bare,
        clientData: '0x7b7d',
      },
    ],
  })
}

export type AggregatorSwap = {
  srcToken: string
  dstToken: string
  srcAmount: bigint
  dstAmount: bigint
  sender: string
  recipient: string
  /** That the service is asked to build with. */
  slippageBps: number
  bendCall?: (args: SwapArguments) => void
  bendBody?: (body: Body) => void
  /** Call data as it would be sent, changed. */
  bendData?: (data: string) => string
}

export function routeOf(swap: AggregatorSwap, dstAmount = swap.dstAmount): Exchange {
  const query = new URLSearchParams({
    tokenIn: swap.srcToken,
    tokenOut: swap.dstToken,
    amountIn: String(swap.srcAmount),
    origin: swap.sender,
  })
  return {
    path: `/ethereum/api/v1/routes?${query.toString()}`,
    body: { code: 0, message: 'successfully', data: { routeSummary: summaryOf(swap, dstAmount) } },
  }
}

function summaryOf(swap: AggregatorSwap, dstAmount: bigint): Body {
  return {
    tokenIn: swap.srcToken.toLowerCase(),
    amountIn: String(swap.srcAmount),
    tokenOut: swap.dstToken.toLowerCase(),
    amountOut: String(dstAmount),
    gas: '250000',
    gasPrice: '1000000000',
    checksum: '123',
    timestamp: String(nowMs / 1000),
  }
}

/** The answer of `build`: one unit below the route, its minimum rounded down, as measured. */
export function buildOf(swap: AggregatorSwap, routeAmount = swap.dstAmount): Exchange {
  const isNative = swap.srcToken === coin
  const amountOut = routeAmount - 1n
  const args: SwapArguments = {
    approveTarget: zeroAddress,
    desc: {
      srcToken: swap.srcToken,
      dstToken: swap.dstToken,
      srcReceivers: isNative ? [] : [executor],
      srcAmounts: isNative ? [] : [swap.srcAmount],
      feeReceivers: [],
      feeAmounts: [],
      dstReceiver: swap.recipient,
      amount: swap.srcAmount,
      minReturnAmount: (amountOut * BigInt(10_000 - swap.slippageBps)) / 10_000n,
      flags: 0x200n,
      permit: '0x',
    },
  }
  swap.bendCall?.(args)
  const data = encodeSwap(args)
  const body: Body = {
    code: 0,
    message: 'successfully',
    data: {
      amountOut: String(amountOut),
      data: swap.bendData?.(data) ?? data,
      routerAddress: router,
      transactionValue: isNative ? String(swap.srcAmount) : '0',
    },
  }
  swap.bendBody?.(body)
  return {
    method: 'POST',
    path: '/ethereum/api/v1/route/build',
    request: {
      routeSummary: summaryOf(swap, routeAmount),
      sender: swap.sender,
      recipient: swap.recipient,
      slippageTolerance: swap.slippageBps,
      enableGasEstimation: false,
      source: 'swaproute',
    },
    body,
  }
}
