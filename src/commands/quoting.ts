import { blockchainName } from '../core/blockchainNames.ts'
import type { Api, CallOptions, QuoteEvent } from '../api/api.ts'
import { askedFor, nothingToChoose, onlyByName } from '../api/noRoute.ts'
import type { Quoted, Route } from '../api/route.ts'
import type { FailedItem, QuoteBestAnswer } from '../api/schemas.ts'
import type { ErrorObject } from '../api/routeSchema.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isDanger, isAutoPicked } from '../core/providerChoice.ts'
import { isProviderId, paymentsOf } from '../core/providerIds.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { Token } from '../core/token.ts'
import { type QuoteProgress, quoteProgressText } from '../format/progress.ts'
import { arrivingRoutes, type NextStep } from '../format/routes.ts'
import type { Ctx } from './frame/command.ts'
import { sentenceOf } from './request/request.ts'

const maxLiveRoutes = 8

/** A quote under calculation. */
export type QuoteWatch = {
  onEvent: (event: QuoteEvent) => void
  /** Aborts when the user stops waiting for the last providers; absent without a terminal. */
  enough?: AbortSignal
  progress: Readonly<QuoteProgress>
  /**
   * The routes received so far, highest amount first: without ids, and not checked against prices.
   */
  arrived(): readonly Route[]
  /** Must be called at the end. */
  stop: () => void
}

/**
 * Shows the progress of a quote on a terminal: a line with the count and, below it, the routes
 * received so far.
 *
 * @param to token that the routes pay out
 * @param mayEnd whether Enter stops waiting; never while a swap depends on the choice
 */
export function watchQuote(
  ctx: Ctx,
  to: Token,
  timeoutSeconds: number,
  { mayEnd = false }: { mayEnd?: boolean } = {},
): QuoteWatch {
  const startedAtMs = ctx.io.now()
  const ending = mayEnd && ctx.ask.possible ? listenForEnter(ctx) : null
  const progress: QuoteProgress = {
    total: null,
    calculated: 0,
    routes: 0,
    elapsedMs: 0,
    limitSeconds: timeoutSeconds,
    waiting: [],
    endedBy: ending === null ? null : 'Enter to stop waiting',
  }
  let arrived: Route[] = []
  ctx.live.start(() => {
    progress.elapsedMs = ctx.io.now() - startedAtMs
    const { width, paint } = ctx.notes
    const shown = arrived.slice(0, maxLiveRoutes)
    const table = shown.length === 0 ? [] : ['', ...arrivingRoutes(shown, to, width, paint)]
    return [quoteProgressText(progress), ...table]
  })
  return {
    progress,
    arrived: () => arrived,
    ...(ending === null ? {} : { enough: ending.signal }),
    onEvent(event) {
      const { calculated, total, waiting } = event
      Object.assign(progress, { calculated, total, waiting })
      if (event.type === 'started') progress.limitSeconds = event.timeoutSeconds
      if (event.type === 'route') {
        arrived = [...arrived, event.route].sort(byAmount)
        progress.routes = arrived.length
        ctx.emit({ type: 'route', route: event.route.item })
      }
      ctx.emit({ type: 'progress', calculated, total, waiting })
    },
    stop: () => {
      ending?.stop()
      ctx.live.stop()
    },
  }
}

/** The terminal delivers whole lines: only Enter is used, and it is consumed. */
function listenForEnter({ io, live }: Ctx): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const onData = (chunk: Buffer | string): void => {
    if (!String(chunk).includes('\n')) return
    live.typed()
    controller.abort()
  }
  io.stdin.on('data', onData)
  return {
    signal: controller.signal,
    stop: () => {
      io.stdin.off('data', onData)
      io.stdin.pause()
    },
  }
}

/** The best route, with its provider and kind of payment, which some services leave out. */
export async function bestRoute(
  request: RouteRequest,
  call: CallOptions,
  ctx: Pick<Ctx<'api'>, 'services'>,
): Promise<Route<QuoteBestAnswer>> {
  const api = await ctx.services.api()
  const best = await namedBest(request, call, api)
  const { provider, executionKind } = best
  const isOpen = executionKind === null && request.depositTradeParams !== 'noDeposits'
  if (!isOpen || !isProviderId(provider) || paymentsOf(provider) !== 'both') return best
  const asked = { ...request, preferredProvider: provider }
  const { routes } = await api.quoteDepositTrades(asked, call)
  const deposit = routes.find((one) => one.provider === provider && isSameAmount(one, best))
  return deposit === undefined
    ? best
    : { ...deposit, item: { ...deposit.item, quote: best.item.quote } }
}

/**
 * The contract's best route may lack its provider: then it is the route of that amount in the list
 * of all routes. The contract also cannot ask one provider alone: routes of others are skipped
 * there.
 */
