import { onAbort, startDeadline } from '../core/deadline.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { secondsText } from '../core/figures.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../core/quote.ts'
import type { PriceBook } from '../core/usd.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../providers/types.ts'
import { dangersOf, hasSoundTerms, isUnitError, medianAmount } from './danger.ts'
import type { ProviderFailure, Offer } from './offers.ts'
import { type ChainGas, withGas } from './gas.ts'
import {
  notAsked,
  type RoutePlan,
  type Selected,
  selectProviders,
  unaskedOf,
  withFee,
} from './selection.ts'
import { createPatience, type Cut, type Patience } from './patience.ts'
import { preferFirst } from './preferred.ts'
import { watched } from './watched.ts'
import { withUnenforcedGains } from './unenforced.ts'
import { rank } from './ranking.ts'

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
  /** Gets what a provider returned, early results as well; `ms` since the beginning. */
  onOutcome?: (outcome: QuoteOutcome, ms: number) => void
}

/** Time left for ranking and printing after the last provider is cut off. */
const closingTimeMs = 250
/** Time of a calculation in which answers are waited for. */
export function askingMs({ timeoutMs }: Pick<RoutePlan, 'timeoutMs'>): number {
  return Math.max(timeoutMs - closingTimeMs, 1)
}

/**
 * Time for a provider that is cut off to report why it was slow: a rate limit is more informative
 * than the elapsed time.
 */
const lastWordMs = 50

/**
 * Asks every provider that declares support, all in parallel, each with its own deadline inside the
 * request's, and reports each offer as it arrives. One provider's failure is a row in `failed`. From
 * the first route that can be chosen on, the others have a time limit (patience.ts).
 */
export async function findRoutes(plan: RoutePlan, tools: RouterTools): Promise<RouteResult> {
  const quotes: Quote[] = []
  const failed: ProviderFailure[] = []
  const isNamed = (id: ProviderId): boolean => id === plan.preferred
  const open = new Set<Task>()
  /** Offers that arrived before the prices did. */
  const unjudged: { quote: Quote; atMs: number }[] = []
  let soundAtMs: number | null = null
  const patience = createPatience({
    ...tools,
    waiting: () => {
      const tasks = [...open]
      const waitsForPreferred = tasks.some((task) => unreported(task).some(isNamed))
      return {
        soundAtMs: waitsForPreferred || tasks.length === 0 ? null : soundAtMs,
        onlySilent: tasks.every(({ asksOnlySilent }) => asksOnlySilent()),
      }
    },
  })
  const asking = { plan, tools, patience }

  const begun = await Promise.all(
    tools.providers.map(async (loading) => {
      const provider = [await loading]
      const asked = selectProviders(plan, provider).map((one) => begin(one, asking))
      return { asked, unasked: unaskedOf(plan, provider) }
    }),
  )
  const asked = begun.flatMap((one) => one.asked)
  const unasked = begun.flatMap((one) => one.unasked)
  const needsGas = ({ task }: (typeof asked)[number]): boolean =>
    tools.chargesData === true || task.provider.capabilities.deposit
  const chainGas = asked.some(needsGas) ? tools.chainGas?.() : undefined
  const total = asked.reduce((sum, { task }) => sum + task.wanted.size, unasked.length)
  for (const { task } of asked) open.add(task)
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
    unjudged.push({ quote, atMs: patience.elapsedMs() })
    tools.onEvent?.({ type: 'quote', quote, ...progress() })
  }
  const reject = (failure: ProviderFailure): void => {
    failed.push(failure)
    tools.onEvent?.({ type: 'failed', failure, ...progress() })
  }

  tools.onEvent?.({ type: 'started', ...progress() })
  for (const failure of unasked) reject(failure)
  const isAsked =
    asked.some(({ task }) => [...task.wanted].some(isNamed)) ||
    unasked.some(({ provider }) => isNamed(provider))
  if (plan.preferred !== null && !isAsked) {
    reject({ provider: plan.preferred, error: notAsked(plan.preferred, plan.preferredUnavailable) })
  }
  let book: PriceBook | null = null
  /** The clock starts with the route, however late its prices confirm it. */
  const judge = (): void => {
    if (book === null) return
    for (const { quote, atMs } of unjudged.splice(0)) {
      const isEarlier = soundAtMs === null || atMs < soundAtMs
      if (isEarlier && hasSoundTerms(quote, book, medianAmount(quotes))) soundAtMs = atMs
    }
    patience.reconsider()
  }
  void tools.prices.then((known) => {
    book = known
    judge()
  })
  try {
    await Promise.all(
      asked.map(async ({ task, early, outcome }) => {
        const take = (taken: QuoteOutcome): void => {
          tools.onOutcome?.(taken, patience.elapsedMs())
          const { quotes: offers, failed: failures } = taken
          if (offers.length > 0 && !task.hasOffered) {
            task.hasOffered = true
            patience.offered()
          }
          for (const quote of offers) accept(quote)
          for (const failure of failures) reject(failure)
          judge()
        }
        early(take)
        const answer = await outcome
        open.delete(task)
        take(answer)
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

type Task = Selected & {
  /** Identifiers whose outcome was reported early. */
  reported: Set<ProviderId>
  hasOffered: boolean
  /** Whether all of its open requests went to hosts that were silent lately. */
  asksOnlySilent: () => boolean
}
type Asking = { plan: RoutePlan; tools: RouterTools; patience: Patience }
type Taking = (outcome: QuoteOutcome) => void

/** Sends the request; the outcome never rejects. Early results are buffered until read. */
function begin(
  selected: Selected,
  asking: Asking,
): { task: Task; early: (take: Taking) => void; outcome: Promise<QuoteOutcome> } {
  const task: Task = {
    ...selected,
    reported: new Set(),
    hasOffered: false,
    asksOnlySilent: () => false,
  }
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

async function ask(task: Task, asking: Asking, report: Taking): Promise<QuoteOutcome> {
  const { plan, tools, patience } = asking
  let isOver = false
  const limitMs = askingMs(plan)
  const deadline = startDeadline(patience.signal, limitMs)
  const { signal } = deadline
  const late = new Promise<'late'>((resolve) => {
    onAbort(signal, () => resolve('late'))
  })
  const context = tools.context(signal)
  const { http, asksOnlySilent } = watched(context.http)
  task.asksOnlySilent = asksOnlySilent
  const answer = answerOf(task, plan.request, {
    ...context,
    http,
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
