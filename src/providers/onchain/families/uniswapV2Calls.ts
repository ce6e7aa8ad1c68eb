import { type Call, call, type CallTerms, renamed } from '../../../chains/evm/calls.ts'
import { zeroAddress } from '../../../core/token.ts'
import { maxCallHops, invalidCall, swapTerms } from './callTerms.ts'
import type { NativeName } from './family.ts'

// Signatures: https://docs.uniswap.org/contracts (V2 Router02), Mute's MuteSwitchRouterDynamic
// (read 2026-11).

/** The calls of one router, by its variant and its name for the native coin. */
export function uniswapV2Calls({
  variant,
  nativeWords,
}: {
  variant: string
  nativeWords: readonly NativeName[]
}): readonly Call[] {
  if (variant === 'referrer') return referrerCalls
  if (variant === 'stableFlags') return flagCalls
  const plain = [v2Tokens, ...nativeWords.flatMap(nativeCalls)]
  return variant === 'plain' ? [...plain, ...plain.map(taxed)] : plain
}

/** The same call for tokens that take a part of each transfer. */
function taxed(one: Call): Call {
  return { ...one, signature: one.signature.replace('(', 'SupportingFeeOnTransferTokens(') }
}

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
  const isPath = path.length >= 2 && path.length <= maxCallHops + 1 && !path.includes(zeroAddress)
  if (!isPath || first === undefined || last === undefined)
    throw invalidCall('has an impossible path')
  return { srcToken: from ?? first, dstToken: to ?? last }
}

const v2Tokens = call(
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ([amountIn, minOut, path, recipient, deadlineSeconds]) =>
    swapTerms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds }),
)
const v2NativeIn = call(
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  ([minOut, path, recipient, deadlineSeconds]) =>
    swapTerms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds }),
)
const v2NativeOut = call(
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ([amountIn, minOut, path, recipient, deadlineSeconds]) =>
    swapTerms({
      ...v2Ends(path, { to: zeroAddress }),
      recipient,
      amountIn,
      minOut,
      deadlineSeconds,
    }),
)

/** Routers name the native coin as on their chain. */
function nativeCalls(name: NativeName): readonly Call[] {
  return [
    renamed(v2NativeIn, `swapExact${name}ForTokens`),
    renamed(v2NativeOut, `swapExactTokensFor${name}`),
  ]
}

function noReferrer(referrer: string): void {
  if (referrer !== zeroAddress) throw invalidCall('pays a referrer')
}

const referrerCalls: readonly Call[] = [
  call(
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      return swapTerms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline) payable',
    ([minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      return swapTerms({
        ...v2Ends(path, { from: zeroAddress }),
        recipient,
        minOut,
        deadlineSeconds,
      })
    },
  ),
  call(
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
      noReferrer(referrer)
      const ends = v2Ends(path, { to: zeroAddress })
      return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
]

/** One flag per pool of the path: which of a pair's two kinds of pool it is. */
function flagged(path: Path, flags: readonly boolean[], native: V2Ends): ReturnType<typeof v2Ends> {
  if (flags.length !== path.length - 1) throw invalidCall('does not state a pool for each hop')
  return v2Ends(path, native)
}

const flagCalls: readonly Call[] = [
  call(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)',
    ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) =>
      swapTerms({ ...flagged(path, flags, {}), recipient, amountIn, minOut, deadlineSeconds }),
  ),
  call(
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable) payable',
    ([minOut, path, recipient, deadlineSeconds, flags]) => {
      const ends = flagged(path, flags, { from: zeroAddress })
      return swapTerms({ ...ends, recipient, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)',
    ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) => {
      const ends = flagged(path, flags, { to: zeroAddress })
      return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
]
