import { Sqlite } from '../../../support/sqlite.ts'
import { onTestFinished, vi } from 'vitest'

/**
 * How many connections that are used from here on are still open. Their files do not show it: libsql
 * holds them for a while after closing.
 */
export function watchConnections(): () => number {
  const used = vi.spyOn(Sqlite.prototype, 'prepare')
  const closed = vi.spyOn(Sqlite.prototype, 'close')
  onTestFinished(() => {
    used.mockRestore()
    closed.mockRestore()
  })
  return () => {
    const ended = new Set(closed.mock.contexts)
    return new Set(used.mock.contexts.filter((connection) => !ended.has(connection))).size
  }
}
