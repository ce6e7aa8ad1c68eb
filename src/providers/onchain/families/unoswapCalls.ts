import { type Call, call } from '../../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import type { PoolStep } from '../../../core/transaction.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import { isNumerator, protocols, unoswapRouter, wordBits } from './unoswapPlan.ts'

// The calls of AggregationRouterV6 that a way may be, and nothing else that its words can say. Tokens
// are not in the call, except the one that is paid: the pools are asked (../unoswapPools.ts).

type Way = {
  to: bigint
  /** The token that is paid; null for coins. */
  token: bigint | null
  amount: bigint | null
  minimum: bigint
  pools: readonly bigint[]
}

/** The methods for one, two and three pools, for tokens and for coins. */
export function unoswapCalls(wrapped: string): readonly Call[] {
  const paidIn = wrapped.toLowerCase()
  const terms = (way: Way) => readWay(way, paidIn)
  return [
    call(
      'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
      ([to, token, amount, minimum, ...pools]) => terms({ to, token, amount, minimum, pools }),
    ),
    call(
      'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
      ([to, token, amount, minimum, ...pools]) => terms({ to, token, amount, minimum, pools }),
    ),
    call(
      'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
      ([to, token, amount, minimum, ...pools]) => terms({ to, token, amount, minimum, pools }),
    ),
    call(
      'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable',
      ([to, minimum, ...pools]) => terms({ to, token: null, amount: null, minimum, pools }),
    ),
    call(
      'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2) payable',
      ([to, minimum, ...pools]) => terms({ to, token: null, amount: null, minimum, pools }),
    ),
    call(
      'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) payable',
      ([to, minimum, ...pools]) => terms({ to, token: null, amount: null, minimum, pools }),
    ),
  ]
}

function readWay({ to, token, amount, minimum, pools }: Way, wrapped: string) {
  const recipient = addressOf(to)
  const srcToken = token === null ? zeroAddress : addressOf(token)
  if (isSameAddress(recipient, unoswapRouter)) throw invalidCall('leaves the money in the router')
  if (minimum === 0n) throw invalidCall('has no minimum')
  if (amount === 0n) throw invalidCall('swaps nothing')
  const last = pools.length - 1
  const unwraps = pools.map((word) => bitOf(word, wordBits.unwraps))
  // The router reads this flag at the last pool alone.
  if (unwraps.slice(0, last).includes(true)) throw invalidCall('has a flag that is not known')
  const steps = pools.map(readPool)
  if (new Set(steps.map(({ pool }) => pool)).size < steps.length)
    throw invalidCall('goes through a pool twice')
  const [first, ...rest] = steps
  if (first === undefined) throw invalidCall('swaps nothing')
  return swapTerms({
    recipient,
    srcToken,
    dstToken: unwraps[last] === true ? zeroAddress : null,
    amountIn: amount,
    minOut: minimum,
    pools: [{ ...first, tokenIn: token === null ? wrapped : srcToken }, ...rest],
  })
}

const addressBits = 160n
const addressMask = (1n << addressBits) - 1n
const numeratorMask = (1n << 32n) - 1n

function readPool(word: bigint): PoolStep {
  const numerator = (word >> wordBits.numerator) & numeratorMask
  const isFirstIn = bitOf(word, wordBits.isFirstIn)
  const protocol = word >> wordBits.protocol
  const known =
    (word & addressMask) |
    (numerator << wordBits.numerator) |
    (BigInt(isFirstIn) << wordBits.isFirstIn) |
    (word & (1n << wordBits.unwraps)) |
    (protocol << wordBits.protocol)
  // Permit2, coins that are not wrapped, numbers of other kinds of pools.
  if (known !== word) throw invalidCall('has a flag that is not known')
  const pool = addressOf(word & addressMask)
  const step = { pool, tokenIn: null, isFirstIn }
  if (protocol === protocols.v3 && numerator === 0n) return { ...step, code: { kind: 'v3' } }
  // 0 would mean 0.3%, which is written out.
  if (protocol === protocols.v2 && isNumerator(Number(numerator)))
    return { ...step, code: { kind: 'v2', numerator: Number(numerator) } }
  throw invalidCall('goes through a pool of another kind')
}

function bitOf(word: bigint, at: bigint): boolean {
  return ((word >> at) & 1n) === 1n
}

/** The router ignores what is above an address. */
function addressOf(word: bigint): string {
  if (word === 0n || word > addressMask) throw invalidCall('has an impossible address')
  return `0x${word.toString(16).padStart(40, '0')}`
}
