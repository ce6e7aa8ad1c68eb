import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { RpcAnswer } from '../../http/types.ts'
import type { ProviderContext, QuoteOutcome } from '../types.ts'
import {
  chooseWay,
  createNet,
  type Ends,
  joined,
  type MeasuredPath,
  type Net,
  nothingRead,
  type Reading,
  toReading,
} from './choose.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { type Learned, learnHops, learnLookup } from './knownPools.ts'
import type { OfferedWay } from './knownWays.ts'
import { mixedPlans } from './mix.ts'
import { directionOf, type Hop, type KnownPools, pooledAddress } from './paths.ts'
import {
  type AskedWay,
  callKey,
  cutPieces,
  type Cutting,
  fillAmounts,
  fillCall,
  type ReadPlan,
  type PlannedCall,
} from './plan.ts'
import {
  blockTimeCall,
  isCurrent,
  judgeRow,
  probeCalls,
  type ProbeVerdict,
  verdictOf,
} from './probe.ts'
import { type ReadAnswer, readBatch, type ReadCall, type ReadPiece } from './readBatch.ts'
import { noRoute, switchedOff, unchecked } from './refusals.ts'
import { type ChainRows, type DeploymentRow, rowKey } from './rows.ts'
import { type Amounts, amountOf } from './sizes.ts'
import { proposeSplits } from './split.ts'
import { type Taxes, untaxed } from './taxes.ts'
import { type QuoteFacts, toPoolQuote, toWrapQuote } from './toQuote.ts'
import { choosePlan, type Plan, venueOf, type VenueQuestion } from './venue.ts'

/** One quote of one pair on one chain, from prepared plan to offers. */
export type PoolQuestion = {
  request: QuoteRequest
  chain: ChainRows
  /** Rows that can serve the pair, including those a verdict has switched off. */
  rows: readonly DeploymentRow[]
  /** Calls of the rows that are not switched off. */
  plan: ReadPlan
  cutting: Cutting
  singly: boolean
  /** Known verdicts; rows without one are probed in the same request. */
  verdicts: ReadonlyMap<string, ProbeVerdict>
  /** Oldest newest block of a node that may report a contract as missing. */
  maxNodeAgeMs: number
  /** What the tokens take of each transfer. */
  taxes: Taxes
  /** What reaches the pools of the input, then about as much of each connector. */
  amounts: Amounts
  /** With those whose pools the routers of others join. */
  allRows: readonly DeploymentRow[]
  /** What is known of the pools between connectors; null: longer ways are not looked for. */
  known: KnownPools | null
  /** Plans that earlier quotes, or an earlier request of this one, found; their pools are asked. */
  proposed?: Proposed
  /** What an earlier request of the same quote read. */
  read?: Reading
}

/** By the row whose router runs them. */
export type Proposed = ReadonlyMap<PoolRow, readonly Plan[]>

/** A way to be asked for an exchange; its pools may be another one's. */
export type Promising = { id: ProviderId; way: AskedWay }

export type PoolAnswer = QuoteOutcome &
  Pick<ReadAnswer, 'noMulticall'> & {
    /** The verdicts of this request, by `rowKey`. */
    probed: ReadonlyMap<string, ProbeVerdict>
    /** All verdicts, those included that nothing proves yet. */
    judged: ReadonlyMap<string, ProbeVerdict>
    learned: Learned
    reading: Reading
    /** Ways that would bring more than what is offered, if their quotes are what was computed. */
    promising: readonly Promising[]
    proposed: Proposed
    /** The ways that are offered. */
    offered: readonly OfferedWay[]
    /** `fittingSizes` of the plan's calls by `callKey`. */
    fittingSizes: ReadonlyMap<string, number>
  }

/** Pools are looked for with a part of the input. */
const lookupSize = { token: 0, parts: 1 }
/** Estimated gas of a read of a getter. */
const getterGas = 30_000

