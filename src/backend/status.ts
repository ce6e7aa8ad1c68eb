import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import { findSwap } from '../status/findSwap.ts'
import type { LocalPayment, LocalSwap, LocalSwaps, StatusServices } from '../status/services.ts'
import { toTransfer } from './orders.ts'
import type { BackendServices } from './services.ts'
import { toStatusAnswer } from './statusAnswer.ts'
import { type BuiltQuote, isBuilt, type StoredQuote, type StoredQuotes } from './storedQuotes.ts'

/** By route id or order if it was swapped here, else by hash alone. */
export async function answerStatus(
  services: BackendServices,
  { id, srcTxHash, srcTokenBlockchain }: StatusExtendedQuery,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const question = { id, srcTxHash, onlyChain: srcTokenBlockchain ?? null }
  const report = await findSwap(statusServices(services), question, signal)
  if (report !== null) return toStatusAnswer(services, report)
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    destinationNetworkTitle: null,
    destinationNetworkChainId: null,
    note: 'This id is unknown, or no swap was made with it.',
  }
}

/** The services of the search, on the store of this backend. */
export function statusServices(services: BackendServices): StatusServices {
  return { ...services, localSwaps: async () => toLocalSwaps(await services.quotes()) }
}

function toLocalSwaps(quotes: StoredQuotes): LocalSwaps {
  const local = (stored: StoredQuote | null): LocalSwap | null =>
    stored !== null && isBuilt(stored) ? toLocalSwap(stored) : null
  return {
    find: async (id) => local(await quotes.find(id)),
    findByHash: async (hash) => local(await quotes.findByHash(hash)),
    findByOrder: async (text) => local(await quotes.findByOrder(text)),
    findUnpaid: async (blockchain, payer) => {
      const unpaid = await quotes.findUnpaid(blockchain, payer)
      return unpaid.map(local).filter((swap) => swap !== null)
    },
    bindHash: (id, srcTxHash) => quotes.bindHash(id, srcTxHash),
  }
}

function toLocalSwap(stored: BuiltQuote): LocalSwap {
  const { id, quote, srcTxHash } = stored
  const { orderId, builtAtMs } = stored.swap
  return { id, quote, orderId, builtAtMs, srcTxHash, payment: paymentOf(stored) }
}

function paymentOf({ quote, swap }: BuiltQuote): LocalPayment {
  const { transaction } = swap.built
  if (transaction.kind === 'evm') {
    const { to, data, value } = transaction
    return { kind: 'call', call: { to, data, value: typeof value === 'bigint' ? value : null } }
  }
  if (transaction.kind === 'ton') {
    const { messages } = transaction
    return { kind: 'ton', messages: Array.isArray(messages) ? messages : null }
  }
  if (transaction.kind === 'deposit') {
    const { depositAddress, memo } = transaction
    const transfer = toTransfer(transaction, quote)
    return { kind: 'order', depositAddress, hasMemo: memo !== null, transfer }
  }
  return { kind: 'foreign' }
}
