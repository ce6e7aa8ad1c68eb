import { isSameAddress } from '../../core/token.ts'
import { byNet, isWorthAsking } from './choose.ts'
import { connectorsFor } from './connectors.ts'
import type { Curve } from './curves.ts'
import { maxParts } from './families/routerPlan.ts'
import { pathKey, type PoolPath } from './quoteCalls.ts'
import { type Best, bestFew, byOutput } from './search.ts'
import { whole } from './sizes.ts'
import { netOf, type Plan, toPart, type VenueQuestion } from './venue.ts'

// A trade in parts, each along a way of its own through pools that no other part uses: what a part
// brings is then the quote for its amount, whatever the others do. Shares are found on what the pools
// are known to give, step by step where the next step brings most; what each part brings is asked.

type Way = { hops: readonly PoolPath[]; curves: readonly Curve[]; pools: readonly string[] }

/** A step of a share, in `whole`ths of the trade. */
const stepShare = 2
/** Ways among which shares are divided, and pools tried on either side of a connector. */
const mostWays = 16
const mostEnds = 3
/** Ways are compared by what they bring for one of so many parts. */
const usualParts = 4n
/** Numbers of parts that are tried. */
const counts = [2, 3, 4, maxParts]
/** Splits asked for one router. */
const mostSplits = 2

/** Splits that would bring more after gas than what is quoted already, the best first. */
export function proposeSplits(question: VenueQuestion, least: bigint | null): Plan[] {
  const { venue, ends } = question
  const ways = waysOf(question)
  if (ways.length < 2) return []
  const found = new Map<string, { plan: Plan; net: bigint }>()
  for (const count of counts) {
    const parts = divide(ways, ends.amountIn, count).filter(({ share }) => share > 0)
    if (parts.length < 2) continue
    const output = parts.reduce((sum, part) => sum + part.output, 0n)
    const plan = parts.map(({ way, share }) => toPart(way.hops, venue, share))
    const after = netOf(question, plan, output)
    if (isWorthAsking(after, least)) found.set(JSON.stringify(plan), { plan, net: after })
  }
  return [...found.values()]
    .toSorted(byNet)
    .slice(0, mostSplits)
    .map(({ plan }) => plan)
}

/** Direct pools, and two over a connector, of those that bring most by themselves. */
function waysOf({ venue, chain, reading, ends }: VenueQuestion): Way[] {
  const { tokenIn, tokenOut, amountIn } = ends
  const own = reading.curves.filter(({ path }) => path.row === venue.v3 || path.row === venue.v2)
  const most = (from: string, to: string, amount: bigint): Best[] =>
    bestFew(own, [from, to], amount, mostEnds)
  const direct = most(tokenIn, tokenOut, amountIn).map(({ curve }) => toWay([curve]))
  const over = connectorsFor(chain, venue.v3.wrapped).flatMap(({ token: { address } }) => {
    if ([tokenIn, tokenOut].some((end) => isSameAddress(end, address))) return []
    const firsts = most(tokenIn, address, amountIn)
    const lasts = most(address, tokenOut, firsts[0]?.amountOut ?? 0n)
    return firsts.flatMap((first) => lasts.map((last) => toWay([first.curve, last.curve])))
  })
  return [...direct, ...over]
    .map((way) => ({ way, amountOut: outputOf(way, amountIn / usualParts) }))
    .filter(({ amountOut }) => amountOut > 0n)
    .toSorted(byOutput)
    .slice(0, mostWays)
    .map(({ way }) => way)
}

function toWay(curves: readonly Curve[]): Way {
  return {
    hops: curves.map(({ path: { row, tokens, params } }) => ({ row, tokens, params })),
    curves,
    pools: curves.map(({ path }) => poolKey(path)),
  }
}

/** The pool, in whichever direction. */
function poolKey(path: PoolPath): string {
  const tokens = path.tokens.map((token) => token.toLowerCase()).toSorted()
  return pathKey({ ...path, tokens })
}

function outputOf({ curves }: Way, amountIn: bigint): bigint {
  return curves.reduce((amount, curve) => curve.outputAt(amount), amountIn)
}

/** Each step to the way that brings most with it, through at most `count` ways. */
function divide(
  ways: readonly Way[],
  amountIn: bigint,
  count: number,
): { way: Way; share: number; output: bigint }[] {
  const parts = ways.map((way) => ({ way, share: 0, output: 0n }))
  const used = new Set<string>()
  for (let given = 0; given < whole; given += stepShare) {
    const open = parts.filter(({ share }) => share > 0)
    let next: { part: (typeof parts)[number]; output: bigint } | null = null
    for (const part of parts) {
      const isNew = part.share === 0
      if (isNew && (open.length >= count || part.way.pools.some((pool) => used.has(pool)))) continue
      const output = outputOf(part.way, (amountIn * BigInt(part.share + stepShare)) / BigInt(whole))
      if (next === null || output - part.output > next.output - next.part.output)
        next = { part, output }
    }
    if (next === null) return []
    for (const pool of next.part.way.pools) used.add(pool)
    next.part.share += stepShare
    next.part.output = next.output
  }
  return parts
}
