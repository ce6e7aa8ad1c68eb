import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import type { JournalRecord } from '../../../src/store/records.ts'
import { Killed } from '../../support/mortal.ts'
import type { Random } from '../support/random.ts'
import { Violation } from './machine.ts'

/** Folder of journals. Each one that is opened is a process of its own, gone once it closes it. */
export type Disk = { open(): Promise<Journal>; close(): Promise<void> }

let closed = 0
/** Each run leaves about a hundred handles; 1,024 are what some machines allow. */
const runsPerCollection = 5

/** The real file. */
export function fileDisk(now: () => number): Disk {
  const folder = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'swaproute-model-'),
  )
  const ended = new Set<number>()
  let lastPid = 0
  const startOf = (pid: number): string | null => (ended.has(pid) ? null : `boot/${pid}`)
  return {
    open: async () => {
      const pid = (lastPid += 1)
      const mark = { pid, started: `boot/${pid}`, realm: 'model' }
      const journal = await openJournal(folder, { now, startOf, mark })
      const close = (): void => {
        ended.add(pid)
        journal.close()
      }
      return { ...journal, close }
    },
    close: async () => {
      rmSync(folder, { recursive: true, force: true })
      closed += 1
      if (closed % runsPerCollection === 0) await collectGarbage()
    },
  }
}

/** A closed database keeps its file handles until its statements are collected and finalized. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  await setImmediate()
}

/** What becomes of a process: at which of its calls to the outside it ends, and how. */
export type Fate = {
  /** Kill it there; `after`: the call was made, its answer never arrives. */
  kill: { call: number; after: boolean } | null
  /** From this write on the disk is full. */
  fullAt: number | null
  /** The user's interrupt comes with this call. */
  interruptAt: number | null
  /** The user declines. */
  declines: boolean
  keyMissing: boolean
}

export function drawFate(random: Random): Fate {
  const once = (chance: number, most: number): number | null =>
    random() < chance ? 1 + random.below(most) : null
  const kill = once(0.4, 70)
  return {
    kill: kill === null ? null : { call: kill, after: random() < 0.5 },
    fullAt: once(0.05, 12),
    interruptAt: once(0.06, 60),
    declines: random() < 0.02,
    keyMissing: random() < 0.02,
  }
}

export const healthy: Fate = {
  kill: null,
  fullAt: null,
  interruptAt: null,
  declines: false,
  keyMissing: false,
}

export type Process<C> = { context: C; journal: Journal; isDead(): boolean; isDiskFull(): boolean }

/**
 * A process with its fate: every call it makes to the outside is counted, and once it is dead
 * each of them throws. `kept` is called with each record whose append returned.
 */
export function startProcess<C extends ExecutionContext>(
  opened: Journal,
  fate: Fate,
  contextOf: (journal: Journal, signal: AbortSignal) => C,
  kept: (record: JournalRecord) => void,
): Process<C> {
  const interrupt = new AbortController()
  let calls = 0
  let writes = 0
  let dead = false
  let full = false
  const tick = (after: boolean): void => {
    if (!after) calls += 1
    if (calls === fate.interruptAt) interrupt.abort()
    if (fate.kill?.call === calls && fate.kill.after === after) dead = true
    if (dead) throw new Killed('this process was killed')
  }
  /** Everything outside answers with promises, a death too. */
  const mortal = <T extends object>(target: T): T =>
    wrapped(target, (name, call) => async () => {
      tick(false)
      if (full && name === 'broadcast') throw new Violation('I2: sent after a failed write')
      const result = await call()
      tick(true)
      return result
    })
  const refuse = (): void => {
    if (full) throw new SwaprouteError('STORE_DAMAGED', 'The disk is full.')
  }
  const write = <T extends unknown[]>(work: (...given: T) => JournalRecord) => {
    return (...given: T): JournalRecord => {
      writes += 1
      full ||= writes === fate.fullAt
      refuse()
      return work(...given)
    }
  }
  const writing: Journal = {
    ...opened,
    create: write(opened.create),
    append: write(opened.append),
    assertWritable: refuse,
    assertOwned: refuse,
    tryLock: ((name, swapId) => {
      refuse()
      const answer = opened.tryLock(name, swapId)
      if (!answer.taken) return answer
      // The dead let go of nothing; a full disk keeps what it holds.
      return { taken: true, release: () => dead || full || answer.release() }
    }) satisfies Journal['tryLock'],
  }
  const dying = wrapped(writing, (_name, call) => () => {
    tick(false)
    const result = call()
    tick(true)
    return result
  })
  const journal: Journal = {
    ...dying,
    create: (...given) => told(dying.create(...given)),
    append: (...given) => told(dying.append(...given)),
  }
  function told(record: JournalRecord): JournalRecord {
    kept(record)
    return record
  }
  const base = contextOf(journal, interrupt.signal)
  const context: C = {
    ...base,
    api: mortal(base.api),
    evm: mortal(base.evm),
    ...(base.ton === undefined ? {} : { ton: { ...base.ton, access: mortal(base.ton.access) } }),
    openSigner: async (address) => {
      tick(false)
      if (fate.keyMissing) throw new SwaprouteError('KEY_UNAVAILABLE', 'There is no key.')
      return mortal(await base.openSigner(address))
    },
    ...(base.openTonSigner === undefined
      ? {}
      : {
          openTonSigner: async (address: string) => {
            tick(false)
            if (fate.keyMissing) throw new SwaprouteError('KEY_UNAVAILABLE', 'There is no key.')
            return mortal(await base.openTonSigner!(address))
          },
        }),
    review: async (card) => {
      tick(false)
      if (fate.declines) throw new SwaprouteError('DECLINED', 'No.')
      await base.review(card)
    },
    sleep: async (ms) => {
      tick(false)
      await base.sleep(Math.ceil(ms)) // a clock of whole milliseconds
    },
    checkpoint: () => tick(false),
  }
  return { context, journal, isDead: () => dead, isDiskFull: () => full }
}

/** The same object, each of its methods called by way of `around`. */
function wrapped<T extends object>(
  target: T,
  around: (name: string | symbol, call: () => unknown) => () => unknown,
): T {
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown =>
        around(name, () => Reflect.apply(value, object, given))()
    },
  })
}
