import { isSameAddress } from '../../core/token.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import type { Curve } from './curves.ts'
import type { PoolRow } from './families/families.ts'
import type { KnownPools } from './paths.ts'
import type { PoolPath } from './quoteCalls.ts'
import { type Best, bestOf, byOutput, byWorth, endsAt, foremost, mostEnds } from './search.ts'
import { type Plan, toPart, type Venue, type VenueQuestion } from './venue.ts'

// Ways through V2 pairs and V3 pools of one brand, which its newer router joins.

/** Ways of two and three hops that use both kinds. */
export function* mixedPlans(question: VenueQuestion): Generator<Plan> {
  const { venue, chain, reading, ends, known, amounts } = question
  if (venue.v2 === null || known === null) return
  const own = reading.curves.filter(({ path }) => path.row === venue.v3 || path.row === venue.v2)
  const from = (token: string): Curve[] =>
    own.filter(({ path }) => isSameAddress(path.tokens[0] ?? '', token))
  const connectors = connectorsFor(chain, venue.v3.wrapped).filter(
    ({ token }) => ![ends.tokenIn, ends.tokenOut].some((end) => isSameAddress(end, token.address)),
  )
  const firsts = connectors.flatMap((connector) => {
    const pools = from(ends.tokenIn).filter(({ path }) => endsAt(path, connector.token.address))
    return bestOfEach(pools, ends.amountIn, venue).map((best) => ({ ...best, connector }))
  })
  const lastsOf = (connector: Connector, amount: bigint): Best[] =>
    bestOfEach(
      from(connector.token.address).filter(({ path }) => endsAt(path, ends.tokenOut)),
      amount,
      venue,
    )
  for (const first of firsts) {
    for (const last of lastsOf(first.connector, first.amountOut)) {
      if (first.curve.path.row !== last.curve.path.row)
        yield [toPart([first.curve.path, last.curve.path], venue)]
    }
  }
  const lasts = connectors
    .flatMap((connector) =>
      lastsOf(connector, amounts[connector.place] ?? 0n).map((best) => ({ ...best, connector })),
    )
    .toSorted(byOutput)
  for (const first of foremost(firsts.toSorted(byWorth), 2 * mostEnds, chain)) {
    for (const last of foremost(lasts, 2 * mostEnds, chain)) {
      if (first.connector === last.connector) continue
      const [a, b] = [first.connector.token.address, last.connector.token.address]
      for (const middle of between(venue, a, b, known)) {
        const hops = [first.curve.path, middle, last.curve.path]
        if (new Set(hops.map(({ row }) => row)).size === 2) yield [toPart(hops, venue)]
      }
    }
  }
}

/** The pools between two connectors, whether they are there or not. */
function between({ v2, v3 }: Venue, a: string, b: string, known: KnownPools): PoolPath[] {
  const tiers = (v3.hopTiers ?? v3.tiers).map((tier) => [tier])
  const ways: [PoolRow, readonly number[]][] = [
    ...(v2 === null ? [] : [[v2, []] as [PoolRow, readonly number[]]]),
    ...tiers.map((params): [PoolRow, readonly number[]] => [v3, params]),
  ]
  return ways
    .filter(([row, params]) => !known.isAbsent(row, a, b, params))
    .map(([row, params]) => ({ row, tokens: [a, b], params }))
}

/** The best pool of each kind. */
function bestOfEach(curves: readonly Curve[], amountIn: bigint, { v2, v3 }: Venue): Best[] {
  return [v2, v3].flatMap(
    (row) =>
      bestOf(
        curves.filter(({ path }) => path.row === row),
        amountIn,
      ) ?? [],
  )
}
