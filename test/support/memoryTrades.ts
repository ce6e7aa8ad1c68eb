import type { Trade, TradeStore } from '../../src/backend/trades.ts'

/** A trade store without a disk, with the rules of the real one. */
export function memoryTrades(): TradeStore {
  const trades = new Map<string, Trade>()
  const find = async (id: string): Promise<Trade | null> => trades.get(id) ?? null
  return {
    find,
    save: async (added) => {
      for (const trade of added) trades.set(trade.id, trade)
    },
    findByHash: async (hash) =>
      [...trades.values()].find((trade) => trade.srcTxHash === hash) ?? null,
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
