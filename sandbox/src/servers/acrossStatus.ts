import { keccak256, type Hex } from 'viem'
import type { ChainNode } from '../chainNode.ts'
import { findSandboxChainById } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { chainNow, isOver } from '../relayer.ts'
import { isRecord } from '../../../src/core/json.ts'
import {
  findFills,
  findLogs,
  findRefunds,
  findSlowFillRequests,
  readDeposit,
  toLogs,
  type Deposit,
} from '../spokePool.ts'

/** Status of a deposit, read from the chains alone, so it survives any restart of the sandbox. */
export async function readStatus(
  deposit: Deposit,
  nodeOf: (chainId: number) => ChainNode | null,
  faults: FaultBoard,
): Promise<Record<string, unknown>> {
  const found = await readProgress(deposit, nodeOf, faults)
  return {
    status: found.status,
    originChainId: deposit.originChainId,
    depositId: deposit.depositId.toString(),
    depositTxHash: deposit.transactionHash,
    depositTxnRef: deposit.transactionHash,
    fillTx: found.fill,
    fillTxnRef: found.fill,
    destinationChainId: deposit.destinationChainId,
    depositRefundTxHash: found.refund,
    depositRefundTxnRef: found.refund,
    actionsSucceeded: found.fill === null || deposit.message === '0x' ? null : true,
    pagination: { currentIndex: 0, maxIndex: 0 },
  }
}

type Progress = { status: string; fill: Hex | null; refund: Hex | null }

async function readProgress(
  deposit: Deposit,
  nodeOf: (chainId: number) => ChainNode | null,
  faults: FaultBoard,
): Promise<Progress> {
  if (faults.read('across', 'status-lies') !== null) {
    const invented = keccak256(deposit.transactionHash)
    return { status: 'filled', fill: invented, refund: null }
  }
  const origin = nodeOf(deposit.originChainId)
  const destination = nodeOf(deposit.destinationChainId)
  if (origin === null || destination === null)
    return { status: 'pending', fill: null, refund: null }
  const [fill] = await findFills(destination, deposit)
  if (fill !== undefined) return { status: 'filled', fill: fill.transactionHash, refund: null }

  const [refund] = await findRefunds(origin, deposit)
  if (refund !== undefined) {
    return { status: 'refunded', fill: null, refund: refund.transactionHash }
  }
  if (isOver(deposit, await chainNow(destination), faults)) {
    return { status: 'expired', fill: null, refund: null }
  }
  const slow = await findSlowFillRequests(destination, deposit)
  const status = slow.length > 0 ? 'slowFillRequested' : 'pending'
  return { status, fill: null, refund: null }
}

/** The deposit of a transaction, searched on every chain. */
export async function depositByHash(nodes: ChainNode[], hash: string): Promise<Deposit | null> {
  for (const node of nodes) {
    const receipt = await node.rpc.call('eth_getTransactionReceipt', [hash])
    if (!isRecord(receipt)) continue
    for (const log of toLogs(receipt['logs'])) {
      const deposit = readDeposit(log, node.chain.chainId)
      if (deposit !== null) return deposit
    }
  }
  return null
}

export async function depositById(
  nodes: ChainNode[],
  originChainId: number,
  depositId: bigint,
): Promise<Deposit | null> {
  const chain = findSandboxChainById(originChainId)
  const node = nodes.find((candidate) => candidate.chain === chain)
  if (node === undefined) return null
  const logs = await findLogs(node.rpc, node.chain.spokePool, 'FundsDeposited', [
    null,
    `0x${depositId.toString(16).padStart(64, '0')}`,
  ])
  const [log] = logs
  return log === undefined ? null : readDeposit(log, originChainId)
}
