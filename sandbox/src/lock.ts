import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { identifyProcess, isAlive, type ProcessId } from './processes.ts'

/** A lock file that names its owner, so that a dead owner's lock can be taken over. */
export type Lock = {
  /** Whether the file is still there and ours. */
  isOwned(): boolean
  release(): void
}

/** Takes the lock for this process, or returns null when a living process has it. */
export function acquireLock(file: string): Lock | null {
  const owner = identifyProcess(process.pid)
  if (owner === null) throw new Error('this process cannot identify itself')
  const text = JSON.stringify(owner)
  const draft = `${file}.${owner.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, file) // fails if the file exists: one of two callers wins
        break
      } catch (thrown) {
        if (!hasCode(thrown, 'EEXIST')) throw thrown
      }
      const current = read(file)
      if (current === null) continue // released in the meantime
      const other = parseOwner(current)
      if (other !== null && isAlive(other)) return null
      removeStale(file, current, `${draft}.stale`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const isOwned = (): boolean => read(file) === text
  return {
    isOwned,
    release: () => {
      if (isOwned()) rmSync(file, { force: true })
    },
  }
}

/** The living owner of a lock, or null. */
export function lockOwner(file: string): ProcessId | null {
  const text = read(file)
  const owner = text === null ? null : parseOwner(text)
  return owner !== null && isAlive(owner) ? owner : null
}

/** Moves a dead owner's lock away; puts it back if a living process took it meanwhile. */
function removeStale(file: string, stale: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return
    throw thrown
  }
  try {
    if (read(aside) !== stale) linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return null
    throw thrown
  }
}

function parseOwner(text: string): ProcessId | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // a torn file has no owner
  }
  if (typeof value !== 'object' || value === null) return null
  if (!('pid' in value) || !('startedAt' in value)) return null
  const { pid, startedAt } = value
  return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
