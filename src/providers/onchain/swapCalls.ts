import {
  encodeAddress,
  encodeBytes,
  encodeCall,
  encodeUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import { zeroAddress } from '../../core/token.ts'
import { encodeAddresses, encodeOffset, encodeUints, encodePath } from './abi.ts'
import { helpers, v2FlagSwaps, v2ReferrerSwaps, v2Swaps, v3Swaps, wrapping } from './selectors.ts'
import type { SwapState } from './state.ts'

// Calldata of the swaps. Plain functions only: a token with a transfer tax fails in the simulation
// and is refused there, instead of being swapped at a loss that no quote showed.

/** The arguments of every swap besides its path. */
export type SwapTerms = {
  recipient: string
  amountIn: bigint
  /** The swap reverts below it. */
  amountOutMin: bigint
  /** Unix seconds of the chain. */
  deadline: bigint
}

type V2State = Extract<SwapState, { family: 'uniswap-v2' }>
type V3State = Extract<SwapState, { family: 'uniswap-v3' }>

/** Special recipients by which a router keeps the output for the unwrapping that follows. */
const selfRecipient = {
  router01: zeroAddress,
  router02: '0x0000000000000000000000000000000000000002',
  slipstream: zeroAddress,
  kyber: zeroAddress,
} as const

/** `0x` calldata for the row's router, or for the wrapped token itself. */
export function encodeSwap(state: SwapState, terms: SwapTerms): string {
  switch (state.family) {
    case 'uniswap-v2':
      return encodeV2Swap(state, terms)
    case 'uniswap-v3':
      return encodeV3Swap(state, terms)
    case 'wrapped':
      return state.direction === 'wrap'
        ? wrapping.deposit
        : encodeCall(wrapping.withdraw, encodeUint(terms.amountIn))
  }
}

function encodeV2Swap({ row, direction, nativeWord, tokens, flags }: V2State, terms: SwapTerms) {
  const selectors =
    row.variant === 'referrer'
      ? v2ReferrerSwaps
      : row.variant === 'stableFlags'
        ? v2FlagSwaps
        : v2Swaps[nativeWord ?? 'ETH']
  const path = encodeAddresses(tokens)
  const amounts = [
    ...(direction === 'nativeIn' ? [] : [encodeUint(terms.amountIn)]),
    encodeUint(terms.amountOutMin),
  ]
  const rest = [
    encodeAddress(terms.recipient),
    ...(row.variant === 'referrer' ? [encodeAddress(zeroAddress)] : []),
    encodeUint(terms.deadline),
  ]
  const isFlagged = row.variant === 'stableFlags'
  const headWords = amounts.length + 1 + rest.length + (isFlagged ? 1 : 0)
  return encodeCall(
    selectors[direction],
    ...amounts,
    encodeOffset(headWords),
    ...rest,
    ...(isFlagged
      ? [encodeOffset(headWords + 1 + tokens.length), path, encodeUints(flags)]
      : [path]),
  )
}

function encodeV3Swap(state: V3State, terms: SwapTerms): string {
  const { routerKind, direction } = state
  const unwraps = direction === 'nativeOut'
  const swap = encodeExactInput(state, {
    ...terms,
    recipient: unwraps ? selfRecipient[routerKind] : terms.recipient,
  })
  const unwrap = encodeCall(
    routerKind === 'kyber' ? helpers.unwrapWeth : helpers.unwrapWeth9,
    encodeUint(terms.amountOutMin),
    encodeAddress(terms.recipient),
  )
  const calls = unwraps ? [swap, unwrap] : [swap]
  if (routerKind === 'router02') {
    return encodeCall(
      helpers.multicallWithDeadline,
      encodeUint(terms.deadline),
      encodeOffset(2),
      encodeByteArrays(calls),
    )
  }
  if (!unwraps) return swap
  return encodeCall(helpers.multicall, encodeOffset(1), encodeByteArrays(calls))
}

function encodeExactInput({ routerKind, tokens, tiers }: V3State, terms: SwapTerms): string {
  const selectors = v3Swaps[routerKind]
  const recipient = encodeAddress(terms.recipient)
  const deadline = routerKind === 'router02' ? [] : [encodeUint(terms.deadline)]
  const amounts = [encodeUint(terms.amountIn), encodeUint(terms.amountOutMin)]
  const [tokenIn, tokenOut] = tokens
  const [tier] = tiers
  if (
    tokens.length === 2 &&
    tokenIn !== undefined &&
    tokenOut !== undefined &&
    tier !== undefined
  ) {
    return encodeCall(
      selectors.single,
      encodeAddress(tokenIn),
      encodeAddress(tokenOut),
      encodeUint(tier),
      recipient,
      ...deadline,
      ...amounts,
      encodeUint(0),
    )
  }
  return encodeCall(
    selectors.path,
    encodeOffset(1),
    encodeOffset(2 + deadline.length + amounts.length),
    recipient,
    ...deadline,
    ...amounts,
    encodePath(tokens, tiers),
  )
}

/** The tail of a `bytes[]`. */
function encodeByteArrays(items: readonly string[]): string {
  const tails = items.map(encodeBytes)
  let position = items.length * wordBytes
  const offsets = tails.map((tail) => {
    const offset = encodeUint(position)
    position += tail.length / 2
    return offset
  })
  return encodeUint(items.length) + offsets.join('') + tails.join('')
}
