import type { RouteItem } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import { type ProviderId, isProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { SwapOrder } from './types.ts'

/** What identifies the picked route, read from what the service wrote. */
export type RouteFacts = { routeId: string; provider: ProviderId; swapType: SwapType }

/** @throws SwaprouteError QUOTE_EXPIRED without an id, UPSTREAM_REFUSED for an unknown provider */
export function readRoute(
  route: RouteItem,
  order: Pick<SwapOrder, 'srcToken' | 'dstToken'>,
): RouteFacts {
  if (route.id === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'The route has no id and cannot be swapped.', {
      hint: 'Quote again.',
    })
  }
  if (!isProviderId(route.providerType)) {
    const message = `The service names a provider this program does not know: ${route.providerType}.`
    throw new SwaprouteError('UPSTREAM_REFUSED', message, {
      hint: 'Nothing was signed. Choose a known one with --provider; `swaproute providers` lists them.',
    })
  }
  // Not what the service says: a swap that leaves the chain needs evidence from another one.
  const crossChain = order.srcToken.blockchain !== order.dstToken.blockchain
  return {
    routeId: route.id,
    provider: route.providerType,
    swapType: crossChain ? 'cross-chain' : 'on-chain',
  }
}
