import type { Api } from '../api/api.ts'
import type { ChainsAnswer, ProvidersAnswer } from '../api/schemas.ts'
import { allChains, chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { disabledReason } from '../core/providerChoice.ts'
import {
  crossChainProviderIds,
  depositIds,
  extraProviderIds,
  onChainProviderIds,
  type ProviderId,
} from '../core/providerIds.ts'
import type { ProviderSource } from '../providers/providers.ts'
import type { BackendServices } from './services.ts'

const extensions: ReadonlySet<string> = new Set(extraProviderIds)
const takesDeposits: ReadonlySet<string> = new Set(depositIds)
/** The contract's list, then the extensions, which also cross chains. */
const crossChainIds = [...crossChainProviderIds, ...extraProviderIds]

/** What the lists follow from. */
export type ListSources = Pick<BackendServices, 'stateOf' | 'chainId'> & {
  providers: Pick<ProviderSource, 'chainsOf' | 'configured'>
}

/**
 * Each list is made once and returned again: it follows from the program and its settings alone,
 * which are those of the services.
 */
export function createLists(services: ListSources): Pick<Api, 'chains' | 'providers'> {
  return {
    chains: keptFor((includeTestnets) => listChains(includeTestnets, services)),
    providers: keptFor((includeTestnets) => listProviders(includeTestnets, services)),
  }
}

function keptFor<T>(
  make: (includeTestnets: boolean) => Promise<T>,
): (query: { includeTestnets: boolean }) => Promise<T> {
  const made = new Map<boolean, Promise<T>>()
  return ({ includeTestnets }) => {
    const list = made.get(includeTestnets) ?? make(includeTestnets)
    made.set(includeTestnets, list)
    list.catch(() => made.delete(includeTestnets)) // the next call may succeed
    return list
  }
}

/** Every provider identifier with its chains and its state. */
async function listProviders(
  includeTestnets: boolean,
  services: ListSources,
): Promise<ProvidersAnswer> {
  await services.providers.configured()
  // Written by the provider tests; loaded on use, since quotes do not need it.
  const { default: proofs } = await import('../providers/proofs.json', { with: { type: 'json' } })
  const proofOf: ReadonlyMap<string, string> = new Map(Object.entries(proofs))
  const shown = shownChains(includeTestnets)
  const row = (id: ProviderId): ProvidersAnswer['crossChain'][number] => {
    const state = services.stateOf(id)
    return {
      name: id,
      blockchains: livingChains(id, services).filter((chain) => shown.has(chain)),
      state: state.state,
      ...(state.state === 'needs_key' ? { variable: state.variable } : {}),
      ...(state.state === 'closed' || state.state === 'misconfigured'
        ? { reason: state.reason }
        : {}),
      ...(state.state === 'disabled' ? { reason: disabledReason(id) } : {}),
      deposit: takesDeposits.has(id),
      ...(extensions.has(id) ? { extension: true } : {}),
      ...(proofOf.has(id) ? { proof: proofOf.get(id) } : {}),
    }
  }
  return { crossChain: crossChainIds.map(row), onChain: onChainProviderIds.map(row) }
}

/** Every chain of the contract and the ready providers that serve it. */
async function listChains(includeTestnets: boolean, services: ListSources): Promise<ChainsAnswer> {
  await services.providers.configured()
  const ready = (ids: readonly ProviderId[]): ProviderId[] =>
    ids.filter((id) => services.stateOf(id).state === 'ready')
  const byChain = (ids: readonly ProviderId[]): Map<BlockchainId, ProviderId[]> => {
    const serving = new Map<BlockchainId, ProviderId[]>()
    for (const id of ids) {
      for (const chain of new Set(livingChains(id, services))) {
        const others = serving.get(chain)
        if (others === undefined) serving.set(chain, [id])
        else others.push(id)
      }
    }
    return serving
  }
  const crossChain = byChain(ready(crossChainIds))
  const onChain = byChain(ready(onChainProviderIds))
  return allChains()
    .filter((chain) => includeTestnets || !chain.testnet)
    .map((chain) => ({
      id: services.chainId(chain.id) ?? chain.apiBlockchainId,
      name: chain.id,
      // Clients of the contract compare this value; the others are this program's own.
      type: chain.kind === 'bitcoin-like' ? 'bitcoin' : chain.kind,
      providers: {
        crossChain: crossChain.get(chain.id) ?? [],
        onChain: onChain.get(chain.id) ?? [],
      },
      // Fees are never collected by a contract of ours.
      proxyAvailable: false,
      testnet: chain.testnet,
    }))
}

/** The chains of an identifier that have not ended. */
function livingChains(id: ProviderId, { providers }: ListSources): BlockchainId[] {
  return providers.chainsOf(id).filter((chain) => chainById(chain).status !== 'dead')
}

function shownChains(includeTestnets: boolean): ReadonlySet<BlockchainId> {
  return new Set(
    allChains()
      .filter((chain) => includeTestnets || !chain.testnet)
      .map((chain) => chain.id),
  )
}
