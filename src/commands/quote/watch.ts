import { type Quoted, type Route, toQuoteAll } from '../../api/route.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import { clockText } from '../../format/numbers.ts'
import { routesScreen, type RoutesView } from '../../format/routes.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer, Flags } from '../frame/shapes.ts'
import { withReasons } from '../quoting.ts'

const usualSeconds = 15
const leastSeconds = 5
const mostSeconds = 3600
/** The contract's number for a provider that was asked too often. */
const rateLimited = 2003

/** @throws SwaprouteError INVALID_ARGUMENT */
export function readEvery(flags: Flags<'every'>): number {
  const text = flags.text('every')
  if (text === undefined) return usualSeconds
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds >= leastSeconds && seconds <= mostSeconds) return seconds
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 20)}" is not a valid interval.`, {
    hint: `Write seconds from ${leastSeconds} to ${mostSeconds}.`,
  })
}

type Shared = Pick<RoutesView, 'asked' | 'showFailed' | 'holdsSeconds' | 'preferred'>

/**
 * Asks for the routes again and again until the user interrupts, and shows what changed since the
 * round before. The answer is the last round.
 * @param sort the order of the rows
 */
export async function watchRoutes(
  request: RouteRequest,
  everySeconds: number,
  shared: Shared,
  sort: (routes: readonly Route[]) => Route[],
  ctx: Ctx,
): Promise<Answer<RoutesView>> {
  if (ctx.mode !== 'ndjson' && !(ctx.mode === 'human' && ctx.io.terminal.stderr)) {
    throw new SwaprouteError('INVALID_ARGUMENT', '--watch draws on a terminal.', {
      hint: 'For a script use --ndjson: it prints one line per round.',
    })
  }
  const api = await ctx.services.api()
  let seconds = everySeconds
  let last: { answer: Quoted; view: RoutesView } | null = null
  for (let round = 1; !ctx.signal.aborted; round += 1) {
    draw(last?.view ?? null, () => 'Asking all providers', ctx)
    const quoted = await withReasons(request, (asking) =>
      api.quoteAll(asking, { signal: ctx.signal, onEvent: () => undefined }),
    ).catch((thrown: unknown) => {
      // One lost round is not the end of the watching; the first one tells what is wrong.
      if (last === null || (thrown instanceof SwaprouteError && thrown.exit !== 5)) throw thrown
      return null
    })
    if (quoted !== null) {
      const { answer, failed } = quoted
      await ctx.services.rememberQuote(request, answer.routes)
      const routes = sort(answer.routes)
      const changes: string[] | null =
        last === null ? null : changesOf(routes, last.view.routes, request)
      const view: RoutesView = { ...shared, routes, failed, next: null, unfinished: null, changes }
      last = { answer: { ...answer, routes }, view }
      ctx.emit({ type: 'round', round, changes, ...toQuoteAll(last.answer) })
      const isTooOften = failed.some(({ data }) => data.code === rateLimited)
      seconds = isTooOften ? Math.min(seconds * 2, mostSeconds) : everySeconds
    }
    const nextAtMs = ctx.io.now() + seconds * 1000
    const { view = null } = last ?? {}
    const left = (): string => clockText(nextAtMs - ctx.io.now())
    draw(view, () => `Round ${round} · next in ${left()} · Ctrl-C ends it`, ctx)
    await ctx.services.sleep(seconds * 1000)
  }
  ctx.live.stop()
  if (last === null) throw new SwaprouteError('INTERRUPTED', 'Interrupted before any answer.')
  return { data: toQuoteAll(last.answer), view: last.view }
}

const mostRows = 12

function draw(view: RoutesView | null, line: () => string, ctx: Ctx): void {
  const { width, paint } = ctx.notes
  const table = view === null ? [] : ['', ...routesScreen({ ...view, mostRows }, width, paint)]
  ctx.live.start(() => [line(), ...table])
}

/** What became of each route since the round before: `+0.02`, `-0.5`, `new`, or nothing. */
function changesOf(
  routes: readonly Route[],
  before: RoutesView['routes'],
  { dstToken }: RouteRequest,
): string[] {
  const key = ({ provider, rateType }: Pick<Route, 'provider' | 'rateType'>): string =>
    `${provider} ${rateType ?? ''}`
  const earlier = new Map(before.map((route) => [key(route), route.terms]))
  return routes.map((route) => {
    const old = earlier.get(key(route))
    if (old === undefined) return 'new'
    if ('odd' in old || 'odd' in route.terms) return ''
    const difference = route.terms.dstAmount - old.dstAmount
    if (difference === 0n) return ''
    const size = difference < 0n ? -difference : difference
    const text = shortened(formatAmount(size, dstToken.decimals))
    return `${difference < 0n ? '-' : '+'}${text}`
  })
}

/** Six digits behind the point are enough to see that something moved. */
function shortened(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, Math.max(6, /^0*/.exec(fraction)?.[0].length ?? 0) + 1)
  return kept === '' ? whole : `${whole}.${kept.replace(/0+$/, '')}`
}
