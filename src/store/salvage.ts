import { type Database, numberIn, storeError, textIn } from './database.ts'
import type { SwapChoice } from './lookups.ts'
import type { Mark } from './mark.ts'
import {
  type EventReader,
  type JournalDamage,
  type JournalRecord,
  assertUnbroken,
  isEnd,
  namesFor,
  namesIn,
  onlyOne,
  recordColumns,
  uniqueAddresses,
  toRecord,
} from './records.ts'

type Parts = {
  file: string
  /** Null: not even its first page can be read. */
  database: Database | null
  mark: Mark
  problem: string
  readEvent: EventReader
}

/**
 * A journal that reads the intact part of a damaged file. A swap with a missing or altered record
 * is omitted as a whole, since half of its records could mislead.
 */
export function salvageJournal({ file, database, mark, problem, readEvent }: Parts) {
  const { swaps, lost } = salvageSwaps(database, mark.found, readEvent)
  const damage: JournalDamage = { problem, lost }
  const refuse = (): never => {
    throw storeError(file, problem)
  }
  const idsOf = (fits: (records: JournalRecord[], swapId: string) => boolean): string[] =>
    [...swaps].flatMap(([swapId, records]) => (fits(records, swapId) ? [swapId] : [])).toReversed()
  const byName = (text: string): string[] => {
    const names = namesFor(text)
    return idsOf((records) =>
      records.some(({ event }) => namesIn(event).some((name) => names.includes(name))),
    )
  }

  return {
    create: refuse,
    append: refuse,
    tryLock: refuse,
    assertWritable: refuse,
    assertOwned: refuse,
    pendingTransactions: refuse,
    settledTransactions: refuse,
    keysSince: refuse,
    countOpen: () => [...swaps.values()].filter(isOpen).length,
    read: (swapId: string) => swaps.get(swapId) ?? [],
    list: ({ open, sinceMs = -1, limit }: SwapChoice) =>
      [...swaps]
        .map(([swapId, records]) => ({
          swapId,
          createdAtMs: records[0]?.atMs ?? 0,
          updatedAtMs: records.at(-1)?.atMs ?? 0,
          open: isOpen(records),
        }))
        .filter((row) => row.createdAtMs > sinceMs && (open === undefined || row.open === open))
        .toReversed()
        .slice(0, limit),
    findByHash: byName,
    find: (text: string) => {
      const name = text.toLowerCase()
      if (swaps.has(name)) return name
      const named = byName(text)
      if (named.length > 0 || name.length < 4) return onlyOne(named)
      return onlyOne(idsOf((_records, swapId) => swapId.startsWith(name)))
    },
    findByIdempotencyKey: (key: string) => {
      const owners = [...swaps].filter(([, records]) => {
        const first = records[0]?.event
        const begins = first?.type === 'planned' || first?.type === 'order_planned'
        const isFreed = records.some(({ event }) => event.type === 'abandoned')
        return begins && first.idempotencyKey === key && !isFreed
      })
      return owners.at(-1)?.[0] ?? null // a later swap took over the key
    },
    addresses: (limit: number) =>
      uniqueAddresses([...swaps.values()].flat().toReversed().slice(0, limit)),
    lastReceiver: (name: string) => {
      const events = [...swaps.values()].flat().map(({ event }) => event)
      const last = events.findLast(
        (event) => 'receiverName' in event && event.receiverName === name,
      )
      return last !== undefined && 'receiver' in last ? last.receiver : null
    },
    check: () => undefined,
    damage: () => damage,
    close: () => {
      mark.close()
      database?.close()
    },
  }
}

function isOpen(records: readonly JournalRecord[]): boolean {
  return !records.some(({ event }) => isEnd(event))
}

function salvageSwaps(
  database: Database | null,
  marked: number,
  readEvent: EventReader,
): { swaps: Map<string, JournalRecord[]>; lost: string } {
  if (database === null) return { swaps: new Map(), lost: 'everything in it' }
  const swaps = new Map<string, JournalRecord[]>()
  const spoilt = new Set<string>()
  const last = Math.max(marked, highest(database))
  let unreadable = 0
  // One by one, so that a damaged page affects only its own records.
  for (let id = 1; id <= last; id += 1) {
    const row = attempt(
      () => database.all(`SELECT ${recordColumns} FROM events WHERE id = ?`, [id])[0],
    )
    const record = row && attempt(() => toRecord(row, readEvent))
    const swapId = row && attempt(() => textIn(row, 'swap_id'))
    if (record === undefined) unreadable += 1
    if (swapId !== undefined && record === undefined) spoilt.add(swapId)
    if (record !== undefined)
      swaps.set(record.swapId, [...(swaps.get(record.swapId) ?? []), record])
  }
  for (const [swapId, records] of swaps) {
    const unbroken = attempt(() => {
      assertUnbroken(records)
      return true
    })
    if (unbroken !== true || spoilt.has(swapId)) {
      swaps.delete(swapId)
      spoilt.add(swapId)
    }
  }
  const names = spoilt.size === 0 ? '' : `; incomplete swaps: ${[...spoilt].join(', ')}`
  return { swaps, lost: `${unreadable} of ${last} records${names}` }
}

function highest(database: Database): number {
  const row = attempt(() => database.all('SELECT coalesce(max(id), 0) AS last FROM events')[0])
  return (row && attempt(() => numberIn(row, 'last'))) ?? 0
}

/** Undefined when reading fails: the caller counts it as lost and reports it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
