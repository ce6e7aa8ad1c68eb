import type { RouteItem } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import { extraCostUsd } from '../format/facts.ts'
import { plainFailed, plainRoutes, routesScreen, type RoutesView } from '../format/routes.ts'
import { quoteFlags } from './frame/flags.ts'
import { defineCommand } from './frame/command.ts'
import { quoteLifeSeconds, swapLine, watchQuote } from './quoting.ts'
import { readRequest } from './request/request.ts'

export const quoteCommand = defineCommand({
  name: 'quote',
  summary: 'Every route, best first',
  usage: '<amount> <from> [to] <to>',
  about:
    'Asks all providers at once. Best means: most received, less the fees that come on top.\n' +
    'A route can be swapped by its id for 60 seconds.',
  examples: [
    'swaproute quote 1 eth:ETH to eth:USDC',
    'swaproute quote 100 eth:USDC to arb:USDC --slippage 0.5% --sort cheapest',
    'swaproute quote 0.5 eth --to bsc:BNB --json | jq ".data.routes[0]"',
  ],
  flags: [
    ...quoteFlags,
    {
      name: 'sort',
      value: 'BY',
      choices: ['receive', 'fastest', 'cheapest'],
      hint: 'Order of the table',
    },
  ],
  maxWords: 4,
  async run(input, ctx) {
    const request = await readRequest(input, ctx)
    const api = await ctx.services.api()
    const watch = watchQuote(ctx, request.timeoutSeconds)
    // People are told why providers have no route; machines get exactly what they asked for.
    const forPeople = ctx.mode === 'human'
    const body = forPeople ? { ...request.body, showFailedRoutes: true } : request.body
    const answer = await api
      .quoteAll(body, { signal: ctx.signal, onEvent: watch.onEvent })
      .finally(watch.stop)
    await ctx.services.rememberQuote(request.body, answer.routes)

    const routes = sorted(answer.routes, input.flags.text('sort') ?? 'receive')
    const failed = answer.failed ?? []
    if (routes.length === 0 && !input.flags.on('failed')) throw noRoute(failed)
    const first = routes.find(({ id }) => id !== null)
    const view: RoutesView = {
      asked: request.asked,
      routes,
      failed,
      showFailed: input.flags.on('failed'),
      holdsSeconds: quoteLifeSeconds,
      next: swapLine(request, first?.id, ctx.repeated),
    }
    return { data: { ...answer, routes }, view }
  },
  screen: (view, { width, paint }) => routesScreen(view, width, paint),
  plain: (view) => [
    ...plainRoutes(view.routes),
    ...(view.showFailed ? ['', ...plainFailed(view.failed)] : []),
  ],
})

function sorted(routes: readonly RouteItem[], by: string): RouteItem[] {
  const rows = [...routes]
  if (by === 'fastest') {
    rows.sort((a, b) => a.estimate.durationInMinutes - b.estimate.durationInMinutes)
  }
  if (by === 'cheapest') rows.sort((a, b) => cost(a) - cost(b))
  return rows
}

/** A route whose fees nobody knows stands behind all others. */
function cost(route: RouteItem): number {
  return extraCostUsd(route.fees) ?? Number.POSITIVE_INFINITY
}

function noRoute(
  failed: readonly { providerType: string; data: { code: number; reason: string } }[],
): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', 'No provider has a route for this swap.', {
    hint: 'Repeat it with --failed to see why; try another amount, token or chain.',
    context: { failed: failed.map(({ providerType, data }) => ({ providerType, ...data })) },
  })
}
