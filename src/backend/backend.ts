/** The whole service in process: every call of the contract, answered by asking the providers. */
import type { Api, CallOptions } from '../api/api.ts'
import { limitSeconds } from '../api/limits.ts'
import type { StatusAnswer, StatusExtendedQuery, SwapAnswer, SwapBody } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { startDeadline } from '../core/deadline.ts'
import { listChains, listProviders } from './info.ts'
import { quoteAll, quoteBest } from './quoting.ts'
import type { BackendServices } from './services.ts'
import { statusByHash, statusOfTrade } from './statusFinder.ts'
import { swap, type SwapKind } from './swapping.ts'
import { tonHashIn } from './tonFinder.ts'
import type { Trade, TradeStore } from './trades.ts'

export function createBackend(services: BackendServices): Api {
  return {
    quoteAll: (body, call = {}) => quoteAll(services, body, call),
    quoteDepositTrades: (body, call = {}) =>
      quoteAll(services, { ...body, depositTradeParams: 'onlyDeposits' }, call),
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
  }
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

/** Hashes of TON are written in several ways; those of other chains may look the same. */
async function findByHash(trades: TradeStore, text: string): Promise<Trade | null> {
  const found = await trades.findByHash(text)
  const hex = tonHashIn(text)
  return found === null && hex !== null ? await trades.findByHash(hex) : found
}

function hashOn(blockchain: BlockchainId, text: string): string {
  return blockchain === 'TON' ? (tonHashIn(text) ?? text) : text
}

/** By route id or order where it was swapped here, else by hash alone. */
async function status(
  services: BackendServices,
  query: StatusExtendedQuery,
  call: CallOptions,
): Promise<StatusAnswer> {
  const signal = call.signal ?? new AbortController().signal
  const trades = await services.trades()
  const text = query.srcTxHash ?? null
  const byId = query.id === undefined ? null : await trades.find(query.id)
  const trade = byId ?? (text === null ? null : await findByHash(trades, text))
  if (trade !== null && trade.swap !== null) {
    const asked = text === null ? null : hashOn(trade.quote.request.srcToken.blockchain, text)
    const found = await statusOfTrade(services, trade, asked ?? trade.srcTxHash, signal)
    // A deposit that was paid by hand is known by its hash once the provider has seen it.
    const hash = asked ?? found.srcTxHash
    if (hash != null && trade.srcTxHash === null) await trades.bindHash(trade.id, hash)
    return found
  }
  const order = text === null ? null : await trades.findByOrder(text)
  if (order !== null && order.swap !== null) {
    return statusOfTrade(services, order, order.srcTxHash, signal)
  }
  if (text !== null) {
    return statusByHash(services, text, query.srcTokenBlockchain ?? null, signal)
  }
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    destinationNetworkTitle: null,
    destinationNetworkChainId: null,
    note: 'This id is unknown or was never swapped.',
  }
}
