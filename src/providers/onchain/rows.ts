import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { isProviderId, type ProviderId } from '../../core/providerIds.ts'
import registry from './data/deployments.json' with { type: 'json' }

// The deployments of all forks. Each special case is a named variant here, never a class.

/** Part of a V2 router's function names where Uniswap has `ETH`. */
export const nativeWords = ['ETH', 'AVAX', 'KLAY', 'Metis', 'SYS', 'SEI'] as const
export type NativeWord = (typeof nativeWords)[number]

/**
 * - `referrer` (Camelot V2, KIM V2): only the functions for tokens with transfer taxes exist, with
 * one more address before the deadline.
 * - `twamm` (Fraxswap): quoted by a function that first executes the pair's pending orders.
 * - `stableFlags` (Mute): one flag per hop selects the stable or the volatile pair.
 */
const v2Variants = ['plain', 'referrer', 'twamm', 'stableFlags'] as const
export type V2Variant = (typeof v2Variants)[number]

/**
 * - `router01`: the first SwapRouter, deadline inside the arguments.
 * - `router02`: SwapRouter02 and Pancake's SmartRouter, deadline around them.
 * - `slipstream`: as `router01` with a tick spacing instead of the fee.
 * - `kyber`: Kyber Elastic names, fees in 1e-5.
 * - `unconfirmed`: `router01` or `router02`; the probe finds out.
 */
export const v3RouterKinds = ['router01', 'router02', 'slipstream', 'kyber', 'unconfirmed'] as const
export type V3RouterKind = (typeof v3RouterKinds)[number]

/**
 * - `single`: QuoterV2 with its tuple for one hop.
 * - `path`: the first Quoter, or one of unknown generation; only `quoteExactInput` is used, whose
 *   arguments and first answer word are the same in both.
 */
const v3QuoterKinds = ['single', 'path', 'slipstream', 'kyber'] as const
export type V3QuoterKind = (typeof v3QuoterKinds)[number]

type RowBase = {
  id: ProviderId
  blockchain: BlockchainId
  /** The router's wrapped native token. */
  wrapped: string
  /** Why the row is never used; null for one in use. */
  off: string | null
  confidence: string
  note: string | null
}

export type V2Row = RowBase & {
  family: 'uniswap-v2'
  router: string
  factory: string | null
  variant: V2Variant
  /**
   * Spellings to try, in this order; the probe picks the one the router has. Empty where the router
   * wraps a different coin than the chain's own (Fraxtal changed its coin): then tokens only.
   */
  nativeWords: readonly NativeWord[]
}

export type V3Row = RowBase & {
  family: 'uniswap-v3'
  router: string
  quoter: string
  factory: string | null
  routerKind: V3RouterKind
  quoterKind: V3QuoterKind
  /** Fees in 1e-6 (kyber: 1e-5), or tick spacings. */
  tiers: readonly number[]
}

export type WrapRow = RowBase & { family: 'wrapped' }

export type Row = V2Row | V3Row | WrapRow

/** A row without code to run it, kept for the list of providers. */
export type OffRow = RowBase & { family: Row['family']; off: string }

export type ChainRows = {
  blockchain: BlockchainId
  wrapped: string
  wrappedSymbol: string
  rows: readonly Row[]
  off: readonly OffRow[]
}

const uniswapTiers = [100, 500, 3000, 10_000] as const

type RawRow = {
  id: string
  family: string
  router?: string
  factory?: string
  quoter?: string
  wrapped?: string
  variant?: string
  native?: readonly string[]
  routerKind?: string
  quoterKind?: string
  tiers?: readonly number[]
  off?: string
  confidence?: string
  note?: string
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
export function offReasonsOf(id: ProviderId): { blockchain: string; reason: string }[] {
  return Object.entries(rawChains()).flatMap(([blockchain, { rows }]) =>
    rows.flatMap((row) =>
      row.id === id && row.off !== undefined ? [{ blockchain, reason: row.off }] : [],
    ),
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
      if (row.off === undefined && !chains.includes(name)) chains.push(name)
    }
  }
  chainsOfId = built
  return built
}

/** Key of a row among all rows of its chain; changes when an address does. */
export function rowKey(row: Row): string {
  switch (row.family) {
    case 'uniswap-v2':
      return `${row.id}:${row.router}`
    case 'uniswap-v3':
      return `${row.id}:${row.router}:${row.quoter}`
    case 'wrapped':
      return `${row.id}:${row.wrapped}`
  }
}

function rawChains(): Readonly<Record<string, RawChain>> {
  return registry.chains
}

function toChainRows(blockchain: BlockchainId, raw: RawChain): ChainRows {
  const rows: Row[] = []
  const off: OffRow[] = []
  for (const rawRow of raw.rows) {
    if (rawRow.off === undefined) rows.push(toRow(blockchain, raw, rawRow))
    else off.push({ ...toBase(blockchain, raw, rawRow), family: toFamily(rawRow), off: rawRow.off })
  }
  return { blockchain, wrapped: raw.wrapped, wrappedSymbol: raw.wrappedSymbol, rows, off }
}

function toRow(blockchain: BlockchainId, chain: RawChain, raw: RawRow): Row {
  const base = toBase(blockchain, chain, raw)
  const family = toFamily(raw)
  if (family === 'wrapped') return { ...base, family }
  const { router, factory = null } = raw
  if (router === undefined) throw new Error(`deployments.json: ${raw.id} without router`)
  if (family === 'uniswap-v2') {
    return {
      ...base,
      family,
      router,
      factory,
      variant: oneOf(raw.variant ?? 'plain', v2Variants),
      nativeWords: (raw.native ?? ['ETH']).map((word) => oneOf(word, nativeWords)),
    }
  }
  if (raw.quoter === undefined) throw new Error(`deployments.json: ${raw.id} without quoter`)
  return {
    ...base,
    family,
    router,
    factory,
    quoter: raw.quoter,
    routerKind: oneOf(raw.routerKind ?? '', v3RouterKinds),
    quoterKind: oneOf(raw.quoterKind ?? 'single', v3QuoterKinds),
    tiers: raw.tiers ?? uniswapTiers,
  }
}

function toBase(blockchain: BlockchainId, chain: RawChain, raw: RawRow): RowBase {
  return {
    id: toProviderId(raw.id),
    blockchain,
    wrapped: raw.wrapped ?? chain.wrapped,
    off: raw.off ?? null,
    confidence: raw.confidence ?? 'high',
    note: raw.note ?? null,
  }
}

function toFamily(raw: RawRow): Row['family'] {
  return oneOf(raw.family, ['uniswap-v2', 'uniswap-v3', 'wrapped'] as const)
}

function toProviderId(id: string): ProviderId {
  if (!isProviderId(id)) throw new Error(`deployments.json: ${id} is not a provider`)
  return id
}

function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new Error(`deployments.json: unknown word ${text}`)
  return word
}

/** The contract that a swap of the row calls and pays. */
export function contractOf(row: Row): string {
  return row.family === 'wrapped' ? row.wrapped : row.router
}
