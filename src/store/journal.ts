import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SwaprouteError } from '../core/errors.ts'
import {
  type Database,
  guardFolder,
  numberIn,
  openDatabase,
  prepareFolder,
  storeError,
  textIn,
  textOf,
} from './database.ts'
import type { JournalEvent } from './eventSchema.ts'
import { type Checks, createChecks, lastRecord } from './journalCheck.ts'
import {
  type Leg,
  claimKey,
  insertEvent,
  journalFileFormat,
  journalSchema,
  journalUpgrades,
} from './journalTables.ts'
import { type LockAnswer, createLocks } from './locks.ts'
import {
  countUnfinished,
  isRecorded,
  keysSince,
  lastSwapTo,
  newestSwaps,
  ownerOfKey,
  recordRows,
  type SwapChoice,
  swapsBeginning,
  swapsByEnd,
  swapsNamed,
  transactionRows,
} from './lookups.ts'
import { type Mark, openMark } from './mark.ts'
import { type ProcessMark, type StartOf, ownBoot } from './processes.ts'
import {
  type EventReader,
  type JournalDamage,
  type JournalRecord,
  assertUnbroken,
  intactEvent,
  namesFor,
  onlyOne,
  recordColumns,
  uniqueAddresses,
  toRecord,
} from './records.ts'
import { salvageJournal } from './salvage.ts'

/** The journal's file in its folder. */
export const journalName = 'journal.db'

export type SwapRow = { swapId: string; createdAtMs: number; updatedAtMs: number; open: boolean }

/** A signed transaction whose outcome is not recorded yet. */
export type PendingTransaction = {
  swapId: string
  leg: Leg
  nonce: number
  hash: string
  raw: string
}

/**
 * The record of every swap, on disk before money can move (docs/safety.md section 3). All calls are
 * synchronous; writes return after the commit. Writes throw SwaprouteError STORE_DAMAGED when the
 * file is damaged, and for the rest of the process once one of them has failed.
 */
export type Journal = {
  /**
   * Starts a swap with its first record and claims its idempotency key in the same commit. `force`
   * takes the key from an earlier swap. Throws DUPLICATE with the earlier swap's id in
   * `context.receiptId`. `check` runs in the same commit and may throw to refuse the swap.
   */
  create(
    swapId: string,
    event: Extract<JournalEvent, { type: 'planned' | 'order_planned' }>,
    options?: { force?: boolean; check?: () => void },
  ): JournalRecord
  /** An `abandoned` releases the swap's idempotency key: nothing was signed under it. */
  append(swapId: string, event: JournalEvent): JournalRecord
  /** All records in order; empty for an unknown swap. Throws STORE_DAMAGED for an altered one. */
  read(swapId: string): JournalRecord[]
  /** How many swaps have not ended. */
  countOpen(): number
  /** Newest first. */
  list(options: SwapChoice): SwapRow[]
  /**
   * Every swap that has this hash among its transactions, in any letter case; newest first. One
   * transaction may pay several swaps.
   */
  findByHash(hash: string): string[]
  /**
   * Finds a swap by its id, the beginning of its id (at least 4 characters, unambiguous), a route
   * id, an order number, a deposit address (the newest of several orders) or a hash.
   */
  find(text: string): string | null
  /** Throws STORE_DAMAGED when the key's owner in the table did not record the key itself. */
  findByIdempotencyKey(key: string): string | null
  /**
   * Keys with this beginning, of swaps since a moment (Unix milliseconds) that were not abandoned.
   */
  keysSince(beginning: string, sinceMs: number): string[]
  /** Payers, receivers, refund and deposit addresses of the newest swaps, each once (A6). */
  addresses(limit: number): string[]
  /** The receiver of the newest swap to this name (A8); null if there is none. */
  lastReceiver(name: string): string | null
  /**
   * Transactions of all swaps that are signed and not known to be mined or replaced; lowest nonce
   * first.
   */
  pendingTransactions(chainId: number, account: string): PendingTransaction[]
  /** Those known to be mined or replaced, from a nonce on; lowest nonce first. */
  settledTransactions(chainId: number, account: string, from: number): PendingTransaction[]
  /** One try; never waits for the owner. */
  tryLock(name: string, swapId: string | null): LockAnswer
  /** Throws STORE_DAMAGED if nothing may be sent any more. */
  assertWritable(): void
  /**
   * Called right before signing and before sending. Throws as `assertWritable`, and OUTCOME_UNKNOWN
   * once another process has taken over a lock of this swap.
   */
  assertOwned(swapId: string): void
  /** Reads the whole file, unless opening it has just done so; see `damage()`. */
  check(): void
  /** Null while every requested record could be read. */
  damage(): JournalDamage | null
  close(): void
}