async function namedBest(
  request: RouteRequest,
  call: CallOptions,
  api: Api,
): Promise<Route<QuoteBestAnswer>> {
  const best = await api.quoteBest(request, call)
  const { preferredProvider: named, preferredProviderOnly: alone = false } = request
  const isAsked = (provider: string): boolean => !alone || provider === named
  // If only one provider is wanted, a better or enforced route of another is irrelevant.
  const mayTake = (warnings: readonly ErrorObject[]): boolean =>
    alone ? !warnings.some(isDanger) : isAutoPicked(warnings)
  if (isProviderId(best.provider) && isAsked(best.provider)) return best
  const { answer, failed } = await withReasons(request, (asking) => api.quoteAll(asking, call))
  const routes = answer.routes.filter(
    ({ provider, warnings }) => isAsked(provider) && mayTake(warnings),
  )
  const route = routes.find((one) => isSameAmount(one, best)) ?? routes[0]
  if (route === undefined) {
    refuseManualOnly(answer.routes.filter(({ provider }) => isAsked(provider)))
    const rows = failed.filter(({ providerType }) => isAsked(providerType))
    if (rows.length > 0 || named === undefined) throw noRouteError(rows, request)
    throw new SwaprouteError('NO_ROUTE', `${named} has no route for this swap.`, {
      hint: '`swaproute quote` with the same arguments lists the other routes.',
    })
  }
  return { ...route, item: { ...route.item, quote: answer.quote } }
}

function isSameAmount(one: Route, other: Route): boolean {
  return one.item.estimate.destinationWeiAmount === other.item.estimate.destinationWeiAmount
}

/**
 * The answer with the reasons of providers without a route, for the program's own messages, and the
 * answer as requested: the document has the reasons only with `--failed`.
 */
export async function withReasons(
  request: RouteRequest,
  ask: (request: RouteRequest) => Promise<Quoted>,
): Promise<{ answer: Quoted; failed: readonly FailedItem[] }> {
  const full = await ask({ ...request, showFailedRoutes: true })
  const { failed = [], ...rest } = full
  if (request.showFailedRoutes === true) return { answer: full, failed }
  const quote =
    'showFailedRoutes' in rest.quote ? { ...rest.quote, showFailedRoutes: false } : rest.quote
  return { answer: { ...rest, quote }, failed }
}

/** @throws SwaprouteError NO_ROUTE if no route may be picked automatically */
export function refuseManualOnly(routes: readonly Route[]): void {
  const manual = routes.find(({ warnings }) => !warnings.some(isDanger))
  if (manual !== undefined) throw onlyByName(manual.provider, manual.warnings)
}

/** The error for a quote without routes, with the row of each provider for machines. */
export function noRouteError(
  failed: readonly FailedItem[],
  request: { srcToken: Token; dstToken: Token },
): SwaprouteError {
  const error = nothingToChoose(failed, askedFor(request, blockchainName))
  const rows = failed.map(({ providerType, data }) => ({ providerType, ...data }))
  return new SwaprouteError(error.code, error.message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    context: { ...error.context, failed: rows },
    serviceCode: error.serviceCode,
  })
}

/**
 * The command that swaps a displayed route, ready to paste: by its row if this shell finds it
 * again, else by the beginning of its id. Null for an id with anything but letters, digits and
 * dashes.
 */
export function swapLine(
  { id, row }: { id: string | null | undefined; row: number },
  { fromAddress }: Pick<RouteRequest, 'fromAddress'>,
  ctx: Pick<Ctx, 'config' | 'io' | 'repeated'>,
): string | null {
  if (id == null || !/^[\w-]{1,64}$/.test(id)) return null
  const program = programName(ctx.io)
  // Every run of npx has a shell of its own, which has no earlier quote.
  const which = program === 'swaproute' ? `--route ${row}` : `--id ${id.slice(0, shortId)}`
  const account = openAccount(ctx, fromAddress)
  const named = account === undefined ? '' : ` --account ${account}`
  return `${program} swap ${which}${named}${ctx.repeated}`
}

/** @param best index of the route that is chosen automatically; -1 if none is */
export function nextSwap(
  routes: readonly Route[],
  best: number,
  request: Pick<RouteRequest, 'fromAddress'>,
  ctx: Pick<Ctx, 'config' | 'io' | 'repeated'>,
): NextStep | null {
  const row = best + 1
  const line = swapLine({ id: routes[best]?.id, row }, request, ctx)
  return line === null ? null : { row, line }
}

const shortId = 8

/** How this program was started, for commands to paste. */
function programName({ env }: Pick<Ctx['io'], 'env'>): string {
  return env['npm_command'] === 'exec' ? 'npx swaproute' : 'swaproute'
}

/**
 * The sandbox has two accounts, so scripts must name one. If the request names the paying address,
 * the account may be the other one.
 */
export function openAccount(
  { config }: Pick<Ctx, 'config'>,
  fromAddress: string | undefined,
): string | undefined {
  const isOpen = config.sandbox && config.account === null && fromAddress === undefined
  return isOpen ? 'alice' : undefined
}

/**
 * Stores every numbered list of routes, even if they cannot be swapped: `--route` means the rows on
 * the screen, never those of an earlier list.
 */
export async function rememberRows(
  routes: readonly Pick<Route, 'id'>[],
  request: RouteRequest | null,
  ctx: Ctx<'rememberShown'>,
): Promise<void> {
  if (ctx.mode !== 'human' && ctx.mode !== 'plain') return
  const sentence = request === null ? '' : sentenceOf(request)
  // Token texts are foreign, and the line will be pasted.
  const isPlain = /^[\w.: -]+$/.test(sentence)
  const again = isPlain ? `${programName(ctx.io)} quote ${sentence}${ctx.repeated}` : null
  await ctx.services.rememberShown({ ids: routes.map(({ id }) => id), again })
}

/** Highest amount first; only for early routes, since the service decides the final order. */
function byAmount(a: Route, b: Route): number {
  const [left, right] = [a, b].map(({ terms }) => ('invalid' in terms ? 0n : terms.dstAmount))
  if (left === undefined || right === undefined) return 0
  return left > right ? -1 : left < right ? 1 : 0
}
