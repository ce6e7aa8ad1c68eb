import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Checkpoint } from '../execution/checkpoints.ts'
import type { Database } from '../store/database.ts'

/** Point at which a sandbox run kills itself, to rehearse a crash. */
export type Killing = {
  checkpoint(name: Checkpoint): void
  /** Wraps the journal's database. */
  wrapJournal: (database: Database) => Database
}

/**
 * @param wish name of a point, or of a repeated event: `flush` (right before the journal commits),
 *   `flushed` (right after), `write` (right before bytes are handed to a connection) and `written`
 *   (once the system has accepted them). The suffix `:3` means the third time; default: the first
 */
export function createKilling(wish: string): Killing {
  const [wanted, count = '1'] = wish.split(':')
  let left = Number(count)
  const reach = (name: string): void => {
    if (name !== wanted) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  if (wanted === 'write' || wanted === 'written') watchSockets(reach)
  return { checkpoint: reach, wrapJournal: (database) => watchCommits(database, reach) }
}

function watchSockets(reach: (name: string) => void): void {
  subscribe('net.client.socket', (message) => {
    if (!isSocketNews(message)) return
    const { socket } = message
    const write = socket._write.bind(socket)
    const writeMany = socket._writev?.bind(socket)
    const noted =
      (callback: (error?: Error | null) => void) =>
      (error?: Error | null): void => {
        reach('written')
        callback(error)
      }
    socket._write = (chunk, encoding, callback) => {
      reach('write')
      write(chunk, encoding, noted(callback))
    }
    if (writeMany === undefined) return
    socket._writev = (chunks, callback) => {
      reach('write')
      writeMany(chunks, noted(callback))
    }
  })
}

function isSocketNews(message: unknown): message is { socket: Socket } {
  return typeof message === 'object' && message !== null && 'socket' in message
}

function watchCommits(database: Database, reach: (name: string) => void): Database {
  let isInside = false
  return {
    ...database,
    run: (sql, values) => {
      if (isInside) return database.run(sql, values)
      reach('flush')
      const changed = database.run(sql, values)
      reach('flushed')
      return changed
    },
    transaction: (work) => {
      isInside = true
      try {
        const result = database.transaction(() => {
          const done = work()
          reach('flush')
          return done
        })
        reach('flushed')
        return result
      } finally {
        isInside = false
      }
    },
  }
}