export type JournalOptions = {
  /** Unix milliseconds. */
  now: () => number
  startOf?: StartOf
  /** Milliseconds of a monotonic clock. */
  ticks?: () => number
  /** This process, as its locks identify it. */
  mark?: ProcessMark
  /** Identifies the machine's start. */
  boot?: string
  /** Wraps the database, for tests of failing writes. */
  wrap?: (database: Database) => Database
}

/**
 * Opens `journal.db` in a folder, or creates both. A damaged or newer file is opened for reading
 * only: see `damage()`.
 */
export async function openJournal(folder: string, options: JournalOptions): Promise<Journal> {
  const file = join(folder, journalName)
  prepareFolder(folder)
  guardFolder(folder)
  const mark = openMarkOf(file)
  const checks = createChecks(mark, file, options.now, options.boot ?? ownBoot())
  const [{ journalEvent }, opened] = await Promise.all([
    import('./eventSchema.ts'),
    openDatabase({
      file,
      format: journalFileFormat,
      schema: journalSchema,
      upgrades: journalUpgrades,
      synchronous: 'FULL',
      verify: checks.onOpening,
    }),
  ])
  const readEvent: EventReader = (value) => journalEvent.parse(value)
  if (opened.state === 'damaged') {
    const { readable, problem } = opened
    return salvageJournal({ file, database: readable, mark, problem, readEvent })
  }
  const database = options.wrap?.(opened.database) ?? opened.database
  checks.remember()
  return createJournal({ file, database, mark, readEvent, checks }, options)
}

function openMarkOf(file: string): Mark {
  try {
    return openMark(`${file}-mark`, !existsSync(file))
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown
    throw storeError(file, textOf(thrown), thrown)
  }
}

type Parts = {
  file: string
  database: Database
  mark: Mark
  readEvent: EventReader
  checks: Checks
}

