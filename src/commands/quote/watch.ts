import type { QuoteServices } from '../frame/services.ts'
import { noProviderAnswered } from '../../api/noRoute.ts'
import { type Quoted, type Route, toQuoteAll } from '../../api/route.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import { isAutoPicked } from '../../core/providerChoice.ts'
import { clockText } from '../../format/numbers.ts'
import { routesScreen, type RoutesView } from '../../format/routes.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer } from '../frame/shapes.ts'
import { noRouteError, rememberRows, nextSwap, withReasons } from '../quoting.ts'
import { createRateWatch, type RateTargets } from './rateWatch.ts'

const mostSeconds = 3600
/** The contract's number for a rate-limited provider. */
const rateLimited = 2003

type Shared = Pick<RoutesView, 'asked' | 'showFailed' | 'holdsSeconds' | 'preferred'>

/** How a watch goes on: seconds between two rounds, the order of the rows, what is waited for. */
type Course = {
  everySeconds: number
  sort: (routes: readonly Route[]) => Route[]
  targets: RateTargets
}

/**
 * Repeats the quote until the user interrupts or the wanted rate is there, and shows what changed
 * since the previous round. The answer is the last round.
 */
export async function watchRoutes(
  request: RouteRequest,
  { everySeconds, sort, targets }: Course,
  shared: Shared,
  ctx: Ctx<QuoteServices | 'sleep'>,
): Promise<Answer<RoutesView>> {
  if (ctx.mode !== 'ndjson' && !(ctx.mode === 'human' && ctx.io.terminal.stderr)) {
    throw new SwaprouteError('INVALID_ARGUMENT', '--watch needs a terminal.', {
      hint: 'For a script use --ndjson: it prints one line per round.',
    })
  }
  const api = await ctx.services.api()
  const rates = createRateWatch(targets, request, ctx)
  let reached: string | null = null
  let seconds = everySeconds
  let last: { answer: Quoted; view: RoutesView; atMs: number } | null = null
  for (let round = 1; !ctx.signal.aborted; round += 1) {
    draw(last?.view ?? null, () => 'Asking all providers', ctx)
    const quoted = await withReasons(request, (asking) =>
      api.quoteAll(asking, { signal: ctx.signal, onEvent: () => undefined }),
    )
      .then((answered) => {
        const { answer, failed } = answered
        if (answer.routes.length === 0 && noProviderAnswered(failed))
          throw noRouteError(failed, request)
        return answered
      })
      .catch((thrown: unknown) => {
        // A failed round does not end the watch, except the first one.
        if (last === null || (thrown instanceof SwaprouteError && thrown.exit !== 5)) throw thrown
        return null
      })
    if (quoted !== null) {
      const { answer, failed } = quoted
      await ctx.services.rememberQuote(request, answer.routes)
      const routes = sort(answer.routes)
      const changes: string[] | null =
        last === null ? null : changesOf(routes, last.view.routes, request)
      const gone = last === null ? [] : goneOf(routes, last.view.routes)
      const shownRoutes = { routes, failed, changes, gone }
      const view: RoutesView = { ...shared, ...shownRoutes, next: null, unfinished: null }
      last = { answer: { ...answer, routes }, view, atMs: ctx.io.now() }
      await rememberRows(routes, request, ctx)
      ctx.emit({ type: 'round', round, changes, gone, ...toQuoteAll(last.answer) })
      reached = await rates.reached(routes)
      if (reached !== null) break
      const isTooOften = failed.some(({ data }) => data.code === rateLimited)
      seconds = isTooOften ? Math.min(seconds * 2, mostSeconds) : everySeconds
    }
    const nextAtMs = ctx.io.now() + seconds * 1000
    const { view = null } = last ?? {}
    const left = (): string => clockText(nextAtMs - ctx.io.now())
    draw(view, () => `Round ${round} · next in ${left()} · Ctrl-C stops`, ctx)
    await ctx.services.sleep(seconds * 1000)
  }
  ctx.live.stop()
  if (reached !== null) ctx.note([reached])
  if (last === null) throw new SwaprouteError('INTERRUPTED', 'Interrupted before any answer.')
  const { answer, view, atMs } = last
  const holdsSeconds = shared.holdsSeconds - Math.ceil((ctx.io.now() - atMs) / 1000)
  const best = answer.routes.findIndex(({ warnings }) => isAutoPicked(warnings))
  const next = nextSwap(answer.routes, best, request, ctx)
  return {
    data: toQuoteAll(answer),
    view: { ...view, holdsSeconds, next: holdsSeconds > 0 ? next : null },
  }
}

const mostRows = 12

function draw(view: RoutesView | null, line: () => string, ctx: Ctx): void {
  const { width, paint } = ctx.notes
  const table = view === null ? [] : ['', ...routesScreen({ ...view, mostRows }, width, paint)]
  ctx.live.start(() => [line(), ...table])
}

/** Change of each route since the previous round: `+0.02`, `-0.5`, `new`, or empty. */
function changesOf(
  routes: readonly Route[],
  before: RoutesView['routes'],
  { dstToken }: RouteRequest,
): string[] {
  // Several routes of one provider are matched by rank: the best comes first in both rounds.
  const earlier = new Map(keyed(before).map(([key, { terms }]) => [key, terms]))
  return keyed(routes).map(([key, route]) => {
    const old = earlier.get(key)
    if (old === undefined) return 'new'
    if ('invalid' in old || 'invalid' in route.terms) return ''
    const difference = route.terms.dstAmount - old.dstAmount
    if (difference === 0n) return ''
    const size = difference < 0n ? -difference : difference
    const text = shortened(formatAmount(size, dstToken.decimals))
    return `${difference < 0n ? '-' : '+'}${text}`
  })
}

/** Providers with fewer routes than in the previous round. */
function goneOf(routes: readonly Named[], before: readonly Named[]): string[] {
  const left = new Set(keyed(routes).map(([key]) => key))
  return keyed(before).flatMap(([key, { provider }]) => (left.has(key) ? [] : [provider]))
}

type Named = Pick<RoutesView['routes'][number], 'provider' | 'rateType' | 'executionKind'>

function keyed<T extends Named>(routes: readonly T[]): [string, T][] {
  const counts = new Map<string, number>()
  return routes.map((route) => {
    const name = [route.provider, route.rateType, route.executionKind].join(' ')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return [`${name} ${count}`, route]
  })
}

/** Six decimals are enough to show a change. */
function shortened(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const shown = fraction.slice(0, Math.max(6, /^0*/.exec(fraction)?.[0].length ?? 0) + 1)
  return shown === '' ? whole : `${whole}.${shown.replace(/0+$/, '')}`
}
