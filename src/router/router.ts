import { onAbort, startDeadline } from '../core/deadline.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { secondsText } from '../core/figures.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook } from '../core/usd.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../providers/types.ts'
import { dangersOf, isUnitError, medianAmount } from './danger.ts'
import type { ProviderFailure, Offer } from './offers.ts'
import { type ChainGas, withGas } from './gas.ts'
import { disabledError, notAsked, withFee, withoutMemo } from './unasked.ts'
import { createPatience, type Cut, type Patience } from './patience.ts'
import { preferFirst } from './preferred.ts'
import { withUnenforcedGains } from './unenforced.ts'
import { rank } from './ranking.ts'

/** The request, the providers to ask and the options of the answer. */
export type RoutePlan = {
  request: QuoteRequest
  /** Its routes come first; the others are asked as well. */
  preferred: ProviderId | null
  /** Only the preferred provider is asked. */
  onlyPreferred: boolean
  /**
   * Why the preferred provider is unavailable: no key, or no service in the sandbox. Null if
   * available.
   */
  preferredUnavailable: string | null
  excluded: ReadonlySet<ProviderId>
  /** Disabled in the settings: never asked, and listed as failed. */
  disabled?: ReadonlySet<ProviderId>
  deposits: 'onlyDeposits' | 'noDeposits' | 'all'
  /** Deposit routes come before all others. */
  preferDeposit: boolean
  skipFeeProviders: boolean
  /** For the whole calculation; every provider's own deadline is earlier. */
  timeoutMs: number
  /** Native coin of the source chain, which pays gas and fixed fees. */
  nativeToken: Token
}

/** Progress of a calculation in provider identifiers; `waiting`: those without an answer. */
export type Progress = { calculated: number; total: number; waiting: readonly ProviderId[] }

export type RouterEvent =
  | ({ type: 'started' } & Progress)
  | ({ type: 'quote'; quote: Quote } & Progress)
  | ({ type: 'failed'; failure: ProviderFailure } & Progress)

/**
 * `offers` best first, including dangerous ones, which are marked; `failed` one row per provider
 * id.
 */
export type RouteResult = { offers: Offer[]; failed: ProviderFailure[]; prices: PriceBook }

export type RouterTools = {
  /** Adapters that may serve the request; each gets its request as soon as it is loaded. */
  providers: readonly Promise<Provider>[]
  context: (signal: AbortSignal) => ProviderContext
  /** Requested by the caller at the same time as the quotes; never rejects. */
  prices: Promise<PriceBook>
  /**
   * The gas of the transfer that pays a deposit order, read when the first provider with deposits
   * is asked, or any provider if the chain charges for data; null if unknown. Its price also
   * applies to calls. Never rejects.
   */
  chainGas?: () => Promise<ChainGas | null>
  /** The source chain charges for the data of a transaction. */
  chargesData?: boolean
  signal: AbortSignal
  /** Stops waiting for missing answers; received ones are used. */
  enough?: AbortSignal
  onEvent?: (event: RouterEvent) => void
}

/** Time left for ranking and printing after the last provider is cut off. */
const closingTimeMs = 250
/**
 * Time for a provider that is cut off to report why it was slow: a rate limit is more informative
 * than the elapsed time.
 */
const lastWordMs = 50

/**
 * Asks every provider that declares support, all in parallel, each with its own deadline inside the
 * request's, and reports each offer as it arrives. One provider's failure is a row in `failed`. The
 * last few get a time limit (patience.ts).
 */
