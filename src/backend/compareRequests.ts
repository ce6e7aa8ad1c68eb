import type { QuoteAllBody } from '../api/schemas.ts'
import { type RouteRequest, slippageBpsOf } from '../core/routeRequest.ts'

/** Named in the quote, they are fixed; left out there, the swap may name them. */
const fixedOnceNamed = ['receiver', 'fromAddress', 'refundAddress', 'integratorAddress'] as const

/**
 * The first party in which a repeated swap request differs from the one that was answered: a stored
 * answer is repeated to exactly the same request, whatever is left out (docs/safety.md V6).
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
 * The first field in which a swap request differs from the quote it names (error 1003), as
 * the contract names it; null where they agree.
 * @param usedSlippageBps what the route was calculated with where the request named none
 */
export function findDifference(
  quoted: RouteRequest,
  swap: RouteRequest,
  usedSlippageBps: number,
): keyof QuoteAllBody | null {
  const [src, dst] = [quoted.srcToken, quoted.dstToken]
  if (src.blockchain !== swap.srcToken.blockchain) return 'srcTokenBlockchain'
  if (dst.blockchain !== swap.dstToken.blockchain) return 'dstTokenBlockchain'
  if (!isSameText(src.address, swap.srcToken.address)) return 'srcTokenAddress'
  if (!isSameText(dst.address, swap.dstToken.address)) return 'dstTokenAddress'
  if (quoted.srcAmount !== swap.srcAmount) return 'srcTokenAmount'
  const slippageBps = slippageBpsOf(swap)
  if (slippageBps !== null && slippageBps !== (slippageBpsOf(quoted) ?? usedSlippageBps)) {
    return 'slippage'
  }
  // The routes were chosen for it, also for having none; its letters count.
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
