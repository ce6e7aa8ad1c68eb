import { isAutoPicked } from '../core/providerChoice.ts'
import { quoteLifeMs } from '../core/review.ts'
import type { RequestServices, QuoteServices } from './frame/services.ts'
import { type Route, toQuoteAll } from '../api/route.ts'
import { SwaprouteError } from '../core/errors.ts'
import { extraCostUsd } from '../format/facts.ts'
import {
  plainFailed,
  briefRoutes,
  plainRoutes,
  routesScreen,
  type RoutesView,
} from '../format/routes.ts'
import { notifyFlag, quoteFlags, sortFlag } from './inputs/flags.ts'
import { readChange, readEvery, readRate } from './inputs/values.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'
import {
  noRouteError,
  rememberRows,
  type QuoteWatch,
  nextSwap,
  watchQuote,
  withReasons,
} from './quoting.ts'
import { mayPick, pickRow } from './quote/pickRow.ts'
import { requestOfInput, requirePayerForChecks } from './request/request.ts'
import { completeRequest } from './guide/askMissing.ts'

const usualPauseSeconds = 15

export const quoteCommand = defineCommand({
  name: 'quote',
  summary: 'Every route, best first',
  usage: '<amount> <from> [to] <to>',
  about:
    'Asks all providers at once. Best means: most received, less the fees that come on top; a network\n' +
    'fee that is not known counts as the highest known one. A deposit order counts 2% less, because\n' +
    'no contract enforces what it pays. The slowest few providers are not waited for indefinitely.\n' +
    'A route can be swapped by its id for 60 seconds.',
  examples: [
    'swaproute quote 1 eth:ETH to eth:USDC',
    'swaproute quote 100 eth:USDC to arb:USDC --slippage 0.5% --sort cheapest',
    'swaproute quote 1 eth:ETH to eth:USDC --watch --until 3100',
    'swaproute quote 0.5 eth --to bsc:BNB --json | jq ".data.routes[0]"',
  ],
  flags: [
    ...quoteFlags,
    sortFlag,
    { name: 'watch', group: 'output', hint: 'Repeat the quote and show what changed' },
    {
      name: 'every',
      value: 'SECONDS',
      group: 'output',
      hint: 'Pause between rounds of --watch (default 15)',
      read: readEvery,
    },
    {
      name: 'until',
      value: 'RATE',
      group: 'output',
      hint: 'End --watch when one source token brings so many destination tokens',
      read: readRate,
    },
    {
      name: 'alert',
      value: 'PERCENT',
      group: 'output',
      hint: 'During --watch, ring when the best rate has moved by so much',
      read: readChange,
    },
    { ...notifyFlag, hint: 'Command to run then; details in $SWAPROUTE_…' },
  ],
  sentence: true,
  maxWords: 4,
  async run(
    given,
    ctx: Ctx<
      RequestServices | QuoteServices | 'hasEnvironmentKey' | 'journal' | 'sleep' | 'wallet'
    >,
  ): Promise<Answer<RoutesView>> {
    const input = await completeRequest('quote', given, ctx)
    const { request, asked, timeoutSeconds } = await requestOfInput(input, ctx)
    requirePayerForChecks(request)
    const shared = {
      asked,
      showFailed: input.failed,
      holdsSeconds: quoteLifeMs / 1000,
      preferred: request.preferredProvider ?? null,
    }
    const order = input.sort ?? 'receive'
    if (input.watch) {
      const { watchRoutes } = await import('./quote/watch.ts')
      const { every: everySeconds = usualPauseSeconds, until, alert, notifyCommand } = input
      const targets = { until, alert, notifyCommand }
      const sort = (routes: readonly Route[]): Route[] => sorted(routes, order)
      return await watchRoutes(request, { everySeconds, sort, targets }, shared, ctx)
    }
    if (input.until !== undefined || input.alert !== undefined) {
      throw new SwaprouteError('INVALID_ARGUMENT', '--until and --alert go with --watch.')
    }
    const api = await ctx.services.api()
    const watch = watchQuote(ctx, request.dstToken, timeoutSeconds, { mayEnd: true })
    const { onEvent, enough } = watch
    const call = { signal: ctx.signal, onEvent, ...(enough === undefined ? {} : { enough }) }
    const quoted = await withReasons(request, (asking) => api.quoteAll(asking, call))
      .catch((thrown: unknown) => {
        if (ctx.signal.aborted && watch.arrived().length > 0) return null
        throw thrown
      })
      .finally(watch.stop)
    if (quoted === null) {
      await rememberRows(watch.arrived(), request, ctx)
      return interrupted(shared, watch)
    }
    const { answer, failed } = quoted
    await ctx.services.rememberQuote(request, answer.routes)

    const routes = sorted(answer.routes, order)
    const failure = routes.length === 0 ? noRouteError(failed, request) : null
    if (failure !== null && !shared.showFailed) throw failure
    const best = routes.findIndex(({ warnings }) => isAutoPicked(warnings))
    const next = nextSwap(routes, best, request, ctx)
    await rememberRows(routes, request, ctx)
    return {
      data: toQuoteAll({ ...answer, routes }),
      view: { ...shared, routes, failed, next, unfinished: null },
      ...(failure === null ? {} : { failure }),
      ...(mayPick(ctx) && failure === null
        ? { next: () => pickRow(routes, best, request.fromAddress, ctx) }
        : {}),
    }
  },
  screen: (view, { width, paint }) => routesScreen(view, width, paint),
  brief: (view) => briefRoutes(view),
  plain: (view) => [
    ...plainRoutes(view.routes, view.asked.to),
    ...(view.showFailed ? ['', ...plainFailed(view.failed)] : []),
  ],
})

function sorted(routes: readonly Route[], by: string): Route[] {
  const rows = [...routes]
  if (by === 'fastest') {
    rows.sort((a, b) => a.item.estimate.durationInMinutes - b.item.estimate.durationInMinutes)
  }
  if (by === 'cheapest') rows.sort((a, b) => cost(a) - cost(b))
  return rows
}

/** A route with unknown fees ranks last. */
function cost(route: Route): number {
  return extraCostUsd(route) ?? Number.POSITIVE_INFINITY
}

/** Ctrl-C: the routes received so far are shown; none of them can be swapped yet. */
function interrupted(
  shared: Pick<RoutesView, 'asked' | 'showFailed' | 'holdsSeconds' | 'preferred'>,
  { arrived, progress: { calculated, total } }: QuoteWatch,
): Answer<RoutesView> {
  const routes = arrived()
  const failure = new SwaprouteError('INTERRUPTED', 'Interrupted before all providers answered.', {
    hint: 'These routes have no id yet: get a new quote to swap one.',
  })
  return {
    data: { routes: routes.map(({ item }) => item) },
    view: { ...shared, routes, failed: [], next: null, unfinished: { calculated, total } },
    failure,
  }
}
