import type { Route } from '../../api/route.ts'
import { namedMemo, payeeOf } from '../../chains/receiverMemos.ts'
import { receiverNotes } from '../../chains/receiverNotes.ts'
import { formatAmount } from '../../core/amounts.ts'
import { disabledProvider } from '../../core/providerChoice.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Confirmation, OrderCard, Repeat, ReviewReason } from '../../core/review.ts'
import {
  acceptedMinimum,
  checkGain,
  checkLoss,
  checkMarket,
  checkMinimum,
  checkRefund,
  checkSlippage,
  greatestLoss,
  isQuoteFresh,
  lossBetween,
} from '../checks/amounts.ts'
import { checkRemote } from '../checks/dangers.ts'
import { checkParties, withParties } from '../checks/parties.ts'
import type { ExecutionContext } from '../context.ts'
import type { DepositOrder } from '../planned.ts'
import { depositRefund } from '../refund.ts'
import { isWorse } from '../renewal.ts'
import { movedName, repeatReasons } from '../repeat.ts'
import {
  atStake,
  dangerReasons,
  impactReasons,
  listFees,
  valueReasons,
  yesValueUsdE18,
  confirmedPrice,
  valueOf,
  warningsBeside,
} from '../review.ts'
import { readRoute, termsOf, warningsOf } from '../route.ts'
import { requireReadable } from './confirmAtProvider.ts'

/** After this many expired quotes, the user is assumed to be away. */
const maxRounds = 4

/**
 * The order the user accepted, with a quote that is valid when the order is opened (P5). An expired
 * quote is renewed at the same provider: one that is not worse continues, any other must be accepted
 * again.
 * @returns the card of the order and the one that was accepted, of the same or worse terms
 * @throws SwaprouteError QUOTE_EXPIRED when the provider no longer offers it, and what `planOrder`
 * and `confirmOrder` throw
 */
export async function confirmedOrder<Order extends DepositOrder>(
  order: Order,
  context: ExecutionContext,
  repeatOf: Repeat | null = null,
): Promise<{ order: Order; card: OrderCard; accepted: OrderCard }> {
  let current = order
  let accepted: OrderCard | null = null
  for (let round = 0; round < maxRounds; round += 1) {
    if (!isQuoteFresh(current.quotedAtMs, context.now())) {
      current = await quotedAgain(current, context)
    }
    const card = await planOrder(current, context)
    const worse =
      accepted === null
        ? belowPicked(order, card)
        : isWorse(accepted, card, confirmationAsPaid, order.minReceive)
    if (accepted === null || worse.length > 0) {
      const shown = accepted === null ? {} : { replaces: { card: accepted, worse } }
      const reasons = accepted === null ? worse : []
      const typedReasons = [
        ...repeatReasons(repeatOf),
        ...movedName(context.journal, card),
        ...card.typedReasons,
        ...reasons,
      ]
      await context.confirmOrder({ ...card, repeatOf, ...shown, typedReasons })
      accepted = card
    }
    if (isQuoteFresh(current.quotedAtMs, context.now())) return { order: current, card, accepted }
  }
  throw expired('The quote expired repeatedly before the order was opened.')
}

/** The higher of the two answers that an order may need. */
function confirmationAsPaid(card: OrderCard): Confirmation {
  return orderConfirmation(card, 'signed')
}

/** Why an offer that was renewed before it was ever shown is worse than the picked route. */
function belowPicked({ minReceive, route }: DepositOrder, { receive }: OrderCard): ReviewReason[] {
  const floor = minReceive ?? termsOf(route).dstMinAmount
  const { token, atLeast } = receive
  if (atLeast >= floor) return []
  const [now, before] = [atLeast, floor].map((amount) => formatAmount(amount, token.decimals))
  const text = `The quote was renewed: the minimum is now ${now} ${token.symbol}, not ${before}.`
  return [{ code: 'worse', text }]
}

/** The current version of the offer: same provider and kind of rate, the best of several. */
async function quotedAgain<Order extends DepositOrder>(
  order: Order,
  { api, now, signal }: ExecutionContext,
): Promise<Order> {
  const { provider, rateType } = order.route
  const quotedAtMs = now() // before the call: its first quotes are as old as the call is long
  const request = { ...order.request, depositTradeParams: 'onlyDeposits' as const }
  const { routes } = await api.quoteAll(request, { signal })
  const [route] = routes
    .filter((one) => one.id !== null && one.provider === provider)
    .filter((one) => one.rateType === rateType)
    .toSorted(byMinimum)
  if (route === undefined) {
    throw expired(`The quote expired, and ${provider} no longer offers this swap.`)
  }
  const warnings = warningsOf(route.warnings, order.route)
  return { ...order, request, route: { ...route, warnings }, quotedAtMs }
}

function byMinimum(one: Route, other: Route): number {
  const [a, b] = [termsOf(one).dstMinAmount, termsOf(other).dstMinAmount]
  return a === b ? 0 : a > b ? -1 : 1
}

function expired(message: string): SwaprouteError {
  return new SwaprouteError('QUOTE_EXPIRED', message, { hint: 'Get a new quote.' })
}

/** Context for planning an order; no journal, no key. */
export type OrderPlanContext = Pick<
  ExecutionContext,
  'priceOf' | 'now' | 'ownReading' | 'disabled' | 'facts' | 'hasChain' | 'nativeToken'
>

/**
 * The facts to confirm before an order is opened, with values (P1 to P4).
 * @throws SwaprouteError UNSAFE_ROUTE (E9, P2, P3, P4, S6; D3 where its provider could not be
 * asked), QUOTE_EXPIRED for a route without an id
 */
