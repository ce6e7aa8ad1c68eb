import { isSameAddress } from '../../src/core/token.ts'
import { isRecord } from '../../src/core/json.ts'
import { sandboxKey } from './accounts.ts'
import type { ChainNode } from './chainNode.ts'
import { findSandboxChain } from './chains.ts'
import { type ActiveFault, checkFault, type FaultBoard } from './faults.ts'
import { pause, freezeProcess } from './processes.ts'
import { callText, toHex } from './rpc.ts'
import type { TonNode } from './ton/tonNode.ts'

/** Applies fault requests to the board and the nodes. */
export type FaultActions = {
  /** @throws SwaprouteError INVALID_ARGUMENT for a fault that does not exist */
  setFault(wanted: ActiveFault): Promise<void>
  clearFaults(): Promise<void>
  /** Applies the active faults to a restarted node. */
  renew(blockchain: string): Promise<void>
}

const pollMs = 40
const retryMs = 1_000

export function createFaultActions(
  nodeOf: (blockchain: string) => ChainNode,
  ton: Pick<TonNode, 'happen' | 'release'>,
  faults: FaultBoard,
  log: (line: string) => void,
): FaultActions {
  const reverting = new Map<string, Promise<void>>()
  const mineRevertingWhileOn = async (node: ChainNode): Promise<void> => {
    const { blockchain } = node.chain
    while (faults.read(blockchain, 'revert') !== null) {
      try {
        await mineReverting(node)
        await pause(pollMs)
      } catch (thrown) {
        log(`${blockchain}: ${String(thrown)}`)
        await pause(retryMs)
      }
    }
  }

  return {
    setFault: async (wanted) => {
      const { target } = wanted
      const { fault, kind, given } = checkFault(wanted)
      log(`fault: ${target} ${fault} ${given ?? ''}`.trimEnd())
      if (target === 'TON' && kind === 'once') {
        await ton.happen(fault, given ?? 0)
      } else if (findSandboxChain(target) === undefined) {
        faults.set(target, fault, given)
      } else if (kind === 'once') {
        await doChainFault(nodeOf(target), fault, given ?? 0)
      } else if (faults.read(target, fault) === null) {
        faults.set(target, fault, given)
        await beginChainFault(nodeOf(target), fault)
        if (fault === 'revert') reverting.set(target, mineRevertingWhileOn(nodeOf(target)))
      }
    },
    clearFaults: async () => {
      const active = faults.list()
      faults.clear()
      if (active.length > 0) log('fault: all cleared')
      const targets = new Set(active.map(({ target }) => target))
      if (targets.has('TON')) await ton.release()
      for (const target of targets) {
        if (findSandboxChain(target) === undefined) continue
        const names = active.filter((row) => row.target === target).map(({ fault }) => fault)
        await reverting.get(target) // it must not exchange code once mining is automatic again
        await endChainFaults(nodeOf(target), names)
      }
    },
    renew: async (blockchain) => {
      for (const { target, fault } of faults.list()) {
        if (target === blockchain && (fault === 'pending' || fault === 'revert')) {
          await nodeOf(blockchain).rpc.call('evm_setAutomine', [false])
        }
      }
    },
  }
}

// Faults of a chain, applied to the real node.

/** Starts a lasting fault; the board already has it. */
async function beginChainFault(node: ChainNode, fault: string): Promise<void> {
  switch (fault) {
    case 'pending':
    case 'revert':
      await node.rpc.call('evm_setAutomine', [false])
      return
    case 'down':
      return node.takeDown()
    case 'hang': {
      const running = node.process()
      if (running !== null) await freezeProcess(running)
      return
    }
    default:
      throw new Error(`unknown fault ${fault}`)
  }
}

/** Ends all lasting faults of a chain; waiting transactions are mined. */
async function endChainFaults(node: ChainNode, faults: readonly string[]): Promise<void> {
  const running = node.process()
  if (running !== null && faults.includes('hang')) process.kill(running.pid, 'SIGCONT')
  if (faults.includes('down')) await node.bringUp()
  if (faults.includes('pending') || faults.includes('revert')) {
    await node.rpc.call('evm_mine')
    await node.rpc.call('evm_setAutomine', [true])
  }
}

/** Performs an instant fault. */
async function doChainFault(node: ChainNode, fault: string, value: number): Promise<void> {
  switch (fault) {
    case 'drop':
      await node.rpc.call('anvil_dropAllTransactions')
      break
    case 'reorg': {
      const height = Number(await callText(node.rpc, 'eth_blockNumber'))
      await node.rpc.call('anvil_reorg', [Math.min(value, height - 1), []])
      break
    }
    case 'mine':
      await node.rpc.call('anvil_mine', [toHex(value)])
      break
    case 'advance':
      await node.rpc.call('evm_increaseTime', [value])
      await node.rpc.call('evm_mine')
      break
    default:
      throw new Error(`unknown fault ${fault}`)
  }
  await node.save()
}

const approveSelector = '0x095ea7b3'
const revertingCode = '0x60006000fd' // PUSH1 0, PUSH1 0, REVERT

/**
 * Mines waiting transactions so that users' transactions fail: their target's code is replaced for
 * that block. Simulations before it see the true contract and succeed, as they do when a price
 * moves between simulation and block.
 */
async function mineReverting(node: ChainNode): Promise<void> {
  const waiting = await waitingTransactions(node)
  if (waiting.length === 0) return
  const targets = new Set(waiting.filter(isVictim).map((transaction) => transaction.to))
  const codes = new Map<string, string>()
  for (const target of targets) {
    codes.set(target, await callText(node.rpc, 'eth_getCode', [target, 'latest']))
    await node.rpc.call('anvil_setCode', [target, revertingCode])
  }
  await node.rpc.call('evm_mine')
  for (const [target, code] of codes) await node.rpc.call('anvil_setCode', [target, code])
}

type Waiting = { hash: string; from: string; to: string; input: string }

const ownSenders = ['operator', 'relayer', 'exchange'] as const

function isVictim(transaction: Waiting): boolean {
  const isOwn = ownSenders.some((name) => isSameAddress(sandboxKey(name).address, transaction.from))
  return !isOwn && !transaction.input.startsWith(approveSelector)
}

async function waitingTransactions(node: ChainNode): Promise<Waiting[]> {
  const content = await node.rpc.call('txpool_content')
  if (!isRecord(content) || !isRecord(content['pending'])) return []
  const perSender = Object.values(content['pending']).filter(isRecord)
  const listed = perSender.flatMap((byNonce) => Object.values(byNonce).flatMap(readWaiting))
  // The pool lists a transaction for a moment longer than it waits.
  const receipts = await Promise.all(
    listed.map(({ hash }) => node.rpc.call('eth_getTransactionReceipt', [hash])),
  )
  return listed.filter((_, index) => receipts[index] === null)
}

function readWaiting(value: unknown): Waiting[] {
  if (!isRecord(value)) return []
  const { hash, from, to, input } = value
  if (typeof hash !== 'string' || typeof from !== 'string' || typeof to !== 'string') return []
  return [{ hash, from, to, input: typeof input === 'string' ? input : '0x' }]
}
