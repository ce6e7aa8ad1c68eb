import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export type ProcessId = { pid: number; startedAt: string }

const freezeMs = 500

/** When a process was started, in the system's own form; null when there is no such process. */
function processStartedAt(pid: number): string | null {
  if (!isRunning(pid)) return null
  if (process.platform === 'linux') {
    const { state, startedAt } = readStat(pid)
    return state === 'Z' ? null : startedAt
  }
  if (process.platform === 'win32') return 'unknown'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null // ps exits with 1 when the process is gone
  }
}

export function identifyProcess(pid: number): ProcessId | null {
  const startedAt = processStartedAt(pid)
  return startedAt === null ? null : { pid, startedAt }
}

/** Whether exactly that process still runs. */
export function isAlive(process: ProcessId): boolean {
  return processStartedAt(process.pid) === process.startedAt
}

/**
 * Ends a process: by SIGTERM, after `graceMs` by force; does nothing if the pid now belongs to
 * another one. Resolves once it is gone.
 */
export async function endProcess(target: ProcessId, graceMs = 3_000): Promise<void> {
  if (!isAlive(target)) return
  signal(target.pid, 'SIGCONT') // a stopped process cannot exit cleanly
  signal(target.pid, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (isAlive(target)) {
    if (Date.now() > deadline) signal(target.pid, 'SIGKILL')
    await pause(10)
  }
}

/** Suspends a process; resolves once it is stopped. */
export async function freezeProcess({ pid }: ProcessId): Promise<void> {
  signal(pid, 'SIGSTOP')
  if (process.platform !== 'linux') return pause(freezeMs)
  const deadline = Date.now() + freezeMs
  while (!/[Tt]/.test(readStat(pid).state ?? 'T') && Date.now() < deadline) await pause(2)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * State is field 3, start time in clock ticks since boot field 22 of /proc/<pid>/stat (proc(5));
 * nulls when there is no such process.
 */
function readStat(pid: number): { state: string | null; startedAt: string | null } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may hold spaces and brackets, so fields are counted behind the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? null, startedAt: fields[19] ?? null }
  } catch {
    return { state: null, startedAt: null }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // EPERM: it runs, but is not ours.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already, which is what was wanted.
  }
}
