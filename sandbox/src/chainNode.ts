import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort, startAnvil, type Anvil } from './anvil.ts'
import { startBlockFront, type BlockFront } from './arbitrum/blockFront.ts'
import type { SandboxChain } from './chains.ts'
import { endProcess, pause, type ProcessId } from './processes.ts'
import { blockTime, callText, createRpc, toHex, type Rpc } from './rpc.ts'
import { prepareState, savedFileOf, saveState, stateFileOf } from './stateFile.ts'

/** A chain node, restarted when it dies and saved when it changes. */
export type ChainNode = {
  chain: SandboxChain
  /** Where clients reach it. */
  port: number
  rpc: Rpc
  /** Null while it is down. */
  process(): ProcessId | null
  /** Stops it without a restart; clients get connection refused. */
  takeDown(): Promise<void>
  bringUp(): Promise<void>
  /** Saves changes now instead of at the next check. */
  save(): Promise<void>
  /** Stops the node cleanly. */
  close(): Promise<void>
}

export type ChainNodeOptions = {
  chain: SandboxChain
  stateDir: string
  /** Port to reuse if it is free. */
  preferredPort: number | null
  log: (line: string) => void
  /** A node is being started (again). */
  onSpawn: (chain: SandboxChain, port: number, process: ProcessId) => void
  /** It answers. */
  onStart: (chain: SandboxChain) => void
  /** The chain has new blocks. */
  onBlock: (node: Pick<ChainNode, 'chain' | 'rpc'>) => Promise<void>
}

const pollMs = 200
const restartPauseMs = 200

export async function startChainNode(options: ChainNodeOptions): Promise<ChainNode> {
  const { chain, stateDir, log } = options
  const savedFile = savedFileOf(stateDir, chain.blockchain)
  const port = await choosePort(options.preferredPort)
  const hasFront = chain.blockchain === 'ARBITRUM'
  const nodePort = hasFront ? await freePort() : port
  const rpc = createRpc(nodePort)
  let front: BlockFront | null = null
  let anvil: Anvil | null = null
  let wanted = true
  let lastBlock = -1n

  // Starts and stops are queued, so a starting node can be stopped too.
  let turns: Promise<void> = Promise.resolve()
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    const turn = turns.then(action)
    turns = turn.catch(() => undefined) // the caller gets the error; the queue continues
    return turn
  }

  const launch = async (): Promise<void> => {
    await prepareState(stateDir, chain.blockchain)
    const started = await startAnvil({
      chainId: chain.chainId,
      port: nodePort,
      stateFile: stateFileOf(stateDir, chain.blockchain),
      logFile: `${stateDir}/anvil.log`,
      onSpawn: (process) => options.onSpawn(chain, port, process),
    })
    anvil = started
    started.child.once('exit', (code, signal) => {
      anvil = null
      rpc.disconnect() // its connections are dead and must not be used for the next node
      if (!wanted) return
      log(`${chain.blockchain}: the node ended (${signal ?? code}), starting it again`)
      void inTurn(launchUntilUp)
    })
    await keepTimeMonotonic(rpc)
    await keepFeesSteady(rpc, chain)
    if (hasFront) front ??= await startBlockFront(port, rpc)
    options.onStart(chain)
  }

  const launchUntilUp = async (): Promise<void> => {
    while (wanted && anvil === null) {
      try {
        await launch()
      } catch (thrown) {
        log(`${chain.blockchain}: cannot start the node: ${String(thrown)}`)
        await pause(restartPauseMs)
      }
    }
  }

  const end = (): Promise<void> => {
    wanted = false
    return inTurn(async () => {
      await front?.close()
      front = null
      if (anvil === null) return
      const { child, process } = anvil
      const ended = once(child, 'exit') // the process may be gone before its exit event
      await endProcess(process)
      await ended
    })
  }

  let saving: Promise<void> = Promise.resolve()
  let savedBlock = -1n
  let restUntilMs = 0
  const saveNow = async (): Promise<void> => {
    if (anvil === null) return
    const block = lastBlock
    const startedAtMs = Date.now()
    await saveState(rpc, savedFile)
    savedBlock = block
    // Larger states are saved less often: at most a fifth of the time.
    restUntilMs = Date.now() + 4 * (Date.now() - startedAtMs)
  }
  const save = (): Promise<void> => {
    const turn = saving.then(saveNow)
    saving = turn.catch(() => undefined)
    return turn
  }

  const poll = async (): Promise<void> => {
    const block = BigInt(await callText(rpc, 'eth_blockNumber'))
    const isFirst = lastBlock < 0n
    const isNew = block !== lastBlock
    lastBlock = block
    if (isFirst) savedBlock = block // as it was loaded
    const isUnsaved = block !== savedBlock && Date.now() >= restUntilMs
    await Promise.all([
      isNew ? keepFeesSteady(rpc, chain) : undefined,
      isNew ? options.onBlock({ chain, rpc }) : undefined,
      isUnsaved ? save() : undefined,
    ])
  }

  let timer: NodeJS.Timeout | null = null
  const pollAgain = async (): Promise<void> => {
    try {
      if (anvil !== null) await poll()
    } catch (thrown) {
      if (wanted) log(`${chain.blockchain}: ${String(thrown)}`)
    }
    if (timer !== null) watch()
  }
  const watch = (): void => {
    timer = setTimeout(() => void pollAgain(), pollMs)
  }

  try {
    await inTurn(launch)
  } catch (thrown) {
    await end()
    throw thrown
  }
  watch()
  return {
    chain,
    port,
    rpc,
    save,
    process: () => anvil?.process ?? null,
    takeDown: end,
    bringUp: async () => {
      wanted = true
      lastBlock = -1n
      await inTurn(launchUntilUp)
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await end()
      await saving
      rpc.disconnect()
    },
  }
}

/**
 * A restarted node has lost a clock that was moved forward: time must not run back. Adds a second
 * for a block produced after the last save.
 */
async function keepTimeMonotonic(rpc: Rpc): Promise<void> {
  const ahead = (await blockTime(rpc, 'latest')) - Math.floor(Date.now() / 1_000)
  if (ahead > 0) await rpc.call('evm_increaseTime', [ahead + 1])
}

/** On such an empty chain the base fee would fall to zero. */
async function keepFeesSteady(rpc: Rpc, chain: SandboxChain): Promise<void> {
  await rpc.call('anvil_setNextBlockBaseFeePerGas', [toHex(chain.baseFee)])
}

async function choosePort(preferred: number | null): Promise<number> {
  return preferred !== null && (await isFree(preferred)) ? preferred : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
