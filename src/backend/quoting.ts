/** The quote calls: ask, check, give every route its id, remember it. */
import { chainById } from '../chains/chains.ts'
import { randomUUID } from 'node:crypto'
import type { CallOptions } from '../api/api.ts'
import { askedFor, noProviderAnswered, nothingToChoose, onlyByName } from '../api/noRoute.ts'
import { toEcho } from '../api/request.ts'
import { type Quoted, type Route, toRoute } from '../api/route.ts'
import type { FailedItem, QuoteBestAnswer } from '../api/schemas.ts'
import { errorCodes, SwaprouteError } from '../core/errors.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { outcomeOf } from '../core/observation.ts'
import { isProviderId } from '../core/providerIds.ts'
import { type Quote, type QuoteWarning, unknownExclusionNote } from '../core/quote.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { PriceBook } from '../core/usd.ts'
import { mayBePicked } from '../router/preferred.ts'
import type { Offer } from '../router/offers.ts'
import { askingMs, findRoutes, type RouteResult, type RouterEvent } from '../router/router.ts'
import type { RoutePlan } from '../router/selection.ts'
import { checkRequest, toPlan } from './interpret.ts'
import { providerContext, type QuoteOutcome } from '../providers/types.ts'
import { type BackendServices, wireTools } from './services.ts'
import { readChainGas } from './chainGas.ts'
import type { FoundRoutes } from './sharedRoutes.ts'
import { readWallet, shortagesOf } from './wallets.ts'
import {
  estimateTerms,
  feeTerms,
  toFailedItem,
  toHiddenItem,
  toRouteItem,
  type WireTools,
} from './wire.ts'

/** `request`: with the addresses in their chains' own spelling. */
type Calculated = FoundRoutes & { request: RouteRequest }

const unpriced: PriceBook = () => null

/** All routes, best first; dangerous ones only if the caller asks for them. */
export async function quoteAll(
  services: BackendServices,
  asked: RouteRequest,
  call: CallOptions,
): Promise<Quoted> {
  const calculated = await calculate(services, asked, call)
  const { request, result } = calculated
  const listsFailed = request.showFailedRoutes === true
  // Without the failed rows, an outage would look like an empty answer.
  if (!listsFailed && result.offers.length === 0) refuseOutage(calculated)
  const shown = result.offers.filter((offer) => !isHidden(offer, request))
  const routes = (await publish(services, shown, calculated)).map(({ route }) => route)
  const quote = toEcho(request, request.depositTradeParams === 'onlyDeposits')
  return listsFailed ? { quote, routes, failed: failedItems(calculated) } : { quote, routes }
}

/**
 * The best route. A dangerous one is chosen only if the caller asks to see them and there is no
 * other.
 * @throws SwaprouteError NO_ROUTE, or the limit or outage that is the reason
 */
export async function quoteBest(
  services: BackendServices,
  asked: RouteRequest,
  call: CallOptions,
): Promise<Route<QuoteBestAnswer> & { id: string }> {
  const calculated = await calculate(services, asked, call)
  const { request, result } = calculated
  const eligible = result.offers.find(mayBePicked)
  const named = result.offers.find((offer) => isNamed(offer, request))
  const open = request.showDangerousRoutes === true ? result.offers[0] : undefined
  const chosen = eligible ?? named ?? open
  if (chosen === undefined) throw whyNone(calculated)
  const [published] = await publish(services, [chosen], calculated)
  if (published === undefined) throw new Error('the chosen route was not published')
  const { id, route } = published
  const quote = toEcho(request, chosen.quote.executionKind === 'deposit')
  return { ...route, id, item: { ...route.item, quote } }
}

/** A route that is never picked automatically is picked if the request names its provider alone. */
function isNamed({ quote, dangers }: Offer, request: RouteRequest): boolean {
  const { preferredProvider, preferredProviderOnly } = request
  return (
    dangers.length === 0 && preferredProviderOnly === true && quote.provider === preferredProvider
  )
}

function whyNone(calculated: Calculated): SwaprouteError {
  const manual = calculated.result.offers.find(({ dangers }) => dangers.length === 0)
  if (manual === undefined) return noChoice(calculated)
  return onlyByName(manual.quote.provider, manual.quote.warnings)
}

function isHidden({ dangers }: Offer, { showDangerousRoutes }: RouteRequest): boolean {
  return showDangerousRoutes !== true && dangers.length > 0
}

/** Providers without an offer, and the hidden offers. */
function failedItems({ request, result }: Calculated): FailedItem[] {
  const hidden = result.offers.filter((offer) => isHidden(offer, request))
  return [
    ...result.failed.map((failure) => toFailedItem(randomUUID(), failure)),
    ...hidden.map((offer) => toHiddenItem(randomUUID(), offer)),
  ]
}

async function calculate(
  services: BackendServices,
  asked: RouteRequest,
  call: CallOptions,
): Promise<Calculated> {
  const signal = call.signal ?? new AbortController().signal
  const request = await checkRequest(asked, services)
  const plan = toPlan(request, services)
  const find = (within: AbortSignal): Promise<FoundRoutes> => ask(services, plan, call, within)
  // Early answers are for one caller, and `enough` ends the waiting of one.
  const isAlone = call.enough !== undefined || call.onEvent !== undefined
  const { result, atMs } = await (isAlone || services.shared === undefined
    ? find(signal)
    : services.shared.find(plan, signal, find))
  if (signal.aborted) throw new SwaprouteError('INTERRUPTED', 'The calculation was stopped.')
  const noted = withExclusionNote(result, request)
  const checked = plan.request.enableChecks
    ? await withWalletChecks(services, noted, signal)
    : noted
  return { request, result: checked, atMs }
}

