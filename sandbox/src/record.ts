import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBlockchainId } from '../../src/core/blockchainIds.ts'
import type { ProcessId } from './processes.ts'
import type {
  SandboxAccount,
  SandboxChainInfo,
  SandboxInfo,
  SandboxProviderInfo,
} from '../../src/core/sandboxPackage.ts'

/** What is known of a running sandbox, stored in `sandbox.json` of its state folder (0600). */
export type SandboxRecord = {
  format: 1
  /** False while it is being started. */
  ready: boolean
  daemon: ProcessId
  /** Loopback address and secret of the control server. */
  control: { url: string; token: string } | null
  chains: (SandboxChainInfo & { port: number; process: ProcessId })[]
  /** The chain that runs inside the daemon itself; null until it is served. */
  ton: (SandboxChainInfo & { port: number }) | null
  /** Chains that are started only to make the seeded states. */
  seeding: ProcessId[]
  accounts: SandboxAccount[]
  providers: SandboxProviderInfo[]
  /** Versions of the chain packages, for bug reports. */
  versions: Record<string, string>
  startedAt: string
  /** Why the last start failed; then nothing runs. */
  failure: { code: string; message: string; hint: string | null } | null
}

const fileName = 'sandbox.json'

/** The record, or null if absent or of another format. */
export function readRecord(stateDir: string): SandboxRecord | null {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(join(stateDir, fileName), 'utf8'))
  } catch {
    return null // not there, or torn: the lock decides whether something runs
  }
  return isRecord(value) ? value : null
}

/** Written to a temporary file and moved into place, so that no reader sees a partial one. */
export function writeRecord(stateDir: string, record: SandboxRecord): void {
  const draft = join(stateDir, `${fileName}.${process.pid}`)
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(stateDir, fileName))
}

export function removeRecord(stateDir: string): void {
  rmSync(join(stateDir, fileName), { force: true })
}

/** The part of the record that users see. */
export function toSandboxInfo(record: SandboxRecord): SandboxInfo {
  return {
    running: true,
    chains: [...record.chains, ...(record.ton === null ? [] : [record.ton])].map(
      ({ blockchain, chainId, rpcUrl }) => ({ blockchain, chainId, rpcUrl }),
    ),
    accounts: record.accounts,
    providers: record.providers,
  }
}

// The file is the sandbox's own; this guards against a torn or foreign one without the cost of a
// schema library on the start-up path of every command with --sandbox.
function isRecord(value: unknown): value is SandboxRecord {
  if (!isObject(value) || value['format'] !== 1) return false
  const { ready, daemon, control, chains, ton, seeding, accounts, providers, failure } = value
  return (
    typeof ready === 'boolean' &&
    isProcess(daemon) &&
    (control === null || (hasTexts(control, ['url', 'token']) && isLoopback(control['url']))) &&
    isListOf(chains, (chain) => isChain(chain) && isObject(chain) && isProcess(chain['process'])) &&
    (ton === null || isChain(ton)) &&
    isListOf(seeding, isProcess) &&
    isListOf(accounts, (account) => hasTexts(account, ['name', 'kind', 'address', 'privateKey'])) &&
    isListOf(providers, (one) => hasTexts(one, ['id', 'url']) && isLoopback(one['url'])) &&
    (failure === null || hasTexts(failure, ['code', 'message']))
  )
}

function isChain(value: unknown): boolean {
  return (
    hasTexts(value, ['blockchain', 'rpcUrl']) &&
    isBlockchainId(String(value['blockchain'])) &&
    isLoopback(value['rpcUrl']) &&
    Number.isSafeInteger(value['chainId']) &&
    Number.isSafeInteger(value['port'])
  )
}

/** A sandbox is reached only over loopback. */
function isLoopback(url: unknown): boolean {
  return typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}(?:\/|$)/.test(url)
}

function isProcess(value: unknown): boolean {
  return hasTexts(value, ['startedAt']) && Number.isSafeInteger(value['pid'])
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check)
}

function hasTexts(value: unknown, keys: string[]): value is Record<string, unknown> {
  return isObject(value) && keys.every((key) => typeof value[key] === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
