import { setTimeout as wait } from 'node:timers/promises'
import type { StoredQuotes } from './storedQuotes.ts'

/** Longer than it takes to send an answer. */
const answerMs = 10
/** Longer than another process takes to write what it has answered. */
const otherProcessMs = 200

export type LaterQuotes = StoredQuotes & {
  /** Resolves when every quote that was answered is stored. */
  settled(): Promise<void>
}

/**
 * Quotes that are stored after their answer was sent, for a server. A call of this process with one
 * of their ids waits for them. Another process sees them when they are stored, and looks twice
 * before it calls an id unknown; only a process that is killed within these milliseconds loses them.
 * @param onFailure a quote could not be stored: its ids are unknown, and the next answer waits until
 *   its own quotes are stored, and fails if they cannot be
 */
export function createLaterQuotes(
  quotes: StoredQuotes,
  onFailure: (thrown: unknown) => void,
): LaterQuotes {
  const storing = new Map<string, Promise<void>>()
  let hasFailed = false

  const store = async (set: Parameters<StoredQuotes['save']>[0]): Promise<void> => {
    await wait(answerMs)
    try {
      await quotes.save(set)
    } catch (thrown) {
      hasFailed = true
      onFailure(thrown)
    }
    for (const { id } of set.routes) storing.delete(id)
  }

  return {
    ...quotes,
    save: async (set) => {
      if (hasFailed) {
        await quotes.save(set)
        hasFailed = false
        return
      }
      const stored = store(set)
      for (const { id } of set.routes) storing.set(id, stored)
    },
    find: async (id) => {
      await storing.get(id)
      const found = await quotes.find(id)
      if (found !== null) return found
      await wait(otherProcessMs)
      return await quotes.find(id)
    },
    settled: async () => {
      await Promise.all(storing.values())
    },
  }
}
