import { isEvmAddress } from '../../../chains/evm/hex.ts'
import type { Json } from '../../../core/quote.ts'
import type {
  Direction,
  Family,
  FoundPool,
  PathState,
  PoolBase,
  PoolsState,
  QuotedPath,
  StateBase,
} from './family.ts'

// States of several families, and their JSON.

type RowOf = PoolBase & { family: string }

/** The state of a path that needs nothing but its params. */
export function pathState<R extends RowOf>(
  { row, tokens, params }: Pick<QuotedPath<R>, 'row' | 'tokens' | 'params'>,
  direction: Direction,
): PathState<R> {
  return { family: row.family, row, direction, tokens, params }
}

/** How a state of one pool found by a lookup is created, written and read. */
export function onePool<R extends RowOf>(): Pick<
  Family<R, PoolsState<R>>,
  'toState' | 'writeState' | 'readState'
> {
  return {
    toState: ({ row, tokens, pools = [] }, direction) =>
      pools.length === 1 ? { family: row.family, row, direction, tokens, pools } : null,
    writeState: ({ pools }) => writePools(pools),
    readState: (base: StateBase<R>, json) => {
      const pools = readPools(json['pools'], 1)
      if (pools === null || base.tokens.length !== 2) return null
      return { ...base, family: base.row.family, pools }
    },
  }
}

/**
 * The pool of such a path or state.
 * @throws RangeError without one
 */
export function poolOf({ row, pools: [pool] = [] }: { row: RowOf; pools?: readonly FoundPool[] }) {
  if (pool === undefined) throw new RangeError(`${row.id} without a pool`)
  return pool
}

/** The pools of a state, as JSON. */
export function writePools(pools: readonly FoundPool[]): { pools: Json } {
  return { pools: pools.map(({ address, params }) => ({ address, params: [...params] })) }
}

/** The pools of a state, one per hop; null for anything else. */
export function readPools(list: Json | undefined, hops: number): FoundPool[] | null {
  if (!Array.isArray(list) || list.length !== hops) return null
  const pools: FoundPool[] = []
  for (const pool of list) {
    if (typeof pool !== 'object' || pool === null || Array.isArray(pool)) return null
    const { address, params: numbers } = pool
    const params = readNumbers(numbers)
    if (typeof address !== 'string' || !isEvmAddress(address) || params === null) return null
    pools.push({ address, params })
  }
  return pools
}

/** A list of whole numbers of at most 24 bits, as states store them; null for anything else. */
export function readNumbers(list: Json | undefined): number[] | null {
  if (!Array.isArray(list)) return null
  const numbers = list.filter((item) => typeof item === 'number').filter(isUint24)
  return numbers.length === list.length ? numbers : null
}

function isUint24(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 24
}
