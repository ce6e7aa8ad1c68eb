import { accountKey, isSameAccount } from '../../src/chains/accountKey.ts'
import type { SwaprouteError } from '../../src/core/errors.ts'
import type { StoredQuote, StoredQuotes } from '../../src/backend/storedQuotes.ts'

/** Quotes stored without a disk, with the rules of the real store. */
export function memoryQuotes(): StoredQuotes & { put(quote: StoredQuote): void } {
  const quotes = new Map<string, StoredQuote>()
  const claims = new Map<string, 'busy' | 'lost'>()
  const refusals = new Map<string, SwaprouteError>()
  const find = async (id: string): Promise<StoredQuote | null> => quotes.get(id) ?? null
  return {
    find,
    put: (quote) => quotes.set(quote.id, quote),
    save: async ({ routes, ...set }) => {
      for (const route of routes) {
        quotes.set(route.id, { ...set, ...route, swap: null, srcTxHash: null })
      }
    },
    findByHash: async (hash) =>
      [...quotes.values()].find((quote) => quote.srcTxHash === hash) ?? null,
    findByOrder: async (text) =>
      [...quotes.values()].find(({ swap, quote: { request } }) => {
        const { depositAddress, exchangeId } = swap?.built.answer.transaction ?? {}
        const { blockchain } = request.srcToken
        const place = depositAddress == null ? null : accountKey(blockchain, depositAddress)
        const names = [swap?.orderId, depositAddress, place, exchangeId]
        return names.some((name) => name?.toLowerCase() === text.toLowerCase())
      }) ?? null,
    findUnpaid: async (blockchain, payer) =>
      [...quotes.values()].filter(({ swap, srcTxHash, quote: { request } }) => {
        const { srcToken, fromAddress } = request
        const isPayer = fromAddress !== null && isSameAccount(blockchain, fromAddress, payer)
        return swap !== null && srcTxHash === null && srcToken.blockchain === blockchain && isPayer
      }),
    claimOrder: async (id) => {
      if (quotes.get(id)?.swap != null) return 'built'
      const held = claims.get(id)
      if (held !== undefined) return held
      claims.set(id, 'busy')
      return 'claimed'
    },
    releaseOrder: async (id) => {
      claims.delete(id)
    },
    loseOrder: async (id, refusal) => {
      claims.set(id, 'lost')
      if (refusal !== null) refusals.set(id, refusal)
    },
    findLoss: async (id) => refusals.get(id) ?? null,
    saveSwap: async (built) => {
      const earlier = quotes.get(built.id)
      if (earlier === undefined) throw new Error(`no quote ${built.id}`)
      if (earlier.swap !== null) return { ...earlier, swap: earlier.swap }
      quotes.set(built.id, built)
      return built
    },
    bindHash: async (id, srcTxHash) => {
      const quote = quotes.get(id)
      if (quote !== undefined) quotes.set(id, { ...quote, srcTxHash })
    },
  }
}
