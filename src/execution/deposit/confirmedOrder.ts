import type { RouteItem } from '../../api/schemas.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isQuoteFresh } from '../checks/price.ts'
import { repeatReasons } from '../repeat.ts'
import type { Repeat, ReviewReason } from '../reviewTypes.ts'
import { readQuotedTerms } from '../terms.ts'
import { planOrder } from './orderReview.ts'
import type { DepositContext, DepositOrder, OrderCard } from './types.ts'

/** A person who lets that many quotes grow old is not at the screen. */
const maxRounds = 4

/**
 * The order a person said yes to, by a quote that is good when the order is opened (P5). One that
 * grew old while he chose, read or answered is quoted again at the same provider: what is no worse
 * than what was accepted goes on, anything else has to be accepted again.
 * @throws SwaprouteError QUOTE_EXPIRED when the provider offers it no more, and what `planOrder`
 *   and `confirmOrder` throw
 */
export async function confirmedOrder<Order extends DepositOrder>(
  order: Order,
  context: DepositContext,
  repeatOf: Repeat | null = null,
): Promise<{ order: Order; card: OrderCard }> {
  let current = order
  let floor = minimumOf(order)
  let accepted: OrderCard | null = null
  for (let round = 0; round < maxRounds; round += 1) {
    if (!isQuoteFresh(current.quotedAtMs, context.now())) {
      current = await quotedAgain(current, context)
    }
    const card = await planOrder(current, context)
    const worse = worseThan(floor, accepted, card)
    if (accepted === null || worse.length > 0) {
      const typedReasons = [...repeatReasons(repeatOf), ...card.typedReasons, ...worse]
      await context.confirmOrder({ ...card, repeatOf, typedReasons })
      accepted = card
      floor = card.receive.atLeast
    }
    if (isQuoteFresh(current.quotedAtMs, context.now())) return { order: current, card }
  }
  throw expired('The quote expired again and again before the order was opened.')
}

function minimumOf({ minReceive, route }: DepositOrder): bigint {
  return minReceive ?? readQuotedTerms(route).dstMinAmount
}

/** The same offer of now: same provider, same kind of rate, the best one of several. */
async function quotedAgain<Order extends DepositOrder>(
  order: Order,
  { api, now, signal }: DepositContext,
): Promise<Order> {
  const { providerType, rateType } = order.route
  const quotedAtMs = now() // before the call: some of its quotes are as old as it lasts
  const body = { ...order.body, depositTradeParams: 'onlyDeposits' as const }
  const { routes } = await api.quoteAll(body, { signal })
  const [route] = routes
    .filter((one) => one.id !== null && one.providerType === providerType)
    .filter((one) => (one.rateType ?? null) === (rateType ?? null))
    .toSorted(byMinimum)
  if (route === undefined) {
    throw expired(`The quote expired, and ${providerType} offers this swap no more.`)
  }
  return { ...order, body, route, quotedAtMs }
}

function byMinimum(one: RouteItem, other: RouteItem): number {
  const [a, b] = [readQuotedTerms(one).dstMinAmount, readQuotedTerms(other).dstMinAmount]
  return a === b ? 0 : a > b ? -1 : 1
}

/** What of the new offer was not accepted yet; empty where it is no worse. */
function worseThan(floor: bigint, accepted: OrderCard | null, card: OrderCard): ReviewReason[] {
  const { token, atLeast } = card.receive
  if (atLeast < floor) {
    const [now, before] = [atLeast, floor].map((amount) => formatAmount(amount, token.decimals))
    const text = `The quote was renewed: at least ${now} ${token.symbol} now, no longer ${before}.`
    return [{ code: 'worse', text }]
  }
  if (accepted === null) return []
  const known = accepted.typedReasons.map(({ code }) => code)
  return card.typedReasons.some(({ code }) => !known.includes(code))
    ? [{ code: 'worse', text: 'The quote was renewed and needs a closer look than before.' }]
    : []
}

function expired(message: string): SwaprouteError {
  return new SwaprouteError('QUOTE_EXPIRED', message, { hint: 'Quote again.' })
}
