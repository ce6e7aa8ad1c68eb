import type { QuoteRequest } from '../../core/quote.ts'
import { isSameAddress } from '../../core/token.ts'
import { connectorsFor } from './connectors.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Direction, FoundPool } from './families/family.ts'
import { directionOf, type Hop, type KnownPools, pooledAddress } from './paths.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows } from './rows.ts'
import { type Size, whole } from './sizes.ts'

// The pools that a way may lead through: between the two tokens of the pair, and between them and
// the connectors. Each is read at a few amounts of its input, whatever ways it is part of.

/** One pool, or what a router takes for one, in one direction. */
export type Edge = PoolPath & { sizes: readonly Size[] }

/**
 * Amounts at which a pool is read, in parts of what the swap brings to its first token. What a pool
 * gives for other amounts follows from two of them (curves.ts).
 */
export const startParts = [2, whole] as const
const endParts = [8, whole]

/** The pools of one row that its own ways may lead through, and those that have to be found first. */
export function edgesOf(
  row: PoolRow,
  chain: ChainRows,
  request: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  known: KnownPools,
): { edges: Edge[]; unknown: Hop[] } {
  const family = familyOf(row)
  const tokenIn = pooledAddress(request.srcToken, row)
  const tokenOut = pooledAddress(request.dstToken, row)
  const direction = directionOf(row, request) ?? 'tokens'
  const edges: Edge[] = []
  const unknown: Hop[] = []

  const add = (from: string, to: string, token: number, hop: HopTerms): void => {
    const sizes = sizesOf(row, token, token === 0 ? startParts : endParts)
    for (const { params, pool } of waysOf(row, from, to, hop, known, unknown)) {
      const pools = pool === undefined ? {} : { pools: [pool] }
      edges.push({ row, tokens: [from, to], params, ...pools, sizes })
    }
  }
  const hopTerms = { hops: 2, direction, amount: null }
  add(tokenIn, tokenOut, 0, { ...hopTerms, hops: 1 })
  if (family.maxHops === 1) return { edges, unknown }
  for (const { token, unit, place } of connectorsFor(chain, row.wrapped)) {
    if (isSameAddress(token.address, tokenIn) || isSameAddress(token.address, tokenOut)) continue
    add(tokenIn, token.address, 0, hopTerms)
    add(token.address, tokenOut, place, { ...hopTerms, amount: unit })
  }
  return { edges, unknown }
}

/** With twice the amount where only that shows whether a pool takes all of it. */
export function sizesOf(row: PoolRow, token: number, parts: readonly number[]): Size[] {
  const all = familyOf(row).asksMore?.(row) === true ? [...parts, 2 * whole] : parts
  return all.map((each) => ({ token, parts: each }))
}

type HopTerms = {
  hops: number
  direction: Direction
  amount: bigint | null
}

/** The pools between two tokens; where they have to be found first, that is noted. */
function waysOf(
  row: PoolRow,
  from: string,
  to: string,
  { hops, direction, amount }: HopTerms,
  known: KnownPools,
  unknown: Hop[],
): { params: readonly number[]; pool?: FoundPool }[] {
  const { lookup, hopParams } = familyOf(row)
  if (lookup === undefined) {
    return hopParams(row, from, to, hops, direction)
      .filter((params) => !known.isAbsent(row, from, to, params))
      .map((params) => ({ params }))
  }
  const found = known.found(row, from, to)
  if (found === undefined && lookup.listsAll?.(row) !== true)
    unknown.push({ row, from, to, amount })
  const listed = lookup.listed?.(row, from, to) ?? []
  const isListed = ({ address }: FoundPool): boolean =>
    listed.some((pool) => isSameAddress(pool.address, address))
  const others = (found ?? []).filter((pool) => !isListed(pool))
  return [...listed, ...others].map((pool) => ({ params: [], pool }))
}