export async function planOrder(
  order: DepositOrder,
  context: OrderPlanContext,
): Promise<OrderCard> {
  const { request, route } = order
  const { srcToken, dstToken, srcAmount } = request
  const { routeId, provider } = readRoute(route, request)
  if (context.disabled?.isProvider(provider) === true) throw disabledProvider(provider)
  await requireReadable(provider, context)
  const terms = termsOf(route)
  const accepted = acceptedMinimum({ request, quoted: terms, kind: 'deposit' })
  const { acceptedMin } = accepted
  const atLeast =
    order.minReceive !== null && order.minReceive > acceptedMin ? order.minReceive : acceptedMin
  // Refused before ordering: no order of such a route could be accepted.
  const claimedMin = terms.dstMinAmount
  checkMinimum({ ...accepted, dstToken, claimedMin, decodedMin: null, minReceive: null })
  const nativeToken = context.nativeToken(srcToken.blockchain)
  const hasFixedFee = terms.protocolFee + terms.providerFee > 0n
  const [src, dst, native, parties] = await Promise.all([
    confirmedPrice(srcToken, context),
    confirmedPrice(dstToken, context),
    hasFixedFee ? confirmedPrice(nativeToken, context) : null,
    checkParties(order, context),
  ])
  const sendUsdE18 = valueOf(srcAmount, srcToken, src)
  const expectedUsdE18 = valueOf(terms.dstAmount, dstToken, dst)
  const atLeastUsdE18 = valueOf(atLeast, dstToken, dst)
  const lossBps = lossBetween(sendUsdE18, expectedUsdE18)
  const { warnings } = route
  const { limits } = route.item
  const refund = depositRefund(warnings, request, { src })
  const send = { token: srcToken, amount: srcAmount, usdE18: sendUsdE18 }
  const back = refund === null ? {} : { refund }
  const greatestLossBps = greatestLoss(sendUsdE18, atLeastUsdE18, refund)
  const reviewed: OrderCard = {
    routeId,
    provider,
    rateType: route.rateType,
    send,
    receive: {
      token: dstToken,
      expected: terms.dstAmount,
      atLeast,
      expectedUsdE18,
      atLeastUsdE18,
    },
    fees: listFees(terms, request, { src, native }, nativeToken),
    limits: { min: limits?.min ?? null, max: limits?.max ?? null },
    durationSeconds: terms.durationSeconds,
    ...back,
    receiver: order.receiver,
    ...withMemo(receiverMemoOf(order)),
    notes: receiverNotes(dstToken, order.receiver, request.receiverMemo ?? null),
    refundAddress: order.refundAddress ?? order.fromAddress,
    quoteAgeMs: Math.max(0, context.now() - order.quotedAtMs),
    lossBps,
    warnings: warningsBeside(refund, warnings),
    typedReasons: [
      ...valueReasons(sendUsdE18, expectedUsdE18, atStake({ send, fees: [], ...back })),
      ...checkLoss(greatestLossBps, order.maxLossBps),
      ...checkRefund(refund),
      ...checkMarket(lossBps),
      ...checkGain(lossBps, false),
      ...checkSlippage(terms.dstAmount, atLeast),
      ...impactReasons(terms.priceImpactPercent),
      ...dangerReasons(warnings),
    ],
  }
  const card = withParties(reviewed, parties)
  if (context.ownReading === undefined) return card
  return { ...card, typedReasons: [...checkRemote(card, request), ...card.typedReasons] }
}

/** Beside the receiver's address or inside it; null if absent. */
export function receiverMemoOf({
  request: { dstToken, receiverMemo },
  receiver,
}: Pick<DepositOrder, 'request' | 'receiver'>): { name: string; value: string } | null {
  const { blockchain } = dstToken
  return namedMemo(blockchain, payeeOf(blockchain, receiver, receiverMemo ?? null))
}

function withMemo(memo: OrderCard['receiverMemo'] | null): Pick<OrderCard, 'receiverMemo'> {
  return memo == null ? {} : { receiverMemo: memo }
}

/** Reasons about the size of the swap, not the quality of the offer. */
const aboutValue: ReadonlySet<ReviewReason['code']> = new Set(['value', 'value_unknown'])

/**
 * Which confirmation an order needs. An order moves no money: the user pays, with the amount in
 * view. So `--yes` alone opens one of any value, unless it loses a lot or is dangerous. One that
 * this program pays is confirmed like a payment (K12); on a terminal the amount is typed for the
 * payment, so a yes opens the order.
 */
export function orderConfirmation(
  card: Pick<OrderCard, 'send' | 'refund' | 'typedReasons' | 'repeatOf'>,
  payment: 'by_hand' | 'signed',
): Confirmation {
  const { send, typedReasons, repeatOf } = card
  const stakeUsdE18 = atStake({ ...card, fees: [] })
  const isBad = typedReasons.some(({ code }) => !aboutValue.has(code))
  const aboveYes = stakeUsdE18 === null || stakeUsdE18 > yesValueUsdE18
  const needsAmount = isBad || (payment === 'signed' && aboveYes)
  const reasons = typedReasons.map(({ text }) => text)
  // The review of a payment repeats all but what the journal knew before the order was in it.
  const isTyped =
    repeatOf != null ||
    typedReasons.some(({ code }) => payment === 'by_hand' || code === 'name_moved')
  return {
    interactive: isTyped ? 'type_amount' : 'yes_no',
    flags: needsAmount ? 'confirm_amount' : 'yes',
    amountText: formatAmount(send.amount, send.token.decimals),
    gas: null,
    trust: null,
    reasons: needsAmount && reasons.length === 0 ? ['The value is above 100 USD.'] : reasons,
  }
}
