import { isSameAddress } from '../../core/token.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import type { Curve } from './curves.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { KnownPools } from './paths.ts'
import { joinedPath, type PoolPath } from './quoteCalls.ts'
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

/** Connectors tried on either side of a third pool, beside the wrapped coin. */
export const mostEnds = 2

/** The first few, and the wrapped coin, which most tokens have a pool with. */
export function foremost<Each extends Pick<Arrival, 'connector'>>(
  arrivals: readonly Each[],
  count: number,
  { wrapped }: Pick<ChainRows, 'wrapped'>,
): Each[] {
  return arrivals.filter(
    ({ connector }, at) => at < count || isSameAddress(connector.token.address, wrapped),
  )
}

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
  const firsts = bestStarts(curves, tokenIn, amounts[0] ?? 0n)
    .flatMap((best) => {
      const { path } = best.curve
      const connector = connectors.find(({ token }) => endsAt(path, token.address))
      const leadsOn = connector !== undefined && !endsAt(path, tokenOut)
      return leadsOn ? [{ ...best, connector }] : []
    })
    .toSorted(byWorth)
  const lasts = connectors
    .flatMap((connector) => {
      const pools = curves.filter(({ path }) => joins(path, connector.token.address, tokenOut))
      const best = bestOf(pools, amounts[connector.place] ?? 0n)
      return best === null ? [] : [{ ...best, connector }]
    })
    .toSorted(byOutput)
  return foremost(firsts, mostEnds, chain).flatMap(({ curve: first }) =>
    foremost(lasts, mostEnds, chain).flatMap(({ curve: last }) => {
      const [from, to] = [first.path.tokens[1] ?? '', last.path.tokens[0] ?? '']
      if (isSameAddress(from, to)) return []
      return family
        .hopParams(row, from, to, 3, 'tokens')
        .filter((params) => !known.isAbsent(row, from, to, params))
        .map((params) => joinedPath([first.path, { row, tokens: [from, to], params }, last.path]))
    }),
  )
}

export type Best = { curve: Curve; amountOut: bigint }

/** The larger output first. */
export function byOutput(a: Pick<Best, 'amountOut'>, b: Pick<Best, 'amountOut'>): number {
  return descending(a.amountOut, b.amountOut)
}

export type Arrival = Pick<Best, 'amountOut'> & { connector: Connector }

/** The one worth more first, by the units of their connectors. */
export function byWorth(a: Arrival, b: Arrival): number {
  return descending(a.amountOut * b.connector.unit, b.amountOut * a.connector.unit)
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? 1 : -1
}

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

/** The pool that gives most; null where none takes the amount. */
export function bestOf(curves: readonly Curve[], amountIn: bigint): Best | null {
  let best: Best | null = null
  for (const curve of curves) {
    const amountOut = curve.outputAt(amountIn)
    if (amountOut > (best?.amountOut ?? 0n)) best = { curve, amountOut }
  }
  return best
}

/** The few pools from one token to another that give most, the best first. */
export function bestFew(
  curves: readonly Curve[],
  [from, to]: readonly [string, string],
  amountIn: bigint,
  count: number,
): Best[] {
  return curves
    .filter(({ path }) => joins(path, from, to))
    .map((curve) => ({ curve, amountOut: curve.outputAt(amountIn) }))
    .filter(({ amountOut }) => amountOut > 0n)
    .toSorted(byOutput)
    .slice(0, count)
}

/** Whether a path leads from one token to another. */
export function joins({ tokens }: PoolPath, from: string, to: string): boolean {
  return isSameAddress(tokens[0] ?? '', from) && isSameAddress(tokens.at(-1) ?? '', to)
}

export function endsAt({ tokens }: PoolPath, token: string): boolean {
  return isSameAddress(tokens.at(-1) ?? '', token)
}
