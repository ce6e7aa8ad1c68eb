import type { TonEntry } from './follow.ts'

/** All transactions of the chain with lookups; in memory. */
export type TonLedger = {
  add(entries: readonly TonEntry[]): void
  byHash(hash: string): TonEntry | null
  /** Transactions that took the message (its own hash or the normalized one), or that made it. */
  byMessage(hash: string, direction: 'in' | 'out'): TonEntry[]
  /** Of an account, newest first. */
  ofAccount(account: string): readonly TonEntry[]
  /** Of a trace, in the order in which they happened. */
  ofTrace(traceId: string): readonly TonEntry[]
  /** Newest first. */
  all(): readonly TonEntry[]
  /** Unix seconds of the last one, 0 without any. */
  lastSeconds(): number
  clear(): void
}

export function createLedger(): TonLedger {
  let entries: TonEntry[] = []
  const hashes = new Map<string, TonEntry>()
  const taken = new Map<string, TonEntry[]>()
  const made = new Map<string, TonEntry[]>()
  const accounts = new Map<string, TonEntry[]>()
  const traces = new Map<string, TonEntry[]>()
  const indexes = [taken, made, accounts, traces]
  return {
    add: (added) => {
      for (const entry of added) {
        entries.push(entry)
        hashes.set(entry.hash, entry)
        const { inHash, inNormalized } = entry
        push(taken, inHash, entry)
        if (inNormalized !== null && inNormalized !== inHash) push(taken, inNormalized, entry)
        for (const out of entry.outHashes) push(made, out, entry)
        push(accounts, entry.account, entry)
        push(traces, entry.traceId, entry)
      }
    },
    byHash: (hash) => hashes.get(hash) ?? null,
    byMessage: (hash, direction) => (direction === 'in' ? taken : made).get(hash) ?? [],
    ofAccount: (account) => (accounts.get(account) ?? []).toReversed(),
    ofTrace: (traceId) => traces.get(traceId) ?? [],
    all: () => entries.toReversed(),
    lastSeconds: () => entries.at(-1)?.seconds ?? 0,
    clear: () => {
      entries = []
      hashes.clear()
      for (const index of indexes) index.clear()
    },
  }
}

function push(index: Map<string, TonEntry[]>, key: string, entry: TonEntry): void {
  const found = index.get(key)
  if (found === undefined) index.set(key, [entry])
  else found.push(entry)
}
