/** A sandbox for one test file: its own chains, seeded states shared through the checkout's cache. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox, stopSandbox } from '../../sandbox/src/sandbox.ts'
import type { SandboxInfo } from '../../src/core/sandboxPackage.ts'
import { tieSandbox } from './tied.ts'

export type TestSandbox = {
  info: SandboxInfo
  stateDir: string
  cacheDir: string
  rpcUrl(blockchain: string): string
  chainId(blockchain: string): number
  providerUrl(id: string): string
  account(name: string): { address: `0x${string}`; privateKey: `0x${string}` }
  /** Ends every process of it and removes its folder. */
  stop(): Promise<void>
}

const sharedCache = fileURLToPath(new URL('../../node_modules/.cache/swaproute', import.meta.url))

export async function startTestSandbox(): Promise<TestSandbox> {
  const stateDir = mkdtempSync(join(tmpdir(), 'swaproute-sandbox-'))
  tieSandbox(stateDir)
  const cacheDir = sharedCache
  const info = await startSandbox({ stateDir, cacheDir })
  const chainOf = (blockchain: string) => need(info.chains.find((c) => c.blockchain === blockchain))
  return {
    info,
    stateDir,
    cacheDir,
    rpcUrl: (blockchain) => chainOf(blockchain).rpcUrl,
    chainId: (blockchain) => chainOf(blockchain).chainId,
    providerUrl: (id) => need(info.providers.find((provider) => provider.id === id)).url,
    account: (name) => {
      const { address, privateKey } = need(info.accounts.find((row) => row.name === name))
      return { address: hex(address), privateKey: hex(privateKey) }
    },
    stop: async () => {
      await stopSandbox(stateDir)
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the sandbox has no such thing')
  return value
}

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}
