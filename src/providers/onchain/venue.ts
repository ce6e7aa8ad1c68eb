import type { ProviderId } from '../../core/providerIds.ts'
import { isSameAddress } from '../../core/token.ts'
import {
  type Ends,
  isWorthAsking,
  lostPercent,
  type Measured,
  type Net,
  type Reading,
  tokensBetween,
} from './choose.ts'
import type { Curve } from './curves.ts'
import { swapGas } from './estimates.ts'
import type { Findings } from './families/family.ts'
import type { PoolRow } from './families/families.ts'
import { describeParts, poolName, type RouterPart } from './families/routerPlan.ts'
import type { V2Row } from './families/uniswapV2.ts'
import { confirmedKind, type V3Row } from './families/uniswapV3.ts'
import type { KnownPools } from './paths.ts'
import type { AskedWay } from './plan.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows, DeploymentRow } from './rows.ts'
import { type Amounts, amountOf, type Size, whole } from './sizes.ts'
import { isPlainPair, type Lookup, runsOf, walk, type Walked } from './walk.ts'

// What routers bring that join V2 pairs and V3 pools of one brand (SwapRouter02, SmartRouter): ways
// through both kinds, and trades in parts. The parts of a plan share no pool, so that each brings the
// quote for its amount.

/** The rows whose pools one router joins; without pairs where it has no V2 factory that is listed. */
export type Venue = { v3: V3Row; v2: V2Row | null }

/** Whose V2 pairs a newer router joins, until the router itself has said so. */
const pairsOf: Partial<Record<ProviderId, ProviderId>> = {
  UNI_SWAP_V3: 'UNISWAP_V2',
  PANCAKE_SWAP_V3: 'PANCAKE_SWAP',
}

/** The rows whose pools are read for others, whether they are wanted themselves or not. */
export function rowsToJoin(
  wanted: readonly DeploymentRow[],
  usable: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): DeploymentRow[] {
  const joined = wanted.flatMap((row) => {
    if (row.family !== 'uniswap-v3') return []
    const verdict = verdictOf(verdicts, row)
    if (verdict?.state === 'on') return venueOf(row, verdict, usable)?.v2 ?? []
    return usable.filter(({ id, family }) => family === 'uniswap-v2' && id === pairsOf[row.id])
  })
  return [...new Set(joined)].filter((row) => !wanted.includes(row))
}

/** With the V2 row of the factory that the router itself names; null for routers of other generations. */
export function venueOf(
  row: PoolRow,
  findings: Findings,
  rows: readonly DeploymentRow[],
): Venue | null {
  if (row.family !== 'uniswap-v3' || confirmedKind(row, findings) !== 'router02') return null
  const { v2Factory } = findings
  const v2 = rows.find(
    (each): each is V2Row =>
      each.family === 'uniswap-v2' &&
      each.variant === 'plain' &&
      each.factory !== null &&
      v2Factory !== null &&
      isSameAddress(each.factory, v2Factory),
  )
  return { v3: row, v2: v2 ?? null }
}

/** What a router runs for one trade: its parts, in the router's order. */
export type Plan = readonly RouterPart[]

export type WayQuestion = {
  chain: ChainRows
  reading: Reading
  lookup: Lookup
  ends: Ends
  amounts: Amounts
  /** Of connectors: null where longer ways are not looked for. */
  known: KnownPools | null
  net: Net
}

export type VenueQuestion = WayQuestion & { venue: Venue }

/** Quotes asked for the plans of one router. */
const mostAsked = 24

/** The best of the plans whose quotes are all known, and the quotes that better ones still need. */
export function choosePlan(
  question: VenueQuestion,
  plans: Iterable<Plan>,
  least: bigint | null,
): { best: Measured | null; asked: AskedWay[] } {
  const { ends, chain, known } = question
  let best: Measured | null = null
  const asked: AskedWay[] = []
  for (const plan of plans) {
    const walked = walkAll(question, plan)
    if (walked === null) continue
    const path = pathOf(question, plan)
    const after = netOf(question, plan, walked.amountOut)
    // What was looked for a short time ago is asked again only where its quotes leave it open.
    const isOpen = known !== null || !walked.isSure
    const isPromising = isOpen && (!walked.isKnown || isWorthAsking(after, least))
    if (isPromising && asked.length < mostAsked) asked.push(...walked.ask)
    if (!walked.isSure) continue
    if ((least !== null && after <= least) || (best !== null && after <= best.net)) continue
    best = {
      path,
      answer: { amountOut: walked.amountOut, amountMiddle: null, ticksCrossed: null },
      middle: tokensBetween(path, chain),
      priceImpactPercent: lostPercent(walked.amountOut, walked.spot, ends.amountIn),
      parts: plan,
      reached: walked.reached,
      via: viaOf(plan, chain),
      net: after,
    }
  }
  return { best, asked }
}

/** What an earlier quote found, and about what reaches its pools after the first ones. */
type Known = {
  plans: ReadonlyMap<PoolRow, readonly Plan[]>
  cross: readonly { hops: readonly PoolPath[] }[]
  reached?: ReadonlyMap<object, readonly bigint[]>
}

/**
 * What can be asked at once of plans, and of ways across exchanges, whose first pool is read anyway: the
 * first pools of each part, and the others around what has reached them before.
 */
