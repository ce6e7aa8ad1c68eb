import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { FoundPool } from './families/family.ts'
import type { Hop, KnownPools } from './paths.ts'
import type { PlannedPath } from './plan.ts'
import { rowKey } from './rows.ts'

// What was learned of the pools of two tokens, so that later quotes ask what is there: pools that had
// to be found, and hops without a pool.

/** What one row has for two tokens. */
export type KnownPair = {
  /** Unix milliseconds. */
  atMs: number
  /** Of a family whose pools are found by a lookup. */
  found?: readonly FoundPool[]
  /** Params of hops without a pool. */
  absent?: readonly (readonly number[])[]
}

/** By `rowKey`, then by the two tokens. */
export type ChainPools = Readonly<Record<string, Readonly<Record<string, KnownPair>>>>

/** Pools stay; a pair without one may get it at any time. */
const foundTtlMs = 24 * 60 * 60 * 1000
const absentTtlMs = 60 * 60 * 1000
/** Pairs cached per row; the oldest ones are dropped. */
const mostPairs = 200

export type Recalled = KnownPools & {
  /** Unix milliseconds at which the first of the facts that were asked for ends. */
  endsAtMs(): number
}

/** The facts that are still valid. */
export function recallPools(pools: ChainPools, now: number): Recalled {
  let endsAtMs = Number.POSITIVE_INFINITY
  const pairOf = (row: PoolRow, key: string): KnownPair | undefined => {
    const pair = pools[rowKey(row)]?.[key]
    if (pair === undefined || !isFresh(pair, now)) return undefined
    endsAtMs = Math.min(endsAtMs, pair.atMs + ttlOf(pair))
    return pair
  }
  return {
    found: (row, from, to) => pairOf(row, orderedKey(from, to))?.found,
    isAbsent: (row, from, to, params) => {
      const absent = pairOf(row, pairKey(from, to))?.absent ?? []
      return absent.some((each) => each.join() === params.join())
    },
    hasAsked: (row, from, to) => pairOf(row, pairKey(from, to)) !== undefined,
    endsAtMs: () => endsAtMs,
  }
}

/** Facts of one request, to be added to the known ones. */
export type Learned = { row: PoolRow; key: string; pair: KnownPair }[]

/**
 * What the answers say of the edges' pools. A quote of a small amount that reverts without a reason
 * called a contract that is not there; every other failure is one of a pool.
 * @param canMiss whether the node may say that something is missing
 */
export function learnHops(
  edges: readonly PlannedPath[],
  results: ReadonlyMap<number, Aggregate3Result>,
  canMiss: boolean,
  now: number,
): Learned {
  if (!canMiss) return []
  const pairs = new Map<string, { row: PoolRow; key: string; absent: (readonly number[])[] }>()
  for (const { row, tokens, params, pools: found, reads } of edges) {
    const [from = '', to = ''] = tokens
    const result = results.get(reads[0]?.call ?? -1)
    if (result === undefined || found !== undefined) continue
    const key = pairKey(from, to)
    const name = `${rowKey(row)} ${key}`
    const pair = pairs.get(name) ?? { row, key, absent: [] }
    if (!result.success && result.returnData === '0x') pair.absent.push(params)
    pairs.set(name, pair)
  }
  return [...pairs.values()].map(({ row, key, absent }) => ({
    row,
    key,
    pair: { atMs: now, absent },
  }))
}

/** The pools in the answers to the lookup of one hop; empty if an answer is invalid. */
export function learnLookup(
  { row, from, to }: Hop,
  results: readonly (Aggregate3Result | undefined)[],
  canMiss: boolean,
  now: number,
): Learned {
  const complete = results.filter((each) => each !== undefined)
  const { lookup } = familyOf(row)
  if (lookup === undefined) return []
  try {
    // What needs more gas than a call has is not asked again at once.
    const found = complete.length < results.length ? [] : lookup.found(row, complete, from, to)
    if (found.length === 0 && !canMiss) return []
    return [{ row, key: orderedKey(from, to), pair: { atMs: now, found } }]
  } catch {
    return [] // a malformed answer proves nothing
  }
}

/** The facts with new ones; those that have ended, and the oldest of too many, are left out. */
export function addPools(pools: ChainPools, learned: Learned, now: number): ChainPools {
  const rows: Record<string, Record<string, KnownPair>> = {}
  for (const [row, pairs] of Object.entries(pools)) {
    rows[row] = Object.fromEntries(Object.entries(pairs).filter(([, pair]) => isFresh(pair, now)))
  }
  for (const { row, key, pair } of learned) {
    const pairs = (rows[rowKey(row)] ??= {})
    pairs[key] = merged(pairs[key], pair)
  }
  return Object.fromEntries(Object.entries(rows).map(([row, pairs]) => [row, newest(pairs)]))
}

/** A pair that was asked for other params before: what was missing then is as old as it was. */
function merged(old: KnownPair | undefined, { atMs, ...rest }: KnownPair): KnownPair {
  if (old?.absent === undefined || rest.absent === undefined) return { atMs, ...rest }
  const known = new Set(rest.absent.map((params) => params.join()))
  const more = old.absent.filter((params) => !known.has(params.join()))
  return more.length === 0
    ? { atMs, ...rest }
    : { atMs: old.atMs, absent: [...rest.absent, ...more] }
}

function newest(pairs: Record<string, KnownPair>): Record<string, KnownPair> {
  const entries = Object.entries(pairs)
  if (entries.length <= mostPairs) return pairs
  const sorted = entries.toSorted(([, a], [, b]) => b.atMs - a.atMs)
  return Object.fromEntries(sorted.slice(0, mostPairs))
}

function isFresh(pair: KnownPair, now: number): boolean {
  return pair.atMs <= now && now - pair.atMs < ttlOf(pair)
}

function ttlOf({ found = [] }: KnownPair): number {
  return found.length > 0 ? foundTtlMs : absentTtlMs
}

/** A pool is the same in both directions. */
function pairKey(from: string, to: string): string {
  return [from.toLowerCase(), to.toLowerCase()].toSorted().join('-')
}

/** The result of a lookup may depend on the direction. */
function orderedKey(from: string, to: string): string {
  return `${from}>${to}`.toLowerCase()
}
