import { randomUUID } from 'node:crypto'
import { SwaprouteError } from '../core/errors.ts'
import { type Database, type Row, asBytes, numberIn, textIn } from './database.ts'
import { type ProcessMark, type StartOf, hasEnded, ownMark, startOfProcess } from './processes.ts'

const columns = `pid, since_ms, renewed_ms, ${asBytes('token', 'started', 'realm', 'swap_id')}`

/** How often an owner says that it is still there. */
const renewMs = 5_000
/** An owner that has been silent for so long is gone, whatever its host or container. */
const leaseMs = 60_000
/**
 * So long at least somebody looks for himself: a clock that was set forward makes every owner seem
 * silent for hours, but one that lives renews within this time.
 */
const watchMs = 2 * renewMs
/** A process that runs beside this one, and renewed within this time, is taken to be at work. */
const freshMs = 3 * renewMs

/** Who has a lock that could not be taken. */
export type Holder = {
  pid: number
  host: string
  swapId: string | null
  sinceMs: number
  /** It is known to be at work: waiting for its silence is of no use. */
  isAlive: boolean
  /** When the lease ends unless it is renewed, Unix milliseconds; null for one without an end. */
  untilMs: number | null
}

/** The lock is ours until `release`, as long as it is renewed; or another still has it. */
export type LockAnswer = { taken: true; release: () => void } | { taken: false; holder: Holder }

export const locksSchema = `
  CREATE TABLE locks (
    name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
    realm TEXT NOT NULL, swap_id TEXT, since_ms INTEGER NOT NULL, renewed_ms INTEGER
  )`

/**
 * Format 1 knew no leases. Its programs, should one be running, cannot take a lock any more; what
 * they hold keeps a null and passes on only when their process has ended.
 */
export const leaseUpgrade = 'ALTER TABLE locks ADD COLUMN renewed_ms INTEGER'

export type Locks = {
  /** One try; never waits for the owner. */
  take(name: string, swapId: string | null): LockAnswer
  /** @throws SwaprouteError OUTCOME_UNKNOWN once another process has a lock of ours for the swap */
  assertOwned(swapId: string): void
  /** Ends the renewing; what is still held passes on by its silence. */
  close(): void
}

export type LockOptions = {
  /** Unix milliseconds: what a lease says of itself. */
  now: () => number
  /** Milliseconds of a clock that nobody sets: what is seen of another's silence. */
  ticks: () => number
  startOf?: StartOf | undefined
  /** This process, as the locks name it. */
  mark?: ProcessMark | undefined
  /** Writes, so that a failure ends the journal. */
  write: (work: () => void) => void
}

type Lease = { name: string; token: string; swapId: string | null }
type Watch = {
  token: string
  renewedMs: number
  sinceTicks: number
  needMs: number
  moved: boolean
}

/**
 * Locks between processes, kept in the journal's own file as leases: the owner renews them, and one
 * that has been silent for a minute is gone. That one may only have been suspended, so every record
 * of a swap is written only while its locks are still held: what is not recorded is not sent. They
 * are not reentrant: a second swap in the same process waits like any other.
 *
 * Silence is seen, not computed. The wall clock of the owner and of the one who waits may be set in
 * between, so it counts for all but the last ten seconds, which the waiting one has to see pass.
 */
