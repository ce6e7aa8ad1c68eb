import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { isSameAddress } from '../../core/token.ts'
import { isWorthAsking, lostPercent, type MeasuredPath, tokensBetween } from './choose.ts'
import { connectorsFor } from './connectors.ts'
import { swapGas } from './estimates.ts'
import type { PoolRow } from './families/families.ts'
import type { Read } from './families/family.ts'
import {
  isUnoswapRow,
  takesFromPayer,
  type UnoswapHop,
  type UnoswapPlan,
  type UnoswapRow,
} from './families/unoswapPlan.ts'
import type { AskedWay } from './plan.ts'
import type { PoolPath } from './quoteCalls.ts'
import { joins } from './search.ts'
import { poolReads, toUnoswapHop } from './unoswapPools.ts'
import type { Venue, WayQuestion } from './venue.ts'
import { runsOf, walk } from './walk.ts'

// Ways through pools of several exchanges, which 1inch's router joins. One of them is offered, under the
// exchange of one of its pools, where it brings more than every exchange alone.

/** A way and the row it is shown under. */
export type CrossWay = {
  row: UnoswapRow
  /** One pool each. */
  hops: readonly CrossHop[]
  /** Where it is known: address and fee of each pool. */
  pools?: readonly UnoswapHop[]
}

type CrossHop = PoolPath & { row: UnoswapRow }

/** A way whose pools are known from an earlier quote. */
export function toCrossWay({ row, tokens, hops }: UnoswapPlan): CrossWay {
  return {
    row,
    hops: hops.map((hop, at) => ({
      row: hop.row,
      tokens: tokens.slice(at, at + 2),
      params: 'tier' in hop ? [hop.tier] : [],
    })),
    pools: hops,
  }
}

export type CrossQuestion = WayQuestion & {
  rows: readonly PoolRow[]
  /** Routers that join the pools of two rows themselves. */
  venues: readonly Venue[]
}

/** Pools tried on either side of a connector. */
const mostEnds = 2
/** Ways asked in a second request. */
const mostWays = 2

/** Ways that would bring more than what is offered, if their quotes are what was computed. */
export function proposeCross(
  question: CrossQuestion,
  offered: ReadonlySet<string>,
  least: bigint | null,
): CrossWay[] {
  const { ends, lookup } = question
  return crossWays(question)
    .flatMap((hops) => {
      const walked = walk(hops, ends.amountIn, lookup)
      const row = shownUnder(hops, offered)
      if (walked === null || row === null) return []
      const net = netOf(question, row, hops, walked.amountOut)
      return walked.isKnown && isWorthAsking(net, least) ? [{ row, hops, net }] : []
    })
    .toSorted((a, b) => (b.net > a.net ? 1 : -1))
    .slice(0, mostWays)
    .map(({ row, hops }) => ({ row, hops }))
}

/** The best of the ways whose quotes and pools are all known. */
export function chooseCross(
  question: CrossQuestion,
  ways: readonly CrossWay[],
  least: bigint | null,
): (MeasuredPath & { net: bigint }) | null {
  const { ends, lookup, chain } = question
  let best: (MeasuredPath & { net: bigint }) | null = null
  for (const { row, hops, pools } of ways) {
    const walked = walk(hops, ends.amountIn, lookup)
    if (pools === undefined || walked?.isSure !== true) continue
    const net = netOf(question, row, hops, walked.amountOut)
    if ((least !== null && net <= least) || (best !== null && net <= best.net)) continue
    const path = { row, tokens: tokensOf(hops), params: [] }
    best = {
      path,
      answer: { amountOut: walked.amountOut, amountMiddle: null, ticksCrossed: null },
      middle: tokensBetween(path, chain),
      priceImpactPercent: lostPercent(walked.amountOut, walked.spot, ends.amountIn),
      unoswap: pools,
      net,
    }
  }
  return best
}

