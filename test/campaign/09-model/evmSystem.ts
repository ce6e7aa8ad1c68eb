import type { ExecutionContext } from '../../../src/execution/context.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, dai, eth, usdc } from '../../support/executionService.ts'
import { createWorldIn, type World } from '../../support/executionWorld.ts'
import type { Random } from '../support/random.ts'
import { createBridge, type Bridge } from './bridge.ts'
import { createNode, createNumbers, type Node } from './evmChains.ts'
import { Violation } from './machine.ts'
import { fileDisk } from './process.ts'
import { resumeAll, type System } from './runs.ts'
import { memoryDisk } from './memoryJournal.ts'
import { createWatch, isEnd, type Truth } from './watch.ts'

export type EvmSystem = System & {
  world: World
  node: Node
  bridge: Bridge
  amounts: number
  /** What processes that run have just seen in a block, each of them in its own set. */
  looks: Set<Set<string>>
  /** Stored as well as thrown: what a broadcast throws, the program takes for a silent node. */
  broken: Violation | null
}

export async function createEvmSystem(isFile: boolean): Promise<EvmSystem> {
  const world = createWorldIn('', () => {})
  const { ETH } = world.chains
  const disk = isFile ? fileDisk(() => world.clock) : memoryDisk(() => world.clock)
  const journal = await disk.open()
  const hasPaid = (hash: string): boolean =>
    journal
      .findByHash(hash)
      .flatMap((swapId) => journal.read(swapId))
      .some(({ event }) => event.type === 'confirmed' && event.leg === 'pay' && event.succeeded)
  // What was taken back and left out is gone as far as can be known. A payment goes out again; of
  // one that had failed the number is better used by something else.
  const number = createNumbers(
    (hash) => node.lost.has(hash) || (node.hasHidden && node.takenBack.has(hash) && !hasPaid(hash)),
  )
  const node = createNode(ETH, alice, (raw) => {
    const signed = [
      ...journal.pendingTransactions(ETH.chainId, alice),
      ...journal.settledTransactions(ETH.chainId, alice, 0),
    ].find((transaction) => transaction.raw === raw)
    try {
      if (signed === undefined) throw new Violation('I2: bytes left that are not in the journal')
      number(String(signed.nonce), signed.hash)
    } catch (thrown) {
      if (thrown instanceof Violation) system.broken ??= thrown
      throw thrown
    }
  })
  const bridge = createBridge(world, (hash) => {
    const [swapId] = journal.findByHash(hash)
    return swapId !== undefined && journal.read(swapId).some(({ event }) => isEnd(event))
  })
  const sign = world.signer.sign
  world.signer.sign = async (plan) => {
    const intent = journal.list({ limit: 99 }).some(({ swapId }) => {
      const last = journal.read(swapId).at(-1)?.event
      return last?.type === 'signing' && last.nonce === plan.nonce
    })
    if (!intent) throw new Violation('I2: signed without a record of the intent')
    return await sign(plan)
  }
  const system: EvmSystem = {
    world,
    node,
    bridge,
    disk,
    watch: createWatch(),
    truth: truthOf(world, node, bridge),
    journal,
    contextOf: (opened, signal) => {
      const look = new Set<string>()
      system.looks.add(look)
      return attentive(world.context(opened, { signal }), look)
    },
    amounts: 0,
    looks: new Set(),
    broken: null,
  }
  world.chains.ETH.give(dai.address, alice, 1_000_000_000n)
  return system
}

/** Keeps in mind what it saw in a block until it writes down what follows from it, or waits. */
function attentive(context: ExecutionContext, look: Set<string>): ExecutionContext {
  const { evm, journal } = context
  return {
    ...context,
    evm: new Proxy(evm, {
      get: (access, name) => {
        if (name !== 'readReceipt') return Reflect.get(access, name)
        return (...given: Parameters<typeof access.readReceipt>) => {
          const reading = access.readReceipt(...given)
          reading.then(
            (receipt) => receipt === null || look.add(receipt.hash),
            () => {},
          )
          return reading
        }
      },
    }),
    journal: {
      ...journal,
      append: (...given) => {
        look.clear()
        return journal.append(...given)
      },
    },
    sleep: (ms) => {
      look.clear()
      return context.sleep(ms)
    },
  }
}

