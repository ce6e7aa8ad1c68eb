import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isErrorCode, SwaprouteError } from '../../src/core/errors.ts'
import type {
  FaultDescription,
  FundRequest,
  SandboxFault,
  SandboxInfo,
  SandboxOptions,
} from '../../src/core/sandboxPackage.ts'
import { daemonEntry } from './packages.ts'
import { callControl } from './controlClient.ts'
import { type ActiveFault, describeFaults } from './faults.ts'
import { lockOwner } from './lock.ts'
import { endProcess, isAlive, pause } from './processes.ts'
import { readRecord, removeRecord, toSandboxInfo, type SandboxRecord } from './record.ts'

export type StartOptions = SandboxOptions & {
  /** Environment of the caller; only harmless variables are passed to the sandbox's process. */
  env?: Readonly<Record<string, string | undefined>>
}

const startLimitMs = 30_000
const stopLimitMs = 5_000
const recordLimitMs = 1_000
const longestLog = 1_000_000

/** The running sandbox, or null; checks one file and one process, no network. */
export function sandboxInfo(stateDir: string): SandboxInfo | null {
  const record = readRecord(stateDir)
  return record !== null && isRunning(record) ? toSandboxInfo(record) : null
}

/**
 * Starts the sandbox, or returns the one that runs. Two callers at once get the same one. It
 * outlives the calling process.
 * @throws SwaprouteError SANDBOX_UNAVAILABLE when chain packages are missing or it does not start
 */
export async function startSandbox(options: StartOptions): Promise<SandboxInfo> {
  const { stateDir, cacheDir } = options
  const existing = readRecord(stateDir)
  if (existing !== null && isRunning(existing)) {
    if (await isHealthy(existing)) return toSandboxInfo(existing)
    await endProcess(existing.daemon)
  }
  if (existing === null) await endUnknown(stateDir)
  options.log?.('Starting the sandbox: local chains with play money.')
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  const entry = daemonEntry()
  const log = openLog(stateDir)
  const child = spawn(process.execPath, [entry, stateDir, cacheDir], {
    detached: true,
    stdio: ['ignore', log, log],
    env: plainEnvironment(options.env),
    windowsHide: true,
  })
  closeSync(log)
  child.unref()
  let hasEnded = false
  child.once('exit', () => (hasEnded = true))
  child.once('error', () => (hasEnded = true))
  const record = await waitUntilReady(stateDir, () => hasEnded)
  // Another caller's process was first; ours ends itself and must not outlive a `stop`.
  while (record.daemon.pid !== child.pid && !hasEnded) await pause(15)
  return toSandboxInfo(record)
}

/**
 * Ends the sandbox: no process, lock or `sandbox.json` is left; the chains' state stays for the
 * next start.
 * @returns false when none was running
 */
export async function stopSandbox(stateDir: string): Promise<boolean> {
  const record = readRecord(stateDir)
  const daemon = lockOwner(join(stateDir, 'sandbox.lock'))
  if (daemon !== null) {
    if (record?.ready === true) await callControl(record, 'POST', '/stop').catch(() => undefined)
    const deadline = Date.now() + stopLimitMs
    while (record?.ready === true && isAlive(daemon) && Date.now() < deadline) await pause(10)
    await endProcess(daemon)
  }
  const last = readRecord(stateDir) ?? record
  for (const { process } of last?.chains ?? []) await endProcess(process)
  for (const process of last?.seeding ?? []) await endProcess(process)
  removeRecord(stateDir)
  return daemon !== null
}

/**
 * Back to the seeded state and without faults. A running sandbox continues at the same
 * addresses; for a stopped one, the chains are removed.
 */
export async function resetSandbox(stateDir: string): Promise<SandboxInfo | null> {
  const record = readRecord(stateDir)
  if (record === null || !isRunning(record)) {
    const { removeStates } = await import('./stateFile.ts')
    await removeStates(stateDir)
    return null
  }
  await callControl(record, 'POST', '/reset')
  return sandboxInfo(stateDir)
}

