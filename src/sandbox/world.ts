import { SwaprouteError } from '../core/errors.ts'
import { sandboxAccounts } from './accounts.ts'
import { findSandboxChain, sandboxChains, type SandboxBlockchain, type SandboxChain } from './chains.ts'
import type { ControlActions } from './control.ts'
import { startChainNode, type ChainNode } from './chainNode.ts'
import { fund } from './funding.ts'
import { endProcess, type ProcessId } from './processes.ts'
import type { SandboxRecord } from './record.ts'
import { copySeed, seededStates } from './seed/seedStates.ts'
import { prepareState, removeState, stateFileOf } from './stateFile.ts'
import type { SandboxAccount, SandboxProviderInfo } from './types.ts'

/** Everything that makes up a running sandbox. */
export type World = {
  nodes: Map<SandboxBlockchain, ChainNode>
  accounts: SandboxAccount[]
  providers: SandboxProviderInfo[]
  /** What may be asked of it while it runs. */
  actions: Omit<ControlActions, 'stop'>
  close(): Promise<void>
}

export type WorldOptions = {
  stateDir: string
  cacheDir: string
  codeHash: string
  log: (line: string) => void
  /** What an earlier run left: its ports are used again, its processes ended. */
  previous: SandboxRecord | null
  /** A node was started (again), so its process has changed. */
  onStart: (chain: SandboxChain, port: number, process: ProcessId) => void
}

/** Starts four chains (and everything around them) in this process' care. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { stateDir, previous, log } = options
  for (const chain of previous?.chains ?? []) {
    await endProcess(chain.process) // an orphan writes its state when asked to end
  }
  const seedDir = await prepareStates(options)
  const nodes = new Map<SandboxBlockchain, ChainNode>()
  const close = async (): Promise<void> => {
    await Promise.all([...nodes.values()].map((node) => node.close()))
  }
  const starts = sandboxChains.map(async (chain) => {
    const last = previous?.chains.find((row) => row.blockchain === chain.blockchain)
    const node = await startChainNode({
      chain,
      stateDir,
      preferredPort: last?.port ?? null,
      log,
      onStart: options.onStart,
      onBlock: () => undefined,
    })
    nodes.set(chain.blockchain, node)
  })
  const failed = (await Promise.allSettled(starts)).find((start) => start.status === 'rejected')
  if (failed !== undefined) {
    await close()
    throw failed.reason
  }

  const reset = async (): Promise<void> => {
    const folder = seedDir ?? (await seededStates(options))
    await Promise.all(
      [...nodes].map(async ([blockchain, node]) => {
        await node.takeDown()
        await removeState(stateDir, blockchain)
        await copySeed(folder, blockchain, stateFileOf(stateDir, blockchain))
        await node.bringUp()
      }),
    )
  }

  return {
    nodes,
    accounts: sandboxAccounts(),
    providers: [],
    actions: {
      reset,
      fund: (request) => fund(nodeOf(nodes, request.blockchain), request),
      setFault: async () => undefined,
      clearFaults: async () => undefined,
      activeFaults: () => [],
    },
    close,
  }
}

/** @throws SwaprouteError UNKNOWN_CHAIN for a chain the sandbox does not have */
function nodeOf(nodes: Map<SandboxBlockchain, ChainNode>, blockchain: string): ChainNode {
  const chain = findSandboxChain(blockchain)
  const node = chain === undefined ? undefined : nodes.get(chain.blockchain)
  if (node !== undefined) return node
  throw new SwaprouteError('UNKNOWN_CHAIN', `The sandbox has no chain ${blockchain}.`, {
    hint: `It has ${[...nodes.keys()].join(', ')}.`,
  })
}

/** @returns the folder of seeds if it was needed */
async function prepareStates(options: WorldOptions): Promise<string | null> {
  const { stateDir } = options
  const missing: SandboxBlockchain[] = []
  for (const { blockchain } of sandboxChains) {
    if (!(await prepareState(stateDir, blockchain))) missing.push(blockchain)
  }
  if (missing.length === 0) return null
  const seedDir = await seededStates(options)
  for (const blockchain of missing) {
    await copySeed(seedDir, blockchain, stateFileOf(stateDir, blockchain))
  }
  return seedDir
}
