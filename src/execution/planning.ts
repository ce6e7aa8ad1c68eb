import type { SwapBody } from '../api/schemas.ts'
import type { Token } from '../core/token.ts'
import type { UsdPrice } from '../core/usd.ts'
import { outageAsNull } from './outage.ts'
import type { ReviewPrices } from './reviewCard.ts'
import type { RouteFacts } from './routeFacts.ts'
import type { PlanContext, SwapOrder } from './types.ts'

/** The service's own checks are off: it would refuse because the approval is still to come. */
export function toSwapBody(order: SwapOrder, { routeId }: RouteFacts): SwapBody {
  return {
    ...order.body,
    id: routeId,
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    ...(order.refundAddress === null ? {} : { refundAddress: order.refundAddress }),
    enableChecks: false,
  }
}

/** P1: a price that fewer than two independent sources agree on decides nothing here. */
export async function readPrices(order: SwapOrder, context: PlanContext): Promise<ReviewPrices> {
  const price = async (token: Token): Promise<UsdPrice | null> => {
    const found = await outageAsNull(context.priceOf(token))
    return found?.confirmed === true ? found : null
  }
  const [src, dst, native] = await Promise.all([
    price(order.srcToken),
    price(order.dstToken),
    price(context.nativeToken(order.srcToken.blockchain)),
  ])
  return { src, dst, native }
}
