import type { ChainNode } from './chainNode.ts'
import { findSandboxChainById, type SandboxBlockchain } from './chains.ts'
import type { FaultBoard } from './faults.ts'
import { blockTime, callText, toHex } from './rpc.ts'
import { createSettlement } from './settlement.ts'
import { findFills, findLogs, findRefunds, readDeposit, type Deposit } from './spokePool.ts'

/**
 * The relayer of Across: watches deposits, fills them on the destination and refunds expired ones,
 * by transactions on the real contracts; faults make it late or absent. It stores nothing: after a
 * restart it reads the deposits from the chains again.
 */
export type Relayer = {
  /** There are new blocks. */
  look(node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

type Work = { deposit: Deposit; seenAtMs: number; notBeforeMs: number; hasAskedSlowFill: boolean }

const tickMs = 150
/** How long a sent transaction is given before the deposit is looked at again. */
const settleMs = 3_000

export function startRelayer(
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode,
  faults: FaultBoard,
  log: (line: string) => void,
): Relayer {
  const settlement = createSettlement()
  const open = new Map<string, Work>()
  const scanned = new Map<SandboxBlockchain, bigint>()

  const look: Relayer['look'] = async ({ chain, rpc }) => {
    const last = BigInt(await callText(rpc, 'eth_blockNumber'))
    const seen = scanned.get(chain.blockchain) ?? -1n
    // After a reset the chain is shorter than it was: start over.
    const range = { fromBlock: toHex(seen < last ? seen + 1n : 0n), toBlock: toHex(last) }
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
    if ((await findFills(target, deposit)).length > 0) return 'done'
    if (isOver(deposit, await chainNow(target), faults)) {
      const source = nodeOf(origin.blockchain)
      if ((await findRefunds(source, deposit)).length > 0) return 'done'
      if (faults.look('across', 'stall') !== null) return 'waiting'
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
    if (faults.look('across', 'stall') !== null) return 'waiting'
    if (faults.look('across', 'refund') !== null) return 'waiting'
    if (ageSeconds < (faults.look('across', 'slow') ?? 0)) return 'waiting'
    const slowFillSeconds = faults.look('across', 'slow-fill')
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
    look,
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
  const lifetime = faults.look('across', 'refund') ?? fillDeadlineSeconds
  return now > fillDeadline - fillDeadlineSeconds + lifetime
}

/** The chain's clock, Unix seconds: the time its next block would have. */
export function chainNow(node: ChainNode): Promise<number> {
  return blockTime(node.rpc, 'pending')
}

function keyOf(deposit: Deposit): string {
  return `${deposit.originChainId}/${deposit.depositId}`
}
