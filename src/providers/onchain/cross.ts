import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { isSameAddress } from '../../core/token.ts'
import { byNet, isWorthAsking, lostPercent, type Measured, tokensBetween } from './choose.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import { swapGas } from './estimates.ts'
import type { PoolRow } from './families/families.ts'
import type { Read } from './families/family.ts'
import {
  isUnoswapRow,
  takesFromPayer,
  unoswapName,
  type UnoswapHop,
  type UnoswapPlan,
  type UnoswapRow,
} from './families/unoswapPlan.ts'
import type { AskedWay } from './plan.ts'
import type { PoolPath } from './quoteCalls.ts'
import { bestFew, byOutput, byWorth, foremost } from './search.ts'
import { poolReads, toUnoswapHop } from './unoswapPools.ts'
import type { Venue, WayQuestion } from './venue.ts'
import { isPlainPair, runsOf, walk } from './walk.ts'

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
/** Ways asked in a second request: of two pools, and of three. */
const mostWays = 2
const mostLonger = 16

/** Ways that would bring more than what is offered, if their quotes are what was computed. */
export function proposeCross(
  question: CrossQuestion,
  offered: ReadonlySet<string>,
  least: bigint | null,
): CrossWay[] {
  const { ends, lookup } = question
  const known: (CrossWay & { net: bigint })[] = []
  const unknown: CrossWay[] = []
  for (const hops of crossWays(question)) {
    const walked = walk(hops, ends.amountIn, lookup)
    const row = shownUnder(hops, offered)
    if (walked === null || row === null) continue
    if (!walked.isKnown) {
      unknown.push({ row, hops })
      continue
    }
    const net = netOf(question, row, hops, walked.amountOut)
    if (isWorthAsking(net, least)) known.push({ row, hops, net })
  }
  const best = known.toSorted(byNet).slice(0, mostWays)
  return [...best.map(({ row, hops }) => ({ row, hops })), ...unknown]
}

/** The best of the ways whose quotes and pools are all known. */
export function chooseCross(
  question: CrossQuestion,
  ways: readonly CrossWay[],
  least: bigint | null,
): Measured | null {
  const { ends, lookup, chain } = question
  let best: Measured | null = null
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
      reached: walked.reached,
      via: hops.map(() => [unoswapName]),
      net,
    }
  }
  return best
}

/** The quotes that ways still need; where only their pools are unknown, the first one again. */
export function askedOfCross(
  { ends, lookup, known }: CrossQuestion,
  ways: readonly CrossWay[],
): { id: ProviderId; way: AskedWay }[] {
  return ways.flatMap(({ row: { id }, hops, pools }) => {
    const walked = walk(hops, ends.amountIn, lookup)
    if (known === null && pools !== undefined && walked?.isSure === true) return []
    const asked = walked?.ask ?? (pools === undefined ? hops[0] : null)
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

type Arrival = { hop: CrossHop; amountOut: bigint }

/** The few pools that bring most from one token to another, of exchanges whose pools the router joins. */
function arrivals(
  { rows, reading, ends }: CrossQuestion,
  from: string,
  to: string,
  amountIn: bigint,
): Arrival[] {
  // Whether the router lets the first pool take the payer's tokens.
  const mayPay = (row: UnoswapRow): boolean =>
    row.family !== 'uniswap-v3' || ends.direction === 'nativeIn' || takesFromPayer(row)
  const isFirst = isSameAddress(from, ends.tokenIn)
  const own = reading.curves.filter(
    ({ path: { row } }) => rows.includes(row) && isUnoswapRow(row) && (!isFirst || mayPay(row)),
  )
  return bestFew(own, [from, to], amountIn, mostEnds).flatMap(({ curve: { path }, amountOut }) =>
    isUnoswapRow(path.row) ? [{ hop: { ...path, row: path.row }, amountOut }] : [],
  )
}

/** Ways of two and three pools that no other router joins. */
function crossWays(question: CrossQuestion): CrossHop[][] {
  const { venues, chain, ends, amounts } = question
  const { tokenIn, tokenOut, amountIn } = ends
  const connectors = connectorsFor(chain, chain.wrapped).filter(
    ({ token }) => ![tokenIn, tokenOut].some((end) => isSameAddress(end, token.address)),
  )
  const firsts: (Arrival & { connector: Connector })[] = []
  const lasts: (Arrival & { connector: Connector })[] = []
  const ways: CrossHop[][] = []
  for (const connector of connectors) {
    const { address } = connector.token
    const starts = arrivals(question, tokenIn, address, amountIn)
    const [first] = starts
    if (first !== undefined) firsts.push({ ...first, connector })
    const [last] = arrivals(question, address, tokenOut, amounts[connector.place] ?? 0n)
    if (last !== undefined) lasts.push({ ...last, connector })
    for (const end of arrivals(question, address, tokenOut, first?.amountOut ?? 0n))
      ways.push(...starts.map(({ hop }) => [hop, end.hop]))
  }
  const longer = foremost(firsts.toSorted(byWorth), mostEnds, chain).flatMap((first) =>
    foremost(lasts.toSorted(byOutput), mostEnds, chain).flatMap((last) =>
      middlesOf(question, first, last).map((middle) => [first.hop, middle, last.hop]),
    ),
  )
  return [...ways, ...longer.slice(0, mostLonger)].filter((hops) => !isJoined(hops, venues))
}

/**
 * Pools between two connectors, whether they are there or not: of Uniswap V3, and of the exchanges at
 * both ends. Only those after which what the last pool brings can be computed, or is asked with them.
 */
function middlesOf(
  { rows, known }: CrossQuestion,
  first: Arrival & { connector: Connector },
  last: Arrival & { connector: Connector },
): CrossHop[] {
  const [from, to] = [first.connector.token.address, last.connector.token.address]
  if (isSameAddress(from, to)) return []
  return rows.flatMap((row) => {
    if (!isUnoswapRow(row)) return []
    const isV3 = row.family === 'uniswap-v3'
    if (!isV3 && row !== first.hop.row && row !== last.hop.row) return []
    if (row !== last.hop.row && !isPlainPair(last.hop)) return []
    const kinds = isV3 ? (row.hopTiers ?? row.tiers).map((tier) => [tier]) : [[]]
    return kinds
      .filter((params) => known?.isAbsent(row, from, to, params) !== true)
      .map((params) => ({ row, tokens: [from, to], params }))
  })
}

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
