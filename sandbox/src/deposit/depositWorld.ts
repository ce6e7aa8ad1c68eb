import type { Hono } from 'hono'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { PlayedPayment, PlayRequest } from '../../../src/core/sandboxPackage.ts'
import type { BridgeEngine } from '../calls/dialect.ts'
import type { ChainNode } from '../chainNode.ts'
import { findSandboxChain, type SandboxBlockchain } from '../chains.ts'
import { createEvmLedger } from './evmLedger.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { createEvmPayment, createTonPayment } from './localPayments.ts'
import { findTarget, type LocalPayment, playPayment } from './pay.ts'
import { createScriptedLedger } from './scripted.ts'
import { createOrderStore } from './store.ts'
import { createTonLedger } from './tonLedger.ts'
import type { Ledger, DepositProvider } from './types.ts'
import type { FaultBoard } from '../faults.ts'
import { createBaltexServer } from '../servers/baltex.ts'
import { createChainflipServer } from '../servers/chainflip.ts'
import { createChangenowServer } from '../servers/changenow.ts'
import { createExolixServer } from '../servers/exolix.ts'
import { createNearIntentsServer } from '../servers/nearIntents.ts'
import type { OrderServerOptions } from '../servers/orderServer.ts'
import { createQuickexServer } from '../servers/quickex.ts'
import { createRelayServer } from '../servers/relay.ts'
import type { LoopbackEnv } from '../servers/server.ts'
import { createSimpleSwapServer } from '../servers/simpleSwap.ts'
import { createStealthexServer } from '../servers/stealthex.ts'
import { createThorchainServer } from '../servers/thorchain.ts'
import { readSwapMemo } from '../servers/thorchainAssets.ts'
import type { TonPayer } from '../ton/types.ts'

/** The deposit exchanges of a running sandbox. */
export type DepositWorld = {
  exchange: Exchange
  play(request: PlayRequest): Promise<PlayedPayment>
  close(): void
}

export type DepositWorldOptions = {
  stateDir: string
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode
  /** Null where no TON chain runs; then it is played by script as well. */
  ton: TonPayer | null
  faults: FaultBoard
  log: (line: string) => void
}

const tickMs = 100

export function startDepositWorld(options: DepositWorldOptions): DepositWorld {
  const { stateDir, nodeOf, ton, faults, log } = options
  const ledger = (blockchain: BlockchainId): Ledger => {
    const chain = findSandboxChain(blockchain)
    if (chain !== undefined) return createEvmLedger(nodeOf(chain.blockchain))
    return blockchain === 'TON' && ton !== null
      ? createTonLedger(ton)
      : createScriptedLedger(blockchain)
  }
  const evmPayments = new Map<BlockchainId, LocalPayment>() // each has a queue of its own
  const localPayment = (blockchain: BlockchainId): LocalPayment | null => {
    const chain = findSandboxChain(blockchain)
    if (chain !== undefined) {
      const known = evmPayments.get(blockchain) ?? createEvmPayment(nodeOf(chain.blockchain))
      evmPayments.set(blockchain, known)
      return known
    }
    return blockchain === 'TON' && ton !== null ? createTonPayment(ton) : null
  }
  const store = createOrderStore(stateDir, log)
  const exchange = createExchange({
    store,
    ledger,
    faults,
    log,
    now: Date.now,
    readMemo: readSwapMemo,
  })
  const timer = setInterval(() => void exchange.tick(), tickMs)
  return {
    exchange,
    play: (request) => {
      const { from } = findTarget(exchange, request)
      return playPayment(exchange, localPayment(from.blockchain), request)
    },
    close: () => clearInterval(timer),
  }
}

type DepositServer = { id: DepositProvider; app: Hono<LoopbackEnv>; path: string }

/**
 * The servers of all deposit providers; `path` is what their base address ends in.
 * @param signedRelay null where no chains run: Relay then takes deposits alone
 */
export function depositServers(
  options: OrderServerOptions,
  signedRelay: BridgeEngine | null = null,
): DepositServer[] {
  return [
    { id: 'exolix', app: createExolixServer(options), path: '/api/v2' },
    { id: 'chainflip', app: createChainflipServer(options), path: '' },
    { id: 'changenow', app: createChangenowServer(options), path: '/v2' },
    { id: 'quickex', app: createQuickexServer(options), path: '/api' },
    { id: 'thorchain', app: createThorchainServer(options), path: '' },
    { id: 'relay', app: createRelayServer(options, signedRelay), path: '' },
    { id: 'near_intents', app: createNearIntentsServer(options), path: '' },
    { id: 'stealthex', app: createStealthexServer(options), path: '/v4' },
    { id: 'simple_swap', app: createSimpleSwapServer(options), path: '/v3' },
    { id: 'baltex', app: createBaltexServer(options), path: '' },
  ]
}