function createJournal(parts: Parts, options: JournalOptions): Journal {
  const { file, database, mark, readEvent, checks } = parts
  const { now, ticks = () => performance.now(), startOf, mark: own } = options
  let failure: string | null = null
  let found: JournalDamage | null = null

  const assertWritable = (): void => {
    const problem = failure ?? found?.problem
    if (problem !== undefined) throw storeError(file, problem)
  }
  /** After the first failed write there are no others. */
  const write = <T>(work: () => T): T => {
    assertWritable()
    try {
      return work()
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) throw thrown
      failure = `a write failed (${textOf(thrown)})`
      throw storeError(file, failure, thrown)
    }
  }
  const locks = createLocks(database, { now, ticks, startOf, mark: own, write })
  const reading = <T>(lost: string, work: () => T): T => {
    try {
      return work()
    } catch (thrown) {
      found ??= { problem: textOf(thrown), lost }
      throw storeError(file, found.problem, thrown)
    }
  }
  const recordsOf = (swapId: string): JournalRecord[] => {
    const records = recordRows(database, swapId).map((row) => toRecord(row, readEvent))
    assertUnbroken(records)
    return records
  }

  const byName = (text: string): string[] =>
    reading('the index of swaps', () => {
      const found = namesFor(text).flatMap((name) => swapsNamed(database, name))
      return [...new Set(found)]
    })

  const transactions = (
    settled: 0 | 1,
    chainId: number,
    account: string,
    from: number,
  ): PendingTransaction[] =>
    reading('the list of sent transactions', () =>
      transactionRows(database, settled, chainId, account, from).map((row) => {
        const swapId = textIn(row, 'swap_id')
        const hash = textIn(row, 'hash')
        return signedAs(swapId, hash, numberIn(row, 'nonce'), recordsOf(swapId))
      }),
    )

  const commit = (swapId: string, work: () => JournalRecord): JournalRecord =>
    write(() => {
      const { record, last } = database.transaction(() => {
        // In the same commit: a suspended process must not append to a swap taken over by another.
        locks.assertOwned(swapId)
        return { record: work(), last: lastRecord(database) }
      })
      mark.write(last)
      return record
    })

  return {
    create: (swapId, event, { force = false, check } = {}) =>
      commit(swapId, () => {
        check?.()
        const key = event.idempotencyKey
        if (key !== null) {
          const owner = claimKey(database, key, swapId, force)
          if (owner !== null) throw duplicateError(key, owner)
        }
        return insertEvent(database, swapId, readEvent(event), now())
      }),
    // Validated by the reader: a record that cannot be read is never written.
    append: (swapId, event) =>
      commit(swapId, () => insertEvent(database, swapId, readEvent(event), now())),
    read: (swapId) => reading(`swap ${swapId}`, () => recordsOf(swapId)),
    countOpen: () => reading('the list of swaps', () => countUnfinished(database)),
    list: ({ open, ...newest }) =>
      reading('the list of swaps', () => {
        const rows =
          open === undefined ? newestSwaps(database, newest) : swapsByEnd(database, open, newest)
        return rows.map((row) => ({
          swapId: textIn(row, 'swap_id'),
          createdAtMs: numberIn(row, 'created_ms'),
          updatedAtMs: numberIn(row, 'updated_ms'),
          open: numberIn(row, 'open') === 1,
        }))
      }),
    findByHash: byName,
    find: (text) => {
      const name = text.toLowerCase()
      return reading('the index of swaps', () => {
        const isOwn = isRecorded(database, name)
        const exact = isOwn ? name : byName(text)[0]
        if (exact !== undefined || name.length < 4) return exact ?? null
        return onlyOne(swapsBeginning(database, name))
      })
    },
    findByIdempotencyKey: (key) =>
      reading(`the idempotency key "${key}"`, () => ownerOfKey(database, key)),
    keysSince: (beginning, sinceMs) =>
      reading('the list of idempotency keys', () => keysSince(database, beginning, sinceMs)),
    addresses: (limit) =>
      reading('addresses of earlier swaps', () => {
        const sql = `SELECT ${recordColumns} FROM events WHERE event GLOB '{"type":"planned"*' OR event GLOB '{"type":"order*' ORDER BY id DESC LIMIT ?`
        const rows = database.all(sql, [limit])
        return uniqueAddresses(rows.map((row) => ({ event: intactEvent(row) })))
      }),
    lastReceiver: (name) =>
      reading('the last swap to a name', () => {
        const swapId = lastSwapTo(database, name)
        const event = swapId === null ? undefined : recordsOf(swapId)[0]?.event
        if (event === undefined) return null
        if ('receiverName' in event && event.receiverName === name) return event.receiver
        throw new Error(`the last swap to ${name} was altered on disk`)
      }),
    pendingTransactions: (chainId, account) => transactions(0, chainId, account, 0),
    settledTransactions: (chainId, account, from) => transactions(1, chainId, account, from),
    tryLock: (name, swapId) => {
      const answer = write(() => locks.take(name, swapId))
      if (!answer.taken) return answer
      const release = (): void => {
        if (failure !== null) return
        try {
          write(answer.release)
        } catch {
          // The lock ends when its lease expires; the work it protected is done and must not fail.
        }
      }
      return { taken: true, release }
    },
    assertWritable,
    assertOwned: (swapId) => write(() => locks.assertOwned(swapId)),
    check: () => {
      const lost = 'what the damaged parts contain'
      try {
        const problem = checks.whole(database)
        if (problem !== null) found ??= { problem, lost }
        else checks.remember()
      } catch (thrown) {
        found ??= { problem: textOf(thrown), lost }
      }
    },
    damage: () => found,
    close: () => {
      locks.close()
      mark.close()
      database.close()
    },
  }
}

/** A row of the table counts only if the swap's records, which have digests, agree. */
function signedAs(
  swapId: string,
  hash: string,
  nonce: number,
  records: readonly JournalRecord[],
): PendingTransaction {
  for (const { event } of records) {
    if (event.type !== 'signed' && event.type !== 'ton_signed') continue
    if (event.hash !== hash || event.nonce !== nonce) continue
    return { swapId, leg: event.leg, nonce, hash, raw: 'raw' in event ? event.raw : event.boc }
  }
  throw new Error(`transaction ${hash} of swap ${swapId} was altered on disk`)
}

/** The error for a key owned by an earlier swap. */
export function duplicateError(key: string, receiptId: string): SwaprouteError {
  return new SwaprouteError(
    'DUPLICATE',
    `The idempotency key "${key}" already belongs to swap ${receiptId}; nothing was sent now.`,
    {
      hint: `See it with \`swaproute receipt ${receiptId}\`, or add --force to swap again.`,
      context: { idempotencyKey: key, receiptId },
      funds: 'none_moved',
      money: 'Nothing was sent this time; the receipt shows where the earlier payment is.',
    },
  )
}
