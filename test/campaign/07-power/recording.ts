import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '../../../src/store/journal.ts'
import type { JournalRecord } from '../../../src/store/records.ts'
import { hashOf, planned, signed } from '../../unit/store/support/events.ts'

/** A commit whose append returned: everything up to here is flushed. */
export type Commit = { record: JournalRecord; walEnd: number }

/**
 * The life of one log: it begins over what an earlier one left in the file, takes commits, and is
 * carried over into the database before the next begins. Bytes are those of the real files.
 */
export type Log = {
  /** The database while this log is written. */
  database: Buffer
  /** The file before the first frame of this log was written. */
  under: Buffer
  /** The file after the last one. */
  bytes: Buffer
  commits: Commit[]
}

export type Recording = { logs: Log[]; isFlushed: boolean }

const headerBytes = 32
const frameBytes = 24 + 4096
/** Small logs: what happens between two of them is the most delicate. */
const pagesPerLog = 60

/** Writes a real journal and keeps what its files were after each commit. */
export async function record(folder: string, swaps: number): Promise<Recording> {
  const file = join(folder, 'journal.db')
  let isFlushed = false
  const journal = await openJournal(folder, {
    now: () => 1_000,
    wrap: (database) => {
      database.all(`PRAGMA wal_autocheckpoint=${pagesPerLog}`)
      const setting = database.all('PRAGMA synchronous')[0]?.['synchronous']
      const mode = database.all('PRAGMA journal_mode')[0]?.['journal_mode']
      // FULL: SQLite flushes the log before each commit returns.
      isFlushed = setting === 2 && mode === 'wal'
      return database
    },
  })
  const logs: Log[] = []
  let salt = ''
  const look = (done: JournalRecord): void => {
    const bytes = readFileSync(`${file}-wal`)
    const now = bytes.toString('hex', 16, 24)
    if (now !== salt) {
      const under = logs.at(-1)?.bytes ?? Buffer.alloc(0)
      logs.push({ database: readFileSync(file), under, bytes, commits: [] })
      salt = now
    }
    const log = logs.at(-1)
    if (log === undefined) throw new Error('no log')
    log.bytes = bytes
    log.commits.push({ record: done, walEnd: endOfLog(bytes) })
  }
  for (let number = 0; number < swaps; number += 1) {
    const swapId = `swap-${number}`
    const changes = { routeId: `route-${number}`, idempotencyKey: `key-${number}` }
    look(journal.create(swapId, planned(changes)))
    const raw = `0x${'ab'.repeat(20 + (number % 7) * 400)}`
    look(journal.append(swapId, signed({ hash: hashOf(number + 1), nonce: number, raw })))
    look(
      journal.append(swapId, { type: 'sent', leg: 'pay', hash: hashOf(number + 1), refusal: null }),
    )
  }
  if (existsSync(`${file}-journal`) || statSync(file).size === 0) throw new Error('not in WAL mode')
  journal.close()
  return { logs, isFlushed }
}

/** Behind the last frame that belongs to this log, by the salts in its header. */
function endOfLog(bytes: Buffer): number {
  let end = headerBytes
  while (
    end + frameBytes <= bytes.length &&
    bytes.compare(bytes, 16, 24, end + 8, end + 16) === 0
  ) {
    end += frameBytes
  }
  return end
}
