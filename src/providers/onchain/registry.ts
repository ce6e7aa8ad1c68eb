import { chainById } from '../../chains/chains.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { isProviderId, type ProviderId } from '../../core/providerIds.ts'
import type { ProviderState } from '../types.ts'
import type { RawRow } from './families/family.ts'
import registry from './data/deployments.json' with { type: 'json' }

// The deployments of all forks as written, for lists: reading them needs no family.

export type RawChain = { wrapped: string; wrappedSymbol: string; rows: readonly RawRow[] }

let chainsOfId: ReadonlyMap<ProviderId, readonly BlockchainId[]> | undefined

/** Every chain that has rows, usable or not. */
export function blockchainsWithRows(): BlockchainId[] {
  return Object.keys(rawChains()).filter(isBlockchainId)
}

/** Identifiers without any deployment, with the reason. */
function idsWithoutRows(): ReadonlyMap<ProviderId, string> {
  const reasons: Readonly<Record<string, string>> = registry.idsWithoutRows
  return new Map(Object.entries(reasons).map(([id, reason]) => [toProviderId(id), reason]))
}

/** Why the deployments of an identifier are never used, without building their chains. */
function offReasonsOf(id: ProviderId): { blockchain: BlockchainId; reason: string }[] {
  return Object.entries(rawChains()).flatMap(([name, { rows }]) =>
    rows.flatMap((row) => {
      const reason = row.id === id && isBlockchainId(name) ? offReason(name, row) : null
      return reason === null || !isBlockchainId(name) ? [] : [{ blockchain: name, reason }]
    }),
  )
}

/** Every identifier this reader serves, with the chains on which it has a usable row. */
export function blockchainsById(): ReadonlyMap<ProviderId, readonly BlockchainId[]> {
  if (chainsOfId !== undefined) return chainsOfId
  const built = new Map<ProviderId, BlockchainId[]>()
  for (const id of idsWithoutRows().keys()) built.set(id, [])
  for (const [name, raw] of Object.entries(rawChains())) {
    if (!isBlockchainId(name)) throw new Error(`deployments.json: chain ${name}`)
    for (const row of raw.rows) {
      const id = toProviderId(row.id)
      const chains = built.get(id) ?? []
      built.set(id, chains)
      if (offReason(name, row) === null && !chains.includes(name)) chains.push(name)
    }
  }
  chainsOfId = built
  return built
}

/** Ready, or closed with all reasons, for each identifier of the pool reader. */
export function readProviderStates(): ReadonlyMap<ProviderId, ProviderState> {
  const states = new Map<ProviderId, ProviderState>()
  for (const [id, blockchains] of blockchainsById()) {
    states.set(
      id,
      blockchains.length > 0 ? { state: 'ready' } : { state: 'closed', reason: closedReason(id) },
    )
  }
  return states
}

function closedReason(id: ProviderId): string {
  const without = idsWithoutRows().get(id)
  if (without !== undefined) return without
  const blockchains = new Map<string, string[]>()
  for (const { blockchain, reason } of offReasonsOf(id)) {
    blockchains.set(reason, [...(blockchains.get(reason) ?? []), blockchain])
  }
  return [...blockchains]
    .map(([reason, chains]) => `${[...new Set(chains)].join(', ')}: ${reason}`)
    .join('; ')
}

/** Every chain with its rows, by identifier. */
export function rawChains(): Readonly<Record<string, RawChain>> {
  return registry.chains
}

/** Why a row is not asked: the end of its chain, or its own reason. */
export function offReason(blockchain: BlockchainId, { off }: RawRow): string | null {
  const { status, note } = chainById(blockchain)
  return status === 'dead' ? `the network has ended: ${note}` : (off ?? null)
}

export function toProviderId(id: string): ProviderId {
  if (!isProviderId(id)) throw new Error(`deployments.json: ${id} is not a provider`)
  return id
}
