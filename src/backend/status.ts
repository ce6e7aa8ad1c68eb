import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { BackendServices } from './services.ts'
import { statusByHash } from './statusFinder.ts'
import { tonHashIn } from '../evidence/ton.ts'
import { type BuiltQuote, isBuilt } from './storedQuotes.ts'
import { findPaidQuote, statusOfStored } from './storedStatus.ts'

/** Spellings of nothing at all, as programs send it that have no hash yet. */
const noHashes: ReadonlySet<string> = new Set(['', 'undefined', 'null'])

function givenText(text: string | undefined): string | null {
  const given = text?.trim() ?? ''
  return noHashes.has(given.toLowerCase()) ? null : given
}

/** Hashes of TON are written in several ways; those of other chains may look the same. */
async function findByHash(
  services: BackendServices,
  text: string,
  signal: AbortSignal,
): Promise<BuiltQuote | null> {
  const found = await findPaidQuote(services, text, signal)
  const hex = tonHashIn(text)
  return found === null && hex !== null ? await findPaidQuote(services, hex, signal) : found
}

function hashOn(blockchain: BlockchainId, text: string): string {
  return blockchain === 'TON' ? (tonHashIn(text) ?? text) : text
}

/** By route id or order where it was swapped here, else by hash alone. */
export async function statusOf(
  services: BackendServices,
  query: StatusExtendedQuery,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const quotes = await services.quotes()
  const text = givenText(query.srcTxHash)
  const id = givenText(query.id)
  if (text === null && id === null) {
    throw new SwaprouteError('MISSING_FIELD', 'srcTxHash is missing.', {
      hint: 'Send the hash of the source transaction, or the id of the route.',
      context: { field: 'srcTxHash' },
    })
  }
  const byId = id === null ? null : await quotes.find(id)
  const stored =
    byId !== null && isBuilt(byId)
      ? byId
      : text === null
        ? null
        : await findByHash(services, text, signal)
  if (stored !== null) {
    const given = text === null ? null : hashOn(stored.quote.request.srcToken.blockchain, text)
    return await statusOfStored(services, stored, given, signal, id === null ? null : undefined)
  }
  const order = text === null ? null : await quotes.findByOrder(text)
  if (order !== null && isBuilt(order)) return await statusOfStored(services, order, null, signal)
  if (text !== null) {
    return await statusByHash(services, text, query.srcTokenBlockchain ?? null, signal)
  }
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    destinationNetworkTitle: null,
    destinationNetworkChainId: null,
    note: 'This id is unknown or was never swapped.',
  }
}
