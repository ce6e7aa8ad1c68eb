import { Sqlite } from '../../support/sqlite.ts'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import type { LockAnswer } from '../../../src/store/locks.ts'
import { planned, signed } from './support/events.ts'
import { toOlderFormat } from './support/olderJournal.ts'
import { temporaryFolder } from './support/folder.ts'

const name = 'swap:one'
const second = 1_000

/** A process of another container, as its journal and the others' see it. */
type Machine = {
  journal: Journal
  /** Wall clock, and the monotonic one. */
  clock: { wall: number; ticks: number }
  tick(ms: number): void
  take(): LockAnswer
}

async function machine(folder: string, host: string, wall = 1_000_000): Promise<Machine> {
  const clock = { wall, ticks: 0 }
  const journal = await openJournal(folder, {
    now: () => clock.wall,
    ticks: () => clock.ticks,
    mark: { pid: 4242, started: 'boot/7', realm: `${host}/pid:[1]` },
  })
  onTestFinished(() => journal.close())
  return {
    journal,
    clock,
    tick: (ms) => {
      clock.wall += ms
      clock.ticks += ms
    },
    take: () => journal.tryLock(name, 'one'),
  }
}

/** Nothing renews by itself: each test decides who does. */
function stopTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

async function pair(): Promise<{ owner: Machine; next: Machine; folder: string }> {
  stopTimers()
  const folder = temporaryFolder()
  const owner = await machine(folder, 'container-1')
  const next = await machine(folder, 'container-2')
  expect(owner.take().taken).toBe(true)
  return { owner, next, folder }
}

function renewedAt(folder: string): unknown {
  const file = new Sqlite(join(folder, 'journal.db'))
  const [row] = file.prepare('SELECT renewed_ms FROM locks').all()
  file.close()
  return row
}

function editLocks(folder: string, sql: string): void {
  const file = new Sqlite(join(folder, 'journal.db'))
  file.exec(sql)
  file.close()
}

/** How long the next owner polls until it has the lock, in steps of a second. */
function secondsUntilTaken(next: Machine, atEachSecond = (): void => {}): number | null {
  for (let seconds = 0; seconds <= 200; seconds += 1) {
    if (next.take().taken) return seconds
    next.tick(second)
    atEachSecond()
  }
  return null
}

describe('the lease of a process that cannot be looked at', () => {
  test('ends after a minute of silence', async () => {
    const { next } = await pair()
    expect(next.take()).toMatchObject({
      taken: false,
      holder: { pid: 4242, host: 'container-1', isAlive: false, untilMs: 1_060_000 },
    })
    expect(secondsUntilTaken(next)).toBe(60)
  })

  test('does not end while it is renewed, however long', async () => {
    const { owner, next, folder } = await pair()
    next.take()
    const taken = secondsUntilTaken(next, () => {
      owner.tick(second)
      vi.advanceTimersByTime(second)
    })
    expect(taken).toBeNull()
    expect(renewedAt(folder)).toEqual({ renewed_ms: 1_200_000 })
    expect(next.take()).toMatchObject({ holder: { isAlive: true } })
  })

  test('one that renews is known to be at work within seconds', async () => {
    const { owner, next } = await pair()
    expect(next.take()).toMatchObject({ holder: { isAlive: false } })
    owner.tick(5 * second)
    vi.advanceTimersByTime(5 * second)
    expect(next.take()).toMatchObject({ holder: { isAlive: true } })
  })

  test('long silent, it ends after ten seconds in which the next one watched it', async () => {
    const { next } = await pair()
    next.clock.wall += 24 * 3600 * second
    expect(secondsUntilTaken(next)).toBe(10)
  })

  test('a forward clock jump does not expire a renewed lease', async () => {
    const { owner, next } = await pair()
    next.clock.wall += 3600 * second
    const taken = secondsUntilTaken(next, () => {
      owner.tick(second)
      vi.advanceTimersByTime(second)
    })
    expect(taken).toBeNull()
  })

  test('a clock set back keeps a dead one no longer than a minute', async () => {
    const { next } = await pair()
    next.clock.wall -= 3600 * second
    expect(secondsUntilTaken(next)).toBe(60)
  })

  test('is not renewed once it is released or the journal is closed', async () => {
    const { owner, folder } = await pair()
    const other = owner.journal.tryLock('swap:two', 'two')
    owner.journal.close()
    owner.tick(60 * second)
    vi.advanceTimersByTime(60 * second)
    expect(renewedAt(folder)).toEqual({ renewed_ms: 1_000_000 })
    expect(other.taken).toBe(true)
  })
})

