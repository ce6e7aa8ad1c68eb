import { chainById } from '../chains/chains.ts'
import { blockchainIds } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Probe } from '../server/health.ts'
import type { App } from './parts.ts'

/** Nodes that answered this short a time ago need not be asked. */
const aliveMs = 10_000
/** Chains asked at once; the next ones follow if none answers. */
const askedAtOnce = 4

/** What a server cannot work without. To be called before the first use of `app.clients`. */
export function probesOf(app: App): Probe[] {
  return app.config.backend === 'remote' ? [remoteService(app)] : [store(app), nodes(app)]
}

function store(app: App): Probe {
  return {
    name: 'store',
    part: 'the store',
    check: async () => (await app.servedStore()).store.ready(),
  }
}

function remoteService(app: App): Probe {
  return {
    name: 'remote',
    part: 'the remote service',
    check: async (signal) => (await app.contract()).chains({ includeTestnets: false }, { signal }),
  }
}

/** One node of any chain; the service's own requests count. */
function nodes(app: App): Probe {
  let answeredAtMs = Number.NEGATIVE_INFINITY
  app.observers.add((observation) => {
    if (observation.kind !== 'request' || observation.chain === null) return
    if (observation.outcome === 'answered') answeredAtMs = performance.now()
  })
  return {
    name: 'nodes',
    part: 'the nodes of all chains',
    check: async (signal) => {
      if (performance.now() - answeredAtMs >= aliveMs) await askNodes(app, signal)
    },
  }
}

/** Resolves with the first answer of any chain. */
async function askNodes(app: App, signal: AbortSignal): Promise<void> {
  const { rpc } = await app.clients()
  const chains = blockchainIds.filter((id) => chainById(id).kind === 'evm' && rpc.has(id))
  for (let at = 0; at < chains.length && !signal.aborted; at += askedAtOnce) {
    const asked = chains
      .slice(at, at + askedAtOnce)
      .map((chain) => rpc.call(chain, 'eth_blockNumber', [], { signal }))
    const answered = await Promise.any(asked).catch(() => null)
    if (answered !== null) return
  }
  throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node of any chain answers.')
}