/** By unique amounts: neither the journal nor the program has a say in it. */
function truthOf({ chains: { ETH } }: World, node: Node, bridge: Bridge): Truth {
  const paid = (amount: string) =>
    ETH.payments.filter((payment) => String(payment.amount) === amount)
  return {
    payments: ({ srcAmount }) => paid(srcAmount).length,
    judgeEnd: async (end, plan, records) => {
      const [payment] = paid(plan.srcAmount)
      const pays = records.flatMap(({ event }) =>
        event.type === 'signed' && event.leg === 'pay' ? [event] : [],
      )
      if (pays.length > 1) return `${pays.length} payments were signed`
      const [pay] = pays
      if (end.type === 'abandoned') return pay === undefined ? null : 'a payment is signed'
      if (pay === undefined) return 'no payment was signed'
      if (payment === undefined) {
        if (end.type !== 'failed') return 'it was never paid'
        const receipt = await node.receiptOf(pay.hash)
        if (receipt !== null) return receipt.succeeded ? 'its payment is mined' : null
        return (await node.number()) > pay.nonce ? null : 'its payment may still be mined'
      }
      const { hash, source } = end.evidence
      if (plan.type === 'planned' && plan.swapType === 'on-chain') {
        if (end.type !== 'done') return 'it was paid and delivered'
        if (hash !== payment.hash || source === 'claim') return 'false evidence'
        const receipt = await node.receiptOf(hash)
        const got = receipt?.logs.at(-1)?.data ?? '0x0'
        return end.received?.amount === String(BigInt(got)) ? null : 'another amount arrived'
      }
      const fact = bridge.factOf(plan.srcAmount)
      if (end.type === 'failed') return fact.phase === 'failed' ? null : `it is ${fact.phase}`
      const wanted = end.type === 'done' ? 'delivered' : 'refunded'
      if (fact.phase !== wanted) return `it is ${fact.phase}`
      return hash === fact.hash && source !== 'claim' ? null : 'false evidence'
    },
  }
}

export function drawOrder(system: EvmSystem, random: Random): SwapOrder {
  system.amounts += 1
  const unique = BigInt(system.amounts)
  const tokens = random.pick([
    { srcToken: usdc, dstToken: dai },
    { srcToken: usdc, dstToken: dai },
    { srcToken: dai, dstToken: usdc },
    { srcToken: usdc, dstToken: arbUsdc },
    { srcToken: usdc, dstToken: arbUsdc },
    { srcToken: usdc, dstToken: eth },
  ])
  return system.world.order({
    ...tokens,
    srcAmount: 40_000_000n + unique * 1_000n,
    idempotencyKey: random() < 0.3 ? `key-${random.below(4)}` : null,
    force: random() < 0.1,
  })
}

/** Everything well again: each swap comes to its end, and nothing is left in force. */
export async function healEvm(system: EvmSystem): Promise<void> {
  const { world, node, bridge, journal } = system
  const { ETH, ARBITRUM } = world.chains
  Object.assign(ETH, { down: false, dropNext: 0, refusal: null, mining: 'auto', rate: 990n })
  Object.assign(ARBITRUM, { down: false })
  ETH.simulation = 'works'
  Object.assign(node, { behind: null, hidesReceipts: false, hidesTransactions: false })
  world.onSleep = () => {}
  bridge.mood = 'delivers'
  ETH.mine()
  await resumeAll(system, () => ETH.addBlocks(70, 1_000))
  for (const token of [usdc, dai]) {
    const left = ETH.allowanceOf(token.address, alice, router)
    if (left !== 0n) throw new Violation(`E7: ${left} ${token.symbol} are still allowed`)
  }
  await system.watch.lookAtAll(journal, system.truth)
}

export async function closeEvm({ journal, disk }: EvmSystem): Promise<void> {
  journal.close()
  await disk.close()
}
