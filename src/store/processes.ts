import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Distinguishes a process from a later one with the same pid. `started` is the machine's boot and
 * the process's start; `realm` the host and process namespace in which `pid` is valid.
 */
export type ProcessMark = { pid: number; started: string; realm: string }

/** Reads it from the system; null when no such process runs. Injected for tests. */
export type StartOf = (pid: number) => string | null

export function ownMark(startOf: StartOf = startOfProcess): ProcessMark {
  return { pid: process.pid, started: startOf(process.pid) ?? '', realm: realm() }
}

/**
 * Whether a process has certainly ended. A process in another container or on another host cannot
 * be checked, not even by the machine's boot: only its missing renewals show it.
 */
export function hasEnded(
  { pid, started, realm: home }: ProcessMark,
  own: ProcessMark,
  startOf: StartOf = startOfProcess,
): boolean {
  if (home !== own.realm) return false
  const [ownBoot = ''] = own.started.split('/')
  const [boot = '', start = ''] = started.split('/')
  if (boot !== '' && ownBoot !== '' && boot !== ownBoot) return true
  const now = startOf(pid)
  if (now === null) return true
  const [, startNow = ''] = now.split('/')
  return start !== '' && startNow !== '' && start !== startNow
}

function realm(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname() // no process namespaces on this system
  }
}

/** `boot/start`; a part is empty if the system does not report it. Null: no such process. */
export function startOfProcess(pid: number, bootFile = linuxBootFile): string | null {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (isMissing(thrown)) return null // EPERM: it runs, under another user
  }
  return process.platform === 'linux' ? startOnLinux(pid, bootFile) : `/${startElsewhere(pid)}`
}

/**
 * Fields 3 (state) and 22 (start in clock ticks since boot) of /proc/PID/stat; the name in field 2
 * may contain anything, so fields are counted from its closing bracket.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (read 2026-11)
 */
function startOnLinux(pid: number, bootFile: string): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    if (state === 'Z' || state === 'X') return null // a zombie: ended, not reaped yet
    return `${ownBoot(bootFile)}/${fields[19] ?? ''}`
  } catch (thrown) {
    return isMissing(thrown) ? null : '/'
  }
}

const linuxBootFile = '/proc/sys/kernel/random/boot_id'

/**
 * Identifies the machine's start; empty where that is not a matter of one file, and where the file is
 * hidden, as from a hardened service (systemd's `ProcSubset=pid`).
 */
export function ownBoot(bootFile = linuxBootFile): string {
  try {
    if (process.platform !== 'linux') return ''
    return readFileSync(bootFile, 'utf8').trim()
  } catch {
    return ''
  }
}

function startElsewhere(pid: number): string {
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return '' // without ps only the pid is known
  }
}

function isMissing(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false
  return thrown.code === 'ESRCH' || thrown.code === 'ENOENT'
}