export async function findRoutes(plan: RoutePlan, tools: RouterTools): Promise<RouteResult> {
  const quotes: Quote[] = []
  const failed: ProviderFailure[] = []
  const patience = createPatience(tools)
  const asking = { plan, tools, patience }

  const begun = await Promise.all(
    tools.providers.map(async (loading) => {
      const provider = [await loading]
      const asked = selectProviders(plan, provider).map((task) => begin(task, asking))
      return { asked, unasked: unaskedOf(plan, provider) }
    }),
  )
  const asked = begun.flatMap((one) => one.asked)
  const unasked = begun.flatMap((one) => one.unasked)
  const needsGas = ({ task }: (typeof asked)[number]): boolean =>
    tools.chargesData === true || task.provider.capabilities.deposit
  const chainGas = asked.some(needsGas) ? tools.chainGas?.() : undefined
  const total = asked.reduce((sum, { task }) => sum + task.wanted.size, unasked.length)
  const open = new Set(asked.map(({ task }) => task))
  const progress = (): Progress => {
    const waiting = [...open].flatMap(unreported)
    return { calculated: total - waiting.length, total, waiting }
  }
  const accept = (quote: Quote): void => {
    if (plan.skipFeeProviders && showsFee(quote)) {
      reject({ provider: quote.provider, error: withFee(quote.provider, true) })
      return
    }
    quotes.push(quote)
    tools.onEvent?.({ type: 'quote', quote, ...progress() })
  }
  const reject = (failure: ProviderFailure): void => {
    failed.push(failure)
    tools.onEvent?.({ type: 'failed', failure, ...progress() })
  }

  tools.onEvent?.({ type: 'started', ...progress() })
  for (const failure of unasked) reject(failure)
  const isNamed = (id: ProviderId): boolean => id === plan.preferred
  const isAsked =
    asked.some(({ task }) => [...task.wanted].some(isNamed)) ||
    unasked.some(({ provider }) => isNamed(provider))
  if (plan.preferred !== null && !isAsked) {
    reject({ provider: plan.preferred, error: notAsked(plan.preferred, plan.preferredUnavailable) })
  }
  let book: PriceBook | null = null
  const reconsider = (): void => {
    const waitsForPreferred = [...open].some((task) => unreported(task).some(isNamed))
    if (waitsForPreferred || book === null) return
    const known = book
    const median = medianAmount(quotes)
    const isSafe = (quote: Quote): boolean => dangersOf(quote, known, median).length === 0
    if (quotes.some(isSafe)) patience.reconsider(asked.length, open.size)
  }
  void tools.prices.then((known) => {
    book = known
    reconsider()
  })
  try {
    await Promise.all(
      asked.map(async ({ task, early, outcome }) => {
        const take = ({ quotes: offers, failed: failures }: QuoteOutcome): void => {
          for (const quote of offers) accept(quote)
          for (const failure of failures) reject(failure)
        }
        early(take)
        const answer = await outcome
        open.delete(task)
        take(answer)
        reconsider()
      }),
    )
  } finally {
    patience.end()
  }

  const prices = await tools.prices
  const gas = (await chainGas) ?? null
  return toResult(withGas(quotes, gas), failed, plan, prices)
}

/** The ranked offers with their dangers. */
function toResult(
  quotes: readonly Quote[],
  failed: readonly ProviderFailure[],
  plan: RoutePlan,
  prices: PriceBook,
): RouteResult {
  const median = medianAmount(quotes)
  const mixedUp = quotes.filter((quote) => isUnitError(quote, prices, median))
  const failures = [...failed, ...mixedUp.map(unitFailure)]
  const valid = quotes.filter((quote) => !mixedUp.includes(quote))
  const ranked = rank(valid, plan.nativeToken, prices)
  const offers = withUnenforcedGains(
    ranked.map(({ quote }): Offer => ({ quote, dangers: dangersOf(quote, prices, median) })),
    prices,
  )
  const nets = new Map(ranked.map(({ net }, at) => [offers[at]?.quote, net]))
  const ordered = plan.preferDeposit ? depositsFirst(offers) : offers
  return {
    offers:
      plan.preferred === null
        ? ordered
        : preferFirst(ordered, failures, plan.preferred, (quote) => nets.get(quote) ?? 0n),
    failed: failures,
    prices,
  }
}

