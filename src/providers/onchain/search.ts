import { isSameAddress } from '../../core/token.ts'
import { connectorsFor } from './connectors.ts'
import type { Curve } from './curves.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { KnownPools } from './paths.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows } from './rows.ts'
import type { Amounts } from './sizes.ts'

// Ways of several hops, computed from what pools give for a few amounts. What they bring is asked of
// the contracts before it is offered.

/** A way of two pools, and about what it brings in base units. */
export type ComputedWay = { path: PoolPath; amountOut: bigint }

type Ends = { tokenIn: string; tokenOut: string }

/** For each connector the two pools that bring most. */
export function findWays(
  curves: readonly Curve[],
  { tokenIn, tokenOut }: Ends,
  amountIn: bigint,
): ComputedWay[] {
  const ways: ComputedWay[] = []
  for (const { curve: first, amountOut: middle } of bestStarts(curves, tokenIn, amountIn)) {
    const [, connector = ''] = first.path.tokens
    if (isSameAddress(connector, tokenOut)) continue
    const second = bestOf(
      curves.filter(({ path }) => joins(path, connector, tokenOut)),
      middle,
    )
    if (second === null) continue
    const path = joinedPath([first.path, second.curve.path])
    ways.push({ path, amountOut: second.amountOut })
  }
  return ways
}

/** Connectors tried on either side of a third pool. */
const mostEnds = 2

/**
 * Ways of three pools of one row: from the connectors of which the source brings most, over those that
 * bring most of the destination. The pools between them are not read alone: all of them are asked.
 */
export function longerWays(
  row: PoolRow,
  chain: ChainRows,
  curves: readonly Curve[],
  { tokenIn, tokenOut }: Ends,
  amounts: Amounts,
  known: KnownPools,
): PoolPath[] {
  const family = familyOf(row)
  if (family.maxHops < 3 || family.lookup !== undefined) return []
  const connectors = connectorsFor(chain, row.wrapped)
  const unitsOf = (curve: Curve, amountOut: bigint): number => {
    const { unit = 1n } = connectors.find(({ token }) => endsAt(curve, token.address)) ?? {}
    return Number(amountOut) / Number(unit)
  }
  const firsts = bestStarts(curves, tokenIn, amounts[0] ?? 0n)
    .filter(({ curve }) => !endsAt(curve, tokenOut))
    .toSorted((a, b) => unitsOf(b.curve, b.amountOut) - unitsOf(a.curve, a.amountOut))
    .slice(0, mostEnds)
  const lasts = connectors
    .flatMap(
      ({ token, place }) =>
        bestOf(
          curves.filter(({ path }) => joins(path, token.address, tokenOut)),
          amounts[place] ?? 0n,
        ) ?? [],
    )
    .toSorted((a, b) => (b.amountOut > a.amountOut ? 1 : -1))
    .slice(0, mostEnds)
  return firsts.flatMap(({ curve: first }) =>
    lasts.flatMap(({ curve: last }) => {
      const [from, to] = [first.path.tokens[1] ?? '', last.path.tokens[0] ?? '']
      if (isSameAddress(from, to)) return []
      return family
        .hopParams(row, from, to, 3, 'tokens')
        .filter((params) => !known.isAbsent(row, from, to, params))
        .map((params) => joinedPath([first.path, { row, tokens: [from, to], params }, last.path]))
    }),
  )
}

type Best = { curve: Curve; amountOut: bigint }

/** The pool that brings most of each token that the source has pools with. */
function bestStarts(curves: readonly Curve[], tokenIn: string, amountIn: bigint): Best[] {
  const byToken = new Map<string, Curve[]>()
  for (const curve of curves) {
    const [from = '', to = ''] = curve.path.tokens
    if (!isSameAddress(from, tokenIn)) continue
    byToken.set(to.toLowerCase(), [...(byToken.get(to.toLowerCase()) ?? []), curve])
  }
  return [...byToken.values()].flatMap((each) => bestOf(each, amountIn) ?? [])
}

function bestOf(curves: readonly Curve[], amountIn: bigint): Best | null {
  let best: Best | null = null
  for (const curve of curves) {
    const amountOut = curve.outputAt(amountIn)
    if (amountOut > (best?.amountOut ?? 0n)) best = { curve, amountOut }
  }
  return best
}

function joins({ tokens: [from = '', to = ''] }: PoolPath, a: string, b: string): boolean {
  return isSameAddress(from, a) && isSameAddress(to, b)
}

function endsAt({ path }: Curve, token: string): boolean {
  return isSameAddress(path.tokens.at(-1) ?? '', token)
}

/** Hops of one row, as its quoter and router take them. */
export function joinedPath(hops: readonly [PoolPath, ...PoolPath[]]): PoolPath {
  const [{ row, tokens }, ...rest] = hops
  const pools = hops.flatMap((hop) => hop.pools ?? [])
  return {
    row,
    tokens: [...tokens, ...rest.flatMap((hop) => hop.tokens.slice(1))],
    params: hops.flatMap(({ params }) => params),
    ...(pools.length === 0 ? {} : { pools }),
  }
}

/** The key of a path among those of its chain. */
export function pathKey({ row, tokens, params, pools = [] }: PoolPath): string {
  const through = pools.map(({ address }) => address)
  return [row.router, ...tokens, ...params, ...through].join().toLowerCase()
}
