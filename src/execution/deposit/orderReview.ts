import { formatAmount } from '../../core/amounts.ts'
import { disabledProvider } from '../../core/disabled.ts'
import type { Token } from '../../core/token.ts'
import { type UsdPrice, usdValueE18 } from '../../core/usd.ts'
import { acceptedMinimum, checkMinimum } from '../checks/minimum.ts'
import { checkGain, checkLoss, checkSlippage } from '../checks/price.ts'
import { yesValueUsdE18 } from '../confirmation.ts'
import { outageAsNull } from '../outage.ts'
import { dangerReasons, impactReasons, lossBetween, valueReasons } from '../reviewCard.ts'
import { readRoute } from '../routeFacts.ts'
import { readQuotedTerms } from '../terms.ts'
import type { ReviewReason } from '../reviewTypes.ts'
import type { Confirmation } from '../types.ts'
import { requireReadable } from './atProvider.ts'
import { rateTypeOf } from './handOut.ts'
import type { DepositContext, DepositOrder, OrderCard } from './types.ts'

/** What opening an order needs of the prices; no journal, no key. */
export type OrderPlanContext = Pick<DepositContext, 'priceOf' | 'now' | 'ownReading' | 'disabled'>

/**
 * Every fact that is confirmed before an order is opened, valued (P1 to P4).
 * @throws SwaprouteError UNSAFE_ROUTE (E9, P2, P3, P4, S6; D3 where its provider could not be asked), QUOTE_EXPIRED for a route without an id
 */
export async function planOrder(
  order: DepositOrder,
  context: OrderPlanContext,
): Promise<OrderCard> {
  const { srcToken, dstToken, srcAmount, route } = order
  const { routeId, provider } = readRoute(route, order)
  if (context.disabled?.isProvider(provider) === true) throw disabledProvider(provider)
  await requireReadable(provider, context)
  const terms = readQuotedTerms(route)
  const accepted = acceptedMinimum({ body: order.body, quoted: terms, kind: 'deposit' })
  const { acceptedMin } = accepted
  const atLeast =
    order.minReceive !== null && order.minReceive > acceptedMin ? order.minReceive : acceptedMin
  // Before anything is ordered: no order of such a route could be accepted.
  const claimedMin = terms.dstMinAmount
  checkMinimum({ ...accepted, dstToken, claimedMin, decodedMin: null, minReceive: null })
  const [src, dst] = await Promise.all([priceOf(srcToken, context), priceOf(dstToken, context)])
  const sendUsdE18 = valueOf(srcAmount, srcToken, src)
  const expectedUsdE18 = valueOf(terms.dstAmount, dstToken, dst)
  const atLeastUsdE18 = valueOf(atLeast, dstToken, dst)
  const lossBps = lossBetween(sendUsdE18, expectedUsdE18)
  const { limits, warnings } = route
  return {
    routeId,
    provider,
    rateType: rateTypeOf(route.rateType),
    send: { token: srcToken, amount: srcAmount, usdE18: sendUsdE18 },
    receive: {
      token: dstToken,
      expected: terms.dstAmount,
      atLeast,
      expectedUsdE18,
      atLeastUsdE18,
    },
    limits: { min: limits?.min ?? null, max: limits?.max ?? null },
    durationSeconds: terms.durationSeconds,
    receiver: order.receiver,
    refundAddress: order.refundAddress ?? order.fromAddress,
    quoteAgeMs: Math.max(0, context.now() - order.quotedAtMs),
    lossBps,
    warnings: warnings.map(({ code, reason }) => ({ code: String(code), text: reason })),
    typedReasons: [
      ...valueReasons(sendUsdE18, expectedUsdE18, sendUsdE18),
      ...checkLoss(lossBetween(sendUsdE18, atLeastUsdE18), order.maxLossBps),
      ...checkGain(lossBps),
      ...checkSlippage(terms.dstAmount, atLeast),
      ...impactReasons(terms.priceImpactPercent),
      ...dangerReasons(warnings),
    ],
  }
}

/** Reasons that are about how much it is, and not about how good the offer is. */
const aboutValue: ReadonlySet<ReviewReason['code']> = new Set(['value', 'value_unknown'])

/**
 * Which answer to an order is enough. An order moves no money: the user pays by himself, with the
 * amount in front of him. So `--yes` alone opens one of any value, but none that loses a lot or is
 * dangerous. One that this program will pay is confirmed as a payment (K12); on a terminal its
 * amount is typed for the payment itself, so that a yes opens the order.
 */
export function orderConfirmation(
  { send, typedReasons, repeatOf }: OrderCard,
  payment: 'by_hand' | 'signed',
): Confirmation {
  const isBad = typedReasons.some(({ code }) => !aboutValue.has(code))
  const aboveYes = send.usdE18 === null || send.usdE18 > yesValueUsdE18
  const needsAmount = isBad || (payment === 'signed' && aboveYes)
  const reasons = typedReasons.map(({ text }) => text)
  return {
    interactive:
      repeatOf != null || (payment === 'by_hand' && typedReasons.length > 0)
        ? 'type_amount'
        : 'yes_no',
    flags: needsAmount ? 'confirm_amount' : 'yes',
    amountText: formatAmount(send.amount, send.token.decimals),
    gas: null,
    reasons: needsAmount && reasons.length === 0 ? ['The value is above 100 USD.'] : reasons,
  }
}

/** P1: a price that fewer than two independent sources agree on decides nothing here. */
async function priceOf(token: Token, context: OrderPlanContext): Promise<UsdPrice | null> {
  const found = await outageAsNull(context.priceOf(token))
  return found?.confirmed === true ? found : null
}

function valueOf(amount: bigint, token: Token, price: UsdPrice | null): bigint | null {
  return price === null ? null : usdValueE18(amount, token.decimals, price)
}
