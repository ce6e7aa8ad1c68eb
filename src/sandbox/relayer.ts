import { encodeAbiParameters, encodeFunctionData, keccak256, numberToHex, type Hex } from 'viem'
import { sandboxKey } from './accounts.ts'
import type { ChainNode } from './chainNode.ts'
import { findSandboxChainById, type SandboxBlockchain } from './chains.ts'
import type { FaultBoard } from './faults.ts'
import { blockTime, toHex, waitForReceipt } from './rpc.ts'
import { createSender } from './sender.ts'
import {
  eventTopic,
  findLogs,
  fromBytes32,
  readDeposit,
  refundLeafParameters,
  slowLeafParameters,
  spokePoolAbi,
  toBytes32,
  toLogs,
  toRelayData,
  type Deposit,
  type Log,
} from './spokePool.ts'

/**
 * Across' other half: watches deposits, pays them out on their destination, and stands in for the
 * bridge's settlement (refunds of expired deposits, slow fills). All of it are transactions on the
 * real contracts; the fault board tells it to be late or absent.
 */
export type Relayer = {
  /** New blocks of a chain. */
  look(node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

type Work = { deposit: Deposit; seenAtMs: number; busyUntilMs: number; hasAskedSlowFill: boolean }

const tickMs = 150
/** How long a sent transaction is given before it is looked at again. */
const settleMs = 3_000
const zeroHash: Hex = `0x${'00'.repeat(32)}`
const transferAbi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
    outputs: [],
  },
] as const

