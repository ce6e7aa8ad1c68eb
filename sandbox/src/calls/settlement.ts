import { type Hex, keccak256 } from 'viem'
import { sandboxKey } from '../accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { callText, toHex } from '../rpc.ts'
import { createSender, nonceOf } from '../sender.ts'
import type { OrderStage } from './dialect.ts'
import type { CallOrder, CallOrderStore } from './orders.ts'
import type { PlanBook } from './planBook.ts'
import { findUses } from './plans.ts'

/**
 * The orders of the bridges that are paid by a call: sees their payments, pays them out on the
 * other chain or back, each by one transaction that can be mined only once. After a restart it goes
 * on with what is on disk and on the chains.
 */
export type Settlement = {
  open(order: CallOrder): void
  find(provider: string, id: string): CallOrder | null
  findByHash(provider: string, hash: string): CallOrder | null
  /** The latest first. */
  findByPayer(provider: string, payer: string): CallOrder[]
  progress(order: CallOrder): Promise<Progress>
  /** There are new blocks. */
  scan(node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

/** Transactions of an order, as the chains have them; `stage` null: it is not paid. */
export type Progress = {
  stage: OrderStage | null
  source: Hex | null
  payout: Hex | null
  refund: Hex | null
}

export type SettlementOptions = {
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode
  plans: PlanBook
  store: CallOrderStore
  faults: FaultBoard
  log: (line: string) => void
}

const tickMs = 100
/** How long a sent transaction may take before the order is checked again. */
const settleMs = 3_000
/** How long an order waits for its payment. */
const unpaidMs = 24 * 60 * 60_000

/** Who pays out and back. */
export const solver = sandboxKey('solver')

export function startSettlement({
  nodeOf,
  plans,
  store,
  faults,
  log,
}: SettlementOptions): Settlement {
  const send = createSender(solver)
  const orders = new Map<string, CallOrder>()
  for (const order of store.load()) orders.set(keyOf(order), order)
  const notBeforeMs = new Map<CallOrder, number>()
  const scanned = new Map<SandboxBlockchain, bigint>()

  const firstUse = async (order: CallOrder): Promise<Hex | null> => {
    for (const site of sourcesOf(order)) {
      const use = await plans.useOf(order.from.blockchain, site)
      if (use !== null) return use
    }
    return null
  }

  const progress: Settlement['progress'] = async (order) => {
    const { from, to, payout, refund, cancelled } = order
    const found = {
      source: await firstUse(order),
      payout: await plans.useOf(to.blockchain, payout),
      refund: await plans.useOf(from.blockchain, refund),
    }
    if (found.source === null) return { ...found, stage: null }
    if (found.payout !== null) return { ...found, stage: 'filled' }
    if (found.refund !== null) return { ...found, stage: 'refunded' }
    return { ...found, stage: cancelled ? 'refunding' : 'created' }
  }

  const scan: Settlement['scan'] = async ({ chain: { blockchain }, rpc }) => {
    const unpaid = new Map<Hex, CallOrder>()
    for (const order of orders.values()) {
      if (order.paidAtMs !== null || order.from.blockchain !== blockchain) continue
      for (const { data } of sourcesOf(order)) unpaid.set(keccak256(data), order)
    }
    const last = BigInt(await callText(rpc, 'eth_blockNumber'))
    const scannedTo = scanned.get(blockchain) ?? -1n
    scanned.set(blockchain, last)
    if (unpaid.size === 0) return
    const contracts = [...new Set([...unpaid.values()].map(({ source }) => source.contract))]
    // After a reset the chain is shorter than it was: start over.
    for (const use of await findUses(
      rpc,
      contracts,
      null,
      toHex(scannedTo < last ? scannedTo + 1n : 0n),
    )) {
      const order = unpaid.get(use.key)
      if (order === undefined) continue
      order.paidAtMs = Date.now()
      order.paidBy = use.hash
      store.save(order)
      log(`bridge: ${keyOf(order)} paid with ${use.hash}`)
    }
  }

  const step = async (order: CallOrder): Promise<'done' | 'sent' | 'waiting'> => {
    const { provider, paidAtMs } = order
    const { stage } = await progress(order)
    if (stage === null) {
      order.paidAtMs = null // its block is gone
      order.paidBy = null
      scanned.delete(order.from.blockchain)
      return 'waiting'
    }
    if (stage === 'filled' || stage === 'refunded') return 'done'
    if (faults.read(provider, 'stall') !== null) return 'waiting'
    if (stage === 'refunding' || faults.read(provider, 'refund') !== null) {
      if (!order.cancelled) {
        order.cancelled = true
        store.save(order)
      }
      if (faults.read(provider, 'stuck') !== null) return 'waiting'
      return pay(order, 'refund', order.from)
    }
    const ageSeconds = (Date.now() - (paidAtMs ?? 0)) / 1_000
    if (ageSeconds < (faults.read(provider, 'slow') ?? 0)) return 'waiting'
    const lessBps = BigInt(faults.read(provider, 'less') ?? 0)
    const amount = (order.to.amount * (10_000n - lessBps)) / 10_000n
    return pay(order, 'payout', { ...order.to, amount })
  }

  const pay = async (
    order: CallOrder,
    kind: 'payout' | 'refund',
    { blockchain, token, amount }: CallOrder['to'],
  ): Promise<'sent' | 'waiting'> => {
    const node = nodeOf(blockchain)
    const [mined, all] = [
      await nonceOf(node, solver.address, 'latest'),
      await nonceOf(node, solver.address, 'pending'),
    ]
    if (mined !== all) return 'waiting'
    const { contract, data, to, logs } = order[kind]
    await plans.put(
      blockchain,
      { contract, data },
      {
        sender: solver.address,
        value: 0n,
        take: null,
        result: '0x',
        whenMined: 'as planned',
        payments: [{ token, to, amount }],
        logs,
      },
    )
    log(`bridge: ${keyOf(order)} ${kind} with ${await send(node, contract, data)}`)
    return 'sent'
  }

  const attend = async (order: CallOrder): Promise<void> => {
    notBeforeMs.set(order, Number.POSITIVE_INFINITY) // one at a time
    let pauseMs = settleMs
    try {
      const state = await step(order)
      if (state === 'waiting') pauseMs = tickMs
      if (state === 'done') {
        order.ended = true
        store.save(order)
      }
    } catch (thrown) {
      log(`bridge: ${keyOf(order)}: ${String(thrown)}`)
    }
    notBeforeMs.set(order, Date.now() + pauseMs)
  }

  const timer = setInterval(() => {
    for (const order of orders.values()) {
      if (order.ended || order.paidAtMs === null) continue
      if (Date.now() >= (notBeforeMs.get(order) ?? 0)) void attend(order)
    }
  }, tickMs)

  const forgetUnpaid = (): void => {
    for (const [key, order] of orders) {
      if (order.paidAtMs !== null || Date.now() < order.createdAtMs + unpaidMs) continue
      orders.delete(key)
      store.remove(order)
    }
  }

  return {
    open: (order) => {
      forgetUnpaid()
      store.save(order)
      orders.set(keyOf(order), order)
    },
    find: (provider, id) => orders.get(keyOf({ provider, id })) ?? null,
    findByHash: (provider, hash) =>
      [...orders.values()].find(
        (order) =>
          order.provider === provider && order.paidBy?.toLowerCase() === hash.toLowerCase(),
      ) ?? null,
    // Who pays gets the money back.
    findByPayer: (provider, payer) =>
      [...orders.values()]
        .filter((order) => order.provider === provider)
        .filter(({ refund }) => refund.to.toLowerCase() === payer.toLowerCase())
        .toSorted((a, b) => b.createdAtMs - a.createdAtMs),
    progress,
    scan,
    forget: () => {
      orders.clear()
      notBeforeMs.clear()
      scanned.clear()
      store.clear()
    },
    close: () => clearInterval(timer),
  }
}

/** The calls that pay an order. */
function sourcesOf({ source, alike = [] }: CallOrder): CallOrder['source'][] {
  return [source, ...alike.map((data) => ({ ...source, data }))]
}

function keyOf({ provider, id }: Pick<CallOrder, 'provider' | 'id'>): string {
  return `${provider} ${id.toLowerCase()}`
}
