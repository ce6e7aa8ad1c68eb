import type { EvmReceipt } from '../../../src/evidence/evm.ts'
import type { EvmPlan } from '../../../src/wallet/types.ts'
import type { FakeChain } from '../../support/executionChain.ts'
import { readRaw } from '../../support/executionSigner.ts'
import type { Random } from '../support/random.ts'
import { Violation } from './machine.ts'

/** A node between the program and a chain: it may be behind, and may leave things out. */
export type Node = {
  /** Returns the numbers of accounts as they were when this was set. */
  behind: Map<string, number> | null
  hidesReceipts: boolean
  hidesTransactions: boolean
  /** Transactions that a reorganization took back and that no node has any more. */
  lost: Set<string>
  /** Transactions whose block was taken back. */
  takenBack: Set<string>
  /** Whether it ever left transactions out. */
  hasHidden: boolean
  /** All bytes that were handed in. */
  plans: Map<string, EvmPlan>
  /** Past every lie. */
  receiptOf(hash: string): Promise<EvmReceipt | null>
  number(): Promise<number>
}

/** @param mayLeave asked with the raw bytes before they reach the chain (I2) */
export function createNode(
  chain: FakeChain,
  account: string,
  mayLeave: (raw: string) => void,
): Node {
  const real = { ...chain.evm }
  let isDown = false
  let looks = 0
  // Several may poll at the same time, and an outage may begin or end meanwhile.
  Object.defineProperty(chain, 'down', {
    get: () => isDown && looks === 0,
    set: (down: boolean) => {
      isDown = down
    },
  })
  const truly = async <T>(read: () => Promise<T>): Promise<T> => {
    looks += 1
    try {
      return await read()
    } finally {
      looks -= 1
    }
  }
  const node: Node = {
    behind: null,
    hidesReceipts: false,
    hidesTransactions: false,
    lost: new Set(),
    takenBack: new Set(),
    hasHidden: false,
    plans: new Map(),
    receiptOf: (hash) => truly(() => real.readReceipt(chain.blockchain, hash)),
    number: async () => (await truly(() => real.readNonce(chain.blockchain, account))).latest,
  }
  Object.assign(chain.evm, {
    broadcast: async (blockchain: 'ETH', raw: string) => {
      mayLeave(raw)
      const before = chain.broadcasts.length
      const answer = await real.broadcast(blockchain, raw)
      const hash = chain.broadcasts[before]
      if (hash !== undefined) node.plans.set(hash, readRaw(raw))
      return answer
    },
    readNonce: async (blockchain: 'ETH', address: string) => {
      const told = await real.readNonce(blockchain, address)
      const old = node.behind?.get(address.toLowerCase())
      if (old === undefined) return told
      // What was taken back since is not behind but of another chain.
      const latest = Math.min(old, told.latest)
      return { latest, pending: latest }
    },
    readReceipt: async (blockchain: 'ETH', hash: string) => {
      const receipt = await real.readReceipt(blockchain, hash)
      return node.hidesReceipts && node.plans.has(hash) ? null : receipt
    },
    knowsTransaction: async (blockchain: 'ETH', hash: string) => {
      const knows = await real.knowsTransaction(blockchain, hash)
      return knows && !node.hidesTransactions
    },
  } satisfies Partial<FakeChain['evm']>)
  return node
}

/** Takes the newest block back, where a transaction of an open swap is all that is in it. */
export function takeBack(
  chain: FakeChain,
  node: Node,
  random: Random,
  isOpen: (hash: string) => boolean,
): void {
  const hash = [...node.plans.keys()].find((one) => chain.isNewest(one) && isOpen(one))
  if (hash === undefined) return
  // A reverted transaction is not sent again: what waits behind its number would wait for ever.
  const isPayment = chain.payments.some((payment) => payment.hash === hash)
  const keepInPool = !isPayment || random() < 0.5
  chain.reorganize(hash, { keepInPool })
  node.takenBack.add(hash)
  if (!keepInPool) node.lost.add(hash)
}

/**
 * I6: a number belongs to one transaction, unless the chain has let go of the earlier one. That one
 * may still turn up again: its own bytes then go with its own number.
 */
export function createNumbers(isLost: (hash: string) => boolean) {
  const owners = new Map<string, string>()
  const known = new Set<string>()
  return (number: string, hash: string): void => {
    const owner = owners.get(number)
    if (owner !== undefined && !known.has(hash) && !isLost(owner)) {
      throw new Violation(`I6: number ${number} was used for ${owner} and for ${hash}`)
    }
    owners.set(number, hash)
    known.add(hash)
  }
}
