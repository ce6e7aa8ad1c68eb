import { blockchainName } from '../core/blockchainNames.ts'
import type { Api, CallOptions, QuoteEvent } from '../api/api.ts'
import { askedFor, nothingToChoose, onlyByName } from '../api/noRoute.ts'
import type { Quoted, Route } from '../api/route.ts'
import type { ErrorObject, FailedItem, QuoteBestAnswer } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isDanger, isChosenByItself } from '../core/providerChoice.ts'
import { isProviderId, paymentsOf } from '../core/providerIds.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { Token } from '../core/token.ts'
import { type QuoteProgress, quoteProgressText } from '../format/progress.ts'
import { arrivingRoutes, type NextStep } from '../format/routes.ts'
import type { Ctx } from './frame/command.ts'
import { sentenceOf } from './request/request.ts'

const maxLiveRoutes = 8

/** A quote while it is calculated. */
export type QuoteWatch = {
  onEvent: (event: QuoteEvent) => void
  /** Ends when the user no longer waits for the last providers; absent where nobody is asked. */
  enough?: AbortSignal
  progress: Readonly<QuoteProgress>
  /** The routes that are there, most first: without ids, and not checked against prices. */
  arrived(): readonly Route[]
  /** Has to be called at the end. */
  stop: () => void
}

/**
 * Shows on a terminal how a quote goes on: a line with the count and, below it, the routes that
 * are already there.
 *
 * @param to what the routes pay out
 * @param mayEnd whether Enter ends the waiting; never while a swap depends on the choice
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

/** The terminal hands over whole lines: nothing but Enter is taken, and it is gone afterwards. */
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

/** The best route, with its provider and how it is paid, which not every service says. */
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
 * The contract's best route names no provider: then it is the route of that amount in the list of
 * all of them, which does. Nor can a provider be asked alone: whoever else answers for the one that
 * was named is passed over there.
 */
async function namedBest(
  request: RouteRequest,
  call: CallOptions,
  api: Api,
): Promise<Route<QuoteBestAnswer>> {
  const best = await api.quoteBest(request, call)
  const { preferredProvider: named, preferredProviderOnly: alone = false } = request
  const isAsked = (provider: string): boolean => !alone || provider === named
  // That another is better, or enforced, decides nothing where only one is wanted.
  const mayTake = (warnings: readonly ErrorObject[]): boolean =>
    alone ? !warnings.some(isDanger) : isChosenByItself(warnings)
  if (isProviderId(best.provider) && isAsked(best.provider)) return best
  const { answer, failed } = await withReasons(request, (asking) => api.quoteAll(asking, call))
  const routes = answer.routes.filter(
    ({ provider, warnings }) => isAsked(provider) && mayTake(warnings),
  )
  const route = routes.find((one) => isSameAmount(one, best)) ?? routes[0]
  if (route === undefined) {
    refuseHeldBack(answer.routes.filter(({ provider }) => isAsked(provider)))
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
 * The answer with the reasons of those that have no route, for the program's own sentences, and as
 * the user asked for it: the document holds the reasons only with `--failed`.
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

/** @throws SwaprouteError NO_ROUTE where there are routes, none of which is picked by itself */
export function refuseHeldBack(routes: readonly Route[]): void {
  const held = routes.find(({ warnings }) => !warnings.some(isDanger))
  if (held !== undefined) throw onlyByName(held.provider, held.warnings)
}

/** Why there is no route, with the row of each provider for machines. */
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
 * The command that swaps a route of the quote on the screen, ready to paste: by its row where this
 * shell finds it again, else by the beginning of its id. Null for an id that is anything but letters,
 * digits and dashes.
 */
export function swapLine(
  { id, row }: { id: string | null | undefined; row: number },
  { fromAddress }: Pick<RouteRequest, 'fromAddress'>,
  ctx: Pick<Ctx, 'config' | 'io' | 'repeated'>,
): string | null {
  if (id == null || !/^[\w-]{1,64}$/.test(id)) return null
  const program = programName(ctx.io)
  // Every run of npx is the child of a shell of its own, which knows nothing of an earlier quote.
  const which = program === 'swaproute' ? `--route ${row}` : `--id ${id.slice(0, shortId)}`
  const account = openAccount(ctx, fromAddress)
  const named = account === undefined ? '' : ` --account ${account}`
  return `${program} swap ${which}${named}${ctx.repeated}`
}

/** @param best index of the route that is chosen unasked; -1: there is none */
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

/** How this program was called: what is pasted has to call it the same way. */
function programName({ env }: Pick<Ctx['io'], 'env'>): string {
  return env['npm_command'] === 'exec' ? 'npx swaproute' : 'swaproute'
}

/**
 * The sandbox has two accounts: on a pipe one has to be named. Where the request names the address
 * that pays, the account may be the other one.
 */
export function openAccount(
  { config }: Pick<Ctx, 'config'>,
  fromAddress: string | undefined,
): string | undefined {
  const isOpen = config.sandbox && config.account === null && fromAddress === undefined
  return isOpen ? 'alice' : undefined
}

/**
 * Every list of routes with numbers is remembered, those that cannot be swapped as well: `--route`
 * means the rows on the screen, never those of an earlier list.
 */
export async function rememberRows(
  routes: readonly Pick<Route, 'id'>[],
  request: RouteRequest | null,
  ctx: Ctx<'rememberShown'>,
): Promise<void> {
  if (ctx.mode !== 'human' && ctx.mode !== 'plain') return
  const sentence = request === null ? '' : sentenceOf(request)
  // Tokens come from outside, and the line is there to be pasted.
  const isPlain = /^[\w.: -]+$/.test(sentence)
  const again = isPlain ? `${programName(ctx.io)} quote ${sentence}${ctx.repeated}` : null
  await ctx.services.rememberShown({ ids: routes.map(({ id }) => id), again })
}

/** Most first; only for routes on their way, the service decides the final order. */
function byAmount(a: Route, b: Route): number {
  const [left, right] = [a, b].map(({ terms }) => ('invalid' in terms ? 0n : terms.dstAmount))
  if (left === undefined || right === undefined) return 0
  return left > right ? -1 : left < right ? 1 : 0
}
