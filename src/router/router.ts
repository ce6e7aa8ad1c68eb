import { startDeadline } from '../core/deadline.ts'
import { disabledReason } from '../core/disabled.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook } from '../core/usd.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../providers/types.ts'
import { type Danger, dangersOf, isUnitError, medianAmount } from './danger.ts'
import { rank } from './ranking.ts'

/** The request and the user's choices about whom to ask and what to show. */
export type RoutePlan = {
  request: QuoteRequest
  /** Only this provider is asked. */
  onlyProvider: ProviderId | null
  excluded: ReadonlySet<ProviderId>
  /** By the list of whoever runs this: never asked, told as a failure. */
  disabled?: ReadonlySet<ProviderId>
  deposits: 'onlyDeposits' | 'noDeposits' | 'all'
  /** Deposit routes come before all others. */
  preferDeposit: boolean
  skipFeeProviders: boolean
  /** Whole calculation; every provider's own deadline lies inside it. */
  timeoutMs: number
  /** Native coin of the source chain, in which gas and fixed fees are paid. */
  nativeToken: Token
}

export type Offer = { quote: Quote; dangers: Danger[] }
export type Failure = { provider: ProviderId; error: SwaprouteError }

export type RouterEvent =
  | { type: 'started'; total: number }
  | { type: 'quote'; quote: Quote; calculated: number; total: number }
  | { type: 'failed'; failure: Failure; calculated: number; total: number }

/** `offers` best first, dangerous ones among them and marked; `failed` one row per provider id. */
export type RouteResult = { offers: Offer[]; failed: Failure[]; prices: PriceBook }

export type RouterTools = {
  /** Asked at once. */
  providers: readonly Provider[]
  /** Asked as soon as they are there; `afterFirst` when questions have just been sent. */
  otherProviders: (afterFirst: boolean) => Promise<readonly Provider[]>
  context: (signal: AbortSignal) => ProviderContext
  /** Started by the caller at the same moment as the quotes; never rejects. */
  prices: Promise<PriceBook>
  signal: AbortSignal
  onEvent?: (event: RouterEvent) => void
}

/** Left for ranking and printing once the last provider has been cut off. */
const closingTimeMs = 250

/**
 * Asks every provider that declares support, all at once, each with its own deadline inside the
 * request's, and tells of each offer as it arrives. One provider's failure is a row in `failed`.
 */
export async function findRoutes(plan: RoutePlan, tools: RouterTools): Promise<RouteResult> {
  const quotes: Quote[] = []
  const failed: Failure[] = []
  let [calculated, total] = [0, 0]

  const accept = (quote: Quote): void => {
    const reason = forbiddenBy(plan, quote)
    if (reason !== null) {
      reject({ provider: quote.provider, error: new SwaprouteError('NO_ROUTE', reason) })
      return
    }
    quotes.push(quote)
    calculated += 1
    tools.onEvent?.({ type: 'quote', quote, calculated, total })
  }
  const reject = (failure: Failure): void => {
    failed.push(failure)
    calculated += 1
    tools.onEvent?.({ type: 'failed', failure, calculated, total })
  }

  const first = selectProviders(plan, tools.providers).map((task) => begin(task, plan, tools))
  const rest = await tools.otherProviders(first.length > 0)
  const others = selectProviders(plan, rest).map((task) => begin(task, plan, tools))
  const unasked = disabledOf(plan, [...tools.providers, ...rest])
  const asked = [...first, ...others]
  total = asked.reduce((sum, { count }) => sum + count, unasked.length)
  tools.onEvent?.({ type: 'started', total })
  for (const id of unasked) reject({ provider: id, error: disabledError(id) })
  await Promise.all(
    asked.map(async ({ outcome }) => {
      const answer = await outcome
      for (const quote of answer.quotes) accept(quote)
      for (const failure of answer.failed) reject(failure)
    }),
  )

  const prices = await tools.prices
  const median = medianAmount(quotes)
  const sound = quotes.filter((quote) => {
    if (median === null || !isUnitError(quote.dstAmount, median)) return true
    failed.push({
      provider: quote.provider,
      error: new SwaprouteError(
        'UPSTREAM_FAILED',
        `${quote.provider} is off the other offers by a power of ten: a unit error.`,
      ),
    })
    return false
  })
  const offers = rank(sound, plan.nativeToken, prices).map((quote) => ({
    quote,
    dangers: dangersOf(quote, prices, median),
  }))
  return { offers: plan.preferDeposit ? depositsFirst(offers) : offers, failed, prices }
}

type Task = { provider: Provider; wanted: ReadonlySet<ProviderId> }

/** Sends the question; the answer never rejects. */
function begin(
  { provider, wanted }: Task,
  plan: RoutePlan,
  tools: RouterTools,
): { count: number; outcome: Promise<QuoteOutcome> } {
  return { count: wanted.size, outcome: ask(provider, wanted, plan, tools) }
}

