import { randomUUID } from 'node:crypto'
import { SwaprouteError } from '../core/errors.ts'
import { type Database, type Row, asBytes, numberIn, textIn } from './database.ts'
import { type ProcessMark, type StartOf, hasEnded, ownMark, startOfProcess } from './processes.ts'

const columns = `pid, since_ms, renewed_ms, ${asBytes('token', 'started', 'realm', 'swap_id')}`

/** How often an owner renews its lease. */
const renewMs = 5_000
/** An owner without a renewal for this long is gone, on any host and in any container. */
const leaseMs = 60_000
/**
 * Minimum time a waiting process observes by itself: after a forward clock jump every lease looks
 * expired, but a live owner renews within this time.
 */
const watchMs = 2 * renewMs
/** A process on this machine that renewed within this time counts as running. */
const freshMs = 3 * renewMs

/** The owner of a lock that could not be taken. */
export type Holder = {
  pid: number
  host: string
  swapId: string | null
  sinceMs: number
  /** The owner is known to be running, so its lease will not expire. */
  isAlive: boolean
  /** When the lease ends unless renewed, Unix milliseconds; null for one without an end. */
  untilMs: number | null
}

/** The lock is ours until `release`, while renewed; or another process has it. */
export type LockAnswer = { taken: true; release: () => void } | { taken: false; holder: Holder }

export const locksSchema = `
  CREATE TABLE locks (
    name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
    realm TEXT NOT NULL, swap_id TEXT, since_ms INTEGER NOT NULL, renewed_ms INTEGER
  )`

/**
 * Format 1 had no leases. Its programs, if still running, can no longer take a lock; their existing
 * locks have a null and become free only when their process ends.
 */
export const leaseUpgrade = 'ALTER TABLE locks ADD COLUMN renewed_ms INTEGER'

export type Locks = {
  /** One try; never waits for the owner. */
  take(name: string, swapId: string | null): LockAnswer
  /**
   * @throws SwaprouteError OUTCOME_UNKNOWN once another process has taken a lock of ours for the
   * swap
   */
  assertOwned(swapId: string): void
  /** Stops renewing; unreleased locks become free when their lease expires. */
  close(): void
}

export type LockOptions = {
  /** Unix milliseconds, for the times inside a lease. */
  now: () => number
  /** Milliseconds of a monotonic clock, for measuring another process's silence. */
  ticks: () => number
  startOf?: StartOf | undefined
  /** This process, as the locks identify it. */
  mark?: ProcessMark | undefined
  /** Wraps writes, so that a failure ends the journal. */
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
 * Locks between processes, stored in the journal's own file as leases: the owner renews them, and
 * an owner without a renewal for a minute is considered gone. It may only have been suspended, so a
 * record of a swap is written only while its locks are still owned: nothing is sent without a
 * record. Locks are not reentrant: a second swap in the same process waits like any other.
 *
 * Expiry is observed, not only computed: wall clocks may be changed in between, so the waiting
 * process must itself measure the last ten seconds.
 */
export function createLocks(database: Database, options: LockOptions): Locks {
  const { now, ticks, write, startOf = startOfProcess } = options
  const owned = new Map<string, Lease>()
  const watches = new Map<string, Watch>()
  let own: ProcessMark | null = null
  let timer: NodeJS.Timeout | null = null

  const mark = (): ProcessMark => (own ??= options.mark ?? ownMark(startOf))

  const renew = (): void => {
    try {
      write(() => {
        const sql = 'UPDATE locks SET renewed_ms = ? WHERE name = ? AND token = ?'
        database.transaction(() => {
          for (const { name, token } of owned.values()) database.run(sql, [now(), name, token])
        })
      })
    } catch {
      stop() // the journal records the failure: nothing is written or sent after it
    }
  }
  const stop = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const rowOf = (name: string): Row | undefined =>
    database.all(`SELECT ${columns} FROM locks WHERE name = ?`, [name])[0]

  /** Time since this renewal was first read. */
  const watch = (name: string, token: string, renewedMs: number): Watch => {
    const known = watches.get(name)
    if (known?.token === token && known.renewedMs === renewedMs) return known
    const silentMs = Math.min(Math.max(now() - renewedMs, 0), leaseMs - watchMs)
    const moved = known?.token === token
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
    const isOurs = owned.has(token)
    if (leftMs <= 0 && !isOurs) return null
    const isFresh = Math.abs(now() - renewedMs) < freshMs && owner.realm === mark().realm
    const isAlive = isOurs || moved || isFresh
    return { ...common, isAlive, untilMs: now() + Math.max(leftMs, 0) }
  }

  const release = (token: string, name: string): void => {
    owned.delete(token)
    if (owned.size === 0) stop()
    database.run('DELETE FROM locks WHERE name = ? AND token = ?', [name, token])
  }

  return {
    take: (name, swapId) => {
      const holder = holderOf(name) // without a write lock: many processes may be waiting
      if (holder !== null) return { taken: false, holder }
      const { pid, started, realm } = mark()
      const token = randomUUID()
      return database.transaction(() => {
        const late = holderOf(name)
        if (late !== null) return { taken: false, holder: late }
        const values = [name, token, pid, started, realm, swapId, now(), now()]
        database.run('INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?, ?, ?)', values)
        watches.delete(name)
        owned.set(token, { name, token, swapId })
        timer ??= setInterval(renew, renewMs).unref()
        return { taken: true, release: () => release(token, name) }
      })
    },
    assertOwned: (swapId) => {
      for (const lease of owned.values()) {
        if (lease.swapId !== swapId) continue
        const row = rowOf(lease.name)
        if (row === undefined || textIn(row, 'token') !== lease.token) throw lostLease(lease, row)
      }
    },
    close: stop,
  }
}

/**
 * The error of a process that was suspended or too busy to renew: it must not sign or send any
 * more.
 */
function lostLease({ name, swapId }: Lease, row: Row | undefined): SwaprouteError {
  const taker = row === undefined ? 'another process' : `process ${describe(markIn(row))}`
  const what = name.startsWith('swap:') ? `swap ${swapId}` : `the account of swap ${swapId}`
  const message = `This process was suspended for over a minute, and ${taker} took over ${what}.`
  return new SwaprouteError('OUTCOME_UNKNOWN', message, {
    hint: `This process signs and sends nothing more. Check the swap with \`swaproute receipt ${swapId}\`; \`swaproute resume ${swapId}\` continues it and never pays twice.`,
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
