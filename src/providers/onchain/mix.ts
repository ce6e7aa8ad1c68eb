import type { ProviderId } from '../../core/providerIds.ts'
import { isSameAddress } from '../../core/token.ts'
import {
  type Ends,
  isWorthAsking,
  lostPercent,
  type MeasuredPath,
  type Net,
  type Reading,
  tokensBetween,
} from './choose.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import type { Curve } from './curves.ts'
import { swapGas } from './estimates.ts'
import type { Findings } from './families/family.ts'
import type { PoolRow } from './families/families.ts'
import type { RouterPart } from './families/routerPlan.ts'
import type { V2Row } from './families/uniswapV2.ts'
import type { V3Row } from './families/uniswapV3.ts'
import type { KnownPools } from './paths.ts'
import type { AskedWay } from './plan.ts'
import { type ProbeVerdict, verdictOf } from './probe.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows, DeploymentRow } from './rows.ts'
import {
  type Best,
  bestOf,
  byOutput,
  byWorth,
  endsAt,
  joinedPath,
  mostEnds,
  pathKey,
} from './search.ts'
import type { Amounts } from './sizes.ts'

// Ways through V2 pairs and V3 pools of one brand, which its newer router joins (SwapRouter02,
// SmartRouter). Hops of one kind in a row are asked as one; the amount that reaches the next kind is
// known from the answer before it.

/** The rows whose pools one router joins. */
export type Venue = { v3: V3Row; v2: V2Row }

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

/** The V2 row of the factory that the router itself names. */
export function venueOf(
  row: PoolRow,
  findings: Pick<Findings, 'v2Factory'>,
  rows: readonly DeploymentRow[],
): Venue | null {
  const { v2Factory } = findings
  if (row.family !== 'uniswap-v3' || v2Factory === null) return null
  const v2 = rows.find(
    (each): each is V2Row =>
      each.family === 'uniswap-v2' &&
      each.variant === 'plain' &&
      each.factory !== null &&
      isSameAddress(each.factory, v2Factory),
  )
  return v2 === undefined ? null : { v3: row, v2 }
}

/** Quotes asked for the ways of one router. */
const mostAsked = 24
const million = 1_000_000n

export type MixQuestion = {
  venue: Venue
  chain: ChainRows
  reading: Reading
  ends: Ends
  amounts: Amounts
  /** Of connectors: null where longer ways are not looked for. */
  known: KnownPools | null
  net: Net
}

/** The best mixed way whose quotes are all known, and the quotes that others still need. */
export function chooseMixed(
  question: MixQuestion,
  least: bigint | null,
): { best: (MeasuredPath & { net: bigint }) | null; asked: AskedWay[] } {
  const { ends, net, chain, venue } = question
  const curveOf = createLookup(question)
  let best: (MeasuredPath & { net: bigint }) | null = null
  const asked: AskedWay[] = []
  for (const hops of mixedWays(question)) {
    const walked = walk(hops, ends.amountIn, curveOf, venue)
    if (walked === null) continue
    if (walked.ask !== null) {
      const isPromising = walked.estimate === null || isWorthAsking(walked.estimate, least)
      if (isPromising && asked.length < mostAsked) asked.push(walked.ask)
    }
    if (!walked.isSure) continue
    const part = toPart(hops, venue)
    const path = { row: venue.v3, tokens: part.tokens, params: [] }
    const after = net(walked.amountOut, swapGas(path, ends.direction, null, { parts: [part] }))
    if ((least !== null && after <= least) || (best !== null && after <= best.net)) continue
    best = {
      path,
      answer: { amountOut: walked.amountOut, amountMiddle: null, ticksCrossed: null },
      middle: tokensBetween(path, chain),
      priceImpactPercent: lostPercent(walked.amountOut, walked.spot, ends.amountIn),
      parts: [part],
      net: after,
    }
  }
  return { best, asked }
}

type Lookup = (path: PoolPath, amountIn: bigint) => Curve | null

/** What is known of hops of one kind in a row, at one amount. */
function createLookup({ reading, venue }: MixQuestion): Lookup {
  const byKey = new Map<string, Curve[]>()
  for (const curve of [...reading.curves, ...reading.ways]) {
    if (curve.path.row !== venue.v3 && curve.path.row !== venue.v2) continue
    const key = pathKey(curve.path)
    byKey.set(key, [...(byKey.get(key) ?? []), curve])
  }
  return (path, amountIn) => {
    const curves = byKey.get(pathKey(path)) ?? []
    return curves.find((curve) => curve.answerAt(amountIn) !== null) ?? curves[0] ?? null
  }
}

