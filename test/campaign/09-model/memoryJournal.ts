import { journalEvent, type JournalEvent } from '../../../src/store/eventSchema.ts'
import {
  duplicateError,
  type Journal,
  type PendingTransaction,
} from '../../../src/store/journal.ts'
import {
  isBeginning,
  isEnd,
  type JournalRecord,
  namesFor,
  uniqueAddresses,
  namesIn,
} from '../../../src/store/records.ts'
import type { Disk } from './process.ts'

type Transaction = PendingTransaction & { chainId: number; account: string; settled: boolean }
type Swap = { records: JournalRecord[]; createdAtMs: number; updatedAtMs: number; open: boolean }

/**
 * A journal without a file, for the many runs in which the file is not what is looked at: the same
 * calls, records and locks, each record as it would come back from disk.
 */
export function memoryDisk(now: () => number): Disk {
  const swaps = new Map<string, Swap>()
  const keys = new Map<string, string>()
  const names = new Map<string, Set<string>>()
  const transactions = new Map<string, Transaction>()
  const locks = new Map<string, { pid: number; swapId: string | null; token: symbol }>()

  const add = (swapId: string, event: JournalEvent): JournalRecord => {
    const swap = swaps.get(swapId) ?? {
      records: [],
      createdAtMs: now(),
      updatedAtMs: 0,
      open: true,
    }
    if (isBeginning(event) !== (swap.records.length === 0)) throw new Error('out of order')
    swaps.set(swapId, swap)
    const record = { swapId, sequence: swap.records.length + 1, format: 1, atMs: now(), event }
    swap.records.push(JSON.parse(JSON.stringify({ ...record, event: journalEvent.parse(event) })))
    swap.updatedAtMs = now()
    swap.open &&= !isEnd(event)
    for (const name of namesIn(event)) names.set(name, (names.get(name) ?? new Set()).add(swapId))
    if (event.type === 'signed' || event.type === 'ton_signed') {
      const { hash, leg, chainId, nonce } = event
      const raw = event.type === 'signed' ? event.raw : event.boc
      const account = event.account.toLowerCase()
      transactions.set(hash, { swapId, leg, nonce, hash, raw, chainId, account, settled: false })
    }
    const sent = 'hash' in event ? transactions.get(event.hash ?? '') : undefined
    if (
      sent !== undefined &&
      /^(?:ton_)?confirmed$|^replaced$|^expired$|^reorged$/.test(event.type)
    ) {
      sent.settled = event.type !== 'reorged'
    }
    if (event.type === 'abandoned') {
      for (const [key, owner] of keys) if (owner === swapId) keys.delete(key)
    }
    return record
  }
  const byName = (text: string): string[] =>
    namesFor(text).flatMap((name) => [...(names.get(name) ?? [])].toReversed())

  const sentBy = (settled: boolean, chainId: number, account: string, from: number) =>
    [...transactions.values()]
      .filter((one) => one.settled === settled && one.chainId === chainId && one.nonce >= from)
      .filter((one) => one.account === account.toLowerCase())
      .toSorted((a, b) => a.nonce - b.nonce)

  let lastPid = 0
  const ended = new Set<number>()
  const open = (pid: number): Journal => ({
    create: (swapId, event, { force = false, check } = {}) => {
      check?.()
      const key = event.idempotencyKey
      const owner = key === null || force ? undefined : keys.get(key)
      if (key !== null && owner !== undefined) throw duplicateError(key, owner)
      if (key !== null) keys.set(key, swapId)
      return add(swapId, event)
    },
    append: add,
    read: (swapId) => [...(swaps.get(swapId)?.records ?? [])],
    countOpen: () => [...swaps.values()].filter(({ open: isOpen }) => isOpen).length,
    list: ({ open: wanted, limit }) =>
      [...swaps]
        .toReversed()
        .filter(([, swap]) => wanted === undefined || swap.open === wanted)
        .slice(0, limit)
        .map(([swapId, { createdAtMs, updatedAtMs, open: isOpen }]) => ({
          swapId,
          createdAtMs,
          updatedAtMs,
          open: isOpen,
        })),
    findByHash: byName,
    find: (text) => (swaps.has(text) ? text : (byName(text)[0] ?? null)),
    findByIdempotencyKey: (key) => keys.get(key) ?? null,
    lastReceiver: () => null,
    keysSince: (beginning, sinceMs) =>
      [...keys]
        .filter(([key, owner]) => {
          return key.startsWith(beginning) && (swaps.get(owner)?.createdAtMs ?? 0) > sinceMs
        })
        .map(([key]) => key),
    addresses: () => uniqueAddresses([...swaps.values()].flatMap(({ records }) => records)),
    pendingTransactions: (chainId, account) => sentBy(false, chainId, account, 0),
    settledTransactions: (chainId, account, from) => sentBy(true, chainId, account, from),
    tryLock: (name, swapId) => {
      const held = locks.get(name)
      if (held !== undefined && !ended.has(held.pid)) {
        const { pid: other, swapId: owner } = held
        const place = { pid: other, host: 'memory', sinceMs: 0, untilMs: null }
        return { taken: false, holder: { ...place, swapId: owner, isAlive: true } }
      }
      const token = Symbol(name)
      locks.set(name, { pid, swapId, token })
      const release = (): void => {
        if (locks.get(name)?.token === token) locks.delete(name)
      }
      return { taken: true, release }
    },
    assertWritable: () => {},
    assertOwned: () => {},
    check: () => {},
    damage: () => null,
    close: () => void ended.add(pid),
  })
  return { open: () => Promise.resolve(open((lastPid += 1))), close: () => Promise.resolve() }
}
