import type { SwaprouteError } from '../../src/core/errors.ts'
import type { Trade, TradeStore } from '../../src/backend/trades.ts'

/** A trade store without a disk, with the rules of the real one. */
export function memoryTrades(): TradeStore {
  const trades = new Map<string, Trade>()
  const claims = new Map<string, 'busy' | 'lost'>()
  const refusals = new Map<string, SwaprouteError>()
  const find = async (id: string): Promise<Trade | null> => trades.get(id) ?? null
  return {
    find,
    save: async (added) => {
      for (const trade of added) trades.set(trade.id, trade)
    },
    findByHash: async (hash) =>
      [...trades.values()].find((trade) => trade.srcTxHash === hash) ?? null,
    findByOrder: async (text) =>
      [...trades.values()].find(({ swap }) => {
        const { depositAddress, exchangeId } = swap?.answer.transaction ?? {}
        const names = [swap?.orderId, depositAddress, exchangeId]
        return names.some((name) => name?.toLowerCase() === text.toLowerCase())
      }) ?? null,
    claimOrder: async (id) => {
      if (trades.get(id)?.swap != null) return 'built'
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
    saveSwap: async (id, quote, swap) => {
      const trade = trades.get(id)
      if (trade === undefined) throw new Error(`no trade ${id}`)
      const stored = trade.swap === null ? { ...trade, quote, swap } : trade
      trades.set(id, stored)
      return stored
    },
    bindHash: async (id, srcTxHash) => {
      const trade = trades.get(id)
      if (trade !== undefined) trades.set(id, { ...trade, srcTxHash })
    },
  }
}
