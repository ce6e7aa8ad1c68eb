import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeByteArrays, encodeOffset, encodePath } from '../abi.ts'
import type { Direction, SwapTerms, V3RouterKind } from './family.ts'
import { helpers, v3Swaps } from './selectors.ts'
import { unwrapCall, withUnwrap } from './unwrap.ts'

/** One path through V3 pools, and the kind of router that swaps along it. */
export type V3Path = {
  routerKind: Exclude<V3RouterKind, 'unconfirmed'>
  tokens: readonly string[]
  /** Fee or tick spacing of each hop. */
  tiers: readonly number[]
}

/** Special recipients by which a router retains the output for the call that follows. */
export const selfRecipient = {
  router01: zeroAddress,
  router02: '0x0000000000000000000000000000000000000002',
  slipstream: zeroAddress,
  kyber: zeroAddress,
} as const

/** The call of a router for one path, in a multicall where coins are paid out. */
export function encodeV3Swap(path: V3Path & { direction: Direction }, terms: SwapTerms): string {
  const { routerKind, direction } = path
  const unwraps = direction === 'nativeOut'
  const swap = encodeExactInput(path, {
    ...terms,
    recipient: unwraps ? selfRecipient[routerKind] : terms.recipient,
  })
  if (routerKind === 'router02') {
    const calls = unwraps ? [swap, unwrapCall(helpers.unwrapWeth9, terms)] : [swap]
    return multicallUntil(terms.deadline, calls)
  }
  const selector = routerKind === 'kyber' ? helpers.unwrapWeth : helpers.unwrapWeth9
  return unwraps ? withUnwrap(swap, selector, terms) : swap
}

/** SwapRouter02 takes the deadline around its calls. */
export function multicallUntil(deadline: bigint, calls: readonly string[]): string {
  return encodeCall(
    helpers.multicallWithDeadline,
    encodeUint(deadline),
    encodeOffset(2),
    encodeByteArrays(calls),
  )
}

/** The swap alone: `exactInputSingle` for one pool, `exactInput` for several. */
export function encodeExactInput(
  { routerKind, tokens, tiers }: V3Path,
  terms: Omit<SwapTerms, 'payer'>,
): string {
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