export function createLocks(database: Database, options: LockOptions): Locks {
  const { now, ticks, write, startOf = startOfProcess } = options
  const held = new Map<string, Lease>()
  const watches = new Map<string, Watch>()
  let own: ProcessMark | null = null
  let timer: NodeJS.Timeout | null = null

  const mark = (): ProcessMark => (own ??= options.mark ?? ownMark(startOf))

  const renew = (): void => {
    try {
      write(() => {
        const sql = 'UPDATE locks SET renewed_ms = ? WHERE name = ? AND token = ?'
        database.transaction(() => {
          for (const { name, token } of held.values()) database.run(sql, [now(), name, token])
        })
      })
    } catch {
      stop() // the journal keeps the failure: nothing is written or sent after it
    }
  }
  const stop = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const rowOf = (name: string): Row | undefined =>
    database.all(`SELECT ${columns} FROM locks WHERE name = ?`, [name])[0]

  /** How far a holder's silence has been seen: from the first look at this very renewal. */
  const watch = (name: string, token: string, renewedMs: number): Watch => {
    const seen = watches.get(name)
    if (seen?.token === token && seen.renewedMs === renewedMs) return seen
    const silentMs = Math.min(Math.max(now() - renewedMs, 0), leaseMs - watchMs)
    const moved = seen?.token === token
    const next = { token, renewedMs, sinceTicks: ticks(), needMs: leaseMs - silentMs, moved }
    watches.set(name, next)
    return next
  }

  /** Null: free, or its owner is gone. */
  const holderOf = (name: string): Holder | null => {
    const row = rowOf(name)
    if (row === undefined) return null
    const owner = markIn(row)
    if (hasEnded(owner, mark(), startOf)) return null
    const token = textIn(row, 'token')
    const common = {
      pid: owner.pid,
      host: hostOf(owner),
      swapId: row['swap_id'] === null ? null : textIn(row, 'swap_id'),
      sinceMs: numberIn(row, 'since_ms'),
    }
    if (row['renewed_ms'] === null) return { ...common, isAlive: true, untilMs: null }
    const renewedMs = numberIn(row, 'renewed_ms')
    const { sinceTicks, needMs, moved } = watch(name, token, renewedMs)
    const leftMs = needMs - (ticks() - sinceTicks)
    const isOurs = held.has(token)
    if (leftMs <= 0 && !isOurs) return null
    const isFresh = Math.abs(now() - renewedMs) < freshMs && owner.realm === mark().realm
    const isAlive = isOurs || moved || isFresh
    return { ...common, isAlive, untilMs: now() + Math.max(leftMs, 0) }
  }

  const release = (token: string, name: string): void => {
    held.delete(token)
    if (held.size === 0) stop()
    database.run('DELETE FROM locks WHERE name = ? AND token = ?', [name, token])
  }

  return {
    take: (name, swapId) => {
      const holder = holderOf(name) // without a write lock: many may be waiting
      if (holder !== null) return { taken: false, holder }
      const { pid, started, realm } = mark()
      const token = randomUUID()
      return database.transaction(() => {
        const late = holderOf(name)
        if (late !== null) return { taken: false, holder: late }
        const values = [name, token, pid, started, realm, swapId, now(), now()]
        database.run('INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?, ?, ?)', values)
        watches.delete(name)
        held.set(token, { name, token, swapId })
        timer ??= setInterval(renew, renewMs).unref()
        return { taken: true, release: () => release(token, name) }
      })
    },
    assertOwned: (swapId) => {
      for (const lease of held.values()) {
        if (lease.swapId !== swapId) continue
        const row = rowOf(lease.name)
        if (row === undefined || textIn(row, 'token') !== lease.token) throw lostLease(lease, row)
      }
    },
    close: stop,
  }
}

/** This process was suspended, or too busy to renew: it neither signs nor sends any more. */
function lostLease({ name, swapId }: Lease, row: Row | undefined): SwaprouteError {
  const taker = row === undefined ? 'another process' : `process ${describe(markIn(row))}`
  const what = name.startsWith('swap:') ? `swap ${swapId}` : `the account of swap ${swapId}`
  const message = `This process was silent for a minute, and ${taker} has taken ${what} over.`
  return new SwaprouteError('OUTCOME_UNKNOWN', message, {
    hint: `Nothing more is signed or sent here. See where it stands with \`swaproute receipt ${swapId}\`; \`swaproute resume ${swapId}\` goes on with it and never pays twice.`,
    context: { receiptId: swapId, lock: name },
    funds: 'unknown',
  })
}

function describe(owner: ProcessMark): string {
  return `${owner.pid} on ${hostOf(owner)}`
}

function hostOf({ realm }: ProcessMark): string {
  return realm.split('/')[0] ?? realm
}

function markIn(row: Row): ProcessMark {
  return {
    pid: numberIn(row, 'pid'),
    started: textIn(row, 'started'),
    realm: textIn(row, 'realm'),
  }
}
