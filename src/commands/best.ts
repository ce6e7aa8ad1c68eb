import { isAutoPicked } from '../core/providerChoice.ts'
import { quoteLifeMs } from '../core/review.ts'
import type { RequestServices, QuoteServices } from './frame/services.ts'
import type { Route } from '../api/route.ts'
import type { QuoteBestAnswer } from '../api/schemas.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import { bestCard, type BestView } from '../format/best.ts'
import { renderCard } from '../format/card.ts'
import { expectedText } from '../format/facts.ts'
import { plain } from '../format/plain.ts'
import { plainRoutes } from '../format/routes.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import { quoteFlags } from './inputs/flags.ts'
import {
  bestRoute,
  noRouteError,
  refuseManualOnly,
  rememberRows,
  swapLine,
  watchQuote,
  withReasons,
} from './quoting.ts'
import { requestOfInput, requirePayerForChecks } from './request/request.ts'
import { completeRequest } from './guide/askMissing.ts'

export const bestCommand = defineCommand({
  name: 'best',
  summary: 'The one best route, and why',
  usage: '<amount> <from> [to] <to>',
  examples: [
    'swaproute best 100 eth:USDC to arb:USDC',
    'swaproute best 1 eth:ETH to eth:USDC --explain',
    'swaproute best 1 eth:ETH to eth:USDC --json | swaproute swap --quote -',
  ],
  flags: [
    ...quoteFlags,
    { name: 'explain', group: 'output', hint: 'Say why it beats the next ones' },
  ],
  sentence: true,
  maxWords: 4,
  async run(given, ctx: Ctx<RequestServices | QuoteServices | 'journal' | 'sleep' | 'wallet'>) {
    const input = await completeRequest('best', given, ctx)
    const { request, asked, timeoutSeconds } = await requestOfInput(input, ctx)
    requirePayerForChecks(request)
    const explain = input.explain
    const { best, others } = await findBest(request, timeoutSeconds, explain, ctx)
    await ctx.services.rememberQuote(request, [best])
    await rememberRows([best], request, ctx)
    const view: BestView = {
      asked,
      route: best,
      others,
      explain,
      holdsSeconds: quoteLifeMs / 1000,
      next: swapLine({ id: best.id, row: 1 }, request, ctx),
    }
    return { data: best.item, view }
  },
  screen: (view, { width, paint }) => renderCard(bestCard(view), width, paint),
  brief: ({ route, asked }) => [
    `${expectedText(route, asked.to)} ${plain(asked.to.symbol, 16)} ${plain(route.provider)}`,
  ],
  plain: (view) => plainRoutes([view.route], view.asked.to),
})

/** With `--explain` one call returns all routes, so that they are compared at the same moment. */
async function findBest(
  request: RouteRequest,
  timeoutSeconds: number,
  explain: boolean,
  ctx: Ctx<'api'>,
): Promise<{ best: Route<QuoteBestAnswer>; others: Route[] }> {
  const watch = watchQuote(ctx, request.dstToken, timeoutSeconds, { mayEnd: true })
  const { onEvent, enough } = watch
  const call = { signal: ctx.signal, onEvent, ...(enough === undefined ? {} : { enough }) }
  try {
    if (!explain) return { best: await bestRoute(request, call, ctx), others: [] }
    const api = await ctx.services.api()
    const { answer, failed } = await withReasons(request, (asking) => api.quoteAll(asking, call))
    const { quote, routes } = answer
    // The service's own choice (docs/safety.md P1 to P3), which follows the order of its routes.
    const route = routes.find(({ warnings }) => isAutoPicked(warnings))
    if (route === undefined) {
      refuseManualOnly(routes)
      throw noRouteError(failed, request)
    }
    const best = { ...route, item: { ...route.item, quote } }
    return { best, others: routes.filter((other) => other !== route) }
  } finally {
    watch.stop()
  }
}
