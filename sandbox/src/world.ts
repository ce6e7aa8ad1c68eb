import { SwaprouteError } from '../../src/core/errors.ts'
import type { SandboxAccount, SandboxProviderInfo } from '../../src/core/sandboxPackage.ts'
import { sandboxAccounts, sandboxKey } from './accounts.ts'
import { startCallWorld } from './calls/callWorld.ts'
import { startChainNode, type ChainNode } from './chainNode.ts'
import {
  findSandboxChain,
  sandboxChains,
  type SandboxBlockchain,
  type SandboxChain,
  tonNetworkId,
} from './chains.ts'
import type { ControlActions } from './control.ts'
import { startDepositWorld, depositServers } from './deposit/depositWorld.ts'
import { listOrders } from './deposit/pay.ts'
import { createFaultActions } from './chainFaults.ts'
import { createFaultBoard, type FaultBoard } from './faults.ts'
import { fund } from './funding.ts'
import { endProcess, pause, type ProcessId } from './processes.ts'
import type { SandboxRecord } from './record.ts'
import { startExecutor } from './oft/executor.ts'
import { startRelayer } from './relayer.ts'
import { startRollup } from './arbitrum/rollup.ts'
import { createSender } from './sender.ts'
import { createScanServer } from './servers/layerzeroScan.ts'
import { isRecord } from '../../src/core/json.ts'
import { blockTime } from './rpc.ts'
import { copySeed, seededStates } from './seed/seedStates.ts'
import { createAcrossServer } from './servers/across.ts'
import { createCoffeeServer } from './servers/coffeeSwap.ts'
import { listen, type LoopbackServer } from './servers/server.ts'
import {
  createCoingeckoServer,
  createDefillamaServer,
  createDexscreenerServer,
} from './servers/prices.ts'
import { createStonfiServer } from './servers/stonfi.ts'
import { prepareState, removeState, stateFileOf } from './stateFile.ts'
import { startTonNode } from './ton/tonNode.ts'

/** All parts of a running sandbox. */
export type World = {
  accounts: SandboxAccount[]
  providers: SandboxProviderInfo[]
  ton: SandboxRecord['ton']
  /** Actions on the running sandbox. */
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
  /** A node is being started (again), so its process has changed. */
  onSpawn: (chain: SandboxChain, port: number, process: ProcessId) => void
  /** A chain is started for seeding; it ends again before the world is ready. */
  onSeeding: (process: ProcessId) => void
}

/** How old a chain's latest block may get. Across refuses quotes of blocks older than an hour. */
const idleSeconds = 240
const idlePollMs = 60_000
const nextBlockMs = 150