test('a process beside this one that runs but is silent loses its lease too', async () => {
  stopTimers()
  const folder = temporaryFolder()
  const clock = { wall: 1_000_000, ticks: 0 }
  const options = {
    now: () => clock.wall,
    ticks: () => clock.ticks,
    startOf: () => 'boot/7', // both run
  }
  const stopped = await openJournal(folder, options)
  const next = await openJournal(folder, options)
  expect(stopped.tryLock(name, 'one').taken).toBe(true)
  expect(next.tryLock(name, 'one')).toMatchObject({ holder: { isAlive: true } })
  clock.wall += 20 * second
  clock.ticks += 20 * second
  expect(next.tryLock(name, 'one')).toMatchObject({ holder: { isAlive: false } })
  clock.ticks += 40 * second
  expect(next.tryLock(name, 'one').taken).toBe(true)
  stopped.close()
  next.close()
})

describe('a process that was suspended for too long', () => {
  const lost = {
    code: 'OUTCOME_UNKNOWN',
    exit: 8,
    funds: 'unknown',
    message:
      'This process was suspended for over a minute, and process 4242 on container-2 took over swap one.',
  }

  async function robbed(lock = name): Promise<{ owner: Machine; next: Machine; folder: string }> {
    const machines = await pair()
    const { owner, next } = machines
    owner.journal.create('one', planned())
    if (lock !== name) expect(owner.journal.tryLock(lock, 'one').taken).toBe(true)
    next.journal.tryLock(lock, 'one')
    next.tick(60 * second)
    expect(next.journal.tryLock(lock, 'one').taken).toBe(true)
    return machines
  }

  test('neither signs nor sends nor writes, while the next one does', async () => {
    const { owner, next } = await robbed()
    expect(() => owner.journal.assertOwned('one')).toThrow(expect.objectContaining(lost))
    expect(() => owner.journal.append('one', signed())).toThrow(expect.objectContaining(lost))
    vi.advanceTimersByTime(60 * second) // its timer goes on where it stopped
    expect(() => owner.journal.append('one', signed())).toThrow(expect.objectContaining(lost))
    expect(() => next.journal.assertOwned('one')).not.toThrow()
    expect(next.journal.append('one', signed()).sequence).toBe(2)
    expect(owner.journal.read('one')).toHaveLength(2)
  })

  test('does not get its lock back when the next one is done', async () => {
    const { owner, folder } = await robbed()
    editLocks(folder, 'DELETE FROM locks')
    expect(() => owner.journal.append('one', signed())).toThrow(
      'another process took over swap one',
    )
  })

  test('that lost the account of its swap stops as well', async () => {
    const { owner } = await robbed('account:1:0xaa')
    expect(() => owner.journal.append('one', signed())).toThrow('took over the account of swap one')
  })

  test('may work on other swaps', async () => {
    const { owner } = await robbed()
    expect(owner.journal.create('two', planned()).sequence).toBe(1)
    expect(() => owner.journal.assertOwned('two')).not.toThrow()
  })

  test('and lost no lock goes on', async () => {
    const { owner } = await pair()
    owner.tick(3600 * second)
    expect(() => owner.journal.assertOwned('one')).not.toThrow()
    expect(owner.journal.create('one', planned()).sequence).toBe(1)
  })
})

describe('a file of the format before leases', () => {
  async function olderFile(realm: string): Promise<string> {
    stopTimers()
    const folder = temporaryFolder()
    const { journal } = await machine(folder, 'container-1')
    journal.create('one', planned())
    journal.tryLock(name, 'one')
    journal.close()
    editLocks(folder, `UPDATE locks SET realm = '${realm}'`)
    toOlderFormat(folder, 1)
    return folder
  }

  test('keeps its records, and gets leases', async () => {
    const folder = await olderFile('container-1/pid:[1]')
    const next = await machine(folder, 'container-1')
    expect(next.journal.read('one')).toHaveLength(1)
    expect(next.take().taken).toBe(true) // its owner has ended
    expect(renewedAt(folder)).toEqual({ renewed_ms: 1_000_000 })
  })

  test('a lock that knew no lease has no end: its owner would not notice', async () => {
    const next = await machine(await olderFile('container-9/pid:[1]'), 'container-1')
    expect(secondsUntilTaken(next)).toBeNull()
    expect(next.take()).toMatchObject({ holder: { isAlive: true, untilMs: null } })
  })

  test('is left alone by a program that knows only the older one', async () => {
    const folder = await olderFile('container-1/pid:[1]')
    const { journal } = await machine(folder, 'container-1')
    journal.close()
    const file = new Sqlite(join(folder, 'journal.db'))
    expect(file.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 3 }])
    const old = "INSERT OR REPLACE INTO locks VALUES ('x', 't', 1, 's', 'r', 'one', 1)"
    expect(() => file.exec(old)).toThrow('8 columns')
    file.close()
  })
})
