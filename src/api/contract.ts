import type { Api, CallOptions } from './api.ts'
import type {
  AllowanceAnswer,
  AllowanceQuery,
  ApprovalAnswer,
  ApprovalQuery,
  ClaimAnswer,
  ClaimQuery,
  QuoteAllAnswer,
  QuoteAllBody,
  QuoteBestAnswer,
  SwapAnswer,
  SwapBody,
  TokensAnswer,
  TokensQuery,
} from './schemas.ts'
import { readSwapAnswer } from './builtRoute.ts'
import { toBody } from './request.ts'
import { readQuoteAll, readRouteItem } from './route.ts'

/**
 * The calls of the service in wire form: bodies and queries in, the contract's answers out. The
 * server binds them to its paths; the HTTP client implements them.
 */
export type Contract = Pick<Api, 'status' | 'statusExtended' | 'chains' | 'providers'> & {
  quoteAll(body: QuoteAllBody, options?: CallOptions): Promise<QuoteAllAnswer>
  quoteDepositTrades(body: DepositBody, options?: CallOptions): Promise<QuoteAllAnswer>
  quoteBest(body: QuoteAllBody, options?: CallOptions): Promise<QuoteBestAnswer>
  swap(body: SwapBody, options?: CallOptions): Promise<SwapAnswer>
  swapDepositTrade(body: SwapBody, options?: CallOptions): Promise<SwapAnswer>
  /** Quote and swap data in one call, with the best route. */
  swapBest(body: QuoteAllBody, options?: CallOptions): Promise<SwapAnswer & { id: string }>
  allowance(query: AllowanceQuery, options?: CallOptions): Promise<AllowanceAnswer>
  checkApprove(query: ApprovalQuery, options?: CallOptions): Promise<ApprovalAnswer>
  claim(query: ClaimQuery, options?: CallOptions): Promise<ClaimAnswer>
  tokens(query: TokensQuery, options?: CallOptions): Promise<TokensAnswer>
}

/** The body of a quote of deposit routes, which has no payer. */
type DepositBody = Omit<QuoteAllBody, 'fromAddress'>

/** Adapts a service of the contract to callers that use tokens and base units. */
export function createRemoteApi(contract: Contract): Api {
  return {
    quoteAll: async (request, call) => readQuoteAll(await contract.quoteAll(toBody(request), call)),
    quoteDepositTrades: async ({ fromAddress: _payer, ...request }, call) =>
      readQuoteAll(await contract.quoteDepositTrades(toBody(request), call)),
    quoteBest: async (request, call) =>
      readRouteItem(await contract.quoteBest(toBody(request), call)),
    swap: async ({ id, ...request }, call) => {
      const answer = await contract.swap({ ...toBody(request), id }, call)
      return readSwapAnswer(answer, request.srcToken, 'payment')
    },
    swapDepositTrade: async ({ id, ...request }, call) => {
      const answer = await contract.swapDepositTrade({ ...toBody(request), id }, call)
      return readSwapAnswer(answer, request.srcToken, 'order')
    },
    status: (query, call) => contract.status(query, call),
    statusExtended: (query, call) => contract.statusExtended(query, call),
    chains: (query, call) => contract.chains(query, call),
    providers: (query, call) => contract.providers(query, call),
  }
}