/** Starts chains, relayer and provider servers in this process' care. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { stateDir, previous, log } = options
  for (const { process } of previous?.chains ?? []) {
    await endProcess(process) // an orphan writes its state when asked to end
  }
  for (const process of previous?.seeding ?? []) await endProcess(process)
  await prepareStates(options)
  const nodes = new Map<SandboxBlockchain, ChainNode>()
  const faults = createFaultBoard()
  const nodeOf = (blockchain: string): ChainNode => {
    const chain = findSandboxChain(blockchain)
    const node = chain === undefined ? undefined : nodes.get(chain.blockchain)
    if (node !== undefined) return node
    throw new SwaprouteError('UNKNOWN_CHAIN', `The sandbox has no chain ${blockchain}.`, {
      hint: `It has ${[...sandboxChains.map((row) => row.blockchain), 'TON'].join(', ')}.`,
    })
  }
  const relayer = startRelayer(nodeOf, faults, log)
  const send = createSender(sandboxKey('operator'))
  const rollup = startRollup({ nodeOf, send, faults, log })
  const executor = startExecutor({ nodeOf, send, faults, log })
  const calls = startCallWorld({ stateDir, nodeOf, faults, log })
  const ton = await startTonNode({
    stateDir,
    preferredPort: previous?.ton?.port ?? null,
    faults,
    log,
  })
  const faultActions = createFaultActions(nodeOf, ton, faults, log)
  const servers: LoopbackServer[] = []
  const closers: (() => void)[] = []

  const startNode = async (chain: SandboxChain): Promise<void> => {
    const last = previous?.chains.find((row) => row.blockchain === chain.blockchain)
    const node = await startOnFreePort(last?.port ?? null, (preferredPort) =>
      startChainNode({
        chain,
        stateDir,
        preferredPort,
        log,
        onSpawn: options.onSpawn,
        onStart: () => {
          if (!nodes.has(chain.blockchain)) return
          void faultActions.renew(chain.blockchain)
          void calls.renew(chain.blockchain)
        },
        onBlock: async (changed) => {
          mineOnTop(changed, faults).catch((thrown: unknown) => log(String(thrown)))
          rollup.scan(changed)
          executor.scan(changed)
          await Promise.all([relayer.scan(changed), calls.scan(changed)])
        },
      }),
    )
    nodes.set(chain.blockchain, node)
    await freshen(node, faults)
    // Recent blocks of live chains have payments, with whose gas price clients compare theirs.
    await send(node, sandboxKey('operator').address, '0x')
  }
  const idleTimer = setInterval(() => {
    for (const node of nodes.values()) {
      freshen(node, faults).catch((thrown: unknown) =>
        log(`${node.chain.blockchain}: ${String(thrown)}`),
      )
    }
  }, idlePollMs)

  const close = async (): Promise<void> => {
    clearInterval(idleTimer)
    relayer.close()
    rollup.close()
    executor.close()
    calls.close()
    for (const end of closers) end()
    faults.clear()
    await Promise.all([ton, ...servers].map((server) => server.close()))
    await Promise.all([...nodes.values()].map((node) => node.close()))
  }
  const open = async (app: Parameters<typeof listen>[0]): Promise<string> => {
    const server = await listen(app)
    servers.push(server)
    return server.url
  }
  const serve = async (id: string, app: Parameters<typeof listen>[0], path = '') => ({
    id,
    url: (await open(app)) + path,
  })

  const started = await Promise.allSettled(sandboxChains.map(startNode))
  const failed = started.find((result) => result.status === 'rejected')
  if (failed !== undefined) {
    await close()
    throw failed.reason
  }
  const deposits = startDepositWorld({
    stateDir,
    nodeOf,
    ton: ton.payer,
    faults,
    log,
  })
  closers.push(deposits.close)
  const providers = await Promise.all([
    serve('across', createAcrossServer(nodes, faults), '/api'),
    ...depositServers({ exchange: deposits.exchange, faults }, calls.signedRelay).map(
      ({ id, app, path }) => serve(id, app, path),
    ),
    ...calls.servers.map(async ({ app, urls }) => {
      const url = await open(app)
      return Object.entries(urls).map(([id, path]) => ({ id, url: url + path }))
    }),
    serve('usdt_zero_bridge', createScanServer(nodeOf, faults)),
    serve('STONFI', createStonfiServer(ton, faults)),
    serve('COFFEE_SWAP', createCoffeeServer(ton, faults)),
    serve('defillama', createDefillamaServer(faults)),
    serve('dexscreener', createDexscreenerServer(faults)),
    serve('coingecko', createCoingeckoServer(faults)),
  ])

  const reset = async (): Promise<void> => {
    await faultActions.clearFaults()
    await ton.reset()
    deposits.exchange.reset()
    const folder = await seededStates(options)
    await Promise.all(
      [...nodes].map(async ([blockchain, node]) => {
        await node.takeDown()
        await removeState(stateDir, blockchain)
        await copySeed(folder, blockchain, stateFileOf(stateDir, blockchain))
        relayer.forget()
        calls.forget()
        executor.forget()
        await node.bringUp()
        await freshen(node, faults)
      }),
    )
  }

  return {
    accounts: sandboxAccounts(),
    providers: [
      ...providers.flat(),
      // A bridge without a service: its contracts are asked.
      { id: 'arbitrum', url: `http://127.0.0.1:${nodeOf('ARBITRUM').port}` },
      { id: 'toncenter', url: ton.baseUrl },
      ...ton.witnesses,
    ],
    ton: { blockchain: 'TON', chainId: tonNetworkId, rpcUrl: ton.rpcUrl, port: ton.port },
    actions: {
      reset,
      fund: (request) =>
        request.blockchain === 'TON'
          ? ton.fund(request)
          : fund(nodeOf(request.blockchain), request),
      setFault: async (fault) => {
        await faultActions.setFault(fault)
        const chain = findSandboxChain(fault.target)
        if (chain !== undefined && fault.fault === 'reorg') await calls.renew(chain.blockchain)
      },
      clearFaults: faultActions.clearFaults,
      activeFaults: faults.list,
      payDeposit: deposits.play,
      listDeposits: () => listOrders(deposits.exchange),
    },
    close,
  }
}

/** A free port may be taken a moment later; then another one is used. */
async function startOnFreePort(
  preferredPort: number | null,
  start: (preferredPort: number | null) => Promise<ChainNode>,
): Promise<ChainNode> {
  try {
    return await start(preferredPort)
  } catch {
    return start(null)
  }
}

/**
 * Lets an empty block follow each one with transactions. On a live chain the next block always
 * comes; clients that check for a receipt only on a new block depend on it.
 */
async function mineOnTop(
  { chain, rpc }: Pick<ChainNode, 'chain' | 'rpc'>,
  faults: FaultBoard,
): Promise<void> {
  const block = await rpc.call('eth_getBlockByNumber', ['latest', false])
  const transactions = isRecord(block) ? block['transactions'] : null
  if (!Array.isArray(transactions) || transactions.length === 0) return
  await pause(nextBlockMs)
  if (!hasFault(faults, chain.blockchain) && (await mines(rpc))) await rpc.call('evm_mine')
}

/** Mines an empty block on an idle chain, as live chains do. */
async function freshen(node: ChainNode, faults: FaultBoard): Promise<void> {
  if (hasFault(faults, node.chain.blockchain)) return
  const age = Math.floor(Date.now() / 1_000) - (await blockTime(node.rpc, 'latest'))
  if (age > idleSeconds && (await mines(node.rpc))) await node.rpc.call('evm_mine')
}

/** Whether the chain produces blocks: a stopped chain leaves payments in its pool. */
async function mines(rpc: ChainNode['rpc']): Promise<boolean> {
  return (await rpc.call('anvil_getAutomine')) === true
}

function hasFault(faults: FaultBoard, target: string): boolean {
  return faults.list().some((fault) => fault.target === target)
}

/** Ensures that every chain has a state to start from. */
async function prepareStates(options: WorldOptions): Promise<void> {
  const { stateDir } = options
  const missing: SandboxBlockchain[] = []
  for (const { blockchain } of sandboxChains) {
    if (!(await prepareState(stateDir, blockchain))) missing.push(blockchain)
  }
  if (missing.length === 0) return
  const seedDir = await seededStates(options)
  for (const blockchain of missing) {
    await copySeed(seedDir, blockchain, stateFileOf(stateDir, blockchain))
  }
}
