import type { QuoteAllBody } from '../api/schemas.ts'
import type { Quote } from '../core/quote.ts'
import { type RouteRequest, slippageBpsOf } from '../core/routeRequest.ts'
import { isEchoedDefault } from '../core/slippage.ts'

/** Fixed if named in the quote; otherwise the swap may name them. */
const fixedOnceNamed = ['receiver', 'fromAddress', 'refundAddress', 'integratorAddress'] as const

/**
 * The first party in which a repeated swap request differs from the answered one: a stored answer
 * is only repeated for exactly the same request (docs/safety.md V6).
 */
export function findChangedParty(
  answered: RouteRequest,
  repeated: RouteRequest,
): keyof QuoteAllBody | null {
  const isSame = (one = '', other = ''): boolean => isSameText(one, other)
  const changed = fixedOnceNamed.find((field) => !isSame(answered[field], repeated[field]))
  if (changed !== undefined) return changed
  return answered.receiverMemo === repeated.receiverMemo ? null : 'receiverMemo'
}

/**
 * The request without a slippage that only repeats the answer to a quote without one: the default
 * in the echo, or the slippage of the route.
 */
export function withoutEchoedDefault(
  quoted: RouteRequest,
  repeated: RouteRequest,
  { slippageBps: used, executionKind }: Pick<Quote, 'slippageBps' | 'executionKind'>,
): RouteRequest {
  const slippageBps = slippageBpsOf(repeated)
  if (slippageBps === null || quoted.slippage !== undefined) return repeated
  const isEcho = isEchoedDefault(quoted, executionKind === 'deposit', slippageBps)
  if (slippageBps !== used && !isEcho) return repeated
  const { slippage: _echoed, ...request } = repeated
  return request
}

/**
 * The contract's name of the first field in which a swap request differs from its quote (error
 * 1003); null if they agree.
 */
export function findDifference(
  quoted: RouteRequest,
  swap: RouteRequest,
): keyof QuoteAllBody | null {
  const [src, dst] = [quoted.srcToken, quoted.dstToken]
  if (src.blockchain !== swap.srcToken.blockchain) return 'srcTokenBlockchain'
  if (dst.blockchain !== swap.dstToken.blockchain) return 'dstTokenBlockchain'
  if (!isSameText(src.address, swap.srcToken.address)) return 'srcTokenAddress'
  if (!isSameText(dst.address, swap.dstToken.address)) return 'dstTokenAddress'
  if (quoted.srcAmount !== swap.srcAmount) return 'srcTokenAmount'
  const slippageBps = slippageBpsOf(swap)
  if (slippageBps !== null && slippageBps !== slippageBpsOf(quoted)) return 'slippage'
  // The routes were chosen for this memo, or for having none; letter case counts.
  if (swap.receiverMemo !== undefined && swap.receiverMemo !== quoted.receiverMemo) {
    return 'receiverMemo'
  }
  const changed = fixedOnceNamed.find((field) => {
    const [before, now] = [quoted[field], swap[field]]
    return before !== undefined && now !== undefined && !isSameText(before, now)
  })
  return changed ?? null
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