type Walked = {
  amountOut: bigint
  spot: { output: bigint; input: bigint } | null
  /** The first quote that is missing. */
  ask: AskedWay | null
  /** Whether it brings at least this: what is missing is quotes of pairs alone. */
  isSure: boolean
  /** About what it brings where quotes are missing; null: not known. */
  estimate: bigint | null
}

/** From pool to pool with what each is known to give; null where one does not take it. */
function walk(
  hops: readonly PoolPath[],
  amountIn: bigint,
  curveOf: Lookup,
  { v2 }: Venue,
): Walked | null {
  let amount = amountIn
  let spot: Walked['spot'] = { output: 1n, input: 1n }
  let ask: AskedWay | null = null
  let isSure = true
  for (const run of runsOf(hops)) {
    const curve = curveOf(run, amount)
    const answer = curve?.answerAt(amount) ?? null
    const computed = curve === null ? 0n : curve.outputAt(amount)
    // Pairs are x·y = k: two quotes are all of them, but for the units that were rounded.
    const isPair = curve !== null && run.row === v2 && run.tokens.length === 2
    if (answer === null) {
      // Of a way with a second unknown amount nothing can be asked yet.
      if (ask !== null && !isSure) return null
      ask ??= { ...run, amountIn: amount }
      isSure &&= isPair
      if (curve === null) return { amountOut: 0n, spot: null, ask, isSure, estimate: null }
    }
    const output = answer?.amountOut ?? (isPair ? computed - computed / million - 1n : computed)
    if (output <= 0n) return null
    spot =
      spot === null || curve === null || curve.spot === null
        ? null
        : { output: spot.output * curve.spot.output, input: spot.input * curve.spot.input }
    amount = output
  }
  return { amountOut: amount, spot, ask, isSure, estimate: ask === null ? null : amount }
}

/** Neighboring hops of one row as one path. */
function runsOf(hops: readonly PoolPath[]): PoolPath[] {
  const runs: PoolPath[] = []
  for (const hop of hops) {
    const open = runs.at(-1)
    if (open?.row === hop.row) runs[runs.length - 1] = joinedPath([open, hop])
    else runs.push(hop)
  }
  return runs
}

/** Ways of two and three hops that use both kinds. */
function* mixedWays(question: MixQuestion): Generator<readonly PoolPath[]> {
  const { venue, chain, reading, ends, known, amounts } = question
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
      if (first.curve.path.row !== last.curve.path.row) yield [first.curve.path, last.curve.path]
    }
  }
  if (known === null) return
  const lasts = connectors
    .flatMap((connector) =>
      lastsOf(connector, amounts[connector.place] ?? 0n).map((best) => ({ ...best, connector })),
    )
    .toSorted(byOutput)
    .slice(0, 2 * mostEnds)
  for (const first of firsts.toSorted(byWorth).slice(0, 2 * mostEnds)) {
    for (const last of lasts) {
      if (first.connector === last.connector) continue
      const [a, b] = [first.connector.token.address, last.connector.token.address]
      for (const middle of between(venue, a, b, known)) {
        const hops = [first.curve.path, middle, last.curve.path]
        if (new Set(hops.map(({ row }) => row)).size === 2) yield hops
      }
    }
  }
}

/** The pools between two connectors, whether they are there or not. */
function between({ v2, v3 }: Venue, a: string, b: string, known: KnownPools): PoolPath[] {
  const tiers = (v3.hopTiers ?? v3.tiers).map((tier) => [tier])
  const ways: [PoolRow, readonly number[]][] = [
    [v2, []],
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

function toPart(hops: readonly PoolPath[], { v2 }: Venue): RouterPart {
  return {
    share: 1,
    tokens: [
      ...(hops[0]?.tokens.slice(0, 1) ?? []),
      ...hops.flatMap(({ tokens }) => tokens.slice(1)),
    ],
    hops: hops.map(({ row, params: [tier = 0] }) =>
      row === v2 ? { kind: 'v2' } : { kind: 'v3', tier },
    ),
  }
}
