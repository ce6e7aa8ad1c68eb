/** Requests in tokens and base units. */
import { formatAmount } from '../../src/core/amounts.ts'
import type { RouteRequest } from '../../src/core/routeRequest.ts'
import type { SwapOrder } from '../../src/execution/planned.ts'

/** What is swapped. */
export type Wish = Pick<RouteRequest, 'srcToken' | 'dstToken' | 'srcAmount'>

export function requestFor(
  { srcToken, dstToken, srcAmount }: Wish,
  more: Partial<RouteRequest> = {},
): RouteRequest {
  const srcAmountText = formatAmount(srcAmount, srcToken.decimals)
  return { srcToken, dstToken, srcAmount, srcAmountText, ...more }
}

/** What an order differs in from the usual one of its world. */
export type OrderChanges = Partial<SwapOrder & Wish>
