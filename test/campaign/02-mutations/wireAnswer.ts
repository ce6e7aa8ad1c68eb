import type { RouteItem, SwapAnswer } from '../../../src/api/schemas.ts'
import {
  toEstimate,
  toFees,
  toRouteItem,
  toTransaction,
  type WireTools,
} from '../../../src/backend/wire.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'

const tools: WireTools = { prices: () => null, nativeToken, blockchainNumber: () => null }

/** A quote as the client sees it. */
export function routeOf(quote: Quote): RouteItem {
  return toRouteItem('campaign', { quote, usd: null, dangers: [] } as never, tools)
}

/** A built swap as the client sees it. */
export function answerOf(quote: Quote, built: BuiltSwap): SwapAnswer {
  return {
    estimate: toEstimate(quote, built, tools.prices),
    fees: toFees(quote, built.fees, tools),
    transaction: toTransaction(built.transaction),
    warnings: [],
    routing: [],
    providerType: quote.provider,
    swapType: quote.swapType,
    useRubicContract: false,
  }
}
