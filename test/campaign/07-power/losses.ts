import type { JournalRecord } from '../../../src/store/records.ts'
import type { Random } from '../support/random.ts'
import type { Log, Recording } from './recording.ts'

/** What a disk may hold after the power was gone. Null: the file's directory entry is lost. */
export type DiskState = {
  what: string
  database: Buffer
  wal: Buffer | null
  mark: string | null
  shm: Buffer | null
  /** Appends that had returned, in their order. */
  acknowledged: readonly JournalRecord[]
  /** The append that was under way: there as a whole, or not at all. */
  underWay: JournalRecord | null
  /** Something that was flushed is gone as well: damage, which has to be reported. */
  isDamaged: boolean
  /** The mark says that the whole file was found intact since: only what is asked is read. */
  isChecked: boolean
}

const sectorBytes = 512
const headerBytes = 32

/** States in the middle of a commit, of a checkpoint, of a new log, and of a failing disk. */
export function drawState({ logs }: Recording, random: Random): DiskState {
  const at = random.below(logs.length)
  const log = logs[at]
  const next = logs[at + 1]
  if (log === undefined) throw new Error('no log')
  const before = logs.slice(0, at).flatMap(recordsOf)
  const what = random()
  if (what < 0.15 && next !== undefined) return carriedOver(log, next, before, random)
  if (what < 0.3 && next !== undefined) return newLog(log, next, before, random)
  const state = inCommit(log, before, random)
  return what < 0.85 ? state : damaged(state, random)
}

const recordsOf = ({ commits }: Log): JournalRecord[] => commits.map(({ record }) => record)

/** Every sector that was not flushed yet is as before or as it should become. */
function mixed(before: Buffer, after: Buffer, from: number, random: Random): Buffer {
  const result = Buffer.alloc(Math.max(before.length, after.length))
  before.copy(result)
  after.copy(result, 0, 0, from)
  const chance = random.pick([0, 0.1, 0.5, 0.9, 1])
  for (let start = from; start < after.length;) {
    const end = Math.min(after.length, (Math.floor(start / sectorBytes) + 1) * sectorBytes)
    if (random() < chance) after.copy(result, start, start, end)
    start = end
  }
  // A file grows when its new length is flushed, which may have been for a part only.
  const shortest = Math.max(before.length, from)
  const length = shortest + random.below(result.length - shortest + 1)
  return random() < 0.4 ? result.subarray(0, length) : result
}

function inCommit(log: Log, before: readonly JournalRecord[], random: Random): DiskState {
  const done = random.below(log.commits.length)
  const flushed = log.commits[done - 1]?.walEnd ?? headerBytes
  const underWay = log.commits[done]
  if (underWay === undefined) throw new Error('no commit')
  const acknowledged = [...before, ...recordsOf(log).slice(0, done)]
  const old = Buffer.from(log.under.length > flushed ? log.under : log.bytes.subarray(0, flushed))
  log.bytes.copy(old, 0, 0, flushed)
  return {
    what: `in commit ${acknowledged.length + 1}`,
    database: log.database,
    wal: mixed(old, log.bytes.subarray(0, underWay.walEnd), flushed, random),
    mark: drawMark(acknowledged.length, random),
    shm: drawShm(random),
    acknowledged,
    underWay: underWay.record,
    isDamaged: false,
    isChecked: random() < 0.5,
  }
}

/** The log is whole, the database half carried over. */
function carriedOver(
  log: Log,
  next: Log,
  before: readonly JournalRecord[],
  random: Random,
): DiskState {
  const acknowledged = [...before, ...recordsOf(log)]
  return {
    what: `in the checkpoint after ${acknowledged.length}`,
    database: mixed(log.database, next.database, 0, random),
    wal: log.bytes,
    mark: drawMark(acknowledged.length, random),
    shm: drawShm(random),
    acknowledged,
    underWay: null,
    isDamaged: false,
    isChecked: random() < 0.5,
  }
}

/** The database is whole; the header of the new log is flushed before its first frame is written. */
function newLog(log: Log, next: Log, before: readonly JournalRecord[], random: Random): DiskState {
  const acknowledged = [...before, ...recordsOf(log)]
  const header = Buffer.from(log.bytes)
  next.bytes.copy(header, 0, 0, headerBytes)
  return {
    what: `at the new log after ${acknowledged.length}`,
    database: next.database,
    wal: random.pick([log.bytes, header]),
    mark: drawMark(acknowledged.length, random),
    shm: drawShm(random),
    acknowledged,
    underWay: null,
    isDamaged: false,
    isChecked: random() < 0.5,
  }
}

/**
 * A disk that lost what it had reported as safe, since its last check or before. The mark survived, or
 * the loss would be invisible.
 */
function damaged(state: DiskState, random: Random): DiskState {
  const { database, acknowledged } = state
  const mark = markOf(acknowledged.length)
  const wal = Buffer.from(state.wal ?? Buffer.alloc(0))
  const kinds = {
    'the log is gone': { wal: null },
    'the log is empty': { wal: Buffer.alloc(0) },
    'a sector of the log is lost': { wal: holed(wal, random) },
    'a sector of the database is lost': { database: holed(database, random) },
    'the database is empty': { database: Buffer.alloc(0) },
    'a bit is flipped': { database: flipped(database, random.below(database.length), random) },
    'a bit of a key is flipped': {
      database: flipped(database, placeOfKey(database, random), random),
    },
  }
  const what = random.pick(Object.keys(kinds) as (keyof typeof kinds)[])
  return { ...state, mark, isDamaged: true, ...kinds[what], what: `${state.what}; ${what}` }
}

function holed(bytes: Buffer, random: Random): Buffer {
  const result = Buffer.from(bytes)
  const start = random.below(Math.ceil(bytes.length / sectorBytes)) * sectorBytes
  return result.fill(0, start, Math.min(bytes.length, start + sectorBytes))
}

function flipped(bytes: Buffer, at: number, random: Random): Buffer {
  const result = Buffer.from(bytes)
  result.writeUInt8(result.readUInt8(at) ^ (1 << random.below(8)), at)
  return result
}

/** In the table of the idempotency keys or in its index, not in a record; 0 where there is no key yet. */
function placeOfKey(bytes: Buffer, random: Random): number {
  const places: number[] = []
  for (let at = bytes.indexOf('key-'); at !== -1; at = bytes.indexOf('key-', at + 1)) {
    if (bytes.toString('latin1', at - 1, at) !== '"') places.push(at)
  }
  return places.length === 0 ? 0 : random.pick(places) + random.below('key-39swap-39'.length)
}

const markOf = (last: number): string => `${String(last).padStart(20, '0')}\n`

/** The mark is never flushed: any earlier one may be there, or no mark. */
function drawMark(last: number, random: Random): string | null {
  if (last === 0) return random.pick([null, ''])
  return random.pick([null, '', markOf(last), markOf(last), markOf(random.below(last) + 1)])
}

/** Shared memory means nothing after a restart, whatever it holds. */
function drawShm(random: Random): Buffer | null {
  const kind = random.below(3)
  if (kind === 0) return null
  return kind === 1 ? Buffer.alloc(32_768) : Buffer.from(random.bytes(32_768))
}
