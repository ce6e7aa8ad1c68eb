// The sandbox's own process: `node sandboxd.cjs <state folder> <cache folder>`, started by
// `startSandbox`, ended by `stopSandbox` or by the disappearance of its state folder.
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptTestForms } from '../../src/chains/addresses/testForms.ts'
import { toSwaprouteError } from '../../src/core/errors.ts'
import type { SandboxChain } from './chains.ts'
import { acquireLock } from './lock.ts'
import { chainPackages, requireChainPackages } from './packages.ts'
import { identifyProcess, type ProcessId } from './processes.ts'
import { readRecord, removeRecord, writeRecord, type SandboxRecord } from './record.ts'

const folderPollMs = 1_000

async function main(stateDir: string, cacheDir: string): Promise<void> {
  acceptTestForms(true)
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  const lock = acquireLock(join(stateDir, 'sandbox.lock'))
  if (lock === null) return // another one is starting or running; the caller will find it
  const daemon = identifyProcess(process.pid)
  if (daemon === null) throw new Error('this process cannot identify itself')

  const log = (line: string): void => {
    if (!existsSync(stateDir)) return
    appendFileSync(join(stateDir, 'sandbox.log'), `${new Date().toISOString()} ${line}\n`, {
      mode: 0o600,
    })
  }
  const previous = readRecord(stateDir)
  const record: SandboxRecord = {
    format: 1,
    ready: false,
    daemon,
    control: null,
    chains: previous?.chains ?? [],
    ton: previous?.ton ?? null,
    seeding: previous?.seeding ?? [],
    accounts: [],
    providers: [],
    versions: { ...chainPackages },
    startedAt: new Date().toISOString(),
    failure: null,
  }
  writeRecord(stateDir, record)
  const onSpawn = ({ blockchain, chainId }: SandboxChain, port: number, node: ProcessId): void => {
    const rpcUrl = `http://127.0.0.1:${port}`
    const others = record.chains.filter((row) => row.blockchain !== blockchain)
    record.chains = [...others, { blockchain, chainId, rpcUrl, port, process: node }]
    record.chains.sort((a, b) => a.chainId - b.chainId)
    writeRecord(stateDir, record)
  }

  const onSeeding = (node: ProcessId): void => {
    record.seeding.push(node)
    writeRecord(stateDir, record)
  }

  try {
    requireChainPackages()
    const { startWorld } = await import('./world.ts')
    const world = await startWorld({
      stateDir,
      cacheDir,
      codeHash: codeHash(),
      log,
      previous,
      onSpawn,
      onSeeding,
    })
    const shutdown = onlyOnce(async () => {
      clearInterval(guard)
      await control.close()
      await world.close()
      if (lock.isOwned()) removeRecord(stateDir)
      lock.release()
      process.exit(0)
    })
    const guard = setInterval(() => {
      if (!lock.isOwned()) void shutdown()
    }, folderPollMs)
    const token = randomBytes(24).toString('hex')
    const { startControl } = await import('./control.ts')
    const control = await startControl(token, {
      ...world.actions,
      stop: () => void setImmediate(() => void shutdown()),
    })
    process.on('SIGTERM', () => void shutdown())
    process.on('SIGINT', () => void shutdown())

    record.accounts = world.accounts
    record.providers = world.providers
    record.ton = world.ton
    record.control = { url: control.url, token }
    record.seeding = []
    record.ready = true
    writeRecord(stateDir, record)
    log('ready')
  } catch (thrown) {
    const { code, message, hint } = toSwaprouteError(thrown)
    log(thrown instanceof Error ? (thrown.stack ?? message) : message)
    record.failure = { code, message, hint: hint ?? null }
    writeRecord(stateDir, record)
    lock.release()
    process.exit(1)
  }
}

/** Fingerprint of this program: it decides which seeded states fit. */
function codeHash(): string {
  const entry = process.argv[1]
  if (entry === undefined) return 'unknown'
  return createHash('sha256').update(readFileSync(entry)).digest('hex')
}

function onlyOnce(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => (running ??= action())
}

const [stateDir, cacheDir] = process.argv.slice(2)
if (stateDir === undefined || cacheDir === undefined) {
  throw new Error('usage: sandboxd <state folder> <cache folder>')
}
void main(stateDir, cacheDir)
