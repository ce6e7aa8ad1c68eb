import { type Call, call, renamed } from '../../../chains/evm/calls.ts'
import {
  type AlongPath,
  innerSwap,
  type InnerSwap,
  invalidCall,
  packedSwap,
  plainOrUnwrapped,
  type RouterCalls,
  wholeSwap,
} from './callTerms.ts'
import type { V3RouterKind } from './family.ts'

// Signatures: https://docs.uniswap.org/contracts (SwapRouter, SwapRouter02),
// https://github.com/aerodrome-finance/slipstream, KyberNetwork/ks-elastic-sc-legacy (read 2026-11).

type RouterKind = Exclude<V3RouterKind, 'unconfirmed'>

/**
 * The calls of one router, by its kind. A call includes the wrapped token also where native coins
 * are paid: then `value` is the input.
 */
export function uniswapV3Calls({ routerKind }: { routerKind: V3RouterKind }): readonly Call[] {
  const kinds: readonly RouterKind[] =
    routerKind === 'unconfirmed' ? ['router01', 'router02'] : [routerKind]
  return kinds.flatMap((kind) => v3Calls[kind])
}

type Single = {
  tokenIn: string
  tokenOut: string
  recipient: string
  amountIn: bigint
  amountOutMinimum: bigint
  sqrtPriceLimitX96: bigint
  deadline?: bigint
}
/** With a price limit part of the input might stay unswapped. */
function singleSwap({ tokenIn, tokenOut, sqrtPriceLimitX96, ...rest }: Single): InnerSwap {
  if (sqrtPriceLimitX96 !== 0n) throw invalidCall('may swap only part of the amount')
  return innerSwap(rest, tokenIn, tokenOut)
}

/** Three bytes of a packed path say the pool. */
const pathHopBytes = 23

function pathSwap(params: AlongPath): InnerSwap {
  return packedSwap(params, pathHopBytes)
}

const exactInput = call(
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  ([params]) => pathSwap(params),
)

/** The swap functions of each kind of router: through one pool, and along a path. */
const v3Swaps: Readonly<Record<RouterKind, readonly Call<InnerSwap>[]>> = {
  router01: [
    call(
      'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
      ([params]) => singleSwap(params),
    ),
    exactInput,
  ],
  router02: [
    call(
      'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
      ([params]) => singleSwap(params),
    ),
    call(
      'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable',
      ([params]) => pathSwap(params),
    ),
  ],
  slipstream: [
    call(
      'function exactInputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
      ([params]) => {
        if (params.tickSpacing < 0) throw invalidCall('has an impossible pool')
        return singleSwap(params)
      },
    ),
    exactInput,
  ],
  kyber: [
    call(
      'function swapExactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
      ([params]) => singleSwap(params),
    ),
    call(
      'function swapExactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
      ([params]) => pathSwap(params),
    ),
  ],
}

/** Shared by the routers of all kinds of pools with ticks. */
export const unwrapWeth9: RouterCalls['unwrap'] = call(
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  ([minimum, recipient]) => ({ minimum, recipient }),
)

/** The argument that makes the router itself the recipient, so that it can unwrap the output. */
const ownAccount = { router01: 0n, router02: 2n, slipstream: 0n, kyber: 0n } as const

/** A swap as it is sent: alone, or in a multicall that sets a deadline or unwraps the output. */
function v3CallsOf(kind: RouterKind): readonly Call[] {
  const router: RouterCalls = {
    swaps: v3Swaps[kind],
    unwrap: kind === 'kyber' ? renamed(unwrapWeth9, 'unwrapWeth') : unwrapWeth9,
    ownAccount: ownAccount[kind],
  }
  if (kind !== 'router02') return plainOrUnwrapped(router)
  return [
    call(
      'function multicall(uint256 deadline, bytes[] data) payable',
      ([deadlineSeconds, items], inside) => ({
        ...wholeSwap(router, items, inside),
        deadlineSeconds,
      }),
    ),
  ]
}

const v3Calls: Readonly<Record<RouterKind, readonly Call[]>> = {
  router01: v3CallsOf('router01'),
  router02: v3CallsOf('router02'),
  slipstream: v3CallsOf('slipstream'),
  kyber: v3CallsOf('kyber'),
}
