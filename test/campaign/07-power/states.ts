import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import { planned } from '../../unit/store/support/events.ts'
import { createRandom } from '../support/random.ts'
import { type DiskState, drawState } from './losses.ts'
import { record } from './recording.ts'

/** Acknowledged records that are not there, without a word about it. */
class Lost extends Error {}

export type Batch = {
  isFlushed: boolean
  logs: number
  passed: number
  /** States whose damage was reported. */
  told: number
  failures: { problem: string; isLost: boolean }[]
}

/** A journal of its own, and so many states its disk may be in after a loss of power. */
export async function judgeStates(place: string, seed: number, states: number): Promise<Batch> {
  const random = createRandom(seed)
  const recording = await record(join(place, 'recorded'), 40)
  const { isFlushed, logs } = recording
  const batch: Batch = { isFlushed, logs: logs.length, passed: 0, told: 0, failures: [] }
  for (let number = 0; number < states; number += 1) {
    const state = drawState(recording, random)
    const folder = join(place, String(number))
    try {
      if (await judge(folder, state)) batch.told += 1
      batch.passed += 1
    } catch (thrown) {
      const problem = `${state.what}: ${String(thrown)}`
      batch.failures.push({ problem, isLost: thrown instanceof Lost })
    }
    rmSync(folder, { recursive: true, force: true })
  }
  return batch
}

/** True: damage was reported. */
async function judge(folder: string, state: DiskState): Promise<boolean> {
  lay(folder, state)
  const before = filesIn(folder)
  const startOf = (): string => 'boot-2/1'
  const journal = await openJournal(folder, { now: () => 2_000, startOf, boot: 'boot-2' })
  const wasDamaged = journal.damage() !== null
  let told: boolean
  try {
    told = compare(journal, state)
  } catch (thrown) {
    const isTold = thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED'
    if (!state.isDamaged || !isTold) throw thrown
    expectThrow(() => journal.create('new', planned()))
    told = true
  } finally {
    journal.close()
  }
  // What was found on opening was never opened for writing.
  if (wasDamaged && !isDeepStrictEqual(filesIn(folder), before)) {
    throw new Error('a damaged file was written to')
  }
  return told
}

function compare(journal: Journal, { acknowledged, underWay, isDamaged }: DiskState): boolean {
  if (journal.damage() !== null) {
    if (!isDamaged) throw new Lost(`told as damaged: ${String(journal.damage()?.problem)}`)
    expectThrow(() => journal.create('new', planned()))
    journal.list({ limit: 9 })
    expectThrow(() => journal.assertWritable())
    return true
  }
  const expected = new Map<string, unknown[]>()
  for (const { swapId, event } of acknowledged) {
    expected.set(swapId, [...(expected.get(swapId) ?? []), event])
  }
  for (const [swapId, events] of expected) {
    const found = readOrTold(journal, swapId)
    if (found === null && isDamaged) return true
    const all = (found ?? []).map(({ event }) => event)
    const known = all.slice(0, events.length)
    if (!isDeepStrictEqual(known, events)) throw new Lost(`${swapId} has ${all.length} records`)
    const more = all.slice(events.length)
    const mayFollow = underWay?.swapId === swapId ? [underWay.event] : []
    if (more.length > 0 && !isDeepStrictEqual(more, mayFollow)) throw new Error('half a record')
    const key = swapId.replace('swap', 'key')
    if (journal.findByIdempotencyKey(key) !== swapId) throw new Lost(`${key} is free again`)
  }
  const open = new Set(journal.list({ open: true, limit: 99 }).map(({ swapId }) => swapId))
  for (const swapId of expected.keys()) {
    if (!open.has(swapId)) throw new Lost(`${swapId} is open no more`)
  }
  const hashes = [...acknowledged, ...(underWay === null ? [] : [underWay])]
    .map(({ event }) => (event.type === 'signed' ? event.hash : null))
    .filter((hash) => hash !== null)
  const pending = journal.pendingTransactions(1, planned().fromAddress).map(({ hash }) => hash)
  const sure = acknowledged.filter(({ event }) => event.type === 'signed').length
  if (pending.length < sure || pending.some((hash) => !hashes.includes(hash))) {
    throw new Lost(`${pending.length} signed transactions of ${sure}`)
  }
  // Life goes on.
  if (!isDamaged) journal.create('new', planned())
  return false
}

function readOrTold(journal: Journal, swapId: string) {
  try {
    return journal.read(swapId)
  } catch {
    if (journal.damage() === null) throw new Error('an error that tells of no damage')
    expectThrow(() => journal.create('new', planned()))
    return null
  }
}

function expectThrow(work: () => unknown): void {
  try {
    work()
  } catch {
    return
  }
  throw new Error('a damaged journal took a write')
}

const names = ['journal.db', 'journal.db-wal'] as const

function lay(folder: string, { database, wal, mark, shm, isChecked }: DiskState): void {
  mkdirSync(folder, { mode: 0o700 })
  const file = join(folder, 'journal.db')
  const write = (name: string, bytes: Buffer | string): void =>
    writeFileSync(name, bytes, { mode: 0o600 })
  write(file, database)
  if (wal !== null) write(`${file}-wal`, wal)
  const check = isChecked ? `checked 2000 ${statSync(file).ino} boot-2\n` : ''
  if (mark !== null) write(`${file}-mark`, mark === '' ? '' : mark + check)
  if (shm !== null) write(`${file}-shm`, shm)
}

function filesIn(folder: string): string[] {
  return names.map((name) => {
    const file = join(folder, name)
    // Looking alone makes an empty log.
    return existsSync(file) ? readFileSync(file, 'base64') : ''
  })
}
