/** The whole service in process: every call of the contract, answered from the providers. */
import type { Api, CallOptions } from '../api/api.ts'
import type { Contract } from '../api/contract.ts'
import { limitSeconds } from '../api/limits.ts'
import { readRepeated, readRequest } from '../api/request.ts'
import { toQuoteAll } from '../api/route.ts'
import type {
  QuoteAllBody,
  StatusAnswer,
  StatusExtendedQuery,
  SwapAnswer,
  SwapBody,
} from '../api/schemas.ts'
import { checkTokenAddress } from '../chains/addresses.ts'
import { chainById } from '../chains/chains.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { RouteRequest, SwapRequest } from '../core/routeRequest.ts'
import type { Token } from '../core/token.ts'
import { createLists } from './info.ts'
import { createResolver } from './interpret.ts'
import { createSharedRoutes } from './sharedRoutes.ts'
import { quoteAll, quoteBest } from './quoting.ts'
import type { BackendServices } from './services.ts'
import { swap, type SwapKind } from './swapping.ts'
import { allowanceOf, checkApprove, listTokens } from './utility.ts'

/** The service for callers in this process, in tokens and base units. */
export function createBackend(services: BackendServices): Api {
  const swapAs =
    (kind: SwapKind): Api['swap'] =>
    ({ id, ...request }: SwapRequest, call = {}) =>
      inTime(request.timeout, call, (within) => swap(services, id, () => request, within, kind))
  return {
    quoteAll: (request, call = {}) => quoteAll(services, request, call),
    quoteDepositTrades: async (request, call = {}) =>
      quoteAll(services, onlyDeposits(request), call),
    quoteBest: (request, call = {}) => quoteBest(services, request, call),
    swap: swapAs('any'),
    swapDepositTrade: swapAs('deposit'),
    status: (query, call = {}) => status(services, { ...query, id: undefined }, call),
    statusExtended: (query, call = {}) => status(services, query, call),
    ...createLists(services),
  }
}

/** The service for callers over HTTP, in wire form. */
export function createContract(given: BackendServices): Contract {
  const { shared = createSharedRoutes(0), ...alone } = given
  const services = { ...alone, shared }
  const api = createBackend(services)
  const resolve = createResolver(services)
  const read = (body: QuoteAllBody, { signal }: CallOptions): Promise<RouteRequest> =>
    readRequest(body, resolve, signal ?? new AbortController().signal)
  const swapAs =
    (kind: SwapKind) =>
    async ({ id, ...body }: SwapBody, call: CallOptions = {}): Promise<SwapAnswer> => {
      const repeated = (quoted: RouteRequest): RouteRequest => readRepeated(body, quoted, isNamed)
      const { answer } = await inTime(body.timeout, call, (within) =>
        swap(services, id, repeated, within, kind),
      )
      return answer
    }
  return {
    ...api,
    quoteAll: async (body, call = {}) =>
      toQuoteAll(await api.quoteAll(await read(body, call), call)),
    quoteDepositTrades: async (body, call = {}) => {
      refuseNoDeposits(body)
      return toQuoteAll(await api.quoteDepositTrades(await read(body, call), call))
    },
    quoteBest: async (body, call = {}) => (await api.quoteBest(await read(body, call), call)).item,
    swap: swapAs('any'),
    swapDepositTrade: swapAs('deposit'),
    swapBest: async (body, call = {}) => {
      const request = await read(body, call)
      // Not shared: each call opens an order of its own.
      const { id } = await quoteBest(alone, request, call)
      const { answer } = await api.swap({ ...request, id }, call)
      return { ...answer, id }
    },
    allowance: (query, call = {}) => allowanceOf(services, query, call),
    checkApprove: (query, call = {}) => checkApprove(services, query, call),
    claim: async (query, { signal = new AbortController().signal } = {}) => {
      const { claimOf } = await import('./claim.ts')
      return await claimOf(services, query, signal)
    },
    tokens: async (query) => listTokens(services, query),
  }
}

/** Whether a text is a spelling of a token's address. */
function isNamed({ blockchain, address }: Token, text: string): boolean {
  if (address.toLowerCase() === text.toLowerCase()) return true
  try {
    const named = checkTokenAddress(chainById(blockchain), text)
    return named.toLowerCase() === address.toLowerCase()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return false
    throw thrown
  }
}

function onlyDeposits(request: RouteRequest): RouteRequest {
  refuseNoDeposits(request)
  return { ...request, depositTradeParams: 'onlyDeposits' }
}

function refuseNoDeposits({ depositTradeParams }: Pick<RouteRequest, 'depositTradeParams'>): void {
  if (depositTradeParams !== 'noDeposits') return
  const message = 'depositTradeParams is noDeposits, but this call returns only deposit routes.'
  throw new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: 'Leave it out, or use quoteAll.',
    context: { field: 'depositTradeParams' },
  })
}

/** Building a transaction or an order takes no longer than its request allows (H4). */
async function inTime<T>(
  timeoutSeconds: number | undefined,
  call: CallOptions,
  work: (call: CallOptions) => Promise<T>,
): Promise<T> {
  const parent = call.signal ?? new AbortController().signal
  const deadline = startDeadline(parent, limitSeconds('order', timeoutSeconds) * 1000)
  try {
    return await work({ ...call, signal: deadline.signal })
  } finally {
    deadline.end()
  }
}

/** Loaded on use: its chain readers bring schemas that quotes do not need. */
async function status(
  services: BackendServices,
  query: StatusExtendedQuery,
  { signal = new AbortController().signal }: CallOptions,
): Promise<StatusAnswer> {
  const { answerStatus } = await import('./status.ts')
  return await answerStatus(services, query, signal)
}