/** Reads everything in one request and picks the best path of each exchange. */
export async function quotePools(
  question: PoolQuestion,
  context: ProviderContext,
): Promise<PoolAnswer> {
  const { request, plan, cutting, singly, verdicts, maxNodeAgeMs, amounts } = question
  const extras = extraReads(question)
  const firstExtra = plan.calls.length

  const answer = await readBatch(
    {
      blockchain: request.srcToken.blockchain,
      multicall: cutting.multicall,
      pieces: [
        ...piecesOf(extras.calls, firstExtra, cutting),
        ...plan.pieces.map(({ calls, segments }) => ({
          calls,
          data: fillAmounts(segments, amounts),
        })),
      ],
      callAt: (index) => callAt(plan, extras.calls, index, amounts),
      also: [{ method: 'eth_gasPrice', params: [] }],
      singly,
    },
    context,
  )

  const now = context.now()
  const resultsOf = (group: ReadGroup): (Aggregate3Result | undefined)[] =>
    Array.from({ length: group.count }, (_, at) =>
      answer.results.get(firstExtra + group.first + at),
    )
  const canMiss = extras.clock !== null && isCurrent(resultsOf(extras.clock)[0], now, maxNodeAgeMs)
  const { probed, judged } = judgeAll(
    extras.probes.map(({ row, group }) => ({ row, answers: resultsOf(group) })),
    verdicts,
    { canMiss, now },
  )
  const learned = [
    ...learnHops(plan.edges, answer.results, plan.learns && canMiss, now),
    ...extras.lookups.flatMap(({ hop, group }) => learnLookup(hop, resultsOf(group), canMiss, now)),
  ]
  const gasPrice = readGasPrice(answer.also[0])
  const reading = joined(question.read ?? nothingRead, toReading(plan, answer.results, amounts))
  const offers = toOutcome(question, { judged, probed }, reading, gasPrice)
  const fittingSizes = new Map<string, number>()
  for (const [index, size] of answer.fittingSizes) {
    const call = plan.calls[index]
    if (call === undefined) continue
    const key = callKey(call)
    fittingSizes.set(key, Math.min(fittingSizes.get(key) ?? size, size))
  }
  const { noMulticall } = answer
  return { ...offers, probed, judged, learned, reading, fittingSizes, noMulticall }
}

/** Reads that belong together, by the place of the first. */
type ReadGroup = { first: number; count: number }

type ExtraReads = {
  calls: PlannedCall[]
  probes: { row: DeploymentRow; group: ReadGroup }[]
  lookups: { hop: Hop; group: ReadGroup }[]
  /** The time of the newest block, where the answers may say that something is missing. */
  clock: ReadGroup | null
}

/** Reads other than the quotes: unknown contracts, unknown pools, the time of the block. */
function extraReads({
  request,
  allRows,
  plan,
  cutting,
  verdicts,
  amounts,
}: PoolQuestion): ExtraReads {
  const calls: PlannedCall[] = []
  const add = (reads: readonly ReadCall[], gas: number): ReadGroup => {
    const first = calls.length
    calls.push(...reads.map(({ target, callData }) => ({ target, template: callData, gas })))
    return { first, count: reads.length }
  }
  const probes = allRows
    .filter((row) => verdictOf(verdicts, row) === undefined)
    .map((row) => ({ row, group: add(probeCalls(row), getterGas) }))
  // The result is cached for quotes of other amounts: at least a whole token.
  const unit = 10n ** BigInt(request.srcToken.decimals)
  const part = amountOf(lookupSize, amounts)
  const small = part > unit ? part : unit
  const lookups = plan.unknown.flatMap((hop) => {
    const { row, from, to, amount } = hop
    const { lookup } = familyOf(row)
    if (lookup === undefined) return []
    const reads = lookup.reads(row, from, to, amount ?? small)
    return [{ hop, group: add(reads, lookup.gas) }]
  })
  const isClockNeeded = calls.length > 0 || plan.learns
  const clock = isClockNeeded ? add([blockTimeCall(cutting.multicall)], getterGas) : null
  return { calls, probes, lookups, clock }
}

function piecesOf(calls: readonly PlannedCall[], first: number, cutting: Cutting): ReadPiece[] {
  return cutPieces(calls, cutting).map((piece) => ({
    calls: piece.calls.map((index) => first + index),
    data: piece.segments.join(''),
  }))
}

function judgeAll(
  asked: readonly { row: DeploymentRow; answers: readonly (Aggregate3Result | undefined)[] }[],
  known: ReadonlyMap<string, ProbeVerdict>,
  { canMiss, now }: { canMiss: boolean; now: number },
): Record<'judged' | 'probed', ReadonlyMap<string, ProbeVerdict>> {
  const probed = new Map<string, ProbeVerdict>()
  const judged = new Map(known)
  for (const { row, answers } of asked) {
    const complete = answers.filter((each) => each !== undefined)
    if (complete.length === answers.length) {
      const verdict = judgeRow(row, complete, now)
      if (verdict.state === 'on' || canMiss) probed.set(rowKey(row), verdict)
      judged.set(rowKey(row), verdict)
    } else {
      // Nothing is known about it, so nothing is cached.
      const reason = 'its contracts used more gas than a call may use'
      judged.set(rowKey(row), { state: 'off', checkedAtMs: now, reason })
    }
  }
  return { probed, judged }
}

function callAt(
  plan: ReadPlan,
  extras: readonly PlannedCall[],
  index: number,
  amounts: Amounts,
): ReadCall {
  const call = plan.calls[index] ?? extras[index - plan.calls.length]
  if (call === undefined) throw new RangeError(`no call ${index} in the plan`)
  return { target: call.target, callData: fillCall(call, amounts) }
}

type Offers = QuoteOutcome & Pick<PoolAnswer, 'promising' | 'proposed' | 'offered'>

