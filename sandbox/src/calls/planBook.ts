import type { Hex } from 'viem'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import { type CallSite, encodePlan, findUse, keepPlan, type Plan, putPlan } from './plans.ts'

/** The calls that services have built. */
export type PlanBook = {
  /** Registers a call that may be sent once. */
  put(blockchain: SandboxBlockchain, site: CallSite, plan: Plan): Promise<void>
  /** The transaction of a call; null while not sent. */
  useOf(blockchain: SandboxBlockchain, site: CallSite): Promise<Hex | null>
  /** Puts back what a chain lost with its last blocks, or with its node. */
  renew(blockchain: SandboxBlockchain): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
}

type Put = { blockchain: SandboxBlockchain; site: CallSite; code: Hex }

/** Calls that may still be sent or repeated; the older ones are only on the chain. */
const mostRenewed = 100

export function createPlanBook(nodeOf: (blockchain: SandboxBlockchain) => ChainNode): PlanBook {
  let latest: Put[] = []
  return {
    put: async (blockchain, site, plan) => {
      const code = encodePlan(plan)
      latest = [...latest.slice(1 - mostRenewed), { blockchain, site, code }]
      await putPlan(nodeOf(blockchain).rpc, site, code)
    },
    useOf: (blockchain, site) => findUse(nodeOf(blockchain), site),
    renew: async (blockchain) => {
      const { rpc } = nodeOf(blockchain)
      for (const put of latest) {
        if (put.blockchain === blockchain) await keepPlan(rpc, put.site, put.code)
      }
    },
    forget: () => {
      latest = []
    },
  }
}
