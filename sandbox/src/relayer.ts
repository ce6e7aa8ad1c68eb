import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, type Hex } from 'viem'
import { sandboxKey } from './accounts.ts'
import type { ChainNode } from './chainNode.ts'
import { findSandboxChainById, type SandboxBlockchain } from './chains.ts'
import type { FaultBoard } from './faults.ts'
import { blockTime, callText, toHex, waitForReceipt } from './rpc.ts'
import { createSender, nonceOf } from './sender.ts'
import {
  findFills,
  findLogs,
  findRefunds,
  readDeposit,
  type Deposit,
  eventTopic,
  fromBytes32,
  refundLeafParameters,
  slowLeafParameters,
  spokePoolAbi,
  toBytes32,
  toLogs,
  toRelayData,
} from './spokePool.ts'

/**
 * The relayer of Across: watches deposits, fills them on the destination and refunds expired ones,
 * by transactions on the real contracts; faults make it late or absent. It stores nothing: after a
 * restart it reads the deposits from the chains again.
 */
export type Relayer = {
  /** There are new blocks. */
  scan(node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

type Work = { deposit: Deposit; seenAtMs: number; notBeforeMs: number; hasAskedSlowFill: boolean }

const tickMs = 150
/** How long a sent transaction may take before the deposit is checked again. */
const settleMs = 3_000

export function startRelayer(
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode,
  faults: FaultBoard,
  log: (line: string) => void,
): Relayer {
  const settlement = createSettlement()
  const open = new Map<string, Work>()
  const scanned = new Map<SandboxBlockchain, bigint>()

  const scan: Relayer['scan'] = async ({ chain, rpc }) => {
    const last = BigInt(await callText(rpc, 'eth_blockNumber'))
    const scannedTo = scanned.get(chain.blockchain) ?? -1n
    // After a reset the chain is shorter than it was: start over.
    const range = { fromBlock: toHex(scannedTo < last ? scannedTo + 1n : 0n), toBlock: toHex(last) }
    const logs = await findLogs(rpc, chain.spokePool, 'FundsDeposited', [], range)
    scanned.set(chain.blockchain, last)
    for (const entry of logs) {
      const deposit = readDeposit(entry, chain.chainId)
      if (deposit === null || open.has(keyOf(deposit))) continue
      const seenAtMs = Date.now()
      open.set(keyOf(deposit), { deposit, seenAtMs, notBeforeMs: 0, hasAskedSlowFill: false })
    }
  }

  const step = async (work: Work): Promise<'done' | 'sent' | 'waiting'> => {
    const { deposit } = work
    const origin = findSandboxChainById(deposit.originChainId)
    const destination = findSandboxChainById(deposit.destinationChainId)
    if (origin === undefined || destination === undefined) return 'done' // no local node for that chain
    const target = nodeOf(destination.blockchain)
    const source = nodeOf(origin.blockchain)
    if ((await findFills(target, deposit)).length > 0) return 'done'
    // Also when the fault that let it expire is off again: nothing is paid back and out.
    if ((await findRefunds(source, deposit)).length > 0) return 'done'
    if (isOver(deposit, await chainNow(target), faults)) {
      if (faults.read('across', 'stall') !== null) return 'waiting'
      if (await settlement.isWaiting(source)) return 'waiting'
      log(`across: ${keyOf(deposit)} paid back with ${await settlement.refund(source, deposit)}`)
      return 'sent'
    }
    if (await settlement.isWaiting(target)) return 'waiting'
    return payOut(target, work)
  }

  const payOut = async (target: ChainNode, work: Work): Promise<'sent' | 'waiting'> => {
    const { deposit } = work
    const ageSeconds = (Date.now() - work.seenAtMs) / 1_000
    if (faults.read('across', 'stall') !== null) return 'waiting'
    if (faults.read('across', 'refund') !== null) return 'waiting'
    if (ageSeconds < (faults.read('across', 'slow') ?? 0)) return 'waiting'
    const slowFillSeconds = faults.read('across', 'slow-fill')
    if (slowFillSeconds === null) {
      log(`across: ${keyOf(deposit)} paid out with ${await settlement.fill(target, deposit)}`)
      return 'sent'
    }
    if (!work.hasAskedSlowFill) {
      await settlement.requestSlowFill(target, deposit)
      work.hasAskedSlowFill = true
    }
    if (ageSeconds < slowFillSeconds) return 'waiting'
    log(`across: ${keyOf(deposit)} slowly with ${await settlement.fillSlowly(target, deposit)}`)
    return 'sent'
  }

  const attend = async (key: string, work: Work): Promise<void> => {
    work.notBeforeMs = Number.POSITIVE_INFINITY // one at a time
    let pauseMs = settleMs
    try {
      const state = await step(work)
      if (state === 'done') open.delete(key)
      if (state === 'waiting') pauseMs = tickMs
    } catch (thrown) {
      log(`across: ${key}: ${String(thrown)}`)
    }
    work.notBeforeMs = Date.now() + pauseMs
  }

  const timer = setInterval(() => {
    for (const [key, work] of open) {
      if (Date.now() >= work.notBeforeMs) void attend(key, work)
    }
  }, tickMs)

  return {
    scan,
    forget: () => {
      open.clear()
      scanned.clear()
    },
    close: () => clearInterval(timer),
  }
}

/** Two hours, as the real API asks for. */
export const fillDeadlineSeconds = 7_200

/**
 * Whether a deposit is to be refunded. The fault lets its deadline pass early: a deposit with an
 * early deadline would be refused before it is paid.
 */
export function isOver({ fillDeadline }: Deposit, now: number, faults: FaultBoard): boolean {
  const lifetime = faults.read('across', 'refund') ?? fillDeadlineSeconds
  return now > fillDeadline - fillDeadlineSeconds + lifetime
}

/** The chain's clock, Unix seconds: the time its next block would have. */
export function chainNow(node: ChainNode): Promise<number> {
  return blockTime(node.rpc, 'pending')
}

function keyOf(deposit: Deposit): string {
  return `${deposit.originChainId}/${deposit.depositId}`
}

/** The transactions with which a deposit is paid out or back; each resolves to its hash. */
export type Settlement = {
  /** Whether our transactions there are still waiting to be mined. */
  isWaiting(node: ChainNode): Promise<boolean>
  /** The relayer pays the receiver from its own funds. */
  fill(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The relayer leaves the deposit to the bridge's own money. */
  requestSlowFill(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The bridge pays what `requestSlowFill` asked for. */
  fillSlowly(destination: ChainNode, deposit: Deposit): Promise<Hex>
  /** The bridge returns an expired deposit to its depositor. */
  refund(origin: ChainNode, deposit: Deposit): Promise<Hex>
}

const zeroHash: Hex = `0x${'00'.repeat(32)}`
const transferAbi = parseAbi(['function transfer(address to, uint256 value)'])

/**
 * The relayer, and in place of Across' HubPool the owner of the pools: it publishes root bundles
 * of a single leaf, whose hash then is the root.
 */
function createSettlement(): Settlement {
  const relayer = sandboxKey('relayer')
  const operator = sandboxKey('operator')
  const sendAsRelayer = createSender(relayer)
  const sendAsOperator = createSender(operator)

  const publish = async (node: ChainNode, refunds: Hex, slowFills: Hex): Promise<number> => {
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

  return {
    isWaiting: async (node) => {
      for (const { address } of [relayer, operator]) {
        if (
          (await nonceOf(node, address, 'latest')) !== (await nonceOf(node, address, 'pending'))
        ) {
          return true
        }
      }
      return false
    },

    fill: (destination, deposit) => {
      const repaymentChainId = BigInt(deposit.originChainId)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'fillRelay',
        args: [toRelayData(deposit), repaymentChainId, toBytes32(relayer.address)],
      })
      return sendAsRelayer(destination, destination.chain.spokePool, data)
    },

    requestSlowFill: (destination, deposit) => {
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'requestSlowFill',
        args: [toRelayData(deposit)],
      })
      return sendAsRelayer(destination, destination.chain.spokePool, data)
    },

    fillSlowly: async (destination, deposit) => {
      const { spokePool } = destination.chain
      // A slow fill is paid from the pool's own money, which settlement brings there first.
      const bring = encodeFunctionData({
        abi: transferAbi,
        functionName: 'transfer',
        args: [spokePool, deposit.outputAmount],
      })
      await sendAsRelayer(destination, fromBytes32(deposit.outputToken), bring)
      const leaf = {
        relayData: toRelayData(deposit),
        chainId: BigInt(deposit.destinationChainId),
        updatedOutputAmount: deposit.outputAmount,
      }
      const root = keccak256(encodeAbiParameters(slowLeafParameters, [leaf]))
      const bundle = await publish(destination, zeroHash, root)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'executeSlowRelayLeaf',
        args: [leaf, bundle, []],
      })
      return sendAsOperator(destination, spokePool, data)
    },

    refund: async (origin, deposit) => {
      const leaf = {
        amountToReturn: 0n,
        chainId: BigInt(deposit.originChainId),
        refundAmounts: [deposit.inputAmount],
        // Any number does; with the deposit's own, its refund can be found on the chain.
        leafId: Number(deposit.depositId),
        l2TokenAddress: fromBytes32(deposit.inputToken),
        refundAddresses: [fromBytes32(deposit.depositor)],
      }
      const root = keccak256(encodeAbiParameters(refundLeafParameters, [leaf]))
      const bundle = await publish(origin, root, zeroHash)
      const data = encodeFunctionData({
        abi: spokePoolAbi,
        functionName: 'executeRelayerRefundLeaf',
        args: [bundle, leaf, []],
      })
      return sendAsOperator(origin, origin.chain.spokePool, data)
    },
  }
}
