import type { Hono } from 'hono'
import type { DepositProvider } from '../deposit/types.ts'
import type { OrderServerOptions } from './orderServer.ts'
import { createChainflipServer } from './chainflip.ts'
import { createChangenowServer } from './changenow.ts'
import { createQuickexServer } from './quickex.ts'
import { createExolixServer } from './exolix.ts'
import { createNearIntentsServer } from './nearIntents.ts'
import { createRelayServer } from './relay.ts'
import { createThorchainServer } from './thorchain.ts'
import type { LoopbackEnv } from './serverFaults.ts'

type DepositServer = { id: DepositProvider; app: Hono<LoopbackEnv>; path: string }

/** The servers of all deposit providers; `path` is what their base address ends in. */
export function depositServers(options: OrderServerOptions): DepositServer[] {
  return [
    { id: 'exolix', app: createExolixServer(options), path: '/api/v2' },
    { id: 'chainflip', app: createChainflipServer(options), path: '' },
    { id: 'changenow', app: createChangenowServer(options), path: '/v2' },
    { id: 'quickex', app: createQuickexServer(options), path: '/api' },
    { id: 'thorchain', app: createThorchainServer(options), path: '' },
    { id: 'relay', app: createRelayServer(options), path: '' },
    { id: 'near_intents', app: createNearIntentsServer(options), path: '' },
  ]
}