/** An invalid offer, not an outage. */
function unitFailure({ provider }: Quote): ProviderFailure {
  const text = `${provider} differs from the other offers or the price by a power of ten: a unit error.`
  return { provider, error: new SwaprouteError('NO_ROUTE', text) }
}

type Task = {
  provider: Provider
  wanted: ReadonlySet<ProviderId>
  /** Identifiers whose outcome was reported early. */
  reported: Set<ProviderId>
}
type Asking = { plan: RoutePlan; tools: RouterTools; patience: Patience }
type Taking = (outcome: QuoteOutcome) => void

/** Sends the request; the outcome never rejects. Early results are buffered until read. */
function begin(
  task: Task,
  asking: Asking,
): { task: Task; early: (take: Taking) => void; outcome: Promise<QuoteOutcome> } {
  const waiting: QuoteOutcome[] = []
  let taking: Taking = (outcome) => void waiting.push(outcome)
  const early = (take: Taking): void => {
    taking = take
    for (const outcome of waiting.splice(0)) take(outcome)
  }
  const report: Taking = (outcome) => {
    for (const { provider } of [...outcome.quotes, ...outcome.failed]) task.reported.add(provider)
    taking(outcome)
  }
  return { task, early, outcome: ask(task, asking, report) }
}

function unreported({ wanted, reported }: Task): ProviderId[] {
  return [...wanted].filter((id) => !reported.has(id))
}

/** The providers to ask, and for which of their identifiers; no network access. */
function selectProviders(plan: RoutePlan, providers: readonly Provider[]): Task[] {
  return fittingProviders(plan, providers).flatMap(({ provider, wanted }) => {
    const allowed = [...wanted].filter((id) => whyUnasked(plan, provider, id) === null)
    return allowed.length === 0
      ? []
      : [{ provider, wanted: new Set(allowed), reported: new Set<ProviderId>() }]
  })
}

/** Providers that fit the request and are not asked, with the reason. */
function unaskedOf(plan: RoutePlan, providers: readonly Provider[]): ProviderFailure[] {
  return fittingProviders(plan, providers).flatMap(({ provider, wanted }) =>
    [...wanted].flatMap((id) => {
      const error = whyUnasked(plan, provider, id)
      return error === null ? [] : [{ provider: id, error }]
    }),
  )
}

/** Null if it is asked. */
function whyUnasked(
  { disabled, request, skipFeeProviders }: RoutePlan,
  { capabilities }: Provider,
  id: ProviderId,
): SwaprouteError | null {
  if (disabled?.has(id) === true) return disabledError(id)
  if (request.receiverMemo !== undefined && capabilities.receiverMemo !== true) {
    return withoutMemo(id)
  }
  return skipFeeProviders && capabilities.chargesFee ? withFee(id, false) : null
}

function fittingProviders(
  plan: RoutePlan,
  providers: readonly Provider[],
): Omit<Task, 'reported'>[] {
  return providers.flatMap((each) => {
    const provider = formOf(each, plan.deposits)
    if (plan.deposits === 'onlyDeposits' && !provider.capabilities.deposit) return []
    if (plan.deposits === 'noDeposits' && provider.capabilities.deposit) return []
    const { receiver, fromAddress } = plan.request
    const foreignReceiver = receiver !== null && fromAddress !== null && receiver !== fromAddress
    if (foreignReceiver && !provider.capabilities.recipient) return []
    const wanted = provider
      .supports(plan.request)
      .filter((id) => !plan.excluded.has(id))
      .filter((id) => !plan.onlyPreferred || id === plan.preferred)
    return wanted.length === 0 ? [] : [{ provider, wanted: new Set(wanted) }]
  })
}

/** The form of a provider with deposits and signed calls that the request wants. */
function formOf(provider: Provider, deposits: RoutePlan['deposits']): Provider {
  const { forms } = provider
  if (forms === undefined || deposits === 'all') return provider
  return deposits === 'onlyDeposits' ? forms.deposit : forms.signed
}

