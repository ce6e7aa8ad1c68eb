/** The whole service in process: every call of the contract, answered by asking the providers. */
import type { CallOptions, ServiceApi } from '../api/api.ts'
import { limitSeconds } from '../api/limits.ts'
import type {
  QuoteDepositBody,
  StatusAnswer,
  StatusExtendedQuery,
  SwapAnswer,
  SwapBody,
} from '../api/schemas.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import { listChains, listProviders } from './info.ts'
import { quoteAll, quoteBest } from './quoting.ts'
import type { BackendServices } from './services.ts'
import { swap, type SwapKind } from './swapping.ts'
import { allowance, checkApprove, listTokens } from './utility.ts'

export function createBackend(services: BackendServices): ServiceApi {
  return {
    quoteAll: (body, call = {}) => quoteAll(services, body, call),
    quoteDepositTrades: async (body, call = {}) => {
      refuseNoDeposits(body)
      return quoteAll(services, { ...body, depositTradeParams: 'onlyDeposits' }, call)
    },
    quoteBest: (body, call = {}) => quoteBest(services, body, call),
    swap: (body, call = {}) => swapInTime(services, body, call, 'any'),
    swapDepositTrade: (body, call = {}) => swapInTime(services, body, call, 'deposit'),
    swapBest: async (body, call = {}) => {
      const { id } = await quoteBest(services, body, call)
      return { ...(await swapInTime(services, { ...body, id }, call, 'any')), id }
    },
    status: (query, call = {}) => status(services, { ...query, id: undefined }, call),
    statusExtended: (query, call = {}) => status(services, query, call),
    chains: async ({ includeTestnets }) => listChains(includeTestnets, services),
    providers: async ({ includeTestnets }) => listProviders(includeTestnets, services),
    allowance: (query, call = {}) => allowance(services, query, call),
    checkApprove: (query, call = {}) => checkApprove(services, query, call),
    tokens: async (query) => listTokens(services, query),
  }
}

function refuseNoDeposits({ depositTradeParams }: QuoteDepositBody): void {
  if (depositTradeParams !== 'noDeposits') return
  const message =
    'depositTradeParams is noDeposits, but this call gives deposit routes and nothing else.'
  throw new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: 'Leave it out, or use quoteAll.',
    context: { field: 'depositTradeParams' },
  })
}

/** Building a transaction or an order takes no longer than its request allows (H4). */
async function swapInTime(
  services: BackendServices,
  body: SwapBody,
  call: CallOptions,
  kind: SwapKind,
): Promise<SwapAnswer> {
  const parent = call.signal ?? new AbortController().signal
  const deadline = startDeadline(parent, limitSeconds('order', body.timeout) * 1000)
  try {
    return await swap(services, body, { ...call, signal: deadline.signal }, kind)
  } finally {
    deadline.end()
  }
}

/** Reads chains by schemas, which no quote needs. */
async function status(
  services: BackendServices,
  query: StatusExtendedQuery,
  { signal = new AbortController().signal }: CallOptions,
): Promise<StatusAnswer> {
  const { statusOf } = await import('./status.ts')
  return await statusOf(services, query, signal)
}