/** Asks the providers of a plan. */
async function ask(
  services: BackendServices,
  plan: RoutePlan,
  call: CallOptions,
  signal: AbortSignal,
): Promise<FoundRoutes> {
  const { srcToken, dstToken } = plan.request
  const result = await findRoutes(plan, {
    providers: services.providers.fitting(plan.request, plan.preferred),
    context: (providerSignal) => providerContext(services, providerSignal),
    prices: services.loadPrices([srcToken, dstToken, plan.nativeToken], signal, {
      timeoutMs: askingMs(plan),
    }),
    chainGas: () => readChainGas(srcToken, services, signal),
    chargesData: chainById(srcToken.blockchain).dataFee !== null,
    signal,
    onOutcome: (outcome, ms) => reportOutcome(services, outcome, ms),
    ...(call.enough === undefined ? {} : { enough: call.enough }),
    ...(call.onEvent === undefined
      ? {}
      : { onEvent: toNews(services, call.onEvent, plan.timeoutMs) }),
  })
  return { result, atMs: services.now() }
}

/** One outcome for each provider, however many offers it made. */
function reportOutcome(
  { observe }: BackendServices,
  { quotes, failed }: QuoteOutcome,
  ms: number,
): void {
  if (observe === undefined) return
  const offering = new Set(quotes.map(({ provider }) => provider))
  for (const provider of offering) observe({ kind: 'provider', provider, outcome: 'quoted', ms })
  for (const { provider, error } of failed) {
    observe({ kind: 'provider', provider, outcome: outcomeOf(error), ms })
  }
}

/**
 * Early events: prices may be missing, so their routes have no USD values, no dangers and no id.
 */
function toNews(
  services: BackendServices,
  emit: NonNullable<CallOptions['onEvent']>,
  timeoutMs: number,
): (event: RouterEvent) => void {
  return (event) => {
    switch (event.type) {
      case 'started':
        emit({ ...event, timeoutSeconds: timeoutMs / 1000 })
        break
      case 'quote': {
        const { quote, ...progress } = event
        const route = routeOf(null, { quote, dangers: [] }, wireTools(services, unpriced))
        emit({ ...progress, type: 'route', route })
        break
      }
      case 'failed': {
        const { failure, ...progress } = event
        emit({ ...progress, failed: toFailedItem(randomUUID(), failure) })
        break
      }
    }
  }
}

/** Gives every offer an id and stores it, so that `swap` works from any process. */
async function publish(
  services: BackendServices,
  offers: readonly Offer[],
  { request, result, atMs: quotedAtMs }: Calculated,
): Promise<{ id: string; route: Route }[]> {
  const published = offers.map((offer) => {
    const id = randomUUID()
    return { id, offer, route: routeOf(id, offer, wireTools(services, result.prices)) }
  })
  const routes = published.map(({ id, offer, route }) => ({ id, quote: offer.quote, route }))
  if (routes.length > 0) await (await services.quotes()).save({ quotedAtMs, request, routes })
  return published.map(({ id, route }) => ({ id, route }))
}

/** The route of an offer, which is shown, sent and stored. */
function routeOf(id: string | null, offer: Offer, tools: WireTools): Route {
  const { quote } = offer
  const terms = { ...estimateTerms(quote, quote, tools.prices), ...feeTerms(quote.fees) }
  return toRoute(toRouteItem(id, offer, tools), terms)
}

/** Adds 7102 to the routes of a request that excludes an unknown provider. */
function withExclusionNote(
  result: RouteResult,
  { nativeBlacklist = [] }: RouteRequest,
): RouteResult {
  const unknown = [...new Set(nativeBlacklist.filter((name) => !isProviderId(name)))]
  if (unknown.length === 0) return result
  const names = foreignReason(unknown.join(', '), 200)
  const reason = `nativeBlacklist excludes nothing by ${names}: there is no such provider`
  const note: QuoteWarning = { code: unknownExclusionNote, reason }
  return withNotes(result, () => [note])
}

function withNotes(result: RouteResult, notesOf: (quote: Quote) => QuoteWarning[]): RouteResult {
  const offers = result.offers.map(({ quote, dangers }): Offer => {
    return { quote: { ...quote, warnings: [...quote.warnings, ...notesOf(quote)] }, dangers }
  })
  return { ...result, offers }
}

/** Adds 3001, 3003 and 3004 as warnings to the routes the wallet cannot pay yet. */
async function withWalletChecks(
  services: BackendServices,
  result: RouteResult,
  signal: AbortSignal,
): Promise<RouteResult> {
  const first = result.offers[0]?.quote
  const owner = first?.request.fromAddress ?? null
  if (first === undefined || owner === null) return result
  const { srcToken } = first.request
  const spenders = [...new Set(result.offers.flatMap(({ quote }) => quote.spender ?? []))]
  const chain = srcToken.blockchain
  const wallet = await readWallet(services.rpc, chain, owner, srcToken, spenders, signal)
  if (wallet === null) return result
  const nativeToken = services.nativeToken(chain)
  return withNotes(result, (quote) =>
    shortagesOf(quote, wallet, nativeToken).map(({ code, message, context }) => ({
      code: errorCodes[code].serviceCode,
      reason: message,
      data: context,
    })),
  )
}

function noChoice(calculated: Calculated): SwaprouteError {
  return nothingToChoose(
    failedItems(calculated),
    askedFor(calculated.request, (blockchain) => blockchain),
  )
}

/** @throws SwaprouteError if no provider answered */
function refuseOutage(calculated: Calculated): void {
  if (noProviderAnswered(failedItems(calculated))) throw noChoice(calculated)
}
