import { chainById } from '../../chains/chains.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { isProviderId, type ProviderId } from '../../core/providerIds.ts'
import { familyNamed, familyOf, isFamilyName, type PoolRow } from './families/families.ts'
import type { RawRow, RowBase } from './families/family.ts'
import registry from './data/deployments.json' with { type: 'json' }

// The deployments of all forks. Each special case is a named variant of its family, never a class.

export type WrapRow = RowBase & { family: 'wrapped' }

export type DeploymentRow = PoolRow | WrapRow

/** A row without code to run it, listed among the providers only. */
export type OffRow = RowBase & { family: DeploymentRow['family']; off: string }

export type ChainRows = {
  blockchain: BlockchainId
  wrapped: string
  wrappedSymbol: string
  rows: readonly DeploymentRow[]
  off: readonly OffRow[]
}

type RawChain = { wrapped: string; wrappedSymbol: string; rows: readonly RawRow[] }

const chainsById = new Map<BlockchainId, ChainRows>()
let chainsOfId: ReadonlyMap<ProviderId, readonly BlockchainId[]> | undefined

/** The rows of one chain, built on first use; null for a chain without any. */
export function chainRows(blockchain: BlockchainId): ChainRows | null {
  const known = chainsById.get(blockchain)
  if (known !== undefined) return known
  const raw = rawChains()[blockchain]
  if (raw === undefined) return null
  const built = toChainRows(blockchain, raw)
  chainsById.set(blockchain, built)
  return built
}

/** Every chain that has rows, usable or not. */
export function blockchainsWithRows(): BlockchainId[] {
  return Object.keys(rawChains()).filter(isBlockchainId)
}

/** Identifiers without any deployment, with the reason. */
export function idsWithoutRows(): ReadonlyMap<ProviderId, string> {
  const reasons: Readonly<Record<string, string>> = registry.idsWithoutRows
  return new Map(Object.entries(reasons).map(([id, reason]) => [toProviderId(id), reason]))
}

/** Why the deployments of an identifier are never used, without building their chains. */
export function offReasonsOf(id: ProviderId): { blockchain: BlockchainId; reason: string }[] {
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

/** Key of a row among all rows of its chain; changes when an address does. */
export function rowKey(row: DeploymentRow): string {
  const contracts =
    row.family === 'wrapped' ? [row.wrapped] : [row.router, ...familyOf(row).contracts(row)]
  return [row.id, ...contracts].join(':')
}

function rawChains(): Readonly<Record<string, RawChain>> {
  return registry.chains
}

function toChainRows(blockchain: BlockchainId, raw: RawChain): ChainRows {
  const rows: DeploymentRow[] = []
  const off: OffRow[] = []
  for (const rawRow of raw.rows) {
    const reason = offReason(blockchain, rawRow)
    if (reason === null) rows.push(toRow(blockchain, raw, rawRow))
    else off.push({ ...toBase(blockchain, raw, rawRow), family: toFamily(rawRow), off: reason })
  }
  return { blockchain, wrapped: raw.wrapped, wrappedSymbol: raw.wrappedSymbol, rows, off }
}

/** Why a row is not asked: the end of its chain, or its own reason. */
function offReason(blockchain: BlockchainId, { off }: RawRow): string | null {
  const { status, note } = chainById(blockchain)
  return status === 'dead' ? `the network has ended: ${note}` : (off ?? null)
}

function toRow(blockchain: BlockchainId, chain: RawChain, raw: RawRow): DeploymentRow {
  const base = toBase(blockchain, chain, raw)
  const family = toFamily(raw)
  if (family === 'wrapped') return { ...base, family }
  const { router, factory = null } = raw
  if (router === undefined) throw new Error(`deployments.json: ${raw.id} without router`)
  return familyNamed(family).toRow({ ...base, router, factory }, raw)
}

function toBase(blockchain: BlockchainId, chain: RawChain, raw: RawRow): RowBase {
  return {
    id: toProviderId(raw.id),
    blockchain,
    wrapped: raw.wrapped ?? chain.wrapped,
    off: offReason(blockchain, raw),
    confidence: raw.confidence ?? 'high',
    note: raw.note ?? null,
  }
}

function toFamily({ id, family }: RawRow): DeploymentRow['family'] {
  if (family === 'wrapped' || isFamilyName(family)) return family
  throw new Error(`deployments.json: ${id} of the family ${family}`)
}

function toProviderId(id: string): ProviderId {
  if (!isProviderId(id)) throw new Error(`deployments.json: ${id} is not a provider`)
  return id
}

/** The contract that a swap of the row calls and pays. */
export function contractOf(row: DeploymentRow): string {
  return row.family === 'wrapped' ? row.wrapped : row.router
}