export function startRelayer(
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode,
  faults: FaultBoard,
  log: (line: string) => void,
): Relayer {
  const relayerKey = sandboxKey('relayer')
  const sendAsRelayer = createSender(relayerKey)
  const sendAsOperator = createSender(sandboxKey('operator'))
  const open = new Map<string, Work>()
  const scanned = new Map<SandboxBlockchain, bigint>()

  const nodeById = (chainId: number): ChainNode | null => {
    const chain = findSandboxChainById(chainId)
    return chain === undefined ? null : nodeOf(chain.blockchain)
  }

  const look = async (node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void> => {
    const { chain, rpc } = node
    const last = BigInt(String(await rpc.call('eth_blockNumber')))
    const seen = scanned.get(chain.blockchain) ?? -1n
    // After a reorg or a reset the chain may be shorter than it was: start over.
    const from = seen < last ? seen + 1n : 0n
    const logs = await findLogs(rpc, chain.spokePool, 'FundsDeposited', [], {
      fromBlock: toHex(from),
      toBlock: toHex(last),
    })
    scanned.set(chain.blockchain, last)
    for (const entry of logs) {
      const deposit = readDeposit(entry, chain.chainId)
      if (deposit === null) continue
      const key = keyOf(deposit)
      if (open.has(key)) continue
      open.set(key, {
        deposit,
        seenAtMs: Date.now(),
        busyUntilMs: 0,
        hasAskedSlowFill: false,
      })
    }
  }

  const advance = async (work: Work): Promise<'done' | 'sent' | 'waiting'> => {
    const { deposit } = work
    const origin = nodeById(deposit.originChainId)
    const destination = nodeById(deposit.destinationChainId)
    if (origin === null || destination === null) return 'done' // a chain nobody runs
    if (await isFilled(destination, deposit)) return 'done'
    if ((await chainNow(destination)) > deposit.fillDeadline) {
      if ((await findRefunds(origin, deposit)).length > 0) return 'done'
      if (faults.look('across', 'stall') !== null) return 'waiting'
      await refund(origin, deposit)
      return 'sent'
    }
    if (faults.look('across', 'stall') !== null) return 'waiting'
    if (faults.look('across', 'refund') !== null) return 'waiting'
    const ageMs = Date.now() - work.seenAtMs
    if (ageMs < (faults.look('across', 'slow') ?? 0) * 1_000) return 'waiting'
    const slowFill = faults.look('across', 'slow-fill')
    if (slowFill !== null) {
      if (!work.hasAskedSlowFill) await askSlowFill(destination, work)
      if (ageMs < slowFill * 1_000) return 'waiting'
      await fillSlowly(destination, deposit)
      return 'sent'
    }
    await fill(destination, deposit)
    return 'sent'
  }

  const fill = async (destination: ChainNode, deposit: Deposit): Promise<void> => {
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'fillRelay',
      args: [toRelayData(deposit), BigInt(deposit.originChainId), toBytes32(relayerKey.address)],
    })
    const hash = await sendAsRelayer(destination, destination.chain.spokePool, data)
    log(`across: filling ${keyOf(deposit)} with ${hash}`)
  }

  const askSlowFill = async (destination: ChainNode, work: Work): Promise<void> => {
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'requestSlowFill',
      args: [toRelayData(work.deposit)],
    })
    await sendAsRelayer(destination, destination.chain.spokePool, data)
    work.hasAskedSlowFill = true
  }

  const fillSlowly = async (destination: ChainNode, deposit: Deposit): Promise<void> => {
    const { spokePool } = destination.chain
    const leaf = {
      relayData: toRelayData(deposit),
      chainId: BigInt(deposit.destinationChainId),
      updatedOutputAmount: deposit.outputAmount,
    }
    // A slow fill is paid from the pool's own money, which settlement has to bring there first.
    const fund = encodeFunctionData({
      abi: transferAbi,
      functionName: 'transfer',
      args: [asHex(spokePool), deposit.outputAmount],
    })
    await sendAsRelayer(destination, fromBytes32(deposit.outputToken), fund)
    const root = keccak256(encodeAbiParameters(slowLeafParameters, [leaf]))
    const bundle = await relayRoots(destination, zeroHash, root)
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'executeSlowRelayLeaf',
      args: [leaf, bundle, []],
    })
    const hash = await sendAsOperator(destination, spokePool, data)
    log(`across: slow fill of ${keyOf(deposit)} with ${hash}`)
  }

  const refund = async (origin: ChainNode, deposit: Deposit): Promise<void> => {
    const leaf = {
      amountToReturn: 0n,
      chainId: BigInt(deposit.originChainId),
      refundAmounts: [deposit.inputAmount],
      // Any number will do; the deposit's own lets the status of a deposit be read from the chain.
      leafId: Number(deposit.depositId),
      l2TokenAddress: fromBytes32(deposit.inputToken),
      refundAddresses: [fromBytes32(deposit.depositor)],
    }
    const root = keccak256(encodeAbiParameters(refundLeafParameters, [leaf]))
    const bundle = await relayRoots(origin, root, zeroHash)
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'executeRelayerRefundLeaf',
      args: [bundle, leaf, []],
    })
    const hash = await sendAsOperator(origin, origin.chain.spokePool, data)
    log(`across: refunding ${keyOf(deposit)} with ${hash}`)
  }

  /** Publishes a root bundle of one leaf, whose hash is then the root. */
  const relayRoots = async (node: ChainNode, refunds: Hex, slowFills: Hex): Promise<number> => {
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'relayRootBundle',
      args: [refunds, slowFills],
    })
    const hash = await sendAsOperator(node, node.chain.spokePool, data)
    const receipt = await waitForReceipt(node.rpc, hash)
    const topic = eventTopic('RelayedRootBundle')
    const entry = toLogs(receipt['logs']).find((item) => item.topics[0] === topic)
    if (entry?.topics[1] === undefined) throw new Error(`root bundle ${hash} was not accepted`)
    return Number(entry.topics[1])
  }

  const attend = async (key: string, work: Work): Promise<void> => {
    work.busyUntilMs = Number.POSITIVE_INFINITY
    let pauseMs = 0
    try {
      const state = await advance(work)
      if (state === 'done') open.delete(key)
      else pauseMs = state === 'sent' ? settleMs : tickMs
    } catch (thrown) {
      pauseMs = settleMs
      log(`across: ${key}: ${String(thrown)}`)
    }
    work.busyUntilMs = Date.now() + pauseMs
  }
  const tick = (): void => {
    for (const [key, work] of open) {
      if (Date.now() >= work.busyUntilMs) void attend(key, work)
    }
  }
  const timer = setInterval(tick, tickMs)

  return {
    look,
    forget: () => {
      open.clear()
      scanned.clear()
    },
    close: () => clearInterval(timer),
  }
}

/** Whether the destination pool has paid the deposit out. */
export async function isFilled(destination: ChainNode, deposit: Deposit): Promise<boolean> {
  const { spokePool } = destination.chain
  const logs = await findLogs(destination.rpc, spokePool, 'FilledRelay', depositTopics(deposit))
  return logs.length > 0
}

/** The transactions that paid the deposit back at its source; none or one. */
export function findRefunds(origin: ChainNode, deposit: Deposit): Promise<Log[]> {
  const topics = [null, null, numberToHex(deposit.depositId, { size: 32 })]
  return findLogs(origin.rpc, origin.chain.spokePool, 'ExecutedRelayerRefundRoot', topics)
}

/** Origin chain and deposit number, as FilledRelay and RequestedSlowFill index them. */
export function depositTopics(deposit: Deposit): Hex[] {
  return [
    numberToHex(deposit.originChainId, { size: 32 }),
    numberToHex(deposit.depositId, { size: 32 }),
  ]
}

/** The chain's clock, Unix seconds: the time its next block would have. */
export function chainNow(node: ChainNode): Promise<number> {
  return blockTime(node.rpc, 'pending')
}

function keyOf(deposit: Deposit): string {
  return `${deposit.originChainId}/${deposit.depositId}`
}

function asHex(address: string): Hex {
  return `0x${address.slice(2)}`
}
