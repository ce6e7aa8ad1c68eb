import { encodeFunctionData, padHex, parseAbi } from 'viem'
import { isRecord } from '../../../src/core/json.ts'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { callText, waitForReceipt } from '../rpc.ts'
import type { Sender } from '../sender.ts'
import { outboxAddress } from './contracts.ts'
import { asHex, sendStateAt } from './sendState.ts'

/**
 * Simulates the rollup of ARBITRUM, which confirms its blocks on ETH: after seconds instead of a
 * week. It stores nothing: what the outbox knows is on the chain.
 */
export type Rollup = {
  /** There are new blocks. */
  scan(node: Pick<ChainNode, 'chain'>): void
  close(): void
}

const abi = parseAbi([
  'function roots(bytes32 root) view returns (bytes32)',
  'function updateSendRoot(bytes32 root, bytes32 l2BlockHash)',
])
const tickMs = 200
/** Long enough to see that a withdrawal waits. */
const usualSeconds = 1

export type RollupOptions = {
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode
  /** Signs for the operator of the sandbox. */
  send: Sender
  faults: FaultBoard
  log: (line: string) => void
}

export function startRollup({ nodeOf, send, faults, log }: RollupOptions): Rollup {
  let hasNews = true
  let newsAtMs = 0
  let isBusy = false

  const confirm = async (): Promise<void> => {
    const [parent, child] = [nodeOf('ETH'), nodeOf('ARBITRUM')]
    if (parent.process() === null || child.process() === null) return
    const block = await child.rpc.call('eth_getBlockByNumber', ['latest', false])
    if (!isRecord(block)) throw new Error('ARBITRUM has no block')
    const { count, root } = await sendStateAt(child.rpc, BigInt(String(block['number'])))
    hasNews = false
    if (count === 0) return
    const asked = encodeFunctionData({ abi, functionName: 'roots', args: [root] })
    const call = { to: outboxAddress, data: asked }
    const known = await callText(parent.rpc, 'eth_call', [call, 'latest'])
    if (BigInt(known) !== 0n) return
    hasNews = true
    const hash = padHex(asHex(String(block['hash'])), { size: 32 })
    const data = encodeFunctionData({ abi, functionName: 'updateSendRoot', args: [root, hash] })
    const sent = await send(parent, outboxAddress, data)
    await waitForReceipt(parent.rpc, sent)
    log(`arbitrum: ${count} messages confirmed with ${sent}`)
  }

  const timer = setInterval(() => {
    const waitMs = 1_000 * (faults.read('arbitrum', 'slow') ?? usualSeconds)
    const isDue = hasNews && Date.now() - newsAtMs >= waitMs
    if (isBusy || !isDue || faults.read('arbitrum', 'stall') !== null) return
    isBusy = true
    confirm()
      .catch((thrown: unknown) => log(`arbitrum: ${String(thrown)}`))
      .finally(() => (isBusy = false))
  }, tickMs)

  return {
    scan: ({ chain }) => {
      if (chain.blockchain !== 'ARBITRUM') return
      if (!hasNews) newsAtMs = Date.now()
      hasNews = true
    },
    close: () => clearInterval(timer),
  }
}
