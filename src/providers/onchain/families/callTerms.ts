import {
  type Call,
  call,
  type CallTerms,
  type Inside,
  mapped,
  unsafeCall,
} from '../../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'

// Shared by the declared calls of several families.

/** Longer paths are never built here. */
export const maxCallHops = 8

/** A swap without the multicall around it. */
export type InnerSwap = CallTerms & { minOut: bigint; recipient: string }

export function swapTerms(
  stated: Pick<CallTerms, 'recipient' | 'srcToken' | 'dstToken'> & Partial<CallTerms>,
): CallTerms {
  return { amountIn: null, minOut: null, dst: 'same', refundTo: null, ...stated }
}

export function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('the exchange', what)
}

/** A swap whose terms a multicall may still change. */
export function innerSwap(
  {
    recipient,
    amountIn,
    amountOutMinimum: minOut,
    deadline,
  }: { recipient: string; amountIn: bigint; amountOutMinimum: bigint; deadline?: bigint },
  srcToken: string,
  dstToken: string,
): InnerSwap {
  if (srcToken === zeroAddress || dstToken === zeroAddress)
    throw invalidCall('has an impossible path')
  const time = deadline === undefined ? {} : { deadlineSeconds: deadline }
  return { ...swapTerms({ recipient, srcToken, dstToken, amountIn, ...time }), recipient, minOut }
}

/** `exactInput` along a packed path, as the first SwapRouter and its forks have it. */
export type AlongPath = {
  path: string
  recipient: string
  amountIn: bigint
  amountOutMinimum: bigint
  deadline?: bigint
}

const addressBytes = 20

/** The path is packed: token, `hopBytes` less an address that say the pool, token, … */
export function packedSwap({ path, ...rest }: AlongPath, hopBytes: number): InnerSwap {
  const tokens = packedTokens(path, hopBytes)
  return innerSwap(rest, tokens[0] ?? zeroAddress, tokens.at(-1) ?? zeroAddress)
}

/** The tokens of a packed path, two at least. */
export function packedTokens(path: string, hopBytes: number): string[] {
  const size = (path.length - 2) / 2
  const hops = (size - addressBytes) / hopBytes
  if (!Number.isInteger(hops) || hops < 1 || hops > maxCallHops)
    throw invalidCall('has an impossible path')
  return Array.from({ length: hops + 1 }, (_, index) => {
    const start = 2 + index * hopBytes * 2
    return `0x${path.slice(start, start + addressBytes * 2)}`
  })
}

type Unwrapping = { minimum: bigint; recipient: string }

export type RouterCalls = {
  swaps: readonly Call<InnerSwap>[]
  /** Unwraps the output and pays it as coins. */
  unwrap: Call<Unwrapping>
  /** The token that is unwrapped. */
  wrapped: string
  /** The argument that makes the router itself the recipient, so that it can unwrap the output. */
  ownAccount: bigint
}

/** Small numbers mean the sender or the router itself, never a real account. */
function paid(swap: InnerSwap): InnerSwap {
  if (BigInt(swap.recipient) > 2n) return swap
  throw invalidCall('has no recipient')
}

/** One or two calls of a multicall: a swap, alone or followed by unwrapping what it gave. */
export function wholeSwap(
  { swaps, unwrap, wrapped, ownAccount }: RouterCalls,
  items: readonly string[],
  inside: Inside,
): InnerSwap {
  const [first = '', second] = items
  if (items.length > 2) throw invalidCall('makes more calls than a swap needs')
  const swap = inside.call(swaps, first)
  if (second === undefined) return paid(swap)
  const { minimum, recipient } = inside.call([unwrap], second)
  // Both enforce the same minimum output.
  if (BigInt(swap.recipient) !== ownAccount || minimum !== swap.minOut)
    throw invalidCall('unwraps a different amount from the one it swaps')
  // What the swap brings would stay in the router; null: the pool is asked for its tokens.
  if (swap.dstToken !== null && !isSameAddress(swap.dstToken, wrapped))
    throw invalidCall('unwraps a different token from the one it buys')
  return { ...swap, recipient, dstToken: zeroAddress }
}

/** A swap as it is sent: alone, or in a multicall that unwraps the output. */
export function plainOrUnwrapped(router: RouterCalls): readonly Call[] {
  return [
    ...router.swaps.map((swap) => mapped(swap, paid)),
    call('function multicall(bytes[] data) payable', ([items], inside) => {
      if (items.length !== 2) throw invalidCall('makes other calls than a swap needs')
      return wholeSwap(router, items, inside)
    }),
  ]
}
