import {
  type Call,
  call,
  type CallTerms,
  type Inside,
  mapped,
  renamed,
  unsafeCall,
} from '../../chains/evm/calls.ts'
import { zeroAddress } from '../../core/token.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { hasErc20Coin } from './paths.ts'
import type { NativeWord, Row } from './rows.ts'
import { contractOf } from './rows.ts'

// Signatures: https://docs.uniswap.org/contracts (V2 Router02, V3 SwapRouter, SwapRouter02),
// https://github.com/aerodrome-finance/slipstream, KyberNetwork/ks-elastic-sc-legacy, Mute's
// MuteSwitchRouterDynamic (all read 2026-11).

type Row3 = Extract<Row, { family: 'uniswap-v3' }>
type RouterKind = Exclude<Row3['routerKind'], 'unconfirmed'>

/** A V3 swap without the multicall around it. */
type InnerSwap = CallTerms & { minOut: bigint; recipient: string }

const maxHops = 8
const pathHopBytes = 23
const addressBytes = 20

/**
 * Every call that a contract of the registry may get; none for a contract that no row is paid
 * through. Only calls of the row's own kind are accepted: wrapped coins, for one, treat any unknown
 * call as a deposit.
 *
 * A V3 call includes the wrapped token also where native coins are paid: then `value` is the input.
 * Wrapping itself (`deposit`) has no amount: the value arrives one to one.
 * @param rows of the chain
 */
export function rowCalls(rows: readonly Row[], to: string): readonly Call[] {
  return rows.filter((row) => isSameAddress(contractOf(row), to)).flatMap(callsOf)
}

function callsOf(row: Row): readonly Call[] {
  if (row.family === 'wrapped') return wrappingCalls(row.wrapped.toLowerCase())
  const calls = row.family === 'uniswap-v2' ? v2RowCalls(row) : v3RowCalls(row)
  return hasErc20Coin(row) ? calls.map((each) => mapped(each, markCoin(row.wrapped))) : calls
}

function v2RowCalls({ variant, nativeWords }: Extract<Row, { family: 'uniswap-v2' }>) {
  if (variant === 'referrer') return referrerCalls
  if (variant === 'stableFlags') return flagCalls
  return [v2Tokens, ...nativeWords.flatMap(nativeCalls)]
}

function v3RowCalls({ routerKind }: Extract<Row, { family: 'uniswap-v3' }>) {
  const kinds: readonly RouterKind[] =
    routerKind === 'unconfirmed' ? ['router01', 'router02'] : [routerKind]
  return kinds.flatMap((kind) => v3Calls[kind])
}

/** On Celo the wrapped token is the native coin itself. */
function markCoin(coin: string): (terms: CallTerms) => CallTerms {
  return (terms) =>
    isSameAddress(terms.dstToken ?? '', coin) ? { ...terms, dstIsCoin: true } : terms
}

function terms(
  stated: Pick<CallTerms, 'recipient' | 'srcToken' | 'dstToken'> & Partial<CallTerms>,
): CallTerms {
  return { amountIn: null, minOut: null, dst: 'same', refundTo: null, ...stated }
}

const wrappingCalls = (wrapped: string): readonly Call[] => [
  call('function deposit() payable', () =>
    terms({ recipient: null, srcToken: zeroAddress, dstToken: wrapped }),
  ),
  call('function withdraw(uint256 amount)', ([amount]) =>
    terms({
      recipient: null,
      srcToken: wrapped,
      dstToken: zeroAddress,
      amountIn: amount,
      minOut: amount,
    }),
  ),
]

type Path = readonly string[]
type V2Ends = { from?: string; to?: string }

/**
 * First and last token of a V2 path, with the native coin instead of the wrapped one where it is
 * paid.
 */
function v2Ends(path: Path, { from, to }: V2Ends): Pick<CallTerms, 'srcToken' | 'dstToken'> {
  const [first] = path
  const last = path.at(-1)
  // In DecodedCall the zero address is the native coin; to a router it is an unknown token.
  const isPath = path.length >= 2 && path.length <= maxHops + 1 && !path.includes(zeroAddress)
  if (!isPath || first === undefined || last === undefined) throw odd('has an impossible path')
  return { srcToken: from ?? first, dstToken: to ?? last }
}

const v2Tokens = call(
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ([amountIn, minOut, path, recipient, deadlineSeconds]) =>
    terms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds }),
)
const v2NativeIn = call(
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  ([minOut, path, recipient, deadlineSeconds]) =>
    terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds }),
)
const v2NativeOut = call(
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ([amountIn, minOut, path, recipient, deadlineSeconds]) =>
    terms({ ...v2Ends(path, { to: zeroAddress }), recipient, amountIn, minOut, deadlineSeconds }),
)

/** Routers name the native coin as on their chain. */
function nativeCalls(word: NativeWord): readonly Call[] {
  return [
    renamed(v2NativeIn, `swapExact${word}ForTokens`),
    renamed(v2NativeOut, `swapExactTokensFor${word}`),
  ]
}

function noReferrer(referrer: string): void {
  if (referrer !== zeroAddress) throw odd('pays a referrer')
}

