import type { ErrorObject } from '../api/routeSchema.ts'
import { builtInTokens } from '../chains/tokens.ts'
import { type Token, isSameAddress } from '../core/token.ts'
import { refundFeeIn } from '../core/quote.ts'
import type { ReviewRefund } from '../core/review.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { DecodedCall } from '../core/transaction.ts'
import { usdE18Text } from '../core/figures.ts'
import { unsafe } from './checks/unsafe.ts'
import type { PlanContext } from './context.ts'
import { confirmedPrice, type ReviewPrices, valueOf } from './review.ts'

/** Relayers ask for their gas on two chains; more is not a refund fee. */
const mostRefundFeeUsdE18 = 5n * 10n ** 18n

/**
 * E16: the refund of an order that is not filled, valued. Null if the refund costs nothing.
 * @throws SwaprouteError UNSAFE_ROUTE where the fees of a refund are more than a relayer's costs
 */
export async function readRefund(
  refund: DecodedCall['refund'],
  { srcToken, srcAmount }: Pick<RouteRequest, 'srcToken' | 'srcAmount'>,
  prices: Pick<ReviewPrices, 'src'>,
  context: Pick<PlanContext, 'priceOf'>,
): Promise<ReviewRefund | null> {
  if (refund === undefined || refund.fee === 0n) return null
  const { fee, amount } = refund
  const token = isSameAddress(srcToken.address, refund.token)
    ? srcToken
    : knownToken(srcToken, refund.token)
  const price = token === srcToken ? prices.src : await confirmedPrice(token, context)
  const atLeast = (amount ?? srcAmount) - fee
  const feeUsdE18 = valueOf(fee, token, price)
  if (feeUsdE18 !== null && feeUsdE18 > mostRefundFeeUsdE18) {
    throw unsafe(
      'E16',
      `A refund would cost ${usdE18Text(feeUsdE18)}, more than relaying it costs.`,
      {
        fee: String(fee),
        token: token.address,
      },
    )
  }
  return { token, fee, atLeast, feeUsdE18, atLeastUsdE18: valueOf(atLeast, token, price) }
}

/**
 * E16: the refund of a deposit that its provider returns, by the note of its route. Null if
 * it does not state the cost.
 */
export function depositRefund(
  warnings: readonly ErrorObject[],
  { srcToken, srcAmount }: Pick<RouteRequest, 'srcToken' | 'srcAmount'>,
  { src }: Pick<ReviewPrices, 'src'>,
): ReviewRefund | null {
  const fee = refundFeeIn(warnings)
  if (fee === null) return null
  const atLeast = fee < srcAmount ? srcAmount - fee : 0n
  const usd = (amount: bigint): bigint | null => valueOf(amount, srcToken, src)
  return { token: srcToken, fee, atLeast, feeUsdE18: usd(fee), atLeastUsdE18: usd(atLeast) }
}

function knownToken({ blockchain }: Token, address: string): Token {
  const found = builtInTokens(blockchain).find((token) => isSameAddress(token.address, address))
  if (found !== undefined) return found
  throw unsafe('E16', `A refund would be paid in ${address}, which is not known.`, {
    token: address,
  })
}
