import type { Route } from '../api/route.ts'
import type { FailedItem } from '../api/schemas.ts'
import { formatAmount } from '../core/amounts.ts'
import { errorCodes, SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { ReviewCard, ReviewReason } from '../core/review.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import { isQuoteFresh } from './checks/amounts.ts'
import { refuseDisabled } from './checks/contracts.ts'
import { checkRemote, requireOwnAmount } from './checks/dangers.ts'
import { checkParties, refuseDroppedMemo, withParties } from './checks/parties.ts'
import type { ExecutionContext, PlanContext } from './context.ts'
import type { Driver } from './driver.ts'
import { evmDriver } from './evm/driver.ts'
import { isTonPlan, type PlannedSwap, type SwapOrder } from './planned.ts'
import { toSwapOrder, toTermsRecord } from './records.ts'
import { isWorse } from './renewal.ts'
import { refuseOwnPayout } from './repeat.ts'
import { confirmationFor, gasBudget } from './review.ts'
import { termsOf, warningsOf } from './route.ts'
import type { Session } from './session.ts'

/**
 * Turns a picked route into a frozen plan: asks the service for the transaction, holds it against
 * every rule of docs/safety.md, simulates it, and values it for the review. Signs nothing, records
 * nothing, needs no key.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 *   SIMULATION_FAILED, NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and the errors of the service
 */
export async function planSwap(order: SwapOrder, context: PlanContext): Promise<PlannedSwap> {
  refuseDisabled(order, context)
  refuseDroppedMemo(order)
  const driver = await driverOf(order.request)
  const [parties, planned] = await Promise.all([
    checkParties(order, context),
    driver.plan(order, context),
  ])
  const card = withParties(planned.card, parties)
  const { ownReading } = context
  if (ownReading === undefined) return { ...planned, card }
  const dangers = checkRemote(card, order.request)
  requireOwnAmount(
    await ownReading.poolAmount(planned.provider, order.request),
    card,
    order.request,
  )
  return { ...planned, card: { ...card, typedReasons: [...dangers, ...card.typedReasons] } }
}

/** The driver of the chain that is paid on; TON's is loaded only where it is needed. */
export async function driverOf({ srcToken }: Pick<RouteRequest, 'srcToken'>): Promise<Driver> {
  return srcToken.blockchain === 'TON' ? (await import('./ton/driver.ts')).tonDriver : evmDriver
}

/**
 * A plan that may be signed now: the given one while its quote is fresh, otherwise a new one of
 * the same provider (P5). A plan that is not worse than the accepted one (P7) continues without asking;
 * any other has to be accepted again.
 * @throws SwaprouteError NO_ROUTE when the provider offers nothing, and what `planSwap` and
 *   `review` throw
 */
export async function freshPlan(
  session: Session,
  planned: PlannedSwap | null,
): Promise<PlannedSwap> {
  const { context, state } = session
  const accepted = state().terms
  const isCurrent = planned !== null && planned.routeId === accepted.routeId
  const isClaim = planned !== null && !isTonPlan(planned) && planned.claims !== undefined
  if (isCurrent && (isClaim || isQuoteFresh(planned.order.quotedAtMs, context.now()))) {
    refuseOwnPayout(context.journal, planned)
    keepGas(session, planned)
    return planned
  }

  const order = toSwapOrder(state())
  // A record of an older version has no card: everything is shown again.
  const card = isCurrent ? planned.card : accepted.card
  const next = await planAgain(order, state().plan.provider, renewing(card, context))
  refuseOwnPayout(context.journal, next)
  if (planned !== null) tellRenewed(planned, next, context)
  const worse = card === null ? null : isWorse(card, next.card, confirmationFor, order.minReceive)
  if (worse === null || worse.length > 0 || next.card.yesBlockedBy !== null) {
    const replaces = card === null || worse?.length === 0 ? undefined : { card, worse: worse ?? [] }
    await context.review({ ...next.card, occasion: 'resume', ...replacing(replaces) })
  }
  session.append({ type: 'accepted', ...toTermsRecord(next) })
  await context.checkpoint('accepted')
  keepGas(session, next)
  return next
}

/** A quote that expired while it was read is renewed: what became of it is never silent. */
function tellRenewed(before: PlannedSwap, next: PlannedSwap, { onEvent }: PlanContext): void {
  const { token, expected } = next.card.receive
  const difference = expected - before.card.receive.expected
  const size = formatAmount(difference < 0n ? -difference : difference, token.decimals)
  const change =
    difference === 0n
      ? 'the same amount'
      : `${size} ${token.symbol} ${difference < 0n ? 'less' : 'more'}`
  onEvent({
    type: 'step',
    step: 'plan',
    state: 'done',
    text: `The quote had expired and was renewed: you get ${change}`,
    blockchain: next.order.request.srcToken.blockchain,
    hash: null,
  })
}

/** The reviewed gas limits every signature of the plan. */
function keepGas(session: Session, planned: PlannedSwap): void {
  session.nativePrice = planned.nativePrice
  if (isTonPlan(planned)) return
  session.acceptedGas = { fees: planned.fees, left: gasBudget(planned.card, planned.nativePrice) }
}

/** After this many quotes that expired while they were read, the user is assumed to be away. */
const maxRounds = 4

/**
 * Shows a plan until it is accepted with a quote that still holds. One that expired while it was
 * read is renewed at the same provider before the answer counts: a plan that is not worse continues, a
 * worse one is shown with what is worse, and asked again (P7).
 *
 * @param extra reasons and members of the card that the plan itself does not have
 * @throws SwaprouteError QUOTE_EXPIRED, and what `planSwap` and `review` throw
 */
export async function acceptedPlan(
  planned: PlannedSwap,
  extra: Pick<ReviewCard, 'repeatOf'> & { reasons: readonly ReviewReason[] },
  context: ExecutionContext,
): Promise<PlannedSwap> {
  const { reasons, ...members } = extra
  let current = planned
  let replaces: ReviewCard['replaces']
  for (let round = 0; round < maxRounds; round += 1) {
    const { card, order } = current
    await context.review({
      ...card,
      ...members,
      ...replacing(replaces),
      typedReasons: [...reasons, ...card.typedReasons],
    })
    const isClaim = !isTonPlan(current) && current.claims !== undefined
    if (isClaim || isQuoteFresh(order.quotedAtMs, context.now())) return current
    const next = await planAgain(order, current.provider, renewing(current.card, context))
    const worse = isWorse(card, next.card, confirmationFor, order.minReceive)
    tellRenewed(current, next, context)
    current = next
    if (worse.length === 0) return current
    replaces = { card, worse }
  }
  throw new SwaprouteError('QUOTE_EXPIRED', 'The quote expired repeatedly while it was shown.', {
    hint: 'Nothing was signed. Get a new quote when you are ready.',
    funds: 'none_moved',
  })
}

function replacing(
  replaces: ReviewCard['replaces'],
): { replaces: NonNullable<ReviewCard['replaces']>; quoted: ReviewCard['quoted'] } | null {
  if (replaces === undefined) return null
  const { expected, atLeast } = replaces.card.receive
  return { replaces, quoted: { expected, atLeast } }
}

/** Gas is planned within what was accepted, where the chain still mines at such a price. */
function renewing(card: ReviewCard | null, context: PlanContext): PlanContext {
  return card === null ? context : { ...context, mostGasCost: card.maxGasCost.amount }
}

/** The same route while the service still knows it, otherwise the provider's best one of now. */
async function planAgain(
  order: SwapOrder,
  provider: ProviderId,
  context: PlanContext,
): Promise<PlannedSwap> {
  if (isQuoteFresh(order.quotedAtMs, context.now())) {
    try {
      return await planSwap(order, context)
    } catch (thrown) {
      if (!isExpired(thrown)) throw thrown
    }
  }
  const quotedAtMs = context.now() // before the call: some of its quotes are as old as it lasts
  const only = { preferredProvider: provider, preferredProviderOnly: true }
  const request = { ...order.request, ...only, showFailedRoutes: true }
  const { routes, failed = [] } = await context.api.quoteAll(request, { signal: context.signal })
  const route = bestOf(routes, provider)
  if (route === null) {
    const failure = failed.find(({ providerType }) => providerType === provider)
    if (failure !== undefined && passing.has(failure.data.code)) throw noAnswer(provider, failure)
    const message = `${provider} no longer offers this swap.`
    throw new SwaprouteError('NO_ROUTE', message, {
      hint: 'The payment was not made. Get a new quote and choose another provider.',
    })
  }
  const warnings = warningsOf(route.warnings, order.route)
  return await planSwap({ ...order, route: { ...route, warnings }, quotedAtMs }, context)
}

/** Numbers of the service for what the next request may find otherwise. */
const passing: ReadonlySet<number> = new Set(
  Object.values(errorCodes).flatMap(({ retry, serviceCode }) =>
    retry === 'later' ? [serviceCode] : [],
  ),
)

/** An outage is not a refusal: the swap stays open for `resume`. */
function noAnswer(provider: string, { data }: FailedItem): SwaprouteError {
  const message = `${provider} could not quote the swap again: ${data.reason}`
  return new SwaprouteError('UPSTREAM_FAILED', message, { serviceCode: data.code })
}

function isExpired(thrown: unknown): boolean {
  return (
    thrown instanceof SwaprouteError &&
    (thrown.code === 'QUOTE_EXPIRED' || thrown.code === 'QUOTE_MISMATCH')
  )
}

function bestOf(routes: readonly Route[], provider: string): Route | null {
  let best: { route: Route; minimum: bigint } | null = null
  for (const route of routes) {
    if (route.provider !== provider || route.id === null) continue
    const minimum = termsOf(route).dstMinAmount
    if (best === null || minimum > best.minimum) best = { route, minimum }
  }
  return best?.route ?? null
}
