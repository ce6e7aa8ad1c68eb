import type { Hono } from 'hono'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import type { BridgeDialect, BridgeEngine } from './dialect.ts'
import { createAggregatorServer } from '../servers/aggregatorServer.ts'
import { createBridgeEngine, createBridgeServer } from '../servers/bridgeServer.ts'
import { relaySigned } from '../servers/relaySigned.ts'
import type { LoopbackEnv } from '../servers/server.ts'
import { createCallOrderStore } from './orders.ts'
import { createPlanBook } from './planBook.ts'
import { callServices } from './services.ts'
import { startSettlement } from './settlement.ts'

/** The services of a running sandbox that are paid by one call. */
export type CallWorld = {
  /** Their servers, and what their base addresses end in, by name. */
  servers: readonly { app: Hono<LoopbackEnv>; urls: Readonly<Record<string, string>> }[]
  /** Of Relay, whose server takes deposits as well. */
  signedRelay: BridgeEngine
  /** There are new blocks. */
  scan(node: Pick<ChainNode, 'chain' | 'rpc'>): Promise<void>
  /** A chain may have lost calls that were built: its node or its last blocks were replaced. */
  renew(blockchain: SandboxBlockchain): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  forget(): void
  close(): void
}

export type CallWorldOptions = {
  stateDir: string
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode
  faults: FaultBoard
  log: (line: string) => void
}

export function startCallWorld({ stateDir, nodeOf, faults, log }: CallWorldOptions): CallWorld {
  const plans = createPlanBook(nodeOf)
  const store = createCallOrderStore(stateDir, log)
  const settlement = startSettlement({ nodeOf, plans, store, faults, log })
  const engineOf = (dialect: BridgeDialect): BridgeEngine =>
    createBridgeEngine(dialect, plans, settlement, faults)
  return {
    signedRelay: engineOf(relaySigned),
    servers: callServices.map((service) => ({
      urls: service.urls ?? { [service.id]: '' },
      app:
        service.kit === 'evmAggregator'
          ? createAggregatorServer(service, plans, faults)
          : createBridgeServer(service, engineOf(service), faults),
    })),
    scan: settlement.scan,
    renew: async (blockchain) => {
      try {
        await plans.renew(blockchain)
      } catch (thrown) {
        log(`${blockchain}: calls that were built are not renewed: ${String(thrown)}`)
      }
    },
    forget: () => {
      plans.forget()
      settlement.forget()
    },
    close: settlement.close,
  }
}
