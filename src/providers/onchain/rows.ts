import type { BlockchainId } from '../../core/blockchainIds.ts'
import { familyNamed, familyOf, isFamilyName, type PoolRow } from './families/families.ts'
import type { RawRow, RowBase } from './families/family.ts'
import { isUnoswapRow, unoswapRouter } from './families/unoswapPlan.ts'
import { offReason, type RawChain, rawChains, toProviderId } from './registry.ts'

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

const chainsById = new Map<BlockchainId, ChainRows>()
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

/** Key of a row among all rows of its chain; changes when an address does. */
export function rowKey(row: DeploymentRow): string {
  const contracts =
    row.family === 'wrapped' ? [row.wrapped] : [row.router, ...familyOf(row).contracts(row)]
  return [row.id, ...contracts].join(':')
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

/** The row's own contract, which a swap calls and pays. */
export function contractOf(row: DeploymentRow): string {
  return row.family === 'wrapped' ? row.wrapped : row.router
}

/** Every contract that a swap shown under the row may call and pay. */
export function contractsOf(row: DeploymentRow): string[] {
  return isUnoswapRow(row) ? [row.router, unoswapRouter] : [contractOf(row)]
}
