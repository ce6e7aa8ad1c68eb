import type { JournalEvent } from './eventSchema.ts'

/** One transaction of a swap; each runs from signing to confirmed by itself. */
export type Leg = 'approve_reset' | 'approve' | 'pay' | 'revoke'

/** A line of the journal. `sequence` counts per swap from 1; `format` is the record's version. */
export type JournalRecord = {
  swapId: string
  sequence: number
  format: number
  atMs: number
  event: JournalEvent
}

export type SwapRow = { swapId: string; createdAtMs: number; updatedAtMs: number; open: boolean }

/** A signed transaction whose fate the journal does not know yet. */
export type PendingTransaction = { swapId: string; leg: Leg; nonce: number; hash: string; raw: string }

/** Who holds a lock, or that it is ours now. */
export type LockAnswer =
  | { taken: true; release: () => void }
  | { taken: false; holder: { pid: number; swapId: string | null; sinceMs: number } }

/**
 * The memory of every swap, on disk before money can move (SAFETY.md section 3). All calls are
 * synchronous and return after the commit. Throws SwaprouteError STORE_DAMAGED; after a failed
 * write every later write of this process is refused.
 */
export type Journal = {
  /**
   * Starts a swap with its first record and claims the idempotency key in the same commit.
   * `force` takes the key over. Throws DUPLICATE with the earlier swap's id in `context.receiptId`.
   */
  create(
    swapId: string,
    event: Extract<JournalEvent, { type: 'planned' }>,
    options?: { force?: boolean },
  ): JournalRecord
  append(swapId: string, event: JournalEvent): JournalRecord
  /** All records in order; empty for an unknown swap. */
  read(swapId: string): JournalRecord[]
  /** Newest first. */
  list(options: { open?: boolean; limit: number }): SwapRow[]
  /** Any hash of any of its transactions, in any letter case. */
  findByHash(hash: string): string | null
  /** A swap id, the beginning of one (unique, 4 characters at least) or a route id. */
  find(text: string): string | null
  findByIdempotencyKey(key: string): string | null
  claimIdempotencyKey(
    key: string,
    swapId: string,
  ): { claimed: true } | { claimed: false; swapId: string }
  /** The key can be used again: its swap ended before anything was signed. */
  releaseIdempotencyKey(swapId: string): void
  pendingTransactions(chainId: number, account: string): PendingTransaction[]
  /** One try; freed by `release`, or once the owner process is gone. */
  tryLock(name: string, swapId: string | null): LockAnswer
  /** Throws STORE_DAMAGED when a write has failed in this process: nothing may be sent any more. */
  assertWritable(): void
  close(): void
}