function toOutcome(
  question: PoolQuestion,
  { judged, probed }: Record<'judged' | 'probed', ReadonlyMap<string, ProbeVerdict>>,
  reading: Reading,
  gasPrice: bigint | null,
): Offers {
  const { rows, verdicts: known } = question
  const proposed = new Map<PoolRow, readonly Plan[]>()
  const offers: Offers & { promising: Promising[]; offered: OfferedWay[] } = {
    quotes: [],
    failed: [],
    promising: [],
    proposed,
    offered: [],
  }
  for (const id of new Set(rows.map((row) => row.id))) {
    const ofId = rows.filter((row) => row.id === id)
    const on = ofId.filter(isOn(judged))
    if (on.length === 0) {
      const isProved = ofId.every((row) => [known, probed].some((some) => some.has(rowKey(row))))
      const error = isProved ? switchedOff(id, ofId, judged) : unchecked(id, ofId, judged)
      offers.failed.push({ provider: id, error })
      continue
    }
    const { found, promising, way } = bestOf(id, question, on, judged, reading, gasPrice, proposed)
    offers.promising.push(...promising.map((way) => ({ id, way })))
    if (way !== null) offers.offered.push(way)
    if (found instanceof SwaprouteError) offers.failed.push({ provider: id, error: found })
    else offers.quotes.push(found)
  }
  return offers
}

type Found = {
  found: Quote | SwaprouteError
  promising: readonly AskedWay[]
  way: OfferedWay | null
}

/** The best way of an exchange through the pools of any of its rows. */
function bestOf(
  id: ProviderId,
  question: PoolQuestion,
  rows: readonly DeploymentRow[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  reading: Reading,
  gasPrice: bigint | null,
  proposed: Map<PoolRow, readonly Plan[]>,
): Found {
  const { request, chain, amounts, taxes } = question
  const facts = { gasPrice, taxes }
  const promising: AskedWay[] = []
  let best: (MeasuredPath & { net: bigint }) | null = null
  let why: 'none' | 'too thin' = 'none'
  for (const row of rows) {
    if (row.family === 'wrapped')
      return { found: toWrapQuote(request, row, facts), promising: [], way: null }
    const ends = {
      tokenIn: pooledAddress(request.srcToken, row),
      tokenOut: pooledAddress(request.dstToken, row),
      amountIn: amounts[0] ?? 0n,
      direction: directionOf(row, request) ?? 'tokens',
    }
    const net = createNet(reading, chain, ends, gasPrice)
    const choice = chooseWay(row, chain, reading, ends, net)
    promising.push(...choice.promising)
    if (choice.best === 'too thin') why = choice.best
    const own = typeof choice.best === 'string' ? null : choice.best
    const joint = venueQuestionOf(row, question, verdicts, reading, ends, net)
    const least = own === null ? null : own.net
    const planned = joint === null ? null : findPlan(row, question, joint, least)
    proposed.set(row, planned?.proposed ?? [])
    promising.push(...(planned?.asked ?? []))
    const measured = planned?.best ?? own
    if (measured !== null && (best === null || measured.net > best.net)) best = measured
  }
  if (best === null) return { found: noRoute(id, request, why), promising, way: null }
  const quote = toOffer(request, best, verdicts, facts)
  return quote === null
    ? { found: noRoute(id, request, 'none'), promising, way: null }
    : { found: quote, promising, way: best }
}

/** What ways of several calls are looked for with; null for a row whose router takes one path. */
function venueQuestionOf(
  row: PoolRow,
  { chain, amounts, allRows, known, taxes }: PoolQuestion,
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  reading: Reading,
  ends: Ends,
  net: Net,
): VenueQuestion | null {
  const verdict = verdictOf(verdicts, row)
  if (verdict?.state !== 'on' || taxes !== untaxed) return null
  const venue = venueOf(row, verdict, allRows.filter(isOn(verdicts)))
  return venue === null ? null : { venue, chain, reading, ends, amounts, known, net }
}

/** The best of what the router can run: what earlier requests proposed, and what is found now. */
function findPlan(
  row: PoolRow,
  { proposed, read }: PoolQuestion,
  question: VenueQuestion,
  least: bigint | null,
): ReturnType<typeof choosePlan> & { proposed: readonly Plan[] } {
  const isFirst = read === undefined && question.known !== null
  const splits = isFirst ? proposeSplits(question, least) : []
  const plans = [...(proposed?.get(row) ?? []), ...splits]
  return { proposed: plans, ...choosePlan(question, [...plans, ...mixedPlans(question)], least) }
}

function toOffer(
  request: QuoteRequest,
  best: MeasuredPath,
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  facts: QuoteFacts,
): Quote | null {
  const verdict = verdictOf(verdicts, best.path.row)
  return verdict?.state === 'on' ? toPoolQuote(request, best, verdict, facts) : null
}

function isOn(verdicts: ReadonlyMap<string, ProbeVerdict>): (row: DeploymentRow) => boolean {
  return (row) => verdictOf(verdicts, row)?.state === 'on'
}

function readGasPrice(answer: RpcAnswer | undefined): bigint | null {
  if (answer?.ok !== true || typeof answer.result !== 'string') return null
  return /^0x[0-9a-fA-F]{1,64}$/.test(answer.result) ? BigInt(answer.result) : null
}
