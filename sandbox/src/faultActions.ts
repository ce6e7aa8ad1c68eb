import { beginChainFault, doChainFault, endChainFaults, mineReverting } from './chainFaults.ts'
import type { ChainNode } from './chainNode.ts'
import { findSandboxChain } from './chains.ts'
import { type ActiveFault, checkFault, type FaultBoard } from './faults.ts'
import { pause } from './processes.ts'
import type { TonNode } from './ton/tonNode.ts'

/** Applies fault requests to the board and the nodes. */
export type FaultActions = {
  /** @throws SwaprouteError INVALID_ARGUMENT for a fault that does not exist */
  setFault(wanted: ActiveFault): Promise<void>
  clearFaults(): Promise<void>
  /** Applies the active faults to a restarted node. */
  renew(blockchain: string): Promise<void>
}

const lookMs = 40
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
    while (faults.look(blockchain, 'revert') !== null) {
      try {
        await mineReverting(node)
        await pause(lookMs)
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
      } else if (faults.look(target, fault) === null) {
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
