import { type BuiltRoute, readSwapAnswer, toWireTransaction } from '../../../src/api/builtRoute.ts'
import type { SwapAnswer } from '../../../src/api/schemas.ts'
import type { RouteItem } from '../../../src/api/routeSchema.ts'
import { toEstimate, toFees, toRouteItem, type WireTools } from '../../../src/backend/wire.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'

const tools: WireTools = {
  prices: () => null,
  nativeToken,
  blockchainNumber: () => null,
}

/** A quote as the client sees it. */
export function routeOf(quote: Quote): RouteItem {
  return toRouteItem('campaign', { quote, usd: null, dangers: [] } as never, tools)
}

/** A built swap as the client of a server sees it. */
export function answerOf(quote: Quote, built: BuiltSwap): BuiltRoute {
  const answer: SwapAnswer = {
    estimate: toEstimate(quote, built, tools),
    fees: toFees(quote, built.fees, tools),
    transaction: toWireTransaction(built.transaction),
    warnings: [],
    routing: [],
    providerType: quote.provider,
    swapType: quote.swapType,
    useRubicContract: false,
  }
  const wanted = quote.executionKind === 'deposit' ? 'order' : 'payment'
  return readSwapAnswer(answer, quote.request.srcToken, wanted)
}
