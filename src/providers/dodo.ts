// DODO: market maker pools, and a router over the pools of others. Every request needs a key.
//
// API: https://docs.dodoex.io/en/developer (route service, read 2026-11). The amount to sell is base
// units, the amount bought a decimal number of whole tokens, slippage is percent. One endpoint quotes
// and builds; it repeats neither tokens nor amount, which only the call shows. A refusal is an answer of
// 200 whose `status` is -1.
//
// Calls: DODORouteProxy.sol of DODOEX/dodo-route-contract, and those of its successors that take
// the expected amount as well (selectors: config/whitelist.json of lifinance/contracts, 2026-08-21). The
// proxy pays the caller alone, after its own fee, not less than the minimum; a successor may retain what is
// above the expected amount, so that the lower of the two counts. `feeData` names a broker and its share
// in 1e18, which has to be zero. Adapters, pools and the calls of other routers only bring tokens.

import { chainNumbers } from './kits/evm/service.ts'
import type { KeyedServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { type Call, call, type Inside, unsafeCall } from '../chains/evm/calls.ts'
import { parseDecimal, toUnits } from '../core/decimals.ts'
import { zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireDecimal, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const quoteWire = z.object({
  data: z.object({
    resAmount: z.union([wireDecimal, z.number().check(z.nonnegative(), z.maximum(2 ** 53))]),
    targetDecimals: z.int().check(z.minimum(0), z.maximum(36)),
  }),
})
const swapWire = z.object({
  data: z.object({
    targetApproveAddr: z.nullish(z.union([wireAddress, z.literal('')])),
    to: wireAddress,
    data: wireHex,
    value: z.nullish(wireUint),
  }),
})
const refusalWire = z.object({ status: z.int(), data: z.nullish(z.unknown()) })

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const deadlineSeconds = 1_200

/** Proxies, the newest first. */
const proxies = {
  ETH: ['0xfe837a3530dd566401d35befcd55582af7c4dffc', '0x50f9bde1c76bba997a5d6e7fefff695ec8536194'],
  OPTIMISM: [
    '0x3a64ec3606ff7310e8fad6fcc008e39705fb496d',
    '0x716fcc67dca500a91b4a28c9255262c398d8f971',
  ],
  BSC: ['0x0343c5757fb98ad9ef39824e08b852af61c71c64', '0x0656fd85364d03b103ceeda192fb2d3906a6ac15'],
  POLYGON: [
    '0x46afe01d758a46d64c7d8e0791314d5db3e2e683',
    '0x39e3e49c99834c9573c9fc7ff5a4b226cd7b0e63',
  ],
  ARBITRUM: [
    '0x69716e51e3f8bec9c3d4e1bb46396384ae11c594',
    '0xe05dd51e4eb5636f4f0e8e7fbe82ea31a2ecef16',
  ],
  AVALANCHE: [
    '0x3a64ec3606ff7310e8fad6fcc008e39705fb496d',
    '0x1f076a800005c758a505e759720eb6737136e893',
  ],
  AURORA: ['0x7449cd63c2b1a06c36945ed83f0626d303781b6e'],
}

/** DODOApprove, which takes the tokens for the proxies. */
const approvals = {
  ETH: ['0xcb859ea579b28e02b87a1fde08d087ab9dbe5149'],
  OPTIMISM: ['0xa492d6eabcdc3e204676f15b950bbdd448080364'],
  BSC: ['0xa128ba44b2738a558a1fdc06d6303d52d3cef8c1'],
  POLYGON: ['0x6d310348d5c12009854dfcf72e0df9027e8cb4f4'],
  ARBITRUM: ['0xa867241cdc8d3b0c07c85cc06f25a0cd3b5474d8'],
  AVALANCHE: ['0xcfea63e3de31de53d68780dd65675f169439e470'],
  AURORA: ['0x335ac99bb3e51bdbf22025f092ebc1cf2c5cc619'],
}

export function createDodoProvider({ baseUrl, apiKey }: KeyedServiceOptions): Provider {
  const urlOf = (asked: AggregatorAsked, more: Record<string, string>): string =>
    `${baseUrl}/developer/getdodoroute?${new URLSearchParams({
      chainId: asked.chain,
      fromTokenAddress: asked.srcToken,
      toTokenAddress: asked.dstToken,
      fromAmount: asked.srcAmount,
      slippage: String(asked.slippageBps / 100),
      // A price needs an account too.
      userAddr: asked.sender ?? zeroAddress,
      ...more,
      source: 'dodoV2AndMixWasm',
      estimateGas: 'false',
      apikey: apiKey,
    }).toString()}`
  const amountOf = (body: unknown, { dstDecimals }: AggregatorAsked): bigint => {
    const { data } = parseWire(quoteWire, body, 'The quote of DODO')
    const amount = parseDecimal(data.resAmount)
    if (amount === null || data.targetDecimals !== dstDecimals) throw new Error('another token')
    return toUnits(amount, dstDecimals, 'down')
  }

  return evmAggregator({
    id: 'DODO',
    name: 'DODO',
    keyVariable: 'SWAPROUTE_DODO_API_KEY',
    hasKey: true,
    contracts: proxies,
    spenders: approvals,
    coins: { '*': coin },
    recipient: false,
    // The proxy's own share, already deducted.
    chargesFee: true,
    chains: chainNumbers('ETH OPTIMISM BSC POLYGON ARBITRUM AVALANCHE AURORA'),
    quote: (asked) => ({
      url: urlOf(asked, {}),
      read: (body) => ({
        srcToken: asked.srcToken,
        dstToken: asked.dstToken,
        srcAmount: BigInt(asked.srcAmount),
        dstAmount: amountOf(body, asked),
        gas: null,
        carry: null,
      }),
    }),
    build: (asked) => ({
      url: urlOf(asked, {
        deadLine: String(Math.floor(asked.nowMs / 1_000) + deadlineSeconds),
      }),
      read: (body) => {
        const { data: wire } = parseWire(swapWire, body, 'The transaction of DODO')
        const { to, data, targetApproveAddr } = wire
        // Left out, the value is what the call spends; every other value is refused.
        const value = wire.value ?? (asked.srcToken === coin ? BigInt(asked.srcAmount) : 0n)
        return {
          to,
          data,
          value,
          spender: targetApproveAddr || to,
          dstAmount: amountOf(body, asked),
        }
      },
    }),
    refusal: (body) => {
      const { success, data: wire } = z.safeParse(refusalWire, body)
      if (!success || wire.status === 200) return null
      return { code: String(wire.status), reason: typeof wire.data === 'string' ? wire.data : null }
    },
    refusals: { '-1': 'NO_ROUTE' },
    calls: () => dodoCalls,
  })
}

type Swap = {
  srcToken: string | undefined
  dstToken: string | undefined
  amountIn: bigint
  minOut: bigint
  /** Above which a successor may retain the surplus; absent: it retains nothing. */
  expected?: bigint
  feeData: string
  deadline: bigint
}

function termsOf(swap: Swap, inside: Inside): ReturnType<Call['read']> {
  const { srcToken = null, dstToken = null, minOut, expected = minOut } = swap
  const [, share] = inside.values('address broker, uint256 brokerFeeRate', swap.feeData)
  if (share !== 0n) throw invalidCall('pays a fee to a broker')
  return {
    recipient: null,
    srcToken,
    dstToken,
    amountIn: swap.amountIn,
    minOut: expected < minOut ? expected : minOut,
    dst: 'same',
    refundTo: null,
    deadlineSeconds: swap.deadline,
  }
}

const mixTail =
  'address[] mixAdapters, address[] mixPairs, address[] assetTo, uint256 directions, bytes[] moreInfos, bytes feeData, uint256 deadLine) payable'
const multiTail =
  'uint256[] splitNumber, address[] midToken, address[] assetFrom, bytes[] sequence, bytes feeData, uint256 deadLine) payable'
const externalTail = 'bytes feeData, bytes callDataConcat, uint256 deadLine) payable'
const tokens = 'address fromToken, address toToken'
const limits = 'uint256 expReturnAmount, uint256 minReturnAmount'

const dodoCalls: readonly Call[] = [
  call(
    `function mixSwap(${tokens}, uint256 fromTokenAmount, uint256 minReturnAmount, ${mixTail}`,
    ([srcToken, dstToken, amountIn, minOut, , , , , , feeData, deadline], inside) =>
      termsOf({ srcToken, dstToken, amountIn, minOut, feeData, deadline }, inside),
  ),
  call(
    `function mixSwap(${tokens}, uint256 fromTokenAmount, ${limits}, ${mixTail}`,
    ([srcToken, dstToken, amountIn, expected, minOut, , , , , , feeData, deadline], inside) =>
      termsOf({ srcToken, dstToken, amountIn, expected, minOut, feeData, deadline }, inside),
  ),
  call(
    `function dodoMutliSwap(uint256 fromTokenAmount, uint256 minReturnAmount, ${multiTail}`,
    ([amountIn, minOut, , path, , , feeData, deadline], inside) => {
      const [srcToken, dstToken] = [path[0], path.at(-1)]
      return termsOf({ srcToken, dstToken, amountIn, minOut, feeData, deadline }, inside)
    },
  ),
  call(
    `function dodoMutliSwap(uint256 fromTokenAmount, ${limits}, ${multiTail}`,
    ([amountIn, expected, minOut, , path, , , feeData, deadline], inside) => {
      const [srcToken, dstToken] = [path[0], path.at(-1)]
      return termsOf({ srcToken, dstToken, amountIn, expected, minOut, feeData, deadline }, inside)
    },
  ),
  call(
    `function externalSwap(${tokens}, address approveTarget, address swapTarget, uint256 fromTokenAmount, uint256 minReturnAmount, ${externalTail}`,
    ([srcToken, dstToken, , , amountIn, minOut, feeData, , deadline], inside) =>
      termsOf({ srcToken, dstToken, amountIn, minOut, feeData, deadline }, inside),
  ),
  call(
    `function externalSwap(${tokens}, address approveTarget, address swapTarget, uint256 fromTokenAmount, ${limits}, ${externalTail}`,
    ([srcToken, dstToken, , , amountIn, expected, minOut, feeData, , deadline], inside) =>
      termsOf({ srcToken, dstToken, amountIn, expected, minOut, feeData, deadline }, inside),
  ),
]

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('DODO', what)
}
