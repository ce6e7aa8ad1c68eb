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
import { catalogRow, hasAdapter } from '../providers/catalog.ts'
import type { Provider } from '../providers/types.ts'
import type { BackendServices } from './services.ts'

const extensions: ReadonlySet<string> = new Set(extraProviderIds)
const takesDeposits: ReadonlySet<string> = new Set(depositIds)
/** The contract's list, then the extensions, which also cross chains. */
const crossChainIds = [...crossChainProviderIds, ...extraProviderIds]

/** Every provider identifier with its chains and its state. */
export async function listProviders(
  includeTestnets: boolean,
  services: BackendServices,
): Promise<ProvidersAnswer> {
  const providers = await services.providers.all()
  // Written by the provider tests; loaded on use, since quotes do not need it.
  const { default: proofs } = await import('../providers/proofs.json', { with: { type: 'json' } })
  const proofOf: ReadonlyMap<string, string> = new Map(Object.entries(proofs))
  const shown = shownChains(includeTestnets)
  const row = (id: ProviderId): ProvidersAnswer['crossChain'][number] => {
    const state = services.stateOf(id)
    return {
      name: id,
      blockchains: chainsOf(id, providers).filter((chain) => shown.has(chain)),
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
export async function listChains(
  includeTestnets: boolean,
  services: BackendServices,
): Promise<ChainsAnswer> {
  const providers = await services.providers.all()
  const ready = (ids: readonly ProviderId[]): ProviderId[] =>
    ids.filter((id) => services.stateOf(id).state === 'ready')
  const serving = (ids: ProviderId[], chain: BlockchainId): ProviderId[] =>
    ids.filter((id) => chainsOf(id, providers).includes(chain))
  const crossChain = ready(crossChainIds)
  const onChain = ready(onChainProviderIds)
  return allChains()
    .filter((chain) => includeTestnets || !chain.testnet)
    .map((chain) => ({
      id: services.chainId(chain.id) ?? chain.apiBlockchainId,
      name: chain.id,
      // Clients of the contract compare this value; the others are this program's own.
      type: chain.kind === 'bitcoin-like' ? 'bitcoin' : chain.kind,
      providers: {
        crossChain: serving(crossChain, chain.id),
        onChain: serving(onChain, chain.id),
      },
      // Fees are never collected by a contract of ours.
      proxyAvailable: false,
      testnet: chain.testnet,
    }))
}

function chainsOf(id: ProviderId, providers: readonly Provider[]): readonly BlockchainId[] {
  const created = providers.find((provider) => provider.ids.includes(id))
  // A provider that needs a key has only its row.
  const row = catalogRow(id)
  const chains = created?.blockchains(id) ?? (row !== null && hasAdapter(row) ? row.chains : [])
  return chains.filter((chain) => chainById(chain).status !== 'dead')
}

function shownChains(includeTestnets: boolean): ReadonlySet<BlockchainId> {
  return new Set(
    allChains()
      .filter((chain) => includeTestnets || !chain.testnet)
      .map((chain) => chain.id),
  )
}