export function askedOf(
  { plans, cross, reached }: Known,
  rows: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): AskedWay[] {
  const joined = cross.flatMap((way) => {
    const [first, ...others] = runsOf(way.hops)
    const firsts = first === undefined || first.tokens.length === 2 ? [] : [first]
    return [...firsts, ...askedAround(others, [...(reached?.get(way) ?? [])])]
  })
  const own = [...plans].flatMap(([row, each]) => {
    const verdict = verdictOf(verdicts, row)
    const venue = verdict?.state === 'on' ? venueOf(row, verdict, rows) : null
    if (venue === null) return []
    return each.flatMap((plan) => {
      const amounts = [...(reached?.get(plan) ?? [])]
      return plan.flatMap((part) => {
        const [first, ...others] = runsOf(hopsOf(part, venue))
        if (first === undefined) return []
        return [{ ...first, at: sizeOf(plan, part) }, ...askedAround(others, amounts)]
      })
    })
  })
  return [...own, ...joined]
}

/** Takes as many of the amounts as there are runs. */
function askedAround(runs: readonly PoolPath[], amounts: bigint[]): AskedWay[] {
  return runs.flatMap((run) => {
    const about = amounts.shift()
    return about === undefined || isPlainPair(run) ? [] : [{ ...run, about }]
  })
}

/** What a part takes, rounded down: what the last one takes besides only adds to its output. */
function sizeOf(plan: Plan, { share }: RouterPart): Size {
  const shares = plan.reduce((sum, part) => sum + part.share, 0)
  return { token: 0, parts: Math.floor((share * whole) / shares) }
}

/** What a plan brings after gas. */
export function netOf(question: VenueQuestion, plan: Plan, amountOut: bigint): bigint {
  const { direction } = question.ends
  return question.net(amountOut, swapGas(pathOf(question, plan), direction, null, { parts: plan }))
}

/** All parts of a plan together; null where one of them does not take its amount. */
function walkAll(
  { ends, venue, lookup }: VenueQuestion,
  plan: Plan,
): (Omit<Walked, 'ask'> & { ask: AskedWay[] }) | null {
  const all = { amountOut: 0n, ask: [] as AskedWay[], isSure: true, isKnown: true }
  const reached: bigint[] = []
  const spots: Spot[] = []
  for (const part of plan) {
    const hops = hopsOf(part, venue)
    const amountIn = amountOf(sizeOf(plan, part), [ends.amountIn])
    const walked = hops.length < part.hops.length ? null : walk(hops, amountIn, lookup)
    if (walked === null) return null
    all.amountOut += walked.amountOut
    all.isSure &&= walked.isSure
    all.isKnown &&= walked.isKnown
    if (walked.ask !== null) all.ask.push(walked.ask)
    spots.push(walked.spot)
    reached.push(...walked.reached)
  }
  return { ...all, spot: bestSpot(spots), reached }
}

/** The pools of a part, hop by hop. */
function hopsOf({ tokens, hops }: RouterPart, { v2, v3 }: Venue): PoolPath[] {
  return hops.flatMap((hop, at) => {
    const row = hop.kind === 'v2' ? v2 : v3
    const params = hop.kind === 'v2' ? [] : [hop.tier]
    return row === null ? [] : [{ row, tokens: tokens.slice(at, at + 2), params }]
  })
}

export function toPart(hops: readonly PoolPath[], { v2 }: Venue, share = 1): RouterPart {
  return {
    share,
    tokens: [
      ...(hops[0]?.tokens.slice(0, 1) ?? []),
      ...hops.flatMap(({ tokens }) => tokens.slice(1)),
    ],
    hops: hops.map(({ row, params: [tier = 0] }) =>
      row === v2 ? { kind: 'v2' } : { kind: 'v3', tier },
    ),
  }
}

/** Of one part the pool of each step; of several parts, each with its share of the input. */
function viaOf(plan: Plan, chain: ChainRows): string[][] {
  const [only, another] = plan
  if (only !== undefined && another === undefined) return only.hops.map((hop) => [poolName(hop)])
  const parts = describeParts({ parts: plan }).map(({ percent, tokens, hops }) => {
    const over = tokensBetween({ tokens }, chain).map(({ symbol }) => symbol)
    const where = over.length === 0 ? 'direct' : `over ${over.join(', ')}`
    return `${percent}% ${where} (${hops.map(poolName).join(', ')})`
  })
  return [parts]
}

/** The tokens of a plan's only part; of several parts the two ends alone. */
function pathOf({ venue, ends }: VenueQuestion, plan: Plan): PoolPath {
  const [first, another] = plan
  const tokens = first === undefined || another !== undefined ? [] : first.tokens
  return {
    row: venue.v3,
    tokens: tokens.length > 0 ? tokens : [ends.tokenIn, ends.tokenOut],
    params: [],
  }
}

type Spot = Curve['spot']

/** The best price of any part: the loss is counted from it. */
function bestSpot(spots: readonly Spot[]): Spot {
  return spots.reduce<Spot>((best, spot) => {
    if (spot === null || best === null) return spot ?? best
    return spot.output * best.input > best.output * spot.input ? spot : best
  }, null)
}
