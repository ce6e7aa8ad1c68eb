import type { Token } from '../core/token.ts'
import type { RouteRequest, SwapRequest } from '../core/routeRequest.ts'
import type { BuiltRoute } from './builtRoute.ts'
import type { Quoted, Route } from './route.ts'
import type {
  ChainsAnswer,
  FailedItem,
  ProvidersAnswer,
  QuoteBestAnswer,
  StatusAnswer,
  StatusExtendedQuery,
  StatusQuery,
} from './schemas.ts'

/** A route with its request, from which a swap of an earlier quote starts. */
export type QuotedRoute = {
  /** Unix milliseconds. */
  quotedAtMs: number
  /** The request as interpreted; the request of `swap` is compared with it. */
  request: RouteRequest
  route: Route
}

/** Progress of a calculation in providers; `waiting`: those that have not answered yet. */
type QuoteProgress = { calculated: number; total: number; waiting: readonly string[] }

/** Events of a quote's calculation, emitted by the embedded backend. */
export type QuoteEvent =
  | ({ type: 'started'; timeoutSeconds: number } & QuoteProgress)
  | ({ type: 'route'; route: Route } & QuoteProgress)
  | ({ type: 'failed'; failed: FailedItem } & QuoteProgress)

export type CallOptions = {
  signal?: AbortSignal
  onEvent?: (event: QuoteEvent) => void
  /** Stops waiting for providers that have not answered yet; embedded backend only. */
  enough?: AbortSignal
}

/**
 * The service as commands and execution see it, whether it runs in this process, behind our own
 * server or another one. Failures are SwaprouteError with the contract's number in `serviceCode`.
 */
export type Api = {
  quoteAll(request: RouteRequest, options?: CallOptions): Promise<Quoted>
  quoteDepositTrades(request: RouteRequest, options?: CallOptions): Promise<Quoted>
  /** Its document repeats the request, as the contract's answer does. */
  quoteBest(request: RouteRequest, options?: CallOptions): Promise<Route<QuoteBestAnswer>>
  swap(request: SwapRequest, options?: CallOptions): Promise<BuiltRoute>
  /** As `swap`, for deposit routes only. */
  swapDepositTrade(request: SwapRequest, options?: CallOptions): Promise<BuiltRoute>
  status(query: StatusQuery, options?: CallOptions): Promise<StatusAnswer>
  statusExtended(query: StatusExtendedQuery, options?: CallOptions): Promise<StatusAnswer>
  chains(query: { includeTestnets: boolean }, options?: CallOptions): Promise<ChainsAnswer>
  providers(query: { includeTestnets: boolean }, options?: CallOptions): Promise<ProvidersAnswer>
}

/** Symbol and decimals of unlisted tokens, read from their chain in one batched request. */
export type TokenReader = (
  tokens: readonly { blockchain: Token['blockchain']; address: string }[],
  signal: AbortSignal,
) => Promise<Token[]>
