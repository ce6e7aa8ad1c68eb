import { encodeFunctionData, type Hex } from 'viem'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { waitForReceipt } from '../rpc.ts'
import type { Sender } from '../sender.ts'
import { oftOf, oftOfEid, sandboxOfts } from './contracts.ts'
import { isDelivered, oftAbi, type Packet, packetsFrom } from './packets.ts'

/**
 * Simulates LayerZero, which carries the messages of USDT0: each is delivered once, by a
 * transaction on its destination. It stores nothing: after a restart it reads the chains again.
 */
export type Executor = {
  /** There are new blocks. */
  scan(node: Pick<ChainNode, 'chain'>): void
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

export type ExecutorOptions = {
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode
  /** Signs for the operator of the sandbox. */
  send: Sender
  faults: FaultBoard
  log: (line: string) => void
}

const tickMs = 150

export function startExecutor({ nodeOf, send, faults, log }: ExecutorOptions): Executor {
  const changed = new Set<SandboxBlockchain>(sandboxOfts.map(({ blockchain }) => blockchain))
  const open = new Map<Hex, Packet & { seenAtMs: number }>()
  const done = new Set<Hex>()
  let isBusy = false

  const find = async (): Promise<void> => {
    for (const from of sandboxOfts) {
      const node = nodeOf(from.blockchain)
      if (!changed.has(from.blockchain) || node.process() === null) continue
      changed.delete(from.blockchain)
      for (const packet of await packetsFrom(from, node.rpc)) {
        if (done.has(packet.guid) || open.has(packet.guid)) continue
        open.set(packet.guid, { ...packet, seenAtMs: Date.now() })
      }
    }
  }

  const deliver = async ({ from, guid, dstEid, to, amount }: Packet): Promise<void> => {
    const target = oftOfEid(dstEid)
    const node = target === null ? null : nodeOf(target.blockchain)
    if (target !== null && node !== null) {
      if (node.process() === null) return
      if (!(await isDelivered(target, guid, node.rpc))) {
        const args = [guid, from.eid, to, amount] as const
        const data = encodeFunctionData({ abi: oftAbi, functionName: 'deliver', args })
        const hash = await send(node, target.oft, data)
        await waitForReceipt(node.rpc, hash)
        log(`usdt_zero_bridge: ${guid} delivered with ${hash}`)
        return // checked again: the transaction may have failed
      }
    }
    open.delete(guid)
    done.add(guid)
  }

  const work = async (): Promise<void> => {
    await find()
    if (faults.read('usdt_zero_bridge', 'stall') !== null) return
    const waitMs = 1_000 * (faults.read('usdt_zero_bridge', 'slow') ?? 0)
    for (const packet of open.values()) {
      if (Date.now() - packet.seenAtMs >= waitMs) await deliver(packet)
    }
  }

  const timer = setInterval(() => {
    if (isBusy || (changed.size === 0 && open.size === 0)) return
    isBusy = true
    work()
      .catch((thrown: unknown) => log(`usdt_zero_bridge: ${String(thrown)}`))
      .finally(() => (isBusy = false))
  }, tickMs)

  return {
    scan: ({ chain: { blockchain } }) => {
      if (oftOf(blockchain) !== null) changed.add(blockchain)
    },
    forget: () => {
      open.clear()
      done.clear()
    },
    close: () => clearInterval(timer),
  }
}