/** Who is asked, and for which of its identifiers; pure and offline. */
function selectProviders(plan: RoutePlan, providers: readonly Provider[]): Task[] {
  return fittingProviders(plan, providers).flatMap(({ provider, wanted }) => {
    const allowed = [...wanted].filter((id) => plan.disabled?.has(id) !== true)
    return allowed.length === 0 ? [] : [{ provider, wanted: new Set(allowed) }]
  })
}

/** Who would be asked, were it not for the user's own list. */
function disabledOf(plan: RoutePlan, providers: readonly Provider[]): ProviderId[] {
  return fittingProviders(plan, providers).flatMap(({ wanted }) =>
    [...wanted].filter((id) => plan.disabled?.has(id) === true),
  )
}

function disabledError(id: ProviderId): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', disabledReason(id), { context: { check: 'S6' } })
}

function fittingProviders(plan: RoutePlan, providers: readonly Provider[]): Task[] {
  return providers.flatMap((provider) => {
    if (plan.deposits === 'onlyDeposits' && !provider.capabilities.deposit) return []
    if (plan.deposits === 'noDeposits' && provider.capabilities.deposit) return []
    if (plan.skipFeeProviders && provider.capabilities.chargesFee) return []
    const { receiver, fromAddress } = plan.request
    const foreignReceiver = receiver !== null && fromAddress !== null && receiver !== fromAddress
    if (foreignReceiver && !provider.capabilities.recipient) return []
    const wanted = provider
      .supports(plan.request)
      .filter((id) => !plan.excluded.has(id))
      .filter((id) => plan.onlyProvider === null || id === plan.onlyProvider)
    return wanted.length === 0 ? [] : [{ provider, wanted: new Set(wanted) }]
  })
}

async function ask(
  provider: Provider,
  wanted: ReadonlySet<ProviderId>,
  plan: RoutePlan,
  tools: RouterTools,
): Promise<QuoteOutcome> {
  const limitMs = Math.max(plan.timeoutMs - closingTimeMs, 1)
  const deadline = startDeadline(tools.signal, limitMs)
  const { signal } = deadline
  const tooLate = new Promise<never>((_, refuse) => {
    signal.addEventListener('abort', () => refuse(lateError(provider, limitMs, tools.signal)), {
      once: true,
    })
  })
  try {
    // The race also holds a provider that ignores its signal.
    const outcome = await Promise.race([
      provider.quote(plan.request, wanted, tools.context(signal)),
      tooLate,
    ])
    return { quotes: outcome.quotes, failed: [...outcome.failed, ...silent(wanted, outcome)] }
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    return { quotes: [], failed: [...wanted].map((id) => ({ provider: id, error })) }
  } finally {
    deadline.end()
  }
}

/** A wanted identifier that neither quoted nor failed has simply no pool for the pair. */
function silent(wanted: ReadonlySet<ProviderId>, outcome: QuoteOutcome): Failure[] {
  const heard = new Set<ProviderId>([
    ...outcome.quotes.map((quote) => quote.provider),
    ...outcome.failed.map((failure) => failure.provider),
  ])
  return [...wanted]
    .filter((id) => !heard.has(id))
    .map((id) => ({ provider: id, error: new SwaprouteError('NO_ROUTE', `${id} has no route.`) }))
}

function lateError(provider: Provider, limitMs: number, request: AbortSignal): SwaprouteError {
  if (request.aborted) {
    return new SwaprouteError('INTERRUPTED', 'The calculation was stopped.')
  }
  return new SwaprouteError(
    'TIMED_OUT',
    `${provider.ids[0] ?? 'A provider'} did not answer within ${(limitMs / 1000).toFixed(1)} s.`,
  )
}

const foreignKeyOf: Partial<Record<ProviderId, keyof QuoteRequest['foreignExclusions']>> = {
  lifi: 'lifi',
  LIFI: 'lifi',
  rango: 'rango',
  RANGO: 'rango',
  ZRX: 'zerox',
  DFLOW: 'dflow',
}

/**
 * Why the request's own words forbid an offer, although its provider made it: a fee under
 * `skipFeeProviders`, or an excluded exchange inside an aggregator's route.
 */
function forbiddenBy(plan: RoutePlan, quote: Quote): string | null {
  const { percent, providerFixed, protocolFixed } = quote.fees
  const takesFee = (percent !== null && percent.percent > 0) || providerFixed + protocolFixed > 0n
  if (plan.skipFeeProviders && takesFee) return `${quote.provider} charges a fee on this route.`
  const key = foreignKeyOf[quote.provider]
  if (key === undefined) return null
  const banned = new Set(plan.request.foreignExclusions[key].map((name) => name.toLowerCase()))
  const step = quote.steps.find((candidate) => banned.has(candidate.provider.toLowerCase()))
  return step === undefined ? null : `${quote.provider} routes through ${step.provider}, excluded.`
}

function depositsFirst(offers: Offer[]): Offer[] {
  const isDeposit = (offer: Offer): boolean => offer.quote.executionKind === 'deposit'
  return [...offers.filter(isDeposit), ...offers.filter((offer) => !isDeposit(offer))]
}