async function ask(task: Task, asking: Asking, report: Taking): Promise<QuoteOutcome> {
  const { plan, tools, patience } = asking
  let isOver = false
  const limitMs = Math.max(plan.timeoutMs - closingTimeMs, 1)
  const deadline = startDeadline(patience.signal, limitMs)
  const { signal } = deadline
  const late = new Promise<'late'>((resolve) => {
    onAbort(signal, () => resolve('late'))
  })
  const answer = answerOf(task, plan.request, {
    ...tools.context(signal),
    report: (outcome) => (isOver ? undefined : report(outcome)),
  })
  try {
    // The race also ends a provider that ignores its signal.
    const first = await Promise.race([answer, late])
    if (first !== 'late') return first
    const lastWord = tools.signal.aborted ? 'late' : await Promise.race([answer, pause()])
    if (lastWord !== 'late' && !lastWord.failed.some(({ error }) => isOnlyLate(error))) {
      return lastWord
    }
    return { quotes: [], failed: unreported(task).map((id) => lateFailure(id, limitMs, asking)) }
  } finally {
    isOver = true
    deadline.end()
  }
}

/** The outcome of a provider, failures included; never rejects. */
async function answerOf(
  task: Task,
  request: QuoteRequest,
  context: ProviderContext,
): Promise<QuoteOutcome> {
  try {
    const outcome = await task.provider.quote(request, task.wanted, context)
    return { quotes: outcome.quotes, failed: [...outcome.failed, ...silent(task, outcome)] }
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    return { quotes: [], failed: unreported(task).map((id) => ({ provider: id, error })) }
  }
}

function pause(): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), lastWordMs)
  })
}

/** Whether a failure only means that the provider was cut off. */
function isOnlyLate({ code }: SwaprouteError): boolean {
  return code === 'TIMED_OUT' || code === 'INTERRUPTED'
}

/**
 * Failures of wanted identifiers that neither quoted nor failed: they have no pool for the pair.
 */
function silent(task: Task, outcome: QuoteOutcome): ProviderFailure[] {
  const answered = new Set<ProviderId>([
    ...outcome.quotes.map((quote) => quote.provider),
    ...outcome.failed.map((failure) => failure.provider),
  ])
  return unreported(task)
    .filter((id) => !answered.has(id))
    .map((id) => ({ provider: id, error: new SwaprouteError('NO_ROUTE', `${id} has no route.`) }))
}

function lateFailure(
  id: ProviderId,
  limitMs: number,
  { tools, patience }: Asking,
): ProviderFailure {
  if (tools.signal.aborted) {
    const error = new SwaprouteError('INTERRUPTED', 'The calculation was stopped.')
    return { provider: id, error }
  }
  const error = new SwaprouteError('TIMED_OUT', lateText(id, limitMs, patience.cut()))
  return { provider: id, error }
}

function lateText(id: ProviderId, limitMs: number, cut: Cut | null): string {
  if (cut === null) return `${id} did not answer within ${secondsText(limitMs)}.`
  return cut.because === 'slow'
    ? `${id} is slow: it did not answer within ${secondsText(cut.afterMs)}.`
    : `${id} did not answer within ${secondsText(cut.afterMs)}, when waiting was stopped.`
}

/** Whether the quote shows a fee of the provider or of the router. */
function showsFee({ fees: { percent, providerFixed, protocolFixed } }: Quote): boolean {
  return (percent !== null && percent.percent > 0) || providerFixed + protocolFixed > 0n
}

function depositsFirst(offers: Offer[]): Offer[] {
  const isDeposit = (offer: Offer): boolean => offer.quote.executionKind === 'deposit'
  return [...offers.filter(isDeposit), ...offers.filter((offer) => !isDeposit(offer))]
}