/**
 * Gives an address play money on top of what it has.
 * @throws SwaprouteError UNKNOWN_CHAIN or UNKNOWN_TOKEN for what the sandbox does not have
 */
export async function fundAccount(stateDir: string, request: FundRequest): Promise<void> {
  const body = { ...request, amount: request.amount.toString() }
  await callControl(running(stateDir), 'POST', '/fund', body)
}

/** @throws SwaprouteError INVALID_ARGUMENT for a fault that does not exist */
export async function setFault(stateDir: string, fault: SandboxFault): Promise<void> {
  await callControl(running(stateDir), 'POST', '/faults', fault)
}

/** Ends all faults: chains run, providers are honest and quick again. */
export async function clearFaults(stateDir: string): Promise<void> {
  await callControl(running(stateDir), 'DELETE', '/faults')
}

/** The faults that are on. */
export async function activeFaults(stateDir: string): Promise<ActiveFault[]> {
  const answer = await callControl(running(stateDir), 'GET', '/faults')
  return isObject(answer) && Array.isArray(answer['faults']) ? answer['faults'].filter(isFault) : []
}

/** All faults and what they rehearse. */
export function listFaults(): FaultDescription[] {
  return describeFaults()
}

function running(stateDir: string): SandboxRecord {
  const record = readRecord(stateDir)
  if (record !== null && isRunning(record)) return record
  throw new SwaprouteError('SANDBOX_UNAVAILABLE', 'The sandbox is not running.', {
    hint: 'Start it with `swaproute sandbox start`.',
  })
}

function isRunning(record: SandboxRecord): boolean {
  return record.ready && isAlive(record.daemon)
}

async function isHealthy(record: SandboxRecord): Promise<boolean> {
  try {
    await callControl(record, 'GET', '/health')
    return true
  } catch {
    return false // alive but not answering: to be replaced
  }
}

/**
 * Ends a living owner of the lock whose record cannot be read, such as a sandbox of another
 * version. One that is just starting writes its record within moments.
 */
async function endUnknown(stateDir: string): Promise<void> {
  const owner = lockOwner(join(stateDir, 'sandbox.lock'))
  if (owner === null) return
  const deadline = Date.now() + recordLimitMs
  while (readRecord(stateDir) === null) {
    if (Date.now() > deadline) return endProcess(owner)
    await pause(15)
  }
}

/** The log goes on from run to run until it is too long. */
function openLog(stateDir: string): number {
  const file = join(stateDir, 'sandbox.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return openSync(file, size > longestLog ? 'w' : 'a', 0o600)
}

async function waitUntilReady(stateDir: string, hasEnded: () => boolean): Promise<SandboxRecord> {
  const lock = join(stateDir, 'sandbox.lock')
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const record = readRecord(stateDir)
    if (record !== null && isRunning(record)) return record
    // Our process may have ended because another one was first; then that one is waited for.
    if (hasEnded() && lockOwner(lock) === null) throw startFailure(stateDir, readRecord(stateDir))
    await pause(15)
  }
  throw startFailure(stateDir, readRecord(stateDir))
}

function startFailure(stateDir: string, record: SandboxRecord | null): SwaprouteError {
  const failure = record?.failure ?? null
  const code = failure !== null && isErrorCode(failure.code) ? failure.code : 'SANDBOX_UNAVAILABLE'
  return new SwaprouteError(
    code === 'INTERNAL' ? 'SANDBOX_UNAVAILABLE' : code,
    failure?.message ?? 'The sandbox did not start.',
    { hint: failure?.hint ?? `See ${join(stateDir, 'sandbox.log')} for the reason.` },
  )
}

function isFault(value: unknown): value is ActiveFault {
  return (
    isObject(value) && typeof value['target'] === 'string' && typeof value['fault'] === 'string'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The user's keys and settings are not passed to the sandbox. */
function plainEnvironment(env: StartOptions['env'] = {}): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
