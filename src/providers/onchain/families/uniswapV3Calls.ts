import { type Call, call, mapped, renamed } from '../../../chains/evm/calls.ts'
import { zeroAddress } from '../../../core/token.ts'
import {
  type AlongPath,
  innerSwap,
  type InnerSwap,
  invalidCall,
  packedSwap,
  packedTokens,
  plainOrUnwrapped,
  type RouterCalls,
  wholeSwap,
} from './callTerms.ts'
import type { V3RouterKind } from './family.ts'
import { followPlan, pairSwap, type RouterStep, sweepToken, unwrapStep } from './routerLedger.ts'
import { helpers, v3Swaps as selectors } from './selectors.ts'

// Signatures: https://docs.uniswap.org/contracts (SwapRouter, SwapRouter02),
// https://github.com/aerodrome-finance/slipstream, KyberNetwork/ks-elastic-sc-legacy (read 2026-11).

type RouterKind = Exclude<V3RouterKind, 'unconfirmed'>

type Router = { routerKind: V3RouterKind; router: string; wrapped: string }

/**
 * The calls of one router, by its kind. A call includes the wrapped token also where native coins
 * are paid: then `value` is the input.
 */
export function uniswapV3Calls(row: Router): readonly Call[] {
  const { routerKind } = row
  const kinds: readonly RouterKind[] =
    routerKind === 'unconfirmed' ? ['router01', 'router02'] : [routerKind]
  return kinds.flatMap((kind) =>
    kind === 'router02' ? router02Calls(row) : plainOrUnwrapped(routerOf(kind, row)),
  )
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

function singleSwap({ tokenIn, tokenOut, sqrtPriceLimitX96, ...rest }: Single): InnerSwap {
  checkWhole({ sqrtPriceLimitX96 })
  return innerSwap(rest, tokenIn, tokenOut)
}

/** With a price limit part of the input might stay unswapped. */
function checkWhole({ sqrtPriceLimitX96 }: Pick<Single, 'sqrtPriceLimitX96'>): void {
  if (sqrtPriceLimitX96 !== 0n) throw invalidCall('may swap only part of the amount')
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

/** The swap functions of SwapRouter02, with all tokens of the path. */
const router02Swaps: readonly Call<RouterStep>[] = [
  call(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
    ([params]) => {
      checkWhole(params)
      return { ...params, kind: 'v3', tokens: [params.tokenIn, params.tokenOut] }
    },
  ),
  call(
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable',
    ([{ path, ...rest }]) => ({ ...rest, kind: 'v3', tokens: packedTokens(path, pathHopBytes) }),
  ),
]

/** The swap functions of each kind of router: through one pool, and along a path. */
const v3Swaps: Readonly<Record<RouterKind, readonly Call<InnerSwap>[]>> = {
  router01: [
    call(
      'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
      ([params]) => singleSwap(params),
    ),
    exactInput,
  ],
  router02: router02Swaps.map((swap) =>
    mapped(swap, ({ tokens, recipient, amountIn, amountOutMinimum }) =>
      innerSwap(
        { recipient, amountIn, amountOutMinimum },
        tokens[0] ?? zeroAddress,
        tokens.at(-1) ?? zeroAddress,
      ),
    ),
  ),
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

function routerOf(kind: RouterKind, { wrapped }: Router): RouterCalls {
  return {
    swaps: v3Swaps[kind],
    unwrap: kind === 'kyber' ? renamed(unwrapWeth9, 'unwrapWeth') : unwrapWeth9,
    wrapped,
    ownAccount: ownAccount[kind],
  }
}

/** SwapRouter02 takes a deadline around one swap, one that is unwrapped, or the swaps of a plan. */
function router02Calls(row: Router): readonly Call[] {
  const { router, wrapped } = row
  const steps = [...router02Swaps, pairSwap, sweepToken, unwrapStep(unwrapWeth9, wrapped)]
  return [
    call(
      'function multicall(uint256 deadline, bytes[] data) payable',
      ([deadlineSeconds, items], inside) => {
        const swap = isOnePath(items)
          ? wholeSwap(routerOf('router02', row), items, inside)
          : followPlan(
              items.map((item) => inside.call(steps, item)),
              router,
            )
        return { ...swap, deadlineSeconds }
      },
    ),
  ]
}

/** One swap along V3 pools, alone or unwrapped. */
function isOnePath([swap = '', unwrap, ...more]: readonly string[]): boolean {
  const isSwap = Object.values(selectors.router02).some((selector) => swap.startsWith(selector))
  const isUnwrapped = unwrap === undefined || unwrap.startsWith(helpers.unwrapWeth9)
  return isSwap && isUnwrapped && more.length === 0
}
