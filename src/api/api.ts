import type { Token } from '../core/token.ts'
import type {
  AllowanceAnswer,
  AllowanceQuery,
  ApprovalAnswer,
  ApprovalQuery,
  ChainsAnswer,
  FailedItem,
  ProvidersAnswer,
  QuoteAllAnswer,
  QuoteAllBody,
  QuoteBestAnswer,
  QuoteDepositBody,
  RouteItem,
  StatusAnswer,
  StatusExtendedQuery,
  StatusQuery,
  SwapAnswer,
  SwapBody,
  TokensAnswer,
  TokensQuery,
} from './schemas.ts'

/** A route with the request it answers: what a swap of an earlier quote begins with. */
export type QuotedRoute = {
  /** Unix milliseconds. */
  quotedAtMs: number
  /** The request as interpreted; what `swap` resends is compared with it. */
  body: QuoteAllBody
  route: RouteItem
}

/** How far a calculation is, in providers; `waiting` are the identifiers not heard of yet. */
type QuoteProgress = { calculated: number; total: number; waiting: readonly string[] }

/** What happens while a quote is calculated; the embedded backend tells it as it happens. */
export type QuoteEvent =
  | ({ type: 'started'; timeoutSeconds: number } & QuoteProgress)
  | ({ type: 'route'; route: RouteItem } & QuoteProgress)
  | ({ type: 'failed'; failed: FailedItem } & QuoteProgress)

export type CallOptions = {
  signal?: AbortSignal
  onEvent?: (event: QuoteEvent) => void
  /** Ends the waiting for providers that have not answered yet; the embedded backend listens. */
  enough?: AbortSignal
}

/**
 * The calls of the service, the same whether the service runs in this process, behind our own
 * server or is somebody else's. Answers are the contract's bodies, unchanged. Failures are
 * SwaprouteError with the contract's number in `serviceCode`.
 */
export type Api = {
  quoteAll(body: QuoteAllBody, options?: CallOptions): Promise<QuoteAllAnswer>
  quoteDepositTrades(body: QuoteDepositBody, options?: CallOptions): Promise<QuoteAllAnswer>
  quoteBest(body: QuoteAllBody, options?: CallOptions): Promise<QuoteBestAnswer>
  swap(body: SwapBody, options?: CallOptions): Promise<SwapAnswer>
  /** As `swap`, for deposit routes only. */
  swapDepositTrade(body: SwapBody, options?: CallOptions): Promise<SwapAnswer>
  /** Quote and swap data in one call, with the best route. */
  swapBest(body: QuoteAllBody, options?: CallOptions): Promise<SwapAnswer & { id: string }>
  status(query: StatusQuery, options?: CallOptions): Promise<StatusAnswer>
  statusExtended(query: StatusExtendedQuery, options?: CallOptions): Promise<StatusAnswer>
  chains(query: { includeTestnets: boolean }, options?: CallOptions): Promise<ChainsAnswer>
  providers(query: { includeTestnets: boolean }, options?: CallOptions): Promise<ProvidersAnswer>
}

/** All calls of the service: those a swap is made of, and the small reads other clients use. */
export type ServiceApi = Api & {
  allowance(query: AllowanceQuery, options?: CallOptions): Promise<AllowanceAnswer>
  checkApprove(query: ApprovalQuery, options?: CallOptions): Promise<ApprovalAnswer>
  tokens(query: TokensQuery, options?: CallOptions): Promise<TokensAnswer>
}

/** Symbol and decimals of tokens on no list, read from their chain in one batched request. */
export type TokenReader = (
  tokens: readonly { blockchain: Token['blockchain']; address: string }[],
  signal: AbortSignal,
) => Promise<Token[]>