const referrerCalls: readonly Call[] = [
  call(
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      return terms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline) payable',
    ([minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      return terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      const ends = v2Ends(path, { to: zeroAddress })
      return terms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
]

/** One flag per pool of the path: which of a pair's two kinds of pool it is. */
function flagged(path: Path, flags: readonly boolean[], native: V2Ends): ReturnType<typeof v2Ends> {
  if (flags.length !== path.length - 1) throw odd('does not state a pool for each hop')
  return v2Ends(path, native)
}

const flagCalls: readonly Call[] = [
  call(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)',
    ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) =>
      terms({ ...flagged(path, flags, {}), recipient, amountIn, minOut, deadlineSeconds }),
  ),
  call(
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable) payable',
    ([minOut, path, recipient, deadlineSeconds, flags]) => {
      const ends = flagged(path, flags, { from: zeroAddress })
      return terms({ ...ends, recipient, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)',
    ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) => {
      const ends = flagged(path, flags, { to: zeroAddress })
      return terms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
]

type Single = {
  tokenIn: string
  tokenOut: string
  recipient: string
  amountIn: bigint
  amountOutMinimum: bigint
  sqrtPriceLimitX96: bigint
  deadline?: bigint
}
type AlongPath = Pick<Single, 'recipient' | 'amountIn' | 'amountOutMinimum' | 'deadline'> & {
  path: string
}

function toSwap(
  { recipient, amountIn, amountOutMinimum: minOut, deadline }: Omit<AlongPath, 'path'>,
  srcToken: string,
  dstToken: string,
): InnerSwap {
  if (srcToken === zeroAddress || dstToken === zeroAddress) throw odd('has an impossible path')
  const time = deadline === undefined ? {} : { deadlineSeconds: deadline }
  return { ...terms({ recipient, srcToken, dstToken, amountIn, ...time }), recipient, minOut }
}

/** With a price limit part of the input might stay unswapped. */
function singleSwap({ tokenIn, tokenOut, sqrtPriceLimitX96, ...rest }: Single): InnerSwap {
  if (sqrtPriceLimitX96 !== 0n) throw odd('may swap only part of the amount')
  return toSwap(rest, tokenIn, tokenOut)
}

/** The path is packed: token, three bytes of the pool's tier, token, … */
function pathSwap({ path, ...rest }: AlongPath): InnerSwap {
  const size = (path.length - 2) / 2
  const hops = (size - addressBytes) / pathHopBytes
  if (!Number.isInteger(hops) || hops < 1 || hops > maxHops) throw odd('has an impossible path')
  return toSwap(rest, path.slice(0, 2 + addressBytes * 2), `0x${path.slice(-addressBytes * 2)}`)
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
        if (params.tickSpacing < 0) throw odd('has an impossible pool')
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

type Unwrapping = { minimum: bigint; recipient: string }

const unwrapWeth9 = call(
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  ([minimum, recipient]): Unwrapping => ({ minimum, recipient }),
)

/** How a router is told to be the recipient itself, so that it can unwrap the output. */
const ownAccount = { router01: 0n, router02: 2n, slipstream: 0n, kyber: 0n } as const

/** A swap as it is sent: alone, or in a multicall that sets a deadline or unwraps the output. */
function v3CallsOf(kind: RouterKind): readonly Call[] {
  const swaps = v3Swaps[kind]
  const unwrap = kind === 'kyber' ? renamed(unwrapWeth9, 'unwrapWeth') : unwrapWeth9
  const isKept = ({ recipient }: InnerSwap): boolean => BigInt(recipient) === ownAccount[kind]
  const paid = (swap: InnerSwap): InnerSwap => {
    // Small numbers mean the sender or the router itself, never a real account.
    if (BigInt(swap.recipient) > 2n) return swap
    throw odd('has no recipient')
  }
  const whole = (items: readonly string[], inside: Inside): InnerSwap => {
    const [first = '', second] = items
    if (items.length > 2) throw odd('makes more calls than a swap needs')
    const swap = inside.call(swaps, first)
    if (second === undefined) return paid(swap)
    const { minimum, recipient } = inside.call([unwrap], second)
    // Both enforce the same minimum output.
    if (!isKept(swap) || minimum !== swap.minOut)
      throw odd('unwraps a different amount than it swaps')
    return { ...swap, recipient, dstToken: zeroAddress }
  }
  if (kind === 'router02') {
    return [
      call(
        'function multicall(uint256 deadline, bytes[] data) payable',
        ([deadlineSeconds, items], inside) => ({ ...whole(items, inside), deadlineSeconds }),
      ),
    ]
  }
  return [
    ...swaps.map((swap) => mapped(swap, paid)),
    call('function multicall(bytes[] data) payable', ([items], inside) => {
      if (items.length !== 2) throw odd('makes other calls than a swap needs')
      return whole(items, inside)
    }),
  ]
}

const v3Calls: Readonly<Record<RouterKind, readonly Call[]>> = {
  router01: v3CallsOf('router01'),
  router02: v3CallsOf('router02'),
  slipstream: v3CallsOf('slipstream'),
  kyber: v3CallsOf('kyber'),
}

function odd(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('the exchange', what)
}