/** The quotes that ways still need; where only their pools are unknown, the first one again. */
export function askedOfCross(
  { ends, lookup }: CrossQuestion,
  ways: readonly CrossWay[],
): { id: ProviderId; way: AskedWay }[] {
  return ways.flatMap(({ row: { id }, hops, pools }) => {
    const asked = walk(hops, ends.amountIn, lookup)?.ask ?? (pools === undefined ? hops[0] : null)
    return asked == null ? [] : [{ id, way: asked }]
  })
}

/** What is asked for the pools of a way that are not known yet, hop by hop. */
export function readsOfPools({ hops, pools }: CrossWay): (readonly Read[])[] {
  if (pools !== undefined) return []
  return hops.map(({ row, tokens: [from = '', to = ''], params: [tier = null] }) =>
    poolReads(row, from, to, tier),
  )
}

/** The way with its pools, by the answers to `readsOfPools`; as it is where one is not known. */
export function withPools(
  way: CrossWay,
  answers: readonly (readonly (Aggregate3Result | undefined)[])[],
): CrossWay {
  const pools = way.hops.flatMap(({ row, params: [tier = null] }, at) => {
    const results = (answers[at] ?? []).flatMap((result) => result ?? [])
    return toUnoswapHop(row, tier, results) ?? []
  })
  return pools.length === way.hops.length ? { ...way, pools } : way
}

/** Ways of two pools, the best few of each connector, that no other router joins. */
function crossWays({ rows, venues, chain, reading, ends }: CrossQuestion): CrossHop[][] {
  const { tokenIn, tokenOut, amountIn, direction } = ends
  const own = reading.curves.flatMap(({ path, outputAt }) => {
    const { row } = path
    return rows.includes(row) && isUnoswapRow(row) ? [{ hop: { ...path, row }, outputAt }] : []
  })
  const most = (from: string, to: string, amount: bigint): Arrival[] =>
    own
      .filter(({ hop }) => joins(hop, from, to))
      .map(({ hop, outputAt }) => ({ hop, output: outputAt(amount) }))
      .filter(({ output }) => output > 0n)
      .toSorted((a, b) => (b.output > a.output ? 1 : -1))
      .slice(0, mostEnds)
  const mayPay = ({ hop: { row } }: Arrival): boolean =>
    row.family !== 'uniswap-v3' || direction === 'nativeIn' || takesFromPayer(row)
  return connectorsFor(chain, chain.wrapped).flatMap(({ token: { address } }) => {
    if ([tokenIn, tokenOut].some((end) => isSameAddress(end, address))) return []
    const firsts = most(tokenIn, address, amountIn).filter(mayPay)
    const lasts = most(address, tokenOut, firsts[0]?.output ?? 0n)
    return firsts.flatMap((first) =>
      lasts.map((last) => [first.hop, last.hop]).filter((hops) => !isJoined(hops, venues)),
    )
  })
}

type Arrival = { hop: CrossHop; output: bigint }

function isJoined(hops: readonly PoolPath[], venues: readonly Venue[]): boolean {
  return (
    runsOf(hops).length === 1 ||
    venues.some(({ v2, v3 }) => hops.every(({ row }) => row === v2 || row === v3))
  )
}

/** The first exchange on the way without an offer of its own, or the first one. */
function shownUnder(hops: readonly CrossHop[], offered: ReadonlySet<string>): UnoswapRow | null {
  const rows = hops.map(({ row }) => row)
  return rows.find(({ id }) => !offered.has(id)) ?? rows[0] ?? null
}

function netOf(
  { ends, net }: CrossQuestion,
  row: UnoswapRow,
  hops: readonly CrossHop[],
  amountOut: bigint,
): bigint {
  const path = { row, tokens: tokensOf(hops), params: [] }
  return net(amountOut, swapGas(path, ends.direction, null, { unoswap: hops }))
}

function tokensOf(hops: readonly PoolPath[]): string[] {
  return hops.flatMap(({ tokens }, at) => (at === 0 ? tokens : tokens.slice(1)))
}
